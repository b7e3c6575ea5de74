"""What can be wrong with an event, each told in one line.

TournamentError
  BadFormat       an event file that does not say a playable event; lists all its faults
  NoSuchEvent     no event of that number or name in the store
  Busy            another program is running that event
  CannotPair      the next round of an event cannot be paired on this machine
"""

from __future__ import annotations


class TournamentError(Exception):
    """Something is wrong with an event; told in one line."""

    def __str__(self) -> str:
        return "; ".join(map(str, self.args))


class BadFormat(TournamentError):
    """An event file that does not say a playable event."""


class NoSuchEvent(TournamentError):
    """No event of that number or name in the store."""


class Busy(TournamentError):
    """Another program is running that event."""


class CannotPair(TournamentError):
    """The next round of an event cannot be paired on this machine; all that was played still counts."""

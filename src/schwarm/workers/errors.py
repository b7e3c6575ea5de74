"""What can keep games from being played that no player is to blame for, each told in one line.

WorkersError
  NoCluster       the cluster cannot be reached, or Ray is not installed
  Unplayable      a game failed again and again for reasons of our own
  BadJournal      a file that holds no journal
Stopped           the pool is closed; what was under way is gone on with at the next start
"""

from __future__ import annotations


class WorkersError(Exception):
    """Games cannot be played; told in one line."""


class NoCluster(WorkersError):
    """The cluster cannot be reached, or Ray is not installed."""


class Unplayable(WorkersError):
    """A game failed again and again for reasons of our own."""


class BadJournal(WorkersError):
    """A file that holds no journal."""


class Stopped(Exception):
    """The pool is closed; what was under way is gone on with at the next start."""

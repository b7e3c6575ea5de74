"""How much a team, and a class as a whole, may ask of the page."""

from __future__ import annotations

from dataclasses import dataclass

MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class ClassLimits:
    """The defaults suit a class of thirty teams on one laptop."""

    teams: int = 200  # of an event
    events: int = 1_000
    upload_bytes: int = 32 * MIB
    unpacked_bytes: int = 256 * MIB
    files: int = 5_000
    uploads: int = 200  # of a team, old versions included
    upload_every_s: float = 5.0  # between two uploads of a team
    waiting: int = 100  # qualifications that may wait, of all teams together
    tests: int = 100  # of a team
    test_games: int = 100  # of one test match
    qualifying_at_once: int = 2
    testing_at_once: int = 2
    log_bytes: int = 200_000  # of what a program said that are kept

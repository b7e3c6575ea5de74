"""What a match adds up to. How sure one can be of it is for `ratings` to say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from schwarm.game.record import Irregular
from schwarm.workers.task import Report


@dataclass(frozen=True, slots=True)
class Tally:
    """Results of one of the two players. `late` and `illegal` count games that either lost by such a move."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    late: int = 0
    illegal: int = 0
    plies: int = 0
    slowest_ms: float = 0.0
    reasons: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, report: Report, name: str) -> Tally:
        """One game, from the side of the player of this name. Who breaks a game off has lost it."""
        end = report.record.end
        assert end is not None, "a report tells of a finished game"
        won = end.winner is not None and report.record.seats[end.winner] == name
        lost = name in report.faults or (end.winner is not None and not won)
        return cls(
            wins=int(won),
            draws=int(not won and not lost),
            losses=int(lost),
            late=int(end.reason == Irregular.TIME_UP),
            illegal=int(end.reason == Irregular.ILLEGAL_MOVE),
            plies=len(report.record.plies),
            slowest_ms=max(report.slowest_ms),
            reasons={str(end.reason): 1},
        )

    @property
    def games(self) -> int:
        """How many were played."""
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """The player's part of the points, 0 to 1."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    def plus(self, other: Tally) -> Tally:
        """Both together."""
        names = self.reasons.keys() | other.reasons.keys()
        return Tally(
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
            self.late + other.late,
            self.illegal + other.illegal,
            self.plies + other.plies,
            max(self.slowest_ms, other.slowest_ms),
            {name: self.reasons.get(name, 0) + other.reasons.get(name, 0) for name in sorted(names)},
        )

    def text(self) -> str:
        """One line for people."""
        return (
            f"{self.wins} won, {self.draws} drawn, {self.losses} lost: {100 * self.share:.1f} % of the "
            f"points, {self.late} late, {self.illegal} illegal"
        )

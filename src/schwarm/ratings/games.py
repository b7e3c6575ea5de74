"""What the games of a match between two players say: pairs, single games, and games played twice."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from schwarm.game.record import start_of
from schwarm.ratings.elo import Elo, elo_of
from schwarm.ratings.pairs import Pairs, share
from schwarm.workers import Report, Tally


@dataclass(frozen=True, slots=True)
class MatchRating:
    """A match from one player's side; pairs that repeat another one move for move count once."""

    name: str
    pairs: Pairs
    single: int  # games whose partner is missing
    repeated: int  # pairs left out
    elo: Elo

    @property
    def shares(self) -> tuple[float, float]:
        """The player's part of the points in the long run, 0 to 1: a 95 percent interval."""
        return share(self.elo.low), share(self.elo.high)


def match_rating(reports: Iterable[Report], name: str, *, spread: float | None = None) -> MatchRating:
    """The strength that the games of a match show; games 0 and 1, 2 and 3 ... by their keys are pairs.

    `spread`: how far apart such players are, in Elo, where that is known.
    """
    starts: dict[tuple[int, ...], dict[int, Report]] = {}
    for report in reports:
        number = report.key[-1]
        starts.setdefault((*report.key[:-1], number // 2), {})[number % 2] = report
    counts = [0, 0, 0, 0, 0]
    single: list[float] = []
    seen: set[tuple[object, ...]] = set()
    repeated = 0
    for games in starts.values():
        moves = tuple(
            (which, start_of(report.record).position(), tuple(ply.move for ply in report.record.plies))
            for which, report in sorted(games.items())
        )
        if moves in seen and all(report.record.plies for report in games.values()):
            repeated += 1
            continue
        seen.add(moves)
        points = [_points(report, name) for report in games.values()]
        if len(points) == 2:
            counts[round(2 * sum(points))] += 1
        else:
            single += points
    pairs = (counts[0], counts[1], counts[2], counts[3], counts[4])
    return MatchRating(name, pairs, len(single), repeated, elo_of(pairs, single, spread=spread))


def _points(report: Report, name: str) -> float:
    """What a game says of a player; one that both broke off says nothing, and counts as drawn."""
    one = Tally.of(report, name)
    both = all(player in report.faults for player in report.record.seats.values())
    return 0.5 if both else one.wins + one.draws / 2

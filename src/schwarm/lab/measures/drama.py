"""How a game's result comes about, by searches of a sample of positions.

The search's score becomes the first side's chance by the scale of the game's evaluation; a proven win is 1.
"""

from __future__ import annotations

from itertools import pairwise

from schwarm.lab.measures.measure import Judged, Measure, Sum, ratio

CLEAR = 0.10  # difference of chances between the best move and the second best that matters
LEADS = 0.60  # from this chance on a side leads
BEHIND = 0.20
DECIDED = 0.80
TENTHS = 10


def matters(game: Judged) -> list[float]:
    """Positions in which the choice between the two best moves is clear."""
    several = [point for point in game.points if point.second is not None]
    clear = sum(abs(point.chance - point.second) >= CLEAR for point in several if point.second is not None)
    return ratio(clear, len(several))


def lead_changes(game: Judged) -> list[float]:
    """How often the lead passes to the other side."""
    leaders = [int(point.chance < 0.5) for point in game.points if abs(point.chance - 0.5) >= LEADS - 0.5]
    return ratio(sum(one != other for one, other in pairwise(leaders)))


def chances(game: Judged) -> list[float]:
    """The chances of the side that won."""
    return [point.chance if game.winner == 0 else 1 - point.chance for point in game.points]


def comeback(game: Judged) -> list[float] | None:
    """Did the winner have a poor chance once?"""
    return None if game.winner is None else ratio(min(chances(game), default=1.0) < BEHIND)


def uncertainty(game: Judged) -> list[float]:
    """1 where both sides have equal chances, 0 where it is decided."""
    return ratio(sum(4 * point.chance * (1 - point.chance) for point in game.points), len(game.points))


def uncertainty_over_time(game: Judged) -> dict[str, list[float]]:
    """The same for each tenth of a game."""
    found: dict[str, list[float]] = {}
    for point in game.points:
        part = found.setdefault(str(TENTHS * point.ply // max(1, game.plies)), [0.0, 0.0])
        part[0] += 4 * point.chance * (1 - point.chance)
        part[1] += 1
    return found


def decided_ply(game: Judged) -> int:
    """The ply from which on the winner's chance stays high; the last one if it never does."""
    ply = game.plies
    for point, chance in zip(reversed(game.points), reversed(chances(game)), strict=True):
        if chance < DECIDED:
            break
        ply = point.ply
    return ply


def decided(game: Judged) -> list[float] | None:
    """The part of the game that was played before it was decided."""
    return None if game.winner is None or not game.plies else ratio(decided_ply(game) / game.plies)


def drags_on(game: Judged) -> list[float] | None:
    """Plies that were played after it was decided."""
    return None if game.winner is None else ratio(game.plies - decided_ply(game))


MEASURES = (
    Measure(
        "matters", "decisions that matter", "%", "drama",
        "the share of searched positions where the best move's chance is 10 points or more above the next",
        "such positions / searched positions with two moves or more", judged=matters,
    ),
    Measure(
        "lead_changes", "lead changes", "a game", "drama",
        "how often the side with a chance of 60 % or more is another one than the last such side",
        "changes / searched games", judged=lead_changes,
    ),
    Measure(
        "comebacks", "comebacks from below 20 %", "%", "drama",
        "the share of won games whose winner had a chance below 20 % in a searched position",
        "such games / won searched games", judged=comeback,
    ),
    Measure(
        "uncertainty", "uncertainty", "", "drama",
        "1 where both sides have equal chances, 0 where one has won; the mean over searched positions",
        "sum of 4 p (1 - p) / searched positions", judged=uncertainty,
    ),
    Measure(
        "uncertainty_over_time", "uncertainty over time", "", "drama",
        "the same for each tenth of a game", "sum of 4 p (1 - p) / searched positions of the tenth",
        Sum.CURVE, judged=uncertainty_over_time,
    ),
    Measure(
        "decided", "decided after", "%", "drama",
        "the part of a won game after which the winner's chance stays at 80 % or more",
        "sum of plies before that / plies of the game, by won searched games", judged=decided,
    ),
    Measure(
        "drags_on", "drags on for", "plies", "drama",
        "plies of a won game after that", "sum of plies after that / won searched games", judged=drags_on,
    ),
)  # fmt: skip

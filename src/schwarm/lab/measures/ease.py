"""How easily games are won."""

from __future__ import annotations

from schwarm.lab.measures.measure import Judged, Measure, Sum, ratio
from schwarm.lab.trace import Trace

QUICK = 20  # plies
NEAR = 5  # plies within which a forced win is looked for
BUCKET = 10


def quick(game: Trace) -> list[float]:
    """Was it won within so many plies?"""
    return ratio(int(game.winner is not None and game.plies <= QUICK))


def fastest(game: Trace) -> list[float] | None:
    """The length of a won game; the report tells the shortest as well."""
    return None if game.winner is None else ratio(game.plies)


def without_loss(game: Trace) -> list[float] | None:
    """Did the winner keep all its pieces?"""
    if game.winner is None:
        return None
    return ratio(int(all(step.captured == 0 for step in game.steps if step.side != game.winner)))


def forced(game: Judged) -> list[float]:
    """Positions in which the side to move wins by force within a few plies."""
    return ratio(sum(0 < point.win_in <= NEAR for point in game.points), len(game.points))


def forced_over_plies(game: Judged) -> dict[str, list[float]]:
    """The same for every ten plies."""
    found: dict[str, list[float]] = {}
    for point in game.points:
        part = found.setdefault(str(point.ply // BUCKET * BUCKET), [0.0, 0.0])
        part[0] += 0 < point.win_in <= NEAR
        part[1] += 1
    return found


MEASURES = (
    Measure(
        "quick_wins", f"won within {QUICK} plies", "%", "ease",
        f"the share of games that somebody wins within {QUICK} plies", f"wins within {QUICK} plies / games",
        of=quick, compared=True, margin=0.05,
    ),
    Measure(
        "win_length", "length of won games", "plies", "ease",
        "plies until a win, the mean over won games", "plies of won games / won games", of=fastest,
    ),
    Measure(
        "without_loss", "won without losing a piece", "%", "ease",
        "the share of won games in which the winner lost no piece", "such games / won games", of=without_loss,
        compared=True, margin=0.05,
    ),
    Measure(
        "forced_wins", f"forced wins within {NEAR} plies", "%", "ease",
        f"the share of searched positions in which the side to move provably wins within {NEAR} plies",
        "such positions / searched positions", judged=forced,
    ),
    Measure(
        "forced_wins_over_plies", "forced wins over plies", "%", "ease",
        "the same for the positions of every ten plies", "such positions / searched positions of these plies",
        Sum.CURVE, judged=forced_over_plies,
    ),
)  # fmt: skip

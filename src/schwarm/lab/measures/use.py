"""What players use: kinds of moves, captures, ways, cells of the board."""

from __future__ import annotations

from collections import Counter

from schwarm.lab.measures.measure import Measure, Sum, ratio, shares
from schwarm.lab.trace import Trace


def offered(game: Trace) -> dict[str, object]:
    """Positions that offer each kind of move."""
    seen = [step.offered for step in game.steps if step.offered is not None]
    return shares(Counter(kind for kinds in seen for kind in sorted(kinds)), len(seen))


def chosen(game: Trace) -> dict[str, object]:
    """Moves of each kind that players chose; a move may be of several kinds."""
    return shares(Counter(kind for step in game.chosen for kind in step.kinds), len(game.chosen))


def decisive(game: Trace) -> dict[str, object] | None:
    """The kinds of the move that won."""
    if game.winner is None or not game.steps or game.steps[-1].side != game.winner:
        return None
    return shares(dict.fromkeys(game.steps[-1].kinds, 1), 1)


def captures(game: Trace) -> list[float]:
    """Pieces taken by both sides."""
    return ratio(sum(step.captured for step in game.steps))


def travel(game: Trace) -> list[float]:
    """How far pieces go in a move."""
    return ratio(sum(step.travel for step in game.chosen), len(game.chosen))


def heat(game: Trace) -> dict[str, object]:
    """Which cells pieces come to."""
    entered = Counter(cell for step in game.chosen for cell in step.entered)
    return shares(entered, sum(entered.values()))


def coverage(game: Trace) -> list[float] | None:
    """Cells that held a piece at some time."""
    used = game.held.union(*(step.entered for step in game.steps))
    return ratio(len(used), game.cells) if game.cells else None


MEASURES = (
    Measure(
        "offered", "kinds on offer", "%", "use",
        "the share of positions in which at least one legal move is of the kind",
        "positions that offer the kind / positions looked at", Sum.SHARES, of=offered,
    ),
    Measure(
        "chosen", "kinds chosen", "%", "use",
        "the share of chosen moves that are of the kind; openings do not count",
        "moves of the kind / moves", Sum.SHARES, of=chosen,
    ),
    Measure(
        "decisive", "kinds that win", "%", "use",
        "the share of the games whose winner made the last move in which it is of the kind, judged games too",
        "last moves of the kind / games whose winner moved last",
        Sum.SHARES, of=decisive,
    ),
    Measure(
        "captures", "captures", "a game", "use",
        "pieces that are taken in a game, each piece of a stack counted", "captured pieces / games",
        of=captures, compared=True, margin=1,
    ),
    Measure(
        "travel", "travel of a move", "cells", "use",
        "how far the pieces of a move go together, in widths of a cell", "sum of ways / moves", of=travel,
    ),
    Measure(
        "coverage", "board coverage", "%", "use",
        "the share of the board's cells that held a piece at some time of a game, start and opening included",
        "cells that held a piece / cells", of=coverage, compared=True, margin=0.05,
    ),
    Measure(
        "heat", "heat map", "%", "use",
        "the share of all arrivals that each cell gets", "arrivals at the cell / arrivals", Sum.SHARES,
        of=heat,
    ),
)  # fmt: skip

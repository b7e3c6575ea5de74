"""Several trees of one position, grown on a thread each: what they say together."""

from __future__ import annotations

import time

from schwarm.games.game import Game
from schwarm.search.mcts import Tree
from schwarm.search.report import Line, Report
from schwarm.search.tables import OPEN
from schwarm.search.threads import over_threads

ANY = 1 << 62  # as many as time allows


def ranked_moves(tallies: list[dict[int, tuple[int, float, int]]], side: int) -> list[tuple[int, int, float]]:
    """Root moves of all trees together, best first: code, visits, mean value for the side to move."""
    merged: dict[int, tuple[int, float, int]] = {}
    for tally in tallies:
        for code, (visits, total, proven) in tally.items():
            old = merged.get(code, (0, 0.0, OPEN))
            merged[code] = (old[0] + visits, old[1] + total, proven if proven != OPEN else old[2])
    sign = 1 - 2 * side

    def rank(item: tuple[int, tuple[int, float, int]]) -> tuple[int, int, float, int]:
        code, (visits, total, proven) = item
        return (0 if proven == OPEN else sign * proven, visits, sign * total, -code)

    def mean(visits: int, total: float, proven: int) -> float:
        if proven != OPEN:
            return float(sign * proven)
        return sign * total / visits if visits else 0.0

    ranked = sorted(merged.items(), key=rank, reverse=True)
    return [(code, numbers[0], mean(*numbers)) for code, numbers in ranked]


def report_of(game: Game, trees: list[Tree], lines: int, elapsed_ms: int) -> Report:
    """What trees of one position say; scores are thousandths of a sure win."""
    ranked = ranked_moves([tree.tally() for tree in trees], game.side)[:lines]
    found: list[Line] = []
    for code, visits, mean in ranked:
        tree = max(trees, key=lambda tree: tree.tally().get(code, (0,))[0])
        if visits or not found:
            found.append(Line(round(1000 * mean), tree.line(game, code)))
    depth = max(len(line.moves) for line in found)
    return Report(tuple(found), depth, sum(tree.simulations for tree in trees), elapsed_ms)


def mcts(
    game: Game,
    trees: list[Tree],
    *,
    simulations: int = ANY,
    deadline: float | None = None,
    lines: int = 1,
) -> Report:
    """Search with one thread a tree (simulations are dealt out evenly) and merge what they found."""
    began = time.monotonic()
    share = max(2, simulations // len(trees))

    def grow(twin: Game, tree: Tree) -> None:
        tree.search(twin, simulations=share, deadline=deadline)

    over_threads(game, len(trees), trees, grow)
    return report_of(game, trees, lines, int(1000 * (time.monotonic() - began)))

"""Root parallel tree search: several trees of one position, one for each thread, and their sums."""

from __future__ import annotations

import time

from schwarm.game.game import Game
from schwarm.search.mcts import Tree
from schwarm.search.report import Line, SearchReport
from schwarm.search.tables import OPEN
from schwarm.search.threads import over_threads

ANY = 1 << 62  # as many simulations as time allows


def ranked_moves(
    statistics: list[dict[int, tuple[int, float, int]]], side: int
) -> list[tuple[int, int, float]]:
    """Root moves of all trees together, best first: code, visits, mean value for the side to move."""
    merged: dict[int, tuple[int, float, int]] = {}
    for known in statistics:
        for code, (visits, total, proven) in known.items():
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


def best_lines(game: Game, trees: list[Tree], lines: int) -> tuple[Line, ...]:
    """The best moves of several trees of one position; scores are thousandths of a sure win."""
    ranked = ranked_moves([tree.root_statistics() for tree in trees], game.side)[:lines]
    found: list[Line] = []
    for code, visits, mean in ranked:
        tree = max(trees, key=lambda tree: tree.root_statistics().get(code, (0,))[0])
        if visits or not found:
            found.append(Line(round(1000 * mean), tree.line(game, code)))
    return tuple(found)


def mcts(
    game: Game,
    trees: list[Tree],
    *,
    simulations: int = ANY,
    deadline: float | None = None,
    lines: int = 1,
) -> SearchReport:
    """Search with one thread for each tree, equal shares of the simulations, and add up what they found."""
    began = time.monotonic()
    share = max(2, simulations // len(trees))

    def grow(twin: Game, tree: Tree) -> int:
        return tree.search(twin, simulations=share, deadline=deadline)

    made = sum(over_threads(game, len(trees), trees, grow))
    found = best_lines(game, trees, lines)
    depth = max(len(line.moves) for line in found)
    return SearchReport(found, depth, made, int(1000 * (time.monotonic() - began)))


class Forest:
    """Trees that follow a game: the subtree below the moves made is kept for the next search."""

    def __init__(self, trees: list[Tree]) -> None:
        """Takes empty trees; their evaluators must know the game."""
        self.trees = trees
        self.place: Game | None = None  # the position at the root of the trees

    def search(
        self, game: Game, *, simulations: int = ANY, deadline: float | None = None, lines: int = 1
    ) -> SearchReport:
        """Search as `mcts` does, on top of what is known from earlier in this game."""
        self.go_to(game)
        return mcts(game, self.trees, simulations=simulations, deadline=deadline, lines=lines)

    def go_to(self, game: Game) -> None:
        """Follow the moves made since the last position, or empty the trees if it is another game."""
        codes = self.moves_to(game)
        for tree in self.trees:
            if codes is None:
                tree.clear()
            else:
                for code in codes:
                    tree.follow(code)
        self.place = game.copy()

    def moves_to(self, game: Game) -> list[int] | None:
        """The moves chosen since the last position; None if this game did not come through it."""
        if self.place is None or (game.name, game.options) != (self.place.name, self.place.options):
            return None
        history = game.history
        count = game.turn - self.place.turn
        if not 0 <= count <= len(history):
            return None
        past = game.copy()
        for _ in range(count):
            past.undo()
        if past.zobrist() != self.place.zobrist():
            return None
        return [game.before_chance(move.code) for move in history[len(history) - count :]]

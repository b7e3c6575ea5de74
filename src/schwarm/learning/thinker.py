"""A searcher for self-play: many short searches that return the score and the move only."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

import cython

from schwarm.bots.learned.rows import Rows
from schwarm.bots.learned.weights import EMPTY_ROW
from schwarm.game.game import Game
from schwarm.learning.marks import QUIET
from schwarm.search.alphabeta import AlphaBeta
from schwarm.search.evaluator import Evaluator
from schwarm.search.report import DepthScores

if TYPE_CHECKING:
    from numpy import int16, uint8, uint16, uint64
    from numpy.typing import NDArray

if not cython.compiled:
    from schwarm.environments.memory import bytes_of, integers_of, shorts_of
    from schwarm.search.limits import FAR
    from schwarm.search.report import PROVEN, WIN
    from schwarm.search.tables import NOISY

DEEPEST = 60


class Thinker(AlphaBeta):
    """Searches a position for a number of nodes; `chosen` is the move it found, `depths` what it is worth."""

    chosen: int
    depths: DepthScores

    def think(self, game: Game, nodes: int, only: Collection[int], salt: int) -> int:
        """The score for the side to move after so many nodes; the game comes back as it was.

        Where draws may be tried the game must be one of the caller's own (a view).
        """
        score = 0
        self.depths = DepthScores()
        self.table.next_search()
        self.node.begin(nodes, FAR, FAR, salt, game.seed)
        self.list_roots(game, only)
        self.chosen = self.roots[0]
        for level in range(1, DEEPEST):
            score = self.search_window(game, level, 0, score)
            if self.node.pv_lengths[0]:
                self.chosen = self.node.pv[0]
            if self.node.stopped:
                break
            self.depths.add(score)
            if (score >= PROVEN or score <= -PROVEN) and WIN - abs(score) <= level:
                break
        return score

    def is_noisy(self, game: Game, code: int) -> bool:
        """Does a move change so much that the position before it should not be judged as it stands?"""
        return self.evaluator.prior(game, code) >= NOISY or self.evaluator.under_threat(game)

    def stray(self, game: Game, word: int) -> bool:
        """Make a move at random; False if there is none."""
        if not game.pick(word):
            return False
        game.push(game.stack[0])
        return True

    def make(self, game: Game, code: int) -> None:
        """Make a legal move."""
        game.push(code)

    def last_made(self, game: Game) -> int:
        """The last move as it was made, with what chance added."""
        return game.trail[game.turn - game.start_turn - 1]


def list_samples(
    game: Game,
    rows: Rows,
    codes: NDArray[uint64],
    marks: NDArray[uint8],
    out: NDArray[uint16],
    first: int,
    hand_made: Evaluator,
    values: NDArray[int16],
) -> int:
    """Make the moves of a game and write the rows of its quiet positions from out[first] on; how many.

    What the hand-made evaluation says of them to the side to move goes to `values`.
    """
    plies = len(codes)
    width = out.shape[1]
    moves, kinds, table, worth = integers_of(codes), bytes_of(marks), shorts_of(out), shorts_of(values)
    found = 0
    for i in range(plies):
        if kinds[i] == QUIET:
            rows.list_rows(game)
            row = (first + found) * width
            for j in range(width):
                table[row + j] = rows.rows[j] if j < rows.listed else EMPTY_ROW
            value = hand_made.value(game)
            worth[first + found] = -value if game.side else value
            found += 1
        game.push(moves[i])
    return found

"""Whether one side can force a win within some plies: every move of both sides is tried, nothing is guessed.

The search is a plain and-or search with a table of what was settled before. The order of the moves comes
from the bots' knowledge, but the order decides only how long it takes, never the answer.

Chance has no place here: games are proven under options that leave no move to chance (puzzle.py). What is
hidden may be anything (horizon.py): a line that brings it into play wins for certain nowhere, and might win
everywhere. So there are two questions: is a win certain, and is one possible?
"""

from __future__ import annotations

import cython

from schwarm.game.game import Game
from schwarm.search.evaluator import Evaluator
from schwarm.search.ordering import Ordering
from schwarm.search.table import TranspositionTable
from schwarm.teaching.puzzles.horizon import Horizon

if not cython.compiled:
    from schwarm.bits import mix
    from schwarm.search.table import entry_depth, entry_move, entry_score

DECIDED = 1  # the bound of all entries: an answer is never a guess
LONGEST = 60  # plies a proof may ask for


class Prover:
    """One searcher with its memory. `nodes` counts what the last question cost."""

    evaluator: Evaluator
    table: TranspositionTable
    ordering: Ordering
    horizon: Horizon
    nodes: int
    node_limit: int
    stopped: bool
    may_block: bool
    hope: bool
    salt: int

    def __init__(
        self,
        evaluator: Evaluator,
        *,
        horizon: Horizon | None = None,
        may_block: bool = True,
        table_size: int = 1 << 18,
    ) -> None:
        """The evaluator orders the moves, the horizon says where the unknown begins.

        `may_block`: can a side be left without a move? Where the rules always list a pass it cannot.
        """
        self.evaluator = evaluator
        self.table = TranspositionTable(table_size)
        self.ordering = Ordering(evaluator)
        self.horizon = Horizon() if horizon is None else horizon
        self.nodes = 0
        self.node_limit = 0
        self.stopped = False
        self.may_block = may_block
        self.hope = False
        self.salt = 0

    # --- inside: no Python, no checks ------------------------------------------------------------
    def has_won(self, game: Game, attacker: int) -> bool:
        """Did the attacker win this ended game?"""
        score = game.score()
        return score > 0 if attacker == 0 else score < 0

    def wins(self, game: Game, attacker: int, depth: int, ply: int, base: int, previous: int) -> bool:
        """Does the attacker win within `depth` plies whatever the defender does?"""
        self.nodes += 1
        if self.nodes > self.node_limit:
            self.stopped = True
        if self.stopped:
            return False
        if game.over():
            return self.has_won(game, attacker)
        if self.horizon.is_behind(game):
            return self.hope
        if depth <= 0:
            if not self.may_block or game.list_candidates(base) > base:
                return False
            return self.has_won(game, attacker)
        key = game.key() ^ self.salt
        entry = self.table.probe(key)
        if entry:
            if entry_score(entry) > 0:
                if entry_depth(entry) <= depth:
                    return True
            elif entry_depth(entry) >= depth:
                return False
        end = game.list_candidates(base)
        if end == base:
            return self.has_won(game, attacker)
        self.ordering.score_moves(game, base, end, entry_move(entry), ply, previous)
        return self.tries(game, key, attacker, depth, ply, base, end, previous)

    def tries(
        self, game: Game, key: int, attacker: int, depth: int, ply: int, base: int, end: int, previous: int
    ) -> bool:
        """One move that wins is enough for the attacker; one that does not lose is, for the defender."""
        attacks = game.side == attacker
        for i in range(base, end):
            self.ordering.pick_next(game, i, end)
            move = game.stack[i]
            game.push(move)
            won = self.wins(game, attacker, depth - 1, ply + 1, end, move)
            game.pop()
            if self.stopped:
                return False
            if won == attacks:
                self.ordering.learn_cutoff(game, base, i, depth, ply, previous)
                self.table.store(key, 1 if won else 0, depth, DECIDED, move)
                return won
        self.table.store(key, 0 if attacks else 1, depth, DECIDED, game.stack[base])
        return not attacks

    # --- called from Python ----------------------------------------------------------------------
    def begin(self, game: Game) -> None:
        """A new problem: what is in sight now is known, and nothing that was proven before helps."""
        self.horizon.begin(game)
        self.table.clear()
        self.ordering.forget()

    def forces(self, game: Game, attacker: int, plies: int, *, nodes: int, hope: bool = False) -> bool | None:
        """Can side `attacker` (0 or 1) force a win within so many plies? None if the nodes do not suffice.

        With `hope` everything unknown counts for the attacker: False means that there is no win, whatever
        comes into sight. Without it True means that there is one. The game comes back as it was.
        """
        self.evaluator.require(game)
        self.nodes = 0
        self.node_limit = nodes
        self.stopped = False
        self.hope = hope
        self.salt = mix(attacker + 1 + 2 * hope)
        found = self.settle(game, attacker, min(plies, LONGEST))
        game.check()
        return None if self.stopped else found

    def settle(self, game: Game, attacker: int, depth: int) -> bool:
        """The search itself, which gives up Python's lock."""
        base = game.widest  # the stack below is left to rules that list moves themselves
        with cython.nogil:
            found = self.wins(game, attacker, depth, 0, base, 0)
        return found

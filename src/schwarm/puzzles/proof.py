"""What makes a position a puzzle: one move wins, or saves, and every other one is refuted.

A proof tries all moves of both sides to the depth it states (prover.py). Nothing in it is left to chance or
unknown: games are proven without moves decided by chance, and wins and losses need no river that is not
in sight when the puzzle begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

from schwarm.bots import knowledge
from schwarm.games import Game, Move
from schwarm.games.mississippi_queen.rules import MississippiQueen
from schwarm.puzzles.horizon import RiverHorizon
from schwarm.puzzles.prover import Prover
from schwarm.puzzles.puzzle import Goal, Puzzle

# A question that costs more nodes is given up: what is worth showing is found in fewer.
NODES = {"hive": 1_000_000, "mississippi_queen": 60_000, "piranhas": 1_000_000, "protista": 400_000}
# So many plies beyond the solution's own length the alternatives are followed.
FURTHER = {"hive": 2, "mississippi_queen": 2, "piranhas": 0, "protista": 0}
PASSES = ("hive", "protista")  # games in which a side without a move passes
LONGEST_WIN = 5  # plies
LONGEST_LOSS = 4  # plies, the wrong move counted


class Undecided(Exception):
    """A proof would have cost more nodes than allowed."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What was proven of a position; `answer` is the only right move."""

    goal: Goal
    answer: Move
    plies: int
    depth: int


class Judge:
    """Proves and refutes for one game; it remembers what it found."""

    def __init__(self, game: str) -> None:
        self.prover = Prover(
            knowledge(game).evaluator(),
            horizon=RiverHorizon() if game == "mississippi_queen" else None,
            may_block=game not in PASSES,
        )
        self.further = FURTHER[game]
        self.limit = NODES[game]
        self.nodes = 0  # visited in all

    # --- single questions ------------------------------------------------------------------------
    def wins(self, game: Game, side: int, plies: int) -> bool:
        """Can this side force a win within so many plies? Undecided if that costs too much."""
        found = self.prover.forces(game, side, plies, nodes=self.limit)
        self.nodes += self.prover.nodes
        if found is None:
            raise Undecided
        return found

    def wins_by(self, game: Game, move: str, side: int, plies: int) -> bool:
        """The same after a move of either side, which counts as one of the plies."""
        code = move.code if isinstance(move, Move) else game.code_of(move)
        return game.after(code, lambda: self.wins(game, side, plies - 1))

    def shortest(self, game: Game, side: int, most: int) -> int | None:
        """Within how many plies a side can force a win; None if not within `most`."""
        return next((plies for plies in range(most + 1) if self.wins(game, side, plies)), None)

    # --- whole positions --------------------------------------------------------------------------
    def prove(self, game: Game) -> Proof | None:
        """What kind of puzzle a position is; None if it is none, or too costly to decide."""
        if game.finished():
            return None
        self.prover.begin(game)
        moves = choices(game)
        if len(moves) < 2:
            return None
        for prove in (self.prove_win, self.prove_save):
            with suppress(Undecided):
                proof = prove(game, moves)
                if proof is not None:
                    return proof
        return None

    def prove_win(self, game: Game, moves: Sequence[Move]) -> Proof | None:
        """Exactly one move wins, and no other one wins even a little later."""
        me = game.side
        plies = self.shortest(game, me, LONGEST_WIN)
        if plies is None:
            return None
        winners = [move for move in moves if self.wins_by(game, move, me, plies)]
        if len(winners) != 1:
            return None
        depth = plies + self.further
        for move in moves:
            if move != winners[0] and self.wins_by(game, move, me, depth):
                return None
        return Proof(Goal.WIN, winners[0], plies, depth)

    def prove_save(self, game: Game, moves: Sequence[Move]) -> Proof | None:
        """Every move but one loses, and that one does not lose even a little later."""
        enemy = 1 - game.side
        for plies in range(2, LONGEST_LOSS + 1):
            kept = [move for move in moves if not self.wins_by(game, move, enemy, plies)]
            if not kept:
                return None  # lost anyway
            if len(kept) == 1:
                depth = plies + self.further
                if self.wins_by(game, kept[0], enemy, depth):
                    return None
                return Proof(Goal.SAVE, kept[0], plies, depth)
        return None

    def holds(self, puzzle: Puzzle) -> bool:
        """Prove a puzzle again: is all that it says true?"""
        game = puzzle.start()
        proof = self.prove(game)
        if proof is None or not same_result(game, proof.answer, puzzle.answer):
            return False
        return (proof.goal, proof.plies, proof.depth) == (puzzle.goal, puzzle.plies, puzzle.depth)


def choices(game: Game) -> list[Move]:
    """The legal moves, one for each distinct result."""
    return game.distinct_moves() if isinstance(game, MississippiQueen) else game.legal_moves()


def same_result(game: Game, one: str, other: str) -> bool:
    """Do two legal moves lead to the same position?"""
    if one == other:
        return True
    return game.after(game.code_of(one), game.position) == game.after(game.code_of(other), game.position)


@cache
def _judge(game: str) -> Judge:
    return Judge(game)


def proven(puzzle: Puzzle) -> bool:
    """Prove a puzzle again, from nothing; in whatever process."""
    return _judge(puzzle.game).holds(puzzle)

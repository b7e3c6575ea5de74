"""What makes a position a puzzle: one move wins, or saves, and every other one is refuted.

A proof tries all moves of both sides to the depth it states (prover.py). Nothing in it is left to chance or
unknown: games are proven without moves decided by chance. A win or loss that is claimed needs no river that
is not in sight when the puzzle begins; one that is denied comes about on no river at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

from schwarm.bots import knowledge
from schwarm.game import Game, Move, rule_book
from schwarm.teaching.puzzles.prover import Prover
from schwarm.teaching.puzzles.puzzle import Goal, Puzzle, puzzle_rules

# A question that costs more nodes is given up: what is worth showing is found in fewer.
HOLD_NODES = 3_000_000  # for the long question whether a saving move holds
FURTHER_NODES = 3_000_000  # for all other moves of a win together
FURTHER = 2  # plies beyond a win's own length that the other moves are followed
HELD = 6  # plies beyond the loss of the other moves that a saving move holds


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

    def __init__(self, game: str, *, sees_all: bool = False) -> None:
        """`sees_all`: for games whose hidden parts, once in sight, are as they are and no longer unknown."""
        rules = puzzle_rules(game)
        self.prover = Prover(
            knowledge(game).evaluator(),
            horizon=None if rules.horizon is None or sees_all else rules.horizon(),
            may_block=not rule_book(game).passes,
        )
        self.limit = rules.nodes
        self.longest_win = rules.longest_win
        self.longest_loss = rules.longest_loss
        self.nodes = 0  # visited in all

    # --- single questions ------------------------------------------------------------------------
    def wins(
        self, game: Game, side: int, plies: int, *, hope: bool = False, nodes: int | None = None
    ) -> bool:
        """Can, with `hope` might, this side force a win within so many plies? Undecided if that is dear."""
        found = self.prover.forces(game, side, plies, nodes=nodes or self.limit, hope=hope)
        self.nodes += self.prover.nodes
        if found is None:
            raise Undecided
        return found

    def wins_by(self, game: Game, move: str, side: int, plies: int) -> bool:
        """The same after a move of either side, which counts as one of the plies."""
        code = move.code if isinstance(move, Move) else game.code_of(move)
        return game.after(code, lambda: self.wins(game, side, plies - 1))

    def might_win_by(self, game: Game, move: Move, side: int, plies: int, nodes: int | None = None) -> bool:
        """Can a side win after a move of either side, if what is unknown turns out well for it?"""
        return game.after(move.code, lambda: self.wins(game, side, plies - 1, hope=True, nodes=nodes))

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
        """Exactly one move wins so fast; `depth` is larger where no other one wins even a little later."""
        me = game.side
        plies = self.shortest(game, me, self.longest_win)
        if plies is None:
            return None
        winners = [move for move in moves if self.wins_by(game, move, me, plies)]
        if len(winners) != 1:
            return None
        others = [move for move in moves if move != winners[0]]
        if any(self.might_win_by(game, move, me, plies) for move in others):
            return None
        further = self.refuted(game, others, me, plies + FURTHER)
        return Proof(Goal.WIN, winners[0], plies, plies + FURTHER if further else plies)

    def refuted(self, game: Game, moves: Sequence[Move], side: int, plies: int) -> bool:
        """Is it certain, and found out at moderate cost, that none of these moves wins for a side?"""
        left = FURTHER_NODES
        for move in moves:
            try:
                if self.might_win_by(game, move, side, plies, left):
                    return False
            except Undecided:
                return False
            left -= self.prover.nodes
        return True

    def prove_save(self, game: Game, moves: Sequence[Move]) -> Proof | None:
        """Every move but one loses, and that one does not lose even much later."""
        enemy = 1 - game.side
        for plies in range(2, self.longest_loss + 1):
            kept = [move for move in moves if not self.wins_by(game, move, enemy, plies)]
            if not kept:
                return None  # lost anyway
            if len(kept) == 1:
                depth = plies + HELD
                if self.might_win_by(game, kept[0], enemy, depth, HOLD_NODES):
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
    return puzzle_rules(game.name).choices(game)


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

"""Solving a puzzle: is a move right, how does the enemy answer, and why not another move?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from math import gcd

from schwarm.game import Game
from schwarm.game.errors import GameError
from schwarm.teaching.puzzles.lines import defence, escape, is_right, refutation, still_wins
from schwarm.teaching.puzzles.proof import Judge, Undecided
from schwarm.teaching.puzzles.puzzle import Goal, NoPuzzles, Puzzle, find, shipped

FIRST_DAY = date(2026, 1, 1).toordinal()
STRIDE = 61  # neighbours in the list are alike in rating; so days go through it in long steps


@dataclass(frozen=True, slots=True)
class Try:
    """What came of a move: it was right or not, the puzzle is solved or not, and the enemy's answer."""

    right: bool
    solved: bool
    moves: tuple[str, ...]  # all made from the puzzle's position on, the answer included


@lru_cache(maxsize=4)
def _judge(game: str) -> Judge:
    return Judge(game, sees_all=True)


def judge_of(puzzle: Puzzle) -> Judge:
    """Somebody who proves and refutes what is asked about a puzzle, as it is seen when it is played.

    What was hidden has come into sight then, and is as it is: no move that wins may be called wrong.
    """
    judge = _judge(puzzle.game)
    judge.prover.begin(puzzle.start())
    return judge


def after(puzzle: Puzzle, moves: Sequence[str]) -> Game:
    """The puzzle's game after some moves; GameError if one cannot be made."""
    game = puzzle.start()
    for move in moves:
        game.play(move)
    return game


def attempt(game: str, name: str, moves: Sequence[str]) -> Try:
    """Judge the last of these moves from the puzzle's position on, and answer it if it is right."""
    puzzle = find(game, name)
    if not moves:
        raise NoPuzzles("expected a move to judge")
    position = after(puzzle, moves[:-1])
    made = len(moves) - 1
    side = puzzle.start().side
    if position.side != side or made >= puzzle.plies:
        raise GameError("expected a move of the side that solves the puzzle, before its line has ended")
    judge = judge_of(puzzle)
    left = puzzle.plies - made
    move = position.move_of(position.code_of(moves[-1]))
    right = is_right(puzzle, position, move) if not made else still_wins(judge, position, move, left)
    if not right:
        return Try(False, False, tuple(moves))
    played = [*moves[:-1], str(position.play(move))]
    if puzzle.goal is Goal.SAVE or position.finished():
        return Try(True, True, tuple(played))
    while not position.finished() and position.side != side:
        played.append(str(position.play(defence(judge, position, puzzle.plies - len(played)))))
    return Try(True, position.finished(), tuple(played))


def why_not(game: str, name: str, moves: Sequence[str]) -> tuple[str, ...]:
    """The line that refutes the last of these moves, which was wrong: it and what follows."""
    puzzle = find(game, name)
    if not moves or len(moves) > puzzle.plies:
        raise NoPuzzles("expected a wrong move to refute")
    position = after(puzzle, moves[:-1])
    position.code_of(moves[-1])
    judge = judge_of(puzzle)
    made = len(moves) - 1
    # At the start the wrong move was refuted deeper than the solution is long.
    plies = puzzle.plies - made if made or puzzle.goal is Goal.SAVE else puzzle.depth
    right = (
        is_right(puzzle, position, moves[-1])
        if not made
        else still_wins(judge, position, moves[-1], puzzle.plies - made)
    )
    if right:
        raise NoPuzzles("expected a wrong move to refute, not a right one")
    try:
        line = refutation(judge, puzzle, position, moves[-1], plies)
    except Undecided:  # too dear so deep: as deep as the solution it was proven at a moderate cost
        line = refutation(judge, puzzle, position, moves[-1], puzzle.plies - made)
    return tuple(map(str, line))


def whole_solution(game: str, name: str) -> tuple[str, ...]:
    """The right move and what follows: the win to its end, or how the side that was saved holds."""
    puzzle = find(game, name)
    if puzzle.goal is Goal.WIN:
        return puzzle.line
    position = after(puzzle, puzzle.line)
    if position.finished():
        return puzzle.line
    attacker = 1 - puzzle.start().side
    try:
        rest = escape(judge_of(puzzle), position, attacker, puzzle.plies)
    except (Undecided, StopIteration):  # too dear to look at: the right move alone
        return puzzle.line
    return (*puzzle.line, *map(str, rest))


def of_the_day(game: str, day: date) -> Puzzle:
    """The puzzle of a day: the same for everybody, another one every day until all have been shown.

    >>> from datetime import date
    >>> of_the_day("hive", date(2026, 5, 1)) == of_the_day("hive", date(2026, 5, 2))
    False
    """
    puzzles = shipped(game)
    stride = next(step for step in range(STRIDE, 2 * STRIDE) if gcd(step, len(puzzles)) == 1)
    return puzzles[(day.toordinal() - FIRST_DAY) * stride % len(puzzles)]


def themes_in(game: str) -> dict[str, int]:
    """The themes of a game's puzzles with how many there are, most frequent first."""
    counted: dict[str, int] = {}
    for puzzle in shipped(game):
        for theme in puzzle.themes:
            counted[theme] = counted.get(theme, 0) + 1
    return dict(sorted(counted.items(), key=lambda pair: (-pair[1], pair[0])))

"""Every move of shipped puzzles, tried: only the right one does what is asked, and every other is refuted."""

from collections.abc import Sequence

import pytest

from schwarm.game import Game, Move
from schwarm.teaching.puzzles import Goal, Puzzle, lines, puzzle_games, shipped
from schwarm.teaching.puzzles.proof import HELD, HOLD_NODES, Judge, choices, same_result
from schwarm.teaching.puzzles.solving import attempt, why_not
from tests.puzzles.test_prover import minimax

PLAIN = 2  # plies that are tried without any memory or order; where more are needed, the prover tries them
SAMPLE = 80  # of so many puzzles one is tried every day


@pytest.fixture(autouse=True)
def short_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which of the defender's moves is shown, of those that are proven to refute, decides nothing here."""
    monkeypatch.setattr(lines, "LOOK_NODES", 400)


def wins(judge: Judge, game: Game, move: Move, side: int, plies: int) -> bool:
    """Does a side win by force after this move, all of it seen as it is when the puzzle is played?"""
    if plies <= PLAIN:
        return game.after(move.code, lambda: minimax(game, side, plies - 1))
    return judge.wins_by(game, move, side, plies)


def faults(puzzle: Puzzle, judge: Judge) -> list[str]:
    """What is wrong with a puzzle, move by move."""
    game, found = puzzle.start(), []
    judge.prover.begin(game)
    me, enemy = game.side, 1 - game.side
    for move in choices(game):
        right = same_result(game, move, puzzle.answer)
        does = (
            wins(judge, game, move, me, puzzle.plies)
            if puzzle.goal is Goal.WIN
            else not wins(judge, game, move, enemy, puzzle.plies)
        )
        if does != right:
            found.append(f"{puzzle.name}: {move} is {'right' if does else 'wrong'}")
        if right and puzzle.goal is Goal.SAVE:
            if judge.might_win_by(game, move, enemy, puzzle.plies + HELD, 10 * HOLD_NODES):
                found.append(f"{puzzle.name}: {move} saves nothing")
        if not right:
            found += misjudged(puzzle, move, game.setup.book.sides[me])
    return found


def misjudged(puzzle: Puzzle, move: str, solver: str) -> list[str]:
    """What a page says of a wrong move that is not so."""
    if attempt(puzzle.game, puzzle.name, [move]).right:
        return [f"{puzzle.name}: {move} passes"]
    game = puzzle.start()
    for step in why_not(puzzle.game, puzzle.name, [move]):
        game.play(step)
    outcome = game.outcome()
    winner = None if outcome is None else outcome.winner
    refuted = winner != solver if puzzle.goal is Goal.WIN else winner not in (None, solver)
    return [] if refuted else [f"{puzzle.name}: {move} is not refuted"]


def all_faults(puzzles: Sequence[Puzzle]) -> list[str]:
    """What is wrong with puzzles of one game."""
    judge = Judge(puzzles[0].game, sees_all=True)
    return [fault for puzzle in puzzles for fault in faults(puzzle, judge)]


@pytest.mark.parametrize("game", puzzle_games())
def test_of_some_puzzles_every_move_is_judged_right(game: str) -> None:
    assert all_faults(shipped(game)[::SAMPLE]) == []


@pytest.mark.long
@pytest.mark.parametrize("game", puzzle_games())
def test_of_all_puzzles_every_move_is_judged_right(game: str) -> None:
    assert all_faults(shipped(game)) == []

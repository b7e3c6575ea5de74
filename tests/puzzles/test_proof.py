"""What makes a position a puzzle, and what does not."""

from dataclasses import replace

from schwarm.teaching.puzzles import Goal, shipped
from schwarm.teaching.puzzles.lines import winning_line
from schwarm.teaching.puzzles.proof import Judge, choices, same_result
from schwarm.teaching.puzzles.puzzle import start_at
from tests.puzzles.test_prover import NEARLY


def test_a_position_with_two_ways_to_win_is_no_puzzle() -> None:
    game = start_at("hive", NEARLY.replace("...a.....", "...aA...."))  # a second ant
    judge = Judge("hive")
    judge.prover.begin(game)
    winners = [move for move in choices(game) if judge.wins_by(game, move, 0, 1)]
    assert len(winners) > 1
    assert judge.prove(game) is None


def test_a_lone_legal_move_and_an_ended_game_are_no_puzzles() -> None:
    judge = Judge("hive")
    puzzle = next(one for one in shipped("hive") if "surround" in one.themes)
    game = puzzle.start()
    for move in puzzle.line:
        game.play(move)
    assert game.finished()
    assert judge.prove(game) is None
    top, bottom = (
        "....../......./......../........./..........",
        "........../........./......../......./......",
    )
    alone = start_at("hive", f"{top}/.....(qBB)Q..../{bottom} 9")
    assert len(choices(alone)) == 1
    assert judge.prove(alone) is None


def test_a_puzzle_that_says_something_else_does_not_hold() -> None:
    puzzle = next(one for one in shipped("hive") if one.goal is Goal.WIN and one.plies == 3)
    judge = Judge("hive")
    assert judge.holds(puzzle)
    other = next(str(move) for move in puzzle.start().legal_moves() if move != puzzle.answer)
    assert not judge.holds(replace(puzzle, line=(other,)))
    assert not judge.holds(replace(puzzle, goal=Goal.SAVE))
    assert not judge.holds(replace(puzzle, plies=puzzle.plies + 2))


def test_the_line_of_a_win_is_as_long_as_the_best_defence_makes_it() -> None:
    puzzle = next(one for one in shipped("hive") if one.goal is Goal.WIN and one.plies == 3)
    game = puzzle.start()
    judge = Judge("hive")
    judge.prover.begin(game)
    line = winning_line(judge, game, game.side, puzzle.plies)
    assert len(line) == puzzle.plies
    assert same_result(game, line[0], puzzle.answer)

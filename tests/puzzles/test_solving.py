"""Solving on the page and in the terminal."""

import gzip
import json
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from schwarm.cli import run
from schwarm.game import Game
from schwarm.game.errors import GameError, IllegalMove
from schwarm.teaching.puzzles import Goal, Puzzle, puzzle_games, shipped
from schwarm.teaching.puzzles.proof import Judge, Undecided
from schwarm.teaching.puzzles.puzzle import packed
from schwarm.teaching.puzzles.solving import attempt, of_the_day, whole_solution, why_not

WIN = next(one for one in shipped("hive") if one.goal is Goal.WIN and one.plies == 3)
SAVE = next(one for one in shipped("hive") if one.goal is Goal.SAVE)


def wrong(puzzle: Puzzle) -> str:
    return next(str(move) for move in puzzle.start().legal_moves() if move != puzzle.answer)


def test_the_right_move_is_answered_and_the_line_solves_it() -> None:
    found = attempt("hive", WIN.name, [WIN.answer])
    assert (found.right, found.solved, len(found.moves)) == (True, False, 2)
    last = attempt("hive", WIN.name, WIN.line)
    assert last.right
    assert last.solved


def test_a_wrong_move_is_wrong_and_its_refutation_can_be_played() -> None:
    for puzzle in (WIN, SAVE):
        move = wrong(puzzle)
        assert not attempt("hive", puzzle.name, [move]).right
        game = puzzle.start()
        for step in why_not("hive", puzzle.name, [move]):
            game.play(step)
        outcome = game.outcome()
        if puzzle.goal is Goal.SAVE:
            assert outcome is not None
            assert outcome.winner not in (None, puzzle.start().to_move)
        else:
            assert outcome is None or outcome.winner != puzzle.start().to_move


def test_a_move_is_refuted_also_where_the_whole_proof_would_take_too_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked, deep = Judge.wins, WIN.plies  # so deep only the refutation looks

    def wins(judge: Judge, game: Game, side: int, plies: int, **more: Any) -> bool:
        if plies >= deep:
            raise Undecided
        return asked(judge, game, side, plies, **more)

    monkeypatch.setattr(Judge, "wins", wins)
    move = wrong(WIN)
    line = why_not("hive", WIN.name, [move])
    assert line[0] == move
    assert len(line) > 1


def test_nonsense_is_refused() -> None:
    with pytest.raises(IllegalMove):
        attempt("hive", WIN.name, ["SKIP"])
    with pytest.raises(GameError, match="right one"):
        why_not("hive", WIN.name, [WIN.answer])
    with pytest.raises(GameError):
        attempt("hive", WIN.name, [])
    with pytest.raises(GameError):
        attempt("hive", "00000000", [WIN.answer])


@pytest.mark.parametrize("game", puzzle_games())
def test_every_day_has_another_puzzle_until_all_were_shown(game: str) -> None:
    first = date(2026, 3, 1)
    count = len(shipped(game))
    assert len({of_the_day(game, first + timedelta(days)).name for days in range(count)}) == count


def test_in_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from io import StringIO

    diary = tmp_path / "diary.json"
    typed = ["help", "nonsense", wrong(WIN), f"why {wrong(WIN)}", *WIN.line[::2], "quit"]
    monkeypatch.setattr("sys.stdin", StringIO("\n".join(typed) + "\n"))
    assert run(["puzzle", "hive", WIN.name, "--file", str(diary)]) == 0
    said = capsys.readouterr().out
    for word in ("wins within 3 plies", "is not it", "the win is gone", "Right.", "Solved.", "in a row: 0"):
        assert word in said
    assert json.loads(diary.read_text("utf-8"))["hive"]["solved"] == {WIN.name: False}
    monkeypatch.setattr("sys.stdin", StringIO(f"{SAVE.answer}\nhint\nhint\nanswer\nquit\n"))
    assert run(["puzzle", "hive", SAVE.name, "--file", str(diary)]) == 0
    said = capsys.readouterr().out
    assert "in a row: 1 (best 1)" in said
    assert "It is about:" in said
    assert "in a row: 0 (best 1)" in said


@pytest.mark.parametrize("game", puzzle_games())
def test_the_solution_plays_on_until_one_sees_why(game: str) -> None:
    for goal in Goal:
        puzzle = next(one for one in shipped(game) if one.goal is goal)
        line, position = whole_solution(game, puzzle.name), puzzle.start()
        solver = position.to_move
        assert line[0] == puzzle.answer
        for move in line:
            position.play(move)
        outcome = position.outcome()
        if goal is Goal.WIN:
            assert outcome is not None
            assert outcome.winner == solver
        else:
            assert len(line) > 1
            assert outcome is None or outcome.winner in (None, solver)


def test_themes_are_listed_and_strange_ones_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["puzzle", "hive", "--themes"]) == 0
    assert "surround" in capsys.readouterr().out
    assert run(["puzzle", "hive", "--theme", "castling"]) == 2
    assert "expected a theme of" in capsys.readouterr().err


def test_check_tells_what_does_not_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "some.jsonl.gz"
    file.write_bytes(packed([WIN, SAVE]))
    assert run(["puzzles", "check", "hive", "--file", str(file), "--processes", "1"]) == 0
    assert "2 of 2 puzzles proven" in capsys.readouterr().out
    said = json.loads(gzip.decompress(packed([WIN])))
    said["line"][0] = wrong(WIN)
    file.write_bytes(gzip.compress(json.dumps(said).encode()))
    assert run(["puzzles", "check", "hive", "--file", str(file), "--processes", "1"]) == 1
    assert f"{WIN.name} does not hold" in capsys.readouterr().out
    file.write_bytes(b"no puzzles")
    assert run(["puzzles", "check", "hive", "--file", str(file)]) == 2
    assert "expected a file of puzzles" in capsys.readouterr().err

"""`schwarm match`, `analyse`, `tune`, and the engine's bots."""

import io
import json
from pathlib import Path

import pytest

from schwarm.cli import run
from schwarm.cli.engine import Engine, serve
from schwarm.game import list_games, new_game


def talk(*requests: str) -> list[str]:
    answers = io.StringIO()
    serve(io.StringIO("".join(line + "\n" for line in requests)), answers)
    return answers.getvalue().splitlines()


def test_match_prints_a_result_with_its_interval(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = "match piranhas greedy random --games 2 --time 60000 --opening 50 --processes 1"
    assert run(arguments.split()) == 0
    text = capsys.readouterr().out
    assert "piranhas: greedy against random, 2 games" in text
    assert "0 late, 0 illegal" in text


def test_match_refuses_unknown_bots(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["match", "piranhas", "best", "worst", "--games", "2"]) == 2
    assert "expected a bot of" in capsys.readouterr().err


def test_analyse_prints_moves_with_scores(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["analyse", "piranhas", "--seed", "7", "--depth", "2", "--lines", "2"]) == 0
    text = capsys.readouterr().out
    assert "red to move" in text
    assert sum(move in text for move in new_game("piranhas", seed=7).legal_moves()) >= 2


@pytest.mark.compiled_only
def test_tune_writes_a_data_file(tmp_path: Path) -> None:
    out = tmp_path / "piranhas.json"
    arguments = "tune piranhas --rounds 1 --games 2 --nodes 5 --opening 40 --processes 1 --to"
    assert run([*arguments.split(), str(out)]) == 0
    assert set(json.loads(out.read_text("utf-8"))) == {"obtained", "weights", "search", "levels"}


@pytest.mark.parametrize("game", list_games())
@pytest.mark.parametrize("limit", ["ms 60", "depth 1", "sims 20"])
def test_the_engine_answers_with_a_legal_move(game: str, limit: str) -> None:
    answers = talk(f"newgame {game} seed=3", f"bestmove {limit}")
    assert answers[-1] == "ok"
    assert answers[-2].removeprefix("bestmove ") in new_game(game, seed=3).legal_moves()
    assert all(line.startswith("info depth ") for line in answers[1:-2])


@pytest.mark.parametrize("game", list_games())
def test_the_engine_keeps_what_it_found_earlier_in_the_game(game: str) -> None:
    answers = io.StringIO()
    engine = Engine(answers)
    engine.answer(f"newgame {game} seed=3")
    engine.answer("bestmove sims 100")
    move = answers.getvalue().splitlines()[-2].removeprefix("bestmove ")
    engine.answer(f"play {move}")
    engine.answer("bestmove sims 20")
    assert " nodes 20 " in answers.getvalue().splitlines()[-3]
    assert engine.forest is not None
    assert sum(tree.simulations for tree in engine.forest.trees) > 20
    engine.answer(f"newgame {game} seed=4")
    assert engine.forest is None


def test_the_engine_compares_moves() -> None:
    answers = talk("newgame piranhas seed=3", "analyse depth 2 lines 2")
    assert [line.split()[:5] for line in answers[1:-1]] == [
        ["info", "depth", "2", "line", "1"],
        ["info", "depth", "2", "line", "2"],
    ]


@pytest.mark.parametrize(
    "request_", ["bestmove", "bestmove ms", "bestmove ms x", "bestmove ms 0", "analyse for ever"]
)
def test_the_engine_refuses_bad_limits(request_: str) -> None:
    assert talk("newgame piranhas seed=3", request_)[1].startswith("err expected ")

"""`schwarm engine`: every request of docs/reference/engine-protocol.md; bad lines never end the program."""

import io
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schwarm.cli.engine import LONGEST_LINE, Engine, serve
from schwarm.game import list_games


def talk(*requests: str) -> list[str]:
    answers = io.StringIO()
    serve(io.StringIO("".join(line + "\n" for line in requests)), answers)
    return answers.getvalue().splitlines()


def test_games_are_listed() -> None:
    assert talk("games") == [*list_games(), "ok"]


def test_a_game_is_played_and_taken_back() -> None:
    assert talk("newgame piranhas seed=7", "play A1-A9", "turn", "undo", "turn", "perft 2") == [
        "ok", "A1-A9", "ok", "1 blue", "ok", "ok", "0 red", "ok", "1958", "ok",
    ]  # fmt: skip


@pytest.mark.parametrize("game", list_games())
def test_position_and_legal_moves_come_back(game: str) -> None:
    position, ok, *rest = talk(f"newgame {game} seed=3", "position", "legal")[1:]
    assert ok == "ok"
    assert rest[-1] == "ok"
    again = talk(f"newgame {game} seed=3 position {position}", "position", "legal")[1:]
    assert again == [position, ok, *rest]


def test_options_and_profiles_are_set_and_listed() -> None:
    assert "profile official" in talk("options piranhas")
    assert talk("newgame piranhas profile=official rounds=1 seed=1", "outcome") == ["ok", "running", "ok"]


def test_outcome_names_winner_reason_and_numbers() -> None:
    position = "1........./4........4" + "/.........." * 8 + " 60 -"
    assert talk(f"newgame piranhas position {position}", "outcome") == [
        "ok", "winner none", "reason equal swarms", "score red 1 1", "score blue 1 1", "ok",
    ]  # fmt: skip


def test_a_record_is_a_line_of_json() -> None:
    line = talk("newgame piranhas seed=7", "play A1-A9", "record")[3]
    assert json.loads(line)["plies"] == [["A1-A9", None, None]]


@pytest.mark.parametrize(
    "request_line",
    ["play A1-A2", "nonsense", "newgame chess", "newgame piranhas rounds", "newgame piranhas 'x", "perft x",
     "newgame piranhas seed=x", "newgame", "undo", "newgame piranhas seed=" + "9" * 5000,
     "bestmove ms " + "9" * 5000, "analyse ms 1 lines " + "9" * 5000, "perft \u00b2",
     "newgame piranhas name=x", "newgame piranhas position=x",
     "x" * (LONGEST_LINE + 5), "do_help", "__init__", "options x"],
)  # fmt: skip
def test_a_bad_line_is_answered_with_one_err_line(request_line: str) -> None:
    answers = talk(request_line, "newgame piranhas seed=7", request_line, "turn")
    assert answers[0].startswith("err ")
    assert answers[-2:] == ["0 red", "ok"]


def test_quit_ends_the_conversation() -> None:
    assert talk("quit", "games") == ["ok"]


@settings(max_examples=200)
@given(
    st.lists(
        st.one_of(
            st.text(max_size=30),
            st.sampled_from(Engine.verbs()).flatmap(
                lambda verb: st.text(max_size=20).map(lambda rest: f"{verb} {rest}")
            ),
        )
    )
)
def test_any_lines_are_answered(lines: list[str]) -> None:
    answers = io.StringIO()
    engine = Engine(answers)
    engine.answer("newgame piranhas seed=1")
    for line in lines:
        said = len(answers.getvalue().splitlines())
        engine.answer(line.replace("perft", "prft").strip())
        added = answers.getvalue().splitlines()[said:]
        assert not added or added[-1] == "ok" or added[-1].startswith("err ")

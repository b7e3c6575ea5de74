"""`schwarm play` as a person at the terminal meets it: a real process fed with typed lines."""

from pathlib import Path

import pytest

from schwarm.games import names, new_game
from schwarm.games.record import Record, replay
from tests.cli.test_commands import schwarm


def test_a_person_plays_asks_and_leaves() -> None:
    done = schwarm(
        "play", "piranhas", "--seed", "7", "--bot", "random",
        feed="help\nmoves A1\nposition\nA4-B4\nnonsense\nA4-C4\nundo\nmoves Z\nquit\n",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "take your last move back" in done.stdout
    assert "A1-A9\nA1-C1\nA1-C3\n" in done.stdout
    assert "M2 there are 2 fish on the line" in done.stdout
    assert "expected a move such as A4-C4, not 'nonsense'" in done.stdout
    assert "random plays " in done.stdout
    assert "no legal move begins with 'Z'" in done.stdout
    assert done.stdout.rstrip().endswith("ply 0, red to move")


def test_nobody_at_the_terminal_sees_the_river_ahead() -> None:
    secret = new_game("mississippi_queen", seed=7).position().split("/")
    shown = schwarm("show", "mississippi_queen", "--seed", "7").stdout
    asked = schwarm("play", "mississippi_queen", "--seed", "7", feed="position\nquit\n").stdout
    for text in (shown, asked):
        assert "/".join(secret[:2]) + "/?/?/?/?/?/? -1,1,0,1,6,0,1" in text
        assert not any(segment in text for segment in secret[2:])


def test_undo_without_a_move_is_refused_and_the_game_goes_on() -> None:
    done = schwarm("play", "piranhas", "--side", "both", feed="undo\nboard\n")
    assert done.returncode == 0
    assert "nothing to take back" in done.stdout


def test_a_hint_is_a_legal_move() -> None:
    done = schwarm("play", "piranhas", "--seed", "7", "--time", "50", feed="hint\nquit\n")
    hint = next(line for line in done.stdout.splitlines() if "hint: " in line).split("hint: ")[1]
    assert hint in schwarm("moves", "piranhas", "--seed", "7").stdout.splitlines()


@pytest.mark.compiled_only
@pytest.mark.parametrize("game", names())
def test_bots_play_a_whole_game_and_its_record_replays(game: str, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    done = schwarm("play", game, "--side", "none", "--bot", "random", "--seed", "2", "--record", str(file))
    assert done.returncode == 0, done.stderr
    record = Record.from_json(file.read_text())
    assert set(record.seats.values()) == {"random"}
    assert replay(record).finished()


def test_resigning_is_recorded(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    schwarm("play", "piranhas", "--seed", "1", "--record", str(file), feed="resign\n")
    end = Record.from_json(file.read_text()).end
    assert end is not None
    assert (end.winner, end.reason) == ("blue", "resigned")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--side", "green"], "expected --side red, blue, both or none"),
        (["--bot", "eleven"], "expected a bot of random"),
        (["--record", "no/such/folder/x"], "no/such/folder/x: No such file or directory"),
    ],
)
def test_impossible_wishes_are_refused_with_one_line(arguments: list[str], said: str) -> None:
    done = schwarm("play", "piranhas", *arguments, feed="quit\n")
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1

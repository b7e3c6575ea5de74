"""`schwarm play` as a person at the terminal meets it: a real process fed with typed lines."""

import os
import pty
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from schwarm.cli.listing import completions, listed
from schwarm.cli.terminal import legend_lines
from schwarm.game import list_games, new_game, rule_book
from schwarm.game.record import Record, replay
from tests.cli.test_commands import schwarm
from tests.waiting import PATIENCE_S


def test_a_person_plays_asks_and_leaves() -> None:
    done = schwarm(
        "play", "piranhas", "--seed", "7", "--bot", "random",
        feed="help\nmoves a1\nposition\nA4-B4\nnonsense\nA4-C4\nundo\nmoves Z\nquit\n",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "take your last move back" in done.stdout
    assert "A1 fish 3  A1-A9  A1-C1  A1-C3\n" in done.stdout
    assert "M2 there are 2 fish on the line" in done.stdout
    assert "expected a move such as A4-C4, not 'nonsense'" in done.stdout
    assert "you (red) against random (blue)" in done.stdout
    assert "random (blue) plays " in done.stdout
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
@pytest.mark.parametrize("game", list_games())
def test_bots_play_a_whole_game_and_its_record_replays(game: str, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    done = schwarm("play", game, "--side", "none", "--bot", "random", "--seed", "2", "--record", str(file))
    assert done.returncode == 0, done.stderr
    record = Record.from_json(file.read_text("utf-8"))
    assert set(record.seats.values()) == {"random"}
    assert replay(record).finished()


def test_resigning_is_recorded(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    schwarm("play", "piranhas", "--seed", "1", "--record", str(file), feed="resign\n")
    end = Record.from_json(file.read_text("utf-8")).end
    assert end is not None
    assert (end.winner, end.reason) == ("blue", "resigned")
    assert end.scores["red"] == (0, 0), "as the referee says"
    assert end.scores["blue"][0] == 2
    done = schwarm("convert", str(file), "--to", str(tmp_path / "replay.xml"))
    assert done.returncode == 0, done.stderr


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
    assert done.stdout == "", "refused before the game began"
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_rules_and_legend_can_be_asked_for() -> None:
    done = schwarm("play", "piranhas", feed="rules M2\nrules Z9\nlegend\nquit\n")
    assert f"M2  {rule_book('piranhas').rules['M2']}"[:60] in done.stdout
    assert "expected a rule of " in done.stdout
    assert done.stdout.count("r3  red fish of weight 3") == 2, "at the start and when asked for"


def test_a_person_may_have_a_name(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    schwarm("play", "hive", "--name", "Ada", "--record", str(file), feed="quit\n")
    assert Record.from_json(file.read_text("utf-8")).seats == {"red": "Ada", "blue": "3"}


@pytest.mark.parametrize("game", list_games())
def test_both_sides_differ_without_colour(game: str) -> None:
    """What stands for a piece of one side stands for none of the other."""
    played = new_game(game, seed=7)
    for _ in range(6):
        played.play(played.legal_moves()[0])
    book = rule_book(game)
    signs: dict[str, set[str]] = {side: set() for side in book.sides}
    hues = {
        "blokus": ("blue", "yellow"),
        "hive": ("red", "blue"),
        "mississippi_queen": ("red", "blue"),
        "piranhas": ("red", "blue"),
        "protista": ("white", "blue"),
    }[game]
    for line in played.drawing():
        for text, style in line:
            for side, hue in zip(book.sides, hues, strict=True):
                if f"bold {hue}" in style.replace("reverse ", ""):
                    signs[side].add(text.strip())
    first, second = (signs[side] for side in book.sides)
    assert first
    assert second
    assert not first & second


@pytest.mark.parametrize("game", list_games())
def test_moves_and_legend_fit_eighty_columns(game: str) -> None:
    opened = new_game(game, seed=7)
    lines = listed(opened) + listed(opened, everything=True) + legend_lines(opened.setup.book, 80)
    assert max(map(len, lines)) <= 80
    told = set(re.split(r"  +", "  ".join(listed(opened, everything=True))))
    assert told.issuperset(map(str, opened.legal_moves()))


@pytest.mark.parametrize("game", list_games())
def test_tables_of_games_fit_eighty_columns(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    done = schwarm("games", game)
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert all(f" {option.name} " in done.stdout for option in rule_book(game).options)


def test_many_moves_are_told_by_group_first() -> None:
    lines = listed(new_game("mississippi_queen", seed=7))
    assert len(lines) < 15
    assert "1498 moves" in lines[-1]


@pytest.mark.parametrize("game", list_games())
def test_completing_part_by_part_leads_to_a_move(game: str) -> None:
    moves = new_game(game, seed=7).legal_moves()
    text = ""
    while text not in moves:
        offered = completions(moves, text)
        assert offered
        assert all(move.startswith(text) and len(move) > len(text) for move in offered)
        text = offered[0]


def test_tab_completes_a_move_and_arrows_bring_lines_back() -> None:
    """On a terminal of its own: what is typed, what Tab makes of it, what the arrow key brings back."""
    pytest.importorskip("readline")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "schwarm.cli", "play", "piranhas", "--seed", "7", "--side", "both"]
    game = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env={**os.environ, "TERM": "dumb"}
    )
    os.close(theirs)
    seen = ""

    def until(text: str) -> None:
        nonlocal seen
        deadline = time.monotonic() + PATIENCE_S
        while text not in seen and time.monotonic() < deadline:
            seen += os.read(ours, 65536).decode(errors="replace")
        assert text in seen
        seen = seen.split(text, 1)[1]

    until("red> ")
    os.write(ours, b"a1-a\t")
    until("A1-A9")
    os.write(ours, b"\n")
    until("blue> ")
    os.write(ours, b"position\n")
    until(" 1 -")
    until("blue> ")
    os.write(ours, b"\x10\n")  # Ctrl-P, as the arrow up
    until("position")
    until(" 1 -")
    os.write(ours, b"quit\n")
    assert game.wait(PATIENCE_S) == 0
    os.close(ours)

"""The command line as a person meets it: a real process, its output, its exit code."""

import subprocess
import sys

import pytest

from schwarm.cli import COMMANDS, run
from schwarm.game import list_games
from tests.waiting import PATIENCE_S


def schwarm(*arguments: str, feed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "schwarm.cli", *arguments],
        input=feed,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE_S,
    )


def test_help_lists_every_command() -> None:
    done = schwarm("--help")
    assert done.returncode == 0
    assert all(f"  {name} " in done.stdout for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([name, "--help"]) == 0
    said = capsys.readouterr()
    assert f"schwarm {name}" in said.out
    assert said.err == ""


def test_version_tells_whether_it_is_compiled() -> None:
    assert "schwarm 0." in schwarm("--version").stdout


def test_help_imports_nothing_heavy() -> None:
    heavy = "{'typer', 'rich', 'enum', 're'}"
    code = f"import schwarm.cli; schwarm.cli.run(['--help']); print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}; {code}"],
        capture_output=True,
        encoding="utf-8",
    )
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("game", list_games())
def test_show_draws_a_board_and_its_text(game: str) -> None:
    done = schwarm("show", game, "--seed", "7")
    assert done.returncode == 0
    assert "to move" in done.stdout
    assert "seed 7" in done.stdout


@pytest.mark.parametrize("game", list_games())
def test_moves_lists_one_a_line_and_perft_counts_them(game: str) -> None:
    moves = schwarm("moves", game, "--seed", "7").stdout.splitlines()
    counted = schwarm("perft", game, "1", "--seed", "7").stdout
    assert f"depth 1: {len(moves)} " in counted


def test_perft_divided_adds_up() -> None:
    lines = schwarm("perft", "piranhas", "2", "--seed", "7", "--divide", "--threads", "2").stdout.splitlines()
    assert sum(int(line.split(": ")[1]) for line in lines) == 1958


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nonsense"], "expected a command of"),
        (["show", "chess"], "expected a game of"),
        (["show", "piranhas", "--position", "x"], "expected three fields"),
        (["moves", "piranhas", "-o", "rounds=0"], "option rounds: expected a number from 1 to 500"),
        (["moves", "piranhas", "-o", "rounds"], "expected an option as KEY=VALUE"),
        (["moves", "piranhas", "-o", "speed=9"], "expected an option of"),
        (["moves", "piranhas", "--profile", "mine"], "expected a profile of"),
        (["moves", "piranhas", "--seed", "-1"], "expected a seed from 0"),
        (["perft", "piranhas", "-3"], ""),
        (["perft", "piranhas", "many"], "DEPTH"),
        (["show"], "GAME"),
        (["show", "piranhas", "--sed", "1"], "--sed"),
    ],
)
def test_bad_input_gets_one_clear_line_and_exit_code_2(arguments: list[str], said: str) -> None:
    done = schwarm(*arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("schwarm: ")


def test_a_closed_pipe_is_no_error() -> None:
    done = subprocess.run(
        f"{sys.executable} -m schwarm.cli moves piranhas --seed 1 | true",
        shell=True,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.stderr == ""


def test_bench_prints_a_row_for_the_game() -> None:
    done = schwarm("bench", "piranhas", "--seconds", "0.05")
    assert done.returncode == 0
    assert "2,118" in done.stdout

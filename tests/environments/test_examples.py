"""The programs that learn, run in small: they play, they learn, they say how strong they are."""

import re
import subprocess
import sys

import pytest

from tests import ROOT

pytestmark = [pytest.mark.long, pytest.mark.compiled_only]


def run(program: str, *words: str) -> str:
    pytest.importorskip("torch", reason="torch is not installed")
    command = [sys.executable, str(ROOT / "examples" / program), *words, "--device", "cpu"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_ppo_learns_and_is_measured() -> None:
    told = run(
        "learn_ppo.py", "piranhas", "--option", "rounds=2", "--steps", "4096", "--games", "32",
        "--width", "16", "--matches", "4", "--simulations", "8", "--threads", "1",
    )  # fmt: skip
    assert told.startswith("piranhas: "), "the first line comes before it learns"
    assert re.search(r"4,096 steps: random \d+% .*, greedy \d+%", told), told


@pytest.mark.parametrize("game", ["piranhas", "protista"])
def test_alphazero_learns_and_is_measured(game: str) -> None:
    option = "rounds=2" if game == "piranhas" else "turn_limit=4"
    told = run(
        "alphazero.py", game, "--option", option, "--games", "6", "--simulations", "5", "--width", "16",
        "--iterations", "3", "--moves", "12", "--matches", "4" if game == "piranhas" else "0",
    )  # fmt: skip
    assert re.search(r"3 iterations, +\d+ positions", told), told
    assert ("greedy" in told) == (game == "piranhas")


def test_alphazero_has_no_more_than_two_hundred_lines() -> None:
    assert len((ROOT / "examples" / "alphazero.py").read_text().splitlines()) <= 200

"""`schwarm play` against whoever the grammar of players names: a program, a Python function."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT
from tests.waiting import PATIENCE_S

MY_BOT = ROOT / "examples" / "my_bot.py"


@pytest.mark.parametrize(
    "player", ["beside:think", f"{sys.executable} {MY_BOT}"], ids=["function", "program"]
)
def test_a_person_plays_against_a_function_and_a_program(player: str, tmp_path: Path) -> None:
    (tmp_path / "beside.py").write_text("def think(game, budget_ms):\n    return game.legal_moves()[0]\n")
    command = [sys.executable, "-m", "schwarm", "play", "piranhas", "--seed", "7", "-o", "rounds=1"]
    played = subprocess.run(
        [*command, "--against", player],
        input="A4-C4\n",
        capture_output=True,
        encoding="utf-8",
        cwd=tmp_path,
        timeout=PATIENCE_S,
    )
    assert "(blue) plays " in played.stdout, played.stderr
    assert "Traceback" not in played.stderr


def test_a_player_that_cannot_play_is_refused_before_the_first_move(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "schwarm", "play", "piranhas", "--against", "./nobody"]
    refused = subprocess.run(
        command, input="", capture_output=True, encoding="utf-8", cwd=tmp_path, timeout=PATIENCE_S
    )
    assert refused.returncode != 0
    assert "there is no such file" in refused.stderr

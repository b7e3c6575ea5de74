"""The clients in JavaScript that docs/tutorials/first-bot.md gives away: both play by the rules."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from schwarm.contest.wire import season_of_game
from schwarm.game import new_game
from tests import ROOT
from tests.cli.test_commands import schwarm

EXAMPLES = ROOT / "examples"
pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
LETTERS = {"ONE_S": "1", "ONE_M": "2", "ONE_L": "3", "TWO_S": "4", "TWO_M": "5", "TWO_L": "6"}


def fields(position: str) -> list[list[str]]:
    """A position as the client keeps it: rows from below, each field as the protocol says it."""
    words = {letter: word for word, letter in LETTERS.items()} | {".": "EMPTY", "#": "SQUID"}
    return [[words[letter] for letter in row] for row in position.split(" ")[0].split("/")]


def test_the_client_knows_the_rules() -> None:
    assert season_of_game("piranhas").game_type == "swc_2026_piranhas"
    assert "swc_2026_piranhas" in (EXAMPLES / "client.js").read_text("utf-8")
    game = new_game("piranhas", seed=3)
    boards, expected = [], []
    for number in range(12):
        boards.append([fields(game.position()), "ONE" if game.to_move == "red" else "TWO"])
        expected.append(sorted(map(str, game.legal_moves())))
        game.play(game.legal_moves()[7 * number % len(game.legal_moves())])
    code = (
        "const client = require(process.argv[1]);"
        "const name = (x, y) => 'ABCDEFGHIJ'[x] + y;"
        "console.log(JSON.stringify(JSON.parse(process.argv[2]).map(([board, team]) =>"
        "client.legalMoves(board, team).map((m) => `${name(m.x, m.y)}-${name(m.goalX, m.goalY)}`).sort())));"
    )
    done = subprocess.run(
        ["node", "-e", code, str(EXAMPLES / "client.js"), json.dumps(boards)],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert json.loads(done.stdout) == expected


def test_the_client_of_one_game_says_so_in_another() -> None:
    played = schwarm("match", "blokus", f"node {EXAMPLES / 'client.js'}", "random", "--games", "1")
    assert "This client plays piranhas; the server plays another game." in played.stdout
    assert "TypeError" not in played.stdout


def test_the_client_plays_matches_without_a_fault() -> None:
    done = schwarm("match", "piranhas", f"node {EXAMPLES / 'client.js'}", "random", "--games", "2")
    assert done.returncode == 0, done.stderr
    assert "0 late, 0 illegal" in done.stdout
    assert "lost by" not in done.stdout


def test_a_client_without_a_server_says_so() -> None:
    done = subprocess.run(
        ["node", str(EXAMPLES / "client.js"), "-h", "127.0.0.1", "-p", "1"],
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 1
    assert done.stderr.startswith("expected a contest server at 127.0.0.1 port 1: ")


def test_the_engine_client_plays_a_whole_game(tmp_path: Path) -> None:
    program = tmp_path / "schwarm"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m schwarm.cli "$@"\n')
    program.chmod(0o755)
    done = subprocess.run(
        ["node", str(EXAMPLES / "engine_client.js"), "piranhas", "7"],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"},
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert re.match(r"red plays \S+$", lines[0])
    assert re.search(r"^winner (red|blue|none), reason .*, score red \d+ \d+, score blue \d+ \d+$", lines[-1])

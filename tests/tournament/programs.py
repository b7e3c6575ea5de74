"""Foreign programs for the tests: small folders with a start script, as teams upload them."""

from __future__ import annotations

import atexit
import compileall
import functools
import os
import py_compile
import shutil
import sys
import tempfile
import zipfile
from pathlib import Path

import schwarm
from schwarm.game import list_games

# The interpreter itself: a sandbox does not show the virtual environment.
PYTHON = os.path.realpath(getattr(sys, "_base_executable", sys.executable))
PLAYER = """
import os, sys, time
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "library"))
from schwarm.contest.client import Client, SeatRequest

words = dict(zip(sys.argv[1::2], sys.argv[2::2]))
asked = 0


def think(game, budget_ms):
    global asked
    asked += 1
    {misdeed}
    return game.legal_moves()[0]


print("hello", flush=True)
with Client("piranhas", words["-h"], int(words["-p"])) as client:
    client.play(SeatRequest(reservation=words["-r"]), think)
print("goodbye", flush=True)
"""
MISDEEDS = {
    "behaves": "pass",
    "crashes": "asked > 2 and os.abort()",
    "hangs": "asked > 2 and time.sleep(600)",
    "floods": "asked > 2 and [print('glub ' * 100_000) for _ in range(1_000)]",
    "cheats": "return 'A1-B1' if asked > 2 else game.legal_moves()[0]",
    "talks": "print('to stdout', flush=True); print('to stderr', file=sys.stderr, flush=True)",
    "explains": "moves = game.legal_moves(); print(f'{len(moves)} moves, I take {moves[0]}', flush=True)",
    "ends": "asked > 2 and sys.exit(0)",
}


# What a player never asks for; without it a start takes a tenth of the time.
LEFT_OUT = (
    *("classroom", "cli", "environments", "lab", "learning", "ratings", "store", "teaching", "testing"),
    *("tournament", "web", "workers", "page", "presets", "data", "__pycache__", "*.c"),
    *(game for game in list_games() if game != "piranhas"),
)


@functools.cache
def library() -> Path:
    """The rules and the client as this process has them, compiled where they are, with their bytecode."""
    place = Path(tempfile.mkdtemp(prefix="library-"))
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    left_out = LEFT_OUT if schwarm.compiled() else (*LEFT_OUT, "*.so")
    shutil.copytree(
        Path(schwarm.__file__).parent, place / "schwarm", ignore=shutil.ignore_patterns(*left_out)
    )
    kept = py_compile.PycInvalidationMode.UNCHECKED_HASH  # a ZIP rounds the times of files
    compileall.compile_dir(place, quiet=2, invalidation_mode=kept)
    return place


def team(folder: Path, misdeed: str = "behaves") -> Path:
    """A team's folder with `start.sh`, a player that misbehaves in its own way, and its library."""
    folder.mkdir(parents=True)
    (folder / "player.py").write_text(PLAYER.format(misdeed=MISDEEDS[misdeed]))
    start = folder / "start.sh"
    start.write_text(f'#!/bin/sh\ncd "$(dirname "$0")"\nexec {PYTHON} player.py "$@"\n', newline="\n")
    start.chmod(0o755)
    shutil.copytree(library(), folder / "library")
    return start


def upload(path: Path, folder: Path) -> Path:
    """A ZIP of a team's folder, with the folder's name inside."""
    with zipfile.ZipFile(path, "w") as archive:
        for file in folder.rglob("*"):
            archive.write(file, file.relative_to(folder.parent))
    return path

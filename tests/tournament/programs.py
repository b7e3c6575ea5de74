"""Foreign programs for the tests: small folders with a start script, as teams upload them."""

from __future__ import annotations

import os
import shutil
import sys
import zipfile
from pathlib import Path

import schwarm

# The interpreter itself: a sandbox does not show the virtual environment.
PYTHON = os.path.realpath(getattr(sys, "_base_executable", sys.executable))
PLAYER = """
import os, sys, time
os.environ["SCHWARM_PURE"] = "1"
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
    "ends": "asked > 2 and sys.exit(0)",
}


def team(folder: Path, misdeed: str = "behaves") -> Path:
    """A team's folder with `start.sh`, a player that misbehaves in its own way, and its library."""
    folder.mkdir(parents=True)
    (folder / "player.py").write_text(PLAYER.format(misdeed=MISDEEDS[misdeed]))
    start = folder / "start.sh"
    start.write_text(f'#!/bin/sh\ncd "$(dirname "$0")"\nexec {PYTHON} player.py "$@"\n')
    start.chmod(0o755)
    source = Path(schwarm.__file__).parent
    ignored = shutil.ignore_patterns("*.so", "*.c", "__pycache__", "static", "presets", "web", "data")
    shutil.copytree(source, folder / "library" / "schwarm", ignore=ignored)
    return start


def upload(path: Path, folder: Path) -> Path:
    """A ZIP of a team's folder, with the folder's name inside."""
    with zipfile.ZipFile(path, "w") as archive:
        for file in folder.rglob("*"):
            archive.write(file, file.relative_to(folder.parent))
    return path

"""Foreign programs for tests of whoever hosts them: small scripts that anybody could have written."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import schwarm

# The interpreter itself: a sandbox does not show the virtual environment.
PYTHON = os.path.realpath(getattr(sys, "_base_executable", sys.executable))
CONNECT = """
import argparse, os, socket, subprocess, sys, time
options = argparse.ArgumentParser(add_help=False)
options.add_argument("-h"); options.add_argument("-p", type=int); options.add_argument("-r")
given = options.parse_args()
def join():
    server = socket.create_connection((given.h, given.p))
    server.sendall(f'<protocol><joinPrepared reservationCode="{given.r}"/>'.encode())
    return server
"""
HONEST = f"""
sys.path.insert(0, {str(Path(schwarm.__file__).parents[1])!r})
from schwarm.contest.client import Client, SeatRequest
def think(game, budget_ms):
    PAUSE
    return game.legal_moves()[0]
with Client("piranhas", given.h, given.p) as client:
    client.play(SeatRequest(reservation=given.r), think)
"""
# What programs do instead of playing, and what is told of it.
NO_SHOWS = {
    "never connects": ("time.sleep(600)", "never came (did not connect within 3 s)"),
    "exits at once": ("sys.exit('no engine here')", "never came (ended with code 1: no engine here)"),
    "joins and closes": ("join().close()", "left"),
}


def program(folder: Path, body: str, name: str = "player.py") -> str:
    """A program in a folder, as a player of the one grammar."""
    script = folder / name
    script.write_text(f"#!{PYTHON}\n{CONNECT}{body}\n")
    script.chmod(0o755)
    return f"./{name}"


def honest(folder: Path, pause_s: float = 0.0, name: str = "player.py") -> str:
    """One that plays, and takes its time over each move."""
    return program(folder, HONEST.replace("PAUSE", f"time.sleep({pause_s})"), name)

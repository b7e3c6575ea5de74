"""Try an installed wheel in its empty environment: `python try_wheel.py`, with the Python that has it.

Version, counts of moves in five games, a match against an own bot, and the page. It imports nothing of ours.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.request import urlopen

COUNTS = {  # game -> depth, sequences of moves from the start of seed 7
    "blokus": (3, 16_400_304),
    "hive": (3, 136_410),
    "mississippi_queen": (2, 2_816_800),
    "piranhas": (3, 92_347),
    "protista": (3, 749_105),
}
START_S = 120.0
BOT = """from schwarm.contest.program import ContestBot

class MyBot(ContestBot):
    game = "piranhas"

    def choose(self, game, budget_ms):
        return game.legal_moves()[0]

if __name__ == "__main__":
    raise SystemExit(MyBot().main())
"""


def schwarm(folder: str, *arguments: str) -> str:
    """Run a command in a folder; what it prints."""
    done = subprocess.run(
        [sys.executable, "-m", "schwarm", *arguments],
        cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, encoding="utf-8", check=True,
    )  # fmt: skip
    return done.stdout


def expect(found: object, expected: object, what: str) -> None:
    """End with one line if something is not as it should be."""
    print(f"{what}: {found}", flush=True)
    if found != expected:
        sys.exit(f"expected {expected!r}")


def try_page(folder: str) -> None:
    """Start the page, load it, ask it for its games, and end it."""
    process = subprocess.Popen(
        [sys.executable, "-m", "schwarm", "up", "--port", "0", "--contest", "0", "--store", "games.db"],
        cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, encoding="utf-8",
    )  # fmt: skip
    try:
        assert process.stdout is not None
        address = next(word for line in process.stdout for word in line.split() if word.startswith("http"))
        address = address.rstrip("/")
        expect(_get(f"{address}/")[0], "text/html; charset=utf-8", "page")
        books = json.loads(_get(f"{address}/api/games")[1])
        expect([book["name"] for book in books], list(COUNTS), "games")
        kind = _get(f"{address}/static/icon.svg")[0].partition(";")[0]
        expect(kind, "image/svg+xml", "picture")
    finally:
        process.terminate()
        process.wait(START_S)


def _get(address: str) -> tuple[str, bytes]:
    """The type and the content of an address."""
    with urlopen(address, timeout=START_S) as answer:
        return answer.headers["content-type"], answer.read()


def main() -> None:
    """All of it, in a folder that is removed afterwards."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        os.environ |= {"LANGUAGE": "en", "XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder}
        version = schwarm(folder, "--version")
        expect("(compiled)" in version, True, version.strip())
        for game, (depth, count) in COUNTS.items():
            last = schwarm(folder, "perft", game, str(depth), "--seed", "7").splitlines()[-1]
            expect(int(last.split()[2].replace(",", "")), count, f"{game} {depth}")
        Path(folder, "my_bot.py").write_text(BOT, encoding="utf-8")
        said = schwarm(folder, "match", "piranhas", "my_bot.py", "random", "--games", "2")
        expect("0 late, 0 illegal" in said, True, "match")
        try_page(folder)


if __name__ == "__main__":
    main()

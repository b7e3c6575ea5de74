"""Piranhas against socha, the contest's Python package: the same game, its rules in Rust."""

import subprocess
import sys
from statistics import median
from time import perf_counter

from bench.compare import ROUNDS, Candidate, Row, compare, peer_python


def measure() -> list[Row]:
    """Calls from Python, work inside the core, and the cost of an import."""
    python = peer_python("socha==4.3.9")
    ours = Candidate("bench.peers.ours_piranhas")
    socha = Candidate("bench.peers.socha_piranhas", python)
    rows = [
        compare("legal_moves from Python", (ours, "legal_lists"), (socha, "legal_lists"), "socha", 20),
        compare("plies of a Python loop", (ours, "python_plies"), (socha, "python_plies"), "socha", 20),
        compare("random games in the core", (ours, "random_games"), (socha, "random_games"), "socha", 60),
        compare("perft nodes (4; peer 3)", (ours, "perft_4"), (socha, "perft_3"), "socha", 80),
        import_cost(),
    ]
    for candidate in (ours, socha):
        candidate.close()
    return rows


def import_cost() -> Row:
    """`import schwarm` as starts a second, beside a bare interpreter; at most three times as long."""

    def seconds(code: str) -> float:
        began = perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return perf_counter() - began

    rounds = [(seconds("import schwarm"), seconds("pass")) for _ in range(3 * ROUNDS)]
    ours, bare = (median(times) for times in zip(*rounds, strict=True))
    return Row("import schwarm, starts", 1 / ours, 1 / bare, "bare interpreter", bare / ours, 1 / 3)

"""Blokus against socha 5.1 (the same game, Rust), and the time of a count of move sequences."""

from bench.compare import Candidate, Row, compare, peer_python


def measure() -> list[Row]:
    """Calls from Python and work inside the core."""
    python = peer_python("socha==5.1.0")
    ours = Candidate("bench.peers.ours_blokus")
    socha = Candidate("bench.peers.socha_blokus", python)
    rows = [
        compare("complete lists from Python", (ours, "legal_lists"), (socha, "legal_lists"), "socha", 40),
        compare("plies of a Python loop", (ours, "python_plies"), (socha, "python_plies"), "socha", 40),
        compare("random plies in the core", (ours, "core_plies"), (socha, "python_plies"), "socha", 1000),
    ]
    for candidate in (ours, socha):
        candidate.close()
    return rows

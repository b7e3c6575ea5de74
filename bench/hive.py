"""Hive against OpenSpiel's hive (the base game, C++)."""

from statistics import median

from bench.compare import ROUNDS, Candidate, Row, compare, peer_python

PERFT_FLOOR = 5_000_000  # nodes a second of processor time


def measure() -> list[Row]:
    """Random plies in the core and from Python, and perft from the centre."""
    ours = Candidate("bench.peers.ours_hive")
    peer = Candidate("bench.peers.open_spiel_hive", peer_python("open_spiel>=2,<3"))

    def against(what: str, task: str, other: str, target: float) -> Row:
        return compare(what, (ours, task), (peer, other), "OpenSpiel hive", target)

    rows = [
        against("random plies in the core; peer cut at 60", "core_plies", "python_plies", 100),
        against("same, open board from 0,0", "core_plies_from_centre", "python_plies", 100),
        against("same; peer's own bots, uncut", "core_plies_from_centre", "core_plies", 0),
        against("plies of a Python loop", "python_plies", "python_plies", 10),
        against("same, open board from 0,0", "python_plies_from_centre", "python_plies", 10),
        against("perft nodes (5; peer 3)", "perft_5", "perft_3", 0),
        perft_rate(ours),
    ]
    for candidate in (ours, peer):
        candidate.close()
    return rows


def perft_rate(ours: Candidate) -> Row:
    """Perft beside the rate it must at least have."""
    rate = median(ours.rate("perft_5") for _ in range(ROUNDS))
    return Row("perft nodes (5)", rate, PERFT_FLOOR, "the rate to reach", rate / PERFT_FLOOR, 1)

"""Protista against a plain implementation of the same rules in sets and dicts."""

from bench.compare import Candidate, Row, compare


def measure() -> list[Row]:
    """Random plies in the core and from Python, and legal lists as Python sees them."""
    ours = Candidate("bench.peers.ours_protista")
    peer = Candidate("bench.peers.plain_protista")

    def against(what: str, task: str, other: str, target: float) -> Row:
        return compare(what, (ours, task), (peer, other), "plain Python", target)

    rows = [
        against("random plies in the core, cut at 60", "core_plies", "plies", 300),
        against("legal lists from Python", "legal_lists", "legal_lists", 100),
        against("plies of a Python loop, cut at 60", "python_plies", "plies", 0),
    ]
    for candidate in (ours, peer):
        candidate.close()
    return rows

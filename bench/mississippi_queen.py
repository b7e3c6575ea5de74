"""Mississippi Queen against the same rules in plain Python."""

from statistics import median

from bench.compare import ROUNDS, Candidate, Row, compare

PLIES = 2_000_000  # play and undo, a second


def measure() -> list[Row]:
    """Complete legal lists, random games, and plies inside the core."""
    ours = Candidate("bench.peers.ours_mississippi_queen")
    plain = Candidate("bench.peers.plain_mississippi_queen")
    plies = median(ours.rate("plies") for _ in range(ROUNDS))
    rows = [
        compare("complete legal lists", (ours, "enumerations"), (plain, "enumerations"), "plain Python", 200),
        compare("random games", (ours, "random_games"), (plain, "random_games"), "plain Python", 100),
        Row("plies, play and undo", plies, PLIES, "wanted", plies / PLIES, 1),
    ]
    for candidate in (ours, plain):
        candidate.close()
    return rows

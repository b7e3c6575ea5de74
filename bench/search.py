"""The searches: alpha-beta nodes and MCTS simulations a second, the latter beside OpenSpiel's C++ MCTS.

OpenSpiel plays random rollouts to the end. Ours are measured both ways: with rollouts to the end, and as
the bots use them, with the evaluation at the leaves.
"""

from statistics import median

from bench.compare import ROUNDS, Candidate, Row, compare, peer_python

NODES = {"piranhas": 1e6, "hive": 1e6, "mississippi_queen": 3e5, "protista": 3e5}


def measure() -> list[Row]:
    """Nodes a second against their targets, then simulations a second against the peer's."""
    ours = Candidate("bench.peers.ours_search")
    spiel = Candidate("bench.peers.openspiel_mcts", peer_python("open_spiel>=2,<3"))
    rows = [nodes(ours, game, target) for game, target in NODES.items()]
    for game, peer in (("hive", "hive"), ("piranhas", "lines_of_action")):
        for way, target in (("evaluated", 100), ("rollouts", 100)):
            rows.append(
                compare(
                    f"MCTS simulations, {game}, {way}",
                    (ours, f"{way}_{game}"),
                    (spiel, peer),
                    f"OpenSpiel {peer}",
                    target,
                )
            )
    ours.close()
    spiel.close()
    return rows


def nodes(ours: Candidate, game: str, target: float) -> Row:
    """Alpha-beta nodes with the full evaluation, from positions all over a game."""
    rate = median(ours.rate(f"nodes_{game}") for _ in range(ROUNDS))
    return Row(f"alpha-beta nodes, {game}", rate, target, "the target", rate / target, 1)

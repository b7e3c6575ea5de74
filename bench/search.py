"""The searches: alpha-beta nodes and MCTS simulations a second, the latter beside OpenSpiel's C++ MCTS.

OpenSpiel plays random rollouts to the end. Ours are measured both ways: with rollouts to the end, and as
the bots use them, with the evaluation at the leaves. What a second thread gains is told in nodes, so that
other work on the machine does not blur it: how many fewer each thread visits until the same depth is reached.
"""

from statistics import fmean, geometric_mean, median

from bench.compare import ROUNDS, Candidate, Row, compare, peer_python
from schwarm.bots import knowledge, player
from schwarm.game import Game, new_game
from schwarm.search.parallel import ParallelAlphaBeta

NODES = {"piranhas": 1e6, "hive": 1e6, "mississippi_queen": 3e5, "protista": 3e5}
DEPTHS = {"hive": 11, "piranhas": 9, "mississippi_queen": 7, "protista": 6}
PLIES = range(4, 40, 4)
FEW = 10_000  # searches of fewer nodes end before a second thread can help


def measure() -> list[Row]:
    """Nodes a second against their targets, then simulations a second against the peer's."""
    ours = Candidate("bench.peers.ours_search")
    spiel = Candidate("bench.peers.openspiel_mcts", peer_python("open_spiel>=2,<3"))
    rows = [nodes(ours, game, target) for game, target in NODES.items()]
    rows += [threads(game, depth) for game, depth in DEPTHS.items()]
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


def threads(game: str, depth: int) -> Row:
    """Nodes of each thread until a depth is reached, on two threads and on one."""
    alone, helped = [], []
    for position in positions(game):
        count = [nodes_each(position, number, depth) for number in (1, 2)]
        if count[0] > FEW:
            alone.append(count[0])
            helped.append(count[1])
    ratio = geometric_mean(one / two for one, two in zip(alone, helped, strict=True))
    return Row(
        f"nodes to depth {depth} on 2 threads, {game}", fmean(helped), fmean(alone), "on 1 thread", ratio, 1
    )


def nodes_each(game: Game, number: int, depth: int) -> float:
    """How many nodes each of some threads visits on average until a depth is reached."""
    searcher = ParallelAlphaBeta([knowledge(game.name).evaluator() for _ in range(number)], 1 << 19)
    return searcher.search(game, depth=depth).nodes / number


def positions(name: str) -> list[Game]:
    """Views of positions all over a game between bots."""
    game = new_game(name, seed=3)
    bot = player(name, "5")
    found = []
    while not game.finished() and game.turn <= PLIES[-1]:
        if game.turn in PLIES:
            found.append(game.view())
        game.play(bot.choose(game, 60_000))
    return found

"""The searches: alpha-beta nodes and tree-search simulations a second against the rates they must reach.

No other program searches these games by these rules, so there is no peer here. What a second thread gains
is counted in nodes, which other work on the machine does not blur: how many fewer each visits to a depth.
"""

from statistics import fmean, geometric_mean, median

from bench.compare import ROUNDS, Candidate, Row
from schwarm.bots import knowledge, player
from schwarm.game import Game, new_game
from schwarm.search.parallel import ParallelAlphaBeta

NODES = {"piranhas": 1e6, "hive": 1e6, "mississippi_queen": 3e5, "protista": 3e5}  # a second
SIMULATIONS = {"hive": 8e4, "piranhas": 1e5}  # random games to the end, a second
DEPTHS = {"hive": 11, "piranhas": 9, "mississippi_queen": 7, "protista": 6}
PLIES = range(4, 40, 4)
FEW = 10_000  # searches of fewer nodes end before a second thread can help


def measure() -> list[Row]:
    """Nodes and simulations a second against their targets, and what a second thread saves."""
    ours = Candidate("bench.peers.ours_search")
    rows = [
        speed(ours, f"nodes_{game}", f"alpha-beta nodes, {game}", target) for game, target in NODES.items()
    ]
    rows += [threads(game, depth) for game, depth in DEPTHS.items()]
    rows += [
        speed(ours, f"rollouts_{game}", f"simulations, random games to the end, {game}", target)
        for game, target in SIMULATIONS.items()
    ]
    ours.close()
    return rows


def speed(ours: Candidate, task: str, what: str, target: float) -> Row:
    """The median rate of a task beside the rate it must reach."""
    rate = median(ours.rate(task) for _ in range(ROUNDS))
    return Row(what, rate, target, "the target", rate / target, 1)


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

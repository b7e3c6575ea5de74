"""Our side of the Mississippi Queen bench."""

import random

import schwarm
from bench.peers.mississippi_queen_positions import BOARDS, POSITIONS
from bench.worker import serve
from schwarm.search.perft import count
from tests.games.mississippi_queen.recorded import put_up

GAMES = [put_up(board, state, "official", lead=8, rounds=31) for board, state in POSITIONS]
STARTS = [schwarm.new_game("mississippi_queen", profile="official", board=board) for board in BOARDS]
# Red has 1,438 lists; blue, aground and without coal, has three answers: hardly more than play and undo.
AGROUND = schwarm.new_game(
    "mississippi_queen",
    position="/".join(["0WWWWWSBWWWWWWWWWWWWW", *["0" + "W" * 20] * 7])
    + " -1,1,0,1,6,0,1 -1,-1,2,1,0,0,1 0 red 0",
)
LISTS = count(AGROUND, 1)
chooser = random.Random(1)


def enumerations() -> int:
    for game in GAMES:
        for _ in range(20):
            count(game, 1)
    return 20 * len(GAMES)


def random_games() -> int:
    return schwarm.playouts(chooser.choice(STARTS), 500, seed=chooser.getrandbits(64)).games


def plies() -> int:
    for _ in range(100):
        count(AGROUND, 2)
    return 100 * LISTS


if __name__ == "__main__":
    serve({task.__name__: task for task in (enumerations, random_games, plies)}, 0.5)

"""The plain implementation of Protista, measured."""

from itertools import count
from typing import Any

from bench.peers import protista_plain
from bench.peers.protista_positions import POSITIONS
from bench.worker import serve

plain: Any = protista_plain
seeds = count()
positions = [plain.from_fen(text) for text in POSITIONS]


def legal_lists() -> int:
    for position in positions:
        plain.legal_moves(position)
    return len(positions)


def plies() -> int:
    """A random game, cut after 60 plies."""
    seed = next(seeds)
    position = plain.initial(plain.DEFAULT, seed)
    stream = plain.Stream(seed, 3)
    played = 0
    while played < 60 and position.result is None:
        moves = plain.legal_moves(position)
        plain.play(position, moves[stream.below(len(moves))], seed)
        played += 1
    return played


if __name__ == "__main__":
    serve({task.__name__: task for task in (legal_lists, plies)}, 0.3)

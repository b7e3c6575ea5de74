"""socha 4.3.9, a Rust engine for Piranhas with a Python face, driven the fastest way it offers."""

import random

from socha import Board, FieldType, GameState, RulesEngine, TeamEnum

from bench.peers.piranhas_start import START
from bench.worker import serve

FIELDS = {
    "1": FieldType.OneS,
    "2": FieldType.OneM,
    "3": FieldType.OneL,
    "4": FieldType.TwoS,
    "5": FieldType.TwoM,
    "6": FieldType.TwoL,
    "#": FieldType.Squid,
    ".": FieldType.Empty,
}
ROWS = [[FIELDS[letter] for letter in row] for row in START.split()[0].split("/")]
start = GameState(Board(ROWS), 0, None)
chooser = random.Random(1)


def legal_lists() -> int:
    for _ in range(20):
        start.possible_moves()
    return 20


def python_plies() -> int:
    """A random game; socha has no end test of its own, so both sides' swarms are counted each round."""
    state = start.deepcopy()
    plies = 0
    while plies < 60 and (moves := state.possible_moves()):
        state.perform_move_mut(chooser.choice(moves))
        plies += 1
        if plies % 2 == 0 and 1 in (
            len(RulesEngine.swarms_of_team(state.board, TeamEnum.One)),
            len(RulesEngine.swarms_of_team(state.board, TeamEnum.Two)),
        ):
            break
    return plies


def random_games() -> int:
    python_plies()
    return 1


def leaves(state: GameState, depth: int) -> int:
    moves = state.possible_moves()
    if depth == 1:
        return len(moves)
    return sum(leaves(state.perform_move(move), depth - 1) for move in moves)


def perft_3() -> int:
    return leaves(start, 3)


if __name__ == "__main__":
    serve({task.__name__: task for task in (legal_lists, python_plies, random_games, perft_3)}, 0.3)

"""socha 5.1, a Rust engine for Blokus with a Python face, driven by its complete lists."""

import random

from socha import GameRuleLogic, GameState, Move, PieceShape

from bench.worker import serve

chooser = random.Random(1)
start = GameState(start_piece=PieceShape.PentoL)


def legal_lists() -> int:
    for _ in range(5):
        GameRuleLogic.get_all_possible_moves(start)
    return 5


def python_plies() -> int:
    """A random game; colours that cannot lay are dropped by a call of their own."""
    state = GameState(start_piece=PieceShape.PentoL)
    plies = 0
    while not state.is_over():
        GameRuleLogic.perform_move(
            state, Move.set_move(chooser.choice(GameRuleLogic.get_all_possible_moves(state)))
        )
        GameRuleLogic.remove_invalid_colors(state)
        plies += 1
    return plies


if __name__ == "__main__":
    serve({task.__name__: task for task in (legal_lists, python_plies)}, 0.3)

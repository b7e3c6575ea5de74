"""Ships that have no move left are seen by every search, whatever the sums say of them."""

from __future__ import annotations

import pytest

from schwarm import bots, new_game
from schwarm.bots import SearchBot
from schwarm.game import Game
from schwarm.search.report import PROVEN

# A seed, the moves so far, and the move that was made then in a game and left the ship without a move.
PUSHED = [
    (
        5035,
        "A+1 M2, A+2 M3, A-1 T+1 M1, M3, A+1 T-1 M2, A-2 T-2 M1, M1 P5 T-1, T+2 M1, A+1 M1 T+1 M1 P4, "
        "A+1 T+1 M1 P0 T-1, A-1 M1 T+1 M1, A-1 M1, A+1 M2, A+2 M3 T+1, M1 T-1 M1",
        "A+2 M4 T-1 M1",
    ),
    (
        5038,
        "A+1 M2, A+1 M1 T-1 M1, A+1 M2 T-1 M1, T+1 M2, T+3 M2 P3, M1 P0, A+1 M1 T-1 M1 T-1 M1, M2, "
        "T-1 M1 T-1 M1 P0, M1, A-2 T+1 M1, A+1 M1 T-1 M1, A+2 M1 T+1 M2, A+1 M3, A-1 M1 T-1 M1, "
        "A-1 M1 T+1 M1, A-1 M1, M2",
        "A+2 M1 T+1 M2",
    ),
]


def played(seed: int, moves: str) -> Game:
    game = new_game("mississippi_queen", profile="seed", seed=seed)
    for move in moves.split(", "):
        game.play(move)
    return game


def strongest() -> SearchBot:
    found = bots.player("mississippi_queen", "best")
    assert isinstance(found, SearchBot)
    return found


@pytest.mark.parametrize(("seed", "moves", "move"), PUSHED)
def test_a_push_after_which_the_ship_is_stuck_is_not_pruned(seed: int, moves: str, move: str) -> None:
    game = played(seed, moves)
    (code,) = [one.code for one in game.legal_moves() if one == move]
    assert strongest().searcher.search(game.view(), depth=3, only=(code,)).score <= -PROVEN

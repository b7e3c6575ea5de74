"""Ships that would be stuck: seen at once where the river is in sight, weighed where it is hidden."""

from __future__ import annotations

import pytest

from schwarm import bots, new_game
from schwarm.bots import SearchBot
from schwarm.games import Game
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
UNSEEN = (
    5018,
    "A+1 M2, A+1 M2, A+1 M3, A+1 M1 T-1 M2, M1 T-1 M2, T+1 M2 T-1 M1, A-1 M2, A-2 M1, A+1 M1 T+1 M2, A+2 M3, "
    "M2 T+1 M1, A+1 T+1 M4, A-2 T+1 M1, M2 T+1 M1, A+1 T-2 M2, A-2 T-1 M1, A+1 T+1 M1 T-1 M2, "
    "A+2 M1 T-1 M1 T+1 M1, A-1 M2 T-1",
    "A+1 M2 T-1 M2",
)


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


def test_a_move_that_loses_in_many_drawings_is_not_made() -> None:
    seed, moves, move = UNSEEN
    game = played(seed, moves)
    bot = strongest()
    (code,) = [one.code for one in game.legal_moves() if one == move]
    lost = [
        bot.searcher.search(view, depth=3, only=(code,), salt=number).score <= -PROVEN
        for number, view in enumerate(bot.drawings(game))
    ]
    assert 0 < sum(lost) < len(lost)
    assert bot.analyse(game, 600_000, nodes=3_000).move != move


def test_where_nothing_is_hidden_there_is_nothing_to_draw() -> None:
    assert strongest().drawings(new_game("mississippi_queen", seed=3))
    assert bots.player("mississippi_queen", "3").drawings(new_game("mississippi_queen", seed=3)) == []  # type: ignore[attr-defined]
    game = new_game("hive", seed=3)
    assert bots.player("hive", "best").drawings(game) == []  # type: ignore[attr-defined]

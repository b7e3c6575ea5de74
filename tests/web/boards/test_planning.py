"""Moves that are composed ahead of one's turn."""

from random import Random

import pytest

from schwarm import list_games, new_game
from schwarm.web import boards

COMPOSED = [game for game in list_games() if boards.module(game).COMPOSED]


@pytest.mark.parametrize("game", COMPOSED)
def test_a_move_is_composed_as_if_it_were_ones_turn(game: str) -> None:
    drafted = 0
    for seed in range(6):
        view, choose = new_game(game, seed=seed).view(), Random(seed)
        while not view.finished() and view.turn < 8 and view.legal_moves():
            waiting = next(side for side in view.setup.book.sides if side != view.to_move)
            ahead = boards.turned_to(view, waiting)
            assert ahead.to_move == waiting
            assert set(ahead.board().facts) == set(view.board().facts)
            assert [p.cell for p in ahead.board().pieces] == [p.cell for p in view.board().pieces]
            if not ahead.finished():
                assert boards.of(ahead).compose(ahead, [])["options"]
                drafted += 1
            view.play(choose.choice(view.legal_moves()))
    assert drafted

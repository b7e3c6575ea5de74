"""The referee knows no game: what it promises holds for all of them."""

from __future__ import annotations

from random import Random

import pytest

import schwarm
from schwarm.game import list_games
from schwarm.game.game import Game
from schwarm.game.record import Irregular, replay
from schwarm.referee import UNLIMITED, Answer, Event, Moved, RandomSeat, Referee, Request
from tests.referee.seats import ScriptSeat, run, says

PLIES = 12


def under_way(name: str) -> Game:
    game, chance = schwarm.new_game(name, seed=11), Random(3)
    for _ in range(PLIES):
        game.play(chance.choice(game.legal_moves()))
        if game.finished():  # random steamers may soon be stuck
            game.undo()
    return game


@pytest.mark.parametrize("name", list_games())
def test_a_game_between_random_seats_replays(name: str) -> None:
    game = schwarm.new_game(name, seed=5)
    referee = Referee(game, {side: RandomSeat(side, 1) for side in game.setup.book.sides}, limits=UNLIMITED)

    def stop_long_games(event: Event) -> None:
        if isinstance(event, Moved) and len(referee.record.plies) == 120:
            referee.interrupt()

    referee.listeners.append(stop_long_games)
    record = run(referee)
    assert replay(record).position() == referee.game.position()


@pytest.mark.parametrize("name", list_games())
def test_a_stopped_game_has_a_standing(name: str) -> None:
    game = under_way(name)
    referee = Referee(game, {side: RandomSeat() for side in game.setup.book.sides})
    referee.cancel()
    record = run(referee)
    assert record.end is not None
    assert record.end.reason == Irregular.CANCELLED
    assert {len(numbers) for numbers in record.end.scores.values()} == {len(game.setup.book.score_names)}


@pytest.mark.parametrize("name", list_games())
def test_an_offender_gets_nothing(name: str) -> None:
    game = under_way(name)
    offender = game.to_move
    numbers = game.standing()
    record = run(Referee(game, {side: ScriptSeat(says("no move")) for side in game.setup.book.sides}))
    assert record.end is not None
    winner = next(side for side in game.setup.book.sides if side != offender)
    assert (record.end.winner, record.end.reason) == (winner, Irregular.ILLEGAL_MOVE)
    assert set(record.end.scores[offender]) == {0}
    assert record.end.scores[winner][1:] == numbers[winner][1:]


@pytest.mark.parametrize("name", list_games())
def test_the_standing_of_an_ended_game_is_its_outcome_or_nothing(name: str) -> None:
    """A rule book that says how a running game stands agrees with its own verdict on the other numbers."""
    game, chance = schwarm.new_game(name, seed=11), Random(3)
    while moves := game.legal_moves():
        game.play(chance.choice(moves))
    outcome = game.outcome()
    assert outcome is not None
    for side, numbers in game.standing().items():
        assert numbers[1:] == outcome.scores[side][1:] or set(numbers) == {0}


@pytest.mark.parametrize("name", list_games())
def test_nobody_is_shown_the_seed_that_holds_the_future(name: str) -> None:
    game = schwarm.new_game(name, seed=11)
    shown: list[Game] = []

    async def look(request: Request) -> Answer:
        shown.extend((request.shown, request.game))
        return Answer(request.game.legal_moves()[0], 0, 0)

    def listen(event: Event) -> None:
        if isinstance(event, Moved):
            shown.append(event.game)
        if len(shown) > 20:
            referee.interrupt()

    referee = Referee(game, {side: ScriptSeat(look) for side in game.setup.book.sides}, listeners=[listen])
    run(referee)
    assert shown
    assert all(view.seed != game.seed for view in shown)

import pytest

from schwarm import new_game
from schwarm.bots import SearchBot, knowledge
from schwarm.bots.ponder import PonderingBot
from schwarm.game import list_games


def pondering(name: str) -> PonderingBot:
    return PonderingBot(SearchBot("best", knowledge(name)))


@pytest.mark.parametrize("name", list_games())
def test_a_bot_that_ponders_plays_on_and_leaves_nothing_running(name: str) -> None:
    game = new_game(name, seed=3)
    bot = pondering(name)
    for _ in range(4):
        game.play(bot.choose(game, 60))
    bot.close()
    assert not bot.pondering
    assert game.turn == 4


def test_it_thinks_on_until_the_next_request() -> None:
    game = new_game("piranhas", seed=3)
    bot = pondering("piranhas")
    game.play(bot.choose(game, 60))
    assert bot.pondering
    game.play(game.legal_moves()[0])
    assert bot.choose(game, 60) in game.legal_moves()
    bot.close()


def test_hidden_parts_are_not_pondered() -> None:
    game = new_game("mississippi_queen", seed=3)
    bot = pondering("mississippi_queen")
    bot.choose(game, 60)
    assert not bot.pondering

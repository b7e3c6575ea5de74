import time
from dataclasses import replace

import pytest

from schwarm import bots, compiled, new_game
from schwarm.bots import SearchBot, UnknownBot, knowledge, player
from schwarm.bots.clock import Clock, Limits
from schwarm.games import Game, GameError, UnknownGame, names
from tests.search.positions import FORCED_WINS

LEVELS = [str(number) for number in range(1, 11)]


def middle(name: str, seed: int = 1, plies: int = 6) -> Game:
    """A position some plies into a game between weak bots."""
    game = new_game(name, seed=seed)
    bot = player(name, "3", seed=seed)
    while game.turn < plies and not game.finished():
        game.play(bot.choose(game, budget_ms=10_000))
    return game


@pytest.mark.parametrize("name", names())
def test_every_game_has_all_players(name: str) -> None:
    assert bots.names(name) == ["random", "greedy", *LEVELS, "best-0.1", "best"]


@pytest.mark.parametrize("name", names())
def test_levels_grow(name: str) -> None:
    levels = [knowledge(name).levels[level] for level in LEVELS]
    assert [level.nodes for level in levels] == sorted(level.nodes for level in levels)
    assert [level.noise for level in levels] == sorted((level.noise for level in levels), reverse=True)


@pytest.mark.parametrize("name", names())
def test_every_player_makes_legal_moves(name: str) -> None:
    game = middle(name)
    for bot in bots.names(name):
        budget_ms = 10_000 if bot in ("random", "greedy", "1", "2") else 60
        assert player(name, bot).choose(game, budget_ms=budget_ms) in game.legal_moves()


def test_unknown_players_and_games_are_refused() -> None:
    with pytest.raises(UnknownBot, match="expected a bot of random, greedy, 1"):
        player("piranhas", "11")
    with pytest.raises(UnknownGame):
        player("chess", "1")


def test_an_ended_game_is_refused() -> None:
    game = new_game("piranhas", position=FORCED_WINS["piranhas"][0][0])
    game.play(player("piranhas", "best").choose(game, 500))
    for bot in ("random", "greedy", "best"):
        with pytest.raises(GameError, match="not over"):
            player("piranhas", bot).choose(game, 100)


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("level", ["random", "greedy", "1", "3"])
def test_a_level_answers_by_the_position_alone(name: str, level: str) -> None:
    game = middle(name)
    bot = player(name, level, seed=5)
    first = bot.choose(game, budget_ms=60_000)
    bot.choose(middle(name, seed=2), budget_ms=60_000)
    assert bot.choose(game, budget_ms=60_000) == first
    assert player(name, level, seed=5).choose(game, budget_ms=60_000) == first


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("level", ["greedy", "4"])
def test_hidden_parts_do_not_change_the_choice(name: str, level: str) -> None:
    """Games that look the same to a player but differ in what is hidden or yet to be drawn."""
    for seed in range(3 if compiled() else 1):
        game = middle(name, seed=seed, plies=4)
        if game.finished():
            continue
        chosen = {player(name, level).choose(game.view(seed=hidden), 60_000) for hidden in range(4)}
        assert len(chosen) == 1
        assert player(name, level).choose(game, 60_000) in chosen


def test_a_river_that_differs_only_in_hidden_segments_is_the_same_to_a_bot() -> None:
    game = middle("mississippi_queen", seed=3, plies=2)
    other = game.view(seed=99)
    assert game.position() != other.position()
    assert player("mississippi_queen", "5").choose(game, 60_000) == player("mississippi_queen", "5").choose(
        other, 60_000
    )


def test_the_game_is_left_alone() -> None:
    for name in names():
        game = middle(name)
        before = (game.position(), game.history)
        player(name, "2").choose(game, 10_000)
        assert (game.position(), game.history) == before


def test_a_request_that_came_long_ago_is_answered_at_once() -> None:
    for name in names():
        game = middle(name)
        bot = SearchBot("best", knowledge(name))
        report = bot.analyse(game, 100, started=time.monotonic() - 5)
        assert report.move in game.legal_moves()
        assert report.nodes < 3000


def test_time_is_kept_back_and_more_of_it_after_a_delay() -> None:
    clock = Clock()
    assert clock.deadline(2000, 100.0) == pytest.approx(101.870)
    assert clock.deadline(100, 100.0) == pytest.approx(100.065)
    clock.look(time.monotonic() - 0.03)
    assert clock.deadline(2000, 100.0) < 101.83


def test_forced_moves_cost_no_time() -> None:
    text = FORCED_WINS["hive"][0][0].replace(" 17", " 16")
    game = new_game("hive", position=text)
    moves = game.legal_moves()
    report = SearchBot("best", knowledge("hive")).analyse(game, 200)
    assert report.move in moves
    assert len(moves) > 1 or report.nodes == 0


def test_analysis_gives_several_moves() -> None:
    for name in names():
        depth = 2 if compiled() else 1
        report = SearchBot("best", knowledge(name)).analyse(middle(name), 600_000, lines=3, depth=depth)
        assert 1 <= len({line.move for line in report.lines}) <= 3
        assert [line.score for line in report.lines] == sorted((x.score for x in report.lines), reverse=True)


@pytest.mark.parametrize("name", names())
def test_best_takes_a_win(name: str) -> None:
    game = new_game(name, position=FORCED_WINS[name][0][0])
    winner = game.to_move
    game.play(player(name, "best").choose(game, budget_ms=400))
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winner == winner


def test_a_drawn_move_is_judged_by_the_same_draws_whatever_the_game_holds() -> None:
    # Same board, other secrets: what R would bring must not show in the choice.
    text = new_game("protista", seed=3).position()
    games = [new_game("protista", position=text, seed=seed) for seed in (1, 2, 3)]
    bot = player("protista", "5")
    assert isinstance(bot, SearchBot)
    reports = [bot.analyse(game, 10_000, nodes=500, lines=200) for game in games]
    assert len({report.lines for report in reports}) == 1
    assert "R" in [line.move for line in reports[0].lines]


def test_a_game_as_good_as_won_is_played_on_without_much_thought() -> None:
    limits = Limits(depth=10, nodes=0, deadline=108.0, clear=900)
    assert limits.enough(900, began=100.0, now=101.5)
    assert not limits.enough(900, began=100.0, now=100.5)  # a little thought it takes
    assert not limits.enough(899, began=100.0, now=107.0)
    assert not replace(limits, clear=0).enough(30_000, began=100.0, now=107.0)


@pytest.mark.skipif(not compiled(), reason="searches 20,000 nodes")
def test_a_lost_position_is_left_to_the_draw() -> None:
    # Every other move loses in four plies; some draws bring pieces that help.
    text = (
        "b6b1/1b1b1b1b1/2b6/w1bb2b2/1b1b5/b4wbb1/9/ww3w3/4w4/4w3w/1w2W21b2/6W22/1wwb2b2 "
        "w 1 a1.g2.i4+|i10.g12.a13 0 56 57 -"
    )
    bot = SearchBot("best", knowledge("protista"))
    assert bot.analyse(new_game("protista", position=text, seed=1), 600_000, nodes=20_000).move == "R"

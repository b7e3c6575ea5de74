import time
from dataclasses import replace
from typing import Any

import pytest

from schwarm import bots, compiled, new_game
from schwarm.bots import SearchBot, UnknownBot, knowledge, player
from schwarm.bots.bot import plies_left
from schwarm.bots.evaluation import bot_file
from schwarm.game import Game, GameError, UnknownGame, list_games
from schwarm.game.faces import having
from schwarm.game.rulebook import Move
from schwarm.search.alphabeta import AlphaBeta
from schwarm.search.evaluator import Evaluator
from schwarm.search.report import CAPPED, CHANCE_SAMPLES, SearchReport
from tests.search.positions import FORCED_WINS

# Bots are the same code in both builds: that all levels answer alike is asked in test_ladder.py.
pytestmark = pytest.mark.compiled_only

# Positions with a single legal move.
FORCED = [
    (
        "hive",
        "....../......./.......#/.......#./........../.........../........../........./.B....../"
        "#AB..../q..... 5",
        "-5,0>-4,-1",
    ),
    (
        "mississippi_queen",
        "0WWWWWWWWWWWWWWWWWWWW/0WWWBWSWBWWWWWW2WWWWW/5SWWWWWWWWWWBBWBWWWWW/4WWWWWWBWWW2BLWWWWWWW/"
        "5WB2WWWBLBLWWWWWWWWWW/4WL1BWWWBWWWWBWWWWWWW/4WWBWBWWBSWW2WWWWWWWW/5WLWBWBWWWWWWWSWWWGGG "
        "-1,0,1,2,0,0,1 2,-2,2,5,0,0,1 3 blue 1",
        "A-1 T+1 M4",
    ),
]
# Protista with a creation among the legal moves: another move wins at once, or nothing is decided.
WIN_WITHOUT_CHANCE = (
    "7bb/2b6/6b2/2w1w4/1b3bb2/3bB23b/9/3w5/w3w3w/6b2/1ww1w4/6ww1/9 w 1 c3.e4.i5|i9.e10+.c11 0 32 32 -"
)
# Protista where the move that the level would make lets the enemy win at once, and another one does not.
THREATS = [
    ("3", 31, "b4b3/2b4b1/b1b1b2b1/bb4b2/5bbb1/b6b1/4w4/"
        "w2wB22w1/1w1w3w1/ww2w1w2/1w7/2w6/5w3 w 1 d2.g5+.d6|d8.g9.d12 0 14 14 -"),
    ("5", 42, "8b/1b7/2bw2b2/b4b3/4b1w2/9/5b3/2wwww3/"
        "2w1w1w2/1w3w3/2ww1w3/3ww4/9 b 1 i1.c2.g5|g9+.c12.i13 0 29 60 -"),
    ("5", 44, "b2bb4/8b/9/2w3bb1/1bb3b1b/2b5w/7w1/"
        "4w1w2/www1bw2w/1w4w1w/7ww/5w3/ww7 b 1 f1.c4.i5|i9.c10+.f13 0 13 14 -"),
    ("5", 52, "1b2bb3/9/7bb/5b3/bbb6/7b1/2W21b4/2w6/"
        "w2w1w3/5w1w1/7ww/1w2w4/1ww2w3 b 1 e1.b5.e6|e8+.b9.e13 0 9 9 -"),
]  # fmt: skip
QUIET = "1b6b/b6b1/1b1b5/3bbb3/1b5b1/3b5/9/3w5/1w5w1/3www3/1w1w5/w6w1/1w6w w 1 d1.i3.e5|e9.i11.d13 0 0 0 -"
LEVELS = [str(number) for number in range(1, 11)]


def middle(name: str, seed: int = 1, plies: int = 6) -> Game:
    """A position some plies into a game between weak bots."""
    game = new_game(name, seed=seed)
    bot = player(name, "3", seed=seed)
    while game.turn < plies and not game.finished():
        game.play(bot.choose(game, budget_ms=600_000))
    return game


def test_the_round_limit_is_as_near_as_the_rules_say_whatever_the_options_and_who_has_dropped_out() -> None:
    assert plies_left(new_game("piranhas", seed=1)) == 60
    assert plies_left(new_game("blokus", seed=1)) == 4 * 24
    assert plies_left(new_game("blokus", seed=1, profile="duo")) == 2 * 21
    game = new_game("blokus", seed=1)
    while not game.finished():
        assert game.turn <= 4 * 24 - plies_left(game)
        game.play(game.legal_moves()[0])
    assert plies_left(game) < 4 * 24 - game.turn, "slots of colours that have dropped out are gone, too"


@pytest.mark.parametrize("name", having("evaluation"))
def test_every_game_has_all_players(name: str) -> None:
    older = [version for version in bots.FROZEN if bot_file(name, f"bots-{version}.json")]
    frozen = [f"best-{version}" for version in older]  # a game of a later version has none
    assert "best-0.2" in frozen
    assert sorted(bots.names(name)) == sorted(["random", "greedy", *LEVELS, *frozen, "best"])


@pytest.mark.parametrize("name", list_games())
def test_levels_grow(name: str) -> None:
    levels = [knowledge(name).levels[level] for level in LEVELS]
    assert [level.nodes for level in levels] == sorted(level.nodes for level in levels)
    assert [level.noise for level in levels] == sorted((level.noise for level in levels), reverse=True)


@pytest.mark.parametrize("name", list_games())
def test_every_player_makes_legal_moves(name: str) -> None:
    game = middle(name)
    for bot in bots.names(name):
        budget_ms = 10_000 if bot in ("random", "greedy", "1", "2") else 60
        assert player(name, bot).choose(game, budget_ms=budget_ms) in game.legal_moves()


def test_unknown_players_and_games_are_refused() -> None:
    with pytest.raises(UnknownBot, match="expected a bot of random, 1, 2"):
        player("piranhas", "11")
    with pytest.raises(UnknownGame):
        player("chess", "1")


def test_an_ended_game_is_refused() -> None:
    game = new_game("piranhas", position=FORCED_WINS["piranhas"][0][0])
    game.play(SearchBot("best", knowledge("piranhas")).analyse(game, 600_000, nodes=2000).move)
    for bot in ("random", "greedy", "best"):
        with pytest.raises(GameError, match="not over"):
            player("piranhas", bot).choose(game, 100)


@pytest.mark.parametrize("name", list_games())
@pytest.mark.parametrize(
    "level", ["random", "greedy", "1", "3", pytest.param("6", marks=pytest.mark.compiled_only)]
)
def test_a_level_answers_by_the_position_alone(name: str, level: str) -> None:
    game = middle(name)
    bot = player(name, level, seed=5)
    first = bot.choose(game, budget_ms=600_000)
    bot.choose(middle(name, seed=2), budget_ms=600_000)
    assert bot.choose(game, budget_ms=600_000) == first
    assert player(name, level, seed=5).choose(game, budget_ms=600_000) == first


@pytest.mark.parametrize("name", list_games())
@pytest.mark.parametrize("level", ["greedy", "4"])
def test_hidden_parts_do_not_change_the_choice(name: str, level: str) -> None:
    """Games that are the same to a player but differ in what is hidden or left to chance."""
    for seed in range(3 if compiled() else 1):
        game = middle(name, seed=seed, plies=4)
        if game.finished():
            continue
        chosen = {player(name, level).choose(game.view(seed=hidden), 60_000) for hidden in range(4)}
        assert len(chosen) == 1
        assert player(name, level).choose(game, 600_000) in chosen


def test_a_river_that_differs_only_in_hidden_segments_is_the_same_to_a_bot() -> None:
    game = middle("mississippi_queen", seed=3, plies=2)
    other = game.view(seed=99)
    assert game.position() != other.position()
    assert player("mississippi_queen", "5").choose(game, 600_000) == player("mississippi_queen", "5").choose(
        other, 600_000
    )


def test_the_game_is_left_alone() -> None:
    for name in list_games():
        game = middle(name)
        before = (game.position(), game.history)
        player(name, "2").choose(game, 600_000)
        assert (game.position(), game.history) == before


def test_a_request_that_came_long_ago_is_answered_at_once() -> None:
    for name in list_games():
        game = middle(name)
        bot = SearchBot("best", knowledge(name))
        report = bot.analyse(game, 100, started=time.monotonic() - 5)
        assert report.move in game.legal_moves()
        assert report.nodes < 3000


@pytest.mark.parametrize(("name", "text", "only"), FORCED)
def test_forced_moves_are_played_without_a_search(name: str, text: str, only: str) -> None:
    game = new_game(name, position=text, seed=1)
    assert game.legal_moves() == [only]
    bot = SearchBot("best", knowledge(name))
    report = bot.analyse(game, 600_000)
    assert (report.move, report.nodes, report.depth) == (only, 0, 0)
    searched = bot.analyse(game, 600_000, depth=2)  # who asks for a depth wants a score
    assert searched.move == only
    assert searched.nodes > 0


def test_analysis_gives_several_moves() -> None:
    for name in list_games():
        depth = 2 if compiled() else 1
        report = SearchBot("best", knowledge(name)).analyse(middle(name), 600_000, lines=3, depth=depth)
        assert 1 <= len({line.move for line in report.lines}) <= 3
        assert [line.score for line in report.lines] == sorted((x.score for x in report.lines), reverse=True)


@pytest.mark.parametrize("name", having("evaluation"))
def test_best_takes_a_win(name: str) -> None:
    game = new_game(name, position=FORCED_WINS[name][0][0])
    winner = game.to_move
    bot = player(name, "best")
    assert isinstance(bot, SearchBot)
    game.play(bot.analyse(game, 600_000, nodes=2000).move)
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winner == winner


@pytest.mark.parametrize(("level", "seed", "text"), THREATS)
def test_levels_of_protista_from_3_on_leave_no_win_in_one(level: str, seed: int, text: str) -> None:
    game = new_game("protista", profile="calm", position=text)
    careful = player("protista", level, seed=seed)
    assert isinstance(careful, SearchBot)
    chosen = careful.choose(game, 60_000)
    settings = {**careful.known.settings, "wary_noise": -1}
    known = replace(careful.known, settings=settings)
    careless = SearchBot(level, known, careful.level, seed=seed).choose(game, 60_000)
    assert leaves_a_win(game, careless)
    assert not leaves_a_win(game, chosen)
    assert careful.choose(game, 60_000) == chosen
    assert not knowledge("protista").settings["wary_noise"] >= knowledge("protista").levels["2"].noise


def leaves_a_win(game: Game, move: Move) -> bool:
    """May the enemy win by its next ply?"""
    after = game.copy()
    after.play(move)
    me = game.to_move
    for reply in after.legal_moves():
        after.play(reply)
        outcome = after.outcome()
        won = outcome is not None and outcome.winner not in (None, me)
        after.undo()
        if won:
            return True
    return False


def test_a_chance_move_is_judged_by_the_same_samples_whatever_the_game_holds() -> None:
    # Same board, other secrets: what R would bring must not show in the choice.
    text = new_game("protista", seed=3).position()
    games = [new_game("protista", position=text, seed=seed) for seed in (1, 2, 3)]
    bot = player("protista", "5")
    assert isinstance(bot, SearchBot)
    reports = [bot.analyse(game, 600_000, nodes=500, lines=200) for game in games]
    assert len({report.lines for report in reports}) == 1
    assert "R" in [line.move for line in reports[0].lines]


class CountedSearches(AlphaBeta):
    """Alpha-beta that remembers which moves each search was narrowed to."""

    def __init__(self, evaluator: Evaluator) -> None:
        super().__init__(evaluator, 1 << 14)
        self.narrowed: list[set[int]] = []

    def search(self, game: Game, **limits: Any) -> SearchReport:
        self.narrowed.append(set(limits["only"]))
        return super().search(game, **limits)


@pytest.mark.parametrize(("text", "enough"), [(WIN_WITHOUT_CHANCE, True), (QUIET, False)])
def test_chance_moves_are_tried_unless_a_certain_move_wins(text: str, enough: bool) -> None:
    bot = SearchBot("best", knowledge("protista"))
    game = new_game("protista", position=text, seed=1)
    (chance,) = (move for move in game.legal_moves() if move == "R")
    bot.searcher = searches = CountedSearches(knowledge("protista").evaluator())
    report = bot.analyse(game, 600_000, nodes=2000)
    assert (report.score > CAPPED) == enough
    assert chance.code not in searches.narrowed[0]
    assert searches.narrowed[1:] == ([] if enough else [{chance.code}] * CHANCE_SAMPLES)
    searches.narrowed.clear()
    bot.analyse(game, 600_000, nodes=2000, lines=2)  # who asks for several moves gets the chance moves too
    assert len(searches.narrowed) == 1 + CHANCE_SAMPLES


@pytest.mark.skipif(not compiled(), reason="searches 20,000 nodes")
def test_a_lost_position_is_left_to_chance() -> None:
    # Every other move loses in four plies; some results of R bring pieces that help.
    text = (
        "b6b1/1b1b1b1b1/2b6/w1bb2b2/1b1b5/b4wbb1/9/ww3w3/4w4/4w3w/1w2W21b2/6W22/1wwb2b2 "
        "w 1 a1.g2.i4+|i10.g12.a13 0 56 57 -"
    )
    bot = SearchBot("best", knowledge("protista"))
    assert bot.analyse(new_game("protista", position=text, seed=1), 600_000, nodes=20_000).move == "R"

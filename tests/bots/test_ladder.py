"""The measured strengths of the players: what the data say is what lists, ratings and documents say."""

import os
import subprocess
import sys
from itertools import pairwise

import pytest

from bench.ladder_curve import HIGHEST, LOWEST, Curve, choose, rounded
from bench.ladder_curve import strengths as rated
from bench.ladder_tables import anchor_table, elo_table, step_table
from schwarm import bots, list_games
from schwarm.bots import SearchBot, knowledge, player, strengths
from schwarm.bots.evaluation import bot_file
from schwarm.bots.ladder import FIRST_LEVEL_ELO, in_order, ladder, ladder_pairs, measured_levels
from schwarm.bots.learned import LearnedEvaluator, shipped_net
from schwarm.game.faces import having
from tests import ROOT

GAMES = [game for game in having("evaluation") if bot_file(game, "ladder.json")]
LEVELS = [str(number) for number in range(1, 11)]


@pytest.mark.parametrize("game", GAMES)
def test_each_level_beats_the_one_below_by_as_much_as_it_should(game: str) -> None:
    steps = {(match.one, match.other): match for match in ladder(game).matches}
    for low, high in pairwise(LEVELS):
        assert LOWEST <= steps[high, low].share <= HIGHEST, (game, high, low)
        assert steps[high, low].games >= 200


@pytest.mark.parametrize("game", GAMES)
def test_random_and_greedy_are_on_the_same_scale(game: str) -> None:
    for name in ("random", "greedy"):
        assert sum(match.games for match in ladder(game).matches if match.other == name) >= 40
    assert set(strengths(game)) == {"random", "greedy", *LEVELS}


@pytest.mark.parametrize("game", GAMES)
def test_elo_is_what_the_measured_games_give(game: str) -> None:
    matches = {(match.one, match.other): match.pairs for match in ladder(game).matches}
    told = {name: (one.elo, one.low, one.high) for name, one in strengths(game).items()}
    assert told == rated(matches)  # type: ignore[arg-type]
    assert told["1"][0] == FIRST_LEVEL_ELO
    assert len(ladder_pairs(game)) == sum(sum(pairs) for pairs in matches.values())


@pytest.mark.parametrize("game", GAMES)
def test_players_stand_in_the_order_of_their_elo(game: str) -> None:
    elo = strengths(game)
    listed = [name for name in bots.names(game) if name in elo]
    assert [elo[name].elo for name in listed] == sorted(one.elo for one in elo.values())
    assert measured_levels(game) == LEVELS
    assert bots.names(game)[-1] == "best"
    frozen = [name for name in bots.names(game) if name.startswith("best-")]
    assert frozen in (["best-0.2"], ["best-0.1", "best-0.2"], ["best-0.1", "best-0.2", "best-0.2.1"])


def test_who_was_not_measured_stays_where_it_was() -> None:
    assert in_order("hive", ["best", "3", "random"]) == ["best", "random", "3"]
    assert in_order("chess", ["best", "3", "random"]) == ["best", "3", "random"]
    assert strengths("chess") == {}


def test_the_documents_tell_the_same() -> None:
    text = (ROOT / "bench" / "notes" / "ladder.md").read_text("utf-8")
    for table in (elo_table(), step_table(), anchor_table()):
        assert "\n".join(table) in text


@pytest.mark.parametrize("game", GAMES)
def test_levels_judge_with_what_they_were_measured_with(game: str) -> None:
    known = knowledge(game)
    learned = shipped_net(game) is not None
    assert isinstance(known.strongest(), LearnedEvaluator) == learned
    assert isinstance(known.levelled(), LearnedEvaluator) == (learned and not known.levels_by_hand)
    greedy = player(game, "greedy")
    assert isinstance(greedy, SearchBot)
    assert type(greedy.searcher.evaluator) is type(knowledge(game).evaluator())


ANSWERS = """
import schwarm
from schwarm.bots import player
for name in schwarm.list_games():
    game = schwarm.new_game(name, seed=3)
    for seed in range(4):
        game.play(player(name, "2", seed=seed).choose(game, 600_000))
    print(name, *game.history)
"""


@pytest.mark.compiled_only
def test_levels_answer_alike_compiled_or_not() -> None:
    told = [
        subprocess.run(
            [sys.executable, "-c", ANSWERS],
            env={**os.environ, "SCHWARM_PURE": pure},
            capture_output=True,
            encoding="utf-8",
            check=True,
        ).stdout
        for pure in ("", "1")
    ]
    assert told[0] == told[1]
    assert len(told[0].splitlines()) == len(list_games())


# --- the choice of levels ----------------------------------------------------------------------------------
def test_levels_are_chosen_at_equal_steps_of_elo() -> None:
    found = choose({0: 0.0, 128: 1350.0, 256: 1800.0})
    assert found == [0, 19, 38, 57, 76, 95, 114, 142, 199, 256]
    before = [0, 20, 38, 57, 76, 90, 114, 142, 199, 256]
    after = choose({0: 0.0, 128: 1350.0, 256: 1800.0}, before)
    assert after == [0, 20, 38, 57, 76, 95, 114, 142, 199, 256], (
        "one stays near its place, one is too far off"
    )


def test_candidates_grow_along_the_curve() -> None:
    curve = Curve("hive", 64_000)
    levels = [curve.level(place) for place in range(257)]
    assert all(one.nodes <= two.nodes and one.noise >= two.noise for one, two in pairwise(levels))
    assert (levels[0].nodes, levels[-1].nodes, levels[-1].noise) == (128, 64_000, 0)
    assert curve.name(256) == "best#64000~0"
    assert rounded(1_234) == 1200

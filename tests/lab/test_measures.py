"""Every measure on games made by hand, whose figures can be counted on one's fingers."""

from __future__ import annotations

from dataclasses import replace
from math import log10
from typing import Any

import pytest

import schwarm
from schwarm.game.record import record_of
from schwarm.lab.measures import Judged, Point, measure, measures
from schwarm.lab.trace import Trace, trace
from tests.lab.simulated import game, step


def of(name: str, played: Trace) -> Any:
    function = measures()[name].of
    assert function is not None
    return function(played)


def judged(name: str, played: Judged) -> Any:
    function = measures()[name].judged
    assert function is not None
    return function(played)


def test_every_measure_says_what_it_is() -> None:
    for name, one in measures().items():
        assert one.title, name
        assert one.definition, name
        assert one.formula, name
        assert (one.margin > 0) == one.compared, name


def test_how_games_end() -> None:
    assert of("reasons", game("01", 0, "targets")) == {"of": 1, "parts": {"targets": 1}}
    assert of("drawn", game("01", None)) == [1, 1]
    assert of("drawn", game("01", 1)) == [0, 1]
    assert of("stopped", game("01", None, "limit")) == [1, 1]
    assert of("stopped", game("01", 0, "targets")) == [0, 1]


def test_length_of_games_and_turns() -> None:
    played = game("0110001", 1)  # turns of 1, 2, 3 and 1
    assert of("plies", played) == [7, 1]
    assert of("median_plies", played) == 7
    assert of("rounds", played) == [2, 1]
    assert of("moves_a_turn", played) == [7, 4]
    assert of("longest_turn", played) == [3, 1]
    assert of("extra_moves", played) == [3, 7]
    assert of("won_by_extra", played) == [0, 1]
    assert of("won_by_extra", game("0011", 1)) == [1, 1]
    assert of("won_by_extra", game("0011", None)) is None


def test_points_of_the_first_side() -> None:
    assert [of("first_side", game("01", winner))[0] for winner in (0, 1, None)] == [1, 0, 0.5]


def test_choice_and_size() -> None:
    steps = tuple(step(n % 2, branching=size) for n, size in enumerate((1, 10, 100, 10, 1, 10)))
    played = Trace("protista", steps, 0, "targets", 1.5)
    assert of("branching", played) == [132, 6]
    assert of("branching_median", played) == 10
    assert of("branching_largest", played) == [100, 1]
    assert of("branching_by_phase", played) == {"opening": [11, 2], "middle": [110, 2], "end": [11, 2]}
    assert of("branching_over_plies", played) == {"0": [132, 6]}
    assert of("game_tree", played)[0] == pytest.approx(log10(10 * 100 * 10 * 10))
    assert of("state_space", played) == [1.5, 1]


def test_ease_of_winning() -> None:
    assert of("quick_wins", game("01" * 5, 0)) == [1, 1]
    assert of("quick_wins", game("01" * 11, 0)) == [0, 1]
    assert of("quick_wins", game("01" * 5, None)) == [0, 1]
    assert of("win_length", game("01", 0)) == [2, 1]
    assert of("win_length", game("01", None)) is None
    lossy = Trace("protista", (step(0), step(1, captured=2), step(0)), 0, "targets", 0)
    assert of("without_loss", lossy) == [0, 1]
    assert of("without_loss", Trace("protista", lossy.steps, 1, "targets", 0)) == [1, 1]


def test_use_of_moves() -> None:
    steps = (step(0, "leap", chosen=False), step(1, "walk"), step(0, "walk", "leap", captured=2))
    played = Trace("protista", steps, 0, "targets", 0)
    assert of("offered", played) == {"of": 3, "parts": {"leap": 2, "walk": 3}}
    assert of("chosen", played) == {"of": 2, "parts": {"walk": 2, "leap": 1}}
    assert of("decisive", played) == {"of": 1, "parts": {"walk": 1, "leap": 1}}
    assert of("decisive", Trace("protista", steps, 1, "limit", 0)) is None  # the loser moved last
    assert of("captures", played) == [2, 1]
    assert of("travel", played) == [2, 2]
    assert of("heat", played) == {"of": 2, "parts": {"a1": 2}}


def test_spread_evenness_coverage_and_repetition() -> None:
    assert of("plies_spread", game("0101", 0)) == 4
    assert of("outcome_uniformity", game("01", None))["parts"] == {"first": 0, "drawn": 1, "second": 0}
    steps = (step(0), replace(step(1), repeats=True), replace(step(0), entered=("b1", "c1")))
    played = Trace("protista", steps, 0, "targets", 0, 10, frozenset({"a1", "d4"}))
    assert of("coverage", played) == [4, 10]
    assert of("coverage", Trace("protista", steps, 0, "targets", 0)) is None
    assert of("repetition", played) == [1, 3]


def test_who_is_ahead_over_time() -> None:
    steps = tuple(replace(step(n % 2), leads=(0, lead)) for n, lead in enumerate((0, -2, -4, 6)))
    lost = Trace("protista", steps, 1, "targets", 0)
    assert of("lead", lost) == {"targets": [0, 4], "material": [12, 4]}
    assert of("winners_lead_over_time", lost) == {"0": [0, 1], "2": [2, 1], "5": [4, 1], "7": [-6, 1]}
    assert of("winners_lead_over_time", Trace("protista", steps, None, "limit", 0)) is None


def test_positions_that_come_back_are_seen() -> None:
    """Both sides step out and back: then the first position is there again."""
    played = schwarm.new_game("protista", seed=3)
    for move in 2 * ("S:a3-a2", "S:a10-a9", "S:a2-a3", "S:a9-a10"):
        played.play(move)
    seen = trace(record_of(played))
    assert [one.repeats for one in seen.steps] == [False] * 4 + [True] * 4
    assert (seen.cells, len(seen.held)) == (117, 24)
    assert seen.steps[0].leads == (0, 0)


def test_drama_of_a_game_that_turns_round() -> None:
    chances = (0.5, 0.15, 0.15, 0.7, 0.9, 1.0)
    points = [Point(2 * n, n % 2, chance, chance - 0.2, 0) for n, chance in enumerate(chances)]
    points[-1] = points[-1]._replace(win_in=3, second=None)
    played = Judged(12, 0, points)
    assert judged("matters", played) == [5, 5]
    assert judged("lead_changes", played) == [1, 1]
    assert judged("comebacks", played) == [1, 1]
    assert judged("decided", played) == [pytest.approx(8 / 12), 1]
    assert judged("drags_on", played) == [4, 1]
    assert judged("forced_wins", played) == [1, 6]
    assert judged("forced_wins_over_plies", played) == {"0": [0, 5], "10": [1, 1]}
    assert judged("uncertainty", played)[0] == pytest.approx(sum(4 * p * (1 - p) for p in chances))
    assert judged("uncertainty_over_time", played)["0"] == [1.0, 1]
    assert judged("comebacks", Judged(12, None, points)) is None


def test_a_record_is_seen_as_it_was_played() -> None:
    played = schwarm.new_game("piranhas", seed=7)
    for _ in range(6):
        played.play(played.legal_moves()[0])
    seen = trace(record_of(played))
    assert [one.side for one in seen.steps] == [0, 1, 0, 1, 0, 1]
    assert seen.steps[0].branching == len(schwarm.new_game("piranhas", seed=7).legal_moves())
    assert seen.winner is None
    assert measure(record_of(played), ["plies"]) == {"plies": [6, 1]}


def test_kinds_of_protista_are_those_of_the_rule_sheet() -> None:
    played = schwarm.new_game("protista", seed=3)
    for turn in range(12):
        moves = played.legal_moves()
        played.play(moves[(7 * turn) % len(moves)])
    looked_at = [one for one in trace(record_of(played)).steps if one.offered is not None]
    assert len(looked_at) == 3
    assert all(set(one.kinds) <= one.offered for one in looked_at if one.offered is not None)

"""Chances from scores: fitted to other games, so that what is said comes true."""

from __future__ import annotations

import random
from math import exp

from schwarm.lab.calibration import FittedScale, Scored, calibrated, chance_of, fit
from schwarm.lab.measures import Searched
from schwarm.search.report import WIN

SCALE = 100


def games(count: int, factor: float, seed: int) -> dict[int, Scored]:
    """Games with random scores, whose results follow another scale than the evaluation's."""
    chance = random.Random(seed)
    made = {}
    for number in range(count):
        lead = chance.gauss(0, 300)
        won = chance.random() < 1 / (1 + exp(-lead / (SCALE * factor)))
        points = [Searched(ply, ply % 2, round(lead if ply % 2 == 0 else -lead), None) for ply in range(4)]
        made[number] = Scored(4, 0 if won else 1, points)
    return made


def test_the_scale_of_results_is_found() -> None:
    for factor in (0.5, 2.0, 4.0):
        points = [(point, game.result) for game in games(400, factor, 3).values() for point in game.points]
        assert 0.7 * factor < fit(points, SCALE).scale / SCALE < 1.4 * factor
    assert fit([], SCALE) == FittedScale(SCALE, 1.0)


def test_a_proven_result_is_certain_and_sides_are_told_apart() -> None:
    assert chance_of(WIN - 3, FittedScale(SCALE), 0) == 1
    assert chance_of(WIN - 3, FittedScale(SCALE), 1) == 0
    assert chance_of(50, FittedScale(SCALE), 0) == 1 - chance_of(50, FittedScale(SCALE), 1) > 0.5


def test_players_who_miss_proven_wins_are_allowed_for() -> None:
    points = [(Searched(0, 0, WIN - 3, None), float(n % 5 > 0)) for n in range(100)]
    assert 0.8 < fit(points, SCALE).proven < 0.82


def test_what_is_said_of_held_out_games_comes_true() -> None:
    """The evaluation is far too sure of itself in the games of one player, and too modest in the other's."""
    scored = {"base | a": games(400, 3.0, 1), "base | b": games(400, 0.6, 2)}
    judged, found = calibrated(scored, SCALE, lambda name: name.split(" | ")[1])
    assert found is not None
    assert found.games == 800
    assert found.positions == 3200
    assert found.off < 0.05
    assert all(one.true.low - 0.02 <= one.said <= one.true.high + 0.02 for one in found.bins)
    assert 2 < found.scales["a"] < 4.5
    assert 0.4 < found.scales["b"] < 0.9
    raw = [chance_of(game.points[0].score, FittedScale(SCALE), 0) for game in scored["base | a"].values()]
    said = [game.points[0].chance for game in judged["base | a"].values()]
    assert sum(abs(one - 0.5) for one in said) < sum(abs(one - 0.5) for one in raw)


def test_no_game_has_a_say_in_its_own_chances() -> None:
    scored = games(40, 1.0, 5)
    before, _ = calibrated({"base | a": scored}, SCALE, lambda name: "base")
    turned = {**scored, 7: Scored(4, 1 - (scored[7].winner or 0), scored[7].points)}
    after, _ = calibrated({"base | a": turned}, SCALE, lambda name: "base")
    assert before["base | a"][7].points == after["base | a"][7].points


def test_nothing_searched_is_nothing_said() -> None:
    assert calibrated({}, SCALE, str) == ({}, None)

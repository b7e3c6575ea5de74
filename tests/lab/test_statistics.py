"""Intervals hold what they promise: checked by simulating games whose true figures are known."""

from __future__ import annotations

import random

import pytest

from schwarm.lab.figures import figure_of
from schwarm.lab.statistics import Bootstrap, difference, holm, none_of, verdict
from tests.lab.simulated import MEAN_LENGTH, coin

BIAS = 0.58


def covered(studies: int, games: int, name: str, truth: float) -> float:
    """In how many simulated studies the interval holds the truth."""
    hits = 0
    for number in range(studies):
        chance = random.Random(1000 * games + number)
        figure = figure_of(name, {n: coin(chance, BIAS) for n in range(games)}, match=False)
        assert figure is not None
        hits += figure.low <= truth <= figure.high
    return hits / studies


def test_intervals_of_a_biased_coin_and_a_known_length_hold_the_truth() -> None:
    assert covered(40, 60, "first_side", BIAS) >= 0.85
    assert covered(40, 60, "plies", MEAN_LENGTH) >= 0.85


@pytest.mark.long
@pytest.mark.parametrize(("name", "truth"), [("first_side", BIAS), ("plies", MEAN_LENGTH)])
@pytest.mark.parametrize("games", [40, 150, 400])
def test_intervals_have_the_coverage_that_they_claim(name: str, truth: float, games: int) -> None:
    assert 0.92 <= covered(400, games, name, truth) <= 0.98


@pytest.mark.long
def test_studies_with_other_seeds_agree_within_their_intervals() -> None:
    apart = 0
    for number in range(200):
        one, other = (
            figure_of(
                "first_side", {n: coin(random.Random(f"{seed} {n}"), BIAS) for n in range(100)}, match=False
            )
            for seed in (2 * number, 2 * number + 1)
        )
        assert one is not None
        assert other is not None
        apart += one.low > other.high or other.low > one.high
    assert apart <= 4  # two intervals of equal width part in about 0.6 % of all cases


def test_games_of_one_start_are_one_block() -> None:
    """Pairs that always end alike say half as much as the number of games suggests."""
    chance = random.Random(5)
    results = [float(chance.random() < 0.5) for _ in range(50)]
    alike = {n: {"first_side": [results[n // 2], 1]} for n in range(100)}
    single = {n: {"first_side": [results[n // 2], 1]} for n in range(0, 100, 2)}
    paired = figure_of("first_side", alike, match=True)
    alone = figure_of("first_side", {n // 2: value for n, value in single.items()}, match=False)
    assert paired is not None
    assert alone is not None
    assert (paired.low, paired.high) == (alone.low, alone.high)


def test_a_difference_is_paired_by_start() -> None:
    """Two variants that differ by one ply in every start differ for sure, however much starts vary."""
    boot = Bootstrap(50, 300)
    lengths = [float(random.Random(n).randrange(10, 200)) for n in range(50)]
    one = boot.ratio([length + 1 for length in lengths], [1.0] * 50)
    other = boot.ratio(lengths, [1.0] * 50)
    assert one is not None
    assert other is not None
    found = difference(one, other, 50)
    assert found.low == pytest.approx(1)
    assert found.high == pytest.approx(1)
    assert one.high - one.low > 20


def test_few_starts_that_all_point_one_way_are_not_sure() -> None:
    boot = Bootstrap(5, 300)
    one, other = boot.ratio([1.0] * 5, [1.0] * 5), boot.ratio([0.0] * 5, [1.0] * 5)
    assert one is not None
    assert other is not None
    assert difference(one, other, 5).p == 2**-4


def test_what_never_happened_in_few_games_differs_from_a_fifth_by_luck() -> None:
    """None of 19 against a fifth of 100: that has a chance of 2 %, which is not sure among sixty rules."""
    boot = Bootstrap(19, 300)
    never = boot.ratio([0.0] * 19, [1.0] * 19)
    often = boot.ratio([1.0, 1.0, 1.0, 2.0] + [1.0] * 15, [5.0] * 19)
    assert never is not None
    assert often is not None
    plain = difference(never, often, 19)
    wide = plain.widened(none_of(19), 19)
    assert plain.p < 0.001 < 0.01 < wide.p
    assert wide.low < plain.low < plain.high < wide.high


def test_what_never_happened_is_not_said_to_be_impossible() -> None:
    figure = figure_of("drawn", {n: {"drawn": [0, 1]} for n in range(100)}, match=False)
    assert figure is not None
    assert (figure.value, figure.low) == (0, 0)
    assert figure.high == pytest.approx(none_of(100))
    assert 0.03 < figure.high < 0.04


def test_equal_variants_are_said_to_be_no_further_apart_than_a_bound() -> None:
    chance = random.Random(7)
    boot = Bootstrap(100, 300)
    first = [float(chance.random() < 0.5) for _ in range(100)]
    one, other = boot.ratio(first, [1.0] * 100), boot.ratio(first[::-1], [1.0] * 100)
    assert one is not None
    assert other is not None
    found = difference(one, other)
    assert verdict(found, 1.0, margin=0.5) == "same"
    assert verdict(found, 1.0, margin=0.01) == "open"
    assert verdict(found, 0.01, margin=0.5) == "differs"


def test_many_comparisons_of_equal_variants_find_no_difference() -> None:
    """Forty variants without any effect: after Holm's correction hardly one study in twenty finds any."""
    wrong = 0
    for study in range(20):
        chance = random.Random(study)
        boot = Bootstrap(60, 150)
        base = boot.ratio([float(chance.random() < 0.5) for _ in range(60)], [1.0] * 60)
        assert base is not None
        chances = []
        for _ in range(10):
            one = boot.ratio([float(chance.random() < 0.5) for _ in range(60)], [1.0] * 60)
            assert one is not None
            chances.append(difference(one, base, 60).p)
        wrong += min(holm(chances)) < 0.05
    assert wrong <= 3


def test_the_median_has_an_interval() -> None:
    figure = figure_of("median_plies", {n: {"median_plies": n} for n in range(101)}, match=False)
    assert figure is not None
    assert figure.value == 50
    assert 30 < figure.low < 50 < figure.high < 70


def test_spread_and_evenness_have_intervals() -> None:
    chance = random.Random(4)
    games = {n: {"plies_spread": chance.gauss(50, 10)} for n in range(200)}
    spread = figure_of("plies_spread", games, match=False)
    assert spread is not None
    assert spread.low < 10 < spread.high < 13
    three = ("first", "drawn", "second")
    parts = [{key: int(key == chosen) for key in three} for chosen in ("first", "drawn")]
    ends = {n: {"outcome_uniformity": {"of": 1, "parts": parts[n % 2]}} for n in range(90)}
    even = figure_of("outcome_uniformity", ends, match=False)
    assert even is not None
    assert even.value == pytest.approx(0.6309, abs=1e-3)
    assert even.low < even.value <= even.high <= 1

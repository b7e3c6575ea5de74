"""What few or one-sided pairs of games can show, and how long a test will still take."""

from __future__ import annotations

import math

import pytest

from schwarm.ratings import Pairs, Sprt, elo_of


def test_a_longer_record_without_a_lost_point_can_show_more_strength_but_none_shows_any_amount() -> None:
    highs = [elo_of((0, 0, 0, 0, pairs)).high for pairs in (1, 10, 100, 1000)]
    assert highs == sorted(highs)
    assert len(set(highs)) == 4
    assert all(math.isfinite(high) for high in highs)
    assert highs[1] < 3000


@pytest.mark.parametrize("pairs", [1, 7, 350])
def test_a_record_of_one_result_alone_is_read_with_the_same_caution_from_both_sides(pairs: int) -> None:
    lost, won = elo_of((0, pairs, 0, 0, 0)), elo_of((0, 0, 0, pairs, 0))
    assert won.elo >= 0
    assert (lost.elo, lost.low, lost.high) == pytest.approx((-won.elo, -won.high, -won.low))
    level = elo_of((0, 0, pairs, 0, 0))
    assert (level.elo, level.superiority) == pytest.approx((0, 0.5))


def test_without_games_nothing_is_known() -> None:
    found = elo_of((0, 0, 0, 0, 0))
    assert (found.pairs, found.elo, found.superiority) == pytest.approx((0, 0, 0.5))
    assert found.low == pytest.approx(-found.high)
    assert found.high > 300


def test_an_even_record_is_told_without_a_minus_sign() -> None:
    assert elo_of((1, 2, 3, 2, 1)).text().startswith("Elo +0 (")


def test_a_test_asks_for_five_elo_at_five_percent_unless_told_otherwise() -> None:
    assert Sprt() == Sprt(elo0=0, elo1=5, alpha=0.05, beta=0.05, model="normalised")


@pytest.mark.parametrize("counts", [(2, 8, 20, 20, 12), (12, 20, 20, 8, 2)])
def test_the_time_left_is_that_to_the_bound_the_results_lead_to(counts: Pairs) -> None:
    test = Sprt(-5, 5)
    llr, (low, high) = test.llr(counts), test.bounds
    assert low < llr < high
    drift = llr / sum(counts)
    expected = ((high if drift > 0 else low) - llr) / drift
    few, many = test.state(counts).remaining
    assert 1 <= few < 0.9 * expected
    assert 1.1 * expected < many
    assert many < 4 * expected
    assert math.isclose(sum(test.state(counts[::-1]).remaining), few + many, rel_tol=0.25)

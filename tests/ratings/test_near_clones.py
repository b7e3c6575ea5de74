"""How far apart players are is learned from a field's games, or set: near-clones are not called certain."""

from __future__ import annotations

import pytest

from bench.calibration import simulate, together
from bench.calibration_of_two import by_spread
from schwarm.ratings import elo_of, rate
from schwarm.ratings.field import Duel

WITHIN = 5.0  # points
WON = (0, 0, 0, 0, 3)


def test_three_won_pairs_of_near_clones_are_not_certain() -> None:
    assert elo_of(WON).superiority > 0.99
    assert 0.65 < elo_of(WON, spread=25).superiority < 0.75
    assert elo_of(WON, spread=400).superiority > 0.99
    duels: list[Duel] = [("A", "B", 2.0, 2.0)] * 3
    assert rate("AB", duels, spread=25).above("A", "B") == pytest.approx(
        elo_of(WON, spread=25).superiority, abs=0.001
    )
    third: list[Duel] = [*duels, ("B", "C", 1.0, 2.0)]
    assert (
        rate("ABC", third, spread=25).above("A", "B") < 0.78 < rate("ABC", third, spread=300).above("A", "B")
    )
    close, wide = (rate("ABC", third, spread=spread) for spread in (25, 300))
    assert close.above("A", "B") < 0.78 < wide.above("A", "B")
    assert close.spread == pytest.approx(25)


@pytest.mark.parametrize("spread", [0, -3, 5_000])
def test_a_spread_that_no_field_has_is_refused(spread: float) -> None:
    with pytest.raises(ValueError, match="expected a spread of 1 to 2000 Elo"):
        elo_of(WON, spread=spread)


def test_two_players_whose_spread_is_told_are_calibrated_at_every_spread() -> None:
    """Added up over all results that there can be, without chance."""
    for (spread, draws), (off, covered) in by_spread(2, known=True).items():
        assert abs(off) <= WITHIN, (spread, draws)
        assert 90 <= covered <= 100, (spread, draws)


@pytest.mark.long
@pytest.mark.parametrize("pairs", [1, 3, 6])
def test_the_same_for_more_pairs(pairs: int) -> None:
    for cell, (off, covered) in by_spread(pairs, known=True).items():
        assert abs(off) <= WITHIN, cell
        assert 90 <= covered <= 100, cell


def test_a_field_of_near_clones_is_found_to_be_one() -> None:
    found, _ = simulate((6, 3, 0.25, 25), 12)
    assert abs(found.off) < 15  # twelve fields: this notices when it breaks


@pytest.mark.long
@pytest.mark.parametrize("spread", [25, 50, 100, 200, 400])
@pytest.mark.parametrize(("players", "pairs", "fields"), [(4, 3, 400), (10, 1, 60), (10, 3, 60)])
def test_fields_learn_their_spread_and_are_calibrated(
    spread: int, players: int, pairs: int, fields: int
) -> None:
    """Within five points, and one and a half standard errors of so many fields (about one point)."""
    found = together(simulate((players, pairs, draws, spread), fields)[0] for draws in (0.0, 0.25, 0.5))
    assert abs(found.off) <= WITHIN + 1.5
    told = together(
        simulate((players, pairs, draws, spread), fields // 3, known=True)[0] for draws in (0.0, 0.25, 0.5)
    )
    assert abs(told.off) <= WITHIN

"""A player who won every game is strong, but nobody knows how strong: ratings of a field say so."""

from __future__ import annotations

import math

import pytest

from schwarm.ratings import rate
from schwarm.ratings.field import Duel


def whitewash(games: int) -> list[Duel]:
    return [("A", "B", 2.0, 2.0) for _ in range(games // 2)]


def test_a_record_without_a_lost_point_is_not_certain() -> None:
    winner, loser = rate("AB", whitewash(6)).ratings
    assert (winner.name, loser.name) == ("A", "B")
    for rating in (winner, loser):
        assert math.isfinite(rating.low + rating.elo + rating.high)
        assert rating.high - rating.low > 100
        assert rating.low < rating.elo < rating.high
        assert abs(rating.elo) < 1000  # six games cannot show more


@pytest.mark.parametrize(("few", "many"), [(2, 6), (6, 40)])
def test_more_games_without_a_lost_point_show_more_strength(few: int, many: int) -> None:
    short, long = rate("AB", whitewash(few)), rate("AB", whitewash(many))
    assert short.ratings[0].elo + 50 < long.ratings[0].elo
    assert short.ratings[0].low < long.ratings[0].low

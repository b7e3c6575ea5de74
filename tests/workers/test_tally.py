"""What a match adds up to."""

import pytest

from schwarm.games import new_game
from schwarm.games.record import End, Irregular, record_of
from schwarm.workers import Report, Tally


def report(winner: str | None, reason: str, faults: dict[str, str]) -> Report:
    game = new_game("piranhas", seed=1)
    record = record_of(game, {"red": "A", "blue": "B"}).ended(
        End(winner, reason, {"red": (0,), "blue": (0,)})
    )
    return Report((0,), record, 1.0, faults=faults)


def test_whoever_breaks_a_game_off_has_lost_it_and_nobody_has_drawn() -> None:
    left = report("blue", Irregular.LEFT, {"A": "never came"})
    assert (Tally.of(left, "A").losses, Tally.of(left, "B").wins) == (1, 1)
    both = report(None, Irregular.LEFT, {"A": "never came", "B": "never came"})
    assert Tally.of(both, "A").losses == Tally.of(both, "B").losses == 1
    late = Tally.of(report("red", Irregular.TIME_UP, {"B": "late"}), "A")
    assert (late.wins, late.late, late.illegal) == (1, 1, 0)
    drawn = Tally.of(report(None, "equal swarms", {}), "A")
    assert (drawn.draws, drawn.reasons) == (1, {"equal swarms": 1})


def test_tallies_add_up() -> None:
    total = Tally()
    for winner in ("red", "blue", "red", None):
        total = total.plus(Tally.of(report(winner, "end", {}), "A"))
    assert (total.wins, total.losses, total.draws, total.games) == (2, 1, 1, 4)
    assert total.share == 0.625
    assert total.reasons == {"end": 4}


def test_every_count_of_two_tallies_is_added_and_the_slowest_move_is_the_slower_one() -> None:
    one = Tally(1, 2, 3, 4, 5, 60, 7.5, {"a": 1, "b": 2})
    other = Tally(10, 20, 30, 40, 50, 600, 6.5, {"b": 3, "c": 4})
    both = Tally(11, 22, 33, 44, 55, 660, 7.5, {"a": 1, "b": 5, "c": 4})
    assert one.plus(other) == other.plus(one) == both
    assert one.plus(Tally()) == one
    assert Tally() == Tally(0, 0, 0, 0, 0, 0, 0.0, {})


def test_a_tally_is_told_in_one_line() -> None:
    told = Tally(7, 2, 1, late=1, illegal=0).text()
    assert told == "7 won, 2 drawn, 1 lost: 80.0 % (49.0 to 94.3), 1 late, 0 illegal"


def test_intervals_hold_the_share_and_narrow() -> None:
    few, many = Tally(wins=7, losses=3), Tally(wins=700, losses=300)
    assert few.share == many.share == 0.7
    assert few.interval()[0] < many.interval()[0] < 0.7 < many.interval()[1] < few.interval()[1]
    assert Tally(wins=10).interval()[1] <= 1.0
    assert "700 won, 0 drawn, 300 lost: 70.0 %" in many.text()


@pytest.mark.parametrize(
    "tally", [Tally(wins=7, losses=3), Tally(wins=10), Tally(losses=10), Tally(1, 1, 0), Tally(3, 20, 5)]
)
@pytest.mark.parametrize("z", [1.0, 1.96, 2.576])
def test_the_interval_ends_where_a_true_share_would_be_just_that_unlikely(tally: Tally, z: float) -> None:
    """Wilson's interval by its definition: at its ends the share seen lies z deviations from the true one."""
    for end in tally.interval(z):
        variance = end * (1 - end) / tally.games
        assert (tally.share - end) ** 2 == pytest.approx(z * z * variance, abs=1e-12)


def test_the_interval_is_the_published_one_and_is_of_95_percent() -> None:
    assert Tally(wins=10).interval() == pytest.approx((0.7225, 1.0), abs=5e-5)
    assert Tally(losses=10).interval() == pytest.approx((0.0, 0.2775), abs=5e-5)
    assert Tally(wins=7, losses=3).interval() == pytest.approx((0.3968, 0.8922), abs=5e-5)


def test_the_interval_never_leaves_the_possible_shares() -> None:
    for games in range(1, 200):
        assert Tally(losses=games).interval()[0] >= 0
        assert Tally(wins=games).interval()[1] <= 1
        assert "-0.0" not in Tally(losses=games).text()


def test_without_games_nothing_is_known() -> None:
    low, high = Tally().interval()
    assert Tally().share == 0.5
    assert (low, high) == pytest.approx((0.5 - 0.4454, 0.5 + 0.4454), abs=5e-4)
    assert low < 0.1
    assert high > 0.9

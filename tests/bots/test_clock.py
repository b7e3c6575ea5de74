"""How a bot's budget becomes deadlines and limits; all on moments given, so no test waits."""

import time
from dataclasses import replace
from types import SimpleNamespace

import pytest

from schwarm.bots import clock as clock_module
from schwarm.bots.clock import BUDGET_MS, DeadlineClock, SearchLimits

LIMITS = SearchLimits(depth=10, nodes=0, deadline=108.0, clear_lead=900)


@pytest.mark.parametrize(
    ("budget_ms", "usable_ms"),
    [
        (2000, 1870),  # less 30 ms and 5 %
        (1000, 920),
        (100, 65),  # less 30 ms, the most that a tenth of a second allows, and 5 %
        (50, 32.5),  # less 30 % and 5 %
        (10, 6.5),
    ],
)
def test_time_is_kept_back(budget_ms: int, usable_ms: float) -> None:
    assert DeadlineClock().deadline(budget_ms, 100.0) == pytest.approx(100 + usable_ms / 1000)


def test_the_usual_budget_is_that_of_the_contest() -> None:
    assert BUDGET_MS == 2000


def test_without_a_start_the_budget_counts_from_the_call() -> None:
    before = time.monotonic()
    deadline = DeadlineClock().deadline(2000, None)
    assert before + 1.87 <= deadline <= time.monotonic() + 1.87


def test_twice_the_longest_delay_is_kept_back_too() -> None:
    clock = DeadlineClock()
    clock.delays.append(40.0)
    assert clock.deadline(2000, 100.0) == pytest.approx(101.790)


def test_however_late_searches_came_back_a_fifth_of_the_budget_is_used() -> None:
    clock = DeadlineClock()
    clock.delays.append(5000.0)
    assert clock.deadline(2000, 100.0) == pytest.approx(100.4)
    assert clock.deadline(100, 100.0) == pytest.approx(100.02)


def test_a_delay_is_noted_in_milliseconds() -> None:
    clock = DeadlineClock()
    before = time.monotonic()
    clock.note_delay(before - 3600)
    assert 3_600_000 <= clock.delay_ms <= 3_600_000 + 1000 * (time.monotonic() - before) + 1


def in_time(clock: DeadlineClock, searches: int) -> None:
    for _ in range(searches):
        clock.note_delay(time.monotonic() + 3600)


def test_a_single_delay_is_forgotten_after_three_moves() -> None:
    clock = DeadlineClock()
    in_time(clock, 2)
    assert clock.delay_ms == 0
    clock.delays.append(200.0)
    in_time(clock, 2)
    assert clock.delay_ms == 200
    in_time(clock, 1)
    assert clock.delay_ms == 0
    assert clock.deadline(2000, 100.0) == pytest.approx(101.870)


def test_a_machine_that_holds_searches_up_often_stays_known_as_one() -> None:
    clock = DeadlineClock()
    for delay in (200.0, 150.0):
        clock.delays.append(delay)
        in_time(clock, 5)
    assert clock.delay_ms == 150
    in_time(clock, 16)
    assert clock.delay_ms == 0


def test_a_game_as_good_as_won_takes_an_eighth_of_the_time() -> None:
    assert LIMITS.may_stop(900, began=100.0, now=101.01)
    assert LIMITS.may_stop(901, began=100.0, now=107.0)
    assert not LIMITS.may_stop(900, began=100.0, now=100.99)
    assert not LIMITS.may_stop(900, began=100.0, now=101.0)
    assert not LIMITS.may_stop(899, began=100.0, now=107.0)
    assert not LIMITS.may_stop(-900, began=100.0, now=107.0)


def test_the_eighth_counts_from_the_beginning_of_the_search() -> None:
    limits = SearchLimits(depth=10, nodes=0, deadline=12.0, clear_lead=1)
    assert limits.may_stop(1, began=2.0, now=4.0)
    assert not limits.may_stop(1, began=2.0, now=3.2)


def test_without_a_clear_lead_all_the_time_is_used() -> None:
    always = SearchLimits(depth=10, nodes=0, deadline=108.0)
    assert not always.may_stop(30_000, began=100.0, now=107.0)
    assert not always.may_stop(0, began=100.0, now=107.0)
    assert replace(always, clear_lead=1).may_stop(1, began=100.0, now=107.0)


def test_nodes_are_split_evenly_and_each_part_has_one_at_least() -> None:
    assert [part.nodes for part in replace(LIMITS, nodes=1000).split(3, 0.6)] == [200, 200, 200]
    assert [part.nodes for part in replace(LIMITS, nodes=2).split(4, 1.0)] == [1, 1, 1, 1]
    assert [part.nodes for part in LIMITS.split(2, 0.5)] == [0, 0]


@pytest.fixture
def at_100(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is 100 s, and stays so."""
    monkeypatch.setattr(clock_module, "time", SimpleNamespace(monotonic=lambda: 100.0))


def test_time_is_split_into_equal_steps(at_100: None) -> None:
    first, second = replace(LIMITS, deadline=1100).split(2, 0.5)
    assert first.deadline == pytest.approx(350)
    assert second.deadline == pytest.approx(600)
    (whole,) = replace(LIMITS, deadline=1100).split(1, 1.0)
    assert whole.deadline == pytest.approx(1100)


def test_a_far_deadline_is_split_in_the_same_way(at_100: None) -> None:
    (half,) = replace(LIMITS, deadline=1e9 + 100).split(1, 0.5)
    assert half.deadline == pytest.approx(5e8 + 100)


def test_parts_keep_depth_and_clear_lead() -> None:
    assert {(part.depth, part.clear_lead) for part in LIMITS.split(3, 1.0)} == {(10, 900)}

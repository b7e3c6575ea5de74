"""Schedules: everyone meets everyone, the first move is balanced, byes are fair."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwarm.tournament import schedule
from schwarm.tournament.errors import BadFormat
from schwarm.tournament.formats import knock_out
from schwarm.tournament.formats.gauntlet import gauntlet
from schwarm.tournament.formats.round_robin import round_robin
from schwarm.tournament.formats.swiss import next_round
from schwarm.tournament.results import Match, Played

NAMES = [f"team {number}" for number in range(40)]
fields = st.integers(2, 25).map(lambda count: NAMES[:count])


@given(fields, st.integers(1, 3))
def test_everyone_meets_everyone_as_often_as_there_are_cycles(names: list[str], cycles: int) -> None:
    met = Counter(frozenset((home, away)) for day in round_robin(names, cycles) for home, away in day if away)
    assert met == {frozenset((a, b)): cycles for a in names for b in names if a < b}


@given(fields)
def test_on_a_match_day_everyone_plays_once_or_rests(names: list[str]) -> None:
    for day in round_robin(names):
        busy = [name for pairing in day for name in pairing if name is not None]
        assert sorted(busy) == sorted(names)


@given(fields, st.integers(1, 4))
def test_byes_are_fair(names: list[str], cycles: int) -> None:
    rests = Counter(home for day in round_robin(names, cycles) for home, away in day if away is None)
    assert rests == (dict.fromkeys(names, cycles) if len(names) % 2 else {})


@given(fields, st.integers(1, 4))
def test_the_first_move_is_balanced(names: list[str], cycles: int) -> None:
    homes: Counter[str] = Counter()
    aways: Counter[str] = Counter()
    for day in round_robin(names, cycles):
        homes.update(home for home, away in day if away)
        aways.update(away for _, away in day if away)
    for name in names:
        assert abs(homes[name] - aways[name]) <= 1


@given(fields)
def test_nobody_begins_for_long(names: list[str]) -> None:
    days = round_robin(names)
    for name in names:
        begins = "".join(
            str(int(home == name)) for day in days for home, away in day if away and name in (home, away)
        )
        assert "1111" not in begins
        assert "0000" not in begins


@given(st.integers(2, 20), st.data())
def test_a_gauntlet_sends_every_hero_against_every_challenger(count: int, data: st.DataObject) -> None:
    names = NAMES[:count]
    heroes = data.draw(st.integers(1, count - 1))
    met = Counter(frozenset(pairing) for day in gauntlet(names, heroes) for pairing in day)
    assert met == {frozenset((hero, other)): 1 for hero in names[:heroes] for other in names[heroes:]}
    for day in gauntlet(names, heroes):
        busy = [name for pairing in day for name in pairing]
        assert len(busy) == len(set(busy))


def test_a_gauntlet_needs_challengers() -> None:
    with pytest.raises(BadFormat, match="expected 1 to 2 heroes, not 3"):
        gauntlet(NAMES[:3], 3)


@given(fields, st.integers(1, 5), st.sampled_from(["lot", "order", "snake"]), st.integers(0, 9))
def test_groups_hold_everybody_once_and_are_of_equal_size(
    names: list[str], count: int, draw: str, seed: int
) -> None:
    dealt = schedule.groups(names, count, draw, seed, 0)
    assert sorted(name for group in dealt for name in group) == sorted(names)
    sizes = [len(group) for group in dealt]
    assert max(sizes) - min(sizes) <= 1


def test_a_snake_deals_the_strong_out_evenly() -> None:
    assert schedule.groups(list("ABCDEFGH"), 2, "snake", 0, 0) == [list("ADEH"), list("BCFG")]


@given(fields, st.integers(0, 2**64 - 1))
def test_a_lot_depends_on_the_seed_and_not_on_the_order_given(names: list[str], seed: int) -> None:
    assert schedule.lot(names, seed, 1) == schedule.lot(names[::-1], seed, 1)


def test_the_best_two_meet_in_the_final() -> None:
    assert knock_out.seeded(list("ABCDEFGH")) == list("AHDEBGCF")
    assert knock_out.first_round(list("ABCDE")) == [("A", None), ("D", "E"), ("B", None), ("C", None)]


def test_rounds_have_names() -> None:
    assert knock_out.titles(0, 8, 4) == ["quarter-final"] * 4
    assert knock_out.titles(1, 8, 2) == ["semi-final"] * 2
    assert knock_out.titles(2, 8, 2) == ["match for third place", "final"]
    assert knock_out.titles(0, 16, 8) == ["round of 16"] * 8


def match(home: str, away: str | None, home_points: int = 2) -> Match:
    if away is None:
        return Match(home, None, finished=True, winner=home)
    game = Played(home, away, (home_points, 2 - home_points), ((), ()), "")
    return Match(home, away, (game,), finished=True)


@pytest.mark.parametrize("count", [8, 9])
def test_a_swiss_event_pairs_equals_and_never_twice(count: int) -> None:
    names = NAMES[:count]
    days: list[list[Match]] = []
    for _ in range(5):
        day = next_round(names, 5, days)
        assert sorted(n for pairing in day for n in pairing if n) == sorted(names)
        days.append([match(home, away, 2 if home < str(away) else 0) for home, away in day])
    met = Counter(frozenset(m.players) for day in days for m in day if m.away)
    assert set(met.values()) == {1}
    rests = Counter(m.home for day in days for m in day if m.away is None)
    assert set(rests.values()) <= {1}
    homes = Counter(m.home for day in days for m in day if m.away)
    assert all(1 <= homes[name] <= 4 for name in names)


def test_two_who_are_left_alone_meet_again_with_the_sides_changed() -> None:
    assert next_round(["A", "B"], 2, [[match("A", "B")]]) == [("B", "A")]

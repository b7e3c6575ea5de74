"""Leaving a tournament and coming back: what was played counts, what pairings were made from stays."""

from __future__ import annotations

from dataclasses import replace

import pytest

from schwarm.classroom.withdrawals import may_repeat, readmitted, withdrawn
from schwarm.tournament.formats import Event, from_json
from schwarm.tournament.progress import progress
from schwarm.tournament.results import WALKOVER, GameKey, Played
from tests.tournament.events import event, stage

Results = dict[GameKey, Played]


def played(key: GameKey, first: str, second: str) -> Played:
    """The one that comes first in the alphabet wins."""
    return Played(first, second, (2, 0) if first < second else (0, 2), ((2,), (0,)), "test", 1)


def play(cup: Event, games: int, results: Results | None = None) -> Results:
    """So many more games, in the order in which they should be played."""
    results = dict(results or {})
    for _ in range(games):
        game = progress(cup, results).open[0]
        results[game.key] = played(game.key, game.first, game.second)
    return results


def test_a_round_robin_counts_what_was_played_and_gives_away_the_rest() -> None:
    cup = event(4, stages=stage("round robin", games=2))
    results = play(cup, 4)  # the first day
    out = withdrawn(cup, "A", progress(cup, results), annul=False)
    state = progress(out, results)
    assert [game for game in state.open if "A" in (game.first, game.second)] == []
    matches = [match for match in state.phases[0].groups[0].matches if "A" in match.players]
    assert [match.winner for match in matches].count("A") == 1
    assert sum(game.reason == WALKOVER for match in matches for game in match.games) == 4
    back = readmitted(out, "A", state)
    assert back.withdrawn == ()
    assert back.forfeited == ()
    assert len(progress(back, results).open) == len(progress(cup, results).open)


def test_a_match_that_was_begun_is_finished_by_walkovers() -> None:
    cup = event(2, stages=stage("round robin", games=6))
    results = play(cup, 3)
    state = progress(withdrawn(cup, "A", progress(cup, results), annul=False), results)
    match = state.phases[0].groups[0].matches[0]
    assert state.finished
    assert [game.reason for game in match.games] == ["test"] * 3 + [WALKOVER] * 3


@pytest.mark.parametrize("kind", ["knock-out", "swiss"])
def test_whoever_comes_back_does_not_change_pairings_that_were_made(kind: str) -> None:
    own = {"rounds": 3} if kind == "swiss" else {}
    cup = event(8, stages=stage(kind, games=2, **own))
    out = withdrawn(cup, "A", progress(cup, {}), annul=True)  # which these formats do not know
    assert out.annulled == ()
    results: Results = {}
    while len(progress(out, results).phases[0].groups[0].days) < 2:
        results = play(out, 1, results)
    state = progress(out, results)
    assert may_repeat(state, state.phases[0].groups[0].days[0][0].key) is None
    assert may_repeat(state, state.phases[0].groups[0].days[1][0].key) is not None
    back = from_json(readmitted(out, "A", state).to_json())  # as the store keeps it
    after = progress(back, results)
    pairs = [[match.players for match in day] for day in state.phases[0].groups[0].days]
    assert [[match.players for match in day] for day in after.phases[0].groups[0].days] == pairs
    assert any("A" in (game.first, game.second) for game in after.open) == (kind == "swiss")


def test_two_who_have_left_do_not_keep_a_knock_out_from_its_end() -> None:
    cup = event(4, stages=stage("knock-out", games=2, most_games=8))
    both = progress(cup, {}).phases[0].groups[0].days[0][0]
    level = {
        GameKey(*both.key, number): Played(*sides, (1, 1), ((1,), (1,)), "test", 1)
        for number, sides in enumerate(((both.home, both.away or ""), (both.away or "", both.home)))
    }
    out = replace(cup, withdrawn=both.players)
    state = progress(out, level)
    match = state.phases[0].groups[0].days[0][0]
    assert match.finished
    assert match.winner in both.players
    assert [game.key[:4] for game in state.open if game.key[:4] == both.key] == []


def test_match_days_are_counted_through_all_stages() -> None:
    cup = event(4, stages=[*stage("round robin", games=2), *stage("knock-out", games=2, name="Final")])
    results = play(cup, 12)
    state = progress(cup, results)
    assert {state.match_day(game.key) for game in state.open} == {3}


def test_a_round_robin_may_annul_all_that_a_team_has_played_until_the_next_stage_begins() -> None:
    cup = event(
        4, stages=[*stage("round robin", games=2), *stage("knock-out", games=2, name="Final", take=2)]
    )
    results = play(cup, 4)
    before = progress(cup, results)
    out = withdrawn(cup, "A", before, annul=True)
    assert (out.annulled, out.excluded) == (((0, "A"),), ((1, "A"),))
    state = progress(out, results)
    assert all(match.annulled for match in state.phases[0].groups[0].matches if "A" in match.players)
    back = readmitted(out, "A", state)
    assert (back.withdrawn, back.annulled, back.excluded) == ((), (), ())
    assert [game.key for game in progress(back, results).open] == [game.key for game in before.open]
    final = play(cup, 13)
    late = withdrawn(cup, "A", progress(cup, final), annul=True)
    assert (late.annulled, late.excluded) == ((), ())  # the final was paired by these matches
    pairs = [match.players for match in progress(late, final).phases[1].groups[0].matches]
    assert pairs == [match.players for match in progress(cup, final).phases[1].groups[0].matches]


def test_whoever_comes_back_after_a_stage_has_begun_takes_no_place_in_it() -> None:
    cup = event(
        4, stages=[*stage("round robin", games=2), *stage("knock-out", games=2, name="Final", take=2)]
    )
    out = withdrawn(cup, "A", progress(cup, play(cup, 4)), annul=False)
    results: Results = {}
    while not progress(out, results).phases[1].groups:
        results = play(out, 1, results)
    back = readmitted(out, "A", progress(out, results))
    assert back.excluded == ((1, "A"),)
    assert set(progress(back, results).phases[1].groups[0].matches[0].players) == {"B", "C"}

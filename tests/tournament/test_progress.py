"""Whole events by invented results: stages follow each other, matches are won as the format says."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schwarm.tournament import views
from schwarm.tournament.formats import presets, read
from schwarm.tournament.progress import Planned, progress
from schwarm.tournament.results import GameKey, Played
from tests.tournament.events import all_draws, better_name_wins, event, play, stage


def named(count: int) -> list[dict[str, str]]:
    return [{"name": f"team {number:02}", "player": "random"} for number in range(count)]


def test_a_group_of_20_takes_1140_games() -> None:
    state, results = play(event(20, stages=stage("round robin", games=6)))
    assert state.finished
    assert len(results) == 1140


def test_first_move_alternates_within_a_match() -> None:
    _, results = play(event(4, stages=stage("round robin", games=6)))
    begins = Counter(game.first for game in results.values())
    assert set(begins.values()) == {9}
    for key, game in results.items():
        if key.number:
            assert game.first == results[key._replace(number=key.number - 1)].second


def test_both_games_of_a_pair_have_the_same_start_and_other_pairs_another() -> None:
    games = progress(event(5, stages=stage("round robin", games=6)), {}).open
    seeds: dict[tuple[int, ...], set[int]] = {}
    for game in games:
        seeds.setdefault(game.key.pair, set()).add(game.seed)
    assert all(len(found) == 1 for found in seeds.values())
    assert len(set.union(*seeds.values())) == len(seeds) == 30


def test_another_seed_gives_other_starts() -> None:
    first = {game.seed for game in progress(event(4, seed=1), {}).open}
    assert first.isdisjoint(game.seed for game in progress(event(4, seed=2), {}).open)


def test_games_are_played_day_by_day() -> None:
    days = [game.key.day for game in progress(event(6), {}).open]
    assert days == sorted(days)


@pytest.mark.parametrize("name", [name for name in presets() if name.startswith("software-challenge")])
def test_the_contests_presets_run_from_groups_to_the_final(name: str) -> None:
    contest = read({"preset": name, "entrants": named(40), "stage": {"Championship": {"groups": 2}}})
    numbers = len(contest.score_names) - 1

    def judge(game: Planned) -> Played:
        made = better_name_wins(game)
        return replace(made, scores=tuple((points, *[10] * numbers) for points in made.points))  # type: ignore[arg-type]

    state, _ = play(contest, judge)
    championship, league, finals = state.phases
    assert [len(group.names) for group in championship.groups] == [20, 20]
    assert [len(group.names) for group in league.groups] == [16]
    assert {row.name for group in championship.groups for row in group.table[:8]} == set(
        league.groups[0].names
    )
    (knock_out,) = finals.groups
    assert [len(day) for day in knock_out.days] == [4, 2, 2]
    assert [row.name for row in knock_out.table[:4]] == [f"team {number:02}" for number in range(4)]
    assert [row.rank for row in knock_out.table] == [1, 2, 3, 4, 5, 5, 5, 5]
    assert [match.title for match in knock_out.days[2]] == ["match for third place", "final"]


def test_the_final_eight_plays_pairs_until_somebody_leads() -> None:
    def judge(game: Planned) -> Played:
        return (
            better_name_wins(game)
            if game.key.number in (0, 10)
            else all_draws(game)
            if game.key.number != 1
            else worse_name_wins(game)
        )

    state, results = play(event(2, stages=stage("knock-out", games=6, most_games=20)), judge)
    (match,) = state.phases[0].groups[0].matches
    assert len(results) == 12  # level after six, eight and ten; a lead after eleven does not count yet
    assert (match.winner, match.decided_by) == ("A", "")


def test_a_lead_before_the_sixth_game_does_not_end_a_match() -> None:
    _, results = play(event(2, stages=stage("knock-out", games=6)))
    assert len(results) == 6


def test_a_match_level_to_the_end_goes_to_the_lot() -> None:
    winners = set()
    for seed in range(20):
        said = event(2, seed=seed, stages=stage("knock-out", games=6, most_games=10))
        state, results = play(said, all_draws)
        (match,) = state.phases[0].groups[0].matches
        assert len(results) == 10
        assert match.decided_by == "lot"
        winners.add(match.winner)
    assert winners == {"A", "B"}


def test_a_level_match_can_go_to_the_sum_of_points() -> None:
    def judge(game: Planned) -> Played:
        heavy = [12 if name == "B" else 11 for name in (game.first, game.second)]
        return Played(game.first, game.second, (1, 1), ((1, heavy[0]), (1, heavy[1])), "")

    said = event(2, stages=stage("knock-out", games=6, most_games=6, level=["sum heaviest swarm", "lot"]))
    (match,) = play(said, judge)[0].phases[0].groups[0].matches
    assert (match.winner, match.decided_by) == ("B", "sum heaviest swarm")


def test_without_a_match_for_third_place_the_losers_of_the_semi_finals_share_it() -> None:
    state, _ = play(event(4, stages=stage("knock-out", third_place=False)))
    assert [(row.rank, row.name) for row in state.phases[0].groups[0].table] == [
        (1, "A"),
        (2, "B"),
        (3, "C"),
        (3, "D"),
    ]


@pytest.mark.parametrize("count", range(2, 18))
def test_a_knock_out_of_any_size_finds_the_best(count: int) -> None:
    state, _ = play(event(count, stages=stage("knock-out", games=2)))
    assert state.finished
    table = state.phases[0].groups[0].table
    assert [row.name for row in table[:2]] == ["A", "B"]
    assert len(table) == count


def test_a_swiss_event_ranks_the_best_first() -> None:
    said = event(
        9,
        stages=stage(
            "swiss",
            rounds=4,
            games=2,
            points={"win": 3},
            ranking=["match points", "Buchholz", "lot"],
        ),
    )
    state, results = play(said)
    assert state.finished
    assert len(results) == 4 * 4 * 2
    assert state.phases[0].groups[0].table[0].name == "A"


def test_whoever_rests_in_a_swiss_round_has_won_it() -> None:
    state, _ = play(event(7, stages=stage("swiss", rounds=3, games=2)))
    group = state.phases[0].groups[0]
    assert sum(row.values[0] for row in group.table) == 3 * 4 * 2
    plain = event(7, stages=stage("swiss", rounds=3, games=2, points={"rest": 1}))
    assert sum(row.values[0] for row in play(plain)[0].phases[0].groups[0].table) == 3 * 3 * 2 + 3


def test_a_gauntlet_has_a_table() -> None:
    state, results = play(event(5, stages=stage("gauntlet", games=4)))
    assert len(results) == 16
    assert state.phases[0].groups[0].table[0].name == "A"


def test_a_sequential_test_stops_a_pair_early() -> None:
    said = event(2, stages=stage("pair", games=2000, stop={"elo0": 0, "elo1": 50}))
    results: dict[GameKey, Played] = {}
    while games := progress(said, results).open:
        for game in games[:3]:  # the games of a pair need not end together
            results[game.key] = better_name_wins(game)
    assert 4 <= len(results) < 400
    assert progress(said, results).finished


def test_a_team_without_a_bot_loses_without_playing() -> None:
    entrants = [{"name": "A", "player": "random"}, {"name": "B"}, {"name": "C", "player": "random"}]
    state, results = play(event(0, entrants=entrants, stages=stage("round robin", games=6), absent="loses"))
    assert len(results) == 6
    assert [row.name for row in state.phases[0].groups[0].table] == ["A", "C", "B"]
    assert state.phases[0].groups[0].table[2].games.lost == 12


def test_a_team_without_a_bot_is_played_by_the_random_player() -> None:
    entrants = [{"name": "A", "player": "random"}, {"name": "B"}]
    _, results = play(event(0, entrants=entrants, absent="random"))
    assert len(results) == 2


def test_a_pair_after_a_league_tests_those_who_came_first() -> None:
    stages = [
        *stage("round robin", games=2),
        {"name": "Test", "kind": "pair", "take": 2, "games": 400, "stop": {"elo1": 50}},
    ]
    said = event(4, stages=stages)
    assert views.test_view(progress(said, {}).phases[1]) is None
    state, _ = play(said, worse_name_wins)
    test = views.test_view(state.phases[1])
    assert test is not None
    assert {test.first, test.second} == {"C", "D"}
    assert sum(test.pairs) == 200
    assert test.verdict is not None


def worse_name_wins(game: Planned) -> Played:
    made = better_name_wins(game)
    return replace(made, points=made.points[::-1], scores=made.scores[::-1])


def test_two_absent_finalists_are_decided_by_lot() -> None:
    state, results = play(event(0, entrants=[{"name": "A"}, {"name": "B"}], stages=stage("knock-out")))
    assert results == {}
    assert state.finished
    assert state.phases[0].groups[0].matches[0].decided_by == "lot"


@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from(["round robin", "swiss", "knock-out", "gauntlet"]), st.integers(2, 9), st.integers(0, 99)
)
def test_an_event_resumes_the_same_after_any_game(kind: str, count: int, seed: int) -> None:
    random = Random(seed)
    own = {"swiss": {"rounds": 3}, "knock-out": {"most_games": 4}}.get(kind, {})
    said = event(max(count, 6) if kind == "swiss" else count, seed=seed, stages=stage(kind, games=2, **own))

    def judge(game: Planned) -> Played:
        return Random(hash((game.key, game.seed))).choice([better_name_wins, all_draws])(game)

    whole, expected = play(said, judge)
    results: dict[GameKey, Played] = {}
    while games := progress(said, results).open:
        game = random.choice(games)  # any order, asked anew after each game
        results[game.key] = judge(game)
    assert results == expected
    assert [g.table for p in progress(said, results).phases for g in p.groups] == [
        g.table for p in whole.phases for g in p.groups
    ]

"""Whoever leaves an event is out of its ranking; tables, lists of games and exports all tell the same."""

from __future__ import annotations

import csv
import json
from dataclasses import replace

import pytest

from schwarm.store.store import Store
from schwarm.tournament import export
from schwarm.tournament.formats import Entrant, Event, from_json
from schwarm.tournament.journal import create
from schwarm.tournament.progress import progress
from schwarm.tournament.results import WALKOVER
from schwarm.tournament.views import bot_view, event_view
from tests.tournament.events import event, filled, play, stage
from tests.tournament.test_views import store

__all__ = ["store"]  # a fixture

TWO_STAGES = [*stage("round robin", games=2), *stage("knock-out", name="Final", games=2, take=2)]


def absent(cup: Event, *names: str) -> Event:
    """The event in which these have no running bot."""
    return replace(
        cup, entrants=tuple(Entrant(one.name) if one.name in names else one for one in cup.entrants)
    )


def test_the_ranking_leaves_out_who_has_left_and_all_behind_move_up() -> None:
    cup = event(4)
    _, results = play(cup)
    group = progress(replace(cup, withdrawn=("A",)), results).phases[0].groups[0]
    assert [(row.rank, row.name) for row in group.ranking] == [(1, "B"), (2, "C"), (3, "D")]
    assert group.table[0].name == "A"  # what later stages were made from stays


def test_those_who_share_a_place_share_it_after_somebody_before_them_has_left() -> None:
    cup = event(3, stages=stage("knock-out", games=2, third_place=False))
    state, results = play(cup)
    ranked = [(row.rank, row.name) for row in state.phases[0].groups[0].ranking]
    assert ranked == [(1, "A"), (2, "B"), (3, "C")]
    out = progress(replace(cup, withdrawn=("A",)), results)
    assert [(row.rank, row.name) for row in out.phases[0].groups[0].ranking] == [(1, "B"), (2, "C")]


def test_annulled_matches_count_for_nobody_and_are_not_played() -> None:
    cup = event(4)
    _, results = play(cup, most=4)  # the first day
    out = from_json(replace(cup, withdrawn=("A",), annulled=((0, "A"),)).to_json())
    state = progress(out, results)
    group = state.phases[0].groups[0]
    matches = [match for match in group.matches if "A" in match.players]
    assert [match.annulled for match in matches] == [True] * 3
    assert sum(len(match.games) for match in matches) == 2  # what was played can still be looked at
    assert [game for game in state.open if "A" in (game.first, game.second)] == []
    assert [row.matches for row in group.ranking if row.name == matches[0].players[1]] != []
    assert sum(row.matches.won + row.matches.lost for row in group.ranking) == 2  # one match of the others


def test_two_who_are_absent_both_lose_their_match() -> None:
    cup = absent(event(3), "A", "B")
    state, _ = play(cup)
    group = state.phases[0].groups[0]
    match = next(match for match in group.matches if set(match.players) == {"A", "B"})
    assert {game.points for game in match.games} == {(0, 0)}
    rows = {row.name: row for row in group.ranking}
    assert (rows["A"].matches.drawn, rows["A"].matches.lost, int(rows["A"].values[0])) == (0, 2, 0)
    assert (rows["C"].matches.won, int(rows["C"].values[0])) == (2, 4)


def test_whoever_has_left_before_a_stage_takes_no_place_in_it() -> None:
    cup = event(4, stages=TWO_STAGES)
    _, results = play(cup, most=12)  # the whole league
    out = from_json(replace(cup, withdrawn=("A",), excluded=((1, "A"),)).to_json())
    final = progress(out, results).phases[1].groups[0].matches[0]
    assert set(final.players) == {"B", "C"}


def test_a_stage_that_has_begun_keeps_its_players() -> None:
    cup = event(4, stages=TWO_STAGES)
    _, results = play(cup, most=13)
    final = progress(replace(cup, withdrawn=("A",)), results).phases[1].groups[0].matches[0]
    assert (set(final.players), final.winner) == ({"A", "B"}, "B")


@pytest.mark.parametrize("annulled", [(), ((0, "A"),)])
def test_tables_games_and_json_agree_and_list_walkovers(
    store: Store, annulled: tuple[tuple[int, str], ...]
) -> None:
    cup = absent(replace(event(5), withdrawn=("A",), annulled=annulled), "E")
    journal = filled(store, cup)
    view = event_view(store, journal.number)
    games = list(csv.DictReader(export.games_csv(journal).splitlines()))
    rows = list(csv.DictReader(export.tables_csv(view).splitlines()))
    told = json.loads(export.to_json(view))
    listed = [
        (game["first"], game["second"], *game["points"], game["reason"], match["annulled"])
        for group in told["stages"][0]["groups"]
        for day in group["days"]
        for match in day
        for game in match["games"]
    ]
    named = ("first", "second", "first_points", "second_points", "reason", "counts")
    assert sorted((*map(str, game[:5]), "no" if game[5] else "yes") for game in listed) == sorted(
        tuple(game[name] for name in named) for game in games
    )
    assert any(game["reason"] == WALKOVER for game in games)
    assert told["withdrawn"] == ["A"]
    assert [row["name"] for row in rows] == ["B", "C", "D", "E"]
    assert [row["rank"] for row in rows] == ["1", "2", "3", "4"]
    for row in rows:
        counted = [game for game in games if game["counts"] == "yes"]
        points = [
            int(game[f"{side}_points"])
            for game in counted
            for side in ("first", "second")
            if game[side] == row["name"]
        ]
        assert f"victory points={sum(points)};" in row["criteria"]
        won = (row["games_won"], row["games_drawn"], row["games_lost"])
        assert won == tuple(str(points.count(worth)) for worth in (2, 1, 0))
        bot = bot_view(store, journal.number, row["name"])
        assert won == tuple(map(str, (bot.won, bot.drawn, bot.lost)))
    for language in ("en", "de"):
        report = export.to_html(view, {}, language)
        given = {
            tuple(game[part] for part in ("day", "match")) for game in games if game["reason"] == WALKOVER
        }
        assert report.count('class="walkover') == len(given)


def test_an_event_that_is_created_keeps_who_was_left_out(store: Store) -> None:
    cup = replace(event(4, stages=TWO_STAGES), withdrawn=("A",), excluded=((1, "A"),), annulled=((0, "A"),))
    found = create(store, cup).read()
    assert (found.withdrawn, found.excluded, found.annulled) == (("A",), ((1, "A"),), ((0, "A"),))

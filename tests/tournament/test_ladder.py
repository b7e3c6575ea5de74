"""A ladder: matches by need, ratings of present versions, no end."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from schwarm.players import BotSpec
from schwarm.tournament.formats import Entrant, Event, from_json, read
from schwarm.tournament.formats.ladder import rating_of, version_before, versions_of
from schwarm.tournament.progress import Group, Results, progress
from schwarm.tournament.results import DRAW, GameKey, Played

pytestmark = pytest.mark.compiled_only  # about tournaments, not about rules


def event(*names: str) -> Event:
    entrants = [{"name": name, "player": "random"} for name in names]
    stages = [{"name": "Ladder", "kind": "ladder", "games": 2}]
    return read({"name": "School year", "game": "piranhas", "entrants": entrants, "stages": stages})


def group(event: Event, results: Results) -> Group:
    return progress(event, results).phases[0].groups[0]


def go_on(
    event: Event, results: dict[GameKey, Played], elo: dict[str, float], games: int, random: Random
) -> int:
    """Play so many games, less if the ladder rests; how many were played."""
    version = {one.name: one.version for one in event.entrants}
    for count in range(games):
        state = progress(event, results)
        assert not state.finished
        if not state.open:
            return count
        (game,) = state.open  # one at a time
        won = random.random() < 1 / (1 + 10 ** ((elo[game.second] - elo[game.first]) / 400))
        versions = (version[game.first], version[game.second])
        points = (2, 0) if won else (0, 2)
        results[game.key] = Played(
            game.first, game.second, points, ((1,), (1,)), "by the rules", count, versions
        )
    return games


def test_a_ladder_finds_the_order_and_then_rests() -> None:
    elo = {"Ada": 200.0, "Bob": 0.0, "Cy": -40.0, "Dot": -300.0}
    results: dict[GameKey, Played] = {}
    played = go_on(event(*elo), results, elo, 3000, Random(3))
    assert played < 3000
    found = group(event(*elo), results)
    assert [row.name for row in found.table] == ["Ada", "Bob", "Cy", "Dot"]
    rated = rating_of(found.field)
    assert rated is not None
    assert all(rating.high - rating.low < 160 for rating in rated.ratings)
    assert max(key.match for key in results) < 50  # blocks stay short, however long it goes on
    met: dict[frozenset[str], int] = {}
    for game in results.values():
        met[frozenset(game.players)] = met.get(frozenset(game.players), 0) + 1
    assert met[frozenset(("Bob", "Cy"))] > met[frozenset(("Ada", "Dot"))]  # close ones meet more often


def test_a_newcomer_and_a_new_version_are_met_first() -> None:
    elo = {"Ada": 0.0, "Bob": 0.0, "Cy": 0.0}
    results: dict[GameKey, Played] = {}
    random = Random(5)
    go_on(event("Ada", "Bob"), results, elo, 80, random)
    both = event("Ada", "Bob", "Cy")
    (game,) = progress(both, results).open
    assert "Cy" in (game.first, game.second)
    go_on(both, results, elo, 80, random)
    renewed = replace(
        both, entrants=(Entrant("Ada", BotSpec("random"), 2), *both.entrants[1:])
    )  # Ada plays with another program from now on
    (game,) = progress(renewed, results).open
    assert "Ada" in (game.first, game.second)
    field = group(renewed, results).field
    assert version_before(field, "Ada") == 0
    assert versions_of(field, "Ada") is None  # nothing is known of the new one
    go_on(renewed, results, {"Ada": 500.0, "Bob": 0.0, "Cy": 0.0}, 60, random)
    field = group(renewed, results).field
    rated = versions_of(field, "Ada")
    assert rated is not None
    gap = rated.gap("Ada", rated.names[1])
    assert gap.low > 0
    assert rated.above("Ada", rated.names[1]) > 0.99
    assert group(renewed, results).table[0].name == "Ada"
    assert [row.games.won + row.games.lost for row in group(renewed, results).table if row.name == "Ada"] < [
        sum("Ada" in game.players for game in results.values())
    ]


def test_half_a_match_is_finished_unless_one_of_the_two_plays_otherwise() -> None:
    begun = event("Ada", "Bob")
    (first,) = progress(begun, {}).open
    results = {first.key: Played(first.first, first.second, (DRAW, DRAW), ((1,), (1,)), "by the rules", 1)}
    (second,) = progress(begun, results).open
    assert second.key == first.key._replace(number=1)
    assert (second.first, second.second, second.seed) == (first.second, first.first, first.seed)
    renewed = replace(begun, entrants=(Entrant("Ada", BotSpec("random"), 2), begun.entrants[1]))
    (other,) = progress(renewed, results).open
    assert other.key == first.key._replace(match=1)
    left = replace(begun, withdrawn=("Bob",))
    assert progress(left, results).open == []  # nobody is left to meet
    assert from_json(renewed.to_json()) == renewed

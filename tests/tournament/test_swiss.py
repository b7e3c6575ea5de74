"""Swiss events never stop: every round is paired, and two meet again only where nothing else is left."""

from __future__ import annotations

import sys
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random

import pytest

from schwarm.store import open_store
from schwarm.tournament.errors import BadFormat, CannotPair
from schwarm.tournament.export import tables_csv, to_html, to_json
from schwarm.tournament.formats.pairing import unpaired
from schwarm.tournament.formats.swiss import AGAIN, MISSING, most_rounds, next_round, usual_rounds
from schwarm.tournament.journal import create
from schwarm.tournament.progress import Planned, progress
from schwarm.tournament.results import Match, Played
from schwarm.tournament.run import EventRun
from schwarm.tournament.views import event_view
from schwarm.workers import LocalCrew, hired
from tests.sampling import in_parts
from tests.tournament.events import event, play, report, stage

EVENTS, PARTS = 200, 4  # of each number of teams, and into how many tests they are divided


def played(home: str, away: str | None, points: int) -> Match:
    if away is None:
        return Match(home, None, finished=True, winner=home)
    return Match(home, away, (Played(home, away, (points, 2 - points), ((), ()), ""),), finished=True)


def fewest_repetitions(names: list[str], met: Counter[frozenset[str]]) -> int:
    """By trying all pairings; the one who rests meets ''."""
    everybody = [*names, *([""] if len(names) % 2 else [])]

    @cache
    def least(left: frozenset[str]) -> int:
        if not left:
            return 0
        first = min(left)
        rest = left - {first}
        return min((met[frozenset((first, one))] > 0) + least(rest - {one}) for one in rest)

    return least(frozenset(everybody))


@in_parts(PARTS)
@pytest.mark.parametrize("count", range(3, 13))
def test_every_round_of_every_event_is_paired_with_the_fewest_repetitions_there_can_be(
    count: int, part: int
) -> None:
    """Usual events, those of five rounds, and those of as many rounds as a round robin; some teams leave."""
    names = [chr(ord("A") + number) for number in range(count)]
    lengths = sorted({usual_rounds(count), min(5, most_rounds(count)), most_rounds(count)})
    for seed in range(part, EVENTS, PARTS):
        chance = Random(1_000 * count + seed)
        rounds = lengths[seed % len(lengths)]
        gone = names[chance.randrange(count)] if seed % 3 == 0 else ""  # loses all that is left, by walkover
        met: Counter[frozenset[str]] = Counter()
        days: list[list[Match]] = []
        for _ in range(rounds):
            day = next_round(names, rounds, days)
            assert sorted(name for pair in day for name in pair if name) == names
            pairs = [frozenset((home, away or "")) for home, away in day]
            again = sum(met[pair] > 0 for pair in pairs)
            if again or count <= 8:
                assert again == fewest_repetitions(names, met)
            met.update(pairs)
            days.append(
                [
                    played(home, away, {home: 0, away: 2}.get(gone or None, chance.choice((0, 1, 2))))
                    for home, away in day
                ]
            )
        if rounds == usual_rounds(count):
            assert set(met.values()) == {1}, "nobody meets somebody twice in a usual number of rounds"


def test_the_usual_number_of_rounds_follows_the_number_of_teams() -> None:
    for count in range(2, 18):
        state, _ = play(event(count, stages=stage("swiss", games=2)))
        assert state.finished
        assert len(state.phases[0].groups[0].days) == usual_rounds(count) <= most_rounds(count)


def test_a_match_of_two_who_have_met_says_so() -> None:
    """Five rounds of six teams, by results that leave no other way."""
    for seed in range(100):
        chance = Random(seed)

        def by_chance(game: Planned, chance: Random = chance) -> Played:
            points = chance.choice(((2, 0), (1, 1), (0, 2)))
            return Played(game.first, game.second, points, ((points[0], 1), (points[1], 1)), "")

        state, _ = play(event(6, stages=stage("swiss", rounds=5, games=2)), by_chance)
        group = state.phases[0].groups[0]
        assert state.finished
        assert len(group.days) == 5
        met: set[frozenset[str]] = set()
        for day in group.days:
            for match in day:
                assert (match.title == AGAIN) == (frozenset(match.players) in met)
            met |= {frozenset(match.players) for match in day}
        if any(match.title for match in group.matches):
            return
    pytest.fail("expected an event in which somebody meets again")


def test_a_pairing_leaves_as_few_alone_as_can_be() -> None:
    """Against trying everything, in small graphs with odd cycles."""
    chance = Random(1)
    for _ in range(500):
        size = chance.randint(1, 9)
        graph: list[set[int]] = [set() for _ in range(size)]
        for one in range(size):
            for other in range(one):
                if chance.random() < 0.4:
                    graph[one].add(other)
                    graph[other].add(one)

        def alone(left: frozenset[int], graph: list[set[int]] = graph) -> int:
            if not left:
                return 0
            first = min(left)
            rest = left - {first}
            return min([1 + alone(rest), *(alone(rest - {one}) for one in graph[first] & rest)])

        assert unpaired(graph, range(size)) == alone(frozenset(range(size)))


def test_an_event_is_refused_at_its_creation_where_nothing_can_pair_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "py4swiss", None)
    with pytest.raises(BadFormat, match=r"Swiss pairing needs py4swiss, .*: pip install py4swiss") as caught:
        event(6, stages=stage("swiss"))
    assert "\n" not in str(caught.value)


def test_an_event_that_cannot_go_on_here_keeps_its_tables_and_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was begun on another machine: all that was played is shown, exported and counted."""
    cup = event(6, stages=stage("swiss", rounds=3, games=2))
    first_round = progress(cup, {}).open
    with open_store(str(tmp_path / "games.db")) as store:
        journal = create(store, cup)
        for game in first_round:
            journal.add(report(game, winner=min(game.first, game.second)))
        before = progress(cup, journal.results()).phases[0].groups[0]
        monkeypatch.setattr("schwarm.tournament.formats.swiss._by_engine", missing)
        state = progress(cup, journal.results())
        group = state.phases[0].groups[0]
        assert [match.players for match in group.days[0]] == [match.players for match in before.days[0]]
        assert [(row.name, row.values) for row in group.table] == [
            (row.name, row.values) for row in before.table
        ]
        assert not state.finished
        assert state.open == []
        assert "pip install py4swiss" in state.stuck
        view = event_view(store, journal.number)
        for text in (to_json(view), tables_csv(view), to_html(view, {}, "de")):
            assert "A" in text
        with hired(LocalCrew(1)) as idle, pytest.raises(CannotPair, match="pip install py4swiss"):
            EventRun(journal, idle).play()


def missing(*_: object) -> None:
    raise CannotPair(MISSING)

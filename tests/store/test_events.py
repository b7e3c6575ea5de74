"""The journal of an event on every database."""

from __future__ import annotations

from dataclasses import replace

import pytest

from schwarm.game.errors import Refusal
from schwarm.store import Conflict, open_store
from schwarm.tournament.errors import Busy
from schwarm.tournament.journal import EventJournal, create, listed
from schwarm.tournament.progress import progress
from schwarm.tournament.results import GameKey
from schwarm.tournament.views import event_view
from tests.tournament.events import event, report


def test_an_event_is_written_and_read_back(url: str) -> None:
    with open_store(url) as store:
        journal = create(store, event(3, seed=2**62))
        games = progress(journal.event, {}).open
        for game in games:
            journal.add(
                report(game, winner=min(game.first, game.second), fault="C" if "C" in game.first else "")
            )
        journal.qualify("A", passed=True, log=[Refusal("told", text="fine")])
    with open_store(url) as store:
        again = EventJournal(store, journal.number)
        assert again.event == journal.event
        assert list(again.results()) == sorted(game.key for game in games)
        for line in again.games():
            assert line.faults == ({"C": "crashed (no idea)"} if line.played.first == "C" else {})
        assert again.qualified() == {"A": (True, ["fine"])}
        assert [row.name for row in event_view(store, 1).stages[0].groups[0].rows] == ["A", "B", "C"]
        assert listed(store)[0].games == 6


def test_a_game_is_never_written_twice(url: str) -> None:
    with open_store(url) as store:
        journal = create(store, event(2))
        game = progress(journal.event, {}).open[0]
        journal.add(report(game, winner="A"))
        with pytest.raises(Conflict):
            journal.add(report(game, winner="B"))
        assert len(store.games()) == 1  # nor half of it
        assert journal.results()[game.key].points_of("A") == 2


def test_an_event_belongs_to_one_program_at_a_time(url: str) -> None:
    with open_store(url) as store:
        number = create(store, event(2)).number
        with open_store(url) as other:
            EventJournal(other, number).claim()
            with pytest.raises(Busy):
                EventJournal(store, number).claim()
        EventJournal(store, number).claim()  # the other program has ended


def test_what_both_offenders_did_and_said_is_kept_by_name_whatever_it_is(url: str) -> None:
    said = {"A": "said; B: nothing\n--- B\nat all", "B": 'null \0 byte, "quotes" and half a \ud800 sign'}
    faults = {
        name: Refusal("left", detail=Refusal("spoke", way="x", said=text)) for name, text in said.items()
    }
    logs = {"A": "--- B\nI am A", "B": "\0\ud800\ufffd ü", "C": ""}
    with open_store(url) as store:
        journal = create(store, event(2))
        game = progress(journal.event, {}).open[0]
        journal.add(replace(report(game, winner=None, fault="A"), faults=faults, logs=logs))
        (line,) = journal.games()
        assert line.faults == faults
        assert [fault.data for fault in line.faults.values()] == [fault.data for fault in faults.values()]
        assert journal.logs(line.key) == {"A": logs["A"], "B": logs["B"]}
        assert journal.logs(GameKey(7, 7, 7, 7, 7)) == {}
        journal.qualify("A", passed=False, log=[Refusal("told", text="\0")])
        assert journal.qualified()["A"] == (False, ["\0"])

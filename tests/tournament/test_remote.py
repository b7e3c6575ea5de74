"""Remote clients come with the reservation they were given, game after game."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from schwarm.contest.client import Client, SeatRequest, ServerError
from schwarm.store import open_store
from schwarm.tournament.journal import EventJournal, create
from schwarm.tournament.run import EventRun
from schwarm.workers import LocalCrew, hired
from schwarm.workers.remote import RemoteGuests
from tests.tournament.bots import first
from tests.tournament.events import event, stage, told
from tests.waiting import PATIENCE_S

pytestmark = pytest.mark.compiled_only  # about processes, not about rules


class Visitor(threading.Thread):
    """Comes again and again until told to stop; counts its games."""

    def __init__(self, port: int, ticket: str) -> None:
        super().__init__()
        self.games = 0
        self.stopped = threading.Event()
        self._port, self._ticket = port, ticket

    def run(self) -> None:
        while not self.stopped.is_set():
            try:
                with Client("piranhas", "127.0.0.1", self._port) as client:
                    client.play(SeatRequest(reservation=self._ticket), first)
                self.games += 1
            except ServerError:
                time.sleep(0.02)


def play(
    tmp_path: Path, visitors: list[str], arrive_s: float, monkeypatch: pytest.MonkeyPatch
) -> tuple[EventJournal, dict[str, int]]:
    entrants = [
        {"name": "near", "player": "random"},
        {"name": "far", "player": "remote"},
        {"name": "farther", "player": "remote"},
    ]
    store = open_store(str(tmp_path / f"{arrive_s}.db"))
    shape = {"options": {"rounds": 4}, "profile": "official", "stages": stage("round robin", games=2)}
    journal = create(store, event(0, entrants=entrants, **shape))
    monkeypatch.setattr("schwarm.tournament.run.ARRIVE_S", arrive_s)
    guests = RemoteGuests(["far", "farther"], "127.0.0.1", 0)
    here = [Visitor(guests.port, guests.tickets[name]) for name in visitors]
    for visitor in here:
        visitor.start()
    try:
        with hired(LocalCrew(1)) as share:
            share.guests = guests
            assert EventRun(journal, share).play()
    finally:
        for visitor in here:
            visitor.stopped.set()
        guests.close()
        for visitor in here:
            visitor.join()
    return journal, {name: visitor.games for name, visitor in zip(visitors, here, strict=True)}


def test_remote_clients_play_all_their_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal, games = play(tmp_path, ["far", "farther"], PATIENCE_S, monkeypatch)
    with journal.store:
        assert games == {"far": 4, "farther": 4}
        assert [told(line) for line in journal.games()] == [""] * 6


def test_a_remote_client_that_does_not_come_loses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine it takes a longer time until the other one has come."""
    for arrive_s in (1, 5, 25):
        journal, games = play(tmp_path, ["far"], arrive_s, monkeypatch)
        with journal.store:
            for line in journal.games():
                if "farther" in line.played.players:
                    assert line.played.points_of("farther") == 0
                    assert f"farther: never came (did not connect within {arrive_s} s)" in told(line)
            if games["far"] == 2 and [told(line) for line in journal.games()].count("") == 2:
                return
    pytest.fail(f"the other one played {games['far']} games")

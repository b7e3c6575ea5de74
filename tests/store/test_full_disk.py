"""A full disk: games wait, nothing is announced that was not kept, and on it goes when there is room."""

import asyncio
import logging
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from schwarm.game import new_game
from schwarm.game.record import Ply, record_of, replay
from schwarm.store import Full, open_store
from schwarm.store import writer as writer_module
from schwarm.tournament.journal import create
from schwarm.tournament.progress import progress
from schwarm.web import Settings, create_app
from tests.contest.peers import Peer, play_on, served, server
from tests.store.disk import SmallDisk, small_disk
from tests.tournament.events import event, report
from tests.waiting import wait


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk]:
    with small_disk(tmp_path / "disk") as made:
        if made is None:
            pytest.skip("a small disk of its own can be mounted only by root")
        yield made


def test_a_full_disk_is_told_as_such_and_forgotten_when_there_is_room(
    disk: SmallDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    long_name = {"red": "x" * 100_000}
    with open_store(str(disk.folder / "games.db")) as store:
        kept = store.save(record_of(new_game("piranhas", seed=1)))
        disk.fill()
        with pytest.raises(Full, match="no room left on the disk"):
            store.save(record_of(new_game("piranhas", seed=2), long_name))
        assert store.trouble() == "no room left on the disk"
        assert store.record(kept).seed == 1  # what is there can be read
        disk.clear()
        store.save(record_of(new_game("piranhas", seed=3), long_name))
        assert store.trouble() == ""


def test_small_entries_beside_a_large_one_are_kept_where_they_fit(disk: SmallDisk) -> None:
    with open_store(str(disk.folder / "games.db")) as store:
        ledger = store.ledger()
        asyncio.run(ledger.begin(record_of(new_game("piranhas", seed=1))))
        disk.fill(left=400_000)

        async def both() -> tuple[object, object]:
            large = record_of(new_game("piranhas", seed=2), {"red": "x" * 3_000_000})
            return await asyncio.gather(
                asyncio.to_thread(store.save, large), ledger.add(0, Ply("A4-C4")), return_exceptions=True
            )

        large, small = asyncio.run(both())
        assert isinstance(large, Full)
        assert small is None


def retries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer_module, "RETRY_S", 0.5)
    monkeypatch.setattr(writer_module, "AGAIN_S", 0.05)


def by_the_store(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the store has logged."""
    return [told.getMessage() for told in caplog.records if told.name.startswith("schwarm.store")]


@served
async def test_games_on_the_port_wait_and_go_on_when_there_is_room(
    disk: SmallDisk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    retries(monkeypatch)
    caplog.set_level(logging.WARNING)
    store = await asyncio.to_thread(open_store, str(disk.folder / "games.db"))
    async with server(ledger=store.ledger, trouble=store.trouble) as running:
        peers = [await Peer.connect(running) for _ in range(8)]
        for peer in peers:
            await peer.join()
        disk.fill()
        playing = [asyncio.create_task(play_on(peer)) for peer in peers]
        while store.fault() is None:  # the room inside the database's files is used up first
            await asyncio.sleep(0.01)
        late = await Peer.connect(running)
        late.say('<join gameType="swc_2026_piranhas"/>')
        while b"no room left on the disk" not in late.received:
            await late.next()
        assert running.lobby.rooms
        while not by_the_store(caplog):  # until one of the games waits
            await asyncio.sleep(0.01)
        disk.clear()
        await asyncio.gather(*playing)
        while store.trouble():
            await asyncio.sleep(0.01)
    said = by_the_store(caplog)
    assert len(said) == 2, said
    assert said[0].startswith("games wait until they can be kept again: ")
    assert said[1] == "games can be kept again"
    assert "Traceback" not in caplog.text
    records = list(store.records())
    assert len(records) == 4
    for record in records:
        assert record.end is not None
        assert record.end.reason not in ("interrupted", "cancelled")
        replay(record)
    await asyncio.to_thread(store.close)


def test_a_tournament_on_a_full_disk_waits_and_keeps_every_result_once(
    disk: SmallDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    retries(monkeypatch)
    with open_store(str(disk.folder / "games.db")) as store, ThreadPoolExecutor(1) as apart:
        said = event(4)
        journal = create(store, said)
        first, *others = progress(said, journal.results()).open
        journal.add(report(first, winner=first.first))
        disk.fill()
        logs = {first.first: "x" * 60_000}  # there is still some room inside the files
        reports = [replace(report(game, winner=game.first), logs=logs) for game in others]
        adding = apart.submit(lambda: [journal.add(one) for one in reports])
        wait(lambda: isinstance(store.fault(), Full))
        assert len(journal.results()) < len(others)
        assert not adding.done()
        disk.clear()
        adding.result()
        assert len(journal.results()) == len(store.games()) == 1 + len(others)


def test_a_game_waits_no_longer_than_it_may(
    disk: SmallDisk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    retries(monkeypatch)
    with open_store(str(disk.folder / "games.db")) as store:
        assert isinstance(store._writer, writer_module.Writer)
        store._writer.waits_s = 0.2
        disk.fill()
        long_name = {"red": "x" * 9000}
        records = [record_of(new_game("piranhas", seed=seed), long_name) for seed in range(1000)]

        async def begin() -> None:
            for record in records:
                await store.ledger().begin(record)

        with pytest.raises(Full):
            asyncio.run(begin())
        disk.clear()
        store.save(record_of(new_game("piranhas", seed=2)))
    assert "have waited for too long" in caplog.text


def test_the_page_says_no_room_and_the_game_goes_on_when_there_is(
    disk: SmallDisk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    retries(monkeypatch)
    settings = Settings(
        store=str(disk.folder / "page.db"), hosts=("testserver",), bot_workers=1, warm_up=False
    )
    with TestClient(create_app(settings)) as client:
        form = {"game": "piranhas", "opponent": "here", "side": "red", "seed": 7}
        seat = client.post("/api/tables", json=form).json()
        headers = {"authorization": f"Bearer {seat['tokens']['red']}"}
        path = f"/api/tables/{seat['id']}"
        disk.fill()
        made = []
        refusal = None
        while refusal is None:
            move = client.get(path, headers=headers).json()["moves"][0]["move"]
            answer = client.post(f"{path}/moves", json={"move": move}, headers=headers)
            if answer.status_code == 200:
                made.append(move)
            else:
                refusal = answer
        assert refusal.status_code == 503, refusal.text
        assert refusal.json()["error"]["code"] == "no_room"
        assert client.get(path).json()["history"] == made
        disk.clear()
        wait(lambda: client.get(path).json()["history"] == [*made, move])  # it has not been dropped
        wait(lambda: client.post("/api/tables", json=form).status_code == 201)
    assert "Traceback" not in caplog.text

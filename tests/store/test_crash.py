"""After kill -9 nothing acknowledged is lost, and every game can go on."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys

from schwarm.game.record import Irregular, replay
from schwarm.referee import RandomSeat
from schwarm.store import open_store
from schwarm.store.schema import GameStatus
from tests import ROOT
from tests.store.resuming import go_on

ENOUGH = 700  # announced moves: some games have ended by then, most are under way


def announced_until_killed(url: str) -> list[tuple[int, int, str]]:
    found = {**os.environ, "PYTHONPATH": str(ROOT)}  # the test runs in a folder of its own
    program = subprocess.Popen(
        [sys.executable, "-m", "tests.store.crash", url], stdout=subprocess.PIPE, env=found
    )
    assert program.stdout is not None
    lines = [program.stdout.readline() for _ in range(ENOUGH)]
    program.kill()
    lines += program.stdout.readlines()
    program.stdout.close()
    program.wait()
    said = [line.decode().split() for line in lines if line.endswith(b"\n")]
    return [(int(game), int(number), move) for game, number, move in said]


def test_no_announced_move_is_missing_after_kill_9(url: str) -> None:
    announced = announced_until_killed(url)
    assert len(announced) >= ENOUGH
    with open_store(url) as store:
        records = {entry.id: store.record(entry.id) for entry in store.games(newest=10_000)}
        for game, number, move in announced:
            assert records[game].plies[number].move == move
        assert {entry.state for entry in store.games(newest=10_000)} <= {
            GameStatus.INTERRUPTED,
            GameStatus.ENDED,
        }
        interrupted = store.interrupted()
        assert len(interrupted) >= 10
        for record in records.values():
            replay(record)


def test_interrupted_games_go_on_from_their_records(url: str) -> None:
    announced_until_killed(url)
    with open_store(url) as store:
        interrupted = store.interrupted()
        before = {game: store.record(game) for game in interrupted}
        assert {record.end and record.end.reason for record in before.values()} == {Irregular.INTERRUPTED}

        async def finish() -> None:
            seats = {"red": RandomSeat(), "blue": RandomSeat()}
            await asyncio.gather(*(go_on(store, game, seats) for game in interrupted))

        asyncio.run(finish())
        assert store.interrupted() == []
        for game, record in before.items():
            after = store.record(game)
            assert after.plies[: len(record.plies)] == record.plies
            assert after.end is not None
            assert after.end.reason not in list(Irregular)
            replay(after)

"""A team that tries its program out never takes time from a game that counts."""

from __future__ import annotations

import threading

import pytest

from schwarm.classroom.pool import Pool
from schwarm.game.record import record_of
from schwarm.players import BotSpec, ProgramSpec
from schwarm.workers import Contestant, Failed, Report, Task
from schwarm.workers.task import start
from tests.waiting import wait


class Watching:
    """A crew whose games end when the test says so."""

    slots = 4

    def __init__(self) -> None:
        self.out: dict[tuple[int, ...], Task] = {}
        self.done: list[Report] = []
        self.lock = threading.Lock()

    def submit(self, task: Task) -> None:
        with self.lock:
            self.out[task.key] = task

    def next(self, timeout_s: float) -> Report | Failed | None:
        with self.lock:
            return self.done.pop() if self.done else None

    def running(self) -> list[object]:
        return []

    def close(self) -> None:
        pass

    def finish(self, key: tuple[int, ...]) -> None:
        with self.lock:
            task = self.out.pop(key)
            game = start(task)
            self.done.append(Report(key, record_of(game, {}), 1.0))


def game(number: int, *, program: bool = True) -> Task:
    spec = ProgramSpec(("./player",)) if program else BotSpec("random")
    return Task((number,), "piranhas", 7, (Contestant("a", spec), Contestant("b", BotSpec("random"))))


def kinds(crew: Watching) -> set[bool]:
    with crew.lock:
        return {task.aside for task in crew.out.values()}


@pytest.mark.parametrize("first", [False, True])
def test_trials_and_games_that_count_take_turns_on_a_small_machine(first: bool) -> None:
    crew = Watching()
    pool = Pool(lambda: crew, 4, cores=2)  # type: ignore[arg-type,return-value]
    shares = {aside: pool.share(aside=aside) for aside in (first, not first)}
    for aside in shares:
        for number in range(3):
            shares[aside].submit(game(number))
    seen: list[bool] = []
    try:
        while len(seen) < 6:
            wait(lambda: crew.out)
            assert len(kinds(crew)) == 1  # never both
            key = next(iter(crew.out))
            seen.append(crew.out[key].aside)
            crew.finish(key)
    finally:
        pool.close()
    assert set(seen[:4]) == {False, True}  # neither waits for all games of the other


def test_where_cores_are_to_spare_they_are_played_side_by_side() -> None:
    crew = Watching()
    pool = Pool(lambda: crew, 4, cores=8)  # type: ignore[arg-type,return-value]
    try:
        for aside in (False, True):
            pool.share(aside=aside).submit(game(0))
        wait(lambda: kinds(crew) == {False, True})
    finally:
        pool.close()


def test_games_without_programs_wait_for_nobody() -> None:
    crew = Watching()
    pool = Pool(lambda: crew, 4, cores=2)  # type: ignore[arg-type,return-value]
    try:
        pool.share(aside=True).submit(game(0))
        pool.share().submit(game(0, program=False))
        wait(lambda: len(crew.out) == 2)
    finally:
        pool.close()

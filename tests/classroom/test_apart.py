"""A team that tries its program out never takes time from a game that counts."""

from __future__ import annotations

import threading

import pytest

from schwarm.game.record import record_of
from schwarm.players import BotSpec, ProgramSpec
from schwarm.workers import Contestant, Pool, Report, Task, Urgency
from schwarm.workers.crew import Done
from schwarm.workers.task import Work, start
from tests.waiting import wait

RANK = {False: Urgency.EVENTS, True: Urgency.TESTS}


class Watching:
    """A crew whose games end when the test says so."""

    slots = 4

    def __init__(self) -> None:
        self.out: dict[tuple[int, ...], Task] = {}
        self.done: dict[tuple[int, ...], Done] = {}
        self.lock = threading.Lock()

    def submit(self, work: Work, done: Done) -> None:
        assert isinstance(work, Task)
        with self.lock:
            self.out[work.key] = work
            self.done[work.key] = done

    def running(self) -> list[object]:
        return []

    def close(self) -> None:
        pass

    def finish(self, key: tuple[int, ...]) -> None:
        with self.lock:
            task, done = self.out.pop(key), self.done.pop(key)
        done(Report(key, record_of(start(task), {}), 1.0))


def game(number: int, *, program: bool = True) -> Task:
    spec = ProgramSpec(("./player",)) if program else BotSpec("random")
    return Task((number,), "piranhas", 7, (Contestant("a", spec), Contestant("b", BotSpec("random"))))


def kinds(crew: Watching) -> set[bool]:
    with crew.lock:
        return {task.aside for task in crew.out.values()}


@pytest.mark.parametrize("first", [False, True])
def test_trials_and_games_that_count_take_turns_on_a_small_machine(first: bool) -> None:
    crew = Watching()
    pool = Pool(lambda rank: crew, 4, cores=2)  # type: ignore[arg-type,return-value]
    shares = {aside: pool.share(RANK[aside]) for aside in (first, not first)}
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
    pool = Pool(lambda rank: crew, 4, cores=8)  # type: ignore[arg-type,return-value]
    try:
        for aside in (False, True):
            pool.share(RANK[aside]).submit(game(0))
        wait(lambda: kinds(crew) == {False, True})
    finally:
        pool.close()


def test_games_without_programs_wait_for_nobody() -> None:
    crew = Watching()
    pool = Pool(lambda rank: crew, 4, cores=2)  # type: ignore[arg-type,return-value]
    try:
        pool.share(Urgency.TESTS).submit(game(0))
        pool.share().submit(game(0, program=False))
        wait(lambda: len(crew.out) == 2)
    finally:
        pool.close()

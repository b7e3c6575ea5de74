"""One pool: whose turn it is, what is tried again, and what a function returns or raises."""

from __future__ import annotations

import os
import signal
import threading
from collections import Counter
from pathlib import Path
from queue import SimpleQueue

import pytest

from schwarm.platform.processes import started
from schwarm.programs.cores import cores_for
from schwarm.workers import LocalCrew, Pool, Running, Share, Stopped, Urgency, WorkersError, hired
from schwarm.workers.crew import Done
from schwarm.workers.task import Call, Made, Work
from tests.waiting import wait

KILL = getattr(signal, "SIGKILL", signal.SIGTERM)  # on Windows any signal ends a process on the spot


class ByHand:
    """A crew whose work ends when the test says so."""

    def __init__(self, slots: int) -> None:
        self.slots = slots
        self.out: list[tuple[Work, Done]] = []

    def submit(self, work: Work, done: Done) -> None:
        self.out.append((work, done))

    def finish(self) -> int:
        """End what was begun first; the number of its share."""
        work, done = self.out.pop(0)
        done(Made(work.key, None))
        return work.key[0]

    def running(self) -> list[Running]:
        return []

    def close(self) -> None:
        pass


def hand_in(share: Share, count: int) -> None:
    for _ in range(count):
        share.call(int)


def test_the_more_important_a_rank_the_more_often_it_is_its_turn() -> None:
    crew = ByHand(1)
    pool = Pool(lambda rank: crew)
    pool.crew(Urgency.LAB)
    shares = {rank: pool.share(rank) for rank in (Urgency.LAB, Urgency.SERIES, Urgency.EVENTS, Urgency.TESTS)}
    for share in shares.values():
        hand_in(share, 60)
    ended = Counter(crew.finish() for _ in range(60))
    counts = [ended[shares[rank].number] for rank in sorted(shares)]
    assert counts == sorted(counts, reverse=True)
    assert counts[-1] >= 1, "nobody waits for ever"
    assert 1.5 < counts[0] / counts[1] < 2.5


def test_who_had_nothing_to_do_has_saved_up_no_turns() -> None:
    crew = ByHand(1)
    pool = Pool(lambda rank: crew, 1)
    early, late = pool.share(), pool.share()
    hand_in(early, 40)
    for _ in range(20):
        crew.finish()
    hand_in(late, 20)
    ended = Counter(crew.finish() for _ in range(10))
    assert abs(ended[early.number] - ended[late.number]) <= 1


def test_people_wait_for_nobody() -> None:
    page, others = ByHand(1), ByHand(2)
    pool = Pool(lambda rank: page if rank is Urgency.PAGE else others, 2, reserved=1)
    hand_in(pool.share(Urgency.TESTS), 5)
    hand_in(pool.share(Urgency.PAGE), 2)
    assert (len(page.out), len(others.out)) == (1, 2)
    page.finish()
    assert (len(page.out), len(others.out)) == (1, 2)


def test_a_rank_has_at_most_what_it_may_have() -> None:
    crew = ByHand(4)
    pool = Pool(lambda rank: crew, 4, most={Urgency.SERIES: 1})
    hand_in(pool.share(Urgency.SERIES), 3)
    hand_in(pool.share(Urgency.SERIES), 3)
    assert len(crew.out) == 1
    hand_in(pool.share(Urgency.LAB), 2)
    assert len(crew.out) == 3


def test_what_is_held_or_forgotten_does_not_begin() -> None:
    crew = ByHand(1)
    pool = Pool(lambda rank: crew, 1)
    held, gone = pool.share(), pool.share()
    held.held = True
    hand_in(held, 1)
    assert crew.out == []
    hand_in(gone, 2)
    gone.close()
    crew.finish()
    assert crew.out == []
    held.hold(False)
    assert len(crew.out) == 1


def dies_once(mark: Path) -> str:
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), KILL)
    return "done"


def dies() -> None:
    os.kill(os.getpid(), KILL)


def raises() -> None:
    raise KeyError("what is missing")


def unsendable() -> threading.Lock:
    return threading.Lock()


def test_a_function_is_called_in_a_worker_and_tried_again_if_that_dies(tmp_path: Path) -> None:
    with hired(LocalCrew(1), Urgency.PUZZLES) as share:
        assert share.call(os.getpid).result() != os.getpid()
        assert share.call(dies_once, tmp_path / "mark").result() == "done"
        with pytest.raises(KeyError, match="what is missing"):
            share.call(raises).result()
        with pytest.raises(WorkersError, match="pickle"):
            share.call(unsendable).result()
        with pytest.raises(WorkersError, match=r"SIGKILL|code 15"):
            share.call(dies).result()


def test_a_worker_goes_on_when_nobody_could_take_what_it_brought(caplog: pytest.LogCaptureFixture) -> None:
    heard: SimpleQueue[object] = SimpleQueue()

    def refuse(ended: object) -> None:
        raise KeyError("no place for it")

    crew = LocalCrew(1)
    try:
        crew.submit(Call((1, 1), int, ("5",)), refuse)
        wait(lambda: "no place for it" in caplog.text)
        crew.submit(Call((1, 2), int, ("7",)), heard.put)
        assert heard.get() == Made((1, 2), 7)
    finally:
        crew.close()


def test_whoever_waits_for_a_call_hears_that_the_pool_or_its_share_was_closed() -> None:
    pool = Pool(lambda rank: ByHand(1))
    share, other = pool.share(), pool.share()
    begun, waiting, forgotten = share.call(int), share.call(int), other.call(int)
    other.close()
    pool.close()
    for call in (begun, waiting, forgotten, share.call(int)):  # the last one comes too late
        with pytest.raises(Stopped):
            call.result(timeout=0)


def test_a_pool_that_is_closed_ends_its_workers() -> None:
    with hired(LocalCrew(1)) as share:
        worker = share.call(os.getpid).result()
    wait(lambda: not started(worker))


def test_games_at_the_same_time_have_cores_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {3, 4, 5, 6, 7}, raising=False)
    assert [cores_for(number, 2) for number in range(3)] == [[3, 5, 7], [4, 6], [3, 5, 7]]
    assert [cores_for(number, 5) for number in range(5)] == [[3], [4], [5], [6], [7]]
    assert cores_for(0, 1) == cores_for(1, 6) == [3, 4, 5, 6, 7], "one game has all, and so have too many"
    assert [cores_for(number, 1, one=True) for number in (0, 6)] == [[3], [4]]

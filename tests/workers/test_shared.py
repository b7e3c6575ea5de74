"""Many askers, one crew: turn by turn, each hears of its own games alone."""

from __future__ import annotations

import time

from schwarm.players import BotSpec
from schwarm.workers import Contestant, Failed, Report, Share, SharedCrew, Task, pairs
from tests.workers.crews import InProcess

A, B = Contestant("A", BotSpec("random")), Contestant("B", BotSpec("random"))


class Slow(InProcess):
    """Plays nothing before it is told to, so that a test can say who waits with how much."""

    held = True

    def next(self, timeout_s: float) -> Report | Failed | None:
        if self.held:
            time.sleep(0.01)
            return None
        return super().next(timeout_s)


def tasks(count: int, seed: int) -> list[Task]:
    return pairs("piranhas", A, B, count, seed=seed, options={"rounds": 2})


def gather(share: Share, count: int) -> list[Report | Failed]:
    found: list[Report | Failed] = []
    until = time.monotonic() + 60
    while len(found) < count and time.monotonic() < until:
        if (report := share.next(0.2)) is not None:
            found.append(report)
    return found


def test_askers_take_turns_and_hear_of_their_own_games() -> None:
    crew = Slow()
    whole = SharedCrew(crew)
    many, few = whole.share(), whole.share()
    for task in tasks(6, seed=100):
        many.submit(task)
    for task in tasks(2, seed=200):
        few.submit(task)
    crew.held = False
    assert [report.key for report in gather(few, 2)] == [(0,), (1,)]
    assert [report.key for report in gather(many, 6)] == [(number,) for number in range(6)]
    order = [task.seed // 100 for task in crew.played]
    assert order == [1, 2, 1, 2, 1, 1, 1, 1]
    whole.close()


def test_whoever_leaves_asks_for_nothing_more() -> None:
    crew = Slow()
    whole = SharedCrew(crew)
    gone, there = whole.share(), whole.share()
    for task in tasks(4, seed=100):
        gone.submit(task)
    for task in tasks(2, seed=200):
        there.submit(task)
    gone.close()
    crew.held = False
    assert len(gather(there, 2)) == 2
    assert [task.seed // 100 for task in crew.played] == [1, 2, 2]  # one was under way when it left
    whole.close()

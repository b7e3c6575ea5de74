"""The hard limit ends the waiting; an answer that beat it counts, however busy the event loop was."""

from __future__ import annotations

import asyncio

import pytest

from schwarm.game.record import Record
from schwarm.referee import Answer, Limits, Referee, Request, TimeUp
from tests.referee.seats import ScriptSeat, first_move, small_game

HARD_MS = 10_000


class HeldLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock moves only when a test moves it, so that no busy machine is in the way."""

    now_s = 1000.0

    def time(self) -> float:
        return self.now_s


class AnswerWhileBusy:
    """A seat's answer comes while the event loop is busy until after the hard limit.

    Then it passes through some tasks and waits some turns of the loop, as an answer does that has to come
    from a socket by way of a connection.
    """

    def __init__(self, tasks: int, turns: int = 0, busy_ms: float = HARD_MS + 1) -> None:
        self.tasks = tasks
        self.turns = turns
        self.busy_ms = busy_ms

    async def choose(self, request: Request) -> Answer:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, HeldLoop)
        came: asyncio.Future[None] = loop.create_future()

        def be_busy() -> None:
            loop.now_s += self.busy_ms / 1000
            came.set_result(None)

        loop.call_soon(be_busy)
        await self._pass_on(came, self.tasks)
        for _ in range(self.turns):
            await asyncio.sleep(0)
        return await first_move(request)

    async def _pass_on(self, came: asyncio.Future[None], tasks: int) -> None:
        if tasks:
            await asyncio.ensure_future(self._pass_on(came, tasks - 1))
        else:
            await came


def play(answer: AnswerWhileBusy) -> tuple[Referee, Record]:
    async def run() -> tuple[Referee, Record]:
        seats = {"red": ScriptSeat(answer.choose), "blue": ScriptSeat(first_move)}
        referee = Referee(small_game(1), seats, limits=Limits(None, HARD_MS))
        return referee, await referee.run()

    with asyncio.Runner(loop_factory=HeldLoop) as runner:
        return runner.run(run())


@pytest.mark.parametrize("tasks", [0, 1, 2, 3])
def test_an_answer_that_beat_the_hard_limit_counts_although_the_loop_was_busy(tasks: int) -> None:
    referee, record = play(AnswerWhileBusy(tasks))
    assert referee.faults == {}
    assert len(record.plies) == 2


def test_an_answer_that_was_still_being_made_at_the_hard_limit_is_not_waited_for() -> None:
    referee, record = play(AnswerWhileBusy(1, turns=100))
    assert record.plies == ()
    fault = referee.faults["red"]
    assert isinstance(fault, TimeUp)
    assert fault.hard
    assert str(fault) == "expected an answer within 10000 ms, none came"


def test_before_the_hard_limit_an_answer_may_take_any_number_of_turns() -> None:
    referee, record = play(AnswerWhileBusy(1, turns=100, busy_ms=HARD_MS - 1))
    assert referee.faults == {}
    assert len(record.plies) == 2

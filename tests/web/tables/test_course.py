"""The course of a game: who waits for it can be called off at any moment."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from schwarm.web.tables.course import GameCourse
from tests.waiting import PATIENCE_S


@pytest.mark.parametrize("turns", range(6))
def test_a_wait_is_called_off_also_in_the_moment_of_a_move(turns: int) -> None:
    """A page that closed just then waited for ever."""

    async def called_off() -> bool:
        course: Any = SimpleNamespace(_moved=asyncio.Event(), end=None)
        course.until = lambda reached: GameCourse.until(course, reached)
        waiting = asyncio.create_task(GameCourse.over(course))
        for _ in range(4):
            await asyncio.sleep(0)
        course._moved.set()
        for _ in range(turns):  # of the event loop between the move and the end
            await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.wait((waiting,), timeout=PATIENCE_S)
        return waiting.cancelled()

    assert asyncio.run(called_off())

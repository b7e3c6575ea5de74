"""Work spread over threads: the compiled searches release Python's global lock, so they run in parallel."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import TypeVar

from schwarm.game.errors import GameError
from schwarm.game.game import Game

Task = TypeVar("Task")
Result = TypeVar("Result")


def over_threads(
    game: Game,
    threads: int,
    tasks: Iterable[Task],
    work: Callable[[Game, Task], Result],
    stop: Callable[[], None] | None = None,
) -> list[Result]:
    """The results of work(game, task) for all tasks, in order; each thread works on a copy of the game.

    `stop` makes work under way end soon: with it an interrupt is answered at once, also on one thread.
    """
    if threads < 1:
        raise GameError(f"expected 1 thread or more, not {threads}")
    if threads == 1 and stop is None:
        twin = game.copy()
        return [work(twin, task) for task in tasks]
    copies: SimpleQueue[Game] = SimpleQueue()
    for _ in range(threads):
        copies.put(game.copy())

    def borrow(task: Task) -> Result:
        twin = copies.get()
        try:
            return work(twin, task)
        finally:
            copies.put(twin)

    with ThreadPoolExecutor(threads) as pool:
        try:
            return list(pool.map(borrow, tasks))
        except BaseException:
            if stop is not None:
                stop()
            raise

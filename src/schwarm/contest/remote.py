"""Remote clients in a tournament: they come to our port with the reservation they were given.

A client plays one game at a time and comes back with the same reservation for the next one. Whoever comes
before its game is set up is refused, as the contest's server does, and tries again.
"""

from __future__ import annotations

import asyncio
import secrets
import threading
from contextlib import AsyncExitStack
from queue import Empty, SimpleQueue

from schwarm.contest.entrants import Hall
from schwarm.contest.server import stamping_loop
from schwarm.referee import Limits, now_ms
from schwarm.tournament.formats import Event
from schwarm.tournament.local import Crew
from schwarm.tournament.play import start
from schwarm.tournament.task import Failed, Report, Task
from schwarm.tournament.worker import Running

ARRIVE_S = 60.0
LOOK_S = 0.05
START_S = 10.0


class RemoteCrew:
    """A crew that plays games of remote clients itself and leaves all others to another crew."""

    def __init__(self, inner: Crew, event: Event, host: str, port: int, arrive_s: float = ARRIVE_S) -> None:
        remote = [entrant.name for entrant in event.entrants if entrant.kind == "remote"]
        self.tickets = {name: secrets.token_hex(8) for name in remote}
        self.port = port
        self._inner = inner
        self._event = event
        self._host = host
        self._arrive_s = arrive_s
        self._done: SimpleQueue[Report | Failed] = SimpleQueue()
        self._running: dict[int, Running] = {}
        self._ready: SimpleQueue[Exception | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="remote games", daemon=True)
        self._thread.start()
        fault = self._ready.get(timeout=START_S)
        if fault is not None:
            inner.close()
            raise fault

    @property
    def slots(self) -> int:
        """How many games it plays at a time."""
        return self._inner.slots + len(self.tickets)

    def submit(self, task: Task) -> None:
        """Play this game as soon as its players are free."""
        if any(entrant.kind == "remote" for entrant in task.players):
            self._loop.call_soon_threadsafe(self._begin, task)
        else:
            self._inner.submit(task)

    def next(self, timeout_s: float) -> Report | Failed | None:
        """The next finished game; None if none ends in that time."""
        until = now_ms() + 1000 * timeout_s
        while True:
            try:
                return self._done.get_nowait()
            except Empty:
                pass
            report = self._inner.next(LOOK_S)
            if report is not None or now_ms() > until:
                return report

    def running(self) -> list[Running]:
        """The games under way."""
        return self._inner.running() + list(self._running.values())

    def close(self) -> None:
        """Stop at once; games under way are not finished."""
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()
        self._inner.close()

    def _work(self) -> None:
        with asyncio.Runner(loop_factory=stamping_loop) as runner:
            runner.run(self._serve())

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._stop = asyncio.Event()
        self._locks = {name: asyncio.Lock() for name in sorted(self.tickets)}
        self._games: set[asyncio.Task[None]] = set()
        limits = Limits(self._event.soft_ms, self._event.hard_ms)
        hall = Hall(self._event.game, limits, self._host, self.port)
        try:
            await hall.server.start()
        except OSError as error:
            self._ready.put(error)
            return
        self.port = hall.server.port
        self._hall = hall
        self._ready.put(None)
        await self._stop.wait()
        for game in self._games:
            game.cancel()
        await asyncio.gather(*self._games, return_exceptions=True)
        await hall.server.stop()

    def _begin(self, task: Task) -> None:
        game = asyncio.create_task(self._game(task))
        self._games.add(game)
        game.add_done_callback(self._games.discard)

    async def _game(self, task: Task) -> None:
        async with AsyncExitStack() as stack:
            for name, lock in self._locks.items():  # always in the same order: nobody waits for each other
                if name in (task.first.name, task.second.name):
                    await stack.enter_async_context(lock)
            self._running[id(task)] = Running(task, 0, now_ms())
            tickets = [self.tickets.get(entrant.name) or secrets.token_hex(8) for entrant in task.players]
            try:
                codes = (tickets[0], tickets[1])
                self._done.put(await self._hall.play(task, start(task), codes, self._arrive_s))
            except Exception as error:
                self._done.put(Failed(task.key, f"{type(error).__name__}: {error}"))
            finally:
                del self._running[id(task)]

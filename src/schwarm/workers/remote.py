"""Games of remote clients: they come to our port with the reservation they were given.

A client plays one game at a time and comes back with the same reservation for the next one. Whoever comes
before its game is set up is refused, as the contest's server does, and tries again.
"""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections.abc import Sequence
from contextlib import AsyncExitStack
from queue import Empty, SimpleQueue

from schwarm.contest.door import Door
from schwarm.contest.server import stamping_loop
from schwarm.players import Place, RemoteSpec
from schwarm.programs.sandbox import Sandbox
from schwarm.referee import Event, Moved, now_ms
from schwarm.workers.crew import Archives, Crew
from schwarm.workers.play import play
from schwarm.workers.task import Failed, Report, Task
from schwarm.workers.worker import Running

LOOK_S = 0.05
START_S = 60.0


class RemoteCrew:
    """Plays the games of these remote clients in this process and leaves all others to another crew.

    `tickets` are their reservations, by name; `port` is where they are expected.
    """

    def __init__(self, inner: Crew, names: Sequence[str], host: str, port: int) -> None:
        """OSError if the port is taken; the other crew is closed then."""
        self.tickets = {name: secrets.token_hex(8) for name in names}
        self.port = port
        self._inner = inner
        self._host = host
        self._archives = Archives()
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
        if any(isinstance(one.spec, RemoteSpec) for one in task.players):
            self._loop.call_soon_threadsafe(self._begin, self._archives.ready(task))
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
        self._archives.close()

    def _work(self) -> None:
        with asyncio.Runner(loop_factory=stamping_loop) as runner:
            runner.run(self._serve())

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._stop = asyncio.Event()
        self._locks = {name: asyncio.Lock() for name in sorted(self.tickets)}
        self._games: set[asyncio.Task[None]] = set()
        self._door = Door(self._host, self.port)
        try:
            await self._door.open()
        except OSError as error:
            self._ready.put(error)
            return
        self.port = self._door.port
        self._ready.put(None)
        await self._stop.wait()
        for game in self._games:
            game.cancel()
        await asyncio.gather(*self._games, return_exceptions=True)
        await self._door.close()

    def _begin(self, task: Task) -> None:
        game = asyncio.create_task(self._game(task))
        self._games.add(game)
        game.add_done_callback(self._games.discard)

    async def _game(self, task: Task) -> None:
        names = {one.name for one in task.players}
        sandbox = Sandbox() if task.sandbox else None
        place = Place(door=self._door, sandbox=sandbox, arrive_s=task.arrive_s)
        plies = 0
        began_ms = now_ms()

        def listen(event: Event) -> None:
            nonlocal plies
            plies += isinstance(event, Moved)
            self._running[id(task)] = Running(task, plies, began_ms)

        async with AsyncExitStack() as stack:
            for name, lock in self._locks.items():  # always in the same order: nobody waits for each other
                if name in names:
                    await stack.enter_async_context(lock)
            began_ms = now_ms()
            self._running[id(task)] = Running(task, 0, began_ms)
            try:
                self._done.put(await play(task, place=place, listener=listen, codes=self.tickets))
            except Exception as error:
                self._done.put(Failed(task.key, f"{type(error).__name__}: {error}"))
            finally:
                del self._running[id(task)]

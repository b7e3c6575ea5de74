"""Games of remote clients: they come to our port with the reservation they were given.

A client plays one game at a time and comes back with the same reservation for the next one. Whoever comes
before its game is set up is refused, as the contest's server does, and tries again.
"""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from queue import SimpleQueue

from schwarm.contest.door import Door
from schwarm.contest.server import stamping_loop
from schwarm.game.errors import failure_of
from schwarm.players import Place, RemoteSpec
from schwarm.programs.sandbox import Sandbox
from schwarm.referee import Event, Moved, now_ms
from schwarm.workers.crew import Archives
from schwarm.workers.play import play
from schwarm.workers.task import Failed, Report, Task
from schwarm.workers.worker import Running

START_S = 60.0
Done = Callable[[Report | Failed], None]


class RemoteGuests:
    """Plays the games of these remote clients in this process, beside a pool.

    `tickets` are their reservations, by name; `port` is where they are expected.
    """

    def __init__(self, names: Sequence[str], host: str, port: int) -> None:
        """OSError if the port is taken."""
        self.tickets = {name: secrets.token_hex(8) for name in names}
        self.port = port
        self._host = host
        self._archives = Archives()
        self._running: dict[int, Running] = {}
        self._ready: SimpleQueue[Exception | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="remote games", daemon=True)
        self._thread.start()
        fault = self._ready.get(timeout=START_S)
        if fault is not None:
            raise fault

    @property
    def slots(self) -> int:
        """How many games they play at a time."""
        return len(self.tickets)

    def takes(self, task: Task) -> bool:
        """Does one of them take part?"""
        return any(isinstance(one.spec, RemoteSpec) for one in task.players)

    def begin(self, task: Task, done: Done, held: Callable[[], bool]) -> None:
        """Play this game as soon as its players are free; nobody holds such games."""
        ready = self._archives.ready(task)
        assert isinstance(ready, Task)
        self._loop.call_soon_threadsafe(self._begin, ready, done)

    def running(self) -> list[Running]:
        """The games under way."""
        return list(self._running.values())

    def close(self) -> None:
        """Stop at once; games under way are not finished."""
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()
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

    def _begin(self, task: Task, done: Done) -> None:
        game = asyncio.create_task(self._game(task, done))
        self._games.add(game)
        game.add_done_callback(self._games.discard)

    async def _game(self, task: Task, done: Done) -> None:
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
            ended: Report | Failed
            try:
                ended = await play(task, place=place, listener=listen, codes=self.tickets)
            except Exception as error:
                ended = Failed(task.key, failure_of(error))
            finally:
                del self._running[id(task)]
        done(ended)

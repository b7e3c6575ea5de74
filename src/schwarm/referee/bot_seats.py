"""Seats inside this program. A bot thinks in a thread or a process of its own, never on the event loop."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from random import Random

from schwarm.game.game import Game
from schwarm.game.record import Record, record_of, replay
from schwarm.platform.signals import ignore_interrupts
from schwarm.referee import processes
from schwarm.referee.bot_errors import answer_error, bot_traceback
from schwarm.referee.clock import now_ms
from schwarm.referee.errors import Left, NeverCame
from schwarm.referee.events import Event
from schwarm.referee.seat import Answer, Blame, Request, Thought

# A move for the side to move, within that many milliseconds (None: no limit); the game is the thinker's own.
Think = Callable[[Game, float | None], str]


class LocalSeat:
    """What all seats inside this program share: a name, always there, deaf to events.

    `said` is what is worth keeping of a bot that crashed or broke the rules: where in its code it happened.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self.said = ""

    @property
    def name(self) -> str:
        """Who plays, for the record."""
        return self._name

    async def join(self, game: Game, side: str, blame: Blame) -> None:
        """It is there already."""

    def tell(self, event: Event) -> None:
        """Every request brings the whole game along, so events need no memory."""

    async def close(self) -> None:
        """Nothing to let go of."""


class RandomSeat(LocalSeat):
    """Plays any legal move; the same seed gives the same choices."""

    def __init__(self, name: str = "random", seed: int | None = None) -> None:
        super().__init__(name)
        self._random = Random(seed)

    async def choose(self, request: Request) -> Answer:
        """One of the legal moves."""
        game = request.game
        return timed(lambda: self._random.choice(game.legal_moves()), time.thread_time)


class DirectSeat(LocalSeat):
    """A bot that thinks where the referee runs: right where a process plays one game at a time.

    One that never returns freezes the process; whoever owns that process has to notice.
    """

    def __init__(self, name: str, think: Think) -> None:
        super().__init__(name)
        self._think = think

    async def choose(self, request: Request) -> Answer:
        """What the bot says; if it raises, it has left the game."""
        game = request.game
        try:
            return timed(lambda: self._think(game, request.budget_ms), time.process_time)
        except Exception as error:
            self.said = bot_traceback(error)
            raise Left("crashed", f"{type(error).__name__}: {error}") from error


class ThreadSeat(LocalSeat):
    """A bot in a thread of its own: right for searches that leave Python's lock alone.

    A bot that raises has left the game. One that never returns is abandoned, its thread with it.
    """

    def __init__(self, name: str, think: Think) -> None:
        super().__init__(name)
        self._think = think
        self._tasks: SimpleQueue[tuple[Request, asyncio.Future[Answer]] | None] = SimpleQueue()
        self._thread: threading.Thread | None = None

    async def choose(self, request: Request) -> Answer:
        """What the bot says; its clock runs from when its thread takes the request up."""
        if self._thread is None:
            # A daemon: a bot that hangs must not keep the program from ending.
            self._thread = threading.Thread(target=self._work, name=f"bot {self.name}", daemon=True)
            self._thread.start()
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._tasks.put((request, future))
        return await future

    async def close(self) -> None:
        """Let the thread end once the bot returns."""
        self._tasks.put(None)

    def _work(self) -> None:
        while (task := self._tasks.get()) is not None:
            request, future = task
            try:
                result: Answer | Left = self._answer(request)
            except Crash as crash:
                self.said = crash.said
                result = Left("crashed", str(crash))
            except Exception as error:
                self.said = bot_traceback(error)
                result = Left("crashed", f"{type(error).__name__}: {error}")
            try:
                future.get_loop().call_soon_threadsafe(_deliver, future, result)
            except RuntimeError:  # the loop is gone, and nobody waits any more
                return

    def _answer(self, request: Request) -> Answer:
        """Runs in the seat's thread."""
        game = request.game
        return timed(lambda: self._think(game, request.budget_ms), time.thread_time)


class ProcessSeat(ThreadSeat):
    """A bot in a process of its own, ended with the game even in mid-thought.

    `make` is called in the new process and returns the bot; it must be importable there.
    """

    def __init__(self, name: str, make: Callable[[], Think]) -> None:
        super().__init__(name, self._ask)
        self._make = make
        self._began_ms = self._processor_ms = 0.0  # when it began to think of its last move, and what it had
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None
        self._closed = False

    async def join(self, game: Game, side: str, blame: Blame) -> None:
        """Start the process before the game: starting is not thinking."""
        try:
            self._connection = await asyncio.to_thread(self._start)
        except Crash as crash:
            self.said = crash.said
            raise NeverCame(str(crash)) from crash
        except Exception as error:
            raise NeverCame(f"{type(error).__name__}: {error}") from error

    def _start(self) -> Connection:
        ours, theirs = processes.context().Pipe()
        self._process = processes.begin(_serve, theirs, self._make, daemon=True)
        theirs.close()
        if self._closed:  # the game ended meanwhile, and close() may have come too early to see the process
            self._process.kill()
        try:
            started = processes.first_message(ours, self._process)
        except (EOFError, OSError):
            raise ChildProcessError("its process did not start") from None
        if isinstance(started, Crash):
            raise started
        return ours

    @property
    def pid(self) -> int | None:
        """The number of its process, once there is one."""
        return None if self._process is None else self._process.pid

    def _ask(self, game: Game, budget_ms: float | None) -> str:
        """Runs in the seat's thread, which waits here while the process thinks."""
        assert self._connection is not None
        try:
            self._connection.send((record_of(game), budget_ms))
            answer = self._connection.recv()
        except (EOFError, OSError):
            raise ChildProcessError("its process ended") from None
        if isinstance(answer, Crash):
            raise answer
        thought: str
        thought, self._began_ms, self._processor_ms, self.said = answer
        return thought

    def _answer(self, request: Request) -> Answer:
        """The thread waits for the process, which tells when it had the position: making it is our work."""
        found = super()._answer(request)
        began_ms = min(max(self._began_ms, found.left_ms), found.arrived_ms)
        return replace(found, left_ms=began_ms, processor_ms=self._processor_ms)

    async def close(self) -> None:
        """End the process at once."""
        self._closed = True
        await super().close()
        if self._process is not None and self._process.pid is not None:  # else `_start` ends it itself
            self._process.kill()
            await asyncio.to_thread(self._process.join)


class Crash(Exception):
    """An error of a bot in another process: in one line, and with where it happened."""

    def __init__(self, line: str, said: str) -> None:
        super().__init__(line, said)
        self.said = said

    def __str__(self) -> str:
        return str(self.args[0])


def timed(think: Callable[[], str], processor: Callable[[], float]) -> Answer:
    """What a bot says, with the clock of it; `processor` tells seconds, of this thread or of this process."""
    began_s, left_ms = processor(), now_ms()
    thought = think()
    arrived_ms = now_ms()
    score = thought.score if isinstance(thought, Thought) else None
    return Answer(str(thought), left_ms, arrived_ms, score, 1000 * (processor() - began_s))


def _deliver(future: asyncio.Future[Answer], result: Answer | Left) -> None:
    if future.done():
        return
    if isinstance(result, Left):
        future.set_exception(result)
    else:
        future.set_result(result)


def _serve(connection: Connection, make: Callable[[], Think]) -> None:
    """The loop of a bot's process."""
    ignore_interrupts()
    try:
        think = make()
    except Exception as error:
        connection.send(Crash(f"{type(error).__name__}: {error}", bot_traceback(error)))
        return
    connection.send("ready")
    while True:
        try:
            task: tuple[Record, float | None] = connection.recv()
        except EOFError:
            return
        record, budget_ms = task
        try:
            game = replay(record)
            before = game.copy()
            began_s, began_ms = time.process_time(), now_ms()
            thought = think(game, budget_ms)
            spent_ms = 1000 * (time.process_time() - began_s)
            said = answer_error(thought, before, think)
            answer: tuple[str, float, float, str] | Crash
            answer = thought if isinstance(thought, Thought) else str(thought), began_ms, spent_ms, said
        except Exception as error:
            answer = Crash(f"{type(error).__name__}: {error}", bot_traceback(error))
        connection.send(answer)

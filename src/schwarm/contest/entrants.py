"""Tournament games of foreign programs and remote clients: they play on a contest server of ours.

Bots of this program that meet them connect to the same server, so both sides play under the same clock.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from pathlib import Path
from uuid import uuid4

from schwarm.contest.client import Client, Seat, ServerError
from schwarm.contest.server import ContestServer, Settings, stamping_loop
from schwarm.contest.server.room import Room, Stage
from schwarm.contest.wire.element import Element
from schwarm.games import Game
from schwarm.games.record import End, Irregular, Record, record_of
from schwarm.programs.program import Program
from schwarm.programs.sandbox import Sandbox
from schwarm.referee import Left, Limits, Listener, Think
from schwarm.tournament.play import bot, load
from schwarm.tournament.task import Report, Task

ARRIVE_S = 60.0  # how long a program may take to start and connect
GRACE_S = 2.0  # how long it may take to end by itself after the game
LOOK_S = 0.005


async def play(task: Task, game: Game, listener: Listener) -> Report:
    """Play one game on a server of its own; called in a worker process."""
    return await asyncio.to_thread(_alone, task, game)


def _alone(task: Task, game: Game) -> Report:
    """A loop of its own: the contest's server stamps arrivals as they come out of the socket."""

    async def host() -> Report:
        async with Hall(task.game, Limits(task.soft_ms, task.hard_ms)) as hall:
            return await hall.play(task, game)

    with asyncio.Runner(loop_factory=stamping_loop) as runner:
        return runner.run(host())


class Hall:
    """A contest server that plays tournament games, as many at once as there are calls of `play`."""

    def __init__(self, game: str, limits: Limits, host: str = "127.0.0.1", port: int = 0) -> None:
        self._host = host
        self._start: Game | None = None
        self._ended: dict[str, asyncio.Future[Record]] = {}
        settings = Settings(host=host, port=port, games=(game,), limits=limits, start=self._next_game)
        self.server = ContestServer(settings, listeners=[self._note])

    async def __aenter__(self) -> Hall:
        await self.server.start()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.server.stop()

    async def play(
        self, task: Task, game: Game, tickets: tuple[str, str] | None = None, arrive_s: float = ARRIVE_S
    ) -> Report:
        """Play one game; `tickets` are the reservations of remote clients, where there are any."""
        began = time.monotonic()
        codes = tickets or (str(uuid4()), str(uuid4()))
        names = (task.first.name, task.second.name)
        self._start = game
        room = self.server.lobby.reserve(task.game, names, codes)
        ended = self._ended[room.id] = asyncio.get_running_loop().create_future()
        guests = [Guest(self, task, room, number, codes[number]) for number in range(2)]
        record: Record | None = None
        try:
            missing = await asyncio.gather(*(guest.come(arrive_s) for guest in guests))
            if room.stage is Stage.WAITING or any(missing):
                room.abandon_absent()
            else:
                record = await ended
        finally:
            del self._ended[room.id]
            await asyncio.gather(*(guest.go() for guest in guests))
        if record is None:
            record, faults = _not_begun(task, game, missing)
        else:
            # Whoever leaves after a regular end has done nothing wrong.
            regular = record.end is not None and record.end.reason not in list(Irregular)
            faults = {} if regular else self._faults(room, guests)
        think, slowest = _times(record, game)
        logs = {guest.name: guest.said for guest in guests if guest.said}
        return Report(task.key, record, 1000 * (time.monotonic() - began), think, slowest, faults, logs)

    def _next_game(self, name: str) -> Game:
        assert self._start is not None
        return self._start

    def _note(self, room: Room, record: Record, extra: list[Element]) -> None:
        ended = self._ended.get(room.id)
        if ended is not None and not ended.done():
            ended.set_result(record)

    def _faults(self, room: Room, guests: list[Guest]) -> dict[str, str]:
        found = {}
        for side, fault in room.faults.items():
            guest = guests[room.season.sides.index(side)]
            ending = f" ({guest.ending})" if isinstance(fault, Left) and guest.ending else ""
            found[guest.name] = f"{fault}{ending}"
        return found


class Guest:
    """One player of a game in the hall: a program we start, a bot of ours, or somebody from far away."""

    def __init__(self, hall: Hall, task: Task, room: Room, number: int, code: str) -> None:
        self.name = task.players[number].name
        self.said = ""
        self.ending: str | None = None
        self._hall = hall
        self._task = task
        self._room = room
        self._number = number
        self._code = code
        self._program: Program | None = None
        self._bot: asyncio.Task[None] | None = None

    async def come(self, within_s: float) -> str:
        """Start whoever plays and wait until it has its seat; else say why it has not."""
        entrant = self._task.players[self._number]
        try:
            if entrant.kind == "command":
                return await self._start_program(within_s)
            if entrant.kind in ("bot", "think"):
                own_ms = entrant.budget_ms
                think = bot(self._task, self._number) if entrant.bot else load(entrant.think, own_ms)
                self._bot = asyncio.create_task(asyncio.to_thread(self._play_bot, think))
            await asyncio.wait_for(self._seated(), within_s)
        except TimeoutError:
            return f"did not connect within {within_s:g} s"
        except Left as left:
            return str(left)
        return ""

    async def go(self) -> None:
        """The game is over: the program may end by itself, then it is ended."""
        if self._program is not None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._program.wait(), GRACE_S)
            self.ending = self._program.ending  # by itself, or for a flood; what we do now is not its fault
            await self._program.stop()
            self.said = self._program.output.text()
        if self._bot is not None:
            with contextlib.suppress(ServerError):
                await asyncio.wait_for(self._bot, GRACE_S)

    async def _start_program(self, within_s: float) -> str:
        entrant = self._task.players[self._number]
        folder = Path(entrant.folder) if entrant.folder else None
        command = list(entrant.command)
        if folder is not None and "/" in command[0]:
            command[0] = str(folder / command[0])
        sandbox = Sandbox(own_copy=entrant.scratch) if self._task.sandbox else None
        self._program = Program(command, folder=folder, sandbox=sandbox)
        await self._program.start("127.0.0.1", self._hall.server.port, self._code)
        await self._program.arrival(self._seated(), within_s)
        return ""

    async def _seated(self) -> None:
        while self._room.seats[self._number].line is None and self._room.stage is Stage.WAITING:
            await asyncio.sleep(LOOK_S)

    def _play_bot(self, think: Think) -> None:
        """Runs in a thread."""
        with Client(self._task.game, "127.0.0.1", self._hall.server.port) as client:
            client.play(Seat(reservation=self._code), think, budget_ms=self._task.soft_ms)


def _not_begun(task: Task, game: Game, missing: list[str]) -> tuple[Record, dict[str, str]]:
    """A game that somebody did not come to, or left before it began: whoever is not there has lost."""
    sides = game.setup.book.sides
    names = [entrant.name for entrant in task.players]
    gone = [bool(why) for why in missing] if any(missing) else [True, True]
    scores = {side: (0,) * len(game.setup.book.score_names) for side in sides}
    winner = None if all(gone) else sides[gone.index(False)]
    record = record_of(game, dict(zip(sides, names, strict=True))).ended(End(winner, Irregular.LEFT, scores))
    faults = {
        name: why or "left before the game began"
        for name, why, absent in zip(names, missing, gone, strict=True)
        if absent
    }
    return record, faults


def _times(record: Record, game: Game) -> tuple[tuple[float, float], tuple[float, float]]:
    """Think time of both sides: altogether, and of the slowest move."""
    times: tuple[list[float], list[float]] = ([0.0], [0.0])
    replayed = game.setup.book.game(game.setup)
    sides = game.setup.book.sides
    for ply in record.plies:
        if ply.think_ms is not None:
            times[sides.index(replayed.to_move)].append(ply.think_ms)
        replayed.play(ply.move)
    return (sum(times[0]), sum(times[1])), (max(times[0]), max(times[1]))

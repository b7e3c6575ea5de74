"""Games of a class that need the page itself: people play at its tables, clients come to its contest port.

A team plays one such game at a time. A game at a table is kept ply by ply as every other; after a restart it
goes on there, and one that ended meanwhile is taken over as it is.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

from schwarm import players
from schwarm.classroom.pool import Invited
from schwarm.classroom.setup import HAND
from schwarm.games import Game
from schwarm.games.errors import GameError
from schwarm.games.record import Irregular
from schwarm.players import Place
from schwarm.programs.sandbox import Sandbox
from schwarm.referee import Answer, Blame, Event, Left, Moved, NeverCame, Request, Seat, SeatError, now_ms
from schwarm.store.classroom import is_game_of_event
from schwarm.store.schema import GameStatus
from schwarm.web.open_tables import OpenTables
from schwarm.web.table import Table
from schwarm.web.table_plans import CLASS, PERSON, PROGRAM, Plan, SeatPlan
from schwarm.workers import Contestant, Failed, Report, Running, Task, play, start
from schwarm.workers.task import chances

LOOK_S = 0.2
Done = Callable[[Report | Failed], None]


@dataclass(slots=True)
class GuestGame:
    """A game under way, or waiting until its players are free."""

    task: Task
    done: Done
    held: Callable[[], bool]
    began_ms: float | None = None  # None while one of its players is in another game
    moves: list[str] = field(default_factory=list)
    table: Table | None = None
    broken_off: bool = False


class PageGuests:
    """Plays games in the page's own event loop."""

    def __init__(self, open_tables: OpenTables, loop: asyncio.AbstractEventLoop) -> None:
        self._open_tables = open_tables
        self._loop = loop
        self._games: dict[tuple[int, ...], tuple[GuestGame, asyncio.Task[None]]] = {}
        self._locks: dict[int, asyncio.Lock] = {}
        self._closed = False

    # --- what the classroom asks, from its own threads ---------------------------------------------------
    def begin(self, task: Task, invited: Mapping[str, Invited], done: Done, held: Callable[[], bool]) -> None:
        """Play this game, though not while it is held, and tell how it ended."""
        self._loop.call_soon_threadsafe(self._begin, GuestGame(task, done, held), dict(invited))

    def running(self) -> list[Running]:
        """The games under way."""
        return [
            Running(game.task, len(moves := _moves(game)), game.began_ms, tuple(moves))
            for game, _ in list(self._games.values())
            if game.began_ms is not None
        ]

    def table_of(self, key: tuple[int, ...]) -> str:
        """The table at which a game is played by people; '' if there is none."""
        game, _ = self._games.get(key, (None, None))
        return game.table.plan.id if game is not None and game.table is not None else ""

    def break_off(self, void: Callable[[Task], bool]) -> None:
        """End these games; whoever waits for them hears that they failed for good."""
        self._loop.call_soon_threadsafe(self._break_off, void)

    # --- in the loop -------------------------------------------------------------------------------------
    def _begin(self, game: GuestGame, invited: Mapping[str, Invited]) -> None:
        if not self._closed:
            made = asyncio.create_task(self._play(game, invited), name="class game")
            self._games[game.task.key] = (game, made)

    def _break_off(self, void: Callable[[Task], bool]) -> None:
        for game, made in self._games.values():
            if void(game.task):
                game.broken_off = True
                made.cancel()

    async def close(self) -> None:
        """Stop; games at tables are interrupted with all others of the page."""
        self._closed = True
        made = [one for _, one in self._games.values()]
        for one in made:
            one.cancel()
        await asyncio.gather(*made, return_exceptions=True)

    async def _play(self, game: GuestGame, invited: Mapping[str, Invited]) -> None:
        task = game.task
        own = {one.name: invited[one.name] for one in task.players if one.name in invited}
        try:
            async with AsyncExitStack() as stack:
                for team in sorted(one.team for one in own.values()):  # in order: nobody waits for each other
                    lock = self._locks.setdefault(team, asyncio.Lock())
                    await stack.enter_async_context(lock)
                while game.held():
                    await asyncio.sleep(LOOK_S)
                game.began_ms = now_ms()
                by_hand = any(one.kind == HAND for one in own.values())
                report = await (self._at_table(game, own) if by_hand else self._at_port(game, own))
            game.done(report)
        except asyncio.CancelledError:
            if not game.broken_off:
                raise
            if game.table is not None:
                await game.table.abandon()
            game.done(Failed(task.key, "broken off", final=True))
        except Exception as error:
            game.done(Failed(task.key, f"{type(error).__name__}: {error}"))
        finally:
            del self._games[task.key]

    async def _at_port(self, game: GuestGame, own: Mapping[str, Invited]) -> Report:
        """A game in which nobody plays by hand."""

        def listen(event: Event) -> None:
            if isinstance(event, Moved):
                game.moves.append(event.ply.move)

        codes = {name: one.reservation for name, one in own.items()}
        return await play(game.task, place=self._place(game.task), listener=listen, codes=codes)

    def _place(self, task: Task) -> Place:
        sandbox = Sandbox() if task.sandbox else None
        return Place(door=self._open_tables.contest.door, sandbox=sandbox, arrive_s=task.arrive_s)

    async def _at_table(self, game: GuestGame, own: Mapping[str, Invited]) -> Report:
        """A game that is played at a table, by people on one side at least."""
        task, tables = game.task, self._open_tables
        opened = await asyncio.to_thread(start, task)
        sides = opened.setup.book.sides
        machines: dict[str, Discreet] = {}
        for side, one, chance in zip(sides, task.players, chances(task), strict=True):
            if one.name not in own or own[one.name].kind != HAND:
                machines[side] = Discreet(self._machine(task, one, own, chance))
        keys = {side: f"{'-'.join(map(str, task.key))}/{side}" for side in machines}
        for side, seat in machines.items():
            tables.programs.lend(keys[side], seat)
        try:
            game.table = await self._table(game, own, opened, keys)
            await game.table.over()
            return await asyncio.to_thread(self._report, game, machines)
        finally:
            for key in keys.values():
                tables.programs.take_back(key)

    def _machine(self, task: Task, one: Contestant, own: Mapping[str, Invited], chance: int) -> Seat:
        code = own[one.name].reservation if one.name in own else None
        place = self._place(task)
        return players.open(one.spec, task.game, name=one.name, seed=chance, place=place, code=code)

    async def _table(
        self, game: GuestGame, own: Mapping[str, Invited], opened: Game, keys: Mapping[str, str]
    ) -> Table:
        """The table of a game: a new one, or that of before a restart."""
        task, tables = game.task, self._open_tables
        class_id = next(iter(own.values())).class_id
        limits = task.limits.each_move
        count = 0
        while True:
            name = f"c{class_id}-{'-'.join(map(str, task.key[1:]))}-{count}"
            saved = await asyncio.to_thread(tables.plans.find, name)
            if saved is None:
                break
            if saved.state == GameStatus.ENDED and saved.game is not None:
                table = await tables.find(name)
                over = table.end is not None and table.end.reason == Irregular.CANCELLED
                if not over and not await asyncio.to_thread(is_game_of_event, tables.store, saved.game):
                    return table
            else:
                plan = saved.plan
                seats = {
                    side: SeatPlan(PROGRAM, seat.name, level=keys[side]) if side in keys else seat
                    for side, seat in plan.seats.items()
                }
                return await tables.go_on(saved, seats, limits)
            count += 1  # the match was repeated: this is a game of the new one
        sides = opened.setup.book.sides
        seats = {
            side: SeatPlan(PROGRAM, one.name, level=keys[side])
            if side in keys
            else SeatPlan(PERSON, one.name, key=own[one.name].token)
            for side, one in zip(sides, task.players, strict=True)
        }
        seconds = next(iter(own.values())).seconds
        plan = Plan(
            id=name, game=task.game, profile=opened.profile, options=dict(opened.options), seed=task.seed,
            position=None, moves=tuple(map(str, opened.history)), seats=seats, visitor=CLASS,
            move_seconds=seconds, source=CLASS,
        )  # fmt: skip
        return tables.put_up(plan, opened, limits)

    def _report(self, game: GuestGame, machines: Mapping[str, Discreet]) -> Report:
        """What a table's game tells a tournament."""
        table, task = game.table, game.task
        assert table is not None
        assert table.game_id is not None
        record = self._open_tables.store.record(table.game_id)
        times: dict[str, list[float]] = {side: [0.0] for side in table.plan.seats}
        for side, ply in zip(table.movers, table.plies, strict=True):
            times[side].append(ply.think_ms or 0.0)
        first, second = times.values()
        names = dict(zip(times, (one.name for one in task.players), strict=True))
        return Report(
            task.key,
            record,
            now_ms() - (game.began_ms or now_ms()),
            (sum(first), sum(second)),
            (max(first), max(second)),
            {names[side]: str(fault) for side, fault in table.faults.items()},
            {names[side]: said for side, seat in machines.items() if (said := seat.said)},
            kept=table.game_id,
        )


class Discreet:
    """A machine's seat that keeps to itself what its program said when it failed: everybody watches."""

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self._told = ""

    @property
    def name(self) -> str:
        """Who plays, for the record."""
        return self._seat.name

    @property
    def said(self) -> str:
        """What the program wrote, and how it failed."""
        return "\n".join(text for text in (self._told, getattr(self._seat, "said", "")) if text)

    async def join(self, game: Game, side: str, blame: Blame) -> None:
        """Take the seat."""

        def blamed(fault: SeatError | GameError) -> None:
            blame(self._plain(fault))

        try:
            await self._seat.join(game, side, blamed)
        except SeatError as error:
            raise self._plain(error) from None

    def _plain(self, fault: SeatError | GameError) -> SeatError | GameError:
        if isinstance(fault, Left) and fault.detail:
            self._told = str(fault)
            return NeverCame("") if isinstance(fault, NeverCame) else Left(fault.why)
        return fault

    async def choose(self, request: Request) -> Answer:
        """The machine's move."""
        try:
            return await self._seat.choose(request)
        except SeatError as error:
            raise self._plain(error) from None

    def tell(self, event: Event) -> None:
        """Something happened in the game."""
        self._seat.tell(event)

    async def close(self) -> None:
        """The game is over."""
        await self._seat.close()


def _moves(game: GuestGame) -> list[str]:
    """The moves made so far."""
    if game.table is not None:
        return [ply.move for ply in game.table.plies[len(game.table.plan.moves) :]]
    return list(game.moves)

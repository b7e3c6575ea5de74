"""Games of a class that need the page itself: people play at its tables, clients come to its contest port.

A team plays one such game at a time. A game at a table is kept ply by ply as every other; after a restart it
goes on there, and one that ended meanwhile is taken over as it is.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial

from schwarm import players
from schwarm.classroom.guests import Invited
from schwarm.classroom.setup import HAND
from schwarm.game.errors import Refusal, failure_of
from schwarm.game.record import Irregular
from schwarm.players import Place
from schwarm.programs.sandbox import Sandbox
from schwarm.referee import Event, Moved, Seat, fault_of, now_ms
from schwarm.store.classroom import TeamRow, is_game_of_event, team
from schwarm.store.schema import GameStatus
from schwarm.web.classroom.returning import Returning, TeamSeat
from schwarm.web.classroom.seats import QuietSeat
from schwarm.web.classroom.table import ClassTable, table_name
from schwarm.web.tables.open_tables import OpenTables
from schwarm.web.tables.plans import CLASS, PERSON, PROGRAM, Plan, Saved, SeatPlan
from schwarm.workers import Contestant, Failed, Report, Running, Task, start
from schwarm.workers.play import Times, judge
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
    table: ClassTable | None = None
    broken_off: bool = False
    guests: Mapping[str, Invited] = field(default_factory=dict)


class GameOrder:
    """The games of one team: one after the other, in the order in which they came."""

    def __init__(self) -> None:
        self._games: list[asyncio.Future[None]] = []

    def join(self) -> asyncio.Future[None]:
        """A game's place, which is done when it is its turn."""
        self._games.append(asyncio.get_running_loop().create_future())
        self._call()
        return self._games[-1]

    def leave(self, place: asyncio.Future[None], played: asyncio.Task[None]) -> None:
        """A game is over, or will not be played."""
        self._games.remove(place)
        self._call()

    def _call(self) -> None:
        if self._games and not self._games[0].done():
            self._games[0].set_result(None)


class PageGuests:
    """Plays games in the page's own event loop."""

    def __init__(self, open_tables: OpenTables, loop: asyncio.AbstractEventLoop) -> None:
        self._open_tables = open_tables
        self._loop = loop
        self._games: dict[tuple[int, ...], tuple[GuestGame, asyncio.Task[None]]] = {}
        self._orders: defaultdict[int, GameOrder] = defaultdict(GameOrder)  # of teams
        self._closed = False
        self.returning = Returning(loop)

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

    def missing(self, key: tuple[int, ...]) -> list[str]:
        """Who is not ready yet for a game, at a table or with a client that has to be started again."""
        game, _ = self._games.get(key, (None, None))
        if game is None or game.began_ms is None:
            return []
        absent = self.returning.absent()
        found = [name for name, one in game.guests.items() if absent.get(one.team) is not None]
        table = game.table
        return found + ([] if table is None else [table.plan.seats[side].name for side in table.missing()])

    def expect_back(self, teams: Iterable[int]) -> None:
        """These teams were connected before the server started again."""
        self.returning.add(teams)

    def absent(self) -> Mapping[int, float | None]:
        """Those of them that are not back, with how many seconds a game still waits for them, if one does."""
        return self.returning.absent()

    def skip(self, team: int) -> None:
        """Wait for a team no longer."""
        self.returning.skip(team)

    def hold(self, share: int, held: bool) -> None:
        """Let the clocks of people in these games stand still, or run again."""
        self._loop.call_soon_threadsafe(self._hold, share, held)

    def break_off(self, void: Callable[[Task], bool]) -> None:
        """End these games; whoever waits for them hears that they failed for good."""
        self._loop.call_soon_threadsafe(self._break_off, void)

    # --- in the loop -------------------------------------------------------------------------------------
    def _begin(self, game: GuestGame, invited: Mapping[str, Invited]) -> None:
        if not self._closed:
            guests = {one.name: invited[one.name] for one in game.task.players if one.name in invited}
            game.guests = guests
            orders = [self._orders[one.team] for one in guests.values()]
            places = [order.join() for order in orders]  # in all at once: no two games wait for each other
            made = asyncio.create_task(self._play(game, guests, places), name="class game")
            for order, place in zip(orders, places, strict=True):
                made.add_done_callback(partial(order.leave, place))
            self._games[game.task.key] = (game, made)

    def _break_off(self, void: Callable[[Task], bool]) -> None:
        for game, made in self._games.values():
            if void(game.task):
                game.broken_off = True
                made.cancel()

    def _hold(self, share: int, held: bool) -> None:
        for game, _ in self._games.values():
            if game.task.key[0] == share and game.table is not None:
                game.table.hold(held)

    async def close(self) -> None:
        """Stop; games at tables are interrupted with all others of the page."""
        self._closed = True
        made = [one for _, one in self._games.values()]
        for one in made:
            one.cancel()
        await asyncio.gather(*made, return_exceptions=True)

    async def _play(
        self, game: GuestGame, guests: Mapping[str, Invited], places: list[asyncio.Future[None]]
    ) -> None:
        task = game.task
        try:
            for place in places:
                await asyncio.shield(place)
            by_hand = any(one.kind == HAND for one in guests.values())
            game.done(await (self._at_table if by_hand else self._at_port)(game, guests))
        except asyncio.CancelledError:
            if not game.broken_off:
                raise
            if game.table is not None:
                await game.table.course.abandon()
            game.done(Failed(task.key, Refusal("broken_off"), final=True))
        except Exception as error:
            game.done(Failed(task.key, failure_of(error)))
        finally:
            del self._games[task.key]

    async def _begun(self, game: GuestGame, guests: Mapping[str, Invited]) -> dict[str, TeamRow]:
        """Begin a game, though not in a pause; the teams as they are now, perhaps with another link."""
        while game.held():
            await asyncio.sleep(LOOK_S)
        game.began_ms = now_ms()
        return await asyncio.to_thread(self._rows, guests)

    def _rows(self, guests: Mapping[str, Invited]) -> dict[str, TeamRow]:
        found = {name: team(self._open_tables.store, one.team) for name, one in guests.items()}
        return {name: row for name, row in found.items() if row is not None}

    async def _at_port(self, game: GuestGame, guests: Mapping[str, Invited]) -> Report:
        """A game in which nobody plays by hand."""
        own = await self._begun(game, guests)

        def listen(event: Event) -> None:
            if isinstance(event, Moved):
                game.moves.append(event.ply.move)

        task = game.task
        opened = await asyncio.to_thread(start, task)
        pairs = zip(opened.setup.book.sides, task.players, chances(task), strict=True)
        seats = {side: self._machine(task, one, own, chance) for side, one, chance in pairs}
        return await judge(task, opened, seats, listen)

    def _place(self, task: Task) -> Place:
        sandbox = Sandbox() if task.sandbox else None
        return Place(door=self._open_tables.contest.door, sandbox=sandbox, arrive_s=task.arrive_s)

    async def _at_table(self, game: GuestGame, guests: Mapping[str, Invited]) -> Report:
        """A game that is played at a table, by people on one side at least."""
        task, tables = game.task, self._open_tables
        terms = next(iter(guests.values()))
        name, saved = await self._kept(task, terms.class_id)
        if saved is not None and saved.state == GameStatus.ENDED:
            ended = await tables.find(name)  # it ended just before the page did
            assert isinstance(ended, ClassTable)
            game.table = ended
            return await asyncio.to_thread(self._report, game, {})
        if saved is None:
            own = await self._begun(game, guests)
        else:  # what had begun comes back at once, and its clocks stand still as long as a pause lasts
            game.began_ms, own = now_ms(), await asyncio.to_thread(self._rows, guests)
        opened = await asyncio.to_thread(start, task)
        sides = opened.setup.book.sides
        machines: dict[str, QuietSeat] = {}
        for side, one, chance in zip(sides, task.players, chances(task), strict=True):
            if one.name not in own or own[one.name].kind != HAND:
                machines[side] = QuietSeat(self._machine(task, one, own, chance), lambda: people_of(game))
        keys = {side: f"{'-'.join(map(str, task.key))}/{side}" for side in machines}
        for side, seat in machines.items():
            tables.programs.lend(keys[side], seat)
        seats = {
            side: SeatPlan(PROGRAM, one.name, level=keys[side])
            if side in keys
            else SeatPlan(PERSON, one.name, key=own[one.name].token)
            for side, one in zip(sides, task.players, strict=True)
        }
        plan = Plan(
            id=name, game=task.game, profile=opened.profile, options=dict(opened.options), seed=task.seed,
            position=None, moves=tuple(map(str, opened.history)), seats=seats, visitor=CLASS,
            move_seconds=terms.seconds, arrive_seconds=terms.arrive_s, source=CLASS,
        )  # fmt: skip
        try:
            table = tables.table(plan, opened, task.limits.each_move)
            assert isinstance(table, ClassTable)
            game.table, table.held = table, game.held()
            await self._open(table, saved)
            await table.course.over()
            return await asyncio.to_thread(self._report, game, machines)
        finally:
            for key in keys.values():
                tables.programs.take_back(key)

    async def _open(self, table: ClassTable, saved: Saved | None) -> None:
        """Begin the game of a table, or go on with it; its machines have been started anew."""
        tables = self._open_tables
        begun = None if saved is None or saved.state != GameStatus.INTERRUPTED else saved.game
        resumed = None if begun is None else await asyncio.to_thread(tables.store.resume, begun)
        tables.tables[table.plan.id] = table
        tables.plans.save(table.plan, begun)
        if resumed is None:
            table.course.begin()
        else:
            table.go_on(*resumed)
        tables.announce(table)

    def _machine(self, task: Task, one: Contestant, own: Mapping[str, TeamRow], chance: int) -> Seat:
        if one.name in own:
            row, door = own[one.name], self._open_tables.contest.door
            seat = TeamSeat(one.name, door, code=row.reservation, arrive_s=task.arrive_s)
            seat.returning, seat.team = self.returning, row.id
            return seat
        limits = task.limits.each_move
        return players.open(
            one.spec, task.game, name=one.name, seed=chance, place=self._place(task), limits=limits
        )

    async def _kept(self, task: Task, class_id: int) -> tuple[str, Saved | None]:
        """The name of a game's table, and what is kept of it from before a restart."""
        tables = self._open_tables
        for count in itertools.count():  # each time that a match is repeated its games get new tables
            name = table_name(class_id, task.key[1:], count)
            saved = await asyncio.to_thread(tables.plans.find, name)
            if saved is None or saved.state != GameStatus.ENDED or saved.game is None:
                break
            end = (await tables.find(name)).course.end
            cancelled = end is not None and end.reason == Irregular.CANCELLED
            if not cancelled and not await asyncio.to_thread(is_game_of_event, tables.store, saved.game):
                break
        return name, saved

    def _report(self, game: GuestGame, machines: Mapping[str, QuietSeat]) -> Report:
        """What a table's game tells a tournament."""
        table, task = game.table, game.task
        assert table is not None
        course = table.course
        assert course.game_id is not None
        record = self._open_tables.store.record(course.game_id)
        times = Times(list(table.plan.seats))
        for side, ply in zip(course.movers, course.plies, strict=True):
            times.note(side, ply)
        names = dict(zip(table.plan.seats, (one.name for one in task.players), strict=True))
        return Report(
            task.key,
            record,
            now_ms() - (game.began_ms or now_ms()),
            times.total,
            times.slowest,
            {names[side]: fault_of(fault) for side, fault in course.faults.items()},
            {names[side]: said for side, seat in machines.items() if (said := seat.said)},
            kept=course.game_id,
            processor_ms=times.processor,
        )


async def people_of(game: GuestGame) -> bool:
    """Wait until the people of a game are ready, or given up; are they there?"""
    return game.table is not None and await game.table.people_came()


def _moves(game: GuestGame) -> list[str]:
    """The moves made so far."""
    if game.table is not None:
        return [ply.move for ply in game.table.course.plies[len(game.table.plan.moves) :]]
    return list(game.moves)

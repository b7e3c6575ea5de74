"""All games of the page: holding, finding, listing, resuming and forgetting them."""

from __future__ import annotations

import asyncio
import itertools
import logging
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from schwarm.game import Game, rule_book
from schwarm.game.record import Irregular, Record
from schwarm.referee import Limits
from schwarm.store.errors import Away, Full, ReadOnly, StoreError
from schwarm.store.page_tables import Wanted
from schwarm.store.schema import GameStatus
from schwarm.store.store import Store
from schwarm.web.shared.bot_queue import BotQueue
from schwarm.web.shared.errors import Problem, unkept
from schwarm.web.shared.mirror import Mirror, Topic
from schwarm.web.shared.programs import Programs
from schwarm.web.shared.security import new_token
from schwarm.web.shared.settings import Settings
from schwarm.web.shared.workers import page_pool
from schwarm.web.tables.contest_port import ContestPort
from schwarm.web.tables.followed import Equipment
from schwarm.web.tables.glimpses import Glimpse
from schwarm.web.tables.messages import Entry, Replays
from schwarm.web.tables.plans import CLASS, PERSON, PROGRAM, Plan, Plans, Saved, SeatPlan
from schwarm.web.tables.state import entry_of, replay_entry
from schwarm.web.tables.table import Table
from schwarm.web.tables.watchers import Watchers
from schwarm.workers import Urgency

log = logging.getLogger(__name__)
SWEEP_S = 30.0
TABLES, ENTRIES = "tables", "entries"  # what pages tell each other
MOST_LISTED = 200
LOOKS, LOOK_S = 50, 0.2  # for a table that comes back in a moment
AWAY_S = 1.0  # between two questions to a store that is away
TAKEN = 4  # tables that are taken over at a time
KEPT_S = 2.0  # so long a new table may take until the database has it
KEPT_ENDED = 200  # ended games kept ready; older ones are read from the store again


def not_found() -> Problem:
    """There is no such table."""
    return Problem(404, "not_found", "there is no game at this address")


def not_yet() -> Problem:
    """There is, but its page died or was started again a moment ago."""
    return Problem(503, "not_yet", "this game goes on in a moment")


class OpenTables:
    """Holds the open tables and those that ended lately."""

    def __init__(
        self, settings: Settings, store: Store, kinds: Mapping[str, type[Table]], mirror: Mirror
    ) -> None:
        """`kinds` are the tables of games from sources that have one of their own; `mirror` shows those of
        other pages.
        """
        self.settings = settings
        self.store = store
        self.plans = Plans(store)
        self.pool = page_pool(settings)
        self.queue = BotQueue(self.pool.share(Urgency.PAGE), settings.bot_workers, settings.waiting_jobs)
        self.contest = ContestPort(self, settings)
        self.programs = Programs(settings.programs, self.contest.door, sandbox=settings.sandbox)
        self.equipment = Equipment(
            store, self.plans, self.queue, self.programs, settings.bot_budget_ms, settings.program_limits
        )
        self.mirror = mirror
        self._entries: Topic[Entry] = Topic(self._entries_here, lambda told: told, lambda one: one["living"])
        self.afar: Topic[Glimpse] = Topic(self._glimpses_here, Glimpse.from_json)
        mirror.topics |= {ENTRIES: self._entries, TABLES: self.afar}
        self._entries.hearing.append(self._heard_entry)
        self._kinds = kinds
        self.tables: dict[str, Table] = {}
        self.watchers = Watchers()  # of the list of games
        self.listeners: list[Callable[[Table], None]] = []  # hear of every change of a table, listed or not
        self._sweeper: asyncio.Task[None] | None = None
        self._watcher: asyncio.Task[None] | None = None
        self._coming: set[str] = set()  # tables that are being taken over
        self._taking: asyncio.Task[None] | None = None
        self._lived: set[str] = set()  # games that lived when the list was last looked through

    # --- opening and closing ---------------------------------------------------------------------------
    async def open(self) -> None:
        """Go on with every game that was running when the page last stopped, however it stopped."""
        await self.contest.open()
        if not self.store.shared:  # else as soon as this page can be asked
            await self._take_what_is_free()
        self._sweeper = asyncio.create_task(self._sweep(), name="sweeper")
        self._watcher = asyncio.create_task(self._watch_store(), name="watcher of the store")

    def take_over(self) -> None:
        """A page came or went: what nobody has is taken by whoever is quickest, table by table."""
        if self._taking is None or self._taking.done():
            self._taking = asyncio.create_task(self._take_patiently(), name="taking over")
        else:
            self._taking.add_done_callback(lambda _: self.take_over())

    async def _take_patiently(self) -> None:
        """Go on with what is free as soon as the store can be asked; that it is away others tell."""
        while True:
            try:
                return await self._take_what_is_free()
            except StoreError:
                await asyncio.sleep(AWAY_S)

    async def _take_what_is_free(self) -> None:
        """Go on with all unfinished games that no page has."""
        free = await asyncio.to_thread(self.plans.unfinished)
        # Each page begins elsewhere in the list, so that they meet seldom and share it.
        free.sort(key=lambda one: hash((one.plan.id, self.store.number)))
        for some in (free[at : at + TAKEN] for at in range(0, len(free), TAKEN)):
            await asyncio.gather(*map(self._take, some))

    async def _take(self, saved: Saved) -> Table | None:
        """Have a table that nobody had, if it can go on here and no other page was quicker."""
        plan = saved.plan
        if plan.id in self._coming or plan.id in self.tables or not self._can_go_on(plan):
            return None
        self._coming.add(plan.id)
        try:
            if await asyncio.to_thread(self.plans.claim, plan):
                mine = await asyncio.to_thread(self.plans.find, plan.id)
                if mine is not None and mine.state != GameStatus.ENDED:
                    return await self._reopen(mine)
        except StoreError as error:
            log.warning("table %s cannot go on: %s", plan.id, error)
        except Exception:
            log.exception("table %s cannot go on", plan.id)
        finally:
            self._coming.discard(plan.id)
        return None

    def _can_go_on(self, plan: Plan) -> bool:
        """Are all players of an interrupted game to be had?"""
        if plan.source in ("contest", CLASS):
            return False  # its players have gone with the contest port; tournaments go on by themselves
        asked = {seat.name for seat in plan.seats.values() if seat.kind == PROGRAM and not seat.code}
        offered = asked <= set(self.programs.names(plan.game))
        if not offered:
            log.warning("table %s waits until %s is offered again", plan.id, ", ".join(asked))
        return offered

    async def _reopen(self, saved: Saved) -> Table:
        table = self.table(saved.plan, await asyncio.to_thread(saved.plan.start))
        table.touched = saved.touched
        begun = saved.game if saved.state == GameStatus.INTERRUPTED else None
        resumed = None if begun is None else await asyncio.to_thread(self.store.resume, begun)
        self.tables[saved.plan.id] = table
        if resumed is not None:
            table.go_on(*resumed)
        elif saved.game is None and saved.plan.seated():
            table.course.begin()
        self.announce(table)
        return table

    async def close(self) -> None:
        """Interrupt all games; they go on with the next start."""
        for task in (self._sweeper, self._watcher, self._taking):
            if task is not None:
                task.cancel()
        await asyncio.gather(*(table.course.stop() for table in self.tables.values()))
        await self.contest.close()
        await asyncio.to_thread(self.pool.close)

    async def _watch_store(self) -> None:
        """Tell everybody at a table, once, that the store takes nothing now: their games wait for it."""
        told = False
        while True:
            await asyncio.sleep(LOOK_S)
            fault = self.store.fault()
            if fault is not None and not told:
                for table in self.tables.values():
                    if table.status == "running":
                        table.watchers.tell({"type": "error", **unkept(fault).body}, lasting=True)
            told = fault is not None

    async def _sweep(self) -> None:
        """End games nobody has touched for long, and forget ended ones that nobody looks at."""
        while True:
            await asyncio.sleep(SWEEP_S)
            self.tell_gone()
            old = time.time() - 3600 * self.settings.table_hours
            lonely = time.time() - 60 * self.settings.duel_minutes
            for table in list(self.tables.values()):
                if table.watchers or table.plan.source == CLASS:  # a tournament may rest over night
                    continue
                left = lonely if table.plan.duel is not None else old
                if table.status == "running" and table.touched < left:
                    await table.course.abandon()
                elif table.status == "waiting" and table.touched < old:
                    await self.drop(table, "withdrawn")
            ended = [t for t in self.tables.values() if t.status == "ended" and not t.watchers]
            old_ones = sorted(ended, key=lambda t: t.touched)[: max(0, len(ended) - KEPT_ENDED)]
            for table in old_ones:
                del self.tables[table.plan.id]
            if old_ones:
                self.plans.release(table.plan.id for table in old_ones)

    async def seat_down(self, plan: Plan, first: Game) -> Table:
        """A new table; its game begins if both sides are there. Other pages know it when this returns."""
        table = self.table(plan, first)
        self.tables[plan.id] = table
        kept = self.plans.save(plan, None)
        if plan.seated():
            table.course.begin()
        self.announce(table)
        if self.store.shared:
            await asyncio.wait((asyncio.wrap_future(kept),), timeout=KEPT_S)
        return table

    def table(self, plan: Plan, first: Game, limits: Limits | None = None) -> Table:
        """A table that is not open yet; `limits` are those of its machines, if not the usual ones."""
        equipment = self.equipment if limits is None else replace(self.equipment, program_limits=limits)
        return self._kind(plan)(plan, first, equipment, self.announce)

    def _kind(self, plan: Plan) -> type[Table]:
        return self._kinds.get(plan.source, Table)

    async def drop(self, table: Table, why: str) -> None:
        """Forget a game that has not begun."""
        self.tables.pop(table.plan.id, None)
        await asyncio.to_thread(self.plans.drop, table.plan.id)
        table.watchers.tell({"type": "gone", "why": why}, lasting=True)
        self._heard(table)

    def follow(self, plan: Plan, first: Game, game_id: int | None) -> Table:
        """A table for a game that is played elsewhere in this program."""
        table = self.tables[plan.id] = self.table(plan, first)
        table.course.game_id = game_id
        self.plans.save(plan, game_id)
        return table

    def release(self, table: Table) -> None:
        """Let another page have an ended table: it has the game that follows."""
        self.tables.pop(table.plan.id, None)
        self.plans.release([table.plan.id])

    def forget(self, table: Table) -> None:
        """A game played elsewhere was broken off."""
        self.tables.pop(table.plan.id, None)

    async def upload(self, visitor: str, record: Record) -> Table:
        """Keep a finished game from outside, which was played through already, at an address of its own."""
        number = await asyncio.to_thread(self.store.save, record)
        return await self._keep(number, record, visitor, "upload")

    async def _keep(self, number: int, record: Record, visitor: str, source: str) -> Table:
        """A table of its own for a finished game of the store."""
        sides = rule_book(record.game).sides
        seats = {side: SeatPlan(PERSON, str(record.seats.get(side, ""))[:60]) for side in sides}
        plan = Plan(
            id=new_token()[:16], game=record.game, profile=record.profile, options=dict(record.options),
            seed=record.seed, position=record.position, moves=(), seats=seats, visitor=visitor, listed=False,
            source=source,
        )  # fmt: skip
        await asyncio.wrap_future(self.plans.save(plan, number))
        return await self.find(plan.id)

    # --- finding ---------------------------------------------------------------------------------------
    async def find(self, name: str) -> Table:
        """A table by its name; an ended one comes back from the store."""
        if name in self.tables:
            return self.tables[name]
        saved = await asyncio.to_thread(self.plans.find, name) if len(name) <= 40 else None
        if saved is None:
            raise not_found()
        if saved.state != GameStatus.ENDED:
            return await self._unfinished(saved)
        if saved.owner != self.store.number and not await asyncio.to_thread(self._claim_ended, saved.plan):
            raise not_yet()  # it went to another page just now
        if saved.game is None:
            raise not_found()
        table = self.table(saved.plan, await asyncio.to_thread(saved.plan.start))
        record = await asyncio.to_thread(self.store.record, saved.game)
        await asyncio.to_thread(table.course.show_ended, record, saved.game)
        table.touched = saved.touched
        return self.tables.setdefault(name, table)

    def _claim_ended(self, plan: Plan) -> bool:
        """Take an ended table; where no other server can, it is shown also while nothing can be written."""
        try:
            return self.plans.claim(plan)
        except Away:
            if self.store.shared:
                raise
            return True

    async def _unfinished(self, saved: Saved) -> Table:
        """A table that is not open here though its game has not ended."""
        name, free = saved.plan.id, saved.owner is None
        fault = self.store.fault() if free else None
        if isinstance(fault, Full | ReadOnly):
            raise fault  # waiting does not help
        taken = await self._take(saved) if free else None
        if taken is not None or name in self.tables:
            return taken or self.tables[name]
        elsewhere = saved.owner not in (None, self.store.number)
        coming = name in self._coming or (free and self._can_go_on(saved.plan))  # another page was quicker
        if elsewhere or coming or await self._expected(saved.plan):
            raise not_yet()
        raise not_found()

    async def awaited(self, name: str) -> Table:
        """The same; a table that comes back in a moment is waited for."""
        for _ in range(LOOKS):
            try:
                return await self.find(name)
            except Problem as problem:
                if problem.status != 503:
                    raise
            await asyncio.sleep(LOOK_S)
        return await self.find(name)

    async def _expected(self, plan: Plan) -> bool:
        """Is this a game of a tournament that goes on? After a restart such games come back one by one."""
        return await asyncio.to_thread(self._kind(plan).goes_on, self.store, plan)

    async def of_record(self, number: int) -> Table | None:
        """The table of a finished game by its number in the store; None for one that is not open to all."""
        saved = await asyncio.to_thread(self.plans.of_game, number)
        if saved is not None:
            open_to_all = saved.plan.listed or saved.plan.source == "store"
            return await self.find(saved.plan.id) if open_to_all and saved.state == GameStatus.ENDED else None
        record = await asyncio.to_thread(self.store.record, number)
        if record.end is None or record.end.reason == Irregular.INTERRUPTED:
            return None
        return await self._keep(number, record, "store", "store")

    def listed(self) -> list[Entry]:
        """The living games everybody may watch, newest first."""
        running = [*self._entries_here().values(), *self._entries.elsewhere()]
        return sorted(running, key=lambda entry: -entry["created"])[:MOST_LISTED]

    def glimpses(self) -> Iterator[Glimpse]:
        """All tables that have not ended, of this page and of all others."""
        here = (Glimpse.of(table) for table in self.tables.values() if table.status != "ended")
        return itertools.chain(here, self.afar.elsewhere())

    def _entries_here(self) -> dict[str, Entry]:
        listed = ((name, table) for name, table in self.tables.items() if table.plan.listed)
        return {name: entry_of(table) for name, table in listed if table.living()}

    def _glimpses_here(self) -> dict[str, dict[str, Any]]:
        return {name: Glimpse.of(one).to_json() for name, one in self.tables.items() if one.status != "ended"}

    def _heard_entry(self, name: str, entry: Entry | None) -> None:
        if entry is not None and self.watchers:
            self.watchers.tell({"type": "entry", "entry": entry})

    async def replays(self, wanted: Wanted, count: int) -> Replays:
        """Finished games everybody may see, those that ended last first."""
        found = await asyncio.to_thread(self.plans.replays, wanted, count + 1)
        return {"entries": [replay_entry(*one) for one in found[:count]], "more": len(found) > count}

    # --- telling ---------------------------------------------------------------------------------------
    def tell_gone(self) -> None:
        """Tell those who look at the list of games that have been left alone since the last time."""
        living = {name for name, table in self.tables.items() if table.living()}
        for name in self._lived - living:
            if name in self.tables:
                self.announce(self.tables[name])
        self._lived = living

    def _heard(self, table: Table) -> None:
        for hear in self.listeners:
            hear(table)
        name = table.plan.id

        def glimpse() -> dict[str, Any] | None:
            there = self.tables.get(name)
            return None if there is None or there.status == "ended" else Glimpse.of(there).to_json()

        self.mirror.changed(TABLES, name, glimpse)
        if table.plan.listed:
            self.mirror.changed(ENTRIES, name, lambda: entry_of(table))

    def announce(self, table: Table) -> None:
        """Tell those who look at the list that a game has changed."""
        self._heard(table)
        if self.watchers and table.plan.listed:
            self.watchers.tell({"type": "entry", "entry": entry_of(table)})

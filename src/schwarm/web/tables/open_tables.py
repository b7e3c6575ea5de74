"""All games of the page: starting, joining, finding and resuming them."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from schwarm.game import Game, rule_book
from schwarm.game.random64 import fresh_seed
from schwarm.game.record import Irregular, Record
from schwarm.referee import Limits
from schwarm.store.classroom import goes_on
from schwarm.store.page_tables import Wanted
from schwarm.store.schema import GameStatus
from schwarm.store.store import Store
from schwarm.web import boards
from schwarm.web.classroom.table import ClassTable, class_of
from schwarm.web.shared.bot_queue import BotQueue
from schwarm.web.shared.errors import Problem, unkept
from schwarm.web.shared.forms import NewDuel, NewTable
from schwarm.web.shared.messages import Entry, Replays
from schwarm.web.shared.programs import Programs
from schwarm.web.shared.security import fingerprint, new_token
from schwarm.web.shared.settings import Settings
from schwarm.web.shared.thinking import check_bot
from schwarm.web.shared.workers import page_pool
from schwarm.web.tables.contest_port import ContestPort
from schwarm.web.tables.machines import machine
from schwarm.web.tables.plans import (
    BOT,
    CLASS,
    CLIENT,
    OPEN,
    PERSON,
    PROGRAM,
    Conducting,
    Plan,
    Plans,
    Saved,
    SeatPlan,
)
from schwarm.web.tables.seating import Seating, may_be_rated
from schwarm.web.tables.state import entry_of, replay_entry
from schwarm.web.tables.table import Table, Watcher
from schwarm.workers import Rank

log = logging.getLogger(__name__)
SWEEP_S = 30.0
MOST_LISTED = 200
LOOKS, LOOK_S = 50, 0.2  # for a table that comes back in a moment
KEPT_ENDED = 200  # ended games kept ready; older ones are read from the store again


def planned(form: NewTable | NewDuel, first: Game, visitor: str, **more: Any) -> Plan:
    """A table as a form asks for it, which starts from `first`; `more` says who sits where, and the rest."""
    return Plan(
        id=new_token()[:16],
        game=form.game,
        profile=first.profile,
        options=dict(first.options),
        seed=first.seed,
        position=form.position,
        moves=tuple(form.moves),
        visitor=visitor,
        listed=form.listed,
        **more,
    )


class OpenTables:
    """Holds the open tables and those that ended lately."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.plans = Plans(store)
        self.pool = page_pool(settings)
        self.queue = BotQueue(self.pool.share(Rank.PAGE), settings.bot_workers, settings.waiting_jobs)
        self.contest = ContestPort(self, settings)
        self.programs = Programs(settings.programs, self.contest.door, sandbox=settings.sandbox)
        self.tables: dict[str, Table] = {}
        self.watchers: set[Watcher] = set()  # of the list of games
        self.listeners: list[Callable[[Table], None]] = []  # hear of every change of a table, listed or not
        self._sweeper: asyncio.Task[None] | None = None
        self._watcher: asyncio.Task[None] | None = None
        self._lived: set[str] = set()  # games that lived when the list was last looked through

    # --- opening and closing ---------------------------------------------------------------------------
    async def open(self) -> None:
        """Go on with every game that was running when the page last stopped, however it stopped."""
        await self.contest.open()
        for saved in await asyncio.to_thread(self.plans.unfinished):
            try:
                await self._reopen(saved)
            except Exception:
                log.exception("table %s cannot go on", saved.plan.id)
        self._sweeper = asyncio.create_task(self._sweep(), name="sweeper")
        self._watcher = asyncio.create_task(self._watch_store(), name="watcher of the store")

    async def _reopen(self, saved: Saved) -> None:
        if saved.plan.source in ("contest", CLASS):
            return  # its players have gone with the contest port; tournaments go on by themselves
        asked = {seat.name for seat in saved.plan.seats.values() if seat.kind == PROGRAM and not seat.code}
        if not asked <= set(self.programs.names(saved.plan.game)):
            log.warning("table %s waits until %s is offered again", saved.plan.id, ", ".join(asked))
            return
        table = self._table(saved.plan, await asyncio.to_thread(saved.plan.start))
        table.touched = saved.touched
        self.tables[saved.plan.id] = table
        if saved.state == GameStatus.INTERRUPTED and saved.game is not None:
            table.go_on(*await asyncio.to_thread(self.store.resume, saved.game))
        elif saved.game is None and saved.plan.seated():
            table.begin()

    def class_table(self, plan: Plan, first: Game, limits: Limits, *, held: bool) -> ClassTable:
        """A table for a game of a tournament; `limits` are those of its machines."""
        table = self._table(plan, first)
        assert isinstance(table, ClassTable)
        table.program_limits, table.held = limits, held
        return table

    async def play_class(self, table: ClassTable, saved: Saved | None) -> None:
        """Begin a game of a tournament, or go on with it; its machines have been started anew."""
        begun = None if saved is None or saved.state != GameStatus.INTERRUPTED else saved.game
        resumed = None if begun is None else await asyncio.to_thread(self.store.resume, begun)
        self.tables[table.plan.id] = table
        self.plans.save(table.plan, begun)
        if resumed is None:
            table.begin()
        else:
            table.go_on(*resumed)
        self.announce(table)

    async def close(self) -> None:
        """Interrupt all games; they go on with the next start."""
        for task in (self._sweeper, self._watcher):
            if task is not None:
                task.cancel()
        await asyncio.gather(*(table.stop() for table in self.tables.values()))
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
                        table.tell({"type": "error", **unkept(fault).body})
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
                    await table.abandon()
                elif table.status == "waiting" and table.touched < old:
                    await self._drop(table, "withdrawn")
            ended = [t for t in self.tables.values() if t.status == "ended" and not t.watchers]
            for table in sorted(ended, key=lambda t: t.touched)[: max(0, len(ended) - KEPT_ENDED)]:
                del self.tables[table.plan.id]

    # --- starting --------------------------------------------------------------------------------------
    async def start(
        self, visitor: str, form: NewTable, who: Seating | None = None, asked: SeatPlan | None = None
    ) -> tuple[Table, dict[str, str], str | None]:
        """A new table, the creator's tokens by side, and the invitation if a person is to come.

        `who` sits down, a nameless guest if nobody is told; `asked` is whom they challenge.
        """
        self._count(visitor)
        who = who or Seating.guest(form.name)
        if form.opponent in ("lobby", "person"):
            self._count_offers(who.seat)
        sides = rule_book(form.game).sides
        if form.seed is not None and boards.module(form.game).HIDDEN and form.opponent == "link":
            raise Problem(
                422, "bad_request", "with a chosen seed you would know what is hidden from the other"
            )
        first = await asyncio.to_thread(form.opened)
        if first.finished():
            raise Problem(422, "bad_request", "the game is over in this position")
        if form.opponent == "bot":
            check_bot(form.level, form.game)
        if form.opponent == "program":
            if form.program not in self.programs.names(form.game):
                raise Problem(422, "bad_request", f"there is no program {form.program!r} for this game")
            self._count_programs(visitor)
        if form.opponent == CLIENT and self.contest.address() is None:
            raise Problem(409, "no_port", "this page has no contest port for programs of one's own")
        own = form.side if form.side in sides else sides[fresh_seed() % 2]
        invite = new_token()
        mine = replace(who.seat, creator=True)
        others = {
            "bot": SeatPlan(BOT, f"bot {form.level}", level=form.level),
            "program": SeatPlan(PROGRAM, form.program),
            "here": replace(mine, creator=False),
            "link": SeatPlan(OPEN, "", invite=fingerprint(invite)),
            "lobby": SeatPlan(OPEN, "", invite=fingerprint(invite)),
            "person": asked or SeatPlan(OPEN, ""),
            CLIENT: SeatPlan(PROGRAM, "own program", level=CLIENT, code=new_token()),
        }
        plan = planned(
            form,
            first,
            visitor,
            seats={side: mine if side == own else others[form.opponent] for side in sides},
            move_seconds=form.move_seconds if form.bank_seconds is None else None,
            bank_seconds=form.bank_seconds,
            increment_seconds=form.increment_seconds if form.bank_seconds is not None else 0.0,
            rated=may_be_rated(form, mine, first),
            open=form.opponent == "lobby",
        )
        table = self._seat_down(plan, first)
        tokens = dict.fromkeys(plan.side_of(mine.key), who.token)
        return table, tokens, invite if form.opponent in ("link", "lobby") else None

    def _count_offers(self, seat: SeatPlan) -> None:
        """Only somebody with a name opens games to others, and only a few."""
        if not seat.person:
            raise Problem(409, "no_name", "expected somebody with a name: take one first")
        held = sum(
            table.status == "waiting"
            and any(one.creator and one.person == seat.person for one in seats(table))
            for table in self.tables.values()
        )
        if held >= self.settings.offers_of_person:
            raise Problem(429, "too_many", f"expected at most {self.settings.offers_of_person} open offers")

    async def start_duel(self, visitor: str, form: NewDuel) -> tuple[Table, str]:
        """A new game between two machines, and the token of whoever conducts it."""
        self._count(visitor)
        first = await asyncio.to_thread(form.opened)
        if first.finished():
            raise Problem(422, "bad_request", "the game is over in this position")
        token = new_token()
        seats = [machine(player, form.game, self.programs) for player in (form.first, form.second)]
        if asked := sum(seat.kind == PROGRAM for seat in seats):
            self._count_programs(visitor, asked)
        plan = planned(
            form,
            first,
            visitor,
            seats=dict(zip(rule_book(form.game).sides, seats, strict=True)),
            duel=Conducting(fingerprint(token), form.playing, form.pace_ms),
        )
        return self._seat_down(plan, first), token

    def _count(self, visitor: str) -> None:
        if (fault := self.store.fault()) is not None:
            raise unkept(fault)
        held = Counter(table.plan.visitor for table in self.tables.values() if table.status != "ended")
        if held.total() >= self.settings.tables:
            raise Problem(503, "full", "no table is free: come back later")
        if held[visitor] >= self.settings.tables_of_visitor:
            raise Problem(429, "too_many", f"expected at most {self.settings.tables_of_visitor} open games")

    def _count_programs(self, visitor: str, more: int = 1) -> None:
        """A program is a process of its own, not a place in a queue: there are only so many."""
        held = Counter(
            table.plan.visitor
            for table in self.tables.values()
            if table.status == "running" and table.plan.source != "contest"  # these run elsewhere
            for seat in table.plan.seats.values()
            if seat.kind == PROGRAM and not seat.code  # somebody's own program runs where they are
        )
        if held[visitor] + more > self.settings.programs_of_visitor:
            most = self.settings.programs_of_visitor
            raise Problem(429, "too_many", f"expected at most {most} programs in your open games")
        if held.total() + more > self.settings.programs_at_once:
            raise Problem(503, "full", "all programs are playing: come back later")

    def _seat_down(self, plan: Plan, first: Game) -> Table:
        table = self._table(plan, first)
        self.tables[plan.id] = table
        self.plans.save(plan, None)
        if plan.seated():
            table.begin()
        self.announce(table)
        return table

    def _table(self, plan: Plan, first: Game) -> Table:
        made = ClassTable if plan.source == CLASS else Table
        return made(
            plan,
            first,
            self.store,
            self.plans,
            self.queue,
            self.programs,
            self.settings.bot_budget_ms,
            self.settings.program_limits,
            self.announce,
        )

    def join(self, table: Table, invite: str, who: Seating) -> str:
        """Take the seat an invitation is for: the side. An invitation serves once."""
        wanted = fingerprint(invite)
        for side in table.open_sides():
            if table.plan.seats[side].invite == wanted:
                self._sit(table, side, who.seat)
                return side
        raise Problem(409, "invitation_used", "this invitation is not valid, or somebody has used it")

    def accept(self, table: Table, who: Seating) -> str:
        """Join a game that is open to all, or one whose seat is kept for whoever this is: the side."""
        for side in table.open_sides():
            seat = table.plan.seats[side]
            if seat.key and seat.key == who.seat.key:
                self._sit(table, side, who.seat)
                return side
            if table.plan.open and not seat.key:
                if table.plan.side_of(who.seat.key):
                    raise Problem(409, "own_game", "this game is your own: somebody else has to join")
                self._sit(table, side, who.seat)
                return side
        raise Problem(409, "invitation_used", "this game is not open to you, or somebody was quicker")

    def _sit(self, table: Table, side: str, seat: SeatPlan) -> None:
        """Seat the player who was missing, and begin."""
        if (fault := self.store.fault()) is not None:
            raise unkept(fault)
        plan = table.plan.with_seat(side, seat)
        first, second = plan.seats.values()
        both = bool(first.person and second.person) and first.person != second.person
        table.plan = replace(plan, open=False, rated=plan.rated and both)
        self.plans.save(table.plan, None)
        table.begin()
        self.announce(table)

    async def withdraw(self, table: Table, key: str) -> None:
        """Take an offer back, or decline one: the game that has not begun is forgotten."""
        sides = table.plan.side_of(key)
        if table.status != "waiting" or not sides:
            raise Problem(409, "running", "the game has begun, or it is not yours")
        declined = all(table.plan.seats[side].kind == OPEN for side in sides)
        await self._drop(table, "declined" if declined else "withdrawn")

    async def _drop(self, table: Table, why: str) -> None:
        self.tables.pop(table.plan.id, None)
        await asyncio.to_thread(self.plans.drop, table.plan.id)
        table.tell({"type": "gone", "why": why})
        self._heard(table)

    def follow(self, plan: Plan, first: Game, game_id: int | None) -> Table:
        """A table for a game that is played elsewhere in this program."""
        table = self.tables[plan.id] = self._table(plan, first)
        table.game_id = game_id
        self.plans.save(plan, game_id)
        return table

    def forget(self, table: Table) -> None:
        """A game played elsewhere was broken off."""
        self.tables.pop(table.plan.id, None)

    def by_invitation(self, invite: str) -> Table:
        """The table an invitation is for."""
        wanted = fingerprint(invite)
        for table in self.tables.values():
            if any(seat.invite == wanted for seat in table.plan.seats.values()):
                return table
        raise Problem(404, "not_found", "this invitation is not valid, or somebody has used it")

    async def rematch(self, table: Table, key: str) -> Table:
        """The next game of the same two, sides changed; it begins once the other one wants it too."""
        if table.status != "ended":
            raise Problem(409, "running", "the game has not ended")
        if table.plan.source == CLASS:
            raise Problem(409, "no_rematch", "this was a game of a tournament")
        if table.plan.rematch is not None and table.plan.rematch in self.tables:
            following = self.tables[table.plan.rematch]
            for side in following.open_sides():
                if following.plan.seats[side].key == key:
                    self._sit(following, side, replace(following.plan.seats[side], kind=PERSON))
            return following
        self._count(table.plan.visitor)
        if asked := sum(seat.kind == PROGRAM and not seat.code for seat in table.plan.seats.values()):
            self._count_programs(table.plan.visitor, asked)
        first, second = rule_book(table.plan.game).sides
        seats = {first: table.plan.seats[second], second: table.plan.seats[first]}
        seats = {side: replace(seat, code=new_token()) if seat.code else seat for side, seat in seats.items()}
        if table.plan.between_people():
            seats = {
                side: replace(seat, creator=True)
                if seat.key == key
                else replace(seat, kind=OPEN, creator=False)
                for side, seat in seats.items()
            }
        plan = replace(
            table.plan, id=new_token()[:16], seats=seats, created=time.time(), rematch=None,
            seed=fresh_seed(),
            position=None, moves=(), source="page", open=False,
        )  # fmt: skip
        if table.plan.position is not None or table.plan.moves:
            plan = replace(plan, position=table.plan.position, moves=table.plan.moves, seed=table.plan.seed)
        following = self._seat_down(plan, await asyncio.to_thread(plan.start))
        table.lead_to(plan.id)
        return following

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
        if saved is not None and saved.state != GameStatus.ENDED and await self._expected(saved.plan):
            raise Problem(503, "not_yet", "this game of a tournament goes on in a moment")
        if saved is None or saved.game is None or saved.state != GameStatus.ENDED:
            raise Problem(404, "not_found", "there is no game at this address")
        table = self._table(saved.plan, await asyncio.to_thread(saved.plan.start))
        record = await asyncio.to_thread(self.store.record, saved.game)
        await asyncio.to_thread(table.show_ended, record, saved.game)
        table.touched = saved.touched
        return self.tables.setdefault(name, table)

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
        return plan.source == CLASS and await asyncio.to_thread(goes_on, self.store, class_of(plan.id))

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
        running = [table for table in self.tables.values() if table.plan.listed and table.living()]
        return [entry_of(table) for table in sorted(running, key=lambda t: -t.plan.created)[:MOST_LISTED]]

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

    def announce(self, table: Table) -> None:
        """Tell those who look at the list that a game has changed."""
        self._heard(table)
        if self.watchers and table.plan.listed:
            text = json.dumps({"type": "entry", "entry": entry_of(table)}, separators=(",", ":"))
            for watcher in tuple(self.watchers):
                watcher.push(text)


def seats(table: Table) -> Iterable[SeatPlan]:
    """Who sits at a table."""
    return table.plan.seats.values()

"""All games of the page: starting, joining, finding and resuming them."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from schwarm.games import Game, new_game, rule_book
from schwarm.games.random64 import fresh_seed
from schwarm.games.record import Irregular, Record, replay
from schwarm.store.schema import State
from schwarm.store.store import Store
from schwarm.web import boards
from schwarm.web.contest import ContestPort
from schwarm.web.desk import Desk
from schwarm.web.errors import Problem
from schwarm.web.plan import BOT, OPEN, PERSON, PROGRAM, Plan, Plans, Saved, SeatPlan
from schwarm.web.programs import Programs
from schwarm.web.security import fingerprint, new_token
from schwarm.web.settings import Settings
from schwarm.web.table import Table, Watcher
from schwarm.web.thinking import check_bot

log = logging.getLogger(__name__)
SWEEP_S = 60.0
KEPT_ENDED = 200  # ended games kept ready; older ones are read from the store again


class Hall:
    """Holds the open tables and those that ended lately."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.plans = Plans(store)
        self.desk = Desk(settings.bot_workers, settings.waiting_jobs)
        self.contest = ContestPort(self, settings)
        self.programs = Programs(settings.programs, self.contest.door, sandbox=settings.sandbox)
        self.tables: dict[str, Table] = {}
        self.watchers: set[Watcher] = set()  # of the list of games
        self._sweeper: asyncio.Task[None] | None = None

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

    async def _reopen(self, saved: Saved) -> None:
        if saved.plan.source == "contest":
            return  # its players have gone with the contest port
        asked = {seat.name for seat in saved.plan.seats.values() if seat.kind == PROGRAM}
        if not asked <= set(self.programs.names(saved.plan.game)):
            log.warning("table %s waits until %s is offered again", saved.plan.id, ", ".join(asked))
            return
        table = self._table(saved.plan, await asyncio.to_thread(saved.plan.start))
        table.touched = saved.touched
        self.tables[saved.plan.id] = table
        if saved.state == State.INTERRUPTED and saved.game is not None:
            table.go_on(*await asyncio.to_thread(self.store.resume, saved.game))
        elif saved.game is None and saved.plan.seated():
            table.begin()

    async def close(self) -> None:
        """Interrupt all games; they go on with the next start."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        await asyncio.gather(*(table.stop() for table in self.tables.values()))
        await self.contest.close()
        await self.desk.close()

    async def _sweep(self) -> None:
        """End games nobody has touched for long, and forget ended ones that nobody looks at."""
        while True:
            await asyncio.sleep(SWEEP_S)
            old = time.time() - 3600 * self.settings.table_hours
            for table in list(self.tables.values()):
                if table.watchers:
                    continue
                if table.status == "running" and table.touched < old:
                    await table.abandon()
                elif table.status == "waiting" and table.touched < old:
                    del self.tables[table.plan.id]
                    await asyncio.to_thread(self.plans.drop, table.plan.id)
            ended = [t for t in self.tables.values() if t.status == "ended" and not t.watchers]
            for table in sorted(ended, key=lambda t: t.touched)[: max(0, len(ended) - KEPT_ENDED)]:
                del self.tables[table.plan.id]

    # --- starting --------------------------------------------------------------------------------------
    async def start(
        self,
        visitor: str,
        *,
        game: str,
        profile: str | None,
        options: Mapping[str, object],
        seed: int | None,
        position: str | None,
        moves: tuple[str, ...],
        side: str | None,
        opponent: str,
        level: str,
        program: str,
        name: str,
        listed: bool,
        move_seconds: float | None,
    ) -> tuple[Table, dict[str, str], str | None]:
        """A new table, the creator's tokens by side, and the invitation if a person is to come."""
        self._count(visitor)
        book = rule_book(game)
        if seed is not None and boards.module(game).HIDDEN and opponent == "link":
            raise Problem(
                422, "bad_request", "with a chosen seed you would know what is hidden from the other"
            )
        first = await asyncio.to_thread(opened, game, profile, options, seed, position, moves)
        if opponent == "bot":
            check_bot(level, game)
        if opponent == "program":
            if program not in self.programs.names(game):
                raise Problem(422, "bad_request", f"there is no program {program!r} for this game")
            self._count_programs(visitor)
        own = side if side in book.sides else book.sides[fresh_seed() % 2]
        token, invite = new_token(), new_token()
        seats = {}
        for each in book.sides:
            if each == own:
                seats[each] = SeatPlan(PERSON, name or "", key=fingerprint(token), creator=True)
            elif opponent == "bot":
                seats[each] = SeatPlan(BOT, f"bot {level}", level=level)
            elif opponent == "program":
                seats[each] = SeatPlan(PROGRAM, program)
            elif opponent == "here":
                seats[each] = SeatPlan(PERSON, name or "", key=fingerprint(token))
            else:
                seats[each] = SeatPlan(OPEN, "", invite=fingerprint(invite))
        plan = Plan(
            id=new_token()[:16],
            game=game,
            profile=first.profile,
            options=dict(first.options),
            seed=first.seed,
            position=position,
            moves=moves,
            seats=seats,
            visitor=visitor,
            listed=listed,
            move_seconds=move_seconds,
        )
        table = self._seat_down(plan, first)
        tokens = dict.fromkeys(plan.side_of(fingerprint(token)), token)
        return table, tokens, invite if opponent == "link" else None

    def _count(self, visitor: str) -> None:
        held = Counter(table.plan.visitor for table in self.tables.values() if table.status != "ended")
        if held.total() >= self.settings.tables:
            raise Problem(503, "full", "no table is free: come back later")
        if held[visitor] >= self.settings.tables_of_visitor:
            raise Problem(429, "too_many", f"expected at most {self.settings.tables_of_visitor} open games")

    def _count_programs(self, visitor: str) -> None:
        """A program is a process of its own, not a place in a queue: there are only so many."""
        held = Counter(
            table.plan.visitor
            for table in self.tables.values()
            if table.status == "running" and any(seat.kind == PROGRAM for seat in table.plan.seats.values())
        )
        if held[visitor] >= self.settings.programs_of_visitor:
            most = self.settings.programs_of_visitor
            raise Problem(429, "too_many", f"expected at most {most} open games against programs")
        if held.total() >= self.settings.programs_at_once:
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
        return Table(
            plan,
            first,
            self.store,
            self.plans,
            self.desk,
            self.programs,
            self.settings.bot_budget_ms,
            self.settings.program_limits,
            self.announce,
        )

    def join(self, table: Table, invite: str, name: str) -> tuple[str, str]:
        """Take the seat an invitation is for: the side and its token. An invitation serves once."""
        wanted = fingerprint(invite)
        for side in table.open_sides():
            if table.plan.seats[side].invite == wanted:
                token = new_token()
                seat = SeatPlan(PERSON, name or "", key=fingerprint(token))
                table.plan = table.plan.with_seat(side, seat)
                self.plans.save(table.plan, None)
                table.begin()
                return side, token
        raise Problem(409, "invitation_used", "this invitation is not valid, or somebody has used it")

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

    async def rematch(self, table: Table) -> Table:
        """The next game of the same two, sides changed; the second who asks gets the same table."""
        if table.status != "ended":
            raise Problem(409, "running", "the game has not ended")
        if table.plan.rematch is not None and table.plan.rematch in self.tables:
            return self.tables[table.plan.rematch]
        self._count(table.plan.visitor)
        if any(seat.kind == PROGRAM for seat in table.plan.seats.values()):
            self._count_programs(table.plan.visitor)
        first, second = rule_book(table.plan.game).sides
        seats = {first: table.plan.seats[second], second: table.plan.seats[first]}
        plan = replace(
            table.plan, id=new_token()[:16], seats=seats, created=time.time(), rematch=None,
            seed=fresh_seed(),
            position=None, moves=(), source="page",
        )  # fmt: skip
        if table.plan.position is not None or table.plan.moves:
            plan = replace(plan, position=table.plan.position, moves=table.plan.moves, seed=table.plan.seed)
        following = self._seat_down(plan, await asyncio.to_thread(plan.start))
        table.lead_to(plan.id)
        return following

    async def upload(self, visitor: str, record: Record) -> Table:
        """Keep a record from outside at an address of its own."""
        await asyncio.to_thread(replay, record)
        if record.end is None or record.end.reason == Irregular.INTERRUPTED:
            raise Problem(422, "bad_request", "expected the record of a game that has ended")
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
        if saved is None or saved.game is None or saved.state != State.ENDED:
            raise Problem(404, "not_found", "there is no game at this address")
        table = self._table(saved.plan, await asyncio.to_thread(saved.plan.start))
        table.show_ended(await asyncio.to_thread(self.store.record, saved.game), saved.game)
        table.touched = saved.touched
        return self.tables.setdefault(name, table)

    async def of_record(self, number: int) -> Table | None:
        """The table of a finished game by its number in the store; None for one that is not open to all."""
        saved = await asyncio.to_thread(self.plans.of_game, number)
        if saved is not None:
            open_to_all = saved.plan.listed or saved.plan.source == "store"
            return await self.find(saved.plan.id) if open_to_all and saved.state == State.ENDED else None
        record = await asyncio.to_thread(self.store.record, number)
        if record.end is None or record.end.reason == Irregular.INTERRUPTED:
            return None
        return await self._keep(number, record, "store", "store")

    def listed(self) -> list[dict[str, Any]]:
        """The running games everybody may watch, newest first."""
        running = [t for t in self.tables.values() if t.plan.listed and t.status == "running"]
        return [table.entry() for table in sorted(running, key=lambda t: -t.plan.created)[:200]]

    async def finished(self, count: int) -> list[dict[str, Any]]:
        """The games that ended last."""
        saved = await asyncio.to_thread(self.plans.newest, count)
        return [(await self.find(one.plan.id)).entry() for one in saved]

    # --- telling ---------------------------------------------------------------------------------------
    def announce(self, table: Table) -> None:
        """Tell those who look at the list that a game has changed."""
        if self.watchers and table.plan.listed:
            text = json.dumps({"type": "entry", "entry": table.entry()}, separators=(",", ":"))
            for watcher in tuple(self.watchers):
                watcher.push(text)


def opened(
    name: str,
    profile: str | None,
    options: Mapping[str, object],
    seed: int | None,
    position: str | None,
    moves: tuple[str, ...],
) -> Game:
    """The game somebody wants to start from; GameError or Problem says why not. Long ones take their time."""
    game = new_game(name, profile=profile, seed=seed, position=position, **options)
    for move in moves:
        game.play(move)
    if game.finished():
        raise Problem(422, "bad_request", "the game is over in this position")
    return game

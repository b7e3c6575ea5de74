"""A table of a class tournament: people say that they are ready, and clocks stand still in a pause."""

from __future__ import annotations

import asyncio
from typing import Any

from schwarm.game.record import Record
from schwarm.referee import UNLIMITED, Limits, Referee, Seat
from schwarm.store.classroom import goes_on
from schwarm.store.store import Store, StoreLedger
from schwarm.web.classroom.seats import HandSeat
from schwarm.web.shared.errors import Problem
from schwarm.web.tables import messages
from schwarm.web.tables.plans import PERSON, Plan
from schwarm.web.tables.table import Table
from schwarm.web.tables.watchers import Watcher


def table_name(class_id: int, key: tuple[int, ...], count: int) -> str:
    """What the table of a game is called; `count` is 0 unless its match was repeated."""
    return f"c{class_id}-{'-'.join(map(str, key))}-{count}"


def class_of(name: str) -> int:
    """The tournament that a table of this name belongs to.

    >>> class_of(table_name(7, (0, 0, 1, 2, 0), 1))
    7
    """
    return int(name.partition("-")[0].removeprefix("c"))


class ClassTable(Table):
    """One game of a tournament, with a team that plays by hand on one side at least."""

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.held = False  # is the tournament paused?
        self._begun = False  # did it begin before the page was last started?
        self._settled_people = asyncio.Event()

    @staticmethod
    def goes_on(store: Store, plan: Plan) -> bool:
        """Is this a game of a tournament that goes on? After a restart such games come back one by one."""
        return goes_on(store, class_of(plan.id))

    def go_on(self, record: Record, ledger: StoreLedger) -> None:
        """Go on with a game that was interrupted, as soon as its people see it again."""
        self._begun = True
        super().go_on(record, ledger)

    # --- who plays ---------------------------------------------------------------------------------------
    def seat_for(self, side: str) -> Seat:
        """Who plays a side: people keep their own time."""
        seat = self.plan.seats[side]
        if seat.kind != PERSON:
            return super().seat_for(side)
        limit_ms = 1000 * (self.plan.move_seconds or 0.0)
        made = HandSeat(
            seat.name,
            limit_ms,
            1000 * self.plan.arrive_seconds,
            held=self.held,
            came=self._people_changed,
            asked=self.tell_clock,
        )
        if self._begun and side in self.watchers.sides():
            made.come()
        return made

    def limits_for(self, side: str) -> Limits:
        """The time of a side that the referee keeps: the machines' alone."""
        return UNLIMITED if self.plan.seats[side].kind == PERSON else super().limits_for(side)

    @property
    def people(self) -> dict[str, HandSeat]:
        """The people at this table, by side."""
        return {side: seat for side, seat in self.course.seats.items() if isinstance(seat, HandSeat)}

    def missing(self) -> list[str]:
        """The sides that wait for somebody who is not ready."""
        return [] if self.course.end else [side for side, seat in self.people.items() if not seat.ready]

    async def people_came(self) -> bool:
        """Wait until the people are ready, or given up; are they there?"""
        await self._settled_people.wait()
        return not self.missing()

    def _people_changed(self) -> None:
        if all(seat.arrived for seat in self.people.values()):
            self._settled_people.set()
        self.news()

    # --- what people may do ------------------------------------------------------------------------------
    def come(self, side: str) -> None:
        """A side is ready to play."""
        if self.course.end is not None:
            raise Problem(409, "ended", "the game has ended")
        self.people[side].come()

    def hold(self, held: bool) -> None:
        """The tournament is paused, or goes on."""
        if held != self.held:
            self.held = held
            for seat in self.people.values():
                seat.hold(held)
            self.news()

    def enter(self, watcher: Watcher) -> None:
        """Somebody connected; in a game that had begun a player who is back is ready."""
        for side in watcher.sides:
            if self._begun and side in self.people:
                self.people[side].come()
        super().enter(watcher)

    def before_move(self, side: str) -> None:
        """In a game that had begun a player who moves is ready."""
        if self._begun:
            self.people[side].come()

    def running(self) -> Referee:
        """The referee of a game that is not paused, and whose people are ready."""
        referee = super().running()
        if self.held:
            raise Problem(409, "paused", "the tournament is paused: clocks stand still, and nobody moves")
        if self.missing():
            raise Problem(409, "not_ready", "expected both players to be ready before the first move")
        return referee

    # --- telling -----------------------------------------------------------------------------------------
    def hand(self) -> messages.Hand:
        """Who is ready, and whether clocks stand still."""
        ready = {side: seat.ready for side, seat in self.people.items()}
        return {"ready": ready, "paused": self.held, "arrive_ms": 1000 * self.plan.arrive_seconds}

    def clock(self) -> messages.Clock:
        """The people's time, which the page keeps itself."""
        told = super().clock()
        limit_ms, mover = 1000 * (self.plan.move_seconds or 0.0), self.course.shown.to_move
        left = dict.fromkeys(self.people, round(limit_ms))
        seat = self.people.get(mover)
        thought = None if seat is None or self.course.end else seat.thought_ms
        if seat is not None and self.held and thought is not None:
            left[mover] = round(limit_ms - thought)
        running = thought is not None and not self.held
        if seat is not None:
            told["running"] = mover if running else None
            told["thinking_ms"] = round(thought) if running and thought is not None else None
        return {**told, "left_ms": left}

"""Joining a table: by an invitation, a game that is open to all, or one that is kept for somebody."""

from __future__ import annotations

from dataclasses import replace

from schwarm.web.shared.errors import Problem, unkept
from schwarm.web.shared.security import fingerprint
from schwarm.web.tables.open_tables import OpenTables
from schwarm.web.tables.plans import OPEN, SeatPlan
from schwarm.web.tables.seating import TokenSeat
from schwarm.web.tables.table import Table


def by_invitation(open_tables: OpenTables, invite: str) -> Table:
    """The table an invitation is for."""
    wanted = fingerprint(invite)
    for table in open_tables.tables.values():
        if any(seat.invite == wanted for seat in table.plan.seats.values()):
            return table
    raise Problem(404, "not_found", "this invitation is not valid, or somebody has used it")


def join(open_tables: OpenTables, table: Table, invite: str, who: TokenSeat) -> str:
    """Take the seat an invitation is for: the side. An invitation serves once."""
    wanted = fingerprint(invite)
    for side in table.open_sides():
        if table.plan.seats[side].invite == wanted:
            sit(open_tables, table, side, who.seat)
            return side
    raise Problem(409, "invitation_used", "this invitation is not valid, or somebody has used it")


def accept(open_tables: OpenTables, table: Table, who: TokenSeat) -> str:
    """Join a game that is open to all, or one whose seat is kept for whoever this is: the side."""
    for side in table.open_sides():
        seat = table.plan.seats[side]
        if seat.key and seat.key == who.seat.key:
            sit(open_tables, table, side, who.seat)
            return side
        if table.plan.open and not seat.key:
            if table.plan.side_of(who.seat.key):
                raise Problem(409, "own_game", "this game is your own: somebody else has to join")
            sit(open_tables, table, side, who.seat)
            return side
    raise Problem(409, "invitation_used", "this game is not open to you, or somebody was quicker")


def sit(open_tables: OpenTables, table: Table, side: str, seat: SeatPlan) -> None:
    """Seat the player who was missing, and begin."""
    if (fault := open_tables.store.fault()) is not None:
        raise unkept(fault)
    plan = table.plan.with_seat(side, seat)
    first, second = plan.seats.values()
    both = bool(first.person and second.person) and first.person != second.person
    table.plan = replace(plan, open=False, rated=plan.rated and both)
    open_tables.plans.save(table.plan, None)
    table.course.begin()
    open_tables.announce(table)


async def withdraw(open_tables: OpenTables, table: Table, key: str) -> None:
    """Take an offer back, or decline one: the game that has not begun is forgotten."""
    sides = table.plan.side_of(key)
    if table.status != "waiting" or not sides:
        raise Problem(409, "running", "the game has begun, or it is not yours")
    declined = all(table.plan.seats[side].kind == OPEN for side in sides)
    await open_tables.drop(table, "declined" if declined else "withdrawn")

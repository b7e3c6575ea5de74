"""Who plays a side of a table, and the time that the referee gives it."""

from __future__ import annotations

from collections.abc import Callable

from schwarm import players
from schwarm.players import Place
from schwarm.referee import UNLIMITED, Limits, Seat
from schwarm.web.tables.followed import Equipment
from schwarm.web.tables.plans import BOT, PERSON, PROGRAM, Plan
from schwarm.web.tables.seats import PersonSeat, QueueDesk


def machine_or_person(plan: Plan, side: str, equipment: Equipment, queued: Callable[[int], None]) -> Seat:
    """The seat of a side; `queued` hears the place of its bot in the queue."""
    seat = plan.seats[side]
    patient = plan.duel is not None  # people who wait for an answer go first
    desk = QueueDesk(equipment.queue, plan.visitor, equipment.budget_ms, queued, patient)
    if seat.kind == BOT:
        return players.open(players.read(seat.level), plan.game, name=seat.name, place=Place(desk=desk))
    if seat.code:
        return equipment.programs.client(seat.code, seat.name)
    if seat.kind == PROGRAM:
        return equipment.programs.seat(seat.level or seat.name, plan.game, equipment.program_limits, desk)
    return PersonSeat(seat.name)


def limits_of(plan: Plan, side: str, equipment: Equipment) -> Limits:
    """The time of a side that the referee keeps."""
    seat = plan.seats[side]
    if seat.kind == PROGRAM and not equipment.programs.thinks_at_desk(seat.level or seat.name):
        return equipment.program_limits
    return plan.limits() if seat.kind == PERSON else UNLIMITED

"""What a busy machine costs players: a time when they had work to do and no processor for it.

Whoever was late only because of that cannot be judged by this game. It is played once more.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from schwarm.game.errors import Refusal
from schwarm.programs.processes import scheduled_ms
from schwarm.referee import Asked, Ended, Event, ProcessSeat, Seat, TimeUp, now_ms
from schwarm.referee.bot_seats import LocalSeat

CROWD = 2.0  # times as long as nothing of a player ran: then its own threads waited for each other
MISSED = 0.1  # of its limit is what a crowd has to have missed; less is the noise of changing between them


class Had(NamedTuple):
    """What a player has had of processors so far: the time it ran, and the time it waited for one."""

    ran_ms: float
    waited_ms: float


def had(seat: Seat) -> Had | None:
    """What the player of a seat has had; None where nobody can tell, as of a client from elsewhere."""
    told: Had | None = None
    if isinstance(seat, ProcessSeat):
        told = None if seat.pid is None else Had(*scheduled_ms(seat.pid))
    elif isinstance(seat, LocalSeat):
        told = Had(*scheduled_ms())
    elif (processor := getattr(seat, "processor", None)) is not None:
        told = None if (found := processor()) is None else Had(*found)
    return told


class BusyWatch:
    """A referee's listener that knows whether somebody was late only because the machine was busy."""

    def __init__(self, seats: Mapping[str, Seat]) -> None:
        self._seats = seats
        self._asked_ms = 0.0
        self._before: Had | None = None
        self.held_up: Refusal | None = None  # who had to wait for how long

    def listen(self, event: Event) -> None:
        """Note what a player had when it was asked, and judge it if it was late."""
        if isinstance(event, Asked):
            self._asked_ms, self._before = now_ms(), had(self._seats[event.side])
        elif isinstance(event, Ended):
            for side, fault in event.faults.items():
                if isinstance(fault, TimeUp) and not fault.bank:
                    self._judge(self._seats[side], fault.limit_ms)

    def _judge(self, seat: Seat, limit_ms: float) -> None:
        now, before = had(seat), self._before
        if now is None or before is None:
            return
        took = now_ms() - self._asked_ms
        used, waited = now.ran_ms - before.ran_ms, now.waited_ms - before.waited_ms
        missed = max(took - used, 0.0)  # nothing of it ran: others had the processor, or it slept
        if waited > CROWD * missed:
            waited = missed if missed >= MISSED * limit_ms else 0.0
        if took - waited <= limit_ms and used < limit_ms:
            self.held_up = Refusal("held_up", name=seat.name, ms=f"{waited:.0f}")

"""One game in this process: seats are opened, the referee judges, times and faults are gathered."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from schwarm import players
from schwarm.game import Game
from schwarm.game.record import Ply
from schwarm.players import Place
from schwarm.referee import Adjudicator, Event, Listener, Moved, NeverCame, Referee, Seat, fault_of
from schwarm.workers.task import Report, Task, chances, start
from schwarm.workers.waiting import BusyWatch


async def play(
    task: Task,
    *,
    place: Place | None = None,
    listener: Listener | None = None,
    codes: Mapping[str, str] | None = None,
) -> Report:
    """Play a game to its end; `codes` are the reservations of remote clients, by name.

    Only our own mistakes and the operator's raise.
    """
    game = start(task)
    seats = {
        side: players.open(
            one.spec,
            task.game,
            name=one.name,
            seed=chance,
            place=place,
            code=(codes or {}).get(one.name),
            limits=task.limits_of(number),
        )
        for number, (side, one, chance) in enumerate(
            zip(game.setup.book.sides, task.players, chances(task), strict=True)
        )
    }
    return await judge(task, game, seats, listener)


async def judge(
    task: Task, game: Game, seats: Mapping[str, Seat], listener: Listener | None = None
) -> Report:
    """Let these seats play a game that is at its start."""
    began = time.monotonic()
    times = Times(game.setup.book.sides)
    excuses = BusyWatch(seats)
    heard = [times.listen, excuses.listen]
    sides = game.setup.book.sides
    referee = Referee(
        game,
        seats,
        limits={side: task.limits_of(number) for number, side in enumerate(sides)},
        listeners=heard if listener is None else [listener, *heard],
        adjudicator=_adjudicator(task, sides),
    )
    record = await referee.run()
    names = dict(zip(seats, (one.name for one in task.players), strict=True))
    return Report(
        task.key,
        record,
        1000 * (time.monotonic() - began),
        times.total,
        times.slowest,
        {names[side]: fault_of(fault) for side, fault in referee.faults.items()},
        {names[side]: seat.said for side, seat in seats.items() if seat.said},
        tuple(names[side] for side, fault in referee.faults.items() if isinstance(fault, NeverCame)),
        held_up=excuses.held_up,
        processor_ms=times.processor,
    )


def _adjudicator(task: Task, sides: Sequence[str]) -> Adjudicator | None:
    rules = task.adjudication
    if rules is None:
        return None
    return Adjudicator(rules, sides, players.judge(rules.judge, task.game) if rules.judge else None)


class Times:
    """How long each side thought."""

    def __init__(self, sides: Sequence[str]) -> None:
        self._ms: dict[str, list[float]] = {side: [0.0] for side in sides}
        self._processor_ms: dict[str, list[float]] = {side: [] for side in sides}

    def listen(self, event: Event) -> None:
        """A referee's listener."""
        if isinstance(event, Moved):
            self.note(event.side, event.ply)

    def note(self, side: str, ply: Ply) -> None:
        """A ply that a side has made."""
        if ply.think_ms is not None:
            self._ms[side].append(ply.think_ms)
        if ply.processor_ms is not None:
            self._processor_ms[side].append(ply.processor_ms)

    @property
    def total(self) -> tuple[float, float]:
        """All moves together, of the first side and the second."""
        first, second = self._ms.values()
        return sum(first), sum(second)

    @property
    def slowest(self) -> tuple[float, float]:
        first, second = self._ms.values()
        return max(first), max(second)

    @property
    def processor(self) -> tuple[float | None, float | None]:
        """What each had of processors, all moves together; None where nobody can tell."""
        first, second = (sum(had) if had else None for had in self._processor_ms.values())
        return first, second

"""A table: the course of a game, what is shown of it, and who watches."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace

from schwarm.game import Game
from schwarm.game.record import Record
from schwarm.referee import Asked, Ended, Event, Limits, Moved, Referee, Seat, Started
from schwarm.store.store import Store, StoreLedger
from schwarm.web.shared.connections import Push, encoded
from schwarm.web.shared.errors import Problem
from schwarm.web.tables import messages
from schwarm.web.tables.actions import Actions
from schwarm.web.tables.conductor import Conductor
from schwarm.web.tables.course import GameCourse
from schwarm.web.tables.display import Display
from schwarm.web.tables.followed import Equipment
from schwarm.web.tables.plans import OPEN, Plan
from schwarm.web.tables.sides import limits_of, machine_or_person
from schwarm.web.tables.state import clock_of, seat_of, state_of
from schwarm.web.tables.talk import Talk
from schwarm.web.tables.watchers import HeadCount, Watcher, Watchers

LIVING_S = 180.0  # how long a game lives that nobody plays or touches


class Table:
    """One game at the page."""

    def __init__(
        self, plan: Plan, opened: Game, equipment: Equipment, changed: Callable[[Table], None]
    ) -> None:
        """`opened` is the game the plan starts from; `changed` hears of what the list of games tells."""
        self.equipment = equipment
        self.changed = changed
        self.course = GameCourse(plan, opened, equipment, self)
        self.watchers = Watchers()
        self.head_count = HeadCount(self.watchers, self._people)
        self.display = Display(self.course, self.watchers, self._is_running, lambda: self.state(player=False))
        self.actions = Actions(self)
        self.talk = Talk(self)
        self.conductor = None if plan.duel is None else Conductor(self)
        self.following = asyncio.Lock()  # held while the next game of the same two is made
        self.touched = time.time()
        self.place = 0  # of the bot in the queue
        self._untold = False  # is there a move of which nobody has heard yet?
        self.scored = False  # has its result been noted for ratings?

    @property
    def plan(self) -> Plan:
        """Who sits where, and by which rules."""
        return self.course.plan

    @plan.setter
    def plan(self, plan: Plan) -> None:
        self.course.plan = plan

    @property
    def status(self) -> messages.Status:
        """Waiting for a player, running or ended."""
        if self.course.end is not None:
            return "ended"
        return "running" if self.plan.seated() else "waiting"

    @staticmethod
    def goes_on(store: Store, plan: Plan) -> bool:
        """Does a game that is not at its table come back in a moment?"""
        return False

    def _is_running(self) -> bool:
        return self.status == "running"

    # --- who plays -------------------------------------------------------------------------------------
    def seat_for(self, side: str) -> Seat:
        """Who plays a side."""
        return machine_or_person(self.plan, side, self.equipment, self._queued)

    def limits_for(self, side: str) -> Limits:
        """The time of a side that the referee keeps."""
        return limits_of(self.plan, side, self.equipment)

    def go_on(self, record: Record, ledger: StoreLedger) -> None:
        """Go on with a game that was interrupted."""
        self.place = 0
        self.course.go_on(record, ledger)

    # --- what the course tells -------------------------------------------------------------------------
    def begun(self) -> None:
        """The game is played from now on: what was made to be sent is out of date."""
        self.display.anew()

    def hear(self, event: Event) -> None:
        """The referee told something, and the course has noted it."""
        self.touched = time.time()
        if not isinstance(event, Asked):
            self.display.anew()
        if isinstance(event, Moved):
            self.talk.moved(event.side)
        if isinstance(event, Asked) and not self._untold:
            self.tell_clock()
        elif isinstance(event, Moved):
            self._untold = not event.game.finished()  # else the end tells it, too
            asyncio.get_running_loop().call_soon(self._tell_move)
        elif isinstance(event, Asked | Started) or (isinstance(event, Ended) and self.course.end is not None):
            self.publish()
        if self.conductor is not None:
            self.conductor.hear(event)

    def _tell_move(self) -> None:
        """The next side is asked in the same moment as a rule, and one message tells both; if not, now."""
        if self._untold:
            self.publish()

    def news(self) -> None:
        """Something has changed that all who watch should know."""
        self.touched = time.time()
        self.display.anew()
        self.publish()

    def waits(self, problem: Problem) -> None:
        """The game waits until it can be kept again."""
        self.watchers.tell({"type": "error", **problem.body}, lasting=True)

    def _queued(self, place: int) -> None:
        if place != self.place:
            self.place = place
            self.refresh({"type": "queue", "place": place})

    def tell_clock(self) -> None:
        """Tell everybody how the clocks stand; whoever comes later is told so, too."""
        self.watchers.tell({"type": "clock", "clock": self.clock()})

    def publish(self) -> None:
        """Send the new state to everybody, and tell the list of games."""
        self._untold = False
        self.display.publish()
        self.changed(self)

    def refresh(self, message: dict[str, object]) -> None:
        """Send one message to everybody about something that the state tells, too."""
        self.display.anew()
        self.watchers.tell(message)

    def alter(self, plan: Plan) -> None:
        """Another plan from now on, which is kept."""
        self.plan = plan
        self.course.save()
        self.news()

    # --- how far it is ----------------------------------------------------------------------------
    def running(self) -> Referee:
        """The referee of a game under way; Problem says why there is none."""
        return self.course.running()

    def before_move(self, side: str) -> None:
        """Somebody is about to move."""

    def unrate(self) -> None:
        """Count this game for nobody's rating: somebody had help, or took a move back."""
        if self.plan.rated:
            self.alter(replace(self.plan, rated=False))

    # --- who is there ----------------------------------------------------------------------------------
    def enter(self, watcher: Watcher) -> None:
        """Somebody connected: they hear the state now and everything that follows."""
        self.watchers.add(watcher)
        if watcher.sides:
            self.display.anew()  # the state tells who is connected
        self.catch_up(watcher)
        self.talk.repeat(watcher)
        self.head_count.tell(at_once=bool(watcher.sides))
        if watcher.sides:
            self.changed(self)
        if self.conductor is not None and self.status == "running":
            self.conductor.go_on()

    def catch_up(self, watcher: Watcher) -> None:
        """Tell somebody how things stand now: who came just now, read too slowly, or missed a number."""
        known = self.display.number
        watcher.push(self.display.whole())
        if self.status == "running":
            watcher.push(Push(encoded({"type": "clock", "clock": self.clock()})))
        watcher.push(Push(encoded(self._people())))
        if self.course.shown.to_move in watcher.sides or self.display.number != known:
            self.display.tell_mover()  # who is to move shows a state once its moves are there

    def leave(self, watcher: Watcher) -> None:
        """Somebody hung up; a player who left may come back in a moment."""
        self.watchers.discard(watcher)
        self.head_count.tell(at_once=bool(watcher.sides))
        if watcher.sides:
            self.display.anew()
            self.touched = time.time()
            self.changed(self)

    def _people(self) -> dict[str, object]:
        here = {side: seat_of(self, side)["here"] for side in self.plan.seats}
        return {"type": "people", "watchers": self.watchers.spectators(), "here": here}

    # --- telling ---------------------------------------------------------------------------------------
    def state(self, player: bool) -> messages.State:
        """Everything a player or a spectator may know."""
        return state_of(self, player)

    def clock(self) -> messages.Clock:
        """Everybody's time."""
        return clock_of(self)

    def hand(self) -> messages.Hand | None:
        """Who of a tournament's people is ready; None at all other tables."""
        return None

    def living(self) -> bool:
        """Is somebody at it? A game that nobody has played or touched for minutes lives no more."""
        played = bool(self.watchers.sides()) or time.time() - self.touched < LIVING_S
        return self._is_running() and played

    def open_sides(self) -> list[str]:
        """The sides that wait for whoever has the invitation."""
        return [side for side, seat in self.plan.seats.items() if seat.kind == OPEN]

"""The course of a game at a table: its referee, what becomes of it when the store is away, how it ends."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace

from schwarm.contest.server.logs import Seldom
from schwarm.game import Game
from schwarm.game.record import Ply, Record, replay
from schwarm.players.seats import RemoteSeat
from schwarm.referee import Asked, Ended, Event, Moved, Referee, Seat, Started, now_ms
from schwarm.store.errors import StoreError
from schwarm.store.store import StoreLedger
from schwarm.web.shared.errors import Problem, unkept
from schwarm.web.tables.followed import Equipment, Followed, Surroundings
from schwarm.web.tables.plans import CLASS, PERSON, Plan
from schwarm.web.tables.records import movers

log = logging.getLogger(__name__)
seldom = Seldom(log)
LOOK_S = 1.0  # how often somebody who waits for a move looks whether the store is there
RETRY_S = 5.0  # how often a game that could not be kept tries again


class GameCourse(Followed):
    """A game that is waiting for a player, running or ended, with its referee."""

    def __init__(self, plan: Plan, opened: Game, equipment: Equipment, around: Surroundings) -> None:
        """`opened` is the game the plan starts from; the course's own from now on."""
        super().__init__(plan, opened, equipment, around)
        self.referee: Referee | None = None
        self.seats: dict[str, Seat] = {}
        self.handed_in = -1  # for which ply somebody's move was taken last
        self._opened = opened
        self._thought_ms = 0.0  # about the next move, before the page was started again
        self._task: asyncio.Task[None] | None = None
        self._retry: asyncio.Task[None] | None = None
        self._unkept: StoreError | OSError = StoreError("")  # what it waits for
        self._moved: asyncio.Event = asyncio.Event()

    # --- played here -----------------------------------------------------------------------------------
    def begin(self) -> None:
        """Start the game of a table where both sides are there."""
        self._run(self._opened.copy(), None, self.equipment.store.ledger())

    def go_on(self, record: Record, ledger: StoreLedger) -> None:
        """Go on with a game that was interrupted."""
        self.game_id = ledger.game
        self._run(replay(replace(record, end=None)), list(record.plies), ledger)

    def _run(self, game: Game, plies: list[Ply] | None, ledger: StoreLedger) -> None:
        self.plies = [Ply(str(move)) for move in game.history] if plies is None else plies
        self.movers = movers(game)
        self.shown = game.view(0)  # the players may take a while to come: nobody moves in an old position
        self.around.begun()
        ply, thought_ms = self.plan.thought
        self._thought_ms = thought_ms if ply == len(self.plies) else 0.0
        self.seats = {side: self.around.seat_for(side) for side in self.plan.seats}
        self.handed_in = -1
        self.referee = Referee(
            game,
            self.seats,
            plies=plies,
            limits={side: self.around.limits_for(side) for side in self.plan.seats},
            ledger=ledger,
            listeners=[self._hear],
            paused=self.plan.duel is not None,
            thought_ms=self._thought_ms,
        )
        self._task = asyncio.create_task(self._guard(self.referee, ledger), name=f"table {self.plan.id}")

    async def _guard(self, referee: Referee, ledger: StoreLedger) -> None:
        self._ledger = ledger
        try:
            await referee.run()
        except asyncio.CancelledError:
            raise
        except (StoreError, OSError) as error:  # a full disk, a database that is gone: no mistake of ours
            seldom.warning("games wait until they can be kept again", error=str(error))
            self._unkept = error
            self.around.waits(unkept(error))
            self._retry = asyncio.create_task(self._wait_for_room(ledger), name=f"table {self.plan.id} waits")
        except Exception:
            log.exception("table %s stopped", self.plan.id)

    async def _wait_for_room(self, ledger: StoreLedger) -> None:
        """Go on with the game, where it was last kept, as soon as it can be kept again."""
        store = self.equipment.store
        while True:
            await asyncio.sleep(RETRY_S)
            try:
                if ledger.game is None:  # not even its start was kept
                    self.begin()
                    return
                await asyncio.to_thread(store.interrupt, ledger.game)
                record, again = await asyncio.to_thread(store.resume, ledger.game)
            except StoreError:
                continue
            self.around.go_on(record, again)
            self.around.news()
            return

    def _hear(self, event: Event) -> None:
        if isinstance(event, Started | Ended) and self.game_id is None:
            self.game_id = self._ledger.game  # a game to which somebody never came has an end alone
            self.save()
        if isinstance(event, Started):
            self.shown = event.game
        elif isinstance(event, Asked):
            self.asked_ms = now_ms() - self._thought_ms
        elif isinstance(event, Moved):
            self.asked_ms, self._thought_ms = None, 0.0
            self.note(event.game, event.side, event.ply)
        elif isinstance(event, Ended):
            self.asked_ms = None
            if event.end.reason != "interrupted":
                self.end = event.end
                self.faults = dict(event.faults)
        self.around.hear(event)
        self._moved.set()

    # --- how far it is ---------------------------------------------------------------------------------
    def running(self) -> Referee:
        """The referee of a game under way; Problem says why there is none."""
        if self.end is not None:
            raise Problem(409, "ended", "the game has ended")
        if self._retry is not None and not self._retry.done():
            raise unkept(self.equipment.store.fault() or self._unkept)
        if self.referee is None or (self._task is not None and self._task.done()):
            raise Problem(409, "waiting", "the game has not begun: a player is missing")
        return self.referee

    def expecting(self) -> bool:
        """Is somebody's own program still to come?"""
        own = any(seat.code for seat in self.plan.seats.values())
        return own and any(isinstance(seat, RemoteSeat) and not seat.here for seat in self.seats.values())

    async def until(self, reached: Callable[[], bool]) -> None:
        """Wait for the event of the game after which this is so, but not for a store that is away."""
        while not reached():
            self._moved.clear()
            try:
                # Not by `wait_for`, which in Python 3.11 forgets a cancellation that comes with the event.
                async with asyncio.timeout(LOOK_S):
                    await self._moved.wait()
            except TimeoutError:
                if self.equipment.store.fault() is not None:
                    return

    async def over(self) -> None:
        """Wait until the game has ended."""
        while self.end is None:
            await self.until(lambda: self.end is not None)

    async def settled(self) -> None:
        """Wait until the referee has gone."""
        if self._task is not None:
            await asyncio.wait((self._task,))

    async def stop(self) -> None:
        """Interrupt the game; it goes on when the page starts again."""
        if self._retry is not None:
            self._retry.cancel()
        if self.referee is not None and self._task is not None and not self._task.done():
            self._keep_thought()
            self.referee.interrupt()
            await self.settled()

    def _keep_thought(self) -> None:
        """Note how long a person has been thinking: their clock goes on from there."""
        timed = self.asked_ms is not None and self.plan.source != CLASS  # whose tables keep their own time
        if timed and self.plan.seats[self.shown.to_move].kind == PERSON:
            thought = len(self.plies), round(now_ms() - (self.asked_ms or 0.0))
            self.plan = replace(self.plan, thought=thought)
            self.save()

    async def abandon(self) -> None:
        """End a game nobody plays any more."""
        if self.referee is not None and self.end is None:
            self.referee.cancel()
            await self.settled()

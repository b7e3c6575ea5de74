"""One game at the page: its referee, its people, and those who watch."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

from schwarm import players
from schwarm.contest.server.logs import Seldom
from schwarm.game import Game, GameError
from schwarm.game.record import End, Ply, Record, replay
from schwarm.players import BotSpec, Place
from schwarm.players.seats import RemoteSeat
from schwarm.referee import (
    UNLIMITED,
    Asked,
    Ended,
    Event,
    Limits,
    Moved,
    Referee,
    Resigned,
    Seat,
    Started,
    now_ms,
)
from schwarm.referee.errors import SeatError
from schwarm.store.errors import StoreError
from schwarm.store.store import Store, StoreLedger
from schwarm.web.shared import messages
from schwarm.web.shared.bot_queue import BotQueue
from schwarm.web.shared.errors import Problem, refusal, unkept
from schwarm.web.shared.programs import Programs
from schwarm.web.shared.thinking import HINT, choose
from schwarm.web.tables.choices import Choices
from schwarm.web.tables.conductor import Conductor
from schwarm.web.tables.plans import BOT, CLASS, MACHINES, OPEN, PERSON, PROGRAM, Plan, Plans
from schwarm.web.tables.seats import PersonSeat, QueueDesk
from schwarm.web.tables.state import clock_of, movers, played, seat_of, state_of
from schwarm.web.tables.talk import Talk
from schwarm.web.words.teller import Teller

log = logging.getLogger(__name__)
seldom = Seldom(log)
HINT_MS = 800
LIVING_S = 180.0  # how long a game lives that nobody plays or touches
LOOK_S = 1.0  # how often somebody who waits for a move looks whether the store is there
RETRY_S = 5.0  # how often a game that could not be kept tries again


class Watcher(Protocol):
    """Somebody connected to a table; `sides` are those they play."""

    sides: tuple[str, ...]

    def push(self, text: str) -> None:
        """Send a message; must not wait."""


class Table:
    """A game that is waiting for a player, running or ended."""

    def __init__(
        self,
        plan: Plan,
        opened: Game,
        store: Store,
        plans: Plans,
        queue: BotQueue,
        programs: Programs,
        budget_ms: int,
        program_limits: Limits,
        changed: Callable[[Table], None],
    ) -> None:
        """`opened` is the game the plan starts from; the table's own from now on."""
        self.plan = plan
        self.store = store
        self.plans = plans
        self.queue = queue
        self.programs = programs
        self.budget_ms = budget_ms
        self.program_limits = program_limits
        self.changed = changed
        self.game_id: int | None = None
        self.watchers: set[Watcher] = set()
        self._opened = opened
        self.shown: Game = opened.view(0)
        self.plies: list[Ply] = []
        self.movers: list[str] = []  # whose ply each was
        self.end: End | None = None
        self.faults: dict[str, SeatError | GameError] = {}
        self.touched = time.time()
        self.place = 0  # of the bot in the queue
        self._asked_ms: float | None = None
        self._thought_ms = 0.0  # about the next move, before the page was started again
        self._referee: Referee | None = None
        self._task: asyncio.Task[None] | None = None
        self._retry: asyncio.Task[None] | None = None
        self._unkept: StoreError | OSError = StoreError("")  # what it waits for
        self._seats: dict[str, Seat] = {}
        self._handed_in = -1  # for which ply somebody's move was taken last
        self._moved: asyncio.Event = asyncio.Event()
        self._lock = asyncio.Lock()
        self._texts: dict[bool, str] = {}
        self._picture: str | None = None
        self.teller = Teller()
        self.conductor = None if plan.duel is None else Conductor(self)
        self.talk = Talk(self)
        self.choices = Choices(self)
        self.scored = False  # has its result been noted for ratings?

    # --- the game's course -----------------------------------------------------------------------------
    @property
    def status(self) -> messages.Status:
        """Waiting for a player, running or ended."""
        if self.end is not None:
            return "ended"
        return "running" if self.plan.seated() else "waiting"

    def begin(self) -> None:
        """Start the game of a table where both sides are there."""
        self._run(self._opened.copy(), None, self.store.ledger())

    def go_on(self, record: Record, ledger: StoreLedger) -> None:
        """Go on with a game that was interrupted."""
        self.game_id = ledger.game
        self._run(replay(replace(record, end=None)), list(record.plies), ledger)

    def follow(self, shown: Game, plies: list[Ply]) -> None:
        """Show a game that is played elsewhere, as it stands."""
        self.shown, self.plies, self.movers = shown, plies, movers(shown)
        self._asked_ms = now_ms()
        self.news()

    def follow_ply(self, shown: Game, side: str, ply: Ply) -> None:
        """Show the next ply of a game that is played elsewhere."""
        self.shown = shown
        self.plies.append(ply)
        self.movers.append(side)
        self._asked_ms = now_ms()
        if not shown.finished():
            self.news()

    def follow_end(self, end: End, game: Game) -> None:
        """Show how a game that was played elsewhere ended."""
        self.end, self.shown, self._asked_ms = end, game, None
        self.news()

    def _anew(self) -> None:
        """What was made to be sent is out of date."""
        self._texts.clear()
        self._picture = None

    def news(self) -> None:
        """Something has changed that all who watch should know."""
        self.touched = time.time()
        self._anew()
        self.publish()

    def show_ended(self, record: Record, game_id: int) -> None:
        """Put up the record of a game that has ended."""
        self.game_id = game_id
        self.shown = played(record)
        self.plies = list(record.plies[: len(self.shown.history)])
        self.movers = movers(self.shown)
        self.end = record.end

    def _run(self, game: Game, plies: list[Ply] | None, ledger: StoreLedger) -> None:
        self.plies = [Ply(str(move)) for move in game.history] if plies is None else plies
        self.movers = movers(game)
        self.shown = game.view(0)  # the players may take a while to come: nobody moves in an old position
        self._anew()
        ply, thought_ms = self.plan.thought
        self._thought_ms = thought_ms if ply == len(self.plies) else 0.0
        self._seats = {side: self._seat(side) for side in self.plan.seats}
        self._handed_in = -1
        limits = {side: self._limits(side) for side in self.plan.seats}
        self._referee = Referee(
            game,
            self._seats,
            plies=plies,
            limits=limits,
            ledger=ledger,
            listeners=[self._hear],
            paused=self.conductor is not None,
            thought_ms=self._thought_ms,
        )
        if self.conductor is not None:
            self.conductor.attach(self._referee)
            self._referee.listeners.append(self.conductor.hear)
        self._task = asyncio.create_task(self._guard(self._referee, ledger), name=f"table {self.plan.id}")

    async def _guard(self, referee: Referee, ledger: StoreLedger) -> None:
        self._ledger = ledger
        try:
            await referee.run()
        except asyncio.CancelledError:
            raise
        except (StoreError, OSError) as error:  # a full disk, a database that is gone: no mistake of ours
            seldom.warning("games wait until they can be kept again", error=str(error))
            self._unkept = error
            self.tell({"type": "error", **unkept(error).body})
            self._retry = asyncio.create_task(self._wait_for_room(ledger), name=f"table {self.plan.id} waits")
        except Exception:
            log.exception("table %s stopped", self.plan.id)

    async def _wait_for_room(self, ledger: StoreLedger) -> None:
        """Go on with the game, where it was last kept, as soon as it can be kept again."""
        while True:
            await asyncio.sleep(RETRY_S)
            try:
                if ledger.game is None:  # not even its start was kept
                    self.begin()
                    return
                await asyncio.to_thread(self.store.interrupt, ledger.game)
                record, again = await asyncio.to_thread(self.store.resume, ledger.game)
            except StoreError:
                continue
            self.go_on(record, again)
            self.news()
            return

    def _seat(self, side: str) -> Seat:
        seat = self.plan.seats[side]
        patient = self.plan.duel is not None  # people who wait for an answer go first
        desk = QueueDesk(self.queue, self.plan.visitor, self.budget_ms, self._queued, patient)
        if seat.kind == BOT:
            spec = players.read(seat.level)
            return players.open(spec, self.plan.game, name=seat.name, place=Place(desk=desk))
        if seat.code:
            return self.programs.client(seat.code, seat.name)
        if seat.kind == PROGRAM:
            return self.programs.seat(seat.level or seat.name, self.plan.game, self.program_limits, desk)
        return PersonSeat(seat.name)

    def _limits(self, side: str) -> Limits:
        """The time of a side that the referee keeps."""
        seat = self.plan.seats[side]
        if seat.kind == PROGRAM and not self.programs.thinks_at_desk(seat.level or seat.name):
            return self.program_limits
        return self.plan.limits() if seat.kind == PERSON else UNLIMITED

    def _queued(self, place: int) -> None:
        if place != self.place:
            self.place = place
            self.tell({"type": "queue", "place": place})

    def _hear(self, event: Event) -> None:
        self.touched = time.time()
        self._anew()
        if isinstance(event, Moved):
            self.talk.moved(event.side)
        if isinstance(event, Started | Ended) and self.game_id is None:
            self.game_id = self._ledger.game  # a game to which somebody never came has an end alone
            self.plans.save(self.plan, self.game_id)
        if isinstance(event, Started):
            self.shown = event.game
            self.publish()
        elif isinstance(event, Asked):
            self._asked_ms = now_ms() - self._thought_ms
            self.tell({"type": "clock", "clock": self.clock()})
        elif isinstance(event, Moved):
            self._asked_ms, self._thought_ms = None, 0.0
            self.shown = event.game
            self.plies.append(event.ply)
            self.movers.append(event.side)
            if not event.game.finished():  # else the end follows at once, and tells this move too
                self.publish()
        elif isinstance(event, Ended):
            self._asked_ms = None
            if event.end.reason != "interrupted":
                self.end = event.end
                self.faults = dict(event.faults)
                self.publish()
        self._moved.set()

    # --- what people may do ----------------------------------------------------------------------------
    async def play(self, side: str, move: str, ply: int | None) -> int:
        """Play a person's move and return the plies made; Problem says why not, and nothing has changed."""
        referee, seat = self._running(), self._seats[side]
        if self.expecting():
            raise Problem(409, "waiting", "the game begins when your program has come")
        if ply is not None and ply != len(self.plies):
            raise Problem(409, "out_of_date", f"expected a move for ply {len(self.plies)}, not {ply}")
        if self.shown.to_move != side:
            raise Problem(409, "not_your_turn", f"{self.shown.to_move} is to move, not {side}")
        try:
            self.shown.code_of(move)
        except GameError as error:
            raise refusal(error) from None
        before = len(self.plies)
        if not isinstance(seat, PersonSeat):
            raise Problem(409, "not_your_turn", f"{side} is played by {seat.name}")
        while not seat.offer(move):
            if self._handed_in == before or len(self.plies) != before or referee.ended is not None:
                self._check_store()
                raise Problem(409, "not_your_turn", "another move is being played")
            if (fault := self.store.fault()) is not None:  # it waits as one that is being kept does
                self._handed_in = before
                seat.offer_early(move)
                raise unkept(fault)
            # Between two requests the last ply is still being written: the next one comes in a moment.
            await self._until(lambda: seat.asked or len(self.plies) != before or referee.ended is not None)
        self._handed_in = before
        await self._until(lambda: len(self.plies) != before or referee.ended is not None)
        if len(self.plies) == before:
            self._check_store()
        return len(self.plies)

    def _check_store(self) -> None:
        """Problem if nothing can be kept now; a move that was made waits until it can."""
        if (fault := self.store.fault()) is not None:
            raise unkept(fault)

    def expecting(self) -> bool:
        """Is somebody's own program still to come?"""
        return any(isinstance(seat, RemoteSeat) and not seat.here for seat in self._seats.values()) and any(
            seat.code for seat in self.plan.seats.values()
        )

    async def _until(self, reached: Callable[[], bool]) -> None:
        """Wait for the event of the game after which this is so, but not for a store that is away."""
        while not reached():
            self._moved.clear()
            try:
                await asyncio.wait_for(self._moved.wait(), LOOK_S)
            except TimeoutError:
                if self.store.fault() is not None:
                    return

    async def over(self) -> None:
        """Wait until the game has ended."""
        while self.end is None:
            await self._until(lambda: self.end is not None)

    async def resign(self, side: str) -> None:
        """Give the game up for a side."""
        referee = self._running()
        if self.expecting():
            referee.cancel()  # nobody plays yet
        else:
            referee.blame(side, Resigned("resigned"))
        await self._settled()

    async def take_back(self, side: str) -> None:
        """Back to the last time this side was to move; only against bots, or with both sides one's own."""
        if not self.may_take_back((side,)):
            raise Problem(409, "no_take_back", "the other player has to agree: offer it")
        await self.go_back(side)
        self.unrate()

    async def go_back(self, side: str) -> None:
        """Take the last move of a side back, and what was answered; whoever has to agree has done so."""
        async with self._lock:
            referee = self._running()
            keep = self.back_to(side)
            if keep is None:
                raise Problem(409, "no_take_back", "there is no move of yours to take back")
            referee.interrupt()
            await self._settled()
            if self.end is not None or self.game_id is None:
                raise Problem(409, "ended", "the game has ended")
            await asyncio.to_thread(self.store.take_back, self.game_id, keep)
            record, ledger = await asyncio.to_thread(self.store.resume, self.game_id)
            self.place = 0
            self.talk.taken_back(keep)
            self.go_on(record, ledger)

    async def agree_on_draw(self) -> None:
        """End the game as drawn: both players want it so."""
        self._running().agree_on_draw()
        await self._settled()

    def unrate(self) -> None:
        """Count this game for nobody's rating: somebody had help, or took a move back."""
        if self.plan.rated:
            self.plan = replace(self.plan, rated=False)
            self.plans.save(self.plan, self.game_id)
            self.news()

    def note_elo(self, side: str, elo: int) -> None:
        """What this game made of somebody's Elo."""
        self.plan = self.plan.with_seat(side, replace(self.plan.seats[side], new_elo=elo))
        self.plans.save(self.plan, self.game_id)
        self.news()

    def may_take_back(self, sides: tuple[str, ...]) -> bool:
        """Does nobody else mind? In a tournament everybody does."""
        if self.plan.source == CLASS:
            return False
        others = [seat for side, seat in self.plan.seats.items() if side not in sides]
        mine = {self.plan.seats[side].key for side in sides}
        return all(
            (seat.kind in MACHINES and not seat.code) or (seat.key and seat.key in mine) for seat in others
        )

    def back_to(self, side: str) -> int | None:
        """How many plies remain after taking back; the moves made at the start stay."""
        game = self.shown.copy()
        own = self.plan.seats[side].key
        while len(game.history) > len(self.plan.moves):
            game.undo()
            if self.plan.seats[game.to_move].key == own:
                return len(game.history)
        return None

    async def hint(self, visitor: str) -> str:
        """The strongest bot's move for the side to move."""
        from schwarm.game.record import record_of

        self._running()
        self.unrate()
        return await self.queue.run(visitor, choose, record_of(self.shown), BotSpec(HINT), HINT_MS)

    async def stop(self) -> None:
        """Interrupt the game; it goes on when the page starts again."""
        if self._retry is not None:
            self._retry.cancel()
        if self._referee is not None and self._task is not None and not self._task.done():
            self._keep_thought()
            self._referee.interrupt()
            await self._settled()

    def _keep_thought(self) -> None:
        """Note how long a person has been thinking: their clock goes on from there."""
        timed = self._asked_ms is not None and self.plan.source != CLASS  # whose tables keep their own time
        if timed and self.plan.seats[self.shown.to_move].kind == PERSON:
            thought = len(self.plies), round(now_ms() - (self._asked_ms or 0.0))
            self.plan = replace(self.plan, thought=thought)
            self.plans.save(self.plan, self.game_id)

    async def abandon(self) -> None:
        """End a game nobody plays any more."""
        if self._referee is not None and self.end is None:
            self._referee.cancel()
            await self._settled()

    async def _settled(self) -> None:
        if self._task is not None:
            await asyncio.wait((self._task,))

    def _running(self) -> Referee:
        if self.end is not None:
            raise Problem(409, "ended", "the game has ended")
        if self._retry is not None and not self._retry.done():
            raise unkept(self.store.fault() or self._unkept)
        if self._referee is None or (self._task is not None and self._task.done()):
            raise Problem(409, "waiting", "the game has not begun: a player is missing")
        return self._referee

    # --- who is there ----------------------------------------------------------------------------------
    def enter(self, watcher: Watcher) -> None:
        """Somebody connected: they hear the state now and everything that follows."""
        self.watchers.add(watcher)
        self._anew()  # the state tells who is connected
        watcher.push(self.state_text(bool(watcher.sides)))
        if self.talk.said:
            watcher.push(json.dumps({"type": "said", "said": list(self.talk.said)}, separators=(",", ":")))
        self._tell_people()
        if watcher.sides:
            self.changed(self)
        if self.conductor is not None and self.status == "running":
            self.conductor.go_on()

    def leave(self, watcher: Watcher) -> None:
        """Somebody hung up; a player who left may come back in a moment."""
        self.watchers.discard(watcher)
        self._anew()
        self._tell_people()
        if watcher.sides:
            self.touched = time.time()
            self.changed(self)

    def _tell_people(self) -> None:
        here = {side: seat_of(self, side)["here"] for side in self.plan.seats}
        watching = sum(not watcher.sides for watcher in self.watchers)
        self.tell({"type": "people", "watchers": watching, "here": here})

    def lead_to(self, rematch: str) -> None:
        """The next game of the same two is at that table."""
        self.plan = replace(self.plan, rematch=rematch)
        self.plans.save(self.plan, self.game_id)
        self.news()

    # --- telling ---------------------------------------------------------------------------------------
    def tell(self, message: dict[str, Any]) -> None:
        """Send one message to everybody."""
        text = json.dumps(message, separators=(",", ":"))
        for watcher in tuple(self.watchers):
            watcher.push(text)

    def refresh(self, message: dict[str, Any]) -> None:
        """Send one message to everybody about something that the state tells, too."""
        self._anew()
        self.tell(message)

    def publish(self) -> None:
        """Send the new state to everybody, and tell the list of games."""
        for watcher in tuple(self.watchers):
            if not watcher.sides:
                watcher.push(self.state_text(player=False))
        self.choices.tell_players()
        self.changed(self)

    def state_text(self, player: bool) -> str:
        """The state message as JSON; players also get the legal moves. Made once for all who hear it."""
        if player not in self._texts:
            self._texts[player] = json.dumps(
                {"type": "state", "state": self.state(player)}, separators=(",", ":")
            )
        return self._texts[player]

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
        if self.status != "running":
            return False
        played = any(watcher.sides for watcher in self.watchers)
        return played or time.time() - self.touched < LIVING_S

    def picture(self) -> str:
        """The position as a small picture, drawn once."""
        if self._picture is None:
            self._picture = str(self.shown._repr_svg_())
        return self._picture

    def asked_ms(self) -> float | None:
        """When the side to move was asked, on the referee's clock."""
        return self._asked_ms

    def open_sides(self) -> list[str]:
        """The sides that wait for whoever has the invitation."""
        return [side for side, seat in self.plan.seats.items() if seat.kind == OPEN]

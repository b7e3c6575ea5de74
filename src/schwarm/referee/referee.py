"""One game between two seats: asks, checks, plays, records, tells.

What a player does wrong ends the game with an outcome; only our own mistakes raise through `run`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from schwarm.game.errors import GameError
from schwarm.game.game import Game
from schwarm.game.random64 import fresh_seed
from schwarm.game.record import End, Irregular, Ply, Record, record_of
from schwarm.referee.adjudication import Adjudicator, agreed_draw
from schwarm.referee.clock import CONTEST, Clock, Limits, now_ms
from schwarm.referee.errors import SeatError, TimeUp, fault_of
from schwarm.referee.events import Asked, Ended, Event, Listener, Moved, Paused, Resumed, Started
from schwarm.referee.forfeit import WIN, forfeit
from schwarm.referee.ledger import Ledger, NoLedger
from schwarm.referee.seat import Answer, Request, Seat

log = logging.getLogger(__name__)

LATE_TURNS = 3  # turns of the event loop in which an answer that beat the hard limit may still come through


class GameStopped(Exception):
    """Inside this file: the game ends now, by a fault or by an order."""


class Referee:
    """Runs one game. `seats` are by side; `limits` hold for both sides, or are given by side.

    `game` belongs to the referee from now on. It may have moves already: `plies` tells their times, and
    `thought_ms` how long whoever is to move had been thinking when the game was interrupted.
    """

    def __init__(
        self,
        game: Game,
        seats: Mapping[str, Seat],
        *,
        plies: Sequence[Ply] | None = None,
        limits: Limits | Mapping[str, Limits] = CONTEST,
        ledger: Ledger | None = None,
        listeners: Iterable[Listener] = (),
        paused: bool = False,
        clock: Clock = now_ms,
        adjudicator: Adjudicator | None = None,
        thought_ms: float = 0.0,
    ) -> None:
        sides = game.setup.book.sides
        if set(seats) != set(sides):
            raise ValueError(f"expected seats for {' and '.join(sides)}, not {', '.join(seats) or 'none'}")
        self.game = game
        self.seats = dict(seats)
        self.limits = {side: limits if isinstance(limits, Limits) else limits[side] for side in sides}
        self.listeners = list(listeners)
        self.paused = paused
        self.asking: str | None = None  # the side whose answer is awaited
        self.faults: dict[str, SeatError | GameError] = {}
        self.begun = False  # have both players come?
        self.ended: Ended | None = None
        self._judged = False
        self._stopped: Irregular | None = None
        self._ledger = ledger or NoLedger()
        self._clock = clock
        self._plies = [Ply(str(move)) for move in game.history] if plies is None else list(plies)
        self._adjudicator = adjudicator
        self._agreed: End | None = None
        self._used = self._used_so_far()  # milliseconds and moves of each side
        self._thought_ms = thought_ms
        self._steps = 0
        self._wake = asyncio.Event()  # set by every order from outside
        self._view_seed = fresh_seed()  # players must not guess what the game's own seed holds back
        self._shown = game.view(self._view_seed)

    # --- orders from outside: from the event loop's thread, at any time ------------------------------
    def pause(self) -> None:
        """Hold back further requests; a pending one is still answered."""
        if not self.paused and self.ended is None:
            self.paused = True
            self._steps = 0
            self._tell(Paused())

    def unpause(self) -> None:
        """Go on by itself."""
        self.paused = False
        self._wake.set()

    def step(self) -> bool:
        """Let one request of a paused game through; False if the game is not waiting for that."""
        if not self.paused or self.asking is not None or self.ended is not None:
            return False
        self._steps = 1
        self._wake.set()
        return True

    def blame(self, side: str, fault: SeatError | GameError) -> None:
        """End the game: this side has lost by what it did, whoever is to move; a judged game stays."""
        if not self._judged:
            self.faults.setdefault(side, fault)
            self._wake.set()

    def cancel(self) -> None:
        """End the game now, judged as it stands."""
        self._stop(Irregular.CANCELLED)

    def interrupt(self) -> None:
        """End the game now without a winner; a store can resume it later."""
        self._stop(Irregular.INTERRUPTED)

    def agree_on_draw(self) -> None:
        """End the game now as drawn: both players want it so."""
        self._agreed = self._agreed or agreed_draw(self.game)
        self._wake.set()

    def _stop(self, reason: Irregular) -> None:
        self._stopped = self._stopped or reason
        self._wake.set()

    def left(self, side: str) -> Limits:
        """The limits of a side's next move, by what it has used of its time."""
        return self.limits[side].now(*self._used[side])

    # --- the game ------------------------------------------------------------------------------------
    @property
    def record(self) -> Record:
        end = self.ended.end if self.ended else None
        return replace(record_of(self.game, self._names()), plies=tuple(self._plies), end=end)

    async def run(self) -> Record:
        """Play the game to its end and return its record; the seats are closed then."""
        try:
            await self._assemble()
            await self._ledger.begin(self.record)
            if self.begun:
                self._tell(Started(self._shown, self._names(), self.paused))
                await self._play()
            end = self._judge()
            await self._ledger.end(end, {side: fault_of(fault) for side, fault in self.faults.items()})
            self._announce_end(end, self.faults)
        except BaseException:
            # Our own mistake, a full disk, a cancelled task: the clients must not hang on a dead game.
            if self.ended is None:
                self._announce_end(self._as_it_stands(Irregular.INTERRUPTED), {})
            raise
        finally:
            closed = await asyncio.gather(*(s.close() for s in self.seats.values()), return_exceptions=True)
            for fault in self.faults.values():  # its frames hold this referee, which holds the fault
                fault.__traceback__ = None
        for failure in closed:
            if isinstance(failure, BaseException):
                raise failure
        return self.record

    async def _assemble(self) -> None:
        """Let both players come, at the same time; nothing is judged before both are there or given up."""
        joining = {
            asyncio.ensure_future(seat.join(self._shown, side, partial(self.blame, side))): side
            for side, seat in self.seats.items()
        }
        try:
            while waiting := [joined for joined in joining if not joined.done()]:
                self._wake.clear()
                if self._stopped:
                    return
                woken = asyncio.ensure_future(self._wake.wait())
                await asyncio.wait((*waiting, woken), return_when=asyncio.FIRST_COMPLETED)
                woken.cancel()
            for joined, side in joining.items():
                try:
                    joined.result()
                except SeatError as fault:
                    self.blame(side, fault)
            self.begun = not self.faults
        finally:
            for joined in joining:
                await _abandon(joined)

    async def _play(self) -> None:
        since_ms = self._clock()
        try:
            while not self.game.finished():
                if await self._gate():
                    since_ms = self._clock()
                side = self.game.to_move
                thought_ms, self._thought_ms = self._thought_ms, 0.0
                limits = self.left(side).after(thought_ms)
                self._tell(Asked(side, limits))
                answer = await self._ask(side, limits)
                try:
                    move = self.game.play(answer.move)
                except GameError as fault:
                    self.blame(side, fault)
                    return
                think_ms = answer.arrived_ms - answer.left_ms + thought_ms
                used_ms, moves = self._used[side]
                self._used[side] = used_ms + think_ms, moves + 1
                server_ms = round(max(0.0, answer.left_ms - since_ms), 3)
                had_ms = None if answer.processor_ms is None else round(max(0.0, answer.processor_ms), 3)
                ply = Ply(str(move), round(think_ms, 3), server_ms, had_ms)
                since_ms = answer.arrived_ms
                await self._ledger.add(len(self._plies), ply)
                self._plies.append(ply)
                self._tell(Moved(self._show(), side, ply, self.paused))
                if self._adjudicator is not None:
                    self._agreed = await self._adjudicator.hear(self._shown, side, answer.score)
                    if self._agreed is not None:
                        return
        except GameStopped:
            return

    def _used_so_far(self) -> dict[str, tuple[float, int]]:
        """What the moves before this referee took; those that nobody timed, such as openings, are free."""
        used = dict.fromkeys(self.limits, (0.0, 0))
        if all(ply.think_ms is None for ply in self._plies):
            return used
        past = self.game.copy()
        for ply in reversed(self._plies):
            past.undo()
            if ply.think_ms is not None:
                used_ms, moves = used[past.to_move]
                used[past.to_move] = used_ms + ply.think_ms, moves + 1
        return used

    async def _gate(self) -> bool:
        """Wait while paused; did it have to? GameStopped if the game is to end."""
        waited = False
        while True:
            self._wake.clear()
            if self.faults or self._stopped or self._agreed:
                raise GameStopped
            if not self.paused or self._steps:
                break
            waited = True
            await self._wake.wait()
        if waited:
            self._tell(Resumed(self._shown, step=self.paused))
        self._steps = 0
        return waited

    async def _ask(self, side: str, limits: Limits) -> Answer:
        """The seat's answer in time; GameStopped if it is to blame or the game is to end."""
        bank = limits.bank_ms is not None
        request = Request(self._shown, side, limits)
        choosing = asyncio.ensure_future(self.seats[side].choose(request))
        self.asking = side
        try:
            await self._wait_for(choosing, limits.hard_ms)
            if not choosing.done():
                raise TimeUp((limits.bank_ms if bank else limits.hard_ms) or 0, hard=True, bank=bank)
            answer = choosing.result()
            if limits.soft_ms is not None and answer.arrived_ms - answer.left_ms > limits.soft_ms:
                raise TimeUp(limits.soft_ms, hard=False, bank=bank)
            return answer
        except SeatError as fault:
            self.blame(side, fault)
            raise GameStopped from fault
        finally:
            self.asking = None
            await _abandon(choosing)

    async def _wait_for(self, choosing: asyncio.Future[Answer], hard_ms: float | None) -> None:
        """Return when the answer is there or the hard limit has passed; GameStopped on an order to end."""
        loop = asyncio.get_running_loop()
        deadline = None if hard_ms is None else loop.time() + hard_ms / 1000
        while not choosing.done():
            self._wake.clear()
            if self.faults or self._stopped or self._agreed:
                raise GameStopped
            woken = asyncio.ensure_future(self._wake.wait())
            left_s = None if deadline is None else deadline - loop.time()
            await asyncio.wait((choosing, woken), timeout=left_s, return_when=asyncio.FIRST_COMPLETED)
            woken.cancel()
            if deadline is not None and loop.time() >= deadline:
                for _ in range(LATE_TURNS):
                    await asyncio.sleep(0)
                return
        if self.faults:
            raise GameStopped

    # --- the end -------------------------------------------------------------------------------------
    def _judge(self) -> End:
        """How the game ended: by its rules, by agreement, by a fault or by an order, in this order."""
        self._judged = True  # what players do while this is written and told no longer matters
        if self.game.finished() or self._agreed is not None:
            self.faults.clear()  # what came after the last move no longer matters
            return self._agreed or End.of(self.game.verdict())
        if self.faults:
            return forfeit(self.game, self.faults, begun=self.begun)
        return self._as_it_stands(self._stopped or Irregular.INTERRUPTED)

    def _as_it_stands(self, reason: Irregular) -> End:
        """Stopped by an order; only a cancelled game may have a winner."""
        scores = self.game.standing()
        leaders = [side for side, numbers in scores.items() if numbers[0] == WIN]
        winner = leaders[0] if leaders and reason is Irregular.CANCELLED else None
        return End(winner, reason, scores)

    def _announce_end(self, end: End, faults: Mapping[str, SeatError | GameError]) -> None:
        self.ended = Ended(self._shown, end, faults)
        self._tell(self.ended)

    # --- telling -------------------------------------------------------------------------------------
    def _names(self) -> dict[str, str]:
        return {side: seat.name for side, seat in self.seats.items()}

    def _show(self) -> Game:
        """What the players may see by now; the position is another one than before."""
        self._shown = self.game.view(self._view_seed)
        return self._shown

    def _tell(self, event: Event) -> None:
        """Players first: nobody else may let them know of a position before it is on their own line."""
        for side, seat in self.seats.items():
            try:
                seat.tell(event)
            except SeatError as fault:
                self.blame(side, fault)
        for listener in list(self.listeners):
            try:
                listener(event)
            except Exception:
                log.exception("a listener failed and hears nothing more")
                self.listeners.remove(listener)


async def _abandon(choosing: asyncio.Future[Any]) -> None:
    """Cancel a choice nobody waits for any more and let it end; what it says no longer counts."""
    if not choosing.done():
        choosing.cancel()
        await asyncio.wait((choosing,))
    if not choosing.cancelled():
        choosing.exception()

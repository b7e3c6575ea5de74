"""A room: two seats, observers, and one game between them told in the words of its season."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from schwarm.contest.server.connection import Connection
from schwarm.contest.server.room_messages import last_move
from schwarm.contest.server.seat import ContestSeat
from schwarm.contest.server.seating import Seating
from schwarm.contest.wire.element import Element, tag
from schwarm.contest.wire.season import Cause, Finish, PlayerFault, Season
from schwarm.game import Game, GameError
from schwarm.game.record import Record
from schwarm.referee import UNLIMITED, Ended, Event, Ledger, Limits, Referee, SeatError
from schwarm.store.errors import StoreError

log = logging.getLogger(__name__)
NOT_KEPT = "There is no room to keep this game: it ends without a result."


class RoomStage(Enum):
    """How far a room has come."""

    WAITING = auto()
    PLAYING = auto()
    OVER = auto()


@dataclass(frozen=True, slots=True)
class RoomNeeds:
    """What a room needs of the server that holds it."""

    limits: Limits
    ledger: Callable[[], Ledger | None]
    closed: Callable[[Room], None]  # the room is over: forget it
    scored: Callable[[Room], None]  # a game's result has just been told
    finished: Callable[[Room, Record, list[Element]], None]  # a game was played; data beyond its states
    starting: asyncio.Semaphore  # how many games may begin at the same time


class Room(Seating):
    """One game of two clients. The lobby seats the players; the room starts itself when both are there."""

    def __init__(self, room_id: str, season: Season, game: Game, house: RoomNeeds, *, paused: bool) -> None:
        super().__init__(room_id, season, house.limits)
        self.paused = paused
        self.stage = RoomStage.WAITING
        self.task: asyncio.Task[None] | None = None
        self.over = asyncio.Event()
        self._game = game
        self._house = house
        self._referee: Referee | None = None
        self._messages.last = last_move(season, game)

    # --- who is there ------------------------------------------------------------------------------
    @property
    def position(self) -> Game:
        return self._game if self._referee is None else self._referee.game

    @property
    def begun(self) -> bool:
        return self._referee is not None

    @property
    def finish(self) -> Finish | None:
        """The end as it was told; None before, and where there was no result."""
        return self._messages.finish

    def free_seat(self) -> ContestSeat | None:
        """A seat that anybody may take."""
        if self.stage is RoomStage.WAITING:
            for seat in self.seats:
                if seat.connection is None and seat.reservation is None:
                    return seat
        return None

    def players(self) -> int:
        """Number of seats taken."""
        return sum(seat.connection is not None for seat in self.seats)

    def take(self, seat: ContestSeat, connection: Connection) -> None:
        """Seat a client and confirm it; the last one starts the game."""
        super().take(seat, connection)
        if all(seat.taken.is_set() for seat in self.seats):
            self.start()

    def start(self) -> None:
        self.confirm()
        self.stage = RoomStage.PLAYING
        sides = self.season.sides
        self._referee = Referee(
            self._game,
            {sides[seat.side]: seat for seat in self.seats},
            limits={
                sides[seat.side]: self._house.limits if seat.can_time_out else UNLIMITED
                for seat in self.seats
            },
            ledger=self._house.ledger(),
            paused=self.paused,
        )
        self.task = asyncio.create_task(self._run(self._referee), name=f"room {self.id}")

    async def _run(self, referee: Referee) -> None:
        """Play; a mistake of our own, or a store that fails, ends this room and no other."""
        begun = contextlib.ExitStack()  # closed when the start has been told, or there is none to tell
        referee.listeners.append(lambda event: begun.close())
        referee.listeners.append(self._count)
        told = {"room": self.id, "game": self.season.game}
        try:
            await self._house.starting.acquire()
            begun.callback(self._house.starting.release)
            record = await referee.run()
        except (StoreError, OSError) as error:  # a full disk, a database that is gone: no mistake of ours
            log.error("a game could not be kept", extra={**told, "error": str(error)})
            self._messages.to_all(self.season.plain_error(NOT_KEPT, None))
        except Exception:
            log.exception("a game failed", extra=told)
        else:
            self._house.finished(self, record, self._messages.extra)
        finally:
            begun.close()
            self._close()

    def _count(self, event: Event) -> None:
        """Sum the scores up before anybody who has heard of them can ask."""
        if isinstance(event, Ended) and self.finish is not None:
            self._house.scored(self)

    def accuse(self, seat: ContestSeat, error: SeatError | GameError) -> None:
        """Tell the referee; before the game began nobody has played, so nobody wins."""
        if self._referee is not None:
            self._referee.blame(self.season.sides[seat.side], error)
        elif self.stage is RoomStage.WAITING:
            self.abandon((seat.fault, seat.fault))

    # --- what administrators say -------------------------------------------------------------------
    def observe(self, connection: Connection) -> None:
        """Tell a client what happens from now on."""
        if connection not in self.observers:
            self.observers.append(connection)
        connection.send(tag("observed", roomId=self.id))

    def pause(self, on: bool) -> None:
        """Hold back requests, or go on."""
        if on == self.paused or self.stage is RoomStage.OVER:
            return
        self.paused = on
        if self.season.manners.announces_pause:
            self._messages.paused(self._shown(), on)
        if self._referee is not None and on:
            self._referee.pause()
        elif self._referee is not None:
            self._referee.unpause()

    def step(self, *, forced: bool) -> None:
        """One move of a paused game."""
        if self.stage is RoomStage.WAITING and forced:
            self.abandon_absent()
        elif self._referee is not None and self.paused and not self._referee.step():
            asked = next((seat for seat in self.seats if seat.asked), None)
            if asked is not None:  # the request is out already: say it again; its clock goes on
                self._messages.state(self._shown())
                asked.ask()

    def set_time_out(self, side: int, active: bool) -> None:
        """Switch a seat's clock, from its next request on."""
        self.seats[side].can_time_out = active
        if self._referee is not None:
            limits = self._house.limits if active else UNLIMITED
            self._referee.limits[self.season.sides[side]] = limits

    def cancel(self) -> None:
        """End the game now."""
        if self._referee is not None:
            self._referee.cancel()
        else:
            self.abandon_absent()

    def interrupt(self) -> None:
        """The server goes down."""
        if self._referee is not None:
            self._referee.interrupt()
        else:
            self._close()

    def abandon_absent(self) -> None:
        """End a game that has not started: whoever is not there has lost."""
        faults = [PlayerFault(Cause.ABSENT) if seat.connection is None else None for seat in self.seats]
        self.abandon((faults[0], faults[1]))

    def abandon(self, faults: tuple[PlayerFault | None, PlayerFault | None]) -> None:
        """End a game that has not started."""
        if self.stage is RoomStage.WAITING:
            self._messages.end(self._game, self.season.blame(self._game, faults, self._house.limits))
            self._close()

    def _close(self) -> None:
        """Let everybody go."""
        if self.stage is RoomStage.OVER:
            return
        self.stage = RoomStage.OVER
        if self.finish is None:
            self._messages.left()
        self._house.closed(self)
        self.over.set()
        if self._referee is not None:
            self._referee.listeners.clear()
        self.release()

    def _shown(self) -> Game:
        """The game as players may know it."""
        return self._game.view()

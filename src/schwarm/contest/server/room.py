"""A room: two seats, observers, and one game between them told in the words of its season."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, auto

from schwarm.contest.server.herald import Herald, last_move
from schwarm.contest.server.line import Line
from schwarm.contest.server.seat import ContestSeat, HostedSeat
from schwarm.contest.wire.element import Element, tag
from schwarm.contest.wire.season import Cause, Fault, Finish, Season
from schwarm.games import BadNotation, Game, GameError
from schwarm.games.record import Record
from schwarm.referee import (
    UNLIMITED,
    Ledger,
    Left,
    Limits,
    Referee,
    Seat,
    SeatError,
    Unasked,
)

log = logging.getLogger(__name__)


class Stage(Enum):
    """How far a room has come."""

    WAITING = auto()
    PLAYING = auto()
    OVER = auto()


@dataclass(frozen=True, slots=True)
class House:
    """What a room needs of the server that holds it."""

    limits: Limits
    ledger: Callable[[], Ledger | None]
    closed: Callable[[Room], None]  # the room is over: forget it
    finished: Callable[[Room, Record, list[Element]], None]  # a game was played; data beyond its states


class Room:
    """One game. The lobby seats the players; the room starts itself when both are there."""

    def __init__(self, room_id: str, season: Season, game: Game, house: House, *, paused: bool) -> None:
        self.id = room_id
        self.season = season
        self.seats = [ContestSeat(side, season, room_id, season.unnamed or "") for side in range(2)]
        self.paused = paused
        self.stage = Stage.WAITING
        self.task: asyncio.Task[None] | None = None
        self.over = asyncio.Event()
        self._game = game
        self._house = house
        self._referee: Referee | None = None
        self._unconfirmed: list[Line] = []  # seated, but not told so yet
        self._herald = Herald(room_id, season, self.seats, house.limits)
        self._herald.last = last_move(season, game)

    # --- who is there ------------------------------------------------------------------------------
    @property
    def names(self) -> tuple[str, str]:
        """Display names, empty where there is none."""
        return self._herald.names

    @property
    def observers(self) -> list[Line]:
        """Who watches."""
        return self._herald.observers

    @property
    def finish(self) -> Finish | None:
        """The end as it was told; None before, and where there was no result."""
        return self._herald.finish

    @property
    def faults(self) -> Mapping[str, SeatError | GameError]:
        """What offenders did so far, by side."""
        return self._referee.faults if self._referee is not None else {}

    def free_seat(self) -> ContestSeat | None:
        """A seat that anybody may take."""
        if self.stage is Stage.WAITING:
            for seat in self.seats:
                if seat.line is None and seat.reservation is None:
                    return seat
        return None

    def players(self) -> int:
        """Number of seats taken."""
        return sum(seat.line is not None for seat in self.seats)

    def take(self, seat: ContestSeat, line: Line) -> None:
        """Seat a client and confirm it; the last one starts the game."""
        reserved = seat.reservation is not None
        seat.line, seat.reservation = line, None
        seat.taken.set()
        line.season = self.season
        if reserved and self.season.manners.joined_when_full:
            self._unconfirmed.append(line)
        else:
            line.send(tag("joined", roomId=self.id))
        if all(seat.taken.is_set() for seat in self.seats):
            self.start()

    def host(self, side: int, inner: Seat) -> None:
        """Let somebody inside our own program play a side; before any client comes."""
        self.seats[side] = HostedSeat(self.seats[side], self.season, self.id, inner)

    def start(self) -> None:
        """Begin the game."""
        for line in self._unconfirmed:
            line.send(tag("joined", roomId=self.id))
        self.stage = Stage.PLAYING
        sides = self.season.sides
        self._referee = Referee(
            self._game,
            {sides[seat.side]: seat for seat in self.seats},
            limits={
                sides[seat.side]: self._house.limits if seat.can_time_out else UNLIMITED
                for seat in self.seats
            },
            ledger=self._house.ledger(),
            listeners=[self._herald.hear],
            paused=self.paused,
        )
        self.task = asyncio.create_task(self._run(self._referee), name=f"room {self.id}")

    async def _run(self, referee: Referee) -> None:
        """Play; a mistake of our own, or a store that fails, ends this room and no other."""
        try:
            record = await referee.run()
        except Exception:
            log.exception("a game failed", extra={"room": self.id, "game": self.season.game})
        else:
            self._house.finished(self, record, self._herald.extra)
        finally:
            self._close()

    # --- what clients say --------------------------------------------------------------------------
    def seat_of(self, line: Line) -> ContestSeat | None:
        """The seat a client speaks for: of two own seats, the one that is asked."""
        own = [seat for seat in self.seats if seat.line is line]
        return next((seat for seat in own if seat.asked), own[0] if own else None)

    def move(self, seat: ContestSeat, data: Element, arrived_ms: float) -> None:
        """A client's move; Malformed if it is none."""
        if self._referee is None:
            sent = self.season.read_move(data, self._game)
            colour = self.season.colours[seat.side]
            words = f"Move from {colour}({seat.display_name}) has not been requested."
            self._out_of_turn(seat, words, sent.data)
            return
        sent = self.season.read_move(data, self._referee.game)
        if seat.asked:
            seat.answer(sent, arrived_ms)
            return
        other = self.seats[1 - seat.side]
        colours = self.season.colours
        words = (
            f"It's not your turn yet; expected: {colours[other.side]}({other.display_name}), "
            f"got {colours[seat.side]}({seat.display_name}) (msg was {sent.words})."
        )
        self._out_of_turn(seat, words, sent.data)

    def empty_move(self, seat: ContestSeat) -> None:
        """2017, 2020: a room message without a move is a broken rule."""
        words = f"{seat.display_name} hat kein Zug-Objekt gesendet."
        if seat.line is not None:
            self._herald.say(seat.line, self.season.plain_error(words, None))
        self._blame(seat, Fault(Cause.ILLEGAL_MOVE, words), BadNotation("expected a move, not nothing"))

    def _out_of_turn(self, seat: ContestSeat, words: str, data: Element) -> None:
        line = seat.line
        error = self.season.out_of_turn(words, data)
        if line is not None and error is not None:
            self._herald.say(line, error)
        self._blame(seat, Fault(Cause.OUT_OF_TURN, words), Unasked(words))
        if line is not None and self.season.manners.closes_on_mistakes:
            line.close(farewell=True)

    def lost(self, line: Line, cause: Cause) -> None:
        """A client is gone."""
        if line in self.observers:
            self.observers.remove(line)
        for seat in self.seats:
            if seat.line is line:
                seat.line = None
                self._blame(seat, Fault(cause), Left(cause))

    def _blame(self, seat: ContestSeat, fault: Fault, error: SeatError | GameError) -> None:
        if seat.fault is None:
            seat.fault = fault
        if self._referee is not None:
            self._referee.blame(self.season.sides[seat.side], error)
        elif self.stage is Stage.WAITING:
            # Nobody has played: both count as gone, and nobody wins.
            self.abandon((seat.fault, seat.fault))

    # --- what administrators say -------------------------------------------------------------------
    def observe(self, line: Line) -> None:
        """Tell a client what happens from now on."""
        if line not in self.observers:
            self.observers.append(line)
        line.send(tag("observed", roomId=self.id))

    def pause(self, on: bool) -> None:
        """Hold back requests, or go on."""
        if on == self.paused or self.stage is Stage.OVER:
            return
        self.paused = on
        if self.season.manners.announces_pause:
            self._herald.paused(self._shown(), on)
        if self._referee is not None and on:
            self._referee.pause()
        elif self._referee is not None:
            self._referee.unpause()

    def step(self, *, forced: bool) -> None:
        """One move of a paused game."""
        if self.stage is Stage.WAITING and forced:
            self.abandon_absent()
        elif self._referee is not None and self.paused and not self._referee.step():
            asked = next((seat for seat in self.seats if seat.asked), None)
            if asked is not None:  # the request is out already: say it again; its clock goes on
                self._herald.state(self._shown())
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
        faults = [Fault(Cause.ABSENT) if seat.line is None else None for seat in self.seats]
        self.abandon((faults[0], faults[1]))

    def abandon(self, faults: tuple[Fault | None, Fault | None]) -> None:
        """End a game that has not started."""
        if self.stage is Stage.WAITING:
            self._herald.end(self._game, self.season.blame(self._game, faults, self._house.limits))
            self._close()

    def _close(self) -> None:
        """Let everybody go."""
        if self.stage is Stage.OVER:
            return
        self.stage = Stage.OVER
        if self.finish is None:
            self._herald.left()
        self._house.closed(self)
        self.over.set()

    def _shown(self) -> Game:
        """The game as players may know it."""
        return self._game.view()

"""A room: two seats, observers, and one game between them told in the words of its season."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, auto

from schwarm.contest.server.line import Line, frame
from schwarm.contest.server.seat import ContestSeat
from schwarm.contest.wire.element import Element, tag
from schwarm.contest.wire.messages import in_room
from schwarm.contest.wire.season import Cause, Fault, Finish, Season
from schwarm.games import BadNotation, Game, GameError, IllegalMove
from schwarm.games.record import Irregular, Record
from schwarm.referee import (
    UNLIMITED,
    Ended,
    Event,
    Ledger,
    Left,
    Limits,
    Moved,
    Referee,
    Resumed,
    SeatError,
    Started,
    TimeUp,
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


def last_move(season: Season, game: Game) -> Element | None:
    """The data of the last move of a game that goes on from elsewhere."""
    if not game.history:
        return None
    before = game.copy()
    before.undo()
    return season.write_move(game.history[-1], before)


class Room:
    """One game. The lobby seats the players; the room starts itself when both are there."""

    def __init__(self, room_id: str, season: Season, game: Game, house: House, *, paused: bool) -> None:
        self.id = room_id
        self.season = season
        self.seats = [ContestSeat(side, season, room_id, season.unnamed or "") for side in range(2)]
        self.observers: list[Line] = []
        self.paused = paused
        self.stage = Stage.WAITING
        self.task: asyncio.Task[None] | None = None
        self.finish: Finish | None = None
        self.over = asyncio.Event()
        self._game = game
        self._house = house
        self._referee: Referee | None = None
        self._last = last_move(season, game)
        self._unconfirmed: list[Line] = []  # seated, but not told so yet
        self._extra: list[Element] = []  # errors, for the replay

    # --- who is there ------------------------------------------------------------------------------
    @property
    def names(self) -> tuple[str, str]:
        """Display names, empty where there is none."""
        return self.seats[0].display_name, self.seats[1].display_name

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
        if all(seat.line for seat in self.seats):
            self.start()

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
            listeners=[self._hear],
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
            self._house.finished(self, record, self._extra)
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
            seat.line.send(in_room(self.id, self.season.plain_error(words, None)))
        self._blame(seat, Fault(Cause.ILLEGAL_MOVE, words), BadNotation("expected a move, not nothing"))

    def _out_of_turn(self, seat: ContestSeat, words: str, data: Element) -> None:
        line = seat.line
        error = self.season.out_of_turn(words, data)
        if line is not None and error is not None:
            line.send(in_room(self.id, error))
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
            self._to_observers(self.season.paused(self._shown(), self.names, on))
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
                self._to_all(self.season.state(self._shown(), self.names, self._last))
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
        finish = self.season.blame(self._game, faults, self._house.limits)
        self._tell_end(self._game, finish)
        self._close()

    # --- what the referee says ---------------------------------------------------------------------
    def _hear(self, event: Event) -> None:
        manners = self.season.manners
        if isinstance(event, Started):
            for seat in self.seats:
                if seat.line is not None:
                    seat.line.send(in_room(self.id, self.season.welcome(seat.side)))
            if not event.paused or manners.paused_states_to_players:
                self._to_all(self.season.state(event.game, self.names, self._last))
            if event.paused and manners.announces_wait:
                self._to_observers(self.season.paused(event.game, self.names, True))
        elif isinstance(event, Moved):
            self._moved(event)
        elif isinstance(event, Resumed):
            if manners.state_on_resume:
                self._to_all(self.season.state(event.game, self.names, self._last))
        elif isinstance(event, Ended):
            self._ended(event)

    def _moved(self, event: Moved) -> None:
        manners = self.season.manners
        sent = self.seats[self.season.sides.index(event.side)].last_sent
        assert sent is not None
        self._last = self.season.made(sent, event.ply.move, event.game)
        state = frame(in_room(self.id, self.season.state(event.game, self.names, self._last)))
        # The last state is told even while paused: the result follows it.
        shown = not event.paused or event.game.finished()
        if shown or manners.paused_states_to_observers:
            for line in list(self.observers):
                line.send_bytes(state)
        if shown or manners.paused_states_to_players:
            for line in self._lines():
                line.send_bytes(state)
        if not shown and manners.announces_wait:
            self._to_observers(self.season.paused(event.game, self.names, True))

    def _ended(self, event: Ended) -> None:
        if event.faults:
            finish = self._by_faults(event)
        elif event.end.reason == Irregular.INTERRUPTED:
            return
        elif event.end.reason == Irregular.CANCELLED:
            if not self.season.manners.result_on_cancel:
                return
            finish = self.season.judge(event.game)
        else:
            sides = self.season.sides
            winner = None if event.end.winner is None else sides.index(event.end.winner)
            first, second = self.season.scores(winner, [event.end.scores[side] for side in sides])
            finish = Finish(winner, event.end.reason, (first, second))
        self._tell_end(event.game, finish)

    def _by_faults(self, event: Ended) -> Finish:
        faults: list[Fault | None] = [None, None]
        for seat in self.seats:
            error = event.faults.get(self.season.sides[seat.side])
            if isinstance(error, TimeUp):
                faults[seat.side] = Fault(Cause.HARD_TIMEOUT if error.hard else Cause.SOFT_TIMEOUT)
            elif error is not None:
                faults[seat.side] = seat.fault or self._illegal(seat, error)
        return self.season.blame(event.game, (faults[0], faults[1]), self._house.limits)

    def _illegal(self, seat: ContestSeat, error: SeatError | GameError) -> Fault:
        """Tell of an illegal move and put it into official words."""
        sent = seat.last_sent
        if sent is None:
            return Fault(Cause.LEFT)
        if sent.broken is not None:
            rule, why = sent.broken
        elif isinstance(error, IllegalMove):
            rule, why = error.rule, error.why
        else:
            rule, why = "", str(error)
        name = seat.display_name or self.season.colours[seat.side]
        told = self.season.refusal(self.id, name, rule, why, sent)
        self._extra.append(told)
        message = frame(in_room(self.id, told))
        if seat.line is not None:
            seat.line.send_bytes(message)
        other = self.seats[1 - seat.side].line
        if self.season.manners.error_to_opponent and other is not None:
            other.send_bytes(message)
        for line in self.observers:
            line.send(in_room(self.id, self.season.refusal_for_observers(told)))
        return Fault(Cause.ILLEGAL_MOVE, self.season.mistake(rule, why, sent))

    def _tell_end(self, game: Game, finish: Finish) -> None:
        self.finish = finish
        result = frame(in_room(self.id, self.season.result(game, self.names, finish)))
        result += frame(tag("left", roomId=self.id))
        manners = self.season.manners
        for line in list(self.observers):
            line.send_bytes(result)
        for seat in self.seats:
            if seat.line is None:
                continue
            fault = finish.faults[seat.side]
            broke = fault is not None and fault.cause in (Cause.ILLEGAL_MOVE, Cause.OUT_OF_TURN)
            if not broke or manners.result_to_offender:
                seat.line.send_bytes(result)
            if broke and manners.closes_on_mistakes:
                line, seat.line = seat.line, None
                line.close(farewell=True)

    def _close(self) -> None:
        """Let everybody go."""
        if self.stage is Stage.OVER:
            return
        self.stage = Stage.OVER
        if self.finish is None:
            gone = frame(tag("left", roomId=self.id))
            for line in {*self._lines(), *self.observers}:
                line.send_bytes(gone)
        self._house.closed(self)
        self.over.set()

    # --- telling -----------------------------------------------------------------------------------
    def _shown(self) -> Game:
        """The game as players may know it."""
        return self._game.view()

    def _lines(self) -> list[Line]:
        """The players' lines, each once."""
        return list(dict.fromkeys(seat.line for seat in self.seats if seat.line is not None))

    def _to_all(self, data: Element) -> None:
        message = frame(in_room(self.id, data))
        for line in [*self.observers, *self._lines()]:
            line.send_bytes(message)

    def _to_observers(self, data: Element) -> None:
        message = frame(in_room(self.id, data))
        for line in list(self.observers):
            line.send_bytes(message)

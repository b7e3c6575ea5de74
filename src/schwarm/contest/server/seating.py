"""What is common to every game that contest clients play: who sits where, and what they say.

A room has two clients and a referee of its own. A guest is one client in a game that any other referee runs.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from schwarm.contest.server.connection import Connection
from schwarm.contest.server.room_messages import RoomMessages, last_move
from schwarm.contest.server.seat import ContestSeat
from schwarm.contest.wire.element import Element, tag
from schwarm.contest.wire.season import Cause, PlayerFault, Season
from schwarm.game import BadNotation, Game, GameError
from schwarm.game.errors import Refusal
from schwarm.referee import Answer, Blame, Event, Left, Limits, Moved, Request, SeatError, Started, Unasked


class Seating(ABC):
    """The clients of one game. Subclasses know the game and whom to tell of a fault."""

    def __init__(self, room_id: str, season: Season, limits: Limits) -> None:
        self.id = room_id
        self.season = season
        self.seats = [ContestSeat(side, season, room_id, season.unnamed or "") for side in range(2)]
        self._unconfirmed: list[Connection] = []  # seated, but not told so yet
        self._messages = RoomMessages(room_id, season, self.seats, limits)
        for seat in self.seats:
            seat.hear = self._messages.hear

    @property
    def names(self) -> tuple[str, str]:
        """Display names, empty where there is none."""
        return self._messages.names

    @property
    def observers(self) -> list[Connection]:
        """Who watches."""
        return self._messages.observers

    @property
    @abstractmethod
    def position(self) -> Game:
        """The game as it stands."""

    @property
    @abstractmethod
    def begun(self) -> bool:
        """Does the game go on, so that moves can be asked for?"""

    @abstractmethod
    def accuse(self, seat: ContestSeat, error: SeatError | GameError) -> None:
        """Tell whoever judges the game what a client did."""

    def take(self, seat: ContestSeat, connection: Connection) -> None:
        """Seat a client and confirm it."""
        reserved = seat.reservation is not None
        seat.connection, seat.reservation = connection, None
        seat.client = f"client {connection.number}"
        connection.season = self.season
        if reserved and self.season.manners.joined_when_full:
            self._unconfirmed.append(connection)
        else:
            connection.send(tag("joined", roomId=self.id))
        seat.taken.set()

    def release(self) -> None:
        """Let go of what refers back to this game, so that its memory is free before any collection.

        Nothing is said to clients after this.
        """
        for seat in self.seats:
            seat.hear = ignore

    def confirm(self) -> None:
        """Tell those who were seated before the game was full."""
        for connection in self._unconfirmed:
            connection.send(tag("joined", roomId=self.id))
        self._unconfirmed.clear()

    # --- what clients say --------------------------------------------------------------------------
    def seat_of(self, connection: Connection) -> ContestSeat | None:
        """The seat a client speaks for: of two own seats, the one that is asked."""
        own = [seat for seat in self.seats if seat.connection is connection]
        return next((seat for seat in own if seat.asked), own[0] if own else None)

    def move(self, seat: ContestSeat, data: Element, arrived_ms: float) -> None:
        """A client's move; Malformed if it is none."""
        sent = self.season.read_move(data, self.position)
        if seat.asked:
            seat.answer(sent, arrived_ms)
            return
        asked = 1 - seat.side if self.begun else None
        words = self.season.unasked_words(seat.side, self.names, sent, asked)
        self._out_of_turn(seat, words, sent.data)

    def empty_move(self, seat: ContestSeat) -> None:
        """A room message without a move, in a season in which this is a broken rule."""
        words = self.season.empty_move_words(seat.display_name)
        if seat.connection is not None:
            self._messages.say(seat.connection, self.season.plain_error(words, None))
        self._blame(seat, PlayerFault(Cause.ILLEGAL_MOVE, words), BadNotation(Refusal("nothing")))

    def _out_of_turn(self, seat: ContestSeat, words: str, data: Element) -> None:
        connection = seat.connection
        error = self.season.out_of_turn(words, data)
        if connection is not None and error is not None:
            self._messages.say(connection, error)
        self._blame(seat, PlayerFault(Cause.OUT_OF_TURN, words), Unasked(words))
        if connection is not None and self.season.manners.closes_offender:
            connection.close(farewell=True)

    def lost(self, connection: Connection, cause: Cause) -> None:
        """A client is gone."""
        if connection in self.observers:
            self.observers.remove(connection)
        for seat in self.seats:
            if seat.connection is connection:
                seat.connection = None
                self._blame(seat, PlayerFault(cause), Left(cause))

    def _blame(self, seat: ContestSeat, fault: PlayerFault, error: SeatError | GameError) -> None:
        if seat.fault is None:
            seat.fault = fault
        self.accuse(seat, error)


def ignore(_: object) -> None:
    """What a game that is over does with news."""


class Guest(Seating):
    """One client as a player of somebody else's game: it comes with a reservation and then takes a seat."""

    def __init__(
        self,
        room_id: str,
        season: Season,
        game: Game,
        side: int,
        name: str,
        blame: Blame,
        limits: Limits,
        code: str,
        left: Callable[[Guest], None],
    ) -> None:
        """`game` is what players may know, as it stands; `left` hears when the guest is no more."""
        super().__init__(room_id, season, limits)
        self.code = code
        self.seat = self.seats[side]
        self.seat.display_name = name
        self.seat.reservation = code
        self.taken = self.seat.taken
        self._game = game
        self._begun = False
        self._accuse = blame
        self._left = left
        self._messages.last = last_move(season, game)

    @property
    def position(self) -> Game:
        """The game as far as this client was told."""
        return self._game

    @property
    def begun(self) -> bool:
        """Has the referee begun?"""
        return self._begun

    def accuse(self, seat: ContestSeat, error: SeatError | GameError) -> None:
        """Tell the referee."""
        self._accuse(error)

    async def choose(self, request: Request) -> Answer:
        """What the client says."""
        return await self.seat.choose(request)

    def tell(self, event: Event) -> None:
        """Tell the client what happened, in the words of its season."""
        if isinstance(event, Started):
            self._begun = True
            other = self.seats[1 - self.seat.side]
            other.display_name = event.seats[self.season.sides[other.side]]
            self.confirm()
        if isinstance(event, Started | Moved):
            self._game = event.game
        self._messages.hear(event)

    def close(self) -> None:
        """Let the client go; its connection is its own to close."""
        if self._messages.finish is None:
            self._messages.left()
        self._left(self)
        self._accuse = ignore
        self.release()

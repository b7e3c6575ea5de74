"""A room's voice: what happens in its game, told to players and observers in the words of its season."""

from __future__ import annotations

from schwarm.contest.server.connection import Connection, frame
from schwarm.contest.server.seat import ContestSeat
from schwarm.contest.wire.element import Element, tag
from schwarm.contest.wire.messages import in_room
from schwarm.contest.wire.season import Cause, Finish, PlayerFault, Season, Sent
from schwarm.game import Game, GameError, IllegalMove
from schwarm.game.record import Irregular
from schwarm.referee import Ended, Event, Limits, Moved, NeverCame, Resumed, SeatError, Started, TimeUp


def last_move(season: Season, game: Game) -> Element | None:
    """The data of the last move of a game that goes on from elsewhere."""
    if not game.history:
        return None
    before = game.copy()
    before.undo()
    return season.write_move(game.history[-1], before)


class RoomMessages:
    """Hears the referee and speaks to the room. `finish` is the end as it was told, if there was a result."""

    def __init__(self, room_id: str, season: Season, seats: list[ContestSeat], limits: Limits) -> None:
        self.observers: list[Connection] = []
        self.finish: Finish | None = None
        self.last: Element | None = None  # the last move's data
        self.extra: list[Element] = []  # errors told, for the replay
        self._heard: Event | None = None
        self._shown: Game | None = None  # the position that was told last
        self._id = room_id
        self._season = season
        self._seats = seats
        self._limits = limits

    @property
    def names(self) -> tuple[str, str]:
        """Display names, empty where there is none."""
        return self._seats[0].display_name, self._seats[1].display_name

    def say(self, connection: Connection, data: Element) -> None:
        """Tell one client."""
        connection.send(in_room(self._id, data))

    def to_all(self, data: Element) -> None:
        """Tell observers and players, in this order."""
        message = frame(in_room(self._id, data))
        for connection in [*self.observers, *self.players()]:
            connection.send_bytes(message)

    def to_observers(self, data: Element) -> None:
        message = frame(in_room(self._id, data))
        for connection in list(self.observers):
            connection.send_bytes(message)

    def players(self) -> list[Connection]:
        """The players' connections, each once."""
        return list(dict.fromkeys(seat.connection for seat in self._seats if seat.connection is not None))

    def state(self, game: Game) -> None:
        """Tell everybody the position."""
        self.to_all(self._season.state(game, self.names, self.last))

    def paused(self, game: Game, on: bool) -> None:
        """Tell observers of a pause."""
        self.to_observers(self._season.paused(game, self.names, on))

    def left(self) -> None:
        """Tell everybody that the room is gone."""
        gone = frame(tag("left", roomId=self._id))
        for connection in dict.fromkeys([*self.observers, *self.players()]):
            connection.send_bytes(gone)

    # --- what the referee says ---------------------------------------------------------------------
    def hear(self, event: Event) -> None:
        """An event of the game; it comes once from each seat and is told once."""
        if event is self._heard:
            return
        self._heard = event
        manners = self._season.manners
        if isinstance(event, Started):
            self._shown = event.game
            for seat in self._seats:
                if seat.connection is not None:
                    self.say(seat.connection, self._season.welcome(seat.side))
            if not event.paused or manners.paused_states_to_players:
                self.state(event.game)
            if event.paused and manners.announces_wait:
                self.paused(event.game, True)
        elif isinstance(event, Moved):
            self._moved(event)
        elif isinstance(event, Resumed):
            if manners.state_on_resume:
                self.state(event.game)
        elif isinstance(event, Ended):
            self._ended(event)

    def _moved(self, event: Moved) -> None:
        manners = self._season.manners
        sent = self._seats[self._season.sides.index(event.side)].last_sent
        assert self._shown is not None
        if sent is not None:
            self.last = self._season.made(sent, event.ply.move, event.game)
        else:  # played by somebody who is no contest client
            self.last = self._season.write_move(event.ply.move, self._shown)
        self._shown = event.game
        state = frame(in_room(self._id, self._season.state(event.game, self.names, self.last)))
        # The last state is told even while paused: the result follows it.
        shown = not event.paused or event.game.finished()
        if shown or manners.paused_states_to_observers:
            for connection in list(self.observers):
                connection.send_bytes(state)
        if shown or manners.paused_states_to_players:
            for connection in self.players():
                connection.send_bytes(state)
        if not shown and manners.announces_wait:
            self.paused(event.game, True)

    def _ended(self, event: Ended) -> None:
        if event.faults:
            finish = self._by_faults(event)
        elif event.end.reason == Irregular.INTERRUPTED:
            return
        elif event.end.reason == Irregular.CANCELLED:
            if not self._season.manners.result_on_cancel:
                return
            finish = self._season.judge(event.game)
        else:
            sides = self._season.sides
            winner = None if event.end.winner is None else sides.index(event.end.winner)
            scores = event.end.scores[sides[0]], event.end.scores[sides[1]]
            finish = Finish(winner, event.end.reason, scores)
        self.end(event.game, finish)

    def _by_faults(self, event: Ended) -> Finish:
        faults: list[PlayerFault | None] = [None, None]
        limits = self._limits
        for seat in self._seats:
            error = event.faults.get(self._season.sides[seat.side])
            if error is not None:
                faults[seat.side] = self._fault(seat, error)
                limits = seat.limits or limits  # a guest's referee has limits of its own
        return self._season.blame(event.game, (faults[0], faults[1]), limits)

    def _fault(self, seat: ContestSeat, error: SeatError | GameError) -> PlayerFault:
        """What one side did, in the wire's terms."""
        if isinstance(error, TimeUp):
            return PlayerFault(Cause.HARD_TIMEOUT if error.hard else Cause.SOFT_TIMEOUT)
        if isinstance(error, NeverCame):
            return PlayerFault(Cause.ABSENT)
        if seat.fault is not None:
            return seat.fault
        if seat.last_sent is not None:
            return self._illegal(seat, seat.last_sent, error)
        return (
            PlayerFault(Cause.LEFT)
            if isinstance(error, SeatError)
            else PlayerFault(Cause.ILLEGAL_MOVE, str(error))
        )

    def _illegal(self, seat: ContestSeat, sent: Sent, error: SeatError | GameError) -> PlayerFault:
        """Tell of an illegal move and put it into official words."""
        if sent.broken is not None:
            rule, why = sent.broken
        elif isinstance(error, IllegalMove):
            rule, why = error.rule, error.why
        else:
            rule, why = "", str(error)
        told = self._season.refusal(self._id, seat.display_name, rule, why, sent)
        self.extra.append(told)
        message = frame(in_room(self._id, told))
        if seat.connection is not None:
            seat.connection.send_bytes(message)
        other = self._seats[1 - seat.side].connection
        if self._season.manners.error_to_opponent and other is not None:
            other.send_bytes(message)
        self.to_observers(self._season.refusal_for_observers(told))
        return PlayerFault(Cause.ILLEGAL_MOVE, self._season.mistake(rule, why, sent))

    def end(self, game: Game, finish: Finish) -> None:
        """Tell the result; offenders of the old seasons are let go without it."""
        self.finish = finish
        result = frame(in_room(self._id, self._season.result(game, self.names, finish)))
        result += frame(tag("left", roomId=self._id))
        manners = self._season.manners
        for connection in list(self.observers):
            connection.send_bytes(result)
        for seat in self._seats:
            if seat.connection is None:
                continue
            fault = finish.faults[seat.side]
            broke = fault is not None and fault.cause in (Cause.ILLEGAL_MOVE, Cause.OUT_OF_TURN)
            if not broke or manners.result_to_offender:
                seat.connection.send_bytes(result)
            if broke and manners.closes_offender:
                connection, seat.connection = seat.connection, None
                connection.close(farewell=True)

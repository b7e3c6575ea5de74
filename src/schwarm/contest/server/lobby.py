"""The lobby: who is connected, which rooms there are, and what each request does."""

from __future__ import annotations

import asyncio
import hmac
import logging
import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from uuid import uuid4

from schwarm.contest.server.addresses import is_local, network
from schwarm.contest.server.connection import Connection
from schwarm.contest.server.logs import Seldom
from schwarm.contest.server.room import Room, RoomNeeds, RoomStage
from schwarm.contest.server.score_sums import ScoreSums
from schwarm.contest.server.seat import ContestSeat
from schwarm.contest.server.seating import Guest, Seating
from schwarm.contest.server.settings import ServerSettings
from schwarm.contest.server.turns import OneByOne, Rank, Turns
from schwarm.contest.wire import messages as wire
from schwarm.contest.wire.element import Element, tag
from schwarm.contest.wire.errors import Malformed, OutOfTurn
from schwarm.contest.wire.season import Cause, Denial, Season
from schwarm.contest.wire.seasons import season_of_game, season_of_login, season_of_type
from schwarm.game import Game
from schwarm.game.record import Record
from schwarm.referee import Blame

log = logging.getLogger(__name__)

SEATS_A_CONNECTION = 16
CONNECTIONS_A_GUEST = 8  # through the socket of a sandbox: a program needs one, and a few when it tries again
ANOTHER_SEAT_S = 0.25  # how long a connection with several seats is not heard after it took one more
FRESH_S = 2.0  # so long somebody who just connected is spared where places are short
STANDING = 32  # one place to stand in for so many seats: whoever comes may have a reservation
STARTING = 4  # games that may begin at the same time: a beginning is much to say

Finished = Callable[[Room, Record, list[Element]], None]


class NotGranted(Exception):
    """A request that is not granted; the season says what the client hears of it."""

    def __init__(self, kind: Denial, words: str, season: Season | None = None) -> None:
        self.kind = kind
        self.season = season
        super().__init__(words)


class Lobby:
    """All connections and rooms of one server."""

    def __init__(self, settings: ServerSettings, finished: Finished) -> None:
        self.settings = settings
        self.turns = Turns()
        self._departures = OneByOne()  # from games that go on
        self.connections: set[Connection] = set()
        self.rooms: dict[str, Room] = {}
        self.closed = False  # no more games: the server goes down
        self._guests: dict[str, Guest] = {}  # clients in games that are refereed elsewhere
        self._reservations: dict[str, ContestSeat] = {}
        self._rooms_of_seat: dict[str, Seating] = {}
        self._rooms_of_connection: dict[Connection, set[Seating]] = {}
        self._admins: dict[Connection, None] = {}  # in the order they came
        self._waiting: dict[str, Room] = {}  # rooms that may have a free seat, oldest first
        self._idle: dict[Connection, float] = {}  # who has no seat, and since when, longest first
        self._of_address: Counter[str] = Counter()
        self._sweep: asyncio.TimerHandle | None = None
        self._seldom = Seldom(log)
        self._score_sums = ScoreSums()
        self._default = season_of_game(settings.games[0])
        starting = asyncio.Semaphore(STARTING)
        self._house = RoomNeeds(
            settings.limits, settings.ledger, self._forget, self._scored, finished, starting
        )

    # --- connections -------------------------------------------------------------------------------------
    def opened(self, connection: Connection) -> None:
        """A peer connected. Where there is no place left, the last one who came and took no seat goes.

        Some may stand there beyond the places, until it is known whether a seat was reserved for them.
        """
        origin, most = self._origin(connection)
        if self._of_address[origin] >= most:
            self._seldom.warning("too many connections from one address", address=origin)
            connection.close(farewell=False)
            return
        connection.origin = origin
        places = self.settings.max_connections
        if self._places_taken() >= places and not self.closed:
            self._make_room(origin, full=self._places_taken() >= places + places // STANDING)
        if self._places_taken() >= places + places // STANDING or self.closed:
            connection.close(farewell=False)
            return
        self.connections.add(connection)
        self._of_address[origin] += 1
        self._rooms_of_connection[connection] = set()
        self._rest(connection)

    def _origin(self, connection: Connection) -> tuple[str, float]:
        """Where a connection comes from, as far as limits go, and how many may come from there."""
        if connection.guest is not None:
            return f"the sandbox of {connection.guest.id}", CONNECTIONS_A_GUEST
        most = math.inf if is_local(connection.address) else self.settings.connections_of_address
        return network(connection.address), most

    def _places_taken(self) -> int:
        """How many are here; those for whom a seat was reserved take nobody's place."""
        here = len(self.connections)
        if here >= self.settings.max_connections:
            here -= sum(one.rank is Rank.EXPECTED for one in self.connections)
        return here

    def _make_room(self, origin: str, *, full: bool) -> None:
        """Let somebody go for one who comes from there, unless everybody has as much right to be here.

        As long as it is not full, there is a place to stand in: who came just now is spared, and seats too.
        """
        idle = self._least_welcome(fresh=full)
        if idle is not None:
            self._seldom.warning("no place left: the newest connections without a seat are closed")
            self._dismiss(idle)
        elif full:
            self._dismiss_greediest(origin)

    def _dismiss_greediest(self, origin: str) -> bool:
        """Let one go who took more than others, for one who comes from there; False if nobody did."""
        greedy = self._greediest(origin)
        if greedy is None:
            return False
        self._seldom.warning("no place left: connections that took most seats are closed")
        self._dismiss(greedy)
        return True

    def _greediest(self, origin: str) -> Connection | None:
        """Who took most seats, more than one; else who waits for a game from where most come. The newest.

        Nobody for whom a seat was reserved, and no administrator.
        """
        others = [one for one in self.connections if one.rank is not Rank.EXPECTED and not one.admin]
        most = max((one.joins for one in others), default=0)
        if most > 1:
            others = [one for one in others if one.joins == most]
        else:
            crowd, size = self._of_address.most_common(1)[0]
            if size <= self._of_address[origin] + 1:
                return None
            others = [one for one in others if one.origin == crowd and not self._plays(one)]
        return max(others, key=lambda one: one.number, default=None)

    def _plays(self, connection: Connection) -> bool:
        return any(room.begun for room in self._rooms_of_connection[connection])

    def _least_welcome(self, *, fresh: bool) -> Connection | None:
        """The newest connection without a seat; of those who came just now, who may take one, if `fresh`."""
        just_now = asyncio.get_running_loop().time() - FRESH_S
        for connection, since in reversed(self._idle.items()):
            if since < just_now:
                return connection
        return next(reversed(self._idle), None) if fresh else None

    def _rest(self, connection: Connection) -> None:
        """A connection has no seat from now on; it may stay so for a while only."""
        loop = asyncio.get_running_loop()
        self._idle[connection] = loop.time()
        if self._sweep is None:
            self._sweep = loop.call_later(self.settings.idle_s, self._dismiss_idle)

    def _dismiss_idle(self) -> None:
        """Close the connections that had no seat for too long."""
        loop = asyncio.get_running_loop()
        self._sweep = None
        for connection, since in list(self._idle.items()):
            left_s = since + self.settings.idle_s - loop.time()
            if left_s > 0:
                self._sweep = loop.call_later(left_s, self._dismiss_idle)
                break
            self._dismiss(connection)

    def _dismiss(self, connection: Connection) -> None:
        self._idle.pop(connection, None)
        connection.leave(Cause.LEFT)
        connection.close(farewell=False)

    def gone(self, connection: Connection, cause: Cause) -> None:
        """A peer will say nothing more."""
        if connection not in self.connections:
            return
        self.connections.discard(connection)
        self._idle.pop(connection, None)
        self._admins.pop(connection, None)
        origin, _ = self._origin(connection)
        self._of_address[origin] -= 1
        if not self._of_address[origin]:
            del self._of_address[origin]
        if not self._idle and self._sweep is not None:
            self._sweep.cancel()
            self._sweep = None
        for room in self._rooms_of_connection.pop(connection, set()):
            if room.begun:
                self._departures.ask(partial(room.lost, connection, cause))
            else:
                room.lost(connection, cause)

    def heard(self, connection: Connection, message: Element, arrived_ms: float) -> None:
        """Do what a message asks for; WireError if it is none of the protocol."""
        request = wire.read_request(message)
        try:
            if connection.guest is not None:
                check_own(connection.guest, request)
            self._do(connection, request, message, arrived_ms)
        except NotGranted as refusal:
            self._refuse(connection, message, refusal)
        except OutOfTurn as error:
            self._refuse(connection, message, NotGranted(Denial.ROOM, str(error)))

    def _refuse(self, connection: Connection, message: Element, refusal: NotGranted) -> None:
        connection.season = connection.season or refusal.season or self._default
        answer = connection.season.denial(refusal.kind, str(refusal), message)
        if answer is not None:
            connection.send(answer)
        else:
            connection.leave(Cause.LEFT)
            connection.close(farewell=True)

    # --- requests ----------------------------------------------------------------------------------
    def _do(self, connection: Connection, request: wire.Request, message: Element, arrived_ms: float) -> None:
        match request:
            case wire.RoomData(room_id, data):
                self._room_data(
                    connection, self._guests.get(room_id) or self._room(room_id), data, arrived_ms
                )
            case wire.Join(game_type):
                self._join(connection, game_type)
            case wire.JoinRoom(room_id):
                self._join_room(connection, room_id)
            case wire.JoinPrepared(code):
                self._join_prepared(connection, code)
            case wire.Close():
                connection.leave(Cause.CLOSED)
                connection.close(farewell=False)
            case wire.Authenticate(password):
                self._authenticate(connection, password, message)
            case _:
                if not connection.admin:
                    self._refuse_stranger(connection, request)
                else:
                    self._administer(connection, request)

    def _room(self, room_id: str) -> Room:
        room = self.rooms.get(room_id)
        if room is None:
            raise NotGranted(Denial.ROOM, f"Couldn't find a room with id {room_id}")
        return room

    def _room_data(
        self, connection: Connection, room: Seating, data: Element | None, arrived_ms: float
    ) -> None:
        seat = room.seat_of(connection)
        if seat is None:
            raise NotGranted(Denial.ROOM, f"Client is not a player of room {room.id}", room.season)
        if data is None:
            if not room.season.manners.empty_move_breaks_rules:
                raise Malformed("expected <data> inside <room>")
            room.empty_move(seat)
        elif data.attributes.get("class") in room.season.harmless:
            raise OutOfTurn(f"Expected a move, not {data.attributes['class']}")
        else:
            room.move(seat, data, arrived_ms)

    def _join(self, connection: Connection, game_type: str | None) -> None:
        """Any free seat: of that type, or without a type of the default game, else of any game."""
        season = self._default if game_type is None else self._offered(game_type)
        if self.settings.reserved_only:
            raise NotGranted(Denial.ROOM, "Every seat of this server is reserved", season)
        self._check_seats(connection, season)
        self._waiting = with_free_seats(self._waiting.values())
        fitting = [room for room in self._waiting.values() if room.season is season]
        if game_type is None:
            fitting += self._waiting.values()
        room = fitting[0] if fitting else self._open_room(season, paused=False)
        seat = room.free_seat()
        assert seat is not None
        players = room.players() + 1
        self._seat(connection, room, seat)
        news = season.joined_game_room(room.id, players)
        for admin in list(self._admins):
            if news is not None:
                admin.send(news)

    def _offered(self, game_type: str) -> Season:
        season = season_of_type(game_type)
        if season is None or season.game not in self.settings.games:
            raise Malformed(f"expected a game type this server offers, not {game_type[:60]!r}")
        return season

    def _open_room(self, season: Season, *, paused: bool, game: Game | None = None) -> Room:
        if len(self.rooms) >= self.settings.max_rooms or self.closed:
            raise NotGranted(Denial.ROOM, "There is no room for another game", season)
        trouble = self.settings.trouble()
        if trouble:
            self._seldom.warning("no new games", why=trouble)
            raise NotGranted(Denial.ROOM, f"There is no room for another game: {trouble}", season)
        start = self.settings.start(season.game) if game is None else game
        room = Room(str(uuid4()), season, start, self._house, paused=paused)
        self.rooms[room.id] = self._waiting[room.id] = room
        return room

    def _seat(self, connection: Connection, room: Seating, seat: ContestSeat) -> None:
        if connection not in self._rooms_of_connection:
            return
        self._check_seats(connection, room.season)
        connection.joins += 1
        if connection.joins > 1 and connection.rank is not Rank.EXPECTED:
            connection.rank = Rank.MORE
        if self._rooms_of_connection[connection]:
            connection.hold(ANOTHER_SEAT_S)
        self._rooms_of_connection[connection].add(room)
        self._idle.pop(connection, None)
        room.take(seat, connection)

    def _check_seats(self, connection: Connection, season: Season) -> None:
        if len(self._rooms_of_connection.get(connection, ())) >= SEATS_A_CONNECTION:
            raise NotGranted(Denial.ROOM, "Client plays too many games", season)
        stands = connection in self._idle and connection.rank is not Rank.EXPECTED
        seated = self._places_taken() - len(self._idle)
        full = stands and seated >= self.settings.max_connections
        if full and not self._dismiss_greediest(connection.origin):
            raise NotGranted(Denial.ROOM, "There is no room for another game", season)

    def _join_room(self, connection: Connection, room_id: str) -> None:
        self._check_seats(connection, self._room(room_id).season)
        room = self._room(room_id)
        seat = room.free_seat()
        if seat is None:
            raise NotGranted(Denial.ROOM, f"Room {room_id} is already full!", room.season)
        self._seat(connection, room, seat)

    def _join_prepared(self, connection: Connection, code: str) -> None:
        seat = self._reservations.get(code)
        if seat is None:
            raise NotGranted(Denial.RESERVATION, "Couldn't find a reservation for the provided token.")
        if connection not in self._rooms_of_connection:
            return
        rank, connection.rank = connection.rank, Rank.EXPECTED
        try:
            self._seat(connection, self._rooms_of_seat[code], seat)
        except NotGranted:  # the reservation stays good: the right client may come by another connection
            connection.rank = rank
            raise
        del self._reservations[code], self._rooms_of_seat[code]

    # --- administration ----------------------------------------------------------------------------
    def _authenticate(self, connection: Connection, password: str, message: Element) -> None:
        connection.season = connection.season or season_of_login(message)
        wanted = self.settings.password
        if wanted is None or not hmac.compare_digest(wanted.encode(), password.encode()):
            message.attributes = dict.fromkeys(message.attributes, "***")
            raise NotGranted(Denial.PASSWORD, "Failed to authenticate as administrator")
        connection.admin = True
        self._admins[connection] = None
        self._idle.pop(connection, None)

    def _refuse_stranger(self, connection: Connection, request: wire.Request) -> None:
        """Some seasons say nothing to whoever has not authenticated."""
        room = self.rooms.get(getattr(request, "room", ""))
        season = connection.season or (room.season if room else self._default)
        if isinstance(request, wire.Prepare):
            season = season_of_type(request.game_type) or season
        words = season.stranger_words(request)
        if words is not None:
            raise NotGranted(Denial.STRANGER, words, season)

    def _administer(self, connection: Connection, request: wire.Request) -> None:
        match request:
            case wire.Prepare():
                self._prepare(connection, request)
            case wire.Observe(room_id):
                room = self._room(room_id)
                self._rooms_of_connection[connection].add(room)
                room.observe(connection)
            case wire.Pause(room_id, on):
                self._room(room_id).pause(on)
            case wire.StepRequest(room_id, forced):
                self._room(room_id).step(forced=forced)
            case wire.Cancel(room_id):
                self._room(room_id).cancel()
            case wire.SetTimeout(room_id, slot, active):
                room = self._room(room_id)
                if slot not in (0, 1):
                    raise Malformed(f"expected slot 0 or 1, not {slot}")
                room.set_time_out(slot, active)
            case wire.FreeReservation(code):
                seat = self._reservations.pop(code, None)
                if seat is None:
                    raise NotGranted(
                        Denial.RESERVATION, "Couldn't find a reservation for the provided token."
                    )
                self._rooms_of_seat.pop(code)
                seat.reservation = None
                self._waiting = with_free_seats(self.rooms.values())
            case wire.TestMode(on):
                self._score_sums.on = on
                connection.send(tag("testing", testMode=wire.switch(on)))
            case wire.ScoreFor(name):
                score = self._score_sums.score(name)
                if score is None:
                    raise NotGranted(Denial.ROOM, f"Unknown player {name}")
                connection.send(score)

    def expect(self, game: Game, side: str, name: str, blame: Blame, code: str | None = None) -> Guest:
        """A seat for a client in a game that is refereed elsewhere; it comes with the guest's code."""
        season = season_of_game(game.name)
        place = season.sides.index(side)
        limits = self.settings.limits
        code = code or str(uuid4())
        guest = Guest(str(uuid4()), season, game, place, name, blame, limits, code, self._forget_guest)
        self._guests[guest.id] = guest
        self._reservations[code] = guest.seat
        self._rooms_of_seat[code] = guest
        return guest

    def _prepare(self, connection: Connection, request: wire.Prepare) -> None:
        season = self._offered(request.game_type)
        if len(request.slots) > 2:
            raise Malformed(f"expected at most two slots, not {len(request.slots)}")
        connection.season = season
        paused = request.pause or any(slot.paused for slot in request.slots)
        room = self.prepare(season, request.slots, paused=paused)
        codes = [tag("reservation", seat.reservation) for seat in room.seats if seat.reservation is not None]
        connection.send(tag("prepared", *codes, roomId=room.id))

    def prepare(
        self, season: Season, slots: Sequence[wire.Slot], *, paused: bool = False, game: Game | None = None
    ) -> Room:
        """A room with named seats; its seats know the codes that were reserved for them."""
        room = self._open_room(season, paused=paused, game=game)
        for seat, slot in zip(room.seats, slots, strict=False):
            seat.display_name = slot.name
            seat.can_time_out = slot.can_time_out
            if slot.reserved or season.manners.reserves_every_seat:
                seat.reservation = str(uuid4())
                self._reservations[seat.reservation] = seat
                self._rooms_of_seat[seat.reservation] = room
        return room

    # --- the end of a room -------------------------------------------------------------------------
    def _forget_guest(self, guest: Guest) -> None:
        self._guests.pop(guest.id, None)
        self._let_go(guest)

    def _forget(self, room: Room) -> None:
        self.rooms.pop(room.id, None)
        self._waiting.pop(room.id, None)
        self._let_go(room)

    def _let_go(self, room: Seating) -> None:
        for seat in room.seats:
            if seat.reservation is not None:
                self._reservations.pop(seat.reservation, None)
                self._rooms_of_seat.pop(seat.reservation, None)
        for connection in [
            *room.observers,
            *(seat.connection for seat in room.seats if seat.connection is not None),
        ]:
            rooms = self._rooms_of_connection.get(connection, set())
            rooms.discard(room)
            if not rooms and connection in self.connections and not connection.admin:
                self._rest(connection)

    def _scored(self, room: Room) -> None:
        assert room.finish is not None
        self._score_sums.add(room.season, room.names, room.finish)

    def running(self) -> list[Room]:
        """The rooms in which a game is played."""
        return [room for room in self.rooms.values() if room.stage is RoomStage.PLAYING]


def check_own(guest: Guest, request: wire.Request) -> None:
    """Refusal unless a request from a sandbox is about the seat that this sandbox is for."""
    match request:
        case wire.JoinPrepared(code) if code == guest.code:
            return
        case wire.RoomData(room_id) if room_id == guest.id:
            return
        case wire.Close():
            return
    raise NotGranted(Denial.ROOM, "A program in a sandbox plays its own seat only", guest.season)


def with_free_seats(rooms: Iterable[Room]) -> dict[str, Room]:
    """Those of the rooms that anybody may still enter, by their ids."""
    return {room.id: room for room in rooms if room.free_seat() is not None}

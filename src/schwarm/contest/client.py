"""Plays on somebody else's server: connects, follows the game, asks a bot when the server asks.

A client is one blocking loop; a bot that thinks has nothing else to do.
"""

from __future__ import annotations

import socket
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import TypeVar

from schwarm.contest.wire.element import Element, render, tag
from schwarm.contest.wire.errors import Malformed, WireError
from schwarm.contest.wire.messages import (
    Close,
    Joined,
    Refused,
    Reply,
    RoomLeft,
    RoomNews,
    in_room,
    read_reply,
)
from schwarm.contest.wire.reader import Reader
from schwarm.contest.wire.season import Cause, PlayerFault, Season, ToldEnd
from schwarm.contest.wire.seasons import season_of_game
from schwarm.game import Game, GameError, new_game
from schwarm.game.errors import Refusal
from schwarm.referee import CONTEST, Think

Read = TypeVar("Read")

MAX_BYTES = 1 << 20  # states are longer than anything a client says
CONNECT_S = 10.0
MARGIN_MS = 50  # of the server's limit: the way there and back


class ServerError(Exception):
    """The server refused us, went away, or does not speak the protocol."""


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """How to get a seat: by reservation, in a room, or any."""

    reservation: str | None = None
    room: str | None = None

    def request(self, season: Season) -> Element:
        """The message that asks for it."""
        if self.reservation is not None:
            return tag("joinPrepared", reservationCode=self.reservation)
        if self.room is not None:
            return tag("joinRoom", roomId=self.room)
        return tag("join", gameType=season.game_type)


@dataclass(frozen=True, slots=True)
class ClientGame:
    """A game as a client saw it: its own side, the end, the game itself."""

    side: str
    told: ToldEnd
    game: Game


class Client:
    """A connection to a contest server; a context manager. ServerError when the server fails us."""

    def __init__(self, game: str, host: str = "localhost", port: int = 13050) -> None:
        self.season = season_of_game(game)
        self._reader = Reader(max_bytes=MAX_BYTES)
        self._inbox: deque[Element] = deque()
        self._answered = False  # was our move sent, and no state has come since?
        self._refused = ""  # the server's words about a move of ours that broke the rules
        try:
            self._socket = socket.create_connection((host, port), timeout=CONNECT_S)
        except OSError as error:
            raise ServerError(Refusal("contest_server", host=host, port=port, why=error)) from None
        self._socket.settimeout(None)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._send_text("<protocol>")

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def play(self, seat: SeatRequest, think: Think, *, budget_ms: float = 2_000) -> ClientGame:
        """Take a seat and play one game; `think` is asked for moves, with the time it may take."""
        self._send(seat.request(self.season))
        room, side, known = None, 0, None
        told: ToldEnd | None = None
        self._answered, self._refused = False, ""
        while True:
            match self._next():
                case Joined(joined):
                    room = joined
                case Refused(message) if room is None:
                    raise ServerError(f"the server refused the seat: {message}")
                case RoomNews(where, data) if where == room:
                    kind = data.attributes.get("class")
                    if kind == "welcomeMessage":
                        side = self._read(self.season.read_welcome, data)
                    elif kind == "memento":
                        known = follow(self.season, data, known)
                        self._answered = False
                    elif kind == "error" and self._answered:
                        self._refused = data.get("message") or "the server refused our move"
                    elif kind == "result":
                        told = self._read(self.season.read_result, data)
                    elif self.season.is_request(data):
                        self._answer(room, known, think, budget_ms)
                case RoomLeft(where) if where == room:
                    if told is None or known is None:
                        raise ServerError("the room was closed before the game ended")
                    return ClientGame(self.season.sides[side], told, known)
                case Close():
                    if known is not None and told is None and self._refused:
                        told = self._lost(known, side)
                    if told is not None and known is not None:
                        return ClientGame(self.season.sides[side], told, known)
                    raise ServerError("the server closed the connection before the game ended")

    def _read(self, read: Callable[[Element], Read], data: Element) -> Read:
        try:
            return read(data)
        except Malformed as error:
            raise ServerError(f"the server does not speak the protocol: {error}") from None

    def _answer(self, room: str, known: Game | None, think: Think, budget_ms: float) -> None:
        if known is None:
            raise ServerError("the server asked for a move before it told the position")
        if known.finished():  # asked all the same: 2017 does so of a ship that cannot move
            self._send(in_room(room, self.season.helpless_move()))
        else:
            move = think(known.copy(), max(budget_ms - MARGIN_MS, 1))
            self._send(in_room(room, self.season.write_move(str(move), known)))
        self._answered = True

    def _lost(self, known: Game, side: int) -> ToldEnd:
        """The end of a game that our refused move ended; 2017 closes without telling the result."""
        fault = PlayerFault(Cause.ILLEGAL_MOVE, self._refused)
        faults = (fault, None) if side == 0 else (None, fault)
        finish = self.season.blame(known, faults, CONTEST)
        return ToldEnd(finish.winner, self._refused, finish.scores, fault.cause)

    def close(self) -> None:
        """Say goodbye and close."""
        try:
            self._send(self.season.goodbye)
            self._send_text("\n</protocol>")
        except ServerError:
            pass  # the server was quicker
        self._socket.close()

    def _send(self, message: Element) -> None:
        self._send_text("\n" + render(message, 1))

    def _send_text(self, text: str) -> None:
        try:
            self._socket.sendall(text.encode())
        except OSError as error:
            raise ServerError(f"the connection broke: {error}") from None

    def _next(self) -> Reply | None:
        """The next message; a connection's end reads as a goodbye."""
        while not self._inbox:
            if self._reader.fault is not None:
                raise ServerError(f"the server does not speak the protocol: {self._reader.fault}")
            if self._reader.ended:
                return Close()
            try:
                data = self._socket.recv(1 << 16)
            except OSError as error:
                raise ServerError(f"the connection broke: {error}") from None
            if not data:
                return Close()
            self._inbox.extend(self._reader.feed(data))
        try:
            return read_reply(self._inbox.popleft())
        except WireError as error:
            raise ServerError(f"the server does not speak the protocol: {error}") from None


def follow(season: Season, memento: Element, known: Game | None) -> Game:
    """The game after a state: the known one with its last move made, or put up anew from the state."""
    try:
        state = memento.need("state")
        position = season.read_position(state, known)
        last = state.child("lastMove")
        if known is not None and last is not None:
            after = known.copy()
            try:
                after.play(season.read_move(last, after).text)
            except (GameError, Malformed):
                pass  # a state from elsewhere: a game loaded, a move that another server sent differently
            else:
                if position in (after.position(), after.public_position()):
                    return after
        rules = season.rules(state)
        return new_game(season.game, profile=rules.profile, position=position, **rules.options)  # type: ignore[arg-type]
    except (GameError, Malformed) as error:
        raise ServerError(f"the server told a state that cannot be: {error}") from None

"""The messages that do not depend on the game, as values, and their elements.

Requests go from a client to a server, replies the other way. What a room says about its game stays an
element: only the season's codec understands it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from schwarm.contest.wire.element import Element, tag
from schwarm.contest.wire.errors import Malformed

CLOSE = "close"  # 2026
OLD_CLOSE = "sc.protocol.responses.CloseConnection"  # 2017 and 2020: the alias was never registered


# --- client to server --------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Join:
    """Any free seat; without a game type in any open room, or a room of the default game."""

    game_type: str | None = None


@dataclass(frozen=True, slots=True)
class JoinRoom:
    """A free seat in one room."""

    room: str


@dataclass(frozen=True, slots=True)
class JoinPrepared:
    """The seat of a reservation."""

    code: str


@dataclass(frozen=True, slots=True)
class RoomData:
    """Something said in a room: a move, in most cases."""

    room: str
    data: Element | None


@dataclass(frozen=True, slots=True)
class Authenticate:
    """Become an administrator."""

    password: str


@dataclass(frozen=True, slots=True)
class Slot:
    """A seat of a game to prepare."""

    name: str
    can_time_out: bool
    reserved: bool
    paused: bool = False


@dataclass(frozen=True, slots=True)
class Prepare:
    """Make a room with named seats."""

    game_type: str
    pause: bool
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Observe:
    """Be told what happens in a room."""

    room: str


@dataclass(frozen=True, slots=True)
class Pause:
    """Stop asking for moves, or go on."""

    room: str
    pause: bool


@dataclass(frozen=True, slots=True)
class StepRequest:
    """One move of a paused game; `forced` starts a game with empty seats, to end it."""

    room: str
    forced: bool = False


@dataclass(frozen=True, slots=True)
class Cancel:
    """End a game now."""

    room: str


@dataclass(frozen=True, slots=True)
class SetTimeout:
    """2020: switch the clock of one seat (0 or 1)."""

    room: str
    slot: int
    active: bool


@dataclass(frozen=True, slots=True)
class FreeReservation:
    """2017, 2020: give a reserved seat to anybody."""

    code: str


@dataclass(frozen=True, slots=True)
class TestMode:
    """2020: add up results by display name."""

    __test__ = False  # not a test class
    on: bool


@dataclass(frozen=True, slots=True)
class ScoreFor:
    """2020: the added-up results of a display name."""

    name: str


@dataclass(frozen=True, slots=True)
class Close:
    """The orderly end of a connection, from either side."""


Request: TypeAlias = (
    Join
    | JoinRoom
    | JoinPrepared
    | RoomData
    | Authenticate
    | Prepare
    | Observe
    | Pause
    | StepRequest
    | Cancel
    | SetTimeout
    | FreeReservation
    | TestMode
    | ScoreFor
    | Close
)


def _prepare(element: Element) -> Prepare:
    slots = tuple(
        Slot(
            slot.get("displayName") or "",
            slot.flag("canTimeout"),
            slot.flag("reserved"),
            slot.flag("shouldBePaused"),
        )
        for slot in element.children
        if slot.name == "slot"
    )
    return Prepare(element.value("gameType"), element.flag("pause"), slots)


_REQUESTS: dict[str, Callable[[Element], Request]] = {
    "join": lambda e: Join(e.get("gameType")),
    "joinRoom": lambda e: JoinRoom(e.value("roomId")),
    "joinPrepared": lambda e: JoinPrepared(e.value("reservationCode")),
    "room": lambda e: RoomData(e.value("roomId"), e.child("data")),
    "authenticate": lambda e: Authenticate(e.get("password") or e.get("passphrase") or ""),
    "prepare": _prepare,
    "observe": lambda e: Observe(e.value("roomId")),
    "pause": lambda e: Pause(e.value("roomId"), e.flag("pause")),
    "step": lambda e: StepRequest(e.value("roomId"), e.flag("forced")),
    "cancel": lambda e: Cancel(e.value("roomId")),
    "timeout": lambda e: SetTimeout(e.value("roomId"), e.number("slot"), e.flag("activate")),
    "freeReservation": lambda e: FreeReservation(e.value("reservation")),
    "testMode": lambda e: TestMode(e.flag("testMode")),
    "scoreForPlayer": lambda e: ScoreFor(e.value("displayName")),
    CLOSE: lambda _: Close(),
    OLD_CLOSE: lambda _: Close(),
}


def read_request(element: Element) -> Request:
    """A client's message; Malformed if there is no such one."""
    read = _REQUESTS.get(element.name)
    if read is None:
        raise Malformed(f"expected a message of the protocol, not <{element.name[:60]}>")
    return read(element)


# --- server to client --------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Joined:
    """A seat was taken."""

    room: str


@dataclass(frozen=True, slots=True)
class RoomLeft:
    """The room is gone."""

    room: str


@dataclass(frozen=True, slots=True)
class RoomNews:
    """Something a room says; the season's codec reads its data."""

    room: str
    data: Element


@dataclass(frozen=True, slots=True)
class Prepared:
    """A room was made; one code for each reserved seat."""

    room: str
    codes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Observed:
    """From now on the room's news come."""

    room: str


@dataclass(frozen=True, slots=True)
class JoinedGameRoom:
    """Told to administrators: somebody took a seat without a reservation."""

    room: str
    players: int


@dataclass(frozen=True, slots=True)
class Refused:
    """A request that could not be granted; the connection goes on."""

    message: str


Reply: TypeAlias = Joined | RoomLeft | RoomNews | Prepared | Observed | JoinedGameRoom | Refused | Close

_REPLIES: dict[str, Callable[[Element], Reply]] = {
    "joined": lambda e: Joined(e.value("roomId")),
    "left": lambda e: RoomLeft(e.value("roomId")),
    "room": lambda e: RoomNews(e.value("roomId"), e.need("data")),
    "prepared": lambda e: Prepared(e.value("roomId"), tuple(child.text.strip() for child in e.children)),
    "observed": lambda e: Observed(e.value("roomId")),
    "joinedGameRoom": lambda e: JoinedGameRoom(e.value("roomId"), e.number("playerCount", 0)),
    "errorpacket": lambda e: Refused(e.get("message") or ""),
    CLOSE: lambda _: Close(),
    OLD_CLOSE: lambda _: Close(),
}


def read_reply(element: Element) -> Reply | None:
    """A server's message, or None if it is one that no player needs."""
    read = _REPLIES.get(element.name)
    return None if read is None else read(element)


def in_room(room: str, data: Element) -> Element:
    """Something said in a room."""
    return tag("room", data, roomId=room)


def switch(on: bool) -> str:
    """A boolean as the protocol writes it."""
    return "true" if on else "false"

"""WebSockets: messages pushed to a connection without waiting, messages heard, and how many a visitor has."""

from __future__ import annotations

import asyncio
import json
import re
import zlib
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import cached_property
from typing import Annotated, Any, Protocol

from fastapi import Depends, WebSocket, WebSocketDisconnect

from schwarm.web.shared.errors import Problem, sayable
from schwarm.web.shared.parts import part_of
from schwarm.web.shared.security import PLAYERS, ValidTokens, visitor_of

BACKLOG = 100  # messages a slow reader may lag behind
LONGEST = 8000  # characters of a client's message
HELLO_S = 20.0
GONE, REFUSED, SLOW, CROWDED = 4404, 4403, 4408, 4429
MOST_OF_TOKEN = 8  # connections of one seat, account or team, wherever they come from
LONGEST_REASON = 120  # bytes of the reason a connection is closed with
TOKEN = re.compile(r"[A-Za-z0-9_-]{0,64}")
DEFLATED_FROM = 200  # bytes; below that it is not worth it
WINDOW_BITS, MEMORY_LEVEL = 12, 5  # of deflated messages
LINE = "schwarm.line"  # where the scope of a WebSocket has its `Line`, if it is served by our own server


def encoded(message: Mapping[str, object]) -> bytes:
    """A message as it goes over the line."""
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode(errors="replace")


class Push:
    """A message to many, encoded once: as the bytes of its JSON, and as whole frames of a WebSocket.

    `number` is that of a table's state (0: this message belongs to none), `side` says whose players hear it
    ('': everybody does), and what is `lasting` is told only once: whoever reads too slowly may miss all
    else, since the newest state tells it, too.
    """

    def __init__(self, data: bytes, *, number: int = 0, side: str = "", lasting: bool = False) -> None:
        self.data = data
        self.number = number
        self.side = side
        self.lasting = lasting

    @cached_property
    def text(self) -> str:
        """What is said."""
        return self.data.decode()

    @cached_property
    def frame(self) -> bytes:
        return framed(self.data, 0x81)

    @cached_property
    def deflated(self) -> bytes:
        """One frame for peers that take messages deflated each for itself (RFC 7692)."""
        if len(self.data) < DEFLATED_FROM:
            return self.frame
        packer = zlib.compressobj(zlib.Z_DEFAULT_COMPRESSION, zlib.DEFLATED, -WINDOW_BITS, MEMORY_LEVEL)
        data = packer.compress(self.data) + packer.flush(zlib.Z_SYNC_FLUSH)
        return framed(data[:-4], 0xC1)  # what every flush ends with is left out


def framed(data: bytes, head: int) -> bytes:
    """A frame of a server: a message in one piece."""
    if len(data) < 126:
        return bytes((head, len(data))) + data
    if len(data) < 1 << 16:
        return bytes((head, 126)) + len(data).to_bytes(2, "big") + data
    return bytes((head, 127)) + len(data).to_bytes(8, "big") + data


class LiveLine(Protocol):
    """A WebSocket that frames are written to without waiting."""

    drained: Callable[[], None]  # called once the peer takes again what is written

    @property
    def full(self) -> bool:
        """Does the peer not take what was written before?"""

    def put(self, *pushes: Push) -> None:
        """Write them; what was written before comes first."""

    def cut(self) -> None:
        """End the connection; there is no use in telling the peer why."""

    def forget(self) -> None:
        """Nobody writes any more."""


class QueuedLine:
    """The same over an ASGI server that is not ours."""

    def __init__(self, socket: WebSocket) -> None:
        self.drained: Callable[[], None] = lambda: None
        self._socket = socket
        self._out: asyncio.Queue[Push] = asyncio.Queue()
        self._pump: asyncio.Task[None] | None = None

    @property
    def full(self) -> bool:
        """Does the peer lag behind?"""
        return self._out.qsize() >= BACKLOG

    def put(self, *pushes: Push) -> None:
        """Write them as soon as the peer has taken what came before."""
        for push in pushes:
            self._out.put_nowait(push)
        if self._pump is None:
            self._pump = asyncio.create_task(self._send())

    def cut(self) -> None:
        """End the connection."""
        if self._pump is not None:
            self._pump.cancel()
        self._pump = asyncio.create_task(hang_up(self._socket, SLOW, "reading too slowly"))

    def forget(self) -> None:
        """Nobody writes any more."""
        if self._pump is not None:
            self._pump.cancel()

    async def _send(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):  # gone; whoever listens hears of it too
            while not self._out.empty():
                await self._socket.send_text(self._out.get_nowait().text)
            self._pump = None
            self.drained()


class Listener:
    """A connection that messages are pushed to without waiting.

    One that reads too slowly gets nothing until it has read what it was sent, and is then brought up to date.
    """

    def __init__(self, socket: WebSocket, token: str = "", sides: tuple[str, ...] = ()) -> None:
        self.socket = socket
        self.token = token
        self.sides = sides
        self.catch_up: Callable[[], None] = lambda: None  # tells it how things stand
        self._line: LiveLine = socket.scope.get(LINE) or QueuedLine(socket)
        self._line.drained = self._drained
        self._behind = False
        self._held: list[Push] | None = None  # what is to be written together
        self._owed = 0  # messages that were written even so

    def push(self, push: Push) -> None:
        """Send a message; whoever does not read misses what the newest state tells anyway."""
        if self._behind or self._line.full:
            self._behind = True
            if not push.lasting:
                return
            self._owed += 1
            if self._owed > BACKLOG:
                self._line.cut()
                return
        if self._held is None:
            self._line.put(push)
        else:
            self._held.append(push)

    @contextmanager
    def together(self) -> Iterator[None]:
        """What is pushed meanwhile is written at once at the end."""
        self._held = []
        try:
            yield
        finally:
            held, self._held = self._held, None
            self._line.put(*held)

    def say(self, **message: Any) -> None:
        """Send an object to this one alone."""
        self.push(Push(encoded(message), lasting=True))

    def end(self) -> None:
        """The connection has ended."""
        self._line.forget()

    def _drained(self) -> None:
        if self._behind:
            self._behind, self._owed = False, 0
            self.catch_up()


class Connections:
    """How many connections each address has, and each seat, account and team.

    A school has one address: those who play do not count as the guests of it. Until a connection has said who
    it is, it is one of those who arrive.
    """

    def __init__(self, most: int, tokens: ValidTokens) -> None:
        self.most = most  # guests of an address; as many may be arriving
        self.tokens = tokens
        self.open: Counter[str] = Counter()

    @asynccontextmanager
    async def enter(self, socket: WebSocket) -> AsyncIterator[Admission | None]:
        """Accept a connection, which has a place while it lasts; None, and closed, if too many arrive."""
        try:
            await socket.accept()
        except (WebSocketDisconnect, RuntimeError):  # gone before we could answer
            yield None
            return
        visitor = visitor_of(socket)
        place = Admission(self, visitor)
        if not place.move(f"arriving from {visitor}", self.most):
            await hang_up(socket, CROWDED, str(crowded()))
            yield None
            return
        try:
            yield place
        finally:
            place.leave()


class Admission:
    """What a connection is counted as."""

    def __init__(self, connections: Connections, visitor: str) -> None:
        self._connections = connections
        self._visitor = visitor
        self._counted: tuple[str, ...] = ()

    def welcome(self, key: str = "") -> None:
        """Count it as a guest's, or that of a seat, an account or a team, whose token was found valid.

        `key` is the fingerprint of that token. Problem if there are too many.
        """
        if key:
            self._connections.tokens.add(key)
            if self.move(
                f"of {key}", MOST_OF_TOKEN, f"players of {self._visitor}", PLAYERS * self._connections.most
            ):
                return
        if not self.move(f"guests of {self._visitor}", self._connections.most):
            raise crowded()

    def move(self, kind: str, most: int, other: str = "", most_other: int = 0) -> bool:
        """Count it there, and no longer where it was; False if that is full."""
        counts = self._connections.open
        wanted = {kind: most} | ({other: most_other} if other else {})
        if any(counts[one] >= limit for one, limit in wanted.items()):
            return False
        self.leave()
        self._counted = tuple(wanted)
        counts.update(wanted.keys())
        return True

    def leave(self) -> None:
        """It is over, or counted elsewhere."""
        counts = self._connections.open
        for one in self._counted:
            counts[one] -= 1
            if not counts[one]:
                del counts[one]
        self._counted = ()


def crowded() -> Problem:
    """Why a connection is not taken."""
    return Problem(429, "too_many", "too many connections")


async def heard(socket: WebSocket) -> dict[str, Any]:
    """The next message; Problem if it is not one."""
    frame = await socket.receive()
    if frame["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(frame.get("code", 1000), frame.get("reason"))
    text = frame.get("text")
    if text is None:
        raise Problem(422, "bad_request", "expected text, not a binary message")
    if len(text) > LONGEST:
        raise Problem(413, "too_large", f"expected at most {LONGEST} characters")
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise Problem(422, "bad_request", "expected a JSON object with a type")
    if not isinstance(message.get("id"), int | str | None):
        raise Problem(422, "bad_request", "expected a number or a text as id")
    return message


async def refuse(socket: WebSocket, problem: Problem) -> None:
    """Close a connection for this reason."""
    code = {404: GONE, 429: CROWDED}.get(problem.status, REFUSED)
    await hang_up(socket, code, str(problem))


async def hang_up(socket: WebSocket, code: int, why: str) -> None:
    """Close a connection and say why, as far as a closing message has room; the peer may be gone already."""
    reason = sayable(why).encode()[:LONGEST_REASON].decode(errors="ignore")
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.close(code, reason)


TheConnections = Annotated[Connections, Depends(part_of(Connections))]

"""WebSockets: messages pushed to a connection without waiting, messages heard, and how many a visitor has."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Annotated, Any

from fastapi import Depends, WebSocket, WebSocketDisconnect

from schwarm.web.shared.errors import Problem, sayable
from schwarm.web.shared.parts import part_of
from schwarm.web.shared.security import visitor_of

BACKLOG = 100  # messages a slow reader may lag behind
LONGEST = 8000  # characters of a client's message
HELLO_S = 20.0
GONE, REFUSED, SLOW = 4404, 4403, 4408
LONGEST_REASON = 120  # bytes of the reason a connection is closed with
TOKEN = re.compile(r"[A-Za-z0-9_-]{0,64}")


class Listener:
    """A connection that messages are pushed to without waiting."""

    def __init__(self, socket: WebSocket, token: str = "", sides: tuple[str, ...] = ()) -> None:
        self.socket = socket
        self.token = token
        self.sides = sides
        self._out: asyncio.Queue[str | None] = asyncio.Queue(BACKLOG)
        self._pump: asyncio.Task[None] | None = None

    def push(self, text: str) -> None:
        """Send a message; one who reads too slowly is dropped and may come back."""
        try:
            self._out.put_nowait(text)
        except asyncio.QueueFull:
            while not self._out.empty():
                self._out.get_nowait()
            self._out.put_nowait(None)

    def say(self, **message: Any) -> None:
        """Send an object."""
        self.push(json.dumps(message, separators=(",", ":")))

    def begin(self) -> None:
        """Send what is pushed, from now on."""
        self._pump = asyncio.create_task(self._send())

    def end(self) -> None:
        """The connection has ended."""
        if self._pump is not None:
            self._pump.cancel()

    async def _send(self) -> None:
        try:
            while (text := await self._out.get()) is not None:
                await self.socket.send_text(text)
            await self.socket.close(SLOW, "reading too slowly")
        except (WebSocketDisconnect, RuntimeError):  # gone; whoever listens hears of it too
            pass


class Connections:
    """How many connections each visitor has."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.open: Counter[str] = Counter()

    @asynccontextmanager
    async def enter(self, socket: WebSocket) -> AsyncIterator[bool]:
        """Accept a connection and count it while it lasts; False, and closed, if its visitor has too many."""
        try:
            await socket.accept()
        except (WebSocketDisconnect, RuntimeError):  # gone before we could answer
            yield False
            return
        visitor = visitor_of(socket)
        if self.open[visitor] >= self.most:
            await hang_up(socket, REFUSED, "too many connections")
            yield False
            return
        self.open[visitor] += 1
        try:
            yield True
        finally:
            self.open[visitor] -= 1


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
    return message


async def hang_up(socket: WebSocket, code: int, why: str) -> None:
    """Close a connection and say why, as far as a closing message has room; the peer may be gone already."""
    reason = sayable(why).encode()[:LONGEST_REASON].decode(errors="ignore")
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.close(code, reason)


TheConnections = Annotated[Connections, Depends(part_of(Connections))]

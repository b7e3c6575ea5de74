"""Connections to the page before they are requests: how many, and how long one may keep us waiting.

A peer that opens lines and says nothing, sends half a header or half a body, or does not take its answer
holds a line for a while only. Where places are short, whoever has kept us waiting longest makes room.
"""

from __future__ import annotations

import asyncio
import socket
from collections import Counter, deque
from collections.abc import Callable
from functools import partial
from typing import Any, cast

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

from schwarm.contest.server.addresses import network
from schwarm.web.shared.connections import LINE, MEMORY_LEVEL, WINDOW_BITS, Push
from schwarm.web.shared.settings import Settings

HEAD_S = 15.0  # until the headers of a request are there
LOOK_S = 5.0  # how often a body under way is looked at
BODY_S = 15.0  # a body may be slow so long ...
BODY_RATE = 4_096  # ... then so many bytes of it must have come in each second
ANSWER_S = 60.0  # until a peer takes something of what is sent to it
NO_TEXT = 1007  # why a WebSocket is closed
UNREAD = 65_536  # bytes of a WebSocket that the system keeps for a peer that does not read
READ = 512  # bytes of a WebSocket that are parsed in one turn of the loop: small frames take their time
SAID_RATE, SAID_BURST = 4_096, 16_384  # bytes a second that a WebSocket may send, and how many at first
DEFLATE = [
    ServerPerMessageDeflateFactory(
        server_no_context_takeover=True,
        client_no_context_takeover=True,
        server_max_window_bits=WINDOW_BITS,
        client_max_window_bits=WINDOW_BITS,
        compress_settings={"memLevel": MEMORY_LEVEL},
    )
]
LATE = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
CROWDED = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


def _nothing() -> None:
    """Nobody waits for the line."""


class Entrance:
    """Lets WebSockets in one by one, so that a crowd that comes at once keeps nobody waiting who is there."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], None]] = deque()

    def enter(self, come: Callable[[], None]) -> None:
        """Let one more come; the next one does after everything else that is due then."""
        self._waiting.append(come)
        if len(self._waiting) == 1:
            asyncio.get_running_loop().call_soon(self._let_in)

    def _let_in(self) -> None:
        try:
            self._waiting[0]()
        finally:
            self._waiting.popleft()
            if self._waiting:
                asyncio.get_running_loop().call_soon(self._let_in)


class Callers:
    """All connections that are no WebSockets, oldest first."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.entrance = Entrance()
        self.lines: dict[Doorway, str] = {}  # with their visitors; '' where our own proxy calls
        self._of_visitor: Counter[str] = Counter()

    def let_in(self, line: Doorway, address: str) -> bool:
        """Is there a place, if need be one that somebody has to leave who keeps us waiting?"""
        visitor = "" if address in self.settings.proxies else network(address)
        if visitor and self._of_visitor[visitor] >= self.settings.connections_of_visitor:
            others = [one for one, whose in self.lines.items() if whose == visitor]
        elif len(self.lines) >= self.settings.connections:
            others = list(self.lines)
        else:
            others = []
        idle = next((one for one in others if one.keeps_waiting), None)
        if others and idle is None:
            return False
        if idle is not None:
            idle.give_up()
        self.lines[line] = visitor
        self._of_visitor[visitor] += 1
        return True

    def forget(self, line: Doorway) -> None:
        """It is gone, or a WebSocket from now on."""
        visitor = self.lines.pop(line, None)
        if visitor is not None:
            self._of_visitor[visitor] -= 1
            if not self._of_visitor[visitor]:
                del self._of_visitor[visitor]


class Doorway(H11Protocol):
    """A connection whose peer has to get on with it."""

    def __init__(self, callers: Callers, **given: Any) -> None:
        super().__init__(**given)
        self._callers = callers
        self._timer: asyncio.TimerHandle | None = None
        self._slow_answer: asyncio.TimerHandle | None = None
        self._waits_for: object = None  # the state of the peer that we wait for the end of
        self._came = 0  # bytes of the body
        self._since = 0.0

    @property
    def keeps_waiting(self) -> bool:
        """Is it the peer's turn to send something?"""
        return self._waits_for is not None or self.timeout_keep_alive_task is not None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Called by the event loop."""
        super().connection_made(transport)
        if not self._callers.let_in(self, self.client[0] if self.client else ""):
            transport.write(CROWDED)
            transport.close()
            return
        self._look_on()

    def data_received(self, data: bytes) -> None:
        """Called by the event loop."""
        self._came += len(data)
        super().data_received(data)
        self._look_on()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """The line is a WebSocket's as soon as it is its turn; that has limits of its own."""
        self._rest()
        self._callers.forget(self)
        self.transport.pause_reading()
        self._callers.entrance.enter(partial(self._become_socket, event))

    def _become_socket(self, event: h11.Request) -> None:
        if not self.transport.is_closing():
            super().handle_websocket_upgrade(event)
            self.transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """Called by the event loop."""
        self._rest()
        self._callers.forget(self)
        if self._slow_answer is not None:
            self._slow_answer.cancel()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Called by the event loop when the peer does not take what is sent."""
        super().pause_writing()
        self._slow_answer = self.loop.call_later(ANSWER_S, self.transport.abort)

    def resume_writing(self) -> None:
        """Called by the event loop when it does again."""
        super().resume_writing()
        if self._slow_answer is not None:
            self._slow_answer.cancel()

    def give_up(self) -> None:
        """The peer took too long, or another one needs its place."""
        if self._waits_for is h11.IDLE and self._came:
            self.transport.write(LATE)
        self._rest()
        self._callers.forget(self)
        self.transport.close()

    def _look_on(self) -> None:
        """Begin or end to wait for the peer, by what came last."""
        state = self.conn.their_state
        wanted = state if state in (h11.IDLE, h11.SEND_BODY) and self in self._callers.lines else None
        if wanted is self._waits_for:
            return
        self._rest()
        self._waits_for = wanted
        self._came, self._since = 0, self.loop.time()
        if wanted is h11.IDLE:
            self._timer = self.loop.call_later(HEAD_S, self.give_up)
        elif wanted is h11.SEND_BODY:
            self._timer = self.loop.call_later(LOOK_S, self._look_at_body)

    def _look_at_body(self) -> None:
        """A body has to grow, unless it is we who do not read it at the moment."""
        now = self.loop.time()
        if self.flow.read_paused:
            self._came, self._since = 0, now
        late_s = now - self._since - BODY_S
        if late_s > 0 and self._came < late_s * BODY_RATE:
            self.give_up()
        else:
            self._timer = self.loop.call_later(LOOK_S, self._look_at_body)

    def _rest(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._waits_for = None


class Mailbox:
    """What a peer has said until the application takes it; asyncio's own queue is a tenth of a connection."""

    __slots__ = ("_messages", "_waiter")

    def __init__(self) -> None:
        self._messages: list[Any] = []
        self._waiter: asyncio.Future[None] | None = None

    def empty(self) -> bool:
        """Is there nothing to take?"""
        return not self._messages

    def put_nowait(self, message: Any) -> None:
        self._messages.append(message)
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def get(self) -> Any:
        """The next message; one at a time may wait for it."""
        while not self._messages:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        self._waiter = None
        return self._messages.pop(0)


class TextSocket(WebSocketsSansIOProtocol):
    """A WebSocket that messages to many are written to as whole frames, made once for all of them.

    Each message is deflated for itself, if the peer agrees: so the frames are the same for everybody, and no
    connection keeps a window. A text that is none is its peer's mistake, not one for the log.
    """

    def __init__(self, config: uvicorn.Config, *given: Any, **more: Any) -> None:
        super().__init__(config, *given, **more)
        self.queue = cast("asyncio.Queue[Any]", Mailbox())
        self.full = False
        self.drained: Callable[[], None] = _nothing
        self._deflates = False
        self._allowed, self._since = float(SAID_BURST), self.loop.time()  # bytes it may send now
        if config.ws_per_message_deflate:
            self.conn.available_extensions = DEFLATE

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Called by the event loop, or by the doorway where the line began."""
        super().connection_made(transport)
        cast(Any, transport).max_size = READ  # asyncio's own size of a read is 256 kB
        wire = transport.get_extra_info("socket")
        if wire is not None:
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD)

    def data_received(self, data: bytes) -> None:
        """Called by the event loop; a peer that sends too much is read again only after a while."""
        super().data_received(data)
        now = self.loop.time()
        self._allowed = min(SAID_BURST, self._allowed + (now - self._since) * SAID_RATE) - len(data)
        self._since = now
        if self._allowed < 0 and not self.transport.is_closing():
            self.transport.pause_reading()
            self.loop.call_later(-self._allowed / SAID_RATE, self._read_on)

    def _read_on(self) -> None:
        if not self.read_paused:
            self.transport.resume_reading()

    async def run_asgi(self) -> None:
        """The application finds the line in its scope."""
        self._deflates = bool(self.conn.extensions)
        cast("dict[str, Any]", self.scope)[LINE] = self
        await super().run_asgi()

    def put(self, *pushes: Push) -> None:
        """Write messages; what was written before comes first."""
        if not self.close_sent and not self.transport.is_closing():
            frames = [push.deflated if self._deflates else push.frame for push in pushes]
            self.transport.write(frames[0] if len(frames) == 1 else b"".join(frames))

    def start_keepalive(self) -> None:
        """Called once the connection is accepted: what was said until then is of no use any more."""
        super().start_keepalive()
        del self.request, self.response

    def cut(self) -> None:
        """End the connection of a peer that does not read."""
        self.transport.abort()

    def forget(self) -> None:
        """Nobody writes any more."""
        self.drained = _nothing

    def pause_writing(self) -> None:
        """Called by the event loop when the peer does not take what is sent."""
        super().pause_writing()
        self.full = True

    def resume_writing(self) -> None:
        """Called by the event loop when it does again."""
        super().resume_writing()
        self.full = False
        self.drained()

    def send_receive_event_to_app(self) -> None:
        """Called for each whole message."""
        try:
            if self.curr_msg_data_type == "text":
                b"".join(self.frames).decode()
        except UnicodeDecodeError:
            self.frames = []
            try:
                self.conn.send_close(NO_TEXT)
            except InvalidState:  # it is being closed already
                self.transport.close()
            else:
                self.handle_parser_exception()
            return
        super().send_receive_event_to_app()

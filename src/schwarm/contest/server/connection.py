"""One connection: bytes in become messages with the moment they came, messages out become bytes.

A peer can hurt nobody but itself: it is read in small pieces, a message at a time in turn with all others,
and dropped when it does not take what is sent to it.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING, Protocol, cast

from schwarm.contest.server.arrival import arrival_clock
from schwarm.contest.server.turns import Rank, Turns
from schwarm.contest.wire.element import Element, render
from schwarm.contest.wire.errors import WireError
from schwarm.contest.wire.reader import Reader
from schwarm.contest.wire.season import Cause, Season
from schwarm.referee import now_ms

if TYPE_CHECKING:
    from schwarm.contest.server.seating import Guest

log = logging.getLogger(__name__)

NUMBERS = count(1)
READ_BYTES = 4096
MAX_UNSENT = 1 << 20
GREETING_S = 0.25  # a client of 2017 may wait for the root's start tag before it says anything
LINE_MS = 100.0  # within this time a line takes what is sent to a peer that reads
LINGER_S = 5.0  # how long a closed connection may take to hand over its last bytes


class ConnectionEvents(Protocol):
    """Whom a connection tells what it hears."""

    turns: Turns

    def opened(self, connection: Connection) -> None:
        """A peer connected."""

    def heard(self, connection: Connection, message: Element, arrived_ms: float) -> None:
        """A peer's message; WireError if it is none of the protocol."""

    def gone(self, connection: Connection, cause: Cause) -> None:
        """The peer will say nothing more."""


class Connection(asyncio.BufferedProtocol):
    """A connection of the server. `season` is what the peer speaks, once that is known.

    `guest`: through a sandbox's socket a peer comes as this guest, and the host grants it nothing else.
    """

    def __init__(self, host: ConnectionEvents, guest: Guest | None = None) -> None:
        self.guest = guest
        self.season: Season | None = None
        self.admin = False
        self.peer = "?"
        self.address = ""  # without the port; empty at a Unix socket
        self.origin = ""  # whose turn it is when it is heard: that of all who come from there
        self.rank = Rank.FIRST
        self.joins = 0  # seats it has taken so far
        self.number = next(NUMBERS)  # in the order they came
        self._host = host
        self._reader = Reader()
        self._buffer = bytearray(READ_BYTES)
        self._unread: deque[tuple[bytes, float]] = deque()  # what came, and when
        self._backlog: deque[tuple[Element, float]] = deque()
        self._at_work = False  # does it wait for its turn?
        self._opened = False  # was our root's start tag sent?
        self._held = False  # do its messages have to wait for a while?
        self._closing = False
        self._gone = False
        self._greeting: asyncio.TimerHandle | None = None
        self._stalled_ms = 0.0  # since when bytes for the peer have had to wait, if some do
        self._readable: list[asyncio.Future[float]] = []
        self._linger: asyncio.TimerHandle | None = None

    # --- coming in ---------------------------------------------------------------------------------
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Called by the event loop."""
        self._loop = asyncio.get_running_loop()
        self._arrived: Callable[[], float] = arrival_clock(self._loop)
        self._transport = cast(asyncio.Transport, transport)
        self._transport.set_write_buffer_limits(high=0)  # so that we hear when the last byte has left
        name = transport.get_extra_info("peername")
        self.peer = str(name or "local")
        self.address = str(name[0]) if isinstance(name, tuple) else ""
        self._greeting = self._loop.call_later(GREETING_S, self.send_bytes, b"")
        self._host.opened(self)

    def get_buffer(self, sizehint: int) -> bytearray:
        """Called by the event loop."""
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        """Called by the event loop."""
        if self._closing:
            return
        self._unread.append((bytes(self._buffer[:nbytes]), self._arrived()))
        if not self._at_work:
            self._at_work = True
            self._host.turns.ask(self._work, self.origin, self.rank)
            if self._at_work and not self._closing:  # further bytes wait until these are dealt with
                self._transport.pause_reading()

    def hold(self, seconds: float) -> None:
        """Hear the peer's next message only after so many seconds."""
        self._held = True
        self._loop.call_later(seconds, self._release)

    def _release(self) -> None:
        self._held = False
        if self._at_work:
            self._host.turns.ask(self._work, self.origin, Rank.MORE)

    def _work(self) -> bool:
        """Handle one message; is there more to do?"""
        if self._held and not self._closing:
            return False  # it is asked again when the time has come
        if not self._backlog and self._unread and not self._closing:
            data, arrived_ms = self._unread.popleft()
            self._backlog.extend((message, arrived_ms) for message in self._reader.feed(data))
        if self._backlog and not self._closing:
            message, arrived_ms = self._backlog.popleft()
            try:
                self._host.heard(self, message, arrived_ms)
            except WireError as error:
                self.drop(error)
        if not self._closing and (self._backlog or self._unread):
            return True
        self._at_work = False
        if self._closing:
            self._backlog.clear()
            self._unread.clear()
        elif self._reader.fault is not None:
            self.drop(self._reader.fault)
        elif self._reader.ended:
            self._lose(Cause.LEFT)
            self.close(farewell=False)
        else:
            self._transport.resume_reading()
        return False

    def eof_received(self) -> bool:
        """Called by the event loop: the peer will send nothing more. Close our side too."""
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        """Called by the event loop."""
        self._closing = True
        for timer in (self._greeting, self._linger):
            if timer is not None:
                timer.cancel()
        self.resume_writing()
        self._lose(Cause.LEFT)
        self._reader.close()
        vars(self._transport).pop("_read_ready_cb", None)  # asyncio's transports refer to themselves by it

    # --- going out ---------------------------------------------------------------------------------
    def send(self, message: Element) -> None:
        self.send_bytes(frame(message))

    def send_bytes(self, data: bytes) -> None:
        """Send messages that are framed already; whoever is gone misses them without a word in the log."""
        if self._closing or self._transport.is_closing():
            return
        if not self._opened:
            self._opened = True
            data = b"<protocol>" + data
        if data:
            self._transport.write(data)
            if self._transport.get_write_buffer_size() > MAX_UNSENT:
                log.info("a client does not read what is sent to it", extra={"peer": self.peer})
                self._closing = True
                self._lose(Cause.LEFT)
                self._transport.abort()

    def readable(self) -> asyncio.Future[float]:
        """When what was said last could be read by a peer that reads: when it left, but not long after its
        line began to fill up. Whoever does not read what it is sent loses the time."""
        found = self._loop.create_future()
        now = now_ms()
        waiting = not self._closing and self._transport.get_write_buffer_size() > 0
        latest = self._stalled_ms + LINE_MS if waiting else now
        if latest <= now:
            found.set_result(now)
        else:
            self._readable.append(found)
            self._loop.call_later((latest - now) / 1000, settle, found, latest)
        return found

    def pause_writing(self) -> None:
        """Called by the event loop when bytes have to wait."""
        self._stalled_ms = now_ms()

    def resume_writing(self) -> None:
        """Called by the event loop when all bytes have left."""
        while self._readable:
            settle(self._readable.pop(), now_ms())

    # --- ending ------------------------------------------------------------------------------------
    def close(self, *, farewell: bool) -> None:
        """End our document and the connection; `farewell` says goodbye first, as 2017 and 2020 do."""
        if self._closing:
            return
        if farewell and self.season is not None:
            self.send(self.season.goodbye)
        self.send_bytes(b"\n</protocol>")
        self._hang_up()

    def drop(self, error: WireError) -> None:
        """End the connection of a peer that broke the protocol."""
        log.info("a client broke the protocol", extra={"peer": self.peer, "error": str(error)})
        self._lose(Cause.BROKEN)
        if self.season is not None and self.season.manners.ends_document:
            self.close(farewell=False)
        elif not self._closing:
            self._hang_up()

    def _hang_up(self) -> None:
        self._closing = True
        self._transport.close()
        self._linger = self._loop.call_later(LINGER_S, self._transport.abort)

    def _lose(self, cause: Cause) -> None:
        if not self._gone:
            self._gone = True
            self._host.gone(self, cause)

    def leave(self, cause: Cause) -> None:
        """The peer said goodbye: its seats are free of it from now on."""
        self._lose(cause)


def settle(found: asyncio.Future[float], moment: float) -> None:
    """Answer somebody who waits, unless that has been done."""
    if not found.done():
        found.set_result(moment)


def frame(message: Element) -> bytes:
    """A message as it goes over the wire: on a new line, one level inside the root."""
    return ("\n" + render(message, 1)).encode()

"""When bytes came: not when a busy event loop got round to them.

The loop reads a socket only once in a turn. Bytes that were already there when it looked may have come
at any moment since it last looked; then the player is given the benefit of that moment.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import selectors
from collections.abc import Callable
from typing import Any

from schwarm.contest.server.logs import Seldom
from schwarm.platform.signals import wake_at_signals
from schwarm.referee import now_ms

OUT_OF_FILES = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
seldom = Seldom(logging.getLogger(__name__))


class ArrivalSelector(selectors.DefaultSelector):
    """A selector that knows since when the bytes it reports may have been there."""

    def __init__(self) -> None:
        super().__init__()
        self._looked_ms = now_ms()
        self.arrived_ms = self._looked_ms

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """What is ready now, or after waiting for it."""
        ready = super().select(0)
        if ready:
            self.arrived_ms = self._looked_ms
            self._looked_ms = now_ms()
            return ready
        if timeout is None or timeout > 0:
            ready = super().select(timeout)
        self.arrived_ms = self._looked_ms = now_ms()
        return ready


def stamping_loop() -> asyncio.AbstractEventLoop:
    """An event loop for a server that stamps arrivals fairly."""
    loop = asyncio.SelectorEventLoop(ArrivalSelector())
    loop.set_exception_handler(note_error)
    wake_at_signals(loop)
    return loop


def note_error(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Out of open files, the loop stops accepting for a second; it is said once a minute, not each time."""
    error = context.get("exception")
    if isinstance(error, OSError) and error.errno in OUT_OF_FILES:
        seldom.warning("no new connections for a moment: out of open files")
    else:
        loop.default_exception_handler(context)


def arrival_clock(loop: asyncio.AbstractEventLoop) -> Callable[[], float]:
    """When the bytes now being read came; on any other kind of loop, the present moment."""
    selector = getattr(loop, "_selector", None)
    if isinstance(selector, ArrivalSelector):
        return lambda: selector.arrived_ms
    return now_ms

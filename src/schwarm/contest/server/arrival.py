"""When bytes came: not when a busy event loop got round to them.

The loop reads a socket only once in a turn. Bytes that were already there when it looked may have come
at any moment since it last looked; then the player is given the benefit of that moment.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable

from schwarm.referee import now_ms


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
    return asyncio.SelectorEventLoop(ArrivalSelector())


def arrival_clock(loop: asyncio.AbstractEventLoop) -> Callable[[], float]:
    """When the bytes now being read came; on any other kind of loop, the present moment."""
    selector = getattr(loop, "_selector", None)
    if isinstance(selector, ArrivalSelector):
        return lambda: selector.arrived_ms
    return now_ms

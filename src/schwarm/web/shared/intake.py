"""Large bodies of requests: a few are taken in at a time, and who is slow holds up nobody for long."""

from __future__ import annotations

import asyncio

from starlette.requests import Request

from schwarm.web.shared.errors import Problem

SPARED_S = 5.0  # so long nobody has to make room


class Intake:
    """Takes bodies in. Where all places are taken, the one that takes longest has to give its place up."""

    def __init__(self, at_once: int, spared_s: float = SPARED_S) -> None:
        self.at_once = at_once
        self.spared_s = spared_s
        self._reading: dict[asyncio.Task[bytes], float] = {}  # since when, oldest first

    async def body(self, request: Request) -> bytes:
        """The whole body of a request; Problem if it came too slowly while others waited."""
        await self._place()
        reading = asyncio.create_task(request.body())
        self._reading[reading] = asyncio.get_running_loop().time()
        try:
            await asyncio.wait((reading,))
            if reading.cancelled():
                raise Problem(408, "too_slow", "this came too slowly while others waited: send it again")
            return reading.result()
        finally:
            reading.cancel()
            self._reading.pop(reading, None)

    async def _place(self) -> None:
        """Wait for a place, no longer than whoever holds one is spared."""
        loop = asyncio.get_running_loop()
        while len(self._reading) >= self.at_once:
            oldest, since = next(iter(self._reading.items()))
            left_s = since + self.spared_s - loop.time()
            if left_s <= 0:
                oldest.cancel()
                del self._reading[oldest]
            else:
                await asyncio.wait(self._reading, timeout=left_s, return_when=asyncio.FIRST_COMPLETED)
                await asyncio.sleep(0)  # whoever is done leaves its place

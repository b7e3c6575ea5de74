"""How pages on one database send each other what their tables tell: short letters, each to one page.

PostgreSQL carries them, or a Redis or Valkey where one is run (`--relay redis://...`). Letters may be lost;
whoever sends and reads them numbers them, and is told by `missed` when it has to look for itself.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from schwarm.extras import MissingExtra
from schwarm.store.errors import BadUrl, Unreachable
from schwarm.store.letters import LONGEST, box_of
from schwarm.store.store import Store
from schwarm.web.shared.inner import KEPT_ALIVE

log = logging.getLogger(__name__)
AGAIN_S = 1.0  # between two tries to reach a relay that is away
CONNECT_S = 3.0
MOST_WAITING = 16_000_000  # characters for a relay that does not take them
SCHEMES = ("redis://", "rediss://")


class Relay(Protocol):
    """Carries letters; all of it belongs to the event loop."""

    box: str  # where letters reach this page
    longest: int  # bytes of a letter
    hear: Callable[[list[str]], None]  # called with letters that come
    missed: Callable[[], object]  # called when letters may have been lost, those of others or our own

    async def open(self) -> None:
        """Begin to hear; Unreachable if that is not possible."""

    def send(self, box: str, letter: str) -> None:
        """Send a letter without waiting."""

    async def close(self) -> None:
        """Hear and send nothing more."""


def relay_of(url: str, store: Store) -> Relay:
    """The relay at this address; '' is the database itself."""
    if not url:
        return StoreRelay(store)
    if not store.shared:
        raise BadUrl("expected --store postgresql://... with --relay: only such pages are several")
    return RedisRelay(url)


class StoreRelay:
    """The database's own."""

    def __init__(self, store: Store) -> None:
        self.box = box_of(store.number)
        self.longest = LONGEST
        self.hear: Callable[[list[str]], None] = lambda letters: None
        self.missed: Callable[[], object] = lambda: None
        self.send = store.letters.send
        self._letters = store.letters

    async def open(self) -> None:
        """Begin to hear; the store's thread does."""
        soon = asyncio.get_running_loop().call_soon_threadsafe
        self._letters.hear = lambda letters: soon(self.hear, letters)
        self._letters.missed = lambda: soon(self.missed)

    async def close(self) -> None:
        """Hear nothing more; the store ends its thread itself."""
        self._letters.hear = lambda letters: None
        self._letters.missed = lambda: None


class RedisRelay:
    """A Redis or Valkey server; nothing is kept there."""

    def __init__(self, url: str) -> None:
        if not url.startswith(SCHEMES):
            raise BadUrl(f"expected redis://HOST:PORT after --relay, not {shown(url)!r}")
        try:
            from redis.asyncio import Redis
            from redis.asyncio.retry import Retry
            from redis.backoff import NoBackoff
            from redis.exceptions import RedisError
        except ImportError:
            raise BadUrl(str(MissingExtra("--relay", "its client redis", "relay"))) from None
        try:
            self._client: Any = Redis.from_url(
                url,
                socket_connect_timeout=CONNECT_S,
                socket_keepalive=True,
                socket_keepalive_options=KEPT_ALIVE,
                retry=Retry(NoBackoff(), 0),  # we have to know of each loss
            )
        except ValueError:
            raise BadUrl(f"expected redis://HOST:PORT after --relay, not {shown(url)!r}") from None
        self._url = url
        self._errors = (RedisError, OSError, TimeoutError)
        self.box = f"schwarm:{secrets.token_urlsafe(18)}"
        self.longest = 1_000_000
        self.hear: Callable[[list[str]], None] = lambda letters: None
        self.missed: Callable[[], object] = lambda: None
        self._waiting: list[tuple[str, str]] = []
        self._size = 0  # of the letters that wait
        self._news = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Begin to hear; Unreachable if nobody answers there."""
        try:
            await self._client.ping()
        except self._errors as error:
            await self._client.aclose()
            said = " ".join(str(error).split())
            raise Unreachable(f"the relay {shown(self._url)} cannot be reached ({said})") from None
        work = (partial(self._kept_up, self._listen), partial(self._kept_up, self._send))
        self._tasks = [asyncio.create_task(one()) for one in work]

    def send(self, box: str, letter: str) -> None:
        """Send a letter as soon as those before it are out; where too much waits all of it is lost."""
        self._waiting.append((box, letter))
        self._size += len(letter)
        if self._size > MOST_WAITING:
            self._taken()
            asyncio.get_running_loop().call_soon(lambda: self.missed())
        self._news.set()

    def _taken(self) -> list[tuple[str, str]]:
        """All letters that wait, which then wait no more."""
        taken, self._waiting, self._size = self._waiting, [], 0
        return taken

    async def close(self) -> None:
        """Hear and send nothing more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._client.aclose()

    async def _kept_up(self, work: Callable[[], Any]) -> None:
        while True:
            began = time.monotonic()
            try:
                await work()
            except self._errors as error:
                if time.monotonic() - began > CONNECT_S + AGAIN_S:  # it was there until now
                    log.warning("the relay %s is away: %s", shown(self._url), " ".join(str(error).split()))
            self.missed()  # while it is away, those who watch get the newest state now and then
            await asyncio.sleep(AGAIN_S)

    async def _listen(self) -> None:
        async with self._client.pubsub(ignore_subscribe_messages=True) as ear:
            await ear.subscribe(self.box)
            self.missed()
            async for heard in ear.listen():
                self.hear([heard["data"].decode()])

    async def _send(self) -> None:
        self._taken()
        self.missed()
        while True:
            await self._news.wait()
            self._news.clear()
            some = self._taken()
            async with self._client.pipeline(transaction=False) as sending:
                for box, letter in some:
                    sending.publish(box, letter)
                await sending.execute()


def shown(url: str) -> str:
    """An address without the password in it.

    >>> shown("redis://:secret@host:6379/0")
    'redis://host:6379/0'
    """
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2]}"

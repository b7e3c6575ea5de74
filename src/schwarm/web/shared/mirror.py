"""What pages on one database tell each other, so that each can show all of it: tables, and who is here.

Each page keeps a line to every other one. Over it comes first everything that page tells, then what changes,
a moment after it has changed. What a page told is gone with it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from starlette.types import Message

from schwarm.store.errors import StoreError
from schwarm.store.runs import PageRun
from schwarm.store.store import Store
from schwarm.web.shared.inner import call, frame, in_thread, read_frame

Thing = TypeVar("Thing")
TELL_S = 0.1  # changes within this time are told together
AGAIN_S = 0.5  # between two tries to reach a page
MOST_WAITING = 32_000_000  # bytes for a page that does not read: it is cut off, and comes back


class Topic(Generic[Thing]):
    """One kind of things that pages tell of, by their names."""

    def __init__(
        self,
        here: Callable[[], Mapping[str, Any]],
        read: Callable[[Any], Thing],
        keep: Callable[[Thing], bool] = lambda _: True,
    ) -> None:
        """`here` are those of this page as JSON; `read` makes them of what another page told.

        What is not to be kept is told once.
        """
        self.here = here
        self._keep = keep
        self.hearing: list[Callable[[str, Thing | None], None]] = []  # told of changes at other pages
        self._read = read
        self._theirs: dict[int, dict[str, Thing]] = {}

    def elsewhere(self) -> Iterator[Thing]:
        """The things of all other pages."""
        return (thing for page in self._theirs.values() for thing in page.values())

    def hear(self, page: int, news: Mapping[str, Any]) -> None:
        """A page tells this; None of what is there no more."""
        known = self._theirs.setdefault(page, {})
        for name, told in news.items():
            thing = None if told is None else self._read(told)
            known.pop(name, None)
            if thing is not None and self._keep(thing):
                known[name] = thing
            for tell in self.hearing:
                tell(name, thing)

    def forget(self, page: int) -> None:
        """A page is gone."""
        self.hear(page, dict.fromkeys(self._theirs.get(page, ())))
        self._theirs.pop(page, None)


class Mirror:
    """The lines of this page to all others, and theirs to it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.topics: dict[str, Topic[Any]] = {}
        self._readers: set[asyncio.StreamWriter] = set()  # pages that hear us
        self._following: dict[int, asyncio.Task[None]] = {}
        self._changed: dict[tuple[str, str], Callable[[], Any]] = {}
        self._telling: asyncio.Task[None] | None = None
        self._looking: asyncio.Task[None] | None = None

    # --- ours ------------------------------------------------------------------------------------------
    def changed(self, topic: str, name: str, made: Callable[[], Any]) -> None:
        """Something of ours has changed; `made` makes its JSON in a moment, None if it is gone by then."""
        if self._readers:
            self._changed[topic, name] = made
            if self._telling is None or self._telling.done():
                self._telling = asyncio.create_task(self._tell())

    async def _tell(self) -> None:
        await asyncio.sleep(TELL_S)
        changed, self._changed = self._changed, {}
        news: dict[str, dict[str, Any]] = {}
        for (topic, name), made in changed.items():
            news.setdefault(topic, {})[name] = made()
        text = frame(news)
        for reader in tuple(self._readers):
            if reader.transport.get_write_buffer_size() > MOST_WAITING:
                reader.transport.abort()
            else:
                reader.write(text)

    async def serve(self, _: Message, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Tell another page everything, and all changes until it hangs up."""
        writer.write(frame({name: topic.here() for name, topic in self.topics.items()}))
        self._readers.add(writer)
        try:
            await reader.read()
        finally:
            self._readers.discard(writer)

    # --- theirs ----------------------------------------------------------------------------------------
    def look(self) -> None:
        """Pages came or went."""
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())
        else:
            self._looking.add_done_callback(lambda _: self.look())

    async def _look(self) -> None:
        try:
            pages = await in_thread(self._store.pages)
        except StoreError:
            return  # it rings again when it is back
        for number in self._following.keys() - {page.number for page in pages}:
            self._following.pop(number).cancel()
        for page in pages:
            if page.number not in self._following:
                self._following[page.number] = asyncio.create_task(self._follow(page))

    async def _follow(self, page: PageRun) -> None:
        while True:
            try:
                reader, writer = await call(page.inner)
                try:
                    writer.write(frame({"hear": True}))
                    while (news := await read_frame(reader)) is not None:
                        for name in news.keys() & self.topics.keys():
                            self.topics[name].hear(page.number, news[name])
                finally:
                    writer.close()
            except (OSError, TimeoutError, ValueError):
                pass
            finally:
                for topic in self.topics.values():
                    topic.forget(page.number)
            await asyncio.sleep(AGAIN_S)

    async def close(self) -> None:
        """Hear and tell nothing more."""
        tasks = [*self._following.values(), *(one for one in (self._telling, self._looking) if one)]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

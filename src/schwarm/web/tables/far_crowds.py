"""Those who watch our tables over other pages: each page hears once what a table tells, and passes it on.

Another page opens a line (web/shared/inner.py), says which tables it has watchers of and how many, and gets
the whole state of each over that line. What a table tells from then on goes there as numbered letters by the
relay. A letter that is too long for it is sent empty, as is one after some may have been lost: whoever misses
one asks for the whole state again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from starlette.types import Message

from schwarm.web.shared.connections import Push
from schwarm.web.shared.inner import frame, read_frame
from schwarm.web.shared.relay import Relay
from schwarm.web.tables.open_tables import OpenTables
from schwarm.web.tables.table import Table


def letter_of(key: str, sent: int, push: Push | None = None) -> str:
    """What a table tells, under the key that its reader gave it, and how many letters there were with it."""
    said = f" {push.number} {int(push.lasting)}\n{push.text}" if push is not None else ""
    return f"{key} {sent}{said}"


def read_letter(letter: str) -> tuple[str, int, Push | None]:
    """The key, the letter's number, and what was told; None if that has to be asked for."""
    head, _, said = letter.partition("\n")
    key, sent, *more = head.split(" ")
    push = Push(said.encode(), number=int(more[0]), lasting=more[1] == "1") if more else None
    return key, int(sent), push


class FarCrowd:
    """All who watch one table over one other page; for the table it is one watcher."""

    sides: tuple[str, ...] = ()

    def __init__(self, table: Table, key: str, send: Callable[[str], None], longest: int) -> None:
        self.table = table
        self.key = key
        self.people = 1
        self.sent = 0
        self._send = send
        self._longest = longest
        self._gathered: list[str] | None = None

    def push(self, push: Push) -> None:
        """Send it, or gather it where the whole state is told."""
        if self._gathered is not None:
            self._gathered.append(push.text)
            return
        self.sent += 1
        letter = letter_of(self.key, self.sent, push)
        fits = len(push.data) + len(letter) - len(push.text) <= self._longest
        self._send(letter if fits else letter_of(self.key, self.sent))

    def beat(self) -> None:
        """Letters may have been lost: tell how many there were."""
        self._send(letter_of(self.key, self.sent))

    def whole(self) -> Message:
        """Everything that somebody hears who comes now."""
        told: list[str] = []
        self._gathered = told
        try:
            if self in self.table.watchers:
                self.table.catch_up(self)
                self.table.talk.repeat(self)
            else:
                self.table.enter(self)
        finally:
            self._gathered = None
        return {"key": self.key, "sent": self.sent, "told": told}

    def count(self, people: int) -> None:
        """So many are there now."""
        self.table.watchers.elsewhere += people - self.people
        self.people = people
        self.table.head_count.tell(at_once=False)

    def leave(self) -> None:
        self.count(1)
        self.table.leave(self)


class FarCrowds:
    """Serves other pages."""

    def __init__(self, open_tables: OpenTables, relay: Relay) -> None:
        self._open_tables = open_tables
        self._relay = relay
        self._all: set[FarCrowd] = set()

    def beat(self) -> None:
        """Letters of ours may have been lost."""
        for crowd in self._all:
            crowd.beat()

    async def serve(self, asked: Message, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Let a page watch for its people until it hangs up."""
        box = str(asked["watch"])
        here: dict[str, FarCrowd] = {}
        try:
            while (told := await read_frame(reader)) is not None:
                key, people = str(told["key"]), told.get("people")
                table = self._open_tables.tables.get(str(told["table"]))
                crowd = here.get(key)
                if people == 0 or table is None or (crowd is not None and crowd.table is not table):
                    self._leave(here.pop(key, None))
                    if people != 0:
                        writer.write(frame({"key": key, "gone": True}))
                    continue
                if crowd is None:
                    send = partial(self._relay.send, box)
                    crowd = here[key] = FarCrowd(table, key, send, self._relay.longest)
                    self._all.add(crowd)
                    writer.write(frame(crowd.whole()))
                elif people is None:
                    writer.write(frame(crowd.whole()))
                if people is not None:
                    crowd.count(int(people))
                await writer.drain()
        finally:
            for crowd in here.values():
                self._leave(crowd)

    def _leave(self, crowd: FarCrowd | None) -> None:
        if crowd is not None:
            self._all.discard(crowd)
            crowd.leave()

"""Tables that other pages have, as those watch them who came to this one.

A table is asked for once, however many watch it here: its whole state comes over a line to the page that has
it, and what changes by the relay, in numbered letters. So this page knows the state itself, and newcomers and
slow readers get it from here. Where a number is missing the whole state is asked for again. When the page
that has a table dies, its successor is looked for, and those who watch stay connected.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import time
from collections.abc import Container
from contextlib import suppress
from typing import Any

from starlette.types import Message

from schwarm.store.claims import page_of_table
from schwarm.store.errors import StoreError
from schwarm.store.store import Store
from schwarm.web.shared.connections import Listener, Push, encoded, hang_up
from schwarm.web.shared.inner import RESTART, call, frame, read_frame
from schwarm.web.shared.relay import Relay
from schwarm.web.tables.differences import applied
from schwarm.web.tables.far_crowds import read_letter
from schwarm.web.tables.watchers import Watchers

COUNT_S = 1.0  # how often the page that has a table is told how many watch it here
LOOKS, LOOK_S = 30, 0.2  # for whoever takes the place of a page that has died
COME_S = 8.0  # until the first state of a table is there
TOLD_TOO = ("queue", "offers")  # what is told between two states, and by the next one, too


class Owner:
    """The line to a page that has tables."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self.writer = writer
        self.tables: dict[str, FarTable] = {}  # by their keys

    def ask(self, table: FarTable, **more: Any) -> None:
        """Say something about a table: how many watch it; nothing more is a question for its state."""
        if not self.writer.is_closing():
            self.writer.write(frame({"key": table.key, "table": table.name, **more}))


class FarTable:
    """One table."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.key = ""  # what its letters begin with; another one for each page that is asked
        self.watchers = Watchers()
        self.owner: Owner | None = None
        self.ready = asyncio.Event()  # is there a state?
        self.tries = 0  # to find who has it
        self._number = -1  # none yet
        self._state: Any = None
        self._whole: Push | None = None
        self._beside: dict[str, dict[str, Any]] = {}  # what is told beside the state, by its kind
        self._clock_at = 0.0
        self._said: list[Any] = []
        self._heard = 0  # the letter that came last
        self._newest = 0  # the newest one that came while the whole state was asked for
        self.asked = True  # is it?

    # --- what the page says that has it ----------------------------------------------------------------
    def look(self) -> None:
        """Something is missing: ask for the whole state, unless it is under way."""
        if self.owner is not None and not self.asked:
            self.asked = True
            self.owner.ask(self)

    def whole(self, sent: int, told: list[str]) -> None:
        """Everything has come, as it was after so many letters."""
        self.tries = 0
        self._heard, self.asked = sent, False
        for text in told:
            message = json.loads(text)
            if message["type"] == "state":
                if message["number"] != self._number:
                    self._number, self._state = message["number"], message["state"]
                    self._whole = Push(text.encode(), number=self._number)
                    self._beside.clear()
                    self.watchers.deliver(self._whole)
            elif message["type"] == "said":
                new = [said for said in message["said"] if said not in self._said]
                if new:
                    self._said = message["said"]
                    self.watchers.tell({"type": "said", "said": new}, lasting=True)
            elif message["type"] != "change":  # which the state tells as well
                self._note(message)
                self.watchers.deliver(Push(text.encode()))
        self.ready.set()
        if self._newest > sent:
            self.look()
        self._newest = 0

    def hear(self, sent: int, push: Push | None) -> None:
        """A letter has come."""
        if self.asked:
            self._newest = max(self._newest, sent)
        elif sent > self._heard:
            if push is None or sent != self._heard + 1:
                self._newest = sent
                self.look()
                return
            self._heard = sent
            message = json.loads(push.data)
            if message["type"] != "change":
                self._note(message)
            elif message["number"] == self._number + 1:
                self._number, self._state = message["number"], applied(self._state, message["change"])
                self._whole = None
                for kind in TOLD_TOO:
                    self._beside.pop(kind, None)
            elif message["number"] > self._number:
                self.look()
                return
            self.watchers.deliver(push)

    def _note(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "said":
            self._said = [*self._said, *message["said"]]
        elif kind in ("clock", "people", *TOLD_TOO):
            self._beside[kind] = message
            if kind == "clock":
                self._clock_at = time.monotonic()

    # --- those who watch -------------------------------------------------------------------------------
    def enter(self, client: Listener) -> None:
        """Somebody came."""
        client.catch_up = lambda: self.catch_up(client)
        with client.together():
            client.say(type="welcome", sides=[], take_back=False)
            self.watchers.add(client)
            self.catch_up(client)
            if self._said:
                client.say(type="said", said=self._said)

    def catch_up(self, client: Listener) -> None:
        """Tell somebody how things stand now."""
        if self._whole is None:
            message = {"type": "state", "number": self._number, "state": self._state}
            self._whole = Push(encoded(message), number=self._number)
        client.push(self._whole)
        for kind, message in self._beside.items():
            if kind != "clock":
                client.push(Push(encoded(message)))
            elif self._state["status"] == "running":
                client.push(Push(encoded(self._ticked(message))))

    def _ticked(self, message: dict[str, Any]) -> dict[str, Any]:
        """The clocks as they stand now."""
        clock = message["clock"]
        if clock["thinking_ms"] is None:
            return message
        passed = round(1000 * (time.monotonic() - self._clock_at))
        return {**message, "clock": {**clock, "thinking_ms": clock["thinking_ms"] + passed}}


class FarTables:
    """All of them, by their names."""

    def __init__(self, store: Store, relay: Relay, ours: Container[str]) -> None:
        """`ours` are the names of the tables that this page has itself."""
        self._ours = ours
        self._store = store
        self._relay = relay
        self.tables: dict[str, FarTable] = {}
        self._by_key: dict[str, FarTable] = {}
        self._keys = itertools.count(1)
        self._owners: dict[str, asyncio.Task[Owner]] = {}  # by their addresses
        self._tasks: set[asyncio.Task[None]] = set()
        self._uncounted: set[FarTable] = set()

    def hear(self, letters: list[str]) -> None:
        """Letters have come by the relay."""
        for key, sent, push in map(read_letter, letters):
            if key in self._by_key:
                self._by_key[key].hear(sent, push)

    def look_at_all(self) -> None:
        """Letters may have been lost."""
        for table in self.tables.values():
            table.look()

    async def table(self, name: str, address: str) -> FarTable | None:
        """The table that the page at this address has; None if its state does not come in time."""
        found = self.tables.get(name)
        if found is None:
            found = self.tables[name] = FarTable(name)
            self._begin(self._find(found, address))
            self._count(found)  # who asks may be gone before it is there
        with suppress(TimeoutError):
            async with asyncio.timeout(COME_S):
                await found.ready.wait()
        return found if self.tables.get(name) is found and found.ready.is_set() else None

    def enter(self, table: FarTable, client: Listener) -> None:
        """Somebody watches it from now on."""
        table.enter(client)
        self._count(table)

    def leave(self, table: FarTable, client: Listener) -> None:
        """Somebody does no longer."""
        table.watchers.discard(client)
        self._count(table)

    def _count(self, table: FarTable) -> None:
        if table not in self._uncounted:
            self._uncounted.add(table)
            asyncio.get_running_loop().call_later(COUNT_S, self._tell_count, table)

    def _tell_count(self, table: FarTable) -> None:
        self._uncounted.discard(table)
        if self.tables.get(table.name) is table:
            if not table.ready.is_set():
                self._count(table)
                return
            if table.owner is not None:
                table.owner.ask(table, people=len(table.watchers))
            if not table.watchers:
                self._forget(table)

    # --- who has them ----------------------------------------------------------------------------------
    async def _find(self, table: FarTable, address: str = "") -> None:
        """Ask whoever has it, at this address or wherever the database says."""
        while table.tries < LOOKS and table.name not in self._ours:
            if self.tables.get(table.name) is not table:
                return  # nobody watches it any more
            table.tries += 1
            with suppress(OSError, TimeoutError, StoreError):
                address = address or await asyncio.to_thread(page_of_table, self._store, table.name)
                if address:
                    owner = await self._owner(address)
                    self._ask(owner, table)
                    return
            address = ""
            await asyncio.sleep(LOOK_S)
        await self._let_go(table)

    def _ask(self, owner: Owner, table: FarTable) -> None:
        self._by_key.pop(table.key, None)
        table.owner, table.asked, table.key = owner, True, str(next(self._keys))
        owner.tables[table.key] = self._by_key[table.key] = table
        owner.ask(table, people=max(1, len(table.watchers)))

    async def _owner(self, address: str) -> Owner:
        if address not in self._owners:
            self._owners[address] = asyncio.create_task(self._call(address))
        try:
            return await asyncio.shield(self._owners[address])
        except (OSError, TimeoutError):
            self._owners.pop(address, None)
            raise

    async def _call(self, address: str) -> Owner:
        reader, writer = await call(address)
        writer.write(frame({"watch": self._relay.box}))
        owner = Owner(writer)
        self._begin(self._listen(reader, owner, address))
        return owner

    async def _listen(self, reader: asyncio.StreamReader, owner: Owner, address: str) -> None:
        try:
            while (told := await read_frame(reader)) is not None:
                self._told(owner, told)
        except (OSError, ValueError):
            pass
        finally:
            owner.writer.close()
            self._owners.pop(address, None)
        for table in tuple(owner.tables.values()):
            self._lost(table)

    def _told(self, owner: Owner, told: Message) -> None:
        table = owner.tables.get(told["key"])
        if table is None:
            return
        if told.get("gone"):
            del owner.tables[table.key]
            asyncio.get_running_loop().call_later(LOOK_S, self._lost, table)
        else:
            table.whole(told["sent"], told["told"])

    def _lost(self, table: FarTable) -> None:
        table.owner = None
        self._begin(self._find(table))

    async def _let_go(self, table: FarTable) -> None:
        """Those who watch it come back at once, and are served by whoever has it."""
        self._forget(table)
        sockets = [one.socket for one in table.watchers if isinstance(one, Listener)]
        await asyncio.gather(*(hang_up(one, RESTART, "the game goes on elsewhere") for one in sockets))

    def _forget(self, table: FarTable) -> None:
        if self.tables.get(table.name) is table:
            del self.tables[table.name]
        self._by_key.pop(table.key, None)
        if table.owner is not None:
            table.owner.tables.pop(table.key, None)
        table.ready.set()  # nobody waits for it

    def _begin(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Watch nothing more."""
        tasks = [*self._tasks, *self._owners.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

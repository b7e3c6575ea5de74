"""Tables that other pages have, as those watch them who came to this one.

A table is asked for once, however many watch it here: its whole state comes over a line to the page that has
it, and what changes by the relay, in numbered letters. So this page knows the state itself, and newcomers and
slow readers get it from here. Where a number is missing the whole state is asked for again. When the page
that has a table dies, its successor is looked for, and those who watch stay connected.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Container
from contextlib import suppress
from functools import partial
from typing import Any

from starlette.types import Message

from schwarm.store.claims import page_of_table
from schwarm.store.errors import StoreError
from schwarm.store.store import Store
from schwarm.web.shared.connections import Listener, hang_up
from schwarm.web.shared.inner import RESTART, call, frame, in_thread, read_frame
from schwarm.web.shared.relay import Relay
from schwarm.web.tables.far_crowds import read_letter
from schwarm.web.tables.far_table import FarTable, Owner

COUNT_S = 1.0  # how often the page that has a table is told how many watch it here
LOOKS, LOOK_S = 30, 0.2  # for whoever takes the place of a page that has died
COME_S = 8.0  # until the first state of a table is there


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
                address = address or await in_thread(partial(page_of_table, self._store, table.name))
                if address:
                    owner = await self._owner(address)
                    if self.tables.get(table.name) is table:  # else nobody watches it any more
                        self._ask(owner, table)
                    return
            address = ""
            await asyncio.sleep(LOOK_S)
        await self._let_go(table)

    def _ask(self, owner: Owner, table: FarTable) -> None:
        if owner.writer.is_closing():
            raise OSError("it has just gone")
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

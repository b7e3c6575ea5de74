"""One table that another page has, as those watch it who came to this one: its state, kept up by letters.

What comes is passed on as the bytes it is; it is read only when somebody comes who needs the whole state.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from typing import Any

from schwarm.web.shared.connections import Listener, Push, encoded
from schwarm.web.shared.inner import frame
from schwarm.web.tables.differences import applied
from schwarm.web.tables.talk import REMEMBERED
from schwarm.web.tables.watchers import Watchers

KIND = re.compile(rb'\{"type": ?"(\w+)"')  # what every message begins with
TOLD_TOO = ("clock", "queue", "offers")  # what is told between two states, and by the next one, too
MOST_UNREAD = 100  # changes


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
        self._state: Any = None  # as it was before the changes that nobody has read yet
        self._unread: list[bytes] = []
        self._whole: Push | None = None
        self._beside: dict[str, Push] = {}  # what is told beside the state, by its kind
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
                    self._unread.clear()
                    self._whole = Push(text.encode(), number=self._number)
                    self._beside.clear()
                    self.watchers.deliver(self._whole)
            elif message["type"] == "said":
                new = [said for said in message["said"] if said not in self._said]
                if new:
                    self._said = message["said"]
                    self.watchers.tell({"type": "said", "said": new}, lasting=True)
            elif message["type"] != "change":  # which the state tells as well
                push = Push(text.encode())
                self._note(message["type"], push)
                self.watchers.deliver(push)
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
            found = KIND.match(push.data)
            kind = found[1].decode() if found else ""
            if kind != "change":
                self._note(kind, push)
            elif push.number == self._number + 1:
                self._number, self._whole = push.number, None
                self._unread.append(push.data)
                self._clock_at = time.monotonic()
                if len(self._unread) > MOST_UNREAD:
                    self._read()
                for told_too in TOLD_TOO:
                    self._beside.pop(told_too, None)
            elif push.number > self._number:
                self.look()
                return
            self.watchers.deliver(push)

    def _note(self, kind: str, push: Push) -> None:
        if kind == "said":
            self._said = [*self._said, *json.loads(push.data)["said"]][-REMEMBERED:]
        elif kind in ("people", *TOLD_TOO):
            self._beside[kind] = push
            if kind == "clock":
                self._clock_at = time.monotonic()

    def _read(self) -> None:
        for data in self._unread:
            self._state = applied(self._state, json.loads(data)["change"])
        self._unread.clear()

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
        self._read()
        if self._whole is None:
            message = {"type": "state", "number": self._number, "state": self._state}
            self._whole = Push(encoded(message), number=self._number)
        client.push(self._whole)
        for kind, push in self._beside.items():
            if kind != "clock":
                client.push(push)
        if self._state["status"] == "running":
            client.push(Push(encoded({"type": "clock", "clock": self._clock()})))

    def _clock(self) -> dict[str, Any]:
        """The clocks as they stand now."""
        told = self._beside.get("clock")
        clock = self._state["clock"] if told is None else json.loads(told.data)["clock"]
        if clock["thinking_ms"] is None:
            return dict(clock)
        passed = round(1000 * (time.monotonic() - self._clock_at))
        return {**clock, "thinking_ms": clock["thinking_ms"] + passed}

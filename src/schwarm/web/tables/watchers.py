"""Who watches a table, its players among them; what the table tells goes out to all of them in one place.

Everything told is a `Push`, encoded once for all who hear it. Those who watch over another page of the same
database are one watcher here (`FarCrowd`), however many they are. The whole state for whoever comes or missed
a number is `Display.whole`.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Protocol

from schwarm.web.shared.connections import Push, encoded

COUNT_S, SELDOM_S = 1.0, 30.0  # how often it is told how many watch: one second more for each ten who do


class Watcher(Protocol):
    """Somebody connected to a table; `sides` are those they play."""

    sides: tuple[str, ...]

    def push(self, push: Push) -> None:
        """Send it; must not wait."""


class Watchers:
    """Those who are connected."""

    def __init__(self) -> None:
        self.elsewhere = 0  # who watch over other pages, less the one watcher that each such page is here
        self._all: dict[Watcher, None] = {}
        self._sides: Counter[str] = Counter()  # how many play each
        self._players = 0

    def __iter__(self) -> Iterator[Watcher]:
        return iter(tuple(self._all))

    def __contains__(self, watcher: Watcher) -> bool:
        return watcher in self._all

    def __len__(self) -> int:
        return len(self._all)

    def add(self, watcher: Watcher) -> None:
        """Somebody came."""
        if watcher not in self._all:
            self._all[watcher] = None
            self._sides.update(watcher.sides)
            self._players += bool(watcher.sides)

    def discard(self, watcher: Watcher) -> None:
        """Somebody hung up."""
        if watcher in self._all:
            del self._all[watcher]
            self._sides.subtract(watcher.sides)
            self._players -= bool(watcher.sides)

    def sides(self) -> set[str]:
        """The sides whose players are here."""
        return {side for side, count in self._sides.items() if count}

    def spectators(self) -> int:
        """How many watch without playing."""
        return len(self._all) - self._players + self.elsewhere

    def tell(
        self, message: Mapping[str, object], *, number: int = 0, side: str = "", lasting: bool = False
    ) -> None:
        """Tell everybody, or those who play a side; see `Push` for the rest."""
        if self._all:
            self.deliver(Push(encoded(message), number=number, side=side, lasting=lasting))

    def deliver(self, push: Push) -> None:
        """Send a push, our own or one from the page that has the table, to all connected here."""
        for watcher in self:
            if not push.side or push.side in watcher.sides:
                watcher.push(push)


class HeadCount:
    """Tells everybody who is here; how many watch is told together for all who come in a while."""

    def __init__(self, watchers: Watchers, told: Callable[[], Mapping[str, object]]) -> None:
        """`told` is what there is to tell now."""
        self._watchers = watchers
        self._told = told
        self._known = True  # does everybody know how many watch?

    def tell(self, *, at_once: bool) -> None:
        """Somebody came or went."""
        if at_once:
            self._known = True
            self._watchers.tell(self._told())
        elif self._known:
            self._known = False
            seconds = min(COUNT_S + len(self._watchers) / 10, SELDOM_S)
            asyncio.get_running_loop().call_later(seconds, self._tell_count)

    def _tell_count(self) -> None:
        if not self._known:
            self.tell(at_once=True)

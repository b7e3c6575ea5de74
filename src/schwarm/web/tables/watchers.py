"""Who watches a table, its players among them; everybody hears what is told."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Protocol


class Watcher(Protocol):
    """Somebody connected to a table; `sides` are those they play."""

    sides: tuple[str, ...]

    def push(self, text: str) -> None:
        """Send a message; must not wait."""


def as_text(message: Mapping[str, object]) -> str:
    """A message as it goes over the line."""
    return json.dumps(message, separators=(",", ":"))


class Watchers:
    """Those who are connected."""

    def __init__(self) -> None:
        self._all: set[Watcher] = set()

    def __iter__(self) -> Iterator[Watcher]:
        return iter(tuple(self._all))

    def __len__(self) -> int:
        return len(self._all)

    def add(self, watcher: Watcher) -> None:
        """Somebody came."""
        self._all.add(watcher)

    def discard(self, watcher: Watcher) -> None:
        """Somebody hung up."""
        self._all.discard(watcher)

    def sides(self) -> set[str]:
        """The sides whose players are here."""
        return {side for watcher in self._all for side in watcher.sides}

    def spectators(self) -> int:
        """How many watch without playing."""
        return sum(not watcher.sides for watcher in self._all)

    def tell(self, message: Mapping[str, object]) -> None:
        """Send one message to everybody."""
        text = as_text(message)
        for watcher in self:
            watcher.push(text)

    def push(self, text: str, *, players: bool) -> None:
        """Send a text to the players, or to all others."""
        for watcher in self:
            if bool(watcher.sides) == players:
                watcher.push(text)

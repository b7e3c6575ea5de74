"""How routes get what they work with: a part of the environment that app.py made, asked for by its type."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

from starlette.requests import HTTPConnection

Part = TypeVar("Part")


class Parts(Protocol):
    """The environment: every part of a running page, by its type."""

    def part(self, kind: type[Part]) -> Part:
        """The one part of this type."""


def parts_of(connection: HTTPConnection) -> Parts:
    """The environment of the page that serves a connection (`PageApp` in env.py)."""
    env: Parts = connection.app.env
    return env


def part_of(kind: type[Part]) -> Callable[[HTTPConnection], Awaitable[Part]]:
    """A dependency of FastAPI: the one part of the environment that is of this type."""

    async def found(connection: HTTPConnection) -> Part:
        return parts_of(connection).part(kind)

    return found

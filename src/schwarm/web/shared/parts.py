"""How routes get what they work with: a part of the environment that app.py made, asked for by its type."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from starlette.requests import HTTPConnection

Part = TypeVar("Part")


def part_of(kind: type[Part]) -> Callable[[HTTPConnection], Awaitable[Part]]:
    """A dependency of FastAPI: the one part of the environment that is of this type."""

    async def found(connection: HTTPConnection) -> Part:
        env: Any = connection.app.state.env
        part: Part = env.part(kind)
        return part

    return found

"""Memory in plain Python, for memory.py where it is not compiled: the values between marks, one by one."""

from __future__ import annotations

import json
from functools import cache
from inspect import get_annotations
from typing import Any, TypeVar
from zlib import crc32

Like = TypeVar("Like")


@cache
def marks(kind: type) -> tuple[str, ...]:
    """The marks among a class's own types, in their order."""
    found = get_annotations(kind)
    return tuple(name for name, told in found.items() if told == "Mark")


def is_marked(kind: type) -> bool:
    """Does a class say which of its attributes are the state?"""
    return bool(marks(kind))


@cache
def state_names(kind: type) -> tuple[str, ...]:
    """The attributes between the last two marks of a class and of those it is made of."""
    names: list[str] = []
    for part in kind.__mro__:
        if marks(part):
            own = list(get_annotations(part))
            names += own[own.index(marks(part)[-2]) + 1 : own.index(marks(part)[-1])]
    return tuple(names)


def copy_of(value: Any) -> Any:
    """A value that changes independently: states are numbers and lists of numbers."""
    return value[:] if type(value) is list else value


def copy_marked(game: Any, other: Any) -> None:
    """Take over all that another game of the same class knows; its stack holds nothing that counts."""
    vars(game).update({name: copy_of(value) for name, value in vars(other).items() if name != "stack"})


def keep_marked(game: object, block: list[Any], at: int) -> None:
    """Note the state at a place of a block."""
    kind: type = type(game)
    block[at] = {name: copy_of(getattr(game, name)) for name in state_names(kind)}


def bring_marked(game: Any, block: list[Any], at: int) -> None:
    """Bring the state back that is noted at a place of a block."""
    vars(game).update({name: copy_of(value) for name, value in block[at].items()})


def bytes_in(block: list[Any], count: int) -> bytes:
    return json.dumps(block[:count]).encode()


def words_in(data: bytes) -> list[Any]:
    """The block that `bytes_in` has written; None in its place if it has not."""
    try:
        found = json.loads(data.rstrip(b"\0"))
    except ValueError:
        return []
    return found if isinstance(found, list) else []


def digest_words(block: list[Any], at: int, count: int) -> int:
    """A number that changes when the block does."""
    return crc32(bytes_in(block[at:], count))


def new_like(other: Like) -> Like:
    """A new object of the same class with nothing set."""
    return object.__new__(type(other))

"""Blocks of memory in plain Python, for modules that are not compiled.

The compiled modules never import this file: arrays.pxd holds the same functions on C pointers.
"""

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


def clear(out: Array, at: int, count: int) -> None:
    """Set `count` bytes to zero."""
    out[at : at + count] = 0


def fetch_words(block: list[Any], at: int, count: int) -> None:
    """Ask for memory that is going to be used soon (Python has none to ask for)."""


def fetch_bytes(out: Array, at: int, count: int) -> None:
    """Likewise."""


def fetch_tokens(tokens: list[int], count: int) -> None:
    """Likewise."""


class TokenList(list[int]):
    """A list of codes with the list of their actions."""

    tokens: list[int]


def new_block(count: int) -> list[Any]:
    """So many words, all 0."""
    return [0] * count


def new_lists(count: int) -> list[list[int]]:
    """So many lists of words, all empty."""
    return [[] for _ in range(count)]


def free_lists(lists: list[list[int]]) -> None:
    """Give lists back (Python does that by itself)."""


def new_pool() -> object:
    """Where lists are lent (Python needs none)."""
    return object()


def free_pool(pool: object) -> None:
    """Give a pool back with all that it has lent."""


def lend(pool: object, level: int, small: bool) -> TokenList:
    """A list with room for 1 << level moves, which may hold anything; `small`: one of few."""
    made = TokenList([0] * (1 << level))
    made.tokens = [0] * (1 << level)
    return made


def give(pool: object, listed: list[int], level: int) -> None:
    """Give a list back that was lent."""


def tokens_of(listed: list[int], level: int) -> list[int]:
    """The actions that belong to a list's codes."""
    return listed.tokens if isinstance(listed, TokenList) else []


def bytes_of(array: Array) -> Array:
    """An array's bytes, one behind the other; writing to them changes the array."""
    return array.reshape(-1)


def integers_of(array: Array) -> Array:
    """The 64-bit integers of an array."""
    return array.reshape(-1)


def reals_of(array: Array) -> Array:
    """The 32-bit reals of an array."""
    return array.reshape(-1)


def shorts_of(array: Array) -> Array:
    """The 16-bit integers of an array."""
    return array.reshape(-1)

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


def new_lists(count: int) -> list[list[int]]:
    """So many lists of words, all empty."""
    return [[] for _ in range(count)]


def free_lists(lists: list[list[int]], count: int) -> None:
    """Give lists back (Python does that by itself)."""


def new_token_lists(count: int) -> list[list[int]]:
    """So many lists of tokens, all empty."""
    return [[] for _ in range(count)]


def free_token_lists(lists: list[list[int]], count: int) -> None:
    """Give lists back (Python does that by itself)."""


def new_tokens(old: list[int], count: int) -> list[int]:
    """A list of so many tokens in the place of another one."""
    return [0] * count


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

"""Stands in for Cython's shadow module where Cython is not installed and nothing is compiled."""

from contextlib import nullcontext
from typing import Any

compiled = False
nogil = gil = nullcontext()


def address(value: Any) -> Any:
    """Nothing: Python has no places in memory, so this is asked for in compiled modules only."""


def sizeof(kind: type) -> int:
    """Likewise."""
    return 0


def cast(kind: type, value: Any) -> Any:
    """The value itself: Python needs no casts."""
    return value

"""Time: one clock for all stamps, and the limits a seat plays under."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

Clock = Callable[[], float]


def now_ms() -> float:
    """Milliseconds of a clock that only goes forward and is the same in all processes of a machine."""
    return time.monotonic_ns() / 1e6


@dataclass(frozen=True, slots=True)
class Limits:
    """An answer later than `soft_ms` loses; after `hard_ms` the referee waits no longer. None: no limit."""

    soft_ms: float | None = 2_000
    hard_ms: float | None = 10_000


def hard_ms(soft_ms: float) -> float:
    """How long to wait for an answer that is late anyway, where nobody says it."""
    return max(5 * soft_ms, soft_ms + 1_000)


CONTEST = Limits()
UNLIMITED = Limits(None, None)

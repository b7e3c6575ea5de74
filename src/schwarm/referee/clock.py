"""Time: one clock for all stamps, and the limits a seat plays under."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass

from schwarm.game.errors import BadOption, Refusal

DAY_MS = 86_400_000
PATIENCE_MS = 1_000  # how long to wait for an answer after a bank has run out
TYPED = re.compile(r"(\d{1,9}(?:\.\d{1,3})?)(?:\+(\d{1,9}(?:\.\d{1,3})?))?")

Clock = Callable[[], float]


def now_ms() -> float:
    """Milliseconds of a clock that only goes forward and is the same in all processes of a machine."""
    return time.monotonic_ns() / 1e6


@dataclass(frozen=True, slots=True)
class Limits:
    """An answer later than `soft_ms` loses; after `hard_ms` the referee waits no longer. None: no limit.

    With a bank these two do not count: a side has `bank_ms` for all its moves together, and every move gives
    `increment_ms` back. In a request `bank_ms` is what is left, and `soft_ms` the same.
    """

    soft_ms: float | None = 2_000
    hard_ms: float | None = 10_000
    bank_ms: float | None = None
    increment_ms: float = 0.0

    @property
    def each_move(self) -> Limits:
        """The same without a bank: what holds for players whose protocol knows only a time for each move."""
        return Limits(self.soft_ms, self.hard_ms)

    def now(self, used_ms: float, moves: int) -> Limits:
        """The limits of the next move, after so many moves that took so long together."""
        if self.bank_ms is None:
            return self
        left_ms = max(self.bank_ms + moves * self.increment_ms - used_ms, 0.0)
        return Limits(left_ms, left_ms + PATIENCE_MS, left_ms, self.increment_ms)

    def after(self, thought_ms: float) -> Limits:
        """What is left of the limits of a move that somebody has thought about for so long already."""
        if not thought_ms:
            return self
        soft, hard, bank = (
            None if ms is None else max(ms - thought_ms, 0.0)
            for ms in (self.soft_ms, self.hard_ms, self.bank_ms)
        )
        return Limits(soft, hard, bank, self.increment_ms)

    def __str__(self) -> str:
        """As it is typed: `2000`, or `60000+500` with a bank; `none` without a limit."""
        if self.bank_ms is not None:
            return f"{self.bank_ms:g}+{self.increment_ms:g}"
        return "none" if self.soft_ms is None else f"{self.soft_ms:g}"


def read_limits(text: str) -> Limits:
    """Limits from what is typed: a time for each move, or a bank with an increment; in milliseconds.

    >>> read_limits("500").soft_ms, str(read_limits("60000+500"))
    (500.0, '60000+500')
    """
    found = TYPED.fullmatch(text.strip())
    if found is None or not 0 < float(found[1]) <= DAY_MS or float(found[2] or 0) > DAY_MS:
        raise BadOption(Refusal("limits", said=repr(text)))
    if found[2] is None:
        return Limits(float(found[1]), hard_ms(float(found[1])))
    return Limits(bank_ms=float(found[1]), increment_ms=float(found[2]))


def hard_ms(soft_ms: float) -> float:
    """How long to wait for an answer that is late anyway, where nobody says it."""
    return max(5 * soft_ms, soft_ms + 1_000)


CONTEST = Limits()
UNLIMITED = Limits(None, None)

"""The one random source of starts and chance events: splitmix64, split into numbered streams.

A game's seed is a 64-bit number. Stream n of seed s starts at mix(s) + (n+1)*GOLDEN; each draw adds
GOLDEN to the state and scrambles it with `mix`. All of it is integer arithmetic modulo 2**64, so the
same seed gives the same game on every machine, compiled or not.
"""

import secrets
from collections.abc import Sequence
from typing import TypeVar

from schwarm.bits import GOLDEN, MASK64, advance, mix

Item = TypeVar("Item")


def fresh_seed() -> int:
    """A new seed that nobody can guess."""
    return secrets.randbits(64)


class Stream:
    """One stream of draws.

    >>> stream = Stream(seed=7, number=0)
    >>> [stream.below(6) for _ in range(5)]
    [1, 2, 5, 5, 0]
    """

    def __init__(self, seed: int, number: int) -> None:
        self.state = mix(seed & MASK64) + (number + 1) * GOLDEN & MASK64

    def word(self) -> int:
        """The next 64 random bits."""
        self.state = advance(self.state)
        return mix(self.state)

    def below(self, count: int) -> int:
        """A number from 0 to count-1."""
        return self.word() % count

    def choice(self, items: Sequence[Item]) -> Item:
        return items[self.below(len(items))]

    def sample(self, items: Sequence[Item], count: int) -> list[Item]:
        """`count` different items, in the order drawn."""
        pool = list(items)
        for i in range(count):
            j = i + self.below(len(pool) - i)
            pool[i], pool[j] = pool[j], pool[i]
        return pool[:count]

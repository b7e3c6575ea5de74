"""The transposition table: what earlier visits to a position found out.

An entry is two words: the position's key, and

    bits 0-15   score + 32768
    bits 16-23  depth it was searched to
    bits 24-25  bound: 1 the score is exact, 2 it is at least that, 3 at most
    bits 26-31  age: the search that wrote it
    bits 32-63  the upper half of mix(best move), which is enough to find the move again
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from schwarm import nocython as cython

if not cython.compiled:
    from schwarm.bits import free_words, mix, new_words


def entry_score(data: int) -> int:
    """Score of an entry, as it was stored."""
    return (data & 0xFFFF) - 32768


def entry_depth(data: int) -> int:
    """Depth of an entry."""
    return data >> 16 & 0xFF


def entry_bound(data: int) -> int:
    """Bound of an entry."""
    return data >> 24 & 3


class Table:
    """A block of entries, two candidates a position; `size` is a power of two."""

    words: list[int]
    size: int
    age: int

    def __init__(self, size: int) -> None:
        if size < 2 or size & (size - 1):
            raise ValueError(f"expected a power of two as size of a table, not {size}")
        self.size = size
        self.age = 0
        self.words = new_words(2 * self.size)

    def __dealloc__(self) -> None:
        free_words(self.words)

    def clear(self) -> None:
        """Forget everything."""
        for i in range(2 * self.size):
            self.words[i] = 0
        self.age = 0

    def grow_old(self) -> None:
        """A new search begins: what is stored may be overwritten first."""
        self.age = self.age + 1 & 63

    def find(self, key: int) -> int:
        """The second word of a position's entry, 0 if there is none."""
        place = 2 * (key & (self.size - 1))
        if self.words[place] == key:
            return self.words[place + 1]
        place ^= 2
        return self.words[place + 1] if self.words[place] == key else 0

    def keep(self, key: int, score: int, depth: int, bound: int, move: int) -> None:
        """Store an entry over itself, an old one, or the shallower of two."""
        place = 2 * (key & (self.size - 1))
        other = place ^ 2
        if self.words[place] != key:
            if self.words[other] == key or self.worth(other) < self.worth(place):
                place = other
        self.words[place] = key
        self.words[place + 1] = (
            mix(move) >> 32 << 32 | self.age << 26 | bound << 24 | depth << 16 | (score + 32768 & 0xFFFF)
        )

    def worth(self, place: int) -> int:
        """How much an entry deserves to stay."""
        data = self.words[place + 1]
        return entry_depth(data) + (256 if data >> 26 & 63 == self.age else 0)

"""The transposition table: what earlier visits to a position found out.

An entry is two words: the position's key XOR the second word, and the second word itself:

    bits 0-15   score + 32768
    bits 16-23  depth it was searched to
    bits 24-25  bound: 1 the score is exact, 2 it is at least that, 3 at most
    bits 26-31  age: the search that wrote it
    bits 32-63  the upper half of mix(best move), which is enough to find the move again

Several threads may use one table without locks. When two of them write the same entry at once, its words
may come from different positions; the XOR then fits neither key, so such an entry is never found.
"""

from __future__ import annotations

import cython

if not cython.compiled:
    from schwarm.bits import free_words, mix, new_words


def entry_score(entry: int) -> int:
    """Score of an entry, as it was stored."""
    return (entry & 0xFFFF) - 32768


def entry_depth(entry: int) -> int:
    return entry >> 16 & 0xFF


def entry_bound(entry: int) -> int:
    return entry >> 24 & 3


def entry_move(entry: int) -> int:
    """The upper half of mix(best move) of an entry; 0 if there is no entry."""
    return entry >> 32


class TranspositionTable:
    """A block of entries in buckets of two; `size` entries, a power of two."""

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

    def next_search(self) -> None:
        """A new search begins: entries of earlier ones are overwritten first from now on."""
        self.age = self.age + 1 & 63

    def probe(self, key: int) -> int:
        """The second word of a position's entry, 0 if there is none."""
        place = 2 * (key & (self.size - 1))
        entry = self.words[place + 1]
        if self.words[place] ^ entry == key:
            return entry
        place ^= 2
        entry = self.words[place + 1]
        return entry if self.words[place] ^ entry == key else 0

    def store(self, key: int, score: int, depth: int, bound: int, move: int) -> None:
        """Write an entry over the position's own one, else over an old one, else over the shallower."""
        place = 2 * (key & (self.size - 1))
        other = place ^ 2
        if self.words[place] ^ self.words[place + 1] != key:
            if self.words[other] ^ self.words[other + 1] == key or self.worth(other) < self.worth(place):
                place = other
        entry = mix(move) >> 32 << 32 | self.age << 26 | bound << 24 | depth << 16 | (score + 32768 & 0xFFFF)
        self.words[place] = key ^ entry
        self.words[place + 1] = entry

    def worth(self, place: int) -> int:
        """How much an entry deserves to stay: entries of this search first, then the deeper ones."""
        entry = self.words[place + 1]
        return entry_depth(entry) + (256 if entry >> 26 & 63 == self.age else 0)

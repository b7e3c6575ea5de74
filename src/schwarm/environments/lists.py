"""Composed moves that are being chosen: for each game of a batch those that fit the actions so far."""

from __future__ import annotations

from typing import Any

import cython

from schwarm.environments.arrays import Arrays

if not cython.compiled:
    from schwarm.bits import below, copy_words, free_numbers, new_numbers
    from schwarm.environments.memory import (
        fetch_tokens,
        free_lists,
        free_pool,
        give,
        lend,
        new_lists,
        new_pool,
        tokens_of,
    )

LEAST = 4  # the smallest list has room for 1 << 4 moves
SPARED = 2  # a list whose moves would fit into one of so many levels less is given back


class Lists:
    """A list for each game: codes of moves, and the action of each at the place in its path decided next."""

    arrays: Arrays
    count: int
    codes: list[list[int]]
    pool: Any  # lends the memory of lists and has it back
    levels: list[int]  # each list has room for 1 << level moves; -1: none was lent yet
    left: list[int]  # how many moves it holds
    places: list[int]  # the place in their paths that the next action decides

    def __init__(self, arrays: Arrays, count: int) -> None:
        self.arrays = arrays
        self.count = count
        self.codes = new_lists(self.count)
        self.pool = new_pool()
        self.levels = new_numbers(self.count)
        self.left = new_numbers(self.count)
        self.places = new_numbers(self.count)
        for i in range(self.count):
            self.levels[i] = -1

    def __dealloc__(self) -> None:
        free_lists(self.codes)
        free_pool(self.pool)
        free_numbers(self.levels)
        free_numbers(self.left)
        free_numbers(self.places)

    def tokens(self, i: int) -> list[int]:
        """The actions of a game's list, which lie behind its codes."""
        return tokens_of(self.codes[i], self.levels[i])

    def make_room(self, i: int, count: int) -> None:
        """Let a game's list have room for so many moves; what it holds is lost."""
        level = LEAST
        while (1 << level) < count:
            level += 1
        if level != self.levels[i]:
            if self.levels[i] >= 0:
                give(self.pool, self.codes[i], self.levels[i])
            self.codes[i] = lend(self.pool, level, self.count == 1)
            self.levels[i] = level

    def shrink(self, i: int, count: int) -> None:
        """Give a list back of which only the first few moves are left: another game can use it at once."""
        old = self.levels[i]
        level = old - SPARED
        if level < LEAST or count > (1 << level):
            return
        while level > LEAST and count <= (1 << (level - 1)):
            level -= 1
        codes = lend(self.pool, level, self.count == 1)
        copy_words(codes, 0, self.codes[i], 0, count)
        give(self.pool, self.codes[i], old)
        self.codes[i] = codes
        self.levels[i] = level

    def keep(self, i: int, stack: list[int], end: int, side: int) -> None:
        """Take over the moves of a side; nothing is chosen yet."""
        self.make_room(i, end)
        copy_words(self.codes[i], 0, stack, 0, end)
        self.left[i] = end
        self.fork(i, 0, side)

    def choose(self, i: int, action: int, side: int) -> bool:
        """Keep the moves with this action; is it one alone?"""
        codes = self.codes[i]
        tokens = self.tokens(i)
        kept = 0
        for k in range(self.left[i]):
            if tokens[k] == action:  # few are, side by side: the other codes are not even looked at
                codes[kept] = codes[k]
                kept += 1
        self.left[i] = kept
        self.shrink(i, kept)
        if kept > 1:
            self.fork(i, self.places[i] + 1, side)
        return kept == 1

    def fork(self, i: int, place: int, side: int) -> None:
        """Spell the first place from `place` on where two or more moves differ."""
        codes = self.codes[i]
        tokens = self.tokens(i)
        count = self.left[i]
        while True:
            self.arrays.spell(codes, count, place, side, tokens)
            self.places[i] = place
            if count == 1:
                return
            for k in range(1, count):
                if tokens[k] != tokens[0]:
                    return
            place += 1

    def fetch(self, i: int) -> None:
        """Ask for the memory of a game's actions, which are going to be looked at soon."""
        fetch_tokens(self.tokens(i), self.left[i])

    def mark(self, i: int, mask: Any, at: int) -> None:
        """Set mask[at + action] for each action that may come next."""
        tokens = self.tokens(i)
        for k in range(self.left[i]):
            mask[at + tokens[k]] = 1

    def sample(self, i: int, word: int) -> int:
        """One of these actions, all moves equally likely by a random word."""
        return self.tokens(i)[below(word, self.left[i])]

    def load(self, i: int, block: list[Any], at: int, count: int, place: int, side: int) -> None:
        """Take over moves that lay in a list at this place."""
        self.make_room(i, count)
        copy_words(self.codes[i], 0, block, at, count)
        self.left[i] = count
        self.places[i] = place
        self.arrays.spell(self.codes[i], count, place, side, self.tokens(i))

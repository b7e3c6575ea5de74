"""Composed moves that are being chosen: for each game of a batch those that fit the actions so far."""

from __future__ import annotations

from typing import Any

import cython

from schwarm.environments.arrays import Arrays

if not cython.compiled:
    from schwarm.bits import below, copy_words, free_numbers, free_words, new_numbers, raw_words
    from schwarm.environments.memory import (
        fetch_tokens,
        free_lists,
        free_token_lists,
        new_lists,
        new_token_lists,
        new_tokens,
    )

ROOMY = 2048  # a list with more room than this is cut back when it is not needed


class Lists:
    """A list for each game: codes of moves, and the action of each at the place in its path decided next."""

    arrays: Arrays
    count: int
    codes: list[list[int]]
    tokens: list[list[int]]
    rooms: list[int]  # for how many moves each list has room
    left: list[int]  # how many moves it holds
    places: list[int]  # the place in their paths that the next action decides

    def __init__(self, arrays: Arrays, count: int) -> None:
        self.arrays = arrays
        self.count = count
        self.codes = new_lists(self.count)
        self.tokens = new_token_lists(self.count)
        self.rooms = new_numbers(self.count)
        self.left = new_numbers(self.count)
        self.places = new_numbers(self.count)

    def __dealloc__(self) -> None:
        free_lists(self.codes, self.count)
        free_token_lists(self.tokens, self.count)
        free_numbers(self.rooms)
        free_numbers(self.left)
        free_numbers(self.places)

    def make_room(self, i: int, count: int) -> None:
        """Let a game's list have room for so many moves; what it holds is lost."""
        room = self.rooms[i]
        if count > room or room > ROOMY:
            free_words(self.codes[i])
            self.codes[i] = raw_words(count)
            self.tokens[i] = new_tokens(self.tokens[i], count)
            self.rooms[i] = count

    def keep(self, i: int, stack: list[int], end: int, side: int) -> None:
        """Take over the moves of a side; nothing is chosen yet."""
        self.make_room(i, end)
        copy_words(self.codes[i], 0, stack, 0, end)
        self.left[i] = end
        self.fork(i, 0, side)

    def choose(self, i: int, action: int, side: int) -> bool:
        """Keep the moves with this action; is it one alone?"""
        codes = self.codes[i]
        tokens = self.tokens[i]
        kept = 0
        for k in range(self.left[i]):
            if tokens[k] == action:  # few are, side by side: the other codes are not even looked at
                codes[kept] = codes[k]
                kept += 1
        self.left[i] = kept
        if kept > 1:
            self.fork(i, self.places[i] + 1, side)
        return kept == 1

    def fork(self, i: int, place: int, side: int) -> None:
        """Spell the first place from `place` on where two or more moves differ."""
        codes = self.codes[i]
        tokens = self.tokens[i]
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
        fetch_tokens(self.tokens[i], self.left[i])

    def mark(self, i: int, mask: Any, at: int) -> None:
        """Set mask[at + action] for each action that may come next."""
        tokens = self.tokens[i]
        for k in range(self.left[i]):
            mask[at + tokens[k]] = 1

    def sample(self, i: int, word: int) -> int:
        """One of these actions, all moves equally likely by a random word."""
        return self.tokens[i][below(word, self.left[i])]

    def load(self, i: int, block: list[Any], at: int, count: int, place: int, side: int) -> None:
        """Take over moves that lay in a list at this place."""
        self.make_room(i, count)
        copy_words(self.codes[i], 0, block, at, count)
        self.left[i] = count
        self.places[i] = place
        self.arrays.spell(self.codes[i], count, place, side, self.tokens[i])

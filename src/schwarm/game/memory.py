"""The memory of a game: the state as one block, the moves made, the stack of the searches.

A rule book says once which of its attributes are its state, by three marks in its .pxd and among the types at
the head of its class:

    rules_mark: Mark    from here on: what the options decide, equal in all games with these options
    state_mark: Mark    from here on: the state, whatever a move changes or a start decides
    end_mark: Mark      behind it: pointers, Python objects, scratch space

Compiled, the attributes between two marks lie side by side in memory, so that a copy is a memcpy. In plain
Python they are copied one by one. What lies in memory of its own besides `trail` and `past` (a log, a list of
positions met) is added by `further_words`, `save_further`, `load_further` and `adopt`. A class that does not
speak of its memory is copied by making its moves again.

Two things can be saved: a *place* is the marked memory alone, good for coming back to it in the same game
after having gone forward from it; a *state* has the moves made as well and fits every game with the same
options.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import cython

from schwarm.game.errors import GameError
from schwarm.game.rulebook import Setup

if not cython.compiled:
    from schwarm.bits import Mark, copy_words, free_words, more_words, new_words, raw_words
    from schwarm.game.plain_memory import (
        bring_marked,
        bytes_in,
        copy_marked,
        digest_words,
        is_marked,
        keep_marked,
        words_in,
    )

HEAD = 4  # words before a saved state, see `state`
VERSION = 1  # of what a saved state looks like
MARGIN = 4096  # words behind the stack's room: a list that is too long is noticed before it does harm


class Memory:
    """What all games keep, and how it is copied, saved and brought back."""

    setup: Setup
    setup_stamp: int
    stack: list[int]
    trail: list[int]
    past: list[int]
    stack_room: int
    trail_room: int
    surplus: int
    levels: int
    fixed_bytes: list[int]
    state_bytes: list[int]
    fixed_at: list[Any]  # places in memory, where it is compiled
    state_at: list[Any]
    outlined: int
    place_words: int
    blocks: bool
    memory_fixed: Mark
    widest: int
    frame: int
    ordered: bool
    memory_state: Mark
    turn: int
    start_turn: int
    side: int
    hash: int
    memory_end: Mark

    def __init__(self, setup: Setup, widest: int, longest: int, frame: int) -> None:
        """Room for `widest` moves in one position and `longest` plies of a game; both may grow."""
        self.setup = setup
        self.setup_stamp = 0
        self.turn = self.start_turn = self.side = self.hash = self.surplus = 0
        self.widest = widest
        self.frame = frame
        self.ordered = False
        self.trail_room = longest
        self.outline()
        self.blocks = self.is_outlined()
        self.reserve()

    def __dealloc__(self) -> None:
        free_words(self.stack)
        free_words(self.trail)
        free_words(self.past)

    # --- which memory it is --------------------------------------------------------------------------
    def outline(self) -> None:
        """Tell where the memory of each class lies, beginning with the first."""
        if cython.compiled:
            self.levels = self.place_words = 0
            self.hold(
                cython.address(self.memory_fixed),
                cython.address(self.memory_state),
                cython.address(self.memory_end),
                cython.sizeof(Memory),
            )
        else:
            self.place_words = 1  # a slot of a block holds all values

    def hold(self, fixed: Any, state: Any, end: Any, size: int) -> None:
        """One class's memory lies between these marks; its objects have so many bytes."""
        if cython.compiled:
            self.fixed_at[self.levels] = fixed
            self.state_at[self.levels] = state
            self.fixed_bytes[self.levels] = state - fixed
            self.state_bytes[self.levels] = end - state
            self.place_words += (end - state + 7) // 8
            self.levels += 1
            self.outlined = size

    def is_outlined(self) -> bool:
        """Has this very class, and not only one that it is made of, said where its memory lies?"""
        return self.outlined == type(self).__basicsize__ if cython.compiled else is_marked(type(self))

    def reserve(self) -> None:
        """Memory for the stack and the moves made; it may hold anything."""
        self.stack_room = 2 * self.widest
        self.stack = raw_words(self.stack_room + MARGIN)
        self.trail = raw_words(self.trail_room)
        self.past = raw_words(self.frame * self.trail_room)

    # --- copies --------------------------------------------------------------------------------------
    def adopt(self, other: Memory) -> None:
        """Become a copy of a game of the same class; this object is new and nothing in it is set."""
        self.setup = other.setup
        self.setup_stamp = other.setup_stamp
        self.outline()
        copy_marked(self, other)
        self.blocks = True
        self.trail_room = other.trail_room
        self.reserve()
        copy_words(self.trail, 0, other.trail, 0, self.turn - self.start_turn)
        copy_words(self.past, 0, other.past, 0, self.frame * (self.turn - self.start_turn))

    def save_place(self, block: list[Any], at: int) -> None:
        """Note at block[at:] how to come back here after going forward; it takes `place_words`."""
        keep_marked(self, block, at)

    def load_place(self, block: list[Any], at: int) -> None:
        """Come back to a place; the moves made until then have not been taken back and made otherwise."""
        bring_marked(self, block, at)

    # --- whole states --------------------------------------------------------------------------------
    def further_words(self) -> int:
        """Words of what lies in memory of its own."""
        return 0

    def save_further(self, block: list[Any], at: int) -> None:
        """Write what lies in memory of its own to block[at:]."""

    def load_further(self, block: list[Any], at: int) -> None:
        """Bring it back; the place has been brought back already."""

    def state_words(self) -> int:
        """How many words `save_state` writes here."""
        return self.place_words + (1 + self.frame) * (self.turn - self.start_turn) + self.further_words()

    def most_words(self) -> int:
        """How many it writes at most after `forget_past`, with these options; 0 if there is no bound."""
        return self.place_words if self.blocks else 0

    def save_state(self, block: list[Any], at: int) -> None:
        """Write the whole state to block[at:]."""
        plies = self.turn - self.start_turn
        self.save_place(block, at)
        at += self.place_words
        copy_words(block, at, self.trail, 0, plies)
        copy_words(block, at + plies, self.past, 0, self.frame * plies)
        self.save_further(block, at + plies + self.frame * plies)

    def load_state(self, block: list[Any], at: int) -> None:
        """Bring a state back that a game with the same options has saved."""
        self.load_place(block, at)
        plies = self.turn - self.start_turn
        while self.trail_room <= plies:
            self.lengthen_trail()
        at += self.place_words
        copy_words(self.trail, 0, block, at, plies)
        copy_words(self.past, 0, block, at + plies, self.frame * plies)
        self.load_further(block, at + plies + self.frame * plies)

    def forget_past(self) -> None:
        """Drop what only taking moves back needs: the game begins here."""
        self.start_turn = self.turn

    # --- room ----------------------------------------------------------------------------------------
    def make_room(self, base: int) -> None:
        """Let the stack hold one more position's moves from `base` on."""
        wanted = 2 * (base + self.widest)
        self.stack = more_words(self.stack, self.stack_room, wanted + MARGIN)
        self.stack_room = wanted

    def lengthen_trail(self) -> None:
        """Double the room for moves made."""
        room = self.trail_room
        self.trail = more_words(self.trail, room, 2 * room)
        if self.frame:
            self.past = more_words(self.past, self.frame * room, 2 * self.frame * room)
        self.trail_room = 2 * room

    def made(self) -> int:
        """Plies made since the start position, if rules written in Python have counted them rightly."""
        plies = self.turn - self.start_turn
        if plies < 0 or plies > self.trail_room:
            last = self.start_turn + self.trail_room
            raise GameError(f"expected a turn from {self.start_turn} to {last}, not {self.turn}")
        return plies

    def check(self) -> None:
        """Raise what went wrong inside a search: an error of rules in Python, a list without end."""
        if self.surplus:
            found = f"at most {self.widest} moves in one position (widest), not {self.surplus}"
            raise GameError(f"{self.setup.book.name}: expected {found}")

    # --- the state as bytes --------------------------------------------------------------------------
    @property
    def state_size(self) -> int:
        """How many bytes `save` writes here. It grows with the moves made."""
        return 8 * (HEAD + self.state_words()) if cython.compiled else len(self.state(self.own_stamp()))

    def save(self, buffer: Any) -> int:
        """Write the whole state, history included, into a buffer such as a bytearray; return its size.

        >>> import schwarm
        >>> game = schwarm.new_game("hive", seed=7)
        >>> buffer = bytearray(game.state_size)
        >>> _ = game.save(buffer), game.play(game.legal_moves()[0])
        >>> game.load(buffer)
        >>> game.turn
        0
        """
        data = self.state(self.own_stamp())
        room = memoryview(buffer).cast("B")
        if len(room) < len(data):
            raise GameError(f"expected a buffer of {len(data)} bytes (state_size) or more, not {len(room)}")
        room[: len(data)] = data
        return len(data)

    def load(self, buffer: Any) -> None:
        """Bring a state back that this game has saved, or another one with the same setup."""
        self.bring(bytes(memoryview(buffer).cast("B")), self.own_stamp())

    def state(self, stamp: int) -> bytes:
        """The whole state as bytes, behind the stamp by which it is known again."""
        count = self.state_words()
        block = new_words(HEAD + count)
        self.save_state(block, HEAD)
        block[0] = self.layout()
        block[1] = stamp
        block[2] = count
        block[3] = digest_words(block, HEAD, count)
        data = bytes_in(block, HEAD + count)
        free_words(block)
        return data

    def bring(self, data: bytes, stamp: int) -> None:
        """Bring a state back that has this stamp; nothing changes on error."""
        block = words_in(data)
        room = len(data) // 8 if cython.compiled else len(block)
        if room < HEAD or block[0] != self.layout() or block[1] != stamp:
            raise GameError("expected a state that a game with the same options and the same start has saved")
        count: int = block[2]
        if count > room - HEAD or block[3] != digest_words(block, HEAD, count):
            raise GameError("expected a state as it was saved; this one was changed or cut off")
        self.load_state(block, HEAD)
        self.check()

    def layout(self) -> int:
        """A number that differs where states look different: rules, build and size."""
        build = 2 * VERSION + (1 if cython.compiled else 0)
        return 65536 * self.place_words + 256 * self.setup.book.version + build

    def own_stamp(self) -> int:
        """A number for what must be equal where a state is loaded: game, options and start."""
        if self.setup_stamp == 0:
            setup = self.setup
            told = (setup.book.name, sorted(setup.options.items()), setup.seed, setup.position)
            digest = blake2b(repr(told).encode(), digest_size=8).digest()
            self.setup_stamp = int.from_bytes(digest, "little") | 1
        return self.setup_stamp

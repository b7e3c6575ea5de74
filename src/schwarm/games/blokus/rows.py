"""Lists the rows of a Blokus position: what they stand for is in rows_layout.py."""

from __future__ import annotations

import cython

from schwarm.bots.learned.rows import Rows
from schwarm.game.game import Game
from schwarm.games.blokus.rows_layout import *
from schwarm.games.blokus.rules import Blokus

if not cython.compiled:
    from schwarm.bits import ones_of

    BOARD = 22  # lines of a board of bits: a row above the first one and one below the last
    NEAR_STEPS, FAR_STEPS = 2, 6


class BlokusRows(Rows):
    """Corners and room of each colour, and the lead."""

    open: list[int]  # by turn of the colour: the squares it may cover
    corner: list[int]  # those of which its next piece covers one
    wave: list[int]  # the squares it has reached
    swell: list[int]  # those it reaches with a step more
    soon: list[int]  # those it reaches in two steps
    first: list[int]  # those it has reached sooner than any enemy
    reached: list[int]  # by side: what one of its colours has reached

    def __init__(self) -> None:
        super().__init__()
        self.open = [0] * 88
        self.corner = [0] * 88
        self.wave = [0] * 88
        self.swell = [0] * 88
        self.soon = [0] * 88
        self.first = [0] * 88
        self.reached = [0] * 44

    def list_rows(self, game: Game) -> None:
        self.look(cython.cast(Blokus, game))

    def look(self, game: Blokus) -> None:
        """Find out where each colour can go, then list it."""
        self.listed = 0
        colour = game.slot % game.colours
        slot = game.slot if game.colours == 4 else 2 * game.slot
        for turn in range(game.colours):
            self.look_at(game, (colour + turn) % game.colours, turn)
        self.spread(game.colours)
        for turn in range(game.colours):
            if game.valid >> (colour + turn) % game.colours & 1:
                self.list_room(game.colours, turn, SPAN * (PHASES * turn + min(slot >> 4, PHASES - 1)))
        self.note(SLOT + min(slot, SLOTS - 1))
        lead = -game.lead() if game.side else game.lead()
        self.note(LEAD + max(-MOST_LEAD, min(lead, MOST_LEAD)))

    def note(self, row: int) -> None:
        self.rows[self.listed] = row
        self.listed += 1

    def look_at(self, game: Blokus, colour: int, turn: int) -> None:
        """The board as one colour sees it."""
        base = BOARD * turn + 1
        if not game.valid >> colour & 1:
            for y in range(20):
                self.open[base + y] = 0
                self.corner[base + y] = 0
            return
        game.prepare(colour)
        for y in range(20):
            self.open[base + y] = game.open[y]
            self.corner[base + y] = game.corner[y]

    def spread(self, colours: int) -> None:
        """Let all colours go on from their corners step by step, and note who comes first."""
        lines = BOARD * colours
        for i in range(lines):
            self.wave[i] = self.corner[i]
            self.first[i] = 0
        for step in range(FAR_STEPS):
            for i in range(1, lines - 1):
                here = self.wave[i]
                self.swell[i] = (
                    here | here << 1 | here >> 1 | self.wave[i - 1] | self.wave[i + 1]
                ) & self.open[i]
            for i in range(1, lines - 1):
                self.wave[i] = self.swell[i]
            for i in range(BOARD * 2):
                self.reached[i] = self.wave[i] | (self.wave[2 * BOARD + i] if colours == 4 else 0)
            for turn in range(colours):
                base = BOARD * turn
                enemy = BOARD - BOARD * (turn & 1)
                for y in range(1, 21):
                    self.first[base + y] |= self.wave[base + y] & ~self.reached[enemy + y]
            if step == NEAR_STEPS - 1:
                for i in range(lines):
                    self.soon[i] = self.wave[i]

    def list_room(self, colours: int, turn: int, place: int) -> None:
        """A colour's corners and the squares it can come to; its rows of this phase begin at `place`."""
        base = BOARD * turn
        enemy = BOARD - BOARD * (turn & 1)
        corners = safe = near = reach = firsts = private = 0
        for y in range(1, 21):
            corner = self.corner[base + y]
            threatened = self.soon[enemy + y]
            if colours == 4:
                threatened |= self.soon[2 * BOARD + enemy + y]
            corners += ones_of(corner)
            safe += ones_of(corner & ~threatened)
            near += ones_of(self.soon[base + y])
            reach += ones_of(self.wave[base + y])
            firsts += ones_of(self.first[base + y])
            private += ones_of(self.wave[base + y] & ~self.reached[enemy + y])
        self.note(place + CORNERS + min(corners, 31))
        self.note(place + SAFE + min(safe, 23))
        self.note(place + NEAR + min(near, 95))
        self.note(place + REACH + min(reach >> 1, 99))
        self.note(place + FIRST + min(firsts >> 1, 63))
        self.note(place + PRIVATE + min(private >> 1, 63))

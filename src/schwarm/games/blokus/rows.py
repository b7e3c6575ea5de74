"""Lists the rows of a Blokus position: what they stand for is in rows_layout.py."""

from __future__ import annotations

import cython

from schwarm.bots.learned.rows import Rows
from schwarm.game.game import Game
from schwarm.games.blokus import tables
from schwarm.games.blokus.rows_layout import *
from schwarm.games.blokus.rules import Blokus

if not cython.compiled:
    from schwarm.bits import lowest, ones_of
    from schwarm.games.blokus.evaluator import squares_of

    BOARD = 22  # lines of a board of bits: a row above the first one and one below the last
    NEAR_STEPS, FAR_STEPS = 2, 6

ALL = tables.ALL
KINDS = tables.COUNT
OF_SIZE = tables.OF_SIZE


class BlokusRows(Rows):
    """Pieces, corners and room of each colour, and how the sides compare."""

    open: list[int]  # by turn of the colour: the squares it may cover
    corner: list[int]  # those of which its next piece covers one
    wave: list[int]  # the squares it has reached
    swell: list[int]  # those it reaches with a step more
    soon: list[int]  # those it reaches in two steps
    first: list[int]  # those it has reached sooner than any enemy
    reached: list[int]  # by side: what one of its colours has reached
    points: list[int]
    layable: list[int]
    corners: list[int]
    reach: list[int]
    firsts: list[int]
    private: list[int]

    def __init__(self) -> None:
        super().__init__()
        self.open = [0] * 88
        self.corner = [0] * 88
        self.wave = [0] * 88
        self.swell = [0] * 88
        self.soon = [0] * 88
        self.first = [0] * 88
        self.reached = [0] * 44
        self.points = [0] * 4
        self.layable = [0] * 4
        self.corners = [0] * 4
        self.reach = [0] * 4
        self.firsts = [0] * 4
        self.private = [0] * 4

    def list_rows(self, game: Game) -> None:
        self.look(cython.cast(Blokus, game))

    def look(self, game: Blokus) -> None:
        """Find out what each colour has and can do, then list it."""
        self.listed = 0
        colour = game.slot % game.colours
        for turn in range(game.colours):
            self.look_at(game, (colour + turn) % game.colours, turn)
        self.spread(game.colours)
        for turn in range(game.colours):
            if game.valid >> (colour + turn) % game.colours & 1:
                self.list_room(game.colours, turn)
        self.list_joint(game, colour)

    def note(self, row: int) -> None:
        """One more row."""
        self.rows[self.listed] = row
        self.listed += 1

    # --- what there is -----------------------------------------------------------------------------
    def look_at(self, game: Blokus, colour: int, turn: int) -> None:
        """The board as one colour sees it; the rows of its pieces and points."""
        base = BOARD * turn + 1
        shift = SPAN * turn
        hand = game.hand[colour]
        points = game.points(colour)
        self.points[turn] = points
        self.layable[turn] = 0
        self.corners[turn] = 0
        self.reach[turn] = 0
        self.firsts[turn] = 0
        self.private[turn] = 0
        self.note(shift + POINTS + min(points, 111))
        if not game.valid >> colour & 1:
            for y in range(20):
                self.open[base + y] = 0
                self.corner[base + y] = 0
            self.note(shift + STATE + (1 if hand == 0 else 0))
            return
        game.prepare(colour)
        for y in range(20):
            self.open[base + y] = game.open[y]
            self.corner[base + y] = game.corner[y]
        if hand == ALL:
            fits = hand
            self.note(UNTOUCHED + turn)
        else:
            fits = game.fitting(hand)
            self.list_pieces(hand, fits, turn)
        self.layable[turn] = squares_of(fits)
        self.note(shift + LAYABLE + self.layable[turn])
        size = 5
        while size > 0 and not fits & OF_SIZE[size]:
            size -= 1
        self.note(shift + STATE + 2 + size)

    def list_pieces(self, hand: int, fits: int, turn: int) -> None:
        """A row for each piece in hand."""
        row = PIECE_ROWS + KINDS * turn
        while hand:
            kind = lowest(hand)
            hand &= hand - 1
            self.note(row + kind + (0 if fits >> kind & 1 else TURNS * KINDS))

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

    # --- rows --------------------------------------------------------------------------------------
    def list_room(self, colours: int, turn: int) -> None:
        """A colour's corners and the squares it can come to."""
        base = BOARD * turn
        enemy = BOARD - BOARD * (turn & 1)
        shift = SPAN * turn
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
        self.corners[turn] = corners
        self.reach[turn] = reach
        self.firsts[turn] = firsts
        self.private[turn] = private
        self.note(shift + CORNERS + min(corners, 31))
        self.note(shift + SAFE + min(safe, 23))
        self.note(shift + NEAR + min(near, 63))
        self.note(shift + REACH + min(reach >> 2, 63))
        self.note(shift + FIRST + min(firsts >> 1, 63))
        self.note(shift + PRIVATE + min(private >> 1, 63))

    def list_joint(self, game: Blokus, colour: int) -> None:
        """How far the game is and how the sides compare."""
        lead = self.points[0] - self.points[1]
        hope = lead + self.layable[0] - self.layable[1]
        firsts = self.firsts[0] - self.firsts[1]
        reach = self.reach[0] - self.reach[1]
        corners = self.corners[0] - self.corners[1]
        private = self.private[0] - self.private[1]
        slot = game.slot
        if game.colours == 4:
            partner = self.points[2] - self.points[3]
            lead += partner
            hope += partner + self.layable[2] - self.layable[3]
            firsts += self.firsts[2] - self.firsts[3]
            reach += self.reach[2] - self.reach[3]
            corners += self.corners[2] - self.corners[3]
            private += self.private[2] - self.private[3]
        else:
            slot *= 2
        phase = min(slot >> 3, 11)
        live = 0
        for turn in range(game.colours):
            live |= (game.valid >> (colour + turn) % game.colours & 1) << turn
        self.note(SLOT + min(slot, 95))
        self.note(GAME + game.size - 8 + (0 if game.colours == 4 else 13))
        self.note(LIVE + live)
        self.note(LEAD + 40 + max(-40, min(40, lead)))
        self.note(LEAD_PHASE + 25 * phase + 12 + max(-12, min(12, halved(lead))))
        self.note(HOPE + 40 + max(-40, min(40, hope)))
        self.note(HOPE_PHASE + 25 * phase + 12 + max(-12, min(12, halved(hope))))
        self.note(FIRST_LEAD + 32 + max(-32, min(32, halved(firsts))))
        self.note(FIRST_PHASE + 17 * phase + 8 + max(-8, min(8, halved(halved(halved(firsts))))))
        self.note(REACH_LEAD + 16 + max(-16, min(16, halved(halved(halved(reach))))))
        self.note(CORNER_LEAD + 16 + max(-16, min(16, corners)))
        self.note(PRIVATE_LEAD + 16 + max(-16, min(16, halved(halved(private)))))


def halved(number: int) -> int:
    """Half of a number, rounded towards 0, so that a lead and a lag of one size have rows alike."""
    return number >> 1 if number >= 0 else -(-number >> 1)

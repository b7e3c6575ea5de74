"""Blokus (Software-Challenge 2027): the rules. Rule ids are those of docs/reference/games/blokus.md.

Each colour's squares are rows of bits. For the colour to move `prepare` finds the squares where it may lay
and the corner squares of which a piece has to cover one, both shifted by 0 to 4 columns. A shape is then
tried on a whole row at once: the bits of its five squares are put together by "and" (all may be covered),
those of the corners by "or" (one is); what is left are the columns where it may lie. Codes and tables: see
tables.py.

`turn` counts the moves made, as in every game. `slot` is what the rule sheet calls turn: it counts the turns
of colours that have dropped out as well.
"""

from __future__ import annotations

import cython

from schwarm.game import board as boards
from schwarm.game.errors import BadNotation, BadPosition, Refusal
from schwarm.game.game import Game
from schwarm.game.meant import expected
from schwarm.game.rulebook import Move, Outcome, Setup, victory_points
from schwarm.games.blokus import notation, picture, refusals, start, tables
from schwarm.games.blokus.options import COLOURS, SIDES, Reason

if not cython.compiled:
    from schwarm.bits import Mark, lowest, mix

MOVES = notation.MOVES
ALL = tables.ALL
SHAPES = tables.SHAPES
FIELDS = tables.FIELDS
LONGEST = tables.LONGEST
DEPTH = tables.DEPTH
LINES = tables.LINES
SKIP = tables.SKIP
KIND_BIT = tables.KIND_BIT
SIZE_OF = tables.SIZE_OF
HEIGHT = tables.HEIGHT
OFFSET = tables.OFFSET
ROW = tables.ROW
RANK = tables.RANK
ROW_BY_RANK = tables.ROW_BY_RANK


class Blokus(Game):
    """A position; side one (0) has blue and red, side two (1) yellow and green.

    >>> import schwarm
    >>> game = schwarm.new_game("blokus", start="5L")
    >>> game.to_move, game.colour_to_move(), game.colours_of("one"), game.start_piece()
    ('one', 'blue', ('blue', 'red'), '5L')
    >>> game.play("5L@A0")
    '5L@A0'
    >>> game.corner_squares("blue"), len(game.pieces_in_hand("blue")), game.points_by_colour()["blue"]
    (('C2', 'C4'), 20, 5)
    """

    rules_mark: Mark
    size: int
    colours: int
    last_slot: int
    bonus: int
    last_bonus: int
    may_skip: bool
    may_skip_first: bool
    stops: bool
    within: int  # the bits of a row that are on the board
    begin: list[int]  # R6: the squares of which the first piece covers one, by rows
    state_mark: Mark
    own: list[int]  # the squares of each colour: LINES rows, the first one above the board
    taken: list[int]  # the squares of all colours
    hand: list[int]  # the kinds that each colour has left, as bits
    laid: list[int]  # how many squares each colour has laid
    slot: int
    valid: int  # colours still in the game, as bits
    mono: int  # colours that have laid everything, the single square last
    done: int  # where it ends the game (R10): the round in which a colour has laid everything, else -1
    begins_with: int  # the kind of the start piece, -1 for any
    end_mark: Mark  # `past` holds slot, valid colours and `done` before each ply
    open: list[int]  # squares where the colour asked for may lay, shifted by 0 to 4 columns, DEPTH rows each
    corner: list[int]  # the same of the corner squares
    fits: list[int]  # the columns where the shape tried last fits, by rows
    top: int  # the first row with a corner, DEPTH if there is none
    bottom: int  # the last one
    known: list[int]  # of each colour a move that it could make lately

    # --- options and start -----------------------------------------------------------------------
    def __init__(self, setup: Setup) -> None:
        self.size = setup.number("size")
        self.colours = 4 if setup.word("colours") == "four" else 2
        self.last_slot = self.colours * setup.number("rounds")
        super().__init__(setup, widest=tables.widest(self.size), longest=self.last_slot + 1, frame=1)
        self.ordered = True
        self.bonus = setup.number("bonus")
        self.last_bonus = setup.number("last_bonus")
        self.may_skip = bool(setup.options["skip"])
        self.may_skip_first = bool(setup.options["skip_first"])
        self.stops = bool(setup.options["stop_when_done"])
        self.within = (1 << self.size) - 1
        self.begin = start.start_squares(self.size, setup.word("start_at"))
        self.own = [0] * 104
        self.taken = [0] * 26
        self.hand = [ALL] * 4
        self.laid = [0] * 4
        self.open = [0] * 120
        self.corner = [0] * 120
        self.fits = [0] * 24
        self.known = [0] * 4
        self.top = DEPTH
        self.bottom = self.slot = self.mono = 0
        self.done = -1
        self.valid = 15 if self.colours == 4 else 3
        if setup.position is None:
            self.begins_with = start.start_kind(setup.seed, setup.word("start"), setup.word("start_at"))
        else:
            self.arrange(notation.read_position(setup.position, self.size, self.colours, self.last_slot))
        self.side = self.slot & 1

    def arrange(self, placed: notation.Placement) -> None:
        """Take over a position text."""
        for colour, codes in enumerate(placed.laid):
            for code in codes:
                self.lay(colour, code)
        self.slot = placed.slot
        self.turn = self.start_turn = placed.plies
        self.valid = placed.valid
        self.mono = placed.mono
        self.begins_with = placed.start
        for colour in range(self.colours):
            if self.stops and self.hand[colour] == 0:
                # Still in the game although its slot of this round is over: it has finished in this round.
                now = placed.valid >> colour & 1 and colour < self.slot % self.colours
                self.done = max(self.done, self.slot // self.colours - (0 if now else 1))
        if not self.over() and not self.can_lay(self.slot % self.colours):
            raise BadPosition(Refusal("blokus/cannot_lay", colour=self.colour_to_move()))

    def outline(self) -> None:
        Game.outline(self)
        if cython.compiled:
            self.hold(
                cython.address(self.rules_mark),
                cython.address(self.state_mark),
                cython.address(self.end_mark),
                cython.sizeof(Blokus),
            )

    # --- moves (R5-R8) ---------------------------------------------------------------------------
    def prepare(self, colour: int) -> None:
        """Find the squares that a piece of a colour may cover, and those of which it has to cover one."""
        within = self.within
        base = LINES * colour + 1
        first = self.hand[colour] == ALL
        self.top = DEPTH
        self.bottom = -1
        for y in range(self.size):
            here = self.own[base + y]
            beside = self.own[base + y - 1] | self.own[base + y + 1]
            free = within & ~(self.taken[1 + y] | here << 1 | here >> 1 | beside)
            self.open[y] = free
            self.corner[y] = free & (self.begin[y] if first else beside << 1 | beside >> 1)
        for y in range(self.size):
            if self.corner[y]:
                if self.bottom < 0:
                    self.top = y
                self.bottom = y
        for i in range(4 * DEPTH):
            self.open[DEPTH + i] = self.open[i] >> 1
            self.corner[DEPTH + i] = self.corner[i] >> 1

    def playable(self, colour: int) -> int:
        """The kinds that a colour may lay."""
        hand = self.hand[colour]
        if hand == ALL and self.begins_with >= 0:
            return hand & (1 << self.begins_with)
        return hand

    def try_shape(self, shape: int) -> int:
        """Write the columns where a shape may lie to `fits`, for each row; all rows together, 0 for none."""
        a = OFFSET[5 * shape]
        b = OFFSET[5 * shape + 1]
        c = OFFSET[5 * shape + 2]
        d = OFFSET[5 * shape + 3]
        e = OFFSET[5 * shape + 4]
        found = 0
        for y in range(20):
            here = (
                self.open[a + y]
                & self.open[b + y]
                & self.open[c + y]
                & self.open[d + y]
                & self.open[e + y]
                & (
                    self.corner[a + y]
                    | self.corner[b + y]
                    | self.corner[c + y]
                    | self.corner[d + y]
                    | self.corner[e + y]
                )
            )
            self.fits[y] = here
            found |= here
        return found

    def fitting(self, hand: int) -> int:
        """The kinds of a hand that fit somewhere, as bits; `prepare` was called for their colour."""
        found = 0
        if self.bottom >= 0:
            for shape in range(SHAPES):
                if hand & KIND_BIT[shape] and self.try_shape(shape):
                    found |= KIND_BIT[shape]
                    hand ^= KIND_BIT[shape]
        return found

    def generate(self, base: int) -> int:
        colour = self.slot % self.colours
        first = base
        self.prepare(colour)
        hand = self.playable(colour)
        stack = self.stack
        if self.bottom >= 0:
            for shape in range(SHAPES):
                if hand & KIND_BIT[shape] and self.try_shape(shape):
                    head = FIELDS * shape
                    low = self.top - HEIGHT[shape] + 1
                    for y in range(low if low > 0 else 0, self.bottom + 1):
                        rest = self.fits[y]
                        while rest:
                            stack[base] = head + LONGEST * lowest(rest) + RANK[y]
                            base += 1
                            rest &= rest - 1
        if base > first:
            self.known[colour] = stack[first]
        if self.allows_skip(colour):
            stack[base] = SKIP
            base += 1
        return base

    def can_lay(self, colour: int) -> bool:
        """Has a colour a legal placement? The move known of it often still is one."""
        if self.legal_at(colour, self.known[colour]):
            return True
        self.prepare(colour)
        if self.bottom < 0:
            return False
        hand = self.playable(colour)
        for shape in range(SHAPES):
            if hand & KIND_BIT[shape] and self.try_shape(shape):
                for y in range(self.size):
                    if self.fits[y]:
                        self.known[colour] = FIELDS * shape + LONGEST * lowest(self.fits[y]) + RANK[y]
                        return True
        return False

    def legal_at(self, colour: int, code: int) -> bool:
        """R5-R7: may a colour make this placement?"""
        shape = code // FIELDS
        x = code % FIELDS // LONGEST
        y = ROW_BY_RANK[code % LONGEST]
        if not self.playable(colour) & KIND_BIT[shape] or y + HEIGHT[shape] > self.size:
            return False
        base = LINES * colour + 1 + y
        first = self.hand[colour] == ALL
        corners = 0
        for k in range(HEIGHT[shape]):
            row = ROW[5 * shape + k] << x
            here = self.own[base + k]
            beside = self.own[base + k - 1] | self.own[base + k + 1]
            if row & (~self.within | self.taken[1 + y + k] | here << 1 | here >> 1 | beside):
                return False
            corners |= row & (self.begin[y + k] if first else beside << 1 | beside >> 1)
        return corners != 0

    def allows_skip(self, colour: int) -> bool:
        """R8: may a colour skip?"""
        return self.may_skip and (self.may_skip_first or self.hand[colour] != ALL)

    def allows(self, code: int) -> bool:
        colour = self.slot % self.colours
        if code >= SKIP:
            return code == SKIP and self.allows_skip(colour)
        return self.legal_at(colour, code)

    # --- play and undo (R9) ----------------------------------------------------------------------
    def lay(self, colour: int, code: int) -> None:
        """Put a piece on the board, or take it back into the hand."""
        shape = code // FIELDS
        x = code % FIELDS // LONGEST
        y = ROW_BY_RANK[code % LONGEST] + 1
        base = LINES * colour + y
        for k in range(HEIGHT[shape]):
            row = ROW[5 * shape + k] << x
            self.own[base + k] ^= row
            self.taken[y + k] ^= row
        if self.hand[colour] & KIND_BIT[shape]:
            self.laid[colour] += SIZE_OF[shape]
        else:
            self.laid[colour] -= SIZE_OF[shape]
        self.hand[colour] ^= KIND_BIT[shape]
        self.hash ^= mix(4 * code + colour + 1)

    def push(self, move: int) -> None:
        at = self.turn - self.start_turn
        colour = self.slot % self.colours
        self.trail[at] = move
        self.past[at] = self.slot | self.valid << 16 | (self.done + 1) << 20
        if move != SKIP:
            self.lay(colour, move)
            if self.hand[colour] == 0:
                if move < FIELDS:  # the single square is the first of the shapes
                    self.mono |= 1 << colour
                if self.stops and self.done < 0:
                    self.done = self.slot // self.colours
        self.turn += 1
        self.slot += 1
        while True:
            colour = self.slot % self.colours
            if self.valid >> colour & 1:
                if self.can_lay(colour):
                    break
                self.valid ^= 1 << colour
                if self.valid == 0:
                    break
            self.slot += 1
        self.side = self.slot & 1

    def pop(self) -> None:
        self.turn -= 1
        at = self.turn - self.start_turn
        move = self.trail[at]
        before = self.past[at]
        self.slot = before & 65535
        self.valid = before >> 16 & 15
        self.done = (before >> 20) - 1
        self.side = self.slot & 1
        if move != SKIP:
            colour = self.slot % self.colours
            self.mono &= ~(1 << colour)
            self.lay(colour, move)

    def key(self) -> int:
        start = mix(self.begins_with + 128 * (self.done + 1) + 2)
        return self.hash ^ mix(start ^ (self.slot | self.valid << 16 | self.mono << 20))

    # --- end and points (R10-R12) ----------------------------------------------------------------
    def over(self) -> bool:
        if self.valid == 0 or self.slot >= self.last_slot:
            return True
        return self.stops and self.done >= 0 and self.slot // self.colours > self.done

    def points(self, colour: int) -> int:
        """R11: the points of a colour."""
        found = self.laid[colour]
        if self.hand[colour] == 0:
            found += self.bonus
            if self.mono >> colour & 1:
                found += self.last_bonus
        return found

    def lead(self) -> int:
        """R11: by how many points side one is ahead."""
        found = 0
        for colour in range(self.colours):
            found += -self.points(colour) if colour & 1 else self.points(colour)
        return found

    def score(self) -> int:
        lead = self.lead()
        return 1 if lead > 0 else -1 if lead < 0 else 0

    def verdict(self) -> Outcome:
        lead = self.lead()
        winner = -1 if lead == 0 else int(lead < 0)
        reason = Reason.EQUAL if lead == 0 else Reason.MORE_POINTS
        return Outcome(None if lead == 0 else SIDES[winner], reason, self.standing())

    def standing(self) -> dict[str, tuple[int, ...]]:
        lead = self.lead()
        points = victory_points(-1 if lead == 0 else int(lead < 0))
        each = self.colour_points()
        return {name: (points[side], sum(each[side::2])) for side, name in enumerate(SIDES)}

    # --- what people ask -------------------------------------------------------------------------
    def colour_points(self) -> list[int]:
        """R11: the points of each colour."""
        return [self.points(colour) for colour in range(self.colours)]

    def colour_to_move(self) -> str:
        """The colour to move: blue, yellow, red or green; of an ended game the last one looked at."""
        return COLOURS[self.slot % self.colours]

    def colours_of(self, side: str) -> tuple[str, ...]:
        """The colours that a side plays.

        :raises BadNotation: if there is no such side.
        """
        if side not in SIDES:
            raise BadNotation(expected("expected_side", SIDES, side))
        return COLOURS[SIDES.index(side) : self.colours : 2]

    def colours_playing(self) -> tuple[str, ...]:
        """The colours that have not dropped out."""
        return tuple(name for number, name in enumerate(COLOURS) if self.valid >> number & 1)

    def start_piece(self) -> str | None:
        """R6: the piece that every colour lays first, as moves call it; None if it may be any."""
        return None if self.begins_with < 0 else tables.KINDS[self.begins_with]

    def pieces_in_hand(self, colour: str) -> tuple[str, ...]:
        """The pieces that a colour has not laid yet, as moves call them.

        :raises BadNotation: if no such colour plays.
        """
        hand = self.hand[self.number_of(colour)]
        return tuple(kind for number, kind in enumerate(tables.KINDS) if hand >> number & 1)

    def corner_squares(self, colour: str) -> tuple[str, ...]:
        """R6, R7: the empty squares of which the next piece of a colour has to cover one.

        :raises BadNotation: if no such colour plays.
        """
        return picture.names_of(self.corners(self.number_of(colour)))

    def points_by_colour(self) -> dict[str, int]:
        """R11: the points of each colour."""
        return dict(zip(COLOURS, self.colour_points(), strict=False))

    def number_of(self, colour: str) -> int:
        """The place of a colour in the order of play; BadNotation if no such colour plays."""
        if colour not in COLOURS[: self.colours]:
            raise BadNotation(expected("blokus/expected_colour", COLOURS[: self.colours], colour))
        return COLOURS.index(colour)

    def hands(self) -> list[int]:
        """The kinds each colour has left, as bits."""
        return [self.hand[colour] for colour in range(self.colours)]

    def facts(self) -> tuple[int, int, int, int]:
        """Slot; colours still in the game, and finished with the single square, as bits; the start piece."""
        return self.slot, self.valid, self.mono, self.begins_with

    def lines(self) -> list[list[int]]:
        """The squares of each colour as rows of bits."""
        return [
            [self.own[LINES * colour + 1 + y] for y in range(self.size)] for colour in range(self.colours)
        ]

    def corners(self, colour: int) -> list[int]:
        """R6, R7: the squares of which the next piece of a colour has to cover one, as rows of bits."""
        self.prepare(colour)
        return [self.corner[y] for y in range(self.size)]

    def board(self) -> boards.Board:
        return picture.board_of(self)

    def describe_code(self, code: int) -> boards.Description:
        return picture.describe(self, code)

    def position(self) -> str:
        return picture.position_of(self)

    def read(self, text: str) -> int:
        return notation.read_move(text)

    def write(self, code: int) -> str:
        return notation.write_move(code)

    def move_of(self, code: int) -> Move:
        known = MOVES[code]
        return notation.move_of(code) if known is None else known

    def refusal(self, code: int) -> tuple[str, str]:
        return refusals.refusal(self, code)

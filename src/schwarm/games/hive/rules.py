"""Hive (Software-Challenge 2020): the rules. Rule ids are those of docs/reference/games/hive.md.

Cells, places and tables: see tables.py. A move's code is 128*start + target, both as places; a set has
the start SET + kind, the skip has its own (see notation.py). A piece is 8*side + kind + 1; the stack on
a cell is one word, four bits a piece, the top piece lowest.
"""

from __future__ import annotations

import cython

from schwarm.game import board as boards
from schwarm.game.game import Game
from schwarm.game.rulebook import Move, Outcome, Setup
from schwarm.games.hive import notation, picture, refusals, tables
from schwarm.games.hive.notation import SET, SKIP
from schwarm.games.hive.options import KINDS, SIDES, Reason
from schwarm.games.hive.start import start_berries
from schwarm.games.hive.tables import *

if not cython.compiled:
    from schwarm.bits import Mark, cell, down, lowest, mix, popcount, up

ANT = 0
BEETLE = 1
GRASSHOPPER = 2
QUEEN = 3
SPIDER = 4
NOWHERE = -1  # the cell of a queen in hand
MOVE_NAMES = notation.MOVES


# --- the swarm as a board of cells ---------------------------------------------------------------
def around(cells: int) -> int:
    """The cells next to any of these; some may be off the board."""
    e, w = up(cells, 1), down(cells, 1)
    return e | w | up(cells | e, 11) | down(cells | w, 11)


def flood(seed: int, inside: int) -> int:
    """All cells of `inside` connected with `seed`."""
    while True:
        grown = (seed | around(seed)) & inside
        if grown == seed:
            return seed
        seed = grown


def split(cells: int) -> int:
    """The cells around which these cells form two or more separate runs."""
    e, se, sw = down(cells, 1), down(cells, 12), down(cells, 11)
    w, nw, ne = up(cells, 1), up(cells, 12), up(cells, 11)
    once = e & ~se
    run = se & ~sw
    twice = once & run
    once |= run
    run = sw & ~w
    twice |= once & run
    once |= run
    run = w & ~nw
    twice |= once & run
    once |= run
    run = nw & ~ne
    twice |= once & run
    once |= run
    return twice | once & ne & ~e


def holes(swarm: int) -> int:
    """How many separate empty regions a swarm encloses, by Euler's formula: it is one piece."""
    e, se, sw = swarm & down(swarm, 1), swarm & down(swarm, 12), swarm & down(swarm, 11)
    pairs = popcount(e) + popcount(se) + popcount(sw)
    return 1 - popcount(swarm) + pairs - popcount(e & se) - popcount(se & sw)


def links(swarm: int) -> int:
    """M4: the cells without which the swarm falls apart, all in one pass.

    A piece is such a link when one and the same empty region touches it in two separate places.
    """
    found = split(swarm) & swarm
    if found and holes(swarm):
        outside = flood(RIM & ~swarm, FULL & ~swarm)
        inner = FULL & ~swarm & ~outside
        found = split(swarm | inner)
        while inner:
            hole = flood(cell(lowest(inner)), inner)
            found |= split(hole)
            inner ^= hole
    return found


def leap_on(here: int, over: int, step: int) -> int:
    """I3: where a jump towards higher cells ends; nothing if there is nothing to jump over."""
    here = up(here, step)
    if not here & over:
        return 0
    while here & over:
        here = up(here, step)
    return here


def leap_back(here: int, over: int, step: int) -> int:
    """I3: the same towards lower cells."""
    here = down(here, step)
    if not here & over:
        return 0
    while here & over:
        here = down(here, step)
    return here


class Hive(Game):
    """A position; red (0) moves on even turns, blue (1) on odd ones."""

    rules_mark: Mark
    radius: int
    last_turn: int
    queen_turn: int  # from this turn on a queen in hand is overdue
    queen_first: bool
    covered_sets: bool
    by_round: bool
    state_mark: Mark
    tops: list[int]  # the cells with a red, a blue piece on top
    kinds: list[int]  # the cells by the kind of their top piece
    tall: int  # the cells with two or more pieces
    columns: list[int]  # the stack on each cell
    hand: list[int]  # pieces in hand: 5*side + kind
    placed: list[int]  # pieces on the board, by side
    queens: list[int]  # the cell of each queen
    field: int  # the cells of the board without its blackberries
    berries: int
    first_goals: int  # P3
    over_berries: int  # blackberries that grasshoppers jump over
    tracks: list[int]  # where slides may go as far as berries and border tell, by direction
    end_mark: Mark

    # --- options and start (S1-S3) ---------------------------------------------------------------
    def __init__(self, setup: Setup) -> None:
        self.last_turn = 2 * setup.number("rounds")
        self.radius = setup.number("radius")
        hand = setup.word("hand")
        room = len(tables.FIELDS[self.radius]) * (len(KINDS) + len(hand))
        super().__init__(setup, widest=room, longest=self.last_turn + 1)
        self.ordered = True
        self.queen_turn = 2 * (setup.number("queen_by") - 1)
        self.queen_first = bool(setup.options["queen_first"])
        self.covered_sets = bool(setup.options["covered_sets"])
        self.by_round = setup.word("end_check") == "round"
        if setup.position is None:
            placed = notation.Placement({}, start_berries(setup), 0)
        else:
            placed = notation.read_position(setup.position, self.radius, self.last_turn, hand)
        self.put_up(placed, hand)
        centred = setup.word("first_piece") == "centre"
        self.first_goals = self.field & cell(tables.cell_of((0, 0))) if centred else self.field
        self.over_berries = self.berries if setup.options["jump_berries"] else 0

    def outline(self) -> None:
        Game.outline(self)
        if cython.compiled:
            self.hold(
                cython.address(self.rules_mark),
                cython.address(self.state_mark),
                cython.address(self.end_mark),
                cython.sizeof(Hive),
            )

    def put_up(self, placed: notation.Placement, hand: str) -> None:
        """Fill the board and the hands."""
        self.berries = tables.board(placed.berries)
        self.field = tables.BOARDS[self.radius] & ~self.berries
        self.tracks = tables.tracks(self.field, self.berries)
        self.columns = [0] * 128
        self.tops = [0, 0]
        self.kinds = [0, 0, 0, 0, 0]
        self.tall = 0
        self.placed = [0, 0]
        self.queens = [NOWHERE, NOWHERE]
        for field in placed.berries:
            self.hash ^= tables.ZOBRIST_BERRY[tables.cell_of(field)]
        self.hand = [hand.count(letter) for letter in KINDS + KINDS]
        for field, stack in placed.stacks.items():
            for letter in stack:
                side = 0 if letter.isupper() else 1
                kind = KINDS.index(letter.upper())
                self.hand[5 * side + kind] -= 1
                self.placed[side] += 1
                self.drop(8 * side + kind + 1, tables.cell_of(field))
        self.turn = self.start_turn = placed.turn
        self.side = self.turn & 1

    # --- legal moves -----------------------------------------------------------------------------
    def generate(self, base: int) -> int:
        end = self.drags(self.sets(base))
        if end == base:  # T1
            self.stack[end] = SKIP << 7
            end += 1
        return end

    def sets(self, base: int) -> int:
        """Write all sets (P1-P8)."""
        goals = self.set_goals()
        if not goals:
            return base
        first = base
        count = first_kind = 0
        for kind in range(5):
            if not self.may_set(kind):
                continue
            if count == 0:
                base = self.list_goals(base, SET + kind << 7, goals)
                count = base - first
                first_kind = kind
            else:
                # The same targets again for another kind.
                for i in range(count):
                    self.stack[base + i] = self.stack[first + i] + (kind - first_kind << 7)
                base += count
        return base

    def may_set(self, kind: int) -> bool:
        """P1, P7, P8: can the side to move set a piece of this kind at all?"""
        me = 5 * self.side
        if self.hand[me + kind] == 0:
            return False
        if self.turn >= self.queen_turn and self.hand[me + QUEEN] > 0:
            return kind == QUEEN
        return kind != QUEEN or self.queen_first or self.placed[self.side] > 0

    def set_goals(self) -> int:
        """P2-P6: the cells where the side to move can set a piece."""
        own = self.tops[self.side]
        enemy = self.tops[1 - self.side]
        free = self.field & ~(own | enemy)
        if self.placed[self.side] > 0 and (own != 0 or not self.covered_sets):
            return around(own) & free & ~around(enemy)
        if self.placed[1 - self.side] > 0:
            return around(enemy) & free
        return self.first_goals

    def drags(self, base: int) -> int:
        """Write all moves of pieces on the board (M1-M7, I1-I5)."""
        if self.queens[self.side] == NOWHERE:  # M1
            return base
        swarm = self.tops[0] | self.tops[1]
        mobile = self.tops[self.side] & (self.tall | ~links(swarm))  # M2-M4
        for kind in range(5):
            rest = mobile & self.kinds[kind]
            while rest:
                start = lowest(rest)
                rest &= rest - 1
                if kind == ANT:
                    goals = self.ant_walks(start, swarm)
                elif kind == BEETLE:
                    goals = self.beetle_steps(start, swarm)
                elif kind == GRASSHOPPER:
                    goals = self.grasshopper_jumps(start, swarm)
                elif kind == QUEEN:
                    goals = self.slide_steps(start, swarm)
                else:
                    goals = self.spider_walks(start, swarm)
                base = self.list_goals(base, PLACE[start] << 7, goals)
        return base

    def list_goals(self, base: int, code: int, goals: int) -> int:
        """Write one move for each target."""
        while goals:
            self.stack[base] = code | PLACE[lowest(goals)]
            base += 1
            goals &= goals - 1
        return base

    # --- the insects -----------------------------------------------------------------------------
    def slide_steps(self, start: int, swarm: int) -> int:
        """M6, M7, I1: the cells one slide away: exactly one common neighbour is occupied, none a berry."""
        near = swarm & NEAR[start]
        # Each piece next to the start marks the two cells beside it; two marks cancel out at a gate.
        e, w = up(near, 1), down(near, 1)
        marks = e ^ w ^ up(near ^ e, 11) ^ down(near ^ w, 11)
        goals = marks & NEAR[start] & self.field & ~swarm
        posts = self.berries & NEAR[start]
        return goals & ~around(posts) if posts else goals

    def beetle_steps(self, start: int, swarm: int) -> int:
        """I2: the cells a beetle can go to: where it has contact, or anywhere from the top of a piece."""
        near = swarm & NEAR[start]
        goals = NEAR[start] & self.field
        if self.tall & cell(start):
            return goals
        return goals & (near | around(near))

    def grasshopper_jumps(self, start: int, swarm: int) -> int:
        """I3: the cells a grasshopper can land on."""
        here = cell(start)
        over = swarm | self.over_berries
        goals = leap_on(here, over, 1) | leap_on(here, over, 11) | leap_on(here, over, 12)
        goals |= leap_back(here, over, 1) | leap_back(here, over, 11) | leap_back(here, over, 12)
        return goals & self.field

    def spider_walks(self, start: int, swarm: int) -> int:
        """I4: the cells three slides away, no cell entered twice."""
        goals = 0
        here = cell(start)
        swarm ^= here
        first_steps = self.slide_steps(start, swarm)
        while first_steps:
            first = lowest(first_steps)
            first_steps &= first_steps - 1
            second_steps = self.slide_steps(first, swarm) & ~here
            while second_steps:
                second = lowest(second_steps)
                second_steps &= second_steps - 1
                goals |= self.slide_steps(second, swarm) & ~cell(first)
        return goals & ~here

    def ant_walks(self, start: int, swarm: int) -> int:
        """I5: all cells any number of slides away."""
        here = cell(start)
        swarm ^= here
        e, se, sw = down(swarm, 1), down(swarm, 12), down(swarm, 11)
        w, nw, ne = up(swarm, 1), up(swarm, 12), up(swarm, 11)
        # M6, M7 for all cells at once: where a slide in each direction is possible.
        to_e = (ne ^ se) & ~e & self.tracks[0]
        to_se = (e ^ sw) & ~se & self.tracks[1]
        to_sw = (se ^ w) & ~sw & self.tracks[2]
        to_w = (sw ^ nw) & ~w & self.tracks[3]
        to_nw = (w ^ ne) & ~nw & self.tracks[4]
        to_ne = (nw ^ e) & ~ne & self.tracks[5]
        reached = here
        before = 0
        while reached != before:
            before = reached
            reached |= up(reached & to_e, 1) | down(reached & to_w, 1)
            reached |= up(reached & to_se, 12) | down(reached & to_nw, 12)
            reached |= up(reached & to_sw, 11) | down(reached & to_ne, 11)
        return reached ^ here

    # --- play and undo ---------------------------------------------------------------------------
    def push(self, move: int) -> None:
        me = self.side
        start = move >> 7
        if start < SET:
            self.drop(self.lift(CELL[start]), CELL[move & 127])
        elif start < SKIP:
            kind = start - SET
            self.hand[5 * me + kind] -= 1
            self.placed[me] += 1
            self.drop(8 * me + kind + 1, CELL[move & 127])
        self.trail[self.turn - self.start_turn] = move
        self.turn += 1
        self.side = 1 - me

    def pop(self) -> None:
        self.turn -= 1
        self.side = me = 1 - self.side
        move = self.trail[self.turn - self.start_turn]
        start = move >> 7
        if start < SET:
            self.drop(self.lift(CELL[move & 127]), CELL[start])
        elif start < SKIP:
            kind = start - SET
            self.hand[5 * me + kind] += 1
            self.placed[me] -= 1
            self.lift(CELL[move & 127])
            if kind == QUEEN:
                self.queens[me] = NOWHERE

    def lift(self, number: int) -> int:
        """Take the top piece off a cell and return it."""
        here = cell(number)
        column = self.columns[number]
        piece = column & 15
        below = column >> 4
        self.hash ^= self.word(piece, number, below)
        self.columns[number] = below
        self.tops[piece >> 3] ^= here
        self.kinds[(piece & 7) - 1] ^= here
        if below:
            self.tops[below >> 3 & 1] ^= here
            self.kinds[(below & 7) - 1] ^= here
            if below < 16:
                self.tall ^= here
        return piece

    def drop(self, piece: int, number: int) -> None:
        """Put a piece on top of a cell."""
        here = cell(number)
        below = self.columns[number]
        self.hash ^= self.word(piece, number, below)
        self.columns[number] = below << 4 | piece
        if below:
            self.tops[below >> 3 & 1] ^= here
            self.kinds[(below & 7) - 1] ^= here
            self.tall |= here
        self.tops[piece >> 3] ^= here
        self.kinds[(piece & 7) - 1] ^= here
        if (piece & 7) - 1 == QUEEN:
            self.queens[piece >> 3] = number

    def word(self, piece: int, number: int, below: int) -> int:
        """The random word of a piece on a cell, on top of what lies below."""
        word = ZOBRIST[128 * piece + number]
        return mix(word ^ below) if below else word

    # --- end and scores (E1, E2, W1, W2) ---------------------------------------------------------
    def free_around(self, side: int) -> int:
        """W2: the free fields around a side's queen, -1 if it is in hand."""
        if self.queens[side] == NOWHERE:
            return -1
        return popcount(NEAR[self.queens[side]] & self.field & ~(self.tops[0] | self.tops[1]))

    def over(self) -> bool:
        if self.turn >= self.last_turn:  # E2
            return True
        if self.by_round and self.turn & 1:
            return False
        return self.free_around(0) == 0 or self.free_around(1) == 0  # E1

    def score(self) -> int:
        red, blue = self.free_around(0), self.free_around(1)
        # A surrounded queen has the fewest free fields, unless the other one is still in hand.
        if red == 0 or blue == 0:
            return (red != 0) - (blue != 0)
        return (red > blue) - (red < blue)

    def verdict(self) -> Outcome:
        free = self.liberties()
        score = self.score()
        if 0 in free:
            reason = Reason.SURROUNDED if score else Reason.BOTH_SURROUNDED
        else:
            reason = Reason.MORE_LIBERTIES if score else Reason.EQUAL_LIBERTIES
        return Outcome(None if score == 0 else SIDES[score < 0], reason, self.standing())

    def standing(self) -> dict[str, tuple[int, ...]]:
        free, score = self.liberties(), self.score()
        return {SIDES[0]: (1 + score, free[0]), SIDES[1]: (1 - score, free[1])}

    # --- the board for people --------------------------------------------------------------------
    def liberties(self) -> tuple[int, int]:
        """The free fields around the red and the blue queen; -1 while it is in hand."""
        return self.free_around(0), self.free_around(1)

    def free_fields(self, side: str) -> list[tuple[int, int]]:
        """W2: the free fields around a side's queen; none while it is in hand."""
        queen = self.queens[SIDES.index(side)]
        if queen == NOWHERE:
            return []
        free = NEAR[queen] & self.field & ~(self.tops[0] | self.tops[1])
        return [field for field in tables.FIELDS[self.radius] if free & cell(tables.cell_of(field))]

    def hands(self) -> tuple[str, str]:
        """The pieces in hand of red and of blue, as letters."""
        red = "".join([KINDS[kind] * self.hand[kind] for kind in range(5)])
        blue = "".join([KINDS[kind] * self.hand[5 + kind] for kind in range(5)])
        return red, blue

    def stacks(self) -> dict[tuple[int, int], str]:
        """The pieces on each occupied field, bottom first; upper case is red, lower case blue."""
        found = {}
        for field in tables.FIELDS[self.radius]:
            column = self.columns[tables.cell_of(field)]
            text = ""
            while column:
                letter = KINDS[(column & 7) - 1]
                text = (letter.lower() if column & 8 else letter) + text
                column >>= 4
            if text:
                found[field] = text
        return found

    def blackberries(self) -> list[tuple[int, int]]:
        """The fields with blackberries, in reading order."""
        return [field for field in tables.FIELDS[self.radius] if self.berries & cell(tables.cell_of(field))]

    def board(self) -> boards.Board:
        return picture.board_of(self)

    def describe_code(self, code: int) -> boards.Description:
        return picture.describe(self, code)

    # --- notation --------------------------------------------------------------------------------
    def position(self) -> str:
        return notation.write_position(self.stacks(), self.blackberries(), self.radius, self.turn)

    def read(self, text: str) -> int:
        return notation.read_move(text)

    def write(self, code: int) -> str:
        return notation.write_move(code)

    def move_of(self, code: int) -> Move:
        return MOVE_NAMES[code]

    def refusal(self, code: int) -> tuple[str, str]:
        return refusals.refusal(self, code)

"""Protista: what stands on the board, changed cell by cell and taken back exactly.

The rules are functions on this class, one file for each kind of move; `rules.py` puts them together.
Every change of contents goes through `place`, which keeps boards, material, hash and holes up to date
and notes the old contents, so that `pop` needs to know nothing of kinds.
"""

from __future__ import annotations

from typing import Any

import cython

from schwarm.game.errors import BadOption
from schwarm.game.game import Game
from schwarm.game.memory import Memory
from schwarm.game.rulebook import Setup
from schwarm.games.protista import codes, tables
from schwarm.games.protista.tables import *

if not cython.compiled:
    from schwarm.bits import (
        BOARD_WORDS,
        MOST_CELLS,
        PLACES,
        Mark,
        board_at,
        cell,
        copy_words,
        down,
        free_words,
        keep_board,
        more_words,
        raw_words,
        up,
    )

FRAME = 10 + 5 * BOARD_WORDS  # words that one ply leaves behind, see `note`
ZOBRIST = tables.zobrist(MOST_CELLS)
ZOBRIST_KING = tables.zobrist_king(MOST_CELLS)


class Position(Game):
    """Contents, turn and memory of a game, its options as numbers, and scratch space for its lists."""

    rules_mark: Mark
    # --- the board
    rows: int
    cols: int
    area: int  # all cells
    edge: int  # cells with fewer than six neighbours
    left_column: int
    right_column: int
    odd_rows: int
    halves: list[int]
    ways: list[int]
    around: list[int]
    inside: list[int]  # inside[cell]: six bits, the directions that do not lead beyond the edge
    far: list[int]
    partners: list[int]  # K6: partners[cell]: the cells as far away as the pairs of a triangle, e, se and sw
    name_rank: list[int]
    # --- options
    must_continue: bool
    loop_new: int
    extra_cap: int
    extra_accumulate: bool
    extra_optional: bool
    turn_move_cap: int
    contiguous_capture: bool
    contiguous_stack: bool
    cannon_isolated: bool
    wave_all: bool
    wave_bounce_kills: bool
    v_vertex: int
    v_longer: bool
    generate_by: int
    gen_gap: int
    gen_any: bool
    gen_capture: bool
    stack_loss: int
    stack_max: int
    portals_by: int
    portal_jumps: int
    create_count: int
    supply: int
    win_king: bool
    targets_needed: int
    together: bool
    turn_limit: int
    judge_margin: int
    repetition: int
    repetition_draws: bool
    bare_loses: bool
    state_mark: Mark
    # --- contents
    owner: list[int]  # WHITE, BLACK, EMPTY; BEYOND at the place of OFF
    height: list[int]
    pieces: list[int]  # the cells of each side
    stacks: int  # cells with two pieces or more
    kings: int
    linked: list[int]  # linked[PLACES*side + cell]: six bits, where a cell has a piece of a side next to it
    material: list[int]
    aims: list[int]  # the targets each side attacks
    reached: list[int]
    eligible: list[int]  # K10: cells a side may create on when they are empty
    # --- turn
    left: int
    in_turn: int
    turns: int
    passes: int
    reason: int  # 0 while the game goes on, else 1 + place in Reason
    winner: int  # -1 nobody
    enclosed: list[int]  # L1: all cells in holes of each side
    disturbed: list[bool]  # may the holes of a side have changed since?
    met_enclosed: int  # L2: holes of the side to move at the start of the turn
    new_loops: int  # of the last move
    secret: int  # what creations are drawn from
    # --- memory
    log_end: int
    met_start: int
    met_end: int
    starts_end: int
    end_mark: Mark  # `past` holds what `note` writes
    log: list[int]  # changes of contents, for taking back
    met: list[int]  # L2: further holes met in the turns, each as the words of a board
    starts: list[int]  # E4: keys of the positions at the starts of turns
    log_room: int
    met_room: int
    starts_room: int
    # --- the list being made (canonical.py)
    list_end: int
    every_label: bool  # are results to be listed under all their labels?
    origin: int
    links: int  # `linked` of the origin by its own side
    landed: int
    captured: int
    piled: int
    gates: int  # K9: portals for the piece on the origin
    cups: int  # K9: portals with no piece lifted
    spoiled: int  # K9: cells that one own piece too many keeps from being portals
    portals_open: bool
    groups: list[int]  # K2: groups[cell]: the connected set of an own piece
    rims: list[int]  # K2: rims[cell]: all cells next to that set
    crowds: int  # own pieces in sets of three or more
    next_to: list[int]  # K9: cells that have a piece of a side next to them, by direction, twice round
    struck: int
    struck_at: list[int]
    routes: list[int]
    routes_end: int
    routes_room: int
    changes: list[int]
    changes_end: int
    changes_room: int
    spelled: list[int]
    spelled_too: list[int]
    keyed: list[int]  # codes and their text keys, see spelling.py
    keyed_room: int  # none before they are asked for
    pool: list[int]

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, widest=1024, longest=256, frame=FRAME)
        self.log_room, self.met_room, self.starts_room = 1024, 64, 256
        self.reserve_lists()
        self.log_end = self.met_start = self.met_end = self.starts_end = 0
        self.routes_end = self.changes_end = 0
        self.read_geometry(setup)
        self.read_options(setup)
        self.clear()

    def __dealloc__(self) -> None:
        free_words(self.log)
        free_words(self.met)
        free_words(self.starts)
        free_words(self.routes)
        free_words(self.changes)
        free_words(self.spelled)
        free_words(self.spelled_too)
        free_words(self.keyed)

    def outline(self) -> None:
        Game.outline(self)
        if cython.compiled:
            self.hold(
                cython.address(self.rules_mark),
                cython.address(self.state_mark),
                cython.address(self.end_mark),
                cython.sizeof(Position),
            )

    def reserve_lists(self) -> None:
        """Memory of its own: for the log, holes and positions met, and for the list being made."""
        self.log = raw_words(self.log_room)
        self.met = raw_words(self.met_room)
        self.starts = raw_words(self.starts_room)
        self.routes_room, self.changes_room = 256, 192
        self.routes = raw_words(self.routes_room)
        self.changes = raw_words(self.changes_room)
        self.spelled = raw_words(1024)
        self.spelled_too = raw_words(1024)
        self.keyed_room = 0

    def adopt(self, other: Memory) -> None:
        Game.adopt(self, other)
        source = cython.cast(Position, other)
        self.log_room, self.met_room, self.starts_room = source.log_room, source.met_room, source.starts_room
        self.reserve_lists()
        copy_words(self.log, 0, source.log, 0, self.log_end)
        copy_words(self.met, 0, source.met, 0, self.met_end)
        copy_words(self.starts, 0, source.starts, 0, self.starts_end)

    def further_words(self) -> int:
        return self.log_end + self.met_end + self.starts_end

    def save_further(self, block: list[Any], at: int) -> None:
        copy_words(block, at, self.log, 0, self.log_end)
        copy_words(block, at + self.log_end, self.met, 0, self.met_end)
        copy_words(block, at + self.log_end + self.met_end, self.starts, 0, self.starts_end)

    def load_further(self, block: list[Any], at: int) -> None:
        self.fit()
        copy_words(self.log, 0, block, at, self.log_end)
        copy_words(self.met, 0, block, at + self.log_end, self.met_end)
        copy_words(self.starts, 0, block, at + self.log_end + self.met_end, self.starts_end)

    def fit(self) -> None:
        """Let the memory have room for what the state says it holds."""
        while self.log_room < self.log_end:
            self.log = more_words(self.log, self.log_room, 2 * self.log_room)
            self.log_room *= 2
        while self.met_room < self.met_end:
            self.met = more_words(self.met, self.met_room, 2 * self.met_room)
            self.met_room *= 2
        while self.starts_room < self.starts_end:
            self.starts = more_words(self.starts, self.starts_room, 2 * self.starts_room)
            self.starts_room *= 2

    def forget_past(self) -> None:
        Game.forget_past(self)
        for i in range(self.met_start, self.met_end):
            self.met[i - self.met_start] = self.met[i]
        self.met_end -= self.met_start
        self.met_start = self.log_end = 0

    def read_geometry(self, setup: Setup) -> None:
        """B1, B2: the tables of this size of board."""
        rows, cols = setup.number("rows"), setup.number("cols")
        if rows * cols > MOST_CELLS:
            raise BadOption(f"options rows, cols: expected at most {MOST_CELLS} cells, not {rows} x {cols}")
        grid = tables.grid(rows, cols).fitted(MOST_CELLS, setup.number("gen_gap") + 1)
        self.rows, self.cols = rows, cols
        self.ways = grid.ways
        self.around = grid.around
        self.inside = grid.inside
        self.name_rank = grid.name_rank
        self.far = grid.far
        self.partners = grid.partners
        zones = tables.zones(rows, cols)
        self.area, self.edge, self.odd_rows = zones.area, zones.edge, zones.odd_rows
        self.left_column, self.right_column = zones.left_column, zones.right_column
        self.halves = list(zones.halves)

    def read_options(self, setup: Setup) -> None:
        """The options as numbers; words by their place among the choices."""
        places = {option.name: option.choices for option in setup.book.options}

        def place(name: str) -> int:
            return places[name].index(setup.word(name))

        self.must_continue = setup.number("must_continue") > 0
        self.loop_new = place("loop_new")
        self.extra_cap = setup.number("extra_cap")
        self.extra_accumulate = setup.number("extra_accumulate") > 0
        self.extra_optional = setup.number("extra_optional") > 0
        self.turn_move_cap = setup.number("turn_move_cap")
        self.contiguous_capture = setup.number("contiguous_capture") > 0
        self.contiguous_stack = setup.number("contiguous_stack") > 0
        self.cannon_isolated = setup.number("cannon_isolated") > 0
        self.wave_all = setup.word("wave_dirs") == "all"
        self.wave_bounce_kills = setup.number("wave_bounce_kills") > 0
        self.v_vertex = place("v_count")
        self.v_longer = setup.word("v_unequal") == "max"
        self.generate_by = place("generate")
        self.gen_gap = setup.number("gen_gap")
        self.gen_any = setup.word("gen_between") == "any"
        self.gen_capture = setup.word("gen_enemy") == "capture"
        self.stack_loss = setup.number("stack_loss")
        self.stack_max = setup.number("stack_max")
        self.portals_by = place("portals")
        self.portal_jumps = setup.number("portal_jumps")
        self.create_count = setup.number("create_count")
        most = codes.most_created(self.rows * self.cols)
        if self.create_count > most:
            raise BadOption(
                f"option create_count: expected at most {most} on so large a board, not {self.create_count}"
            )
        self.supply = setup.number("supply")
        self.win_king = setup.word("win") == "king"
        self.targets_needed = setup.number("targets_needed")
        self.together = setup.word("targets_mode") == "together"
        self.turn_limit = setup.number("turn_limit")
        self.judge_margin = setup.number("judge_margin")
        self.repetition = setup.number("repetition")
        self.repetition_draws = setup.word("repetition_result") == "draw"
        self.bare_loses = setup.word("no_pieces") == "loss"

    def clear(self) -> None:
        """An empty board."""
        self.owner = [EMPTY] * MOST_CELLS + [BEYOND]
        self.height = zeros(PLACES)
        self.struck_at = zeros(MOST_CELLS)
        self.pool = zeros(MOST_CELLS)
        self.groups = zeros(MOST_CELLS)
        self.rims = zeros(MOST_CELLS)
        self.next_to = [0] * 12
        self.linked = zeros(2 * PLACES)
        self.pieces = [0, 0]
        self.material = [0, 0]
        self.aims = [0, 0]
        self.reached = [0, 0]
        self.enclosed = [0, 0]
        self.disturbed = [False, False]
        self.eligible = [0, 0]
        self.stacks = self.kings = self.met_enclosed = self.crowds = 0
        self.left, self.in_turn, self.turns, self.passes = 1, 0, 0, 0
        self.reason, self.winner, self.new_loops = 0, -1, 0
        self.every_label = False

    # --- geometry ----------------------------------------------------------------------------------
    def spread(self, cells: int) -> int:
        """All cells next to any of these."""
        to_left = cells & ~self.odd_rows & ~self.left_column
        to_right = cells & self.odd_rows & ~self.right_column
        found = up(cells & ~self.right_column, 1) | down(cells & ~self.left_column, 1)
        found |= up(cells, self.cols) | down(cells, self.cols)
        found |= up(to_left, self.cols - 1) | down(to_left, self.cols + 1)
        found |= up(to_right, self.cols + 1) | down(to_right, self.cols - 1)
        return found & self.area

    def having(self, cells: int, direction: int) -> int:
        """The cells that have one of these next to them in a direction."""
        if direction == 0:
            return down(cells & ~self.left_column, 1)
        if direction == 3:
            return up(cells & ~self.right_column, 1)
        odd = cells & self.odd_rows
        even = cells & ~self.odd_rows
        if direction == 1:
            return (up(even & ~self.left_column, self.cols - 1) | up(odd, self.cols)) & self.area
        if direction == 2:
            return (up(even, self.cols) | up(odd & ~self.right_column, self.cols + 1)) & self.area
        if direction == 4:
            return down(even, self.cols) | down(odd & ~self.right_column, self.cols - 1)
        return down(even & ~self.left_column, self.cols + 1) | down(odd, self.cols)

    # --- changes -----------------------------------------------------------------------------------
    def place(self, number: int, owner: int, height: int, king: int) -> None:
        """Change the contents of a cell; EMPTY and 0 clear it."""
        old = self.owner[number]
        here = cell(number)
        was_king = 1 if self.kings & here else 0
        if self.log_end == self.log_room:
            self.log = more_words(self.log, self.log_room, 2 * self.log_room)
            self.log_room *= 2
        self.log[self.log_end] = number | old << 9 | self.height[number] << 11 | was_king << 20
        self.log_end += 1
        if old != owner:
            # L1: the few changes that can make, change or open a hole; all others leave `enclosed` right.
            if old < EMPTY and not self.disturbed[old]:
                if self.enclosed[old] & self.around[number] or self.linked[PLACES * old + number] == 63:
                    self.disturbed[old] = True
            if owner < EMPTY and not self.disturbed[owner]:
                if self.enclosed[owner] & here or SPLITS[self.linked[PLACES * owner + number]]:
                    self.disturbed[owner] = True
        if old < EMPTY:
            self.hash ^= ZOBRIST[MOST_CELLS * (10 * old + self.height[number]) + number]
        if owner < EMPTY:
            self.hash ^= ZOBRIST[MOST_CELLS * (10 * owner + height) + number]
        if king != was_king:
            self.hash ^= ZOBRIST_KING[number]
        self.put(number, owner, height, king)

    def put(self, number: int, owner: int, height: int, king: int) -> None:
        """The contents alone, without memory, hash and holes."""
        here = cell(number)
        old = self.owner[number]
        if old < EMPTY:
            self.material[old] -= self.height[number]
        if owner < EMPTY:
            self.material[owner] += height
        if old != owner:
            if old < EMPTY:
                self.pieces[old] &= ~here
                self.turn_links(number, old)
            if owner < EMPTY:
                self.pieces[owner] |= here
                self.turn_links(number, owner)
        self.owner[number] = owner
        self.height[number] = height
        if height > 1:
            self.stacks |= here
        else:
            self.stacks &= ~here
        if king:
            self.kings |= here
        else:
            self.kings &= ~here

    def turn_links(self, number: int, side: int) -> None:
        """A piece of a side appears on a cell or goes from it: the cells around it see that."""
        for way in range(6):
            self.linked[PLACES * side + self.ways[WAYS * number + way]] ^= BACK[way]

    def relocate(self, start: int, goal: int) -> None:
        """Carry the piece on a cell to another one, whatever stands there."""
        height = self.height[start]
        king = 1 if self.kings & cell(start) else 0
        self.place(start, EMPTY, 0, 0)
        self.place(goal, self.side, height, king)

    # --- memory ------------------------------------------------------------------------------------
    def note(self) -> None:
        """Note all that `place` does not."""
        ply = self.turn - self.start_turn
        if ply == self.trail_room:
            self.lengthen_trail()
        at = FRAME * ply
        self.past[at] = self.hash
        self.past[at + 1] = self.left
        self.past[at + 2] = self.in_turn
        self.past[at + 3] = self.turns
        self.past[at + 4] = 2 * self.passes + self.side
        self.past[at + 5] = self.log_end
        self.past[at + 6] = self.met_start
        self.past[at + 7] = self.met_end
        self.past[at + 8] = self.starts_end
        self.past[at + 9] = self.new_loops
        keep_board(self.past, at + 10, self.enclosed[0])
        keep_board(self.past, at + 10 + BOARD_WORDS, self.enclosed[1])
        keep_board(self.past, at + 10 + 2 * BOARD_WORDS, self.met_enclosed)
        keep_board(self.past, at + 10 + 3 * BOARD_WORDS, self.reached[0])
        keep_board(self.past, at + 10 + 4 * BOARD_WORDS, self.reached[1])

    def take_back(self) -> None:
        """Return to what `note` has written last; `turn` already stands there again."""
        at = FRAME * (self.turn - self.start_turn)
        until = self.past[at + 5]
        while self.log_end > until:
            self.log_end -= 1
            entry = self.log[self.log_end]
            self.put(entry & 511, entry >> 9 & 3, entry >> 11 & 15, entry >> 20 & 1)
        self.hash = self.past[at]
        self.left = self.past[at + 1]
        self.in_turn = self.past[at + 2]
        self.turns = self.past[at + 3]
        self.passes = self.past[at + 4] >> 1
        self.side = self.past[at + 4] & 1
        self.met_start = self.past[at + 6]
        self.met_end = self.past[at + 7]
        self.starts_end = self.past[at + 8]
        self.new_loops = self.past[at + 9]
        self.enclosed[0] = board_at(self.past, at + 10)
        self.enclosed[1] = board_at(self.past, at + 10 + BOARD_WORDS)
        self.met_enclosed = board_at(self.past, at + 10 + 2 * BOARD_WORDS)
        self.reached[0] = board_at(self.past, at + 10 + 3 * BOARD_WORDS)
        self.reached[1] = board_at(self.past, at + 10 + 4 * BOARD_WORDS)
        self.reason = 0
        self.winner = -1

    def remember_hole(self, hole: int) -> None:
        """L2: a hole met in this turn."""
        if self.met_end + BOARD_WORDS > self.met_room:
            self.met = more_words(self.met, self.met_room, 2 * self.met_room)
            self.met_room *= 2
        keep_board(self.met, self.met_end, hole)
        self.met_end += BOARD_WORDS

    def remember_start(self, key: int) -> None:
        """E4: the position at the start of a turn."""
        if self.starts_end == self.starts_room:
            self.starts = more_words(self.starts, self.starts_room, 2 * self.starts_room)
            self.starts_room *= 2
        self.starts[self.starts_end] = key
        self.starts_end += 1

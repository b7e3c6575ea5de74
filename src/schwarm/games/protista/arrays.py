"""Protista as arrays: a move is composed of what moves and how. Numbers: arrays_tables.py."""

from __future__ import annotations

from typing import Any

import cython

from schwarm.environments.arrays import Arrays
from schwarm.environments.face import ArraysFace
from schwarm.environments.plain import GenericArrays
from schwarm.game.game import Game
from schwarm.games.protista import arrays_tables, tables
from schwarm.games.protista.arrays_tables import *
from schwarm.games.protista.rules import Protista
from schwarm.games.protista.tables import *

if not cython.compiled:
    from schwarm.bits import BOARD_WORDS, MOST_CELLS, lowest
    from schwarm.environments.memory import clear
    from schwarm.games.protista.codes import (
        advances_of,
        axis_of,
        ending_of,
        exit_of,
        first_turn_of,
        goal_exit_of,
        goal_of,
        jumps_of,
        kind_in,
        kind_of,
        length_of,
        origin_in,
        origin_of,
        paired,
        wave_way_of,
        way_of,
    )

# KIND_NUMBER[kind of a code]: its place among S J C W V G U.
KIND_NUMBER = [0, 0, 1, 2, 3, 4, 5, 0, 6, 0, 0, 0, 0, 0, 0, 0]
HOLES_A_MOVE = 8  # room for so many new holes in each move of a turn
MOST_STARTS = 4096
MOST_IN_TURN = 64
END = -1
BOUND = (
    "expected a bounded memory of a game: a turn_move_cap up to 64 while loop_new is turn, and a turn_limit"
    " up to 4096 while repetition counts"
)


class ProtistaArrays(Arrays):
    """The arrays of Protista on one size of board."""

    game: Protista
    flips: bool  # does black see the board upside down? With an even number of rows it would not fit
    mirror: list[int]  # the cell upside down
    cells: int
    scalars: int  # where the scalars begin
    directions: int  # the first action of each group, see arrays_tables.py
    shapes: int
    goals: int
    advances: int
    nothing: int
    lengths: int
    met_room: int
    starts_room: int

    def __init__(self, game: Game) -> None:
        options = game.options
        grid = tables.grid(int(options["rows"]), int(options["cols"]))
        in_turn = int(options["turn_move_cap"]) if options["loop_new"] == "turn" else 1
        turns = int(options["turn_limit"]) if int(options["repetition"]) else 1
        self.flips = grid.rows % 2 == 1
        self.met_room = BOARD_WORDS * HOLES_A_MOVE * in_turn
        self.starts_room = turns + 2
        bounded = 0 < in_turn <= MOST_IN_TURN and 0 < turns <= MOST_STARTS
        words = cython.cast(Protista, game).place_words + self.met_room + self.starts_room if bounded else 0
        super().__init__(arrays_tables.layout(grid), words=words, composed=True, bound=BOUND)
        self.cells = grid.cells
        self.scalars = len(arrays_tables.PLANES) * grid.cells
        self.directions = 7 * grid.cells + 2
        self.shapes = self.directions + 6
        self.goals = self.shapes + arrays_tables.SHAPES
        self.advances = self.goals + grid.cells
        self.nothing = self.advances + 64
        self.lengths = self.nothing + 1
        self.mirror = zeros(MOST_CELLS)
        for number in range(grid.cells):
            self.mirror[number] = grid.mirror(number)
        self.take(game)

    def take(self, game: Game) -> None:
        assert isinstance(game, Protista)
        self.engine = game
        self.game = game

    def load(self, block: list[Any], at: int) -> None:
        self.game.load_state(block, at)

    def save(self, block: list[Any], at: int) -> None:
        self.game.forget_past()
        self.game.met_end = min(self.game.met_end, self.met_room)  # what a block has no room for is forgotten
        self.game.starts_end = min(self.game.starts_end, self.starts_room)
        self.game.save_state(block, at)

    # --- paths ---------------------------------------------------------------------------------------
    def token(self, code: int, place: int, side: int) -> int:
        kind = kind_in(code)
        if not self.flips:
            side = 0
        if place == 0:
            return self.first_token(code, side)
        if kind == WAVE:
            return self.wave_token(code, place, side)
        if kind in (CANNON, SHARP_V):
            return self.walk_token(code, place, side)
        if kind == UNSTACKING:
            return self.way_token(code, side) if place == 1 else END
        if kind == GENERATION:
            return END if place > 1 else self.pair_token(code, side, True) if paired(code) else self.nothing
        if place > 2 or kind >= CREATION:
            return END
        if kind == SINGLE:
            if place == 1:
                return self.way_token(code, side)
            return self.cell_token(exit_of(code, 0), side) if jumps_of(code) else self.nothing
        if place == 1:
            return self.cell_token(goal_of(code), side)
        return self.cell_token(goal_exit_of(code), side) if jumps_of(code) else self.nothing

    def spell(self, codes: list[int], count: int, place: int, side: int, tokens: list[int]) -> None:
        if place == 0:
            view = side if self.flips else 0
            for i in range(count):
                tokens[i] = self.first_token(codes[i], view)
        else:
            for i in range(count):
                tokens[i] = self.token(codes[i], place, side)

    def view(self, number: int, side: int) -> int:
        """A cell as a side sees it."""
        return self.mirror[number] if side and self.flips else number

    def first_token(self, code: int, side: int) -> int:
        """What moves."""
        kind = kind_in(code)
        if kind == CREATION:
            return 7 * self.cells
        if kind == PASS:
            return 7 * self.cells + 1
        if kind == GENERATION and paired(code):
            return self.pair_token(code, side, False)
        number = self.wave_end(code) if kind == WAVE and side else origin_in(code)
        return self.cells * KIND_NUMBER[kind] + self.view(number, side)

    def way_token(self, code: int, side: int) -> int:
        """A direction; of a leap the first of the two it lies between."""
        way = way_of(code)
        if side:
            way = 5 - way if kind_of(code) == SHARP_V else (6 - way) % 6
        return self.directions + way

    def cell_token(self, number: int, side: int) -> int:
        """A goal or an exit."""
        return self.goals + self.view(number, side)

    def pair_token(self, code: int, side: int, other: bool) -> int:
        """The piece of a pair with the smaller number in the view, or the other one."""
        one = self.view(origin_of(code), side)
        two = self.view(goal_of(code), side)
        if other:
            return self.goals + max(one, two)
        return self.cells * KIND_NUMBER[GENERATION] + min(one, two)

    def walk_token(self, code: int, place: int, side: int) -> int:
        """C, V: direction, advances, then exit and advances for each portal, nothing."""
        if place == 1:
            return self.way_token(code, side)
        jumps = jumps_of(code)
        leg = (place - 2) // 2
        if place % 2 == 0:
            if leg > jumps:
                return END
            hit = leg == jumps and ending_of(code) == HITS
            return self.advances + advances_of(code, leg) + (32 if hit else 0)
        if leg < jumps:
            return self.cell_token(exit_of(code, leg), side)
        return self.nothing if leg == jumps else END

    def wave_token(self, code: int, place: int, side: int) -> int:
        """W: shape and length. Upside down, a zigzag is walked from its other end."""
        if place == 2:
            return self.lengths + length_of(code)
        if place > 2:
            return END
        axis = axis_of(code)
        first = first_turn_of(code)
        way = wave_way_of(code)
        if side:
            axis = 2 - axis
            first = 1 - (first ^ length_of(code) & 1)
            way = (6 - way) % 6
        return self.shapes + 12 * axis + 6 * first + way

    def wave_end(self, code: int) -> int:
        """The cell on which a wave's walk ends."""
        here = origin_of(code)
        turn = first_turn_of(code)
        for _ in range(length_of(code) - 1):
            here = self.game.ways[WAYS * here + axis_of(code) + turn]
            turn = 1 - turn
        return here

    # --- observations --------------------------------------------------------------------------------
    def write(self, out: Any, at: int, side: int) -> None:
        me = side
        clear(out, at, self.size)
        self.write_pieces(out, at, me)
        self.write_plane(self.game.aims[me], out, at + 6 * self.cells, me)
        self.write_plane(self.game.reached[me], out, at + 7 * self.cells, me)
        self.write_plane(self.game.aims[1 - me], out, at + 8 * self.cells, me)
        self.write_plane(self.game.reached[1 - me], out, at + 9 * self.cells, me)
        self.write_plane(self.game.enclosed[me], out, at + 10 * self.cells, me)
        self.write_plane(self.game.enclosed[1 - me], out, at + 11 * self.cells, me)
        at += self.scalars
        out[at] = min(self.game.left, 255)
        out[at + 1] = min(self.game.in_turn, 255)
        out[at + 2] = min(self.game.turns, 255)
        out[at + 3] = min(max(self.game.turn_limit - self.game.turns, 0), 255)
        out[at + 4] = min(self.game.passes, 255)
        out[at + 5] = min(self.game.material[me], 255)
        out[at + 6] = min(self.game.material[1 - me], 255)
        out[at + 7] = me == 0

    def write_pieces(self, out: Any, at: int, me: int) -> None:
        """The planes of singles, stacks and kings."""
        rest = self.game.pieces[0] | self.game.pieces[1]
        while rest:
            number = lowest(rest)
            rest &= rest - 1
            plane = 0 if self.game.owner[number] == me else 2
            height = self.game.height[number]
            if height > 1:
                plane += 1
            out[at + self.cells * plane + self.view(number, me)] = height
        self.write_plane(self.game.kings & self.game.pieces[me], out, at + 4 * self.cells, me)
        self.write_plane(self.game.kings & self.game.pieces[1 - me], out, at + 5 * self.cells, me)

    def write_plane(self, board: int, out: Any, at: int, me: int) -> None:
        """A plane with these cells set, in the view of `me`."""
        while board:
            out[at + self.view(lowest(board), me)] = 1
            board &= board - 1

    def write_choice(self, code: int, place: int, side: int, out: Any, at: int) -> None:
        scalars = at + self.scalars + FIRST_CHOICE
        for number in range(place):
            token = self.token(code, number, side)
            if number == 0:
                if token < 7 * self.cells:
                    out[scalars + token // self.cells] = 1
                    out[at + 12 * self.cells + token % self.cells] = 1
            elif token < self.shapes:
                out[scalars + 7 + token - self.directions] = 1
            elif token < self.goals:
                out[scalars + 13 + token - self.shapes] = 1
            elif token < self.advances:
                out[at + 13 * self.cells + token - self.goals] = 1
            elif token < self.nothing and number == 2:
                out[scalars + 49] = token - self.advances


def open_arrays(game: Game) -> Arrays:
    """The arrays of a game; those of larger boards know it by its board and the texts of its moves alone."""
    cells = int(game.options["rows"]) * int(game.options["cols"])
    return ProtistaArrays(game) if cells <= SMALL else GenericArrays(game)


ARRAYS = ArraysFace(open_arrays)

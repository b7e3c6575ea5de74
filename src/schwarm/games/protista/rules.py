"""Protista: the rules put together. Rule ids are those of docs/reference/games/protista.md.

Each kind of move has a file of its own, named as on the rule sheet: singles, contiguous, cannons, waves,
sharp_v, generation, stacking, unstacking, portals, creation; `moves` goes through them. Here: start, play
and undo, the turn, the end, and the face for people.
"""

from __future__ import annotations

from dataclasses import replace

import cython

from schwarm.game import board as boards
from schwarm.game.errors import BadOption, IllegalMove
from schwarm.game.game import Game
from schwarm.game.memory import Memory
from schwarm.game.rulebook import Move, Outcome, Setup, victory_points
from schwarm.games.protista import notation, picture, refusals, tables
from schwarm.games.protista.names import Names, names_of
from schwarm.games.protista.options import KINDS, SIDES, Reason
from schwarm.games.protista.placement import CellContents, Placement, read_position, write_position
from schwarm.games.protista.position import Position
from schwarm.games.protista.start import start
from schwarm.games.protista.tables import *

if not cython.compiled:
    from schwarm.bits import BOARD_WORDS, MOST_CELLS, Mark, board_at, cell, lowest, mix, popcount
    from schwarm.games.protista.codes import created_of, is_impossible, kind_of
    from schwarm.games.protista.contiguous import find_sets
    from schwarm.games.protista.creation import cells_of, drawn, eligible_cells
    from schwarm.games.protista.generation import stock
    from schwarm.games.protista.loops import (
        count_new_loops,
        enclosed_by,
        first_hole,
        hole_key,
        is_hole,
        met_before,
        settle,
    )
    from schwarm.games.protista.moves import list_kind, list_near, make
    from schwarm.games.protista.portals import find_cups
    from schwarm.games.protista.spelling import sort_by_text, text_of

ZOBRIST_REACHED = tables.zobrist_reached(MOST_CELLS)
NO_REASON, BY_TARGETS, BY_KING, BY_NO_PIECES, BY_LIMIT, BY_REPETITION, BY_NO_MOVES = range(7)


class Protista(Position):
    """A position; white is side 0, black side 1. A side may make several moves in a row."""

    names_mark: Mark  # no state besides that of Position
    names_state: Mark
    names_end: Mark
    names: Names  # all moves named so far on boards of this size, in whatever game

    # --- options and start -------------------------------------------------------------------------
    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.names = names_of(self.rows, self.cols)
        self.secret = setup.seed
        grid = tables.grid(self.rows, self.cols)
        if setup.position is None:
            self.put_up(start(setup, grid))
            self.begin_turn()
        else:
            self.put_up(read_position(setup.position, grid))
            self.find_end()

    def outline(self) -> None:
        Position.outline(self)
        if cython.compiled:
            self.hold(
                cython.address(self.names_mark),
                cython.address(self.names_state),
                cython.address(self.names_end),
                cython.sizeof(Protista),
            )

    def adopt(self, other: Memory) -> None:
        Position.adopt(self, other)
        self.names = cython.cast(Protista, other).names

    def put_up(self, placed: Placement) -> None:
        """Take over what a position says."""
        for number, piece in placed.pieces.items():
            self.place(number, piece.side, piece.height, 1 if piece.king else 0)
        self.log_end = 0
        for side in range(2):
            for number in placed.targets[1 - side]:
                self.aims[side] |= cell(number)
            self.enclosed[side] = enclosed_by(self, side)
            self.disturbed[side] = False
        for side, number in placed.reached:
            self.reached[side] |= cell(number)
            self.hash ^= ZOBRIST_REACHED[MOST_CELLS * side + number]
        self.side, self.left, self.in_turn = placed.side, placed.left, placed.in_turn
        self.turns = placed.turns
        self.turn = self.start_turn = placed.moves
        self.met_enclosed = self.enclosed[self.side]
        for hole in placed.seen:
            if not met_before(self, hole):
                self.remember_hole(hole)
        self.allow_creations()

    def allow_creations(self) -> None:
        """K10: the cells that creations may use while they are empty."""
        targets = self.aims[0] | self.aims[1]
        where = self.setup.word("create_targets")
        if where == "include":
            targets &= ~targets
        elif where == "apart":
            targets |= self.spread(targets)
        for side in range(2):
            area = self.halves[side] if self.setup.word("create_area") == "half" else self.area
            self.eligible[side] = area & ~targets

    def find_end(self) -> None:
        """A position put up counts as met once (E4); an end that it shows has been reached."""
        if self.in_turn == 0:
            self.remember_start(self.start_key())
        if not self.win_king:
            for side in range(2):
                if self.progress(side) >= self.targets_needed:
                    self.reason, self.winner = BY_TARGETS, side
        elif (self.kings & self.pieces[0] == 0) != (self.kings & self.pieces[1] == 0):
            self.reason, self.winner = BY_KING, 0 if self.kings & self.pieces[0] else 1
        if not self.reason and self.in_turn == 0 and 0 < self.turn_limit <= self.turns:
            self.judge(BY_LIMIT)

    # --- legal moves (K0-K10, M1-M3: moves.py) -----------------------------------------------------
    def generate(self, base: int) -> int:
        return list_kind(self, base, ALL_KINDS)

    # --- play and undo -----------------------------------------------------------------------------
    def push(self, move: int) -> None:
        me = self.side
        self.note()
        before = self.enclosed[me]
        had = self.material[1 - me]
        if kind_of(move) == CREATION and created_of(move) == 0:
            move = drawn(self)
        make(self, move)
        self.trail[self.turn - self.start_turn] = move
        self.turn += 1
        self.in_turn += 1
        settle(self)
        self.new_loops = count_new_loops(self, before)
        self.reach_targets(me)
        if not self.has_won(me, had):
            self.go_on(kind_of(move) == PASS)

    def pop(self) -> None:
        self.turn -= 1
        self.take_back()

    def resample(self, word: int) -> None:
        self.secret = word

    def view(self, seed: int = 0) -> Game:
        twin = self.shown_as(replace(self.setup, seed=seed, position=self.public_start()))
        assert isinstance(twin, Protista)
        twin.draw_from(seed)
        return twin

    def draw_from(self, seed: int) -> None:
        """K10: let creations be drawn from a seed."""
        self.secret = seed

    # --- the turn (L3, L4, E4, E5) -----------------------------------------------------------------
    def go_on(self, passed: bool) -> None:
        """Count what the move earned; end the turn when nothing is left."""
        gained = min(self.extra_cap, self.new_loops)
        if self.extra_accumulate:
            self.left += gained - 1
        else:
            self.left = max(self.left - 1, gained)
        if self.turn_move_cap and self.in_turn >= self.turn_move_cap:
            self.left = 0
        if passed:
            self.left = 0
            if self.in_turn == 1:
                self.passes += 1
            if self.passes >= 2:
                self.judge(BY_NO_MOVES)
                return
        else:
            self.passes = 0
        if self.left == 0:
            self.side = 1 - self.side
            self.turns += 1
            self.begin_turn()
            if not self.reason and self.turn_limit and self.turns >= self.turn_limit:
                self.judge(BY_LIMIT)

    def begin_turn(self) -> None:
        """One move, no memory of holes but the present ones; repetition is looked for."""
        self.left = 1
        self.in_turn = 0
        self.met_start = self.met_end
        self.met_enclosed = self.enclosed[self.side]
        if self.repetition == 0:
            return
        key = self.start_key()
        times = 1
        for i in range(self.starts_end):
            if self.starts[i] == key:
                times += 1
        self.remember_start(key)
        if times >= self.repetition:
            if self.repetition_draws:
                self.reason = BY_REPETITION
            else:
                self.judge(BY_REPETITION)

    def start_key(self) -> int:
        """What makes two starts of a turn the same: contents, reached targets, side to move."""
        return self.hash ^ mix(self.side + 1)

    # --- end and scores (E1-E5) --------------------------------------------------------------------
    def reach_targets(self, me: int) -> None:
        """E1: note the targets the mover stands on."""
        if self.together:
            return
        fresh = self.aims[me] & self.pieces[me] & ~self.reached[me]
        self.reached[me] |= fresh
        while fresh:
            self.hash ^= ZOBRIST_REACHED[MOST_CELLS * me + lowest(fresh)]
            fresh &= fresh - 1

    def progress(self, side: int) -> int:
        """E1: targets that count for a side."""
        return (
            popcount(self.aims[side] & self.pieces[side]) if self.together else popcount(self.reached[side])
        )

    def has_won(self, me: int, had: int) -> bool:
        """E1, E2: has the mover won at once? `had` is what the enemy had before the move."""
        if not self.win_king:
            if self.progress(me) >= self.targets_needed:
                self.reason = BY_TARGETS
        elif had and not self.kings & self.pieces[1 - me]:
            self.reason = BY_KING
        if self.reason == NO_REASON and self.bare_loses and had and self.material[1 - me] == 0:
            self.reason = BY_NO_PIECES
        if self.reason != NO_REASON:
            self.winner = me
        return self.reason != NO_REASON

    def judge(self, reason: int) -> None:
        """E3: end the game in favour of the side ahead."""
        self.reason = reason
        self.winner = self.ahead()

    def ahead(self) -> int:
        """The side with more targets, then with clearly more material; -1 if neither."""
        lead = self.progress(0) - self.progress(1)
        if lead == 0:
            lead = self.material[0] - self.material[1]
            if abs(lead) < self.judge_margin:
                return -1
        return 0 if lead > 0 else 1

    def over(self) -> bool:
        return self.reason != NO_REASON

    def score(self) -> int:
        return 0 if self.winner < 0 else 1 - 2 * self.winner

    def key(self) -> int:
        key = self.hash ^ mix(2 * self.left + self.side + 1)
        if self.in_turn:  # the holes met in this turn matter; at its start they follow from the contents
            rest = self.met_enclosed
            while rest:
                hole = first_hole(self, rest)
                rest &= ~hole
                key ^= hole_key(hole)
            i = self.met_start
            while i < self.met_end:
                key ^= hole_key(board_at(self.met, i))
                i += BOARD_WORDS
        return key

    def verdict(self) -> Outcome:
        winner = None if self.winner < 0 else SIDES[self.winner]
        return Outcome(winner, list(Reason)[self.reason - 1], self.numbers(self.winner))

    def standing(self) -> dict[str, tuple[int, ...]]:
        return self.numbers(self.ahead())

    def numbers(self, winner: int) -> dict[str, tuple[int, ...]]:
        """Each side's victory points, targets and material."""
        points = victory_points(winner)
        return {SIDES[side]: (points[side], self.progress(side), self.material[side]) for side in range(2)}

    # --- the face for people -----------------------------------------------------------------------
    def legal_moves(self) -> list[Move]:
        if self.over():
            return []
        end = self.list_moves(0)
        sort_by_text(self, end)
        return [self.move_of(self.stack[i]) for i in range(end)]

    def moves_of_kind(self, kind: str) -> list[Move]:
        """All results of one kind alone, also those that the list of legal moves has under another kind.

        Kinds are named as on the rule sheet ("wave", "portal") or by letter ("W").
        """
        numbers = {name: number for number, names in KINDS.items() for name in names if name}
        if kind not in numbers:
            raise BadOption(f"expected a kind of {', '.join(numbers)}, not {kind!r}")
        if self.over():
            return []
        mark = {"stacking": "+", "portal": "~"}.get(kind, "")
        found = []
        for number in (SINGLE, CONTIGUOUS, CANNON, SHARP_V) if mark else (numbers[kind],):
            end = list_kind(self, 0, number)
            sort_by_text(self, end)
            found += [self.move_of(self.stack[i]) for i in range(end)]
        return [move for move in found if mark in move]

    def code_of(self, move: object) -> int:
        """The code of a legal move; a label that is not canonical means the canonical move (M3)."""
        try:
            return super().code_of(move)
        except IllegalMove:
            same = 0 if self.over() or not isinstance(move, str) else self.same_result(self.read(move))
            if not same:
                raise
            return same

    def same_result(self, code: int) -> int:
        """The listed move with the same result as a move in another wording; 0 if the move is not legal."""
        if is_impossible(code) or kind_of(code) > UNSTACKING:
            return 0
        self.every_label = True
        end = list_kind(self, 0, kind_of(code))
        self.every_label = False
        known = False
        for i in range(end):
            if self.stack[i] == code:
                known = True
        if not known:
            return 0
        self.push(code)
        wanted = self.hash
        self.pop()
        for i in range(self.list_moves(0)):
            listed = self.stack[i]
            if kind_of(listed) <= UNSTACKING:
                self.push(listed)
                result = self.hash
                self.pop()
                if result == wanted:
                    return listed
        return 0

    def allows(self, code: int) -> bool:
        if kind_of(code) == CREATION and created_of(code):
            cells = cells_of(code)
            return popcount(cells) == self.create_count and cells & ~eligible_cells(self) == 0
        for i in range(list_near(self, 0, code)):
            if self.stack[i] == code:
                return True
        return False

    def before_chance(self, code: int) -> int:
        return CREATION if kind_of(code) == CREATION else code

    def move_of(self, code: int) -> Move:
        return self.names.move_of(self, code)

    # --- notation ----------------------------------------------------------------------------------
    def position(self) -> str:
        grid = tables.grid(self.rows, self.cols)
        targets = (cells_in(self.aims[1]), cells_in(self.aims[0]))
        reached = [(side, number) for side in range(2) for number in cells_in(self.reached[side])]
        placed = Placement(
            pieces=self.contents(),
            targets=targets,
            reached=frozenset(reached),
            side=self.side,
            left=self.left,
            in_turn=self.in_turn,
            turns=self.turns,
            moves=self.turn,
            seen=tuple(self.holes_gone()),
        )
        return write_position(placed, grid)

    def contents(self) -> dict[int, CellContents]:
        """What stands on each cell that is not empty."""
        found = {}
        for number in range(self.rows * self.cols):
            piece = self.piece_on(number)
            if piece:
                found[number] = piece
        return found

    def piece_on(self, number: int) -> CellContents | None:
        """The contents of a cell, None if it is empty."""
        if self.owner[number] >= EMPTY:
            return None
        king = self.kings & cell(number) != 0
        return CellContents(self.owner[number], self.height[number], king)

    def holes_gone(self) -> list[int]:
        """L2: the holes met in this turn that are no holes now, as boards."""
        now = self.enclosed[self.side]
        found = []
        rest = self.met_enclosed
        while rest:
            hole = first_hole(self, rest)
            rest &= ~hole
            if not is_hole(self, hole, now):
                found.append(hole)
        for i in range(self.met_start, self.met_end, BOARD_WORDS):
            hole = board_at(self.met, i)
            if not is_hole(self, hole, now) and hole not in found:
                found.append(hole)
        return found

    def holes(self, side: str) -> list[tuple[str, ...]]:
        """L1: the holes of a side, each as its cells."""
        names = tables.grid(self.rows, self.cols).names
        rest = self.enclosed[SIDES.index(side)]
        found = []
        while rest:
            hole = first_hole(self, rest)
            rest &= ~hole
            found.append(tuple([names[number] for number in cells_in(hole)]))
        return found

    def targets(self) -> list[tuple[int, str, bool]]:
        """E1: the cell of each target, the side that wants to reach it, and whether it has."""
        found = []
        for side in range(2):
            for number in cells_in(self.aims[side]):
                found.append((number, SIDES[side], self.reached[side] & cell(number) != 0))
        return found

    def holes_met(self) -> list[tuple[int, ...]]:
        """L2: the cells of each hole met in this turn that is no hole now."""
        return [cells_in(hole) for hole in self.holes_gone()]

    def board(self) -> boards.Board:
        return picture.board_of(self)

    def describe_code(self, code: int) -> boards.Description:
        return picture.describe(self, code)

    def portals(self) -> list[str]:
        """K9: the portals for the side to move, no piece lifted."""
        names = tables.grid(self.rows, self.cols).names
        find_sets(self)
        find_cups(self)
        return [names[number] for number in cells_in(self.cups)]

    def stock_left(self) -> int:
        """M2: pieces the side to move may still put on the board."""
        return stock(self)

    def may_create_on(self) -> list[int]:
        """K10: the cells a creation may fill now; none if there can be no creation."""
        return list(cells_in(eligible_cells(self)))

    def read(self, text: str) -> int:
        return notation.read_move(text, tables.grid(self.rows, self.cols))

    def write(self, code: int) -> str:
        return text_of(self, code)

    def refusal(self, code: int) -> tuple[str, str]:
        return refusals.refusal(self, code)


def cells_in(board: int) -> tuple[int, ...]:
    """The numbers of a board's cells."""
    found = []
    while board:
        found.append(lowest(board))
        board &= board - 1
    return tuple(found)

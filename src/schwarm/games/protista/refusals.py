"""Protista: why a move is not legal; the rule's id and the reason in words.

The order of the questions is that of the rule sheet: is there an own piece, does its arrangement allow the
kind, is the way free, does the text tell what stands on the goal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from schwarm.bits import OFF
from schwarm.game.errors import Refusal
from schwarm.games.protista import codes
from schwarm.games.protista.options import SIDES
from schwarm.games.protista.placement import CellContents
from schwarm.games.protista.tables import (
    CANNON,
    CAPTURES,
    CONTIGUOUS,
    CREATION,
    DIRECTIONS,
    GENERATION,
    HITS,
    PASS,
    SHARP_V,
    SINGLE,
    STACKS,
    UNSTACKING,
    WAVE,
    WAYS,
    grid,
)

if TYPE_CHECKING:
    from schwarm.games.protista.rules import Protista

Refused = tuple[str, str]
RULE_OF_KIND = {
    SINGLE: "K1",
    CONTIGUOUS: "K2",
    CANNON: "K3",
    WAVE: "K4",
    SHARP_V: "K5",
    GENERATION: "K6",
    UNSTACKING: "K8",
    CREATION: "K10",
}
# What the cells of a move must be to each other, whatever stands on the board.
SHAPES = {
    SINGLE: "protista/not_adjacent",
    CANNON: "protista/not_straight",
    WAVE: "protista/no_zigzag",
    SHARP_V: "protista/leaps_turn",
}


def refusal(game: Protista, code: int) -> Refused:
    """The rule that a move breaks first, and how."""
    return Inspector(game).inspect(code)


class Inspector:
    """Looks at one position through the game's public face."""

    def __init__(self, game: Protista) -> None:
        self.game = game
        self.grid = grid(game.rows, game.cols)
        self.options = game.options

    def inspect(self, code: int) -> Refused:
        """The refusal of a move."""
        kind = codes.kind_of(code)
        if kind == PASS:
            return "L4", Refusal("protista/no_pass")
        if kind == CREATION:
            return self.creation(code)
        if codes.is_impossible(code):
            return RULE_OF_KIND[kind], Refusal(SHAPES[kind])
        if kind == GENERATION:
            return self.generation(code)
        origin = codes.origin_of(code)
        if not self.own(origin):
            return "M1", Refusal("protista/no_own_piece", side=SIDES[self.game.side], start=self.name(origin))
        if kind == SINGLE:
            return self.single(code)
        if kind == CONTIGUOUS:
            return self.contiguous(code)
        if kind == WAVE:
            return self.wave(code)
        if kind == UNSTACKING:
            return self.unstacking(code)
        return self.walk(code)

    # --- facts -------------------------------------------------------------------------------------
    def name(self, number: int) -> str:
        return self.grid.names[number]

    def piece(self, number: int) -> CellContents | None:
        return None if number == OFF else self.game.piece_on(number)

    def own(self, number: int) -> bool:
        """Does an own piece stand there?"""
        piece = self.piece(number)
        return piece is not None and piece.side == self.game.side

    def near(self, number: int) -> list[int]:
        """The cells next to a cell."""
        return [n for n in self.grid.ways[WAYS * number : WAYS * number + 6] if n != OFF]

    def group(self, number: int) -> set[int]:
        """The connected set of an own piece."""
        found, todo = {number}, [number]
        while todo:
            fresh = [n for n in self.near(todo.pop()) if self.own(n) and n not in found]
            found.update(fresh)
            todo += fresh
        return found

    def row(self, number: int, direction: int) -> int:
        """Unbroken own pieces from a cell on, that cell not counted."""
        count, here = 0, self.grid.ways[WAYS * number + direction]
        while self.own(here):
            count, here = count + 1, self.grid.ways[WAYS * here + direction]
        return count

    # --- endings and portals -----------------------------------------------------------------------
    def ending(self, goal: int, ending: int, mover: int) -> Refused | None:
        """K0, K7: does the text tell what stands on the goal?"""
        piece = self.piece(goal)
        if piece is None:
            found, wanted = "nothing", 0
        elif piece.side == self.game.side:
            found, wanted = "own", STACKS
        elif piece.height > 1:
            found, wanted = "stack", HITS
        else:
            found, wanted = "single", CAPTURES
        if ending != wanted:
            sign = "-x+!"
            rule = "K7" if STACKS in (ending, wanted) or HITS in (ending, wanted) else "K0"
            signs = {"wanted": sign[wanted], "said": sign[ending]}
            return rule, Refusal(f"protista/{found}_on_goal", goal=self.name(goal), **signs)
        moving = self.piece(mover)
        if (
            wanted == STACKS
            and moving
            and piece
            and moving.height + piece.height > int(self.options["stack_max"])
        ):
            return "K7", Refusal("protista/too_high", most=self.options["stack_max"])
        return None

    def portal(self) -> Refused:
        """K9: a way through portals that is none."""
        if self.options["portals"] == "off" or not self.options["portal_jumps"]:
            return "K9", Refusal("protista/no_portals")
        return "K9", Refusal("protista/no_cup")

    # --- the kinds ---------------------------------------------------------------------------------
    def single(self, code: int) -> Refused:
        """K1."""
        origin = codes.origin_of(code)
        goal = self.grid.ways[WAYS * origin + codes.way_of(code)]
        fault = self.ending(goal, codes.ending_of(code), origin)
        if fault:
            return fault
        return self.portal() if codes.jumps_of(code) else ("K1", Refusal("protista/no_single"))

    def contiguous(self, code: int) -> Refused:
        """K2."""
        origin, goal = codes.origin_of(code), codes.goal_of(code)
        others = self.group(origin) - {origin}
        if not others:
            return "K2", Refusal("protista/alone", start=self.name(origin))
        ending = codes.ending_of(code)
        fault = self.ending(goal, ending, origin)
        if fault:
            return fault
        if ending == STACKS:
            if not self.options["contiguous_stack"]:
                return "K2", Refusal("protista/no_stacking")
            return "K2", Refusal("protista/other_set", goal=self.name(goal))
        if not others & set(self.near(goal)):
            return "K2", Refusal("protista/leaves_set", goal=self.name(goal))
        if ending in (CAPTURES, HITS):
            return "K2", Refusal("protista/only_empty")
        return self.portal() if codes.jumps_of(code) else ("K2", Refusal("protista/no_contiguous"))

    def walk(self, code: int) -> Refused:
        """K3, K5 and the walk itself (K0)."""
        origin, way = codes.origin_of(code), codes.way_of(code)
        cannon = codes.kind_of(code) == CANNON
        if cannon:
            rule, most = "K3", self.row(origin, (way + 3) % 6) + 1
            if most < 2 or self.own(self.grid.ways[WAYS * origin + way]):
                return "K3", Refusal("protista/no_row_end", start=self.name(origin), way=DIRECTIONS[way])
            if self.options["cannon_isolated"] and len(self.group(origin)) != most:
                return "K3", Refusal("protista/row_touched")
        else:
            rule = "K5"
            legs = sorted((self.row(origin, (way + 3) % 6), self.row(origin, (way + 4) % 6)))
            if not legs[0]:
                return "K5", Refusal("protista/no_point", start=self.name(origin))
            most = legs[1] if self.options["v_unequal"] == "max" else legs[0]
            most += self.options["v_count"] == "leg_and_vertex"
        jumps = codes.jumps_of(code)
        used = sum(codes.advances_of(code, leg) for leg in range(jumps + 1)) + (codes.ending_of(code) == HITS)
        if used > most:
            return rule, Refusal(f"protista/too_many_{'steps' if cannon else 'leaps'}", most=most, used=used)
        if jumps:
            return self.portal()
        return self.straight(code, way if cannon else way + 6)

    def straight(self, code: int, way: int) -> Refused:
        """K0: what is in the way of a walk without portals."""
        here = codes.origin_of(code)
        for _ in range(codes.advances_of(code, 0)):
            here = self.grid.ways[WAYS * here + way]
            piece = self.piece(here)
            if self.own(here):
                return "K0", Refusal("protista/own_in_way", cell=self.name(here))
            if piece and piece.height > 1:
                return "K0", Refusal("protista/stack_in_way", cell=self.name(here))
        if codes.ending_of(code) == HITS:
            target = self.piece(self.grid.ways[WAYS * here + way])
            if target is None or target.side == self.game.side or target.height < 2:
                return "K7", Refusal("protista/no_stack_to_hit")
        return "K0", Refusal("protista/goes_on")

    def wave(self, code: int) -> Refused:
        """K4."""
        here, turn = codes.origin_of(code), codes.first_turn_of(code)
        way, axis = codes.wave_way_of(code), codes.axis_of(code)
        path = []
        for _ in range(codes.length_of(code)):
            path.append(here)
            here = self.grid.ways[WAYS * here + axis + turn]
            turn = 1 - turn
        for number in path:
            if not self.own(number):
                return "M1", Refusal(
                    "protista/no_own_piece_on", side=SIDES[self.game.side], cell=self.name(number)
                )
        if self.options["wave_dirs"] == "across" and way not in ((axis + 5) % 6, axis + 2):
            ways = f"{DIRECTIONS[(axis + 5) % 6]} or {DIRECTIONS[axis + 2]}"
            return "K4", Refusal("protista/not_across", ways=ways, way=DIRECTIONS[way])
        goals = [self.grid.ways[WAYS * number + way] for number in path]
        if OFF in goals:
            return "K4", Refusal("protista/wave_off_board")
        for goal in goals:
            if self.own(goal) and goal not in path:
                return "K4", Refusal("protista/own_under_wave", goal=self.name(goal))
        if codes.ending_of(code) == HITS:
            return "K4", Refusal("protista/no_bounce")
        return "K4", Refusal("protista/bounces")

    def generation(self, code: int) -> Refused:
        """K6."""
        by = self.options["generate"]
        if by == "off":
            return "K6", Refusal("protista/no_generation")
        if codes.paired(code) != (by == "triangle"):
            return "K6", Refusal(
                "protista/names_wrong", fill="a pair" if by == "triangle" else "the cell to fill"
            )
        cells = [codes.origin_of(code), codes.goal_of(code)] if codes.paired(code) else []
        for number in cells:
            if not self.own(number):
                return "M1", Refusal(
                    "protista/no_own_piece_on", side=SIDES[self.game.side], cell=self.name(number)
                )
        if not cells:
            if self.piece(codes.origin_of(code)):
                return "K6", Refusal("protista/not_empty", cell=self.name(codes.origin_of(code)))
            if self.game.stock_left() < 1:
                return "M2", Refusal("protista/stock_empty")
            return "K6", Refusal("protista/too_few_around")
        gap = int(self.options["gen_gap"])
        for direction in range(6):
            line = [cells[0]]
            for _ in range(gap + 1):
                line.append(self.grid.ways[WAYS * line[-1] + direction])
            if line[-1] == cells[1]:
                if self.options["gen_between"] == "empty" and any(self.piece(n) for n in line[1:-1]):
                    return "K6", Refusal("protista/piece_between")
                if not self.changing_corners(cells[0], direction, gap + 1):
                    return "K6", Refusal("protista/nothing_changes")
                return "M2", Refusal("protista/stock_for_corners", left=self.game.stock_left())
        return "K6", Refusal("protista/no_pair", gap=gap)

    def changing_corners(self, one: int, direction: int, steps: int) -> int:
        """K6: how many corners are free, or hold an enemy that a generation takes or hits."""
        count = 0
        for turn in (1, 5):
            corner = one
            for _ in range(steps):
                corner = self.grid.ways[WAYS * corner + (direction + turn) % 6]
            piece = self.piece(corner)
            if corner != OFF and not self.own(corner):
                count += piece is None or self.options["gen_enemy"] == "capture"
        return count

    def unstacking(self, code: int) -> Refused:
        """K8."""
        here, way = codes.origin_of(code), codes.way_of(code)
        stack = self.piece(here)
        if stack is None or stack.height < 2:
            return "K8", Refusal("protista/no_stack", cell=self.name(here))
        for _ in range(stack.height - 1):
            here = self.grid.ways[WAYS * here + way]
            if here == OFF:
                return "K8", Refusal("protista/no_room", height=stack.height)
            piece = self.piece(here)
            if piece and (piece.side == self.game.side or piece.height > 1):
                return "K8", Refusal("protista/way_blocked", cell=self.name(here))
        return "K8", Refusal("protista/no_unstacking")

    def creation(self, code: int) -> Refused:
        """K10, M2."""
        count = int(self.options["create_count"])
        if not count:
            return "K10", Refusal("protista/no_creations")
        if self.game.stock_left() < count:
            return "M2", Refusal("protista/stock_short", count=count, left=self.game.stock_left())
        free = self.game.may_create_on()
        if not free:
            return "K10", Refusal("protista/too_few_free", count=count)
        named = [codes.created_at(code, i) for i in range(codes.created_of(code))]
        for number in named:
            if number not in free:
                return "K10", Refusal("protista/not_free", cell=self.name(number))
        return "K10", Refusal("protista/wrong_count", count=count, named=len(named))

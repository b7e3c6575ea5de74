"""Mississippi Queen: the ships and all their legal moves (A1-P5), as 64-bit codes on the stack.

A move is a list of actions. Its code holds the list as single steps, six bits each:

    bits 0-3     acceleration + 6, or BACKWARDS (off a sandbank), or 0 for neither
    bits 4-9     first step: three bits of turn to the left in sixths, then three bits of what follows,
                 0 the end, 1 an advance by one field, 2-7 a push in direction 0-5
    bits 10-15   second step, and so on: at most six steps and a turn at the end, up to bit 45
    bits 55-57   before which step the ship ...
    bits 58-60   ... turns to and fro (T+1 T-1), wasting coal, so many times

A list that runs into debt (D7, overdraw_onto_sandbank) has no bound on its steps: it is held action by
action. That is room for every canonical list without pushes, since no ship can pay for more than eight turns.

    bits 0-3     acceleration + 6, or 0 for none
    bits 4-9     first action: three bits of turn to the left in sixths, then three bits of fields to advance;
                 or three bits of direction, then DEBT_PUSH; 0 is the end
    bits 10-15   second action, and so on: nine actions at most, up to bit 57
    bits 58-60   wasted turns, before the first action
    bit 63       set
"""

from __future__ import annotations

import cython

from schwarm.game.rulebook import Setup
from schwarm.games.mississippi_queen import notation
from schwarm.games.mississippi_queen.notation import (
    ADVANCE,
    BACKWARDS,
    DEBT,
    DEBT_ACTIONS,
    DEBT_PUSH,
    FASTEST,
    FIRST_STEP,
    PUSH,
)
from schwarm.games.mississippi_queen.river import River
from schwarm.games.mississippi_queen.tables import *

if not cython.compiled:
    from schwarm.bits import Mark, cell, free_words, mix, new_words

WIDEST = 4096  # ample for most positions; longer lists make room as they grow
TABLE = 4096
LAST_STAMP = 0x3FFFFFFF


class Fleet(River):
    """Two ships on the river; ship 0 is red, ship 1 is blue."""

    fleet_mark: Mark
    overdraw: bool
    push_onto_removed: bool
    push_onto_hidden: bool
    sandbank_to_log: bool
    fleet_state: Mark
    field: list[int]  # where each ship is
    course: list[int]  # its direction
    speed: list[int]
    coal: list[int]
    aboard: list[int]  # passengers on board
    free: list[int]  # free turn units of its next move
    latest: int  # the foremost segment any ship has been in after a move
    fleet_end: Mark
    table: list[int]  # what `candidates` has come by, open addressing
    table_size: int
    filled: int
    stamp: int  # entries with another stamp are of earlier calls
    distinct: bool  # one list for each outcome?
    purse: int  # coal after the acceleration

    def __init__(self, setup: Setup, longest: int) -> None:
        super().__init__(setup, WIDEST, longest)
        self.table_size = 0
        self.filled = self.stamp = self.purse = 0
        self.distinct = False
        self.overdraw = bool(setup.options["overdraw_onto_sandbank"])
        self.push_onto_removed = setup.word("push_out_of_sight") != "never"
        self.push_onto_hidden = setup.word("push_out_of_sight") == "always"
        self.sandbank_to_log = bool(setup.options["sandbank_to_log"])
        self.field = [0, 0]
        self.course = [0, 0]
        self.speed = [0, 0]
        self.coal = [0, 0]
        self.aboard = [0, 0]
        self.free = [0, 0]
        self.latest = 0

    def __dealloc__(self) -> None:
        free_words(self.table)

    def outline(self) -> None:
        River.outline(self)
        if cython.compiled:
            self.hold(
                cython.address(self.fleet_mark),
                cython.address(self.fleet_state),
                cython.address(self.fleet_end),
                cython.sizeof(Fleet),
            )

    def put_ships(self, placed: notation.Placement) -> None:
        """Take ships and window from a position."""
        for side in range(2):
            ship = placed.ships[side]
            self.field[side] = ship.field
            self.course[side] = ship.course
            self.speed[side] = ship.speed
            self.coal[side] = ship.coal
            self.aboard[side] = ship.aboard
            self.free[side] = ship.free
        self.latest = placed.latest
        self.look()

    def look(self) -> None:
        """S6: which segments are visible now."""
        rear = min(self.field[0] // 20, self.field[1] // 20)
        self.low = 20 * rear
        self.high = 20 * min(8, self.latest + 2)

    # --- moves: an acceleration (A1-A4), then step by step ---------------------------------------
    def generate(self, base: int) -> int:
        self.distinct = False
        return self.start(base)

    def candidates(self, base: int) -> int:
        self.distinct = True
        self.new_stamp()
        return self.start(base)

    def start(self, base: int) -> int:
        """Write the moves that `generate` or `candidates` asks for."""
        me = self.side
        field = self.field[me]
        if self.kind[field] == SANDBANK:
            return self.leave_sandbank(base)
        for speed in range(1, FASTEST + 1):
            change = speed - self.speed[me]
            self.purse = self.coal[me]
            code = 0
            if change:
                self.purse -= (change if change > 0 else -change) - 1
                code = change + 6
            if self.purse >= 0:
                base = self.walk(
                    base, code, 16, field, self.course[me], speed, self.purse + self.free[me], speed,
                    self.field[1 - me], self.speed[1 - me], False,
                )  # fmt: skip
                if self.overdraw:
                    base = self.borrow(
                        base, code | cell(DEBT), 0, field, self.course[me], self.purse + self.free[me], speed,
                        self.field[1 - me], self.speed[1 - me], False, True,
                    )  # fmt: skip
        return base

    def leave_sandbank(self, base: int) -> int:
        """M6, M7: one field forwards, or one backwards for a coal."""
        me = self.side
        course = self.course[me]
        other = self.field[1 - me]
        other_speed = self.speed[1 - me]
        self.purse = self.coal[me]
        target = self.beside[6 * self.field[me] + course]
        kind = self.kind[target]
        if kind < ISLAND and self.low <= target < self.high and target != other:
            if kind != LOG or self.sandbank_to_log:
                base = self.finish(
                    base, 128 * ADVANCE, 1024, target, course, 1, self.purse + self.free[me],
                    other, other_speed, False,
                )  # fmt: skip
        target = self.beside[6 * self.field[me] + (course + 3) % 6]
        kind = self.kind[target]
        if kind < ISLAND and kind != LOG and self.low <= target < self.high and target != other:
            if self.purse > 0:
                self.purse -= 1
                base = self.finish(
                    base, BACKWARDS, 16, target, course, 1, self.purse + self.free[me],
                    other, other_speed, False,
                )  # fmt: skip
        return base

    def walk(
        self, base: int, code: int, unit: int, field: int, course: int, speed: int, units: int, points: int,
        other: int, other_speed: int, pushed: bool,
    ) -> int:  # fmt: skip
        """All ways to go on with the movement points and turn units left; `unit` is the next step's bit."""
        if field == other:
            return self.pushes(base, code, unit, field, course, speed, units, points, other_speed)
        if points == 0:
            return self.finish(base, code, unit, field, course, speed, units, other, other_speed, pushed)
        if self.distinct:
            if self.seen(field, course, speed, units, points, other, other_speed, pushed):
                return base
        for i in range(PAYABLE[units]):
            turn = TURNS[i]
            left = units - UNITS[turn]
            heading = course + turn
            if heading >= 6:
                heading -= 6
            target = self.beside[6 * field + heading]
            kind = self.kind[target]
            if kind >= ISLAND or target < self.low or target >= self.high:
                continue  # M2
            step = code + (turn + 8 * ADVANCE) * unit
            if kind == SANDBANK:
                if target != other:  # M4; P5
                    base = self.finish(
                        base, step, 64 * unit, target, heading, 1, left, other, other_speed, pushed
                    )  # fmt: skip
            elif kind != LOG and points == 1 and target != other:
                base = self.finish(
                    base, step, 64 * unit, target, heading, speed, left, other, other_speed, pushed
                )
            elif kind != LOG:
                base = self.walk(
                    base, step, 64 * unit, target, heading, speed, left, points - 1,
                    other, other_speed, pushed,
                )  # fmt: skip
            elif points >= 2:  # M3
                base = self.walk(
                    base, step, 64 * unit, target, heading, speed - 1 if speed > 1 else 1, left, points - 2,
                    other, other_speed, pushed,
                )  # fmt: skip
        return base

    def pushes(
        self, base: int, code: int, unit: int, field: int, course: int, speed: int, units: int, points: int,
        other_speed: int,
    ) -> int:  # fmt: skip
        """P1-P5: push the other ship, which is on the same field, and go on."""
        if points == 0:
            return base
        behind = course + 3 if course < 3 else course - 3
        for direction in range(6):
            target = self.beside[6 * field + direction]
            kind = self.kind[target]
            if direction == behind or kind >= ISLAND:
                continue
            if (target < self.low and not self.push_onto_removed) or (
                target >= self.high and not self.push_onto_hidden
            ):
                continue
            speed_there = other_speed
            cost = 1
            if kind == LOG:
                cost = 2
                if speed_there > 1:
                    speed_there -= 1
            elif kind == SANDBANK:
                speed_there = 1
            if cost <= points:
                base = self.walk(
                    base, code + 8 * (PUSH + direction) * unit, 64 * unit, field, course, speed, units,
                    points - cost, target, speed_there, True,
                )  # fmt: skip
        return base

    def finish(
        self, base: int, code: int, unit: int, field: int, course: int, speed: int, units: int,
        other: int, other_speed: int, pushed: bool,
    ) -> int:  # fmt: skip
        """Write the list that ends here, and those with one more turn, except on a sandbank (T2)."""
        if base + 8 > self.stack_room:
            self.make_room(base)
        count = 1 if self.kind[field] == SANDBANK else PAYABLE[units]
        stack = self.stack
        if not self.distinct:
            for i in range(count):
                stack[base + i] = code + TURNS[i] * unit
            return base + count
        for i in range(count):
            turn = TURNS[i]
            heading = course + turn if course + turn < 6 else course + turn - 6
            if not self.seen(field, heading, speed, units - UNITS[turn], 0, other, other_speed, pushed):
                stack[base] = code + turn * unit
                base += 1
        return base

    # --- moves through a debt of points (D7), action by action -----------------------------------
    def borrow(
        self, base: int, code: int, done: int, field: int, course: int, units: int, points: int,
        other: int, other_speed: int, pushed: bool, fresh: bool,
    ) -> int:  # fmt: skip
        """All ways into debt and onto a sandbank after `done` actions, the last no advance if `fresh`."""
        if done == DEBT_ACTIONS:
            return base
        # The contest's server stops a ship with 0 points, not one with less: how many less is all the same.
        if field == other:
            return self.push_on_credit(base, code, done, field, course, units, points, other_speed)
        if points < 0 and self.distinct and done < DEBT_ACTIONS - 1:
            # These speeds are nobody's: no entry of `walk` or `finish` is meant.
            if self.seen(field, course, 0 if fresh else 7, units, done, other, other_speed, pushed):
                return base
        for i in range(PAYABLE[units]):
            turn = TURNS[i]
            if turn or fresh:  # two advances side by side are one
                heading = course + turn if course + turn < 6 else course + turn - 6
                base = self.run_on_credit(
                    base, code | turn * cell(FIRST_STEP + 6 * done), done, field, heading,
                    units - UNITS[turn], points, other, other_speed, pushed,
                )  # fmt: skip
        return base

    def run_on_credit(
        self, base: int, code: int, done: int, field: int, course: int, units: int, points: int,
        other: int, other_speed: int, pushed: bool,
    ) -> int:  # fmt: skip
        """Advance by one to six fields; only water, goal and sandbank can be entered without points."""
        fields = 8 * cell(FIRST_STEP + 6 * done)
        for _ in range(FASTEST):
            field = self.beside[6 * field + course]
            kind = self.kind[field]
            if kind >= ISLAND or field < self.low or field >= self.high:
                return base
            code += fields
            if kind == SANDBANK:
                if points <= 0 and field != other:
                    base = self.finish(base, code, 0, field, course, 1, units, other, other_speed, pushed)
                return base
            if kind == LOG and points < 2:
                return base
            points -= 2 if kind == LOG else 1
            if points != 0:
                base = self.borrow(
                    base, code, done + 1, field, course, units, points, other, other_speed, pushed, False
                )
            if field == other:
                return base
        return base

    def push_on_credit(
        self, base: int, code: int, done: int, field: int, course: int, units: int, points: int,
        other_speed: int,
    ) -> int:  # fmt: skip
        """P1-P5, but for the cost: push the other ship, which is on the same field, and go on."""
        for direction in range(6):
            target = self.beside[6 * field + direction]
            if direction == (course + 3) % 6 or not self.may_push_to(target):
                continue
            kind = self.kind[target]
            speed_there = other_speed
            if kind == SANDBANK:
                speed_there = 1
            elif kind == LOG and speed_there > 1:
                speed_there -= 1
            left = points - 2 if kind == LOG else points - 1
            if left != 0:
                base = self.borrow(
                    base, code | (direction + 8 * DEBT_PUSH) * cell(FIRST_STEP + 6 * done), done + 1,
                    field, course, units, left, target, speed_there, True, True,
                )  # fmt: skip
        return base

    def may_push_to(self, field: int) -> bool:
        """P3, D8: may the other ship be pushed onto this field?"""
        if self.kind[field] >= ISLAND:
            return False
        if field < self.low:
            return self.push_onto_removed
        return field < self.high or self.push_onto_hidden

    # --- one list for each outcome ---------------------------------------------------------------
    def seen(
        self, field: int, course: int, speed: int, units: int, points: int,
        other: int, other_speed: int, pushed: bool,
    ) -> bool:  # fmt: skip
        """Has `candidates` been here before? Without points left, free turns make no difference."""
        coal = min(self.purse, units)
        entry = self.stamp << 8 | field
        entry = entry << 8 | other
        entry = entry << 3 | course
        entry = entry << 3 | speed
        entry = entry << 3 | other_speed
        entry = entry << 3 | points
        entry = entry << 3 | coal
        entry = entry << 2 | (units - coal if points else 0)
        entry = entry << 1 | (1 if pushed else 0)
        slot = mix(entry) & (self.table_size - 1)
        while self.table[slot] >> 34 == self.stamp:
            if self.table[slot] == entry:
                return True
            slot = slot + 1 & (self.table_size - 1)
        self.table[slot] = entry
        self.filled += 1
        if 2 * self.filled > self.table_size:
            self.widen()
        return False

    def widen(self) -> None:
        """Double the table. What was seen so far in this call is entered anew at its new slot."""
        old = self.table
        size = self.table_size
        self.table_size = 2 * size
        self.table = new_words(self.table_size)
        for i in range(size):
            entry = old[i]
            if entry >> 34 == self.stamp:
                slot = mix(entry) & (self.table_size - 1)
                while self.table[slot]:
                    slot = slot + 1 & (self.table_size - 1)
                self.table[slot] = entry
        free_words(old)

    def new_stamp(self) -> None:
        """Make all entries of the table old."""
        if self.table_size == 0:
            self.table_size = TABLE
            self.table = new_words(self.table_size)
        self.filled = 0
        self.stamp += 1
        if self.stamp > LAST_STAMP:
            for i in range(self.table_size):
                self.table[i] = 0
            self.stamp = 1

"""Mississippi Queen (Software-Challenge 2017): the rules. Rule ids are those of docs/games/mississippi_queen.md.

A move is a list of actions. Its code holds the list as single steps, six bits each:

    bits 0-3     acceleration + 6, or BACKWARDS (off a sandbank), or 0 for neither
    bits 4-9     first step: three bits of turn to the left in sixths, then three bits of what follows,
                 0 the end, 1 an advance by one field, 2-7 a push in direction 0-5
    bits 10-15   second step, and so on: at most six steps and a turn at the end, up to bit 45
    bits 48-50   wasted turns: how often the ship turns to and fro (T+1 T-1) ...
    bits 51-53   ... before this step
    bits 54-56   fields advanced without points at the end, onto a sandbank (overdraw_onto_sandbank)
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from schwarm import nocython as cython

from dataclasses import replace
from types import MappingProxyType

from schwarm.games.errors import GameError, IllegalMove
from schwarm.games.game import Game
from schwarm.games.mississippi_queen import actions, notation, tables
from schwarm.games.mississippi_queen.options import SIDES, Reason
from schwarm.games.mississippi_queen.river import River
from schwarm.games.random64 import Stream
from schwarm.games.rulebook import Move, Outcome, Setup

if not cython.compiled:
    from schwarm.bits import cell, free_words, mix, more_words, new_words

WATER = tables.WATER
GOAL = tables.GOAL
LOG = tables.LOG
SANDBANK = tables.SANDBANK
ISLAND = tables.ISLAND
NOWHERE = tables.NOWHERE
POINTS = tables.POINTS
UNITS = tables.UNITS
AXIS_PLUS = tables.AXIS_PLUS
AXIS_MINUS = tables.AXIS_MINUS
FASTEST = notation.FASTEST
BERTHS = notation.BERTHS
BACKWARDS = notation.BACKWARDS
ADVANCE = notation.ADVANCE
PUSH = notation.PUSH
OVERDRAWN = notation.OVERDRAWN
WIDEST = 4096  # ample for most positions; longer lists make room as they grow
TABLE = 4096
LAST_STAMP = 0x3FFFFFFF
GOAL_REACHED, LIMIT, DISTANCE = 1, 2, 3


class MississippiQueen(River):
    """A position; ship 0 is red and begins, ship 1 is blue."""

    field: list[int]  # where each ship is
    course: list[int]  # its direction
    speed: list[int]
    coal: list[int]
    aboard: list[int]  # passengers on board
    free: list[int]  # free turn units of its next move
    latest: int  # the foremost segment any ship has been in after a move
    last_turn: int
    lead: int
    leader_starts: bool
    distance_at_round: bool
    passengers_break_ties: bool
    goal_by_push: bool
    limit_before_goal: bool
    overdraw: bool
    push_onto_removed: bool
    sandbank_to_log: bool
    past: list[int]  # the state before each ply, packed
    table: list[int]  # what `candidates` has come by, open addressing
    table_size: int
    filled: int
    stamp: int  # entries with another stamp are of earlier calls
    distinct: bool  # one list for each outcome?
    purse: int  # coal after the acceleration

    # --- options and start -----------------------------------------------------------------------
    def __init__(self, setup: Setup) -> None:
        self.last_turn = 2 * setup.number("rounds")
        super().__init__(setup, widest=WIDEST, longest=self.last_turn + 1)
        self.past = new_words(self.last_turn + 1)
        self.table_size = TABLE
        self.table = new_words(self.table_size)
        self.filled = self.stamp = self.purse = 0
        self.distinct = False
        self.lead = setup.number("lead")
        self.leader_starts = bool(setup.options["leader_starts"])
        self.distance_at_round = setup.word("distance_check") == "round"
        self.passengers_break_ties = setup.word("equal_points") == "passengers"
        self.goal_by_push = bool(setup.options["goal_by_push"])
        self.limit_before_goal = bool(setup.options["limit_before_goal"])
        self.overdraw = bool(setup.options["overdraw_onto_sandbank"])
        self.push_onto_removed = bool(setup.options["push_onto_removed"])
        self.sandbank_to_log = bool(setup.options["sandbank_to_log"])
        if setup.position is None:
            placed = notation.start(setup.word("board"), setup.number("coal"))
        else:
            placed = notation.read_position(setup.position, self.last_turn)
        known = self.lay_out(placed.segments)
        self.field = [0, 0]
        self.course = [0, 0]
        self.speed = [0, 0]
        self.coal = [0, 0]
        self.aboard = [0, 0]
        self.free = [0, 0]
        for side in range(2):
            ship = placed.ships[side]
            self.field[side] = ship.field
            self.course[side] = ship.course
            self.speed[side] = ship.speed
            self.coal[side] = ship.coal
            self.aboard[side] = ship.aboard
            self.free[side] = ship.free
        self.turn = self.start_turn = placed.turn
        self.side = placed.side
        self.latest = placed.latest
        self.look()
        if known < 8:
            self.draw_from(known, Stream(setup.seed, 0).word())

    def __dealloc__(self) -> None:
        free_words(self.past)
        free_words(self.table)

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
        """All ways to go on from a field with movement points and turn units left; `unit` is the next step's bit."""
        if field == other:
            return self.pushes(base, code, unit, field, course, speed, units, points, other_speed)
        if points == 0:
            base = self.finish(base, code, unit, field, course, speed, units, other, other_speed, pushed)
            if self.overdraw:
                base = self.overdrawn(base, code, field, course, units, other, other_speed, pushed)
            return base
        if self.distinct and not self.overdraw:
            if self.seen(field, course, speed, units, points, other, other_speed, pushed):
                return base
        for turn in range(6):
            left = units - UNITS[turn]
            if left < 0:
                continue
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
            elif kind != LOG:
                base = self.walk(
                    base, step, 64 * unit, target, heading, speed, left, points - 1, other, other_speed, pushed
                )
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
            if not self.push_onto_removed and (target < self.low or target >= self.high):
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

    def overdrawn(
        self, base: int, code: int, field: int, course: int, units: int, other: int, other_speed: int, pushed: bool
    ) -> int:
        """D7: let the last advance, its points spent, run on over water onto a sandbank."""
        run = 0
        steps = code >> 4
        while steps:  # length of the last advance so far: a turn or a push begins it anew
            if steps & 7 or steps >> 3 & 7 != ADVANCE:
                run = 0
            if steps >> 3 & 7 == ADVANCE:
                run += 1
            steps >>= 6
        if run == 0:
            return base
        for extra in range(1, FASTEST - run + 1):
            field = self.beside[6 * field + course]
            if field < self.low or field >= self.high or field == other:
                return base
            if self.kind[field] == SANDBANK:
                return self.finish(
                    base, code + extra * OVERDRAWN, 0, field, course, 1, units, other, other_speed, pushed
                )
            if self.kind[field] == LOG or self.kind[field] >= ISLAND:
                return base
        return base

    def finish(
        self, base: int, code: int, unit: int, field: int, course: int, speed: int, units: int,
        other: int, other_speed: int, pushed: bool,
    ) -> int:  # fmt: skip
        """Write the list that ends here, and those with one more turn, which a sandbank does not allow (T2)."""
        if base + 8 > self.stack_room:
            self.make_room(base)
        for turn in range(1 if self.kind[field] == SANDBANK else 6):
            left = units - UNITS[turn]
            if left < 0:
                continue
            if self.distinct:
                if self.seen(field, (course + turn) % 6, speed, left, 0, other, other_speed, pushed):
                    continue
            self.stack[base] = code + turn * unit
            base += 1
        return base

    # --- one list for each outcome ---------------------------------------------------------------
    def seen(
        self, field: int, course: int, speed: int, units: int, points: int, other: int, other_speed: int, pushed: bool
    ) -> bool:
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
        self.filled = 0
        self.stamp += 1
        if self.stamp > LAST_STAMP:
            for i in range(self.table_size):
                self.table[i] = 0
            self.stamp = 1

    # --- play and undo ---------------------------------------------------------------------------
    def push(self, move: int) -> None:
        me = self.side
        you = 1 - me
        self.trail[self.turn - self.start_turn] = move
        self.past[self.turn - self.start_turn] = self.pack()
        field = self.field[me]
        course = self.course[me]
        header = move & 15
        if header == BACKWARDS:
            field = self.beside[6 * field + (course + 3) % 6]
            self.coal[me] -= 1
        elif header > 6:
            self.speed[me] += header - 6
            self.coal[me] -= header - 7
        elif header > 0:
            self.speed[me] -= 6 - header
            self.coal[me] -= 5 - header
        units = self.coal[me] + self.free[me] - 2 * (move >> 48 & 7)
        pushed = False
        rest = move >> 4
        while True:
            turn = rest & 7
            action = rest >> 3 & 7
            course += turn
            if course >= 6:
                course -= 6
            units -= UNITS[turn]
            rest >>= 6
            if action == 0:
                break
            if action == ADVANCE:
                field = self.beside[6 * field + course]
                self.enter(me, field)
            else:
                self.field[you] = self.beside[6 * field + action - PUSH]
                self.enter(you, self.field[you])
                pushed = True
        extra = move >> 54 & 7
        while extra > 0:
            field = self.beside[6 * field + course]
            self.enter(me, field)
            extra -= 1
        self.field[me] = field
        self.course[me] = course
        self.coal[me] = min(self.coal[me], units)
        self.end_move(pushed)

    def enter(self, side: int, field: int) -> None:
        """M3, M4: what a field does to the speed of a ship that comes there."""
        kind = self.kind[field]
        if kind == SANDBANK:
            self.speed[side] = 1
        elif kind == LOG and self.speed[side] > 1:
            self.speed[side] -= 1

    def end_move(self, pushed: bool) -> None:
        """What follows a move by itself: passengers, the window, free turns, who is next."""
        me = self.side
        you = 1 - me
        self.take_passenger(me)
        self.take_passenger(you)
        self.turn += 1
        self.latest = max(self.latest, self.field[me] // 20, self.field[you] // 20)
        self.look()
        if pushed and self.kind[self.field[you]] != SANDBANK:
            self.free[you] = 2  # P6
        self.free[me] = 1
        self.side = self.leader() if self.leader_starts and self.turn % 2 == 0 else you

    def take_passenger(self, side: int) -> None:
        """C1: take a visible passenger on board, one at most."""
        if self.speed[side] != 1 or self.aboard[side] >= BERTHS:
            return
        for i in range(self.passengers):
            if self.stage[i] == self.field[side] and not self.gone & cell(i):
                if self.low <= self.island[i] < self.high:
                    self.gone |= cell(i)
                    self.aboard[side] += 1
                    return

    def pop(self) -> None:
        self.turn -= 1
        self.unpack(self.past[self.turn - self.start_turn])
        self.look()

    def pack(self) -> int:
        """The state besides the turn in 52 bits."""
        packed = self.side
        packed = packed << 3 | self.latest
        packed = packed << 8 | self.gone
        for side in range(2):
            packed = packed << 8 | self.field[side]
            packed = packed << 3 | self.course[side]
            packed = packed << 3 | self.speed[side]
            packed = packed << 3 | self.coal[side]
            packed = packed << 2 | self.aboard[side]
            packed = packed << 1 | (self.free[side] - 1)
        return packed

    def unpack(self, packed: int) -> None:
        """Bring a packed state back."""
        for k in range(2):
            side = 1 - k
            self.free[side] = (packed & 1) + 1
            self.aboard[side] = packed >> 1 & 3
            self.coal[side] = packed >> 3 & 7
            self.speed[side] = packed >> 6 & 7
            self.course[side] = packed >> 9 & 7
            self.field[side] = packed >> 12 & 255
            packed >>= 20
        self.gone = packed & 255
        self.latest = packed >> 8 & 7
        self.side = packed >> 11

    def key(self) -> int:
        turn = self.turn
        key = mix(self.pack() | turn << 52)
        for segment in range(self.high // 20):
            key ^= self.digest[segment]
        return key

    # --- who moves (O1) --------------------------------------------------------------------------
    def leader(self) -> int:
        """D2: the ship in front along the foremost visible segment; then speed, coal, x and y decide."""
        direction = self.flow[self.high // 20 - 1]
        lead = self.progress(self.field[0], direction) - self.progress(self.field[1], direction)
        if lead == 0:
            lead = self.speed[0] - self.speed[1]
        if lead == 0:
            lead = self.coal[0] - self.coal[1]
        if lead == 0:
            lead = self.x_of(self.field[0]) - self.x_of(self.field[1])
        if lead == 0:
            lead = self.y_of(self.field[0]) - self.y_of(self.field[1])
        return 0 if lead > 0 else 1

    def progress(self, field: int, direction: int) -> int:
        """How far a field lies in a direction: the difference of two of its cube coordinates."""
        x = self.x_of(field)
        y = self.y_of(field)
        q = x - (y + (y & 1) >> 1)
        r = -q - y
        plus = AXIS_PLUS[direction]
        minus = AXIS_MINUS[direction]
        return (q if plus == 0 else r if plus == 1 else y) - (q if minus == 0 else r if minus == 1 else y)

    # --- end and scores (E1-E4, W1) --------------------------------------------------------------
    def over(self) -> bool:
        return self.ending() != 0

    def ending(self) -> int:
        """What ends the game here: GOAL_REACHED, LIMIT, DISTANCE or 0, nothing."""
        limit = self.turn >= self.last_turn
        if limit and self.limit_before_goal:
            return LIMIT
        if self.arrived(0) or self.arrived(1):
            return GOAL_REACHED
        if limit:
            return LIMIT
        if self.distance_at_round:
            checked = self.turn % 2 == 0
        else:
            checked = self.side == 1
        apart = self.field[0] // 20 - self.field[1] // 20
        if checked and (apart >= self.lead or -apart >= self.lead):
            return DISTANCE
        return 0

    def arrived(self, side: int) -> bool:
        """E1: has a ship won at the goal? One that was pushed there has two free turn units (P6)."""
        if self.kind[self.field[side]] != GOAL or self.speed[side] != 1 or self.aboard[side] < BERTHS:
            return False
        return self.goal_by_push or self.free[side] == 1

    def points_of(self, side: int) -> int:
        """W1: points of a ship."""
        segment = self.field[side] // 20
        return 5 * segment + POINTS[self.field[side] - 20 * segment] + 5 * self.aboard[side]

    def winner(self) -> int:
        """The winner of an ended game, -1 for a draw; the side to move has lost where nothing else ends it (E4)."""
        ending = self.ending()
        if ending == GOAL_REACHED:
            return 0 if self.arrived(0) else 1
        if ending == DISTANCE:
            return 0 if self.field[0] > self.field[1] else 1
        if ending != LIMIT:
            return 1 - self.side
        lead = self.points_of(0) - self.points_of(1)
        if lead == 0 and self.passengers_break_ties:
            lead = self.aboard[0] - self.aboard[1]
        return -1 if lead == 0 else 0 if lead > 0 else 1

    def score(self) -> int:
        winner = self.winner()
        return 0 if winner < 0 else 1 - 2 * winner

    def verdict(self) -> Outcome:
        winner = self.winner()
        points = [self.points_of(0), self.points_of(1)]
        ending = self.ending()
        if ending == GOAL_REACHED:
            reason = Reason.GOAL
        elif ending == DISTANCE:
            reason = Reason.DISTANCE
        elif ending != LIMIT:
            reason = Reason.BLOCKED
        elif points[0] != points[1]:
            reason = Reason.POINTS
        else:
            reason = Reason.EQUAL if winner < 0 else Reason.PASSENGERS
        match = [1 if winner < 0 else 2 if winner == side else 0 for side in range(2)]
        scores = {SIDES[side]: (match[side], points[side], self.aboard[side]) for side in range(2)}
        return Outcome(None if winner < 0 else SIDES[winner], reason, scores)

    # --- what the players know -------------------------------------------------------------------
    def public_start(self) -> str:
        river, rest = self.setup.book.game(self.setup).position().split(" ", 1)
        seen = river.split("/")[: self.high // 20]
        return "/".join(seen + [notation.UNKNOWN] * (8 - len(seen))) + " " + rest

    def view(self, seed: int = 0) -> Game:
        options = {**self.setup.options, "board": ""}  # an explicit river would tell what is hidden
        setup = replace(self.setup, options=MappingProxyType(options), seed=seed, position=self.public_start())
        twin = self.setup.book.game(setup)
        twin.follow(self)
        return twin

    # --- notation --------------------------------------------------------------------------------
    def position(self) -> str:
        ships = [notation.write_ship(self.ship(side), self.coordinates(self.field[side])) for side in range(2)]
        return f"{self.river_text()} {ships[0]} {ships[1]} {self.turn} {SIDES[self.side]} {self.latest}"

    def read(self, text: str) -> int:
        tokens = notation.read_actions(text)
        if self.over():
            raise IllegalMove(text, "END", "the game is over")
        overdrawn = actions.examine(self, text, tokens)
        return notation.encode(tokens, overdrawn)

    def write(self, code: int) -> str:
        return notation.write_move(code)

    def allows(self, code: int) -> bool:
        try:
            return self.read(self.write(code)) == code
        except GameError:
            return False

    def refusal(self, code: int) -> tuple[str, str]:
        try:
            self.read(self.write(code))
        except IllegalMove as error:
            return error.rule, error.why
        except GameError as error:
            return "L1", str(error)
        return "L1", "expected a code of this rule book"

    # --- for those who look at single fields -----------------------------------------------------
    def ship(self, side: int) -> notation.Ship:
        """The state of a ship."""
        return notation.Ship(
            self.field[side], self.course[side], self.speed[side], self.coal[side], self.aboard[side], self.free[side]
        )

    def distinct_moves(self) -> list[Move]:
        """One legal move for each distinct outcome, sorted by text: what the searches look at."""
        end = 0 if self.over() else self.list_candidates(0)
        return sorted([self.move_of(self.stack[i]) for i in range(end)])

    def preview(self, move: Move) -> tuple[notation.Ship, notation.Ship]:
        """The ships after a legal move of this position; the move is not checked."""
        self.push(move.code)
        ships = self.ship(0), self.ship(1)
        self.pop()
        return ships

    def points(self) -> tuple[int, int]:
        """W1: points of red and of blue."""
        return self.points_of(0), self.points_of(1)

    def window(self) -> tuple[int, int]:
        """S6: the first and the last visible segment."""
        return self.low // 20, self.high // 20 - 1

    def coordinates(self, field: int) -> tuple[int, int]:
        """x and y of a field."""
        return self.x_of(field), self.y_of(field)

    def next_field(self, field: int, direction: int) -> int:
        """The field next to one; NOWHERE beyond the banks."""
        return self.beside[6 * field + direction]

    def kind_of(self, field: int) -> int:
        """WATER, GOAL, LOG, SANDBANK or ISLAND."""
        return self.kind[field]

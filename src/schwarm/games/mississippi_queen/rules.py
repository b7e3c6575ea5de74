"""Mississippi Queen (Software-Challenge 2017): play and undo, the end, what players know, texts.

Rule ids are those of docs/reference/games/mississippi_queen.md. Board: river.py. Moves, codes: moves.py.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import cython

from schwarm.game import board as boards
from schwarm.game.errors import GameError, IllegalMove, Refusal
from schwarm.game.game import Game
from schwarm.game.random64 import Stream
from schwarm.game.rulebook import Move, Outcome, Setup, victory_points
from schwarm.games.mississippi_queen import actions, notation, picture, tables
from schwarm.games.mississippi_queen.board import UNKNOWN
from schwarm.games.mississippi_queen.moves import Fleet
from schwarm.games.mississippi_queen.notation import ADVANCE, BACKWARDS, BERTHS, DEBT_PUSH, PUSH
from schwarm.games.mississippi_queen.options import SIDES, Reason
from schwarm.games.mississippi_queen.tables import *

if not cython.compiled:
    from schwarm.bits import Mark, cell, mix

GOAL_REACHED, LIMIT, DISTANCE = 1, 2, 3


class MississippiQueen(Fleet):
    """A position; ship 0 is red and begins, ship 1 is blue."""

    queen_mark: Mark
    last_turn: int
    lead: int
    leader_starts: bool
    distance_at_round: bool
    passengers_break_ties: bool
    goal_by_push: bool
    limit_before_goal: bool
    queen_state: Mark
    queen_end: Mark  # `past` holds the ships before each ply, packed

    # --- options and start -----------------------------------------------------------------------
    def __init__(self, setup: Setup) -> None:
        self.last_turn = 2 * setup.number("rounds")
        super().__init__(setup, longest=self.last_turn + 1)
        self.lead = setup.number("lead")
        self.leader_starts = bool(setup.options["leader_starts"])
        self.distance_at_round = setup.word("distance_check") == "round"
        self.passengers_break_ties = setup.word("equal_points") == "passengers"
        self.goal_by_push = bool(setup.options["goal_by_push"])
        self.limit_before_goal = bool(setup.options["limit_before_goal"])
        if setup.position is None:
            placed = notation.start(setup.word("board"), setup.number("coal"))
        else:
            placed = notation.read_position(setup.position, self.last_turn)
        known = self.lay_out(placed.segments)
        self.put_ships(placed)
        self.turn = self.start_turn = placed.turn
        self.side = placed.side
        if known < 8:
            self.draw_from(known, Stream(setup.seed, 0).word())

    def outline(self) -> None:
        Fleet.outline(self)
        if cython.compiled:
            self.hold(
                cython.address(self.queen_mark),
                cython.address(self.queen_state),
                cython.address(self.queen_end),
                cython.sizeof(MississippiQueen),
            )

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
        units = self.coal[me] + self.free[me] - 2 * (move >> 58 & 7)
        if move >> 63:
            self.push_in_debt(move, units)
            return
        pushes = 0
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
                pushes += 1
        self.field[me] = field
        self.course[me] = course
        self.coal[me] = min(self.coal[me], units)
        self.end_move(pushes > 0)

    def push_in_debt(self, move: int, units: int) -> None:
        """D7: the rest of `push`, after the acceleration, for a list held action by action."""
        me = self.side
        you = 1 - me
        field = self.field[me]
        pushes = 0
        rest = move >> 4 & cell(54) - 1
        while rest:
            turn = rest & 7
            fields = rest >> 3 & 7
            rest >>= 6
            if fields == DEBT_PUSH:
                self.field[you] = self.beside[6 * field + turn]
                self.enter(you, self.field[you])
                pushes += 1
                continue
            self.course[me] = (self.course[me] + turn) % 6
            units -= UNITS[turn]
            while fields > 0:
                field = self.beside[6 * field + self.course[me]]
                fields -= 1
        self.field[me] = field
        self.enter(me, field)  # a sandbank, whatever the speed was
        self.coal[me] = min(self.coal[me], units)
        self.end_move(pushes > 0)

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
        """The whole state in 64 bits, the turn on top."""
        packed = self.turn
        packed = packed << 1 | self.side
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
        self.side = packed >> 11 & 1

    def key(self) -> int:
        key = mix(self.pack())
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
        """The winner of an ended game, -1 for a draw; without any other end the side to move has lost."""
        ending = self.ending()
        if ending == GOAL_REACHED:
            return 0 if self.arrived(0) else 1
        if ending == DISTANCE:
            return 0 if self.field[0] > self.field[1] else 1
        if ending != LIMIT:
            return 1 - self.side
        return self.ahead()

    def ahead(self) -> int:
        """Who has more points, -1 for neither; on equal points passengers may decide."""
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
        return Outcome(None if winner < 0 else SIDES[winner], reason, self.numbers(winner))

    def standing(self) -> dict[str, tuple[int, ...]]:
        return self.numbers(self.ahead())

    def numbers(self, winner: int) -> dict[str, tuple[int, ...]]:
        """Each side's victory points, points and passengers."""
        match = victory_points(winner)
        return {SIDES[side]: (match[side], self.points_of(side), self.aboard[side]) for side in range(2)}

    # --- what the players know -------------------------------------------------------------------
    def public_start(self) -> str:
        return self.without_hidden(self.first_position())

    def first_position(self) -> str:
        now = self.pack()
        if self.made():
            self.unpack(self.past[0])
            self.turn = self.start_turn
        text = self.position()
        self.unpack(now)
        self.turn = now >> 52
        return text

    def public_position(self) -> str:
        return self.without_hidden(self.position())

    def without_hidden(self, position: str) -> str:
        """A position text of this river with `?` for the segments that are hidden now."""
        river, rest = position.split(" ", 1)
        seen = river.split("/")[: self.high // 20]
        return "/".join(seen + [UNKNOWN] * (8 - len(seen))) + " " + rest

    def view(self, seed: int = 0) -> Game:
        options = {**self.setup.options, "board": ""}  # an explicit river would tell what is hidden
        if self.push_onto_hidden:
            options["push_out_of_sight"] = "removed"  # whether such a push is legal, no player can know
        known = replace(
            self.setup, options=MappingProxyType(options), seed=seed, position=self.public_start()
        )
        twin = self.shown_as(known)
        assert isinstance(twin, MississippiQueen)
        twin.keep_hidden(Stream(seed, 0).word())
        return twin

    def keep_hidden(self, word: int) -> None:
        """Draw what players cannot see, as a game that begins with a random word does."""
        self.push_onto_hidden = False
        self.resample(word)

    # --- notation --------------------------------------------------------------------------------
    def position(self) -> str:
        red, blue = (notation.write_ship(self.ship(k), self.coordinates(self.field[k])) for k in range(2))
        return f"{self.river_text()} {red} {blue} {self.turn} {SIDES[self.side]} {self.latest}"

    def read(self, text: str) -> int:
        tokens = notation.read_actions(text)
        if self.over():
            raise IllegalMove(text, "END", Refusal("over"))
        in_debt = actions.examine(self, text, tokens)
        if not in_debt:
            return notation.encode(tokens)
        if len(notation.debt_actions(tokens)) > notation.DEBT_ACTIONS:
            most = notation.DEBT_ACTIONS
            raise IllegalMove(
                text,
                "L1",
                Refusal("mississippi_queen/too_many_debts", most=most),
            )
        return notation.encode_debt(tokens)

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
        return "L1", Refusal("mississippi_queen/no_code")

    # --- for those who look at single fields -----------------------------------------------------
    def ship(self, side: int) -> notation.Ship:
        return notation.Ship(
            self.field[side],
            self.course[side],
            self.speed[side],
            self.coal[side],
            self.aboard[side],
            self.free[side],
        )

    def distinct_moves(self) -> list[Move]:
        """One legal move for each distinct outcome, sorted by text: what the searches look at."""
        end = 0 if self.over() else self.list_candidates(0)
        return sorted([self.move_of(self.stack[i]) for i in range(end)])

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

    def stage_of(self, island: int) -> int:
        """C1: the field from which a ship takes the passenger of an island; NOWHERE if there is none."""
        for i in range(self.passengers):
            if self.island[i] == island:
                return self.stage[i]
        return tables.NOWHERE

    def kind_of(self, field: int) -> int:
        """WATER, GOAL, LOG, SANDBANK or ISLAND."""
        return self.kind[field]

    def flow_of(self, segment: int) -> int:
        """S2: the direction in which a segment flows."""
        return self.flow[segment]

    def piers(self) -> list[tuple[int, int, bool]]:
        """S4: the visible passenger islands: field, direction of the landing stage, is one waiting there?"""
        found = []
        for i in range(self.passengers):
            if self.low <= self.island[i] < self.high:
                found.append((self.island[i], self.pier[i], self.gone & cell(i) == 0))
        return found

    def boarding(self, code: int) -> list[tuple[int, int]]:
        """C1: islands and piers of the passengers who come on board by a legal move."""
        before = self.piers()
        after = self.after(code, self.waiting)
        return [(field, pier) for field, pier, waits in before if waits and field not in after]

    def waiting(self) -> set[int]:
        """The islands of all passengers that are not on board."""
        found = set()
        for i in range(self.passengers):
            if not self.gone & cell(i):
                found.add(self.island[i])
        return found

    def board(self) -> boards.Board:
        return picture.board_of(self)

    def describe_code(self, code: int) -> boards.Description:
        return picture.describe(self, code)

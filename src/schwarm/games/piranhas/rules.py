"""Piranhas (Software-Challenge 2026): the rules. Rule ids are those of docs/reference/games/piranhas.md.

Cells and tables: see tables.py. A move's code is 128*start + target.
"""

from __future__ import annotations

import cython

from schwarm.game import board as boards
from schwarm.game.errors import Refusal
from schwarm.game.game import Game
from schwarm.game.rulebook import Move, Outcome, Setup, victory_points
from schwarm.games.piranhas import notation, picture, tables
from schwarm.games.piranhas.options import SIDES, Reason
from schwarm.games.piranhas.start import start_rows
from schwarm.games.piranhas.tables import *

if not cython.compiled:
    from schwarm.bits import Mark, advance, below, cell, lowest, mix, nth_set, ones_of, popcount

TRIES = 32  # draws of a fish and a direction before all moves are listed: few are legal then
NAMES = notation.MOVES


def around(fish: int) -> int:
    """The cells next to any of these, without the cells of lone ones."""
    wide = fish | fish << 1 | fish >> 1
    return fish << 1 | fish >> 1 | wide << 11 | wide >> 11


def flood(seed: int, own: int) -> int:
    """All cells of `own` connected with `seed`, diagonals included."""
    while True:
        wide = seed | seed << 1 | seed >> 1
        grown = (wide | wide << 11 | wide >> 11) & own
        if grown == seed:
            return seed
        seed = grown


def fish_moves(game: Piranhas, start: int, base: int) -> int:
    """M2-M6: write the moves of one fish, return where they end."""
    mine = LINES * game.side
    theirs = LINES - mine
    stack = game.stack
    for axis in range(4):
        line = LINE_OF[4 * start + axis]
        enemy = game.on_line[theirs + line]
        own = game.on_line[mine + line]
        closed = own | game.no_stop[line]
        met = closed << 32 | enemy
        distance = ones_of(own | enemy)
        way = WAYS[4 * start + axis] + 2 * distance
        step = distance * STEP[2 * axis]
        # Written first and kept only if legal: no branch to mispredict.
        stack[base] = start << 7 | start + step
        base += met & MOVES[way] == 0
        stack[base] = start << 7 | start - step
        base += met & MOVES[way + 1] == 0
    return base


class Piranhas(Game):
    """A position; red (0) moves on even turns, blue (1) on odd ones."""

    rules_mark: Mark
    last_turn: int
    no_fish_weight: int
    credit_to_colour: bool
    credit_lasts: bool
    blocked_loses_mid_round: bool
    blocked_loses_at_limit: bool
    state_mark: Mark
    fish: list[int]  # the cells of red and of blue
    kraken: int
    on_line: list[int]  # the squares of red, then of blue, on each of the 58 lines, see tables.py
    no_stop: list[int]  # squares of each line where no move may end: kraken, and off the board
    ones: int  # fish whose weight has bit 1 set (weights 1 and 3)
    twos: int  # fish whose weight has bit 2 set (weights 2 and 3)
    first: int  # who holds the first-swarm credit, -1 nobody
    first_turn: int  # the turn after which it was given; -1 before the start position
    began: int  # the turn of the start position, in which some swarm may have been united already
    end_mark: Mark  # `past` holds the weight of the fish eaten by each ply

    # --- options and start -----------------------------------------------------------------------
    def __init__(self, setup: Setup) -> None:
        self.last_turn = 2 * setup.number("rounds")
        super().__init__(setup, widest=8 * SIZE * SIZE, longest=self.last_turn + 1, frame=1)
        self.ordered = True
        self.credit_to_colour = setup.word("first_swarm") == "colour"
        self.credit_lasts = bool(setup.options["credit_lasts"])
        self.blocked_loses_mid_round = setup.word("blocked_mid_round") == "loses"
        self.blocked_loses_at_limit = setup.word("blocked_at_limit") == "loses"
        self.no_fish_weight = setup.number("no_fish_weight")
        if setup.position is None:
            placed = notation.Placement(tuple(start_rows(setup.seed)), 0, -1)
        else:
            placed = notation.read_position(setup.position, self.last_turn)
        self.fish = [0, 0]
        self.kraken = self.ones = self.twos = 0
        self.on_line = [0] * 116
        self.no_stop = tables.OUTSIDE[:]
        for y, row in enumerate(placed.rows):
            for x, letter in enumerate(row):
                number = STRIDE * x + y
                if letter == "#":
                    self.kraken |= cell(number)
                    for axis in range(4):
                        self.no_stop[LINE_OF[4 * number + axis]] |= SQUARE[4 * number + axis]
                elif letter != ".":
                    kind = notation.FISH.index(letter)
                    self.flip(kind // 3, number)
                    self.hash ^= ZOBRIST[128 * kind + number]
                    if kind % 3 != 1:
                        self.ones |= cell(number)
                    if kind % 3 != 0:
                        self.twos |= cell(number)
        self.turn = self.start_turn = self.began = placed.turn
        self.side = self.turn & 1
        self.first = placed.first
        self.first_turn = -1
        if self.first >= 0:
            self.hash ^= ZOBRIST_FIRST[self.first]

    def outline(self) -> None:
        Game.outline(self)
        if cython.compiled:
            self.hold(
                cython.address(self.rules_mark),
                cython.address(self.state_mark),
                cython.address(self.end_mark),
                cython.sizeof(Piranhas),
            )

    # --- moves (M1-M7) ---------------------------------------------------------------------------
    def generate(self, base: int) -> int:
        rest = self.fish[self.side]
        while rest:
            base = fish_moves(self, lowest(rest), base)
            rest &= rest - 1
        return base

    def pick(self, word: int) -> bool:
        # A fish and a direction make one move at most: drawing until they make one is fair to all moves.
        own = self.fish[self.side]
        ways = 8 * popcount(own)
        for _ in range(TRIES if own else 0):
            way = below(word, ways)
            if self.try_way(nth_set(own, way >> 3), way & 7):
                return True
            word = mix(advance(word))
        return Game.pick(self, word)

    def try_way(self, start: int, direction: int) -> bool:
        """M2-M6: write the move of a fish in one direction to stack[0]; is it legal?"""
        mine = LINES * self.side
        line = LINE_OF[4 * start + (direction >> 1)]
        enemy = self.on_line[LINES - mine + line]
        own = self.on_line[mine + line]
        closed = own | self.no_stop[line]
        met = closed << 32 | enemy
        distance = ones_of(own | enemy)
        way = WAYS[4 * start + (direction >> 1)] + 2 * distance
        self.stack[0] = start << 7 | start + distance * STEP[direction]
        return met & MOVES[way + (direction & 1)] == 0

    def allows(self, code: int) -> bool:
        start = code >> 7
        if start >= CELLS or not self.fish[self.side] & cell(start):
            return False
        for i in range(fish_moves(self, start, 0)):
            if self.stack[i] == code:
                return True
        return False

    def reach(self, line: int) -> int:
        """M2: how far fish on this line move along it."""
        return ones_of(self.on_line[line] | self.on_line[LINES + line])

    def flip(self, side: int, number: int) -> None:
        """Put a fish of a side on a cell, or take it off."""
        self.fish[side] ^= cell(number)
        for axis in range(4):
            self.on_line[LINES * side + LINE_OF[4 * number + axis]] ^= SQUARE[4 * number + axis]

    def weight(self, target: int) -> int:
        """Weight of the fish on a cell, 0 if there is none."""
        return (1 if self.ones & target else 0) + (2 if self.twos & target else 0)

    # --- play and undo ---------------------------------------------------------------------------
    def push(self, move: int) -> None:
        me = self.side
        start = move >> 7
        goal = move & 127
        target = cell(goal)
        both = cell(start) | target
        eaten = 0
        if self.fish[1 - me] & target:
            eaten = self.weight(target)
            self.flip(1 - me, goal)
            self.ones &= ~target
            self.twos &= ~target
            self.hash ^= ZOBRIST[128 * (3 * (1 - me) + eaten - 1) + goal]
        kind = 128 * (3 * me + self.weight(cell(start)) - 1)
        self.hash ^= ZOBRIST[kind + start] ^ ZOBRIST[kind + goal]
        self.flip(me, start)
        self.flip(me, goal)
        if self.ones & cell(start):
            self.ones ^= both
        if self.twos & cell(start):
            self.twos ^= both
        self.trail[self.turn - self.start_turn] = move
        self.past[self.turn - self.start_turn] = eaten
        self.turn += 1
        self.side = 1 - me
        if self.first < 0:
            # The enemy is united anew only by losing a fish; before the first move it may have been.
            self.credit(me, eaten > 0 or self.turn == self.began + 1)

    def pop(self) -> None:
        if self.first_turn == self.turn:
            self.hash ^= ZOBRIST_FIRST[self.first]
            self.first = self.first_turn = -1
        self.turn -= 1
        self.side = me = 1 - self.side
        move = self.trail[self.turn - self.start_turn]
        start = move >> 7
        goal = move & 127
        target = cell(goal)
        both = cell(start) | target
        kind = 128 * (3 * me + self.weight(target) - 1)
        self.hash ^= ZOBRIST[kind + start] ^ ZOBRIST[kind + goal]
        self.flip(me, start)
        self.flip(me, goal)
        if self.ones & target:
            self.ones ^= both
        if self.twos & target:
            self.twos ^= both
        eaten = self.past[self.turn - self.start_turn]
        if eaten:
            self.flip(1 - me, goal)
            if eaten & 1:
                self.ones |= target
            if eaten & 2:
                self.twos |= target
            self.hash ^= ZOBRIST[128 * (3 * (1 - me) + eaten - 1) + goal]

    def credit(self, mover: int, fed: bool) -> None:
        """W2: note who first formed a swarm; `fed` tells that the enemy's fish may have become one."""
        if self.united(mover):
            colour = 0 if fed and self.united(1 - mover) else mover
        elif fed and self.united(1 - mover):
            colour = 1 - mover
        else:
            return
        self.first = colour if self.credit_to_colour else mover
        self.first_turn = self.turn
        self.hash ^= ZOBRIST_FIRST[self.first]

    # --- swarms ----------------------------------------------------------------------------------
    def united(self, side: int) -> bool:
        """Do all fish of a side hang together? One fish does, none do not."""
        own = self.fish[side]
        if own & ~around(own):
            return own & (own - 1) == 0  # a fish without a neighbour must be the only one
        return own != 0 and flood(cell(lowest(own)), own) == own

    def any_united(self) -> bool:
        """Is some colour one swarm now?"""
        return self.united(0) or self.united(1)

    def heaviest(self, side: int) -> int:
        """Weight of a side's heaviest swarm."""
        best = 0
        rest = self.fish[side]
        if not rest:
            return self.no_fish_weight
        while rest:
            swarm = flood(cell(lowest(rest)), rest)
            weight = popcount(swarm & self.ones) + 2 * popcount(swarm & self.twos)
            best = max(best, weight)
            rest ^= swarm
        return best

    def swarm_count(self, side: int) -> int:
        """Number of a side's swarms."""
        count = 0
        rest = self.fish[side]
        while rest:
            rest ^= flood(cell(lowest(rest)), rest)
            count += 1
        return count

    def swarms_of_sides(self) -> list[list[tuple[int, list[int]]]]:
        """The swarms of red and of blue, each with its weight and its cells."""
        found: list[list[tuple[int, list[int]]]] = [[], []]
        for side in range(2):
            rest = self.fish[side]
            while rest:
                swarm = flood(cell(lowest(rest)), rest)
                rest ^= swarm
                weight = popcount(swarm & self.ones) + 2 * popcount(swarm & self.twos)
                members = []
                while swarm:
                    members.append(lowest(swarm))
                    swarm &= swarm - 1
                found[side].append((weight, members))
        return found

    def swarms(self) -> tuple[int, int, int, int]:
        """Heaviest swarm of red and of blue, number of swarms of red and of blue."""
        return self.heaviest(0), self.heaviest(1), self.swarm_count(0), self.swarm_count(1)

    # --- end and scores (E1-E3, W1-W3) -----------------------------------------------------------
    def over(self) -> bool:
        if self.turn >= self.last_turn:
            return True
        if self.turn & 1 or (self.first < 0 and self.turn > self.began):
            return False  # mid-round, or nobody has ever been united
        return self.any_united()

    def blocked(self) -> bool:
        """E3: has the side to move no legal move?"""
        rest = self.fish[self.side]
        while rest:
            if fish_moves(self, lowest(rest), 0):
                return False
            rest &= rest - 1
        return True

    def score(self) -> int:
        winner = self.winner(self.blocked())
        return 0 if winner < 0 else 1 - 2 * winner

    def by_weight(self, stuck: bool) -> bool:
        """Do the swarms decide an ended game? Else the side to move loses, being blocked."""
        if not self.over():
            return not self.blocked_loses_mid_round and self.any_united()
        return not (stuck and self.blocked_loses_at_limit) or self.any_united()

    def winner(self, stuck: bool) -> int:
        """The winner of an ended game, -1 for a draw."""
        if not self.by_weight(stuck):
            return 1 - self.side
        return self.heavier()

    def heavier(self) -> int:
        """W1, W2: whose swarm is heavier, on equal weights who formed one first; -1 for a draw."""
        lead = self.heaviest(0) - self.heaviest(1)
        if lead:
            return 0 if lead > 0 else 1
        return self.first if self.credit_lasts or self.any_united() else -1

    def verdict(self) -> Outcome:
        stuck = self.blocked()
        winner = self.winner(stuck)
        heaviest = (self.heaviest(0), self.heaviest(1))
        if not self.by_weight(stuck):
            reason = Reason.BLOCKED
        elif heaviest[0] != heaviest[1]:
            reason = Reason.HEAVIER_SWARM
        else:
            reason = Reason.EQUAL if winner < 0 else Reason.FIRST_SWARM
        return Outcome(None if winner < 0 else SIDES[winner], reason, self.numbers(winner))

    def standing(self) -> dict[str, tuple[int, ...]]:
        return self.numbers(self.heavier())

    def numbers(self, winner: int) -> dict[str, tuple[int, ...]]:
        """Each side's victory points and heaviest swarm."""
        points = victory_points(winner)
        return {SIDES[side]: (points[side], self.heaviest(side)) for side in range(2)}

    # --- the board for people --------------------------------------------------------------------
    def content(self, number: int) -> tuple[int, int]:
        """Side and weight of the fish on a cell; (2, 0) for a kraken, (3, 0) for nothing."""
        here = cell(number)
        for side in range(2):
            if self.fish[side] & here:
                return side, self.weight(here)
        return (2 if self.kraken & here else 3), 0

    def first_swarm(self) -> str | None:
        """W2: the side that holds the first-swarm credit."""
        return None if self.first < 0 else SIDES[self.first]

    def fish_eaten(self) -> list[tuple[int, int]]:
        """Side and weight of every fish eaten since the start position."""
        found = []
        for i in range(self.turn - self.start_turn):
            if self.past[i]:
                found.append((1 - (self.start_turn + i) % 2, self.past[i]))
        return found

    def aim(self, x: int, y: int, dx: int, dy: int) -> notation.Aim:
        """M1-M6: where the fish on a square goes in a direction, and what forbids it to."""
        start = STRIDE * x + y
        direction = DIRECTIONS.index((dx, dy))
        distance = self.reach(LINE_OF[4 * start + direction // 2])
        goal = None
        if distance <= ROOM[8 * start + direction]:
            goal = notation.square(start + distance * STEP[direction])
        if not self.fish[self.side] & cell(start):
            return notation.Aim(
                goal,
                distance,
                ("M1", Refusal("piranhas/no_own_fish", side=SIDES[self.side])),
            )
        return notation.Aim(goal, distance, self.fault(start, direction))

    def board(self) -> boards.Board:
        return picture.board_of(self)

    def describe_code(self, code: int) -> boards.Description:
        return picture.describe(self, code)

    # --- notation --------------------------------------------------------------------------------
    def position(self) -> str:
        rows = ["".join(self.letter(STRIDE * x + y) for x in range(SIZE)) for y in range(SIZE)]
        return f"{'/'.join(rows)} {self.turn} {self.first_swarm() or '-'}"

    def letter(self, number: int) -> str:
        """What stands on a cell, as in a position text."""
        side, weight = self.content(number)
        return notation.FISH[3 * side + weight - 1] if weight else "#."[side - 2]

    def read(self, text: str) -> int:
        return notation.read_move(text)

    def write(self, code: int) -> str:
        return notation.write_move(code)

    def move_of(self, code: int) -> Move:
        return NAMES[code]

    def fault(self, start: int, direction: int) -> tuple[str, str] | None:
        """What forbids the fish on a cell to move in a direction; None if it may."""
        room = ROOM[8 * start + direction]
        distance = self.reach(LINE_OF[4 * start + direction // 2])
        for step in range(1, min(distance - 1, room) + 1):
            square = start + step * STEP[direction]
            if self.fish[1 - self.side] & cell(square):
                return "M3", Refusal("piranhas/enemy_between", cell=notation.square(square))
        if distance > room:
            return "M4", Refusal("piranhas/too_far", distance=distance)
        target = start + distance * STEP[direction]
        if self.kraken & cell(target):
            return "M5", Refusal("piranhas/kraken", goal=notation.square(target))
        if self.fish[self.side] & cell(target):
            return "M6", Refusal("piranhas/own_fish", goal=notation.square(target))
        return None

    def refusal(self, code: int) -> tuple[str, str]:
        start, target = code >> 7, code & 127
        if not self.fish[self.side] & cell(start):
            return "M1", Refusal(
                "piranhas/no_own_fish_on", side=SIDES[self.side], start=notation.square(start)
            )
        for direction in range(8):
            for step in range(1, ROOM[8 * start + direction] + 1):
                if start + step * STEP[direction] == target:
                    distance = self.reach(LINE_OF[4 * start + direction // 2])
                    if step != distance:
                        return ("M2", Refusal("piranhas/wrong_distance", distance=distance, step=step))
                    return self.fault(start, direction) or ("M2", "is legal")
        return "M2", Refusal("piranhas/no_line")

"""Lists the rows of a Piranhas position: what they stand for is in rows_layout.py."""

from __future__ import annotations

import cython

from schwarm.bots.learned.rows import Rows
from schwarm.game.game import Game
from schwarm.games.piranhas import rows_layout as layout
from schwarm.games.piranhas.rows_layout import *
from schwarm.games.piranhas.rules import Piranhas
from schwarm.games.piranhas.tables import *

if not cython.compiled:
    from schwarm.bits import cell, lowest, ones_of, popcount
    from schwarm.games.piranhas.rules import around, flood

FISH_ROWS = layout.FISH
KRAKEN_ROWS = layout.KRAKEN
NEAR_ROWS = layout.NEAR
SPAN = layout.FACTS.span
FISH_COUNT = layout.FACTS.place("fish")
WEIGHT = layout.FACTS.place("weight")
SWARMS = layout.FACTS.place("swarms")
HEAVIEST = layout.FACTS.place("heaviest")
OUTSIDE_WEIGHT = layout.FACTS.place("outside")
SPREAD = layout.FACTS.place("spread")
MOBILITY = layout.FACTS.place("mobility")
EATS = layout.FACTS.place("eats")
EATS_WEIGHT = layout.FACTS.place("eats_weight")
LINKS = layout.FACTS.place("links")
JOINING = layout.FACTS.place("joining")
UNITES = layout.FACTS.place("unites")
BOX = layout.FACTS.place("box")
RING = layout.FACTS.place("ring")
JOINERS = layout.FACTS.place("joiners")
COMERS = layout.FACTS.place("comers")
EATS_MAIN = layout.FACTS.place("eats_main")
CONTACTS = layout.FACTS.place("contacts")
INSIDE = layout.FACTS.place("inside")
MIDDLE = layout.FACTS.place("middle")
TURN = layout.FACTS.place("turn")
RACE = layout.FACTS.place("race")
SWARMS_BOTH = layout.FACTS.place("swarms_both")
WAYS_BOTH = layout.FACTS.place("ways_both")
FIRST = layout.FACTS.place("first")
LEAD = layout.FACTS.place("lead")
MATERIAL = layout.FACTS.place("material")
LEAD_TURN = layout.FACTS.place("lead_turn")


def grown(fish: int) -> int:
    """These cells and all next to them."""
    wide = fish | fish << 1 | fish >> 1
    return wide | wide << 11 | wide >> 11


def uniting(left: int, good: int, lone: int) -> int:
    """How many of these targets unite a fish with all that are left; a lone one leaves no gap behind."""
    if lone:
        return popcount(good)
    found = 0
    while good:
        target = good & (~good + 1)
        good ^= target
        if flood(target, left | target) == left | target:
            found += 1
    return found


class PiranhasRows(Rows):
    """Fish, swarms and what both sides can do at once."""

    board: int
    bit: list[int]
    swarm: list[int]
    rim: list[int]
    main: list[int]
    alone: list[int]
    eats: list[int]
    joiners: list[int]
    comers: list[int]
    at: list[int]
    groups: list[int]
    swarms: list[int]
    weight: list[int]
    heaviest: list[int]
    fish: list[int]
    xs: list[int]
    ys: list[int]
    unites: list[int]
    mobility: list[int]
    ways: list[int]

    def __init__(self) -> None:
        super().__init__()
        self.board = 0
        self.bit = [0] * 384
        self.swarm = [0] * 20
        self.rim = [0] * 4
        self.main = [0, 0]
        self.alone = [0, 0]
        self.eats = [0, 0]
        self.joiners = [0, 0]
        self.comers = [0, 0]
        self.at = [0] * 40
        self.groups = [0, 0]
        self.swarms = [0, 0]
        self.weight = [0, 0]
        self.heaviest = [0, 0]
        self.fish = [0, 0]
        self.xs = [0, 0]
        self.ys = [0, 0]
        self.unites = [0, 0]
        self.mobility = [0, 0]
        self.ways = [0, 0]
        for number in range(110):
            if number % 11 < 10:
                self.bit[128 + number] = cell(number)
                self.board |= cell(number)

    def list_rows(self, game: Game) -> None:
        self.look(cython.cast(Piranhas, game))

    def look(self, game: Piranhas) -> None:
        """Find out what both sides have and can do, then list it."""
        me = game.side
        self.listed = 0
        rest = game.kraken
        while rest:
            self.note(KRAKEN_ROWS + lowest(rest))
            rest &= rest - 1
        self.find_swarms(game, me, 0)
        self.find_swarms(game, 1 - me, 1)
        self.find_moves(game, me, 0)
        self.find_moves(game, 1 - me, 1)
        self.list_fish(game, 0)
        self.list_side(game, me, 0)
        self.list_fish(game, 1)
        self.list_side(game, 1 - me, 1)
        self.list_joint(game)

    def note(self, row: int) -> None:
        self.rows[self.listed] = row
        self.listed += 1

    # --- what there is -----------------------------------------------------------------------------
    def find_swarms(self, game: Piranhas, side: int, which: int) -> None:
        """The swarms of one side, and the heaviest of them."""
        own = game.fish[side]
        alone = own & ~around(own)
        heaviest = count = 0
        main = own & 0
        rest = own ^ alone
        while rest:
            board = flood(cell(lowest(rest)), rest)
            rest ^= board
            heavy = popcount(board & game.ones) + 2 * popcount(board & game.twos)
            if heavy > heaviest:
                heaviest = heavy
                main = board
            self.swarm[10 * which + count] = board
            count += 1
        if heaviest < 3 and alone:
            other = alone & game.ones & game.twos
            heavy = 3
            if not other:
                other = alone & game.twos
                heavy = 2
                if not other:
                    other = alone
                    heavy = 1
            if heavy > heaviest:
                heaviest = heavy
                main = cell(lowest(other))
        self.main[which] = main
        self.alone[which] = alone
        self.groups[which] = count
        self.swarms[which] = count + popcount(alone)
        self.weight[which] = popcount(own & game.ones) + 2 * popcount(own & game.twos)
        self.heaviest[which] = heaviest

    def find_rims(self, which: int) -> int:
        """With two to four swarms, the cells that touch all of them but one; how many swarms to watch."""
        swarms = self.swarms[which]
        if swarms < 2 or swarms > 4:
            return 0
        first = 10 * which
        rest = self.alone[which]
        for i in range(self.groups[which], swarms):
            self.swarm[first + i] = cell(lowest(rest))
            rest &= rest - 1
        for i in range(swarms):
            touch = self.board
            for j in range(swarms):
                if j != i:
                    touch &= grown(self.swarm[first + j])
            self.rim[i] = touch
        return swarms

    def targets(self, game: Piranhas, side: int, start: int) -> int:
        """Where a fish can go."""
        mine = LINES * side
        theirs = LINES - mine
        found = self.board & 0
        for axis in range(4):
            line = LINE_OF[4 * start + axis]
            foes = game.on_line[theirs + line]
            friends = game.on_line[mine + line]
            distance = ones_of(friends | foes)
            way = WAYS_OF[4 * start + axis] + 2 * distance
            step = distance * STEPS[axis]
            met = (friends | game.no_stop[line]) << 32 | foes
            up = (met & MOVES[way]) == 0
            down = (met & MOVES[way + 1]) == 0
            found |= self.bit[128 + start + step & -up] | self.bit[128 + start - step & -down]
        return found

    def find_moves(self, game: Piranhas, side: int, which: int) -> None:
        """What the fish of one side can do at once."""
        own = game.fish[side]
        main = self.main[which]
        alone = self.alone[which]
        near = grown(main)
        wider = grown(near)
        watch = self.find_rims(which)
        mobility = unites = fish = xs = ys = 0
        eats = own & 0
        joiners = eats
        comers = eats
        rest = own
        while rest:
            start = lowest(rest)
            piece = cell(start)
            rest ^= piece
            self.at[20 * which + fish] = start
            fish += 1
            xs += COLUMN[start]
            ys += LINE[start]
            goals = self.targets(game, side, start)
            mobility += popcount(goals)
            eats |= goals
            if not main & piece:
                if goals & near:
                    joiners |= piece
                if goals & wider:
                    comers |= piece
            for i in range(watch):
                if self.swarm[10 * which + i] & piece and goals & self.rim[i]:
                    unites += uniting(own ^ piece, goals & self.rim[i], alone & piece)
        self.eats[which] = eats & game.fish[1 - side]
        self.joiners[which] = joiners
        self.comers[which] = comers & ~joiners
        self.fish[which] = fish
        self.xs[which] = xs
        self.ys[which] = ys
        self.unites[which] = min(unites, 3)
        self.mobility[which] = mobility

    # --- rows --------------------------------------------------------------------------------------
    def list_fish(self, game: Piranhas, which: int) -> None:
        """Two rows a fish, and what the places of all fish together say."""
        fish = self.fish[which]
        shift = SPAN * which
        if fish == 0:
            return
        xs = self.xs[which]
        ys = self.ys[which]
        main = self.main[which]
        joiners = self.joiners[which]
        comers = self.comers[which]
        threatened = self.eats[1 - which]
        middle_x = (2 * xs + fish) // (2 * fish)
        middle_y = (2 * ys + fish) // (2 * fish)
        left = low = 10
        right = high = total = 0
        base = self.listed
        for i in range(fish):
            start = self.at[20 * which + i]
            piece = cell(start)
            heavy = (1 if game.ones & piece else 0) + (2 if game.twos & piece else 0) - 1 + 3 * which
            state = 0 if main & piece else 1 if joiners & piece else 2 if comers & piece else 3
            x = COLUMN[start]
            y = LINE[start]
            left = min(left, x)
            right = max(right, x)
            low = min(low, y)
            high = max(high, y)
            dx = fish * x - xs
            dy = fish * y - ys
            total += max(dx if dx > 0 else -dx, dy if dy > 0 else -dy)
            dx = max(-6, min(6, x - middle_x))
            dy = max(-6, min(6, y - middle_y))
            self.rows[base + 2 * i] = FISH_ROWS + 110 * (heavy + (6 if threatened & piece else 0)) + start
            self.rows[base + 2 * i + 1] = NEAR_ROWS + 169 * (4 * heavy + state) + 13 * (dx + 6) + dy + 6
        self.listed += 2 * fish
        self.note(shift + SPREAD + min(total // (2 * fish), 39))
        self.note(shift + BOX + right - left + high - low)
        self.note(shift + MIDDLE + 10 * middle_x + middle_y)

    def list_side(self, game: Piranhas, side: int, which: int) -> None:
        """The counted facts of one side."""
        own = game.fish[side]
        shift = SPAN * which
        main = self.main[which]
        alone = self.alone[which]
        joiners = self.joiners[which]
        eats = self.eats[which]
        joining = popcount(joiners & alone)
        apart = popcount(alone & ~main) - joining
        for i in range(self.groups[which]):
            if self.swarm[10 * which + i] != main:
                if self.swarm[10 * which + i] & joiners:
                    joining += 1
                else:
                    apart += 1
        self.ways[which] = min(joining, 3) + 4 * min(apart, 3)
        links = popcount(own & own >> 1) + popcount(own & own >> 10)
        links += popcount(own & own >> 11) + popcount(own & own >> 12)
        self.note(shift + FISH_COUNT + min(self.fish[which], 16))
        self.note(shift + WEIGHT + min(self.weight[which], 47))
        self.note(shift + SWARMS + min(self.swarms[which], 16))
        self.note(shift + HEAVIEST + min(self.heaviest[which], 47))
        self.note(shift + OUTSIDE_WEIGHT + min(self.weight[which] - self.heaviest[which], 47))
        self.note(shift + MOBILITY + min(self.mobility[which] >> 2, 31))
        self.note(shift + EATS + min(popcount(eats), 11))
        self.note(shift + EATS_WEIGHT + min(popcount(eats & game.ones) + 2 * popcount(eats & game.twos), 15))
        self.note(shift + LINKS + min(links, 47))
        self.note(shift + JOINING + min(joining, 7) + 8 * min(apart, 7))
        self.note(shift + UNITES + (1 if self.swarms[which] == 1 else 0) + 2 * self.unites[which])
        self.note(shift + RING + min(popcount(own & ~main & grown(grown(main))), 9))
        self.note(shift + JOINERS + min(popcount(joiners), 11))
        self.note(shift + COMERS + min(popcount(self.comers[which]), 11))
        self.note(shift + EATS_MAIN + min(popcount(eats & self.main[1 - which]), 7))
        self.note(shift + CONTACTS + min(popcount(around(own) & game.fish[1 - side]), 16))
        self.note(shift + INSIDE + min(popcount(main), 16))

    def list_joint(self, game: Piranhas) -> None:
        """Facts about both sides."""
        me = game.side
        self.note(TURN + min(game.turn, 63))
        mine = self.weight[0] - self.heaviest[1]  # all my weight against its heaviest swarm
        yours = self.weight[1] - self.heaviest[0]
        race = self.unites[0] + 4 * self.unites[1] + 16 * me
        signs = (0 if mine < 0 else 1 if mine == 0 else 2) + 3 * (0 if yours < 0 else 1 if yours == 0 else 2)
        self.note(RACE + 9 * race + signs)
        self.note(SWARMS_BOTH + min(self.swarms[0], 7) + 8 * min(self.swarms[1], 7) + 64 * me)
        self.note(WAYS_BOTH + self.ways[0] + 16 * self.ways[1] + 256 * me)
        self.note(FIRST + (0 if game.first < 0 else 1 if game.first == me else 2))
        lead = self.heaviest[0] - self.heaviest[1]
        self.note(LEAD + max(0, min(48, 24 + lead)))
        self.note(MATERIAL + max(0, min(48, 24 + self.weight[0] - self.weight[1])))
        self.note(LEAD_TURN + max(0, min(16, 8 + lead)) + 17 * min(15, game.turn >> 2))

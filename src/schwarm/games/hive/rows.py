"""Lists the rows of a Hive position: what they stand for is in rows_layout.py."""

from __future__ import annotations

import cython

from schwarm.bots.learned.rows import Rows
from schwarm.game.game import Game
from schwarm.games.hive import rows_layout as layout
from schwarm.games.hive.rows_layout import *
from schwarm.games.hive.rules import Hive

if not cython.compiled:
    from schwarm.bits import cell, down, lowest, popcount, up
    from schwarm.games.hive.rules import NEAR, around, links

SPAN = layout.FACTS.span
QUEEN_FACT = layout.FACTS.place("queen")
PINS = layout.FACTS.place("pins")
FREE_FACT = layout.FACTS.place("free")
ANTS = layout.FACTS.place("ants")  # beetles, grasshoppers and spiders follow, 16 rows each
SETS = layout.FACTS.place("sets")
GUESTS = layout.FACTS.place("guests")
ATTACKERS = layout.FACTS.place("attackers")
CLIMBERS = layout.FACTS.place("climbers")
ROOM = layout.FACTS.place("room")
LANDINGS = layout.FACTS.place("landings")
ATTACK = layout.FACTS.place("attack")
QUEEN_TURN = layout.FACTS.place("queen_turn")
TURN = layout.FACTS.place("turn")
QUEENS = layout.FACTS.place("queens")
RULES = layout.FACTS.place("rules")
LEAD_TURN = layout.FACTS.place("lead_turn")
RACE = layout.FACTS.place("race")
FREE_BOTH = layout.FACTS.place("free_both")
PLACED_BOTH = layout.FACTS.place("placed_both")
APART = layout.FACTS.place("distance")
FREEDOM_SPAN = layout.FREEDOM.span
MOVES = layout.FREEDOM.place("moves")
LOCKED = layout.FREEDOM.place("locked")
MOVES_BOTH = layout.FREEDOM.place("moves_both")
ENDING = layout.FREEDOM.place("ending")
ADDED = layout.FREEDOM.first
ANT = 0
BEETLE = 1
GRASSHOPPER = 2
QUEEN = 3
SPIDER = 4


class HiveRows(Rows):
    """Pieces by their state and place from the queens, what they can reach, liberties, hands, freedom."""

    slides: list[int]
    slid: int
    regions: list[int]
    region_count: int
    swarm: int
    pins: int
    tips: int
    reach: list[int]
    freed: list[int]
    reachers: list[int]
    steps: list[int]
    pinned: list[int]
    stuck: list[int]
    free: list[int]
    liberties: list[int]
    ants: list[int]
    goals: list[int]
    sets: list[int]
    buried: list[int]

    def __init__(self) -> None:
        super().__init__()
        self.slides = [0] * 6
        self.slid = self.swarm = self.pins = self.tips = 0
        self.regions = [0] * 8
        self.region_count = 0
        self.reach = [0, 0]
        self.freed = [0, 0]
        self.reachers = [0, 0]
        self.steps = [0, 0]
        self.pinned = [0, 0]
        self.stuck = [0, 0]
        self.free = [0, 0]
        self.liberties = [0, 0]
        self.ants = [0, 0]
        self.goals = [0, 0]
        self.sets = [0, 0]
        self.buried = [0, 0]

    def list_rows(self, game: Game) -> None:
        self.look(cython.cast(Hive, game))

    def look(self, game: Hive) -> None:
        """Pieces first: what they can do decides the facts."""
        me = game.side
        self.listed = 0
        self.swarm = game.tops[0] | game.tops[1]
        self.pins = links(self.swarm) & ~game.tall
        self.find_slides(game)
        self.list_pieces(game, me, 0)
        self.list_pieces(game, 1 - me, 1)
        self.list_covered(game)
        self.list_queen(game, me, 0)
        self.list_queen(game, 1 - me, 1)
        self.list_attack(game, me, 0)
        self.list_attack(game, 1 - me, 1)
        self.list_joint(game)
        if self.known > ADDED:
            self.list_freedom(game, me, 0)
            self.list_freedom(game, 1 - me, 1)
            self.list_end(game)

    def note(self, row: int) -> None:
        self.rows[self.listed] = row
        self.listed += 1

    def note_piece(self, game: Hive, row: int, number: int) -> None:
        """The rows of a piece on a cell, seen from the queens on the board."""
        queen = game.queens[game.side]
        if queen >= 0:
            self.note(row + OFFSET[128 * queen + number])
        queen = game.queens[1 - game.side]
        if queen >= 0:
            self.note(SEEN_FROM_ENEMY + row + OFFSET[128 * queen + number])

    # --- what pieces can do ------------------------------------------------------------------------
    def find_slides(self, game: Hive) -> None:
        """For all cells at once: where a slide in each direction is possible."""
        swarm = self.swarm
        e, se, sw = down(swarm, 1), down(swarm, 12), down(swarm, 11)
        w, nw, ne = up(swarm, 1), up(swarm, 12), up(swarm, 11)
        self.slides[0] = (ne ^ se) & ~e & game.tracks[0]
        self.slides[1] = (e ^ sw) & ~se & game.tracks[1]
        self.slides[2] = (se ^ w) & ~sw & game.tracks[2]
        self.slides[3] = (sw ^ nw) & ~w & game.tracks[3]
        self.slides[4] = (w ^ ne) & ~nw & game.tracks[4]
        self.slides[5] = (nw ^ e) & ~ne & game.tracks[5]
        self.slid = self.slides[0] | self.slides[1] | self.slides[2] | self.slides[3]
        self.slid |= self.slides[4] | self.slides[5]
        self.region_count = 0
        # The pieces with one neighbour: they hang on it, and hold it.
        seen = e | se
        more = e & se | seen & sw
        seen |= sw
        more |= seen & w
        seen |= w
        more |= seen & nw
        seen |= nw
        more |= seen & ne
        self.tips = (seen | ne) & ~more & swarm

    def region(self, first: int) -> int:
        """All cells slides lead to from these; the region is remembered for other ants."""
        for i in range(self.region_count):
            if self.regions[i] & first:
                return self.regions[i]
        to_e = self.slides[0]
        to_se = self.slides[1]
        to_sw = self.slides[2]
        to_w = self.slides[3]
        to_nw = self.slides[4]
        to_ne = self.slides[5]
        reached = first
        before = first ^ first
        while reached != before:
            before = reached
            reached |= up(reached & to_e, 1) | down(reached & to_w, 1)
            reached |= up(reached & to_se, 12) | down(reached & to_nw, 12)
            reached |= up(reached & to_sw, 11) | down(reached & to_ne, 11)
        if self.region_count < 8:
            self.regions[self.region_count] = reached
            self.region_count += 1
        return reached

    def goals_of(self, game: Hive, kind: int, start: int) -> int:
        """Where a piece that is not pinned can go; for ants with the region of their first step around."""
        goals = self.swarm ^ self.swarm
        if kind == BEETLE:
            goals = game.beetle_steps(start, self.swarm)
        elif kind == GRASSHOPPER:
            goals = game.grasshopper_jumps(start, self.swarm)
        elif self.slid & cell(start):
            if kind == ANT:
                goals = self.region(game.slide_steps(start, self.swarm))
            elif kind == QUEEN:
                goals = game.slide_steps(start, self.swarm)
            else:
                goals = game.spider_walks(start, self.swarm)
        return goals

    def list_pieces(self, game: Hive, side: int, which: int) -> None:
        """The rows of one side's pieces on top of others or of none."""
        own = game.tops[side]
        enemy = game.queens[1 - side]
        near = own ^ own
        open_fields = near
        if enemy >= 0:
            near = NEAR[enemy]
            open_fields = near & game.field & ~self.swarm
        reach = own ^ own
        freed = reach
        reachers = pinned = stuck = free = steps = places = 0
        for kind in range(5):
            rest = own & game.kinds[kind]
            able = 0
            while rest:
                start = lowest(rest)
                here = cell(start)
                rest ^= here
                state = PINNED
                if self.pins & here:
                    pinned += 1
                else:
                    goals = self.goals_of(game, kind, start)
                    state = STUCK
                    if goals:
                        state = FREE
                        able += 1
                        freed |= here
                        if kind == QUEEN:
                            steps = popcount(goals)
                        if kind != ANT:
                            places += popcount(goals)
                        if goals & open_fields:
                            state = REACHING
                            reach |= goals & open_fields
                            if not near & here:
                                reachers += 1
                    else:
                        stuck += 1
                self.note_piece(game, PLACES * (25 * which + 5 * kind + state), start)
            free += able
            if kind == ANT:
                self.ants[which] = able
            if kind != QUEEN:
                place = kind if kind < QUEEN else QUEEN
                self.note(
                    SPAN * which + ANTS + 16 * place + min(able, 3) + 4 * min(game.hand[5 * side + kind], 3)
                )
        self.reach[which] = reach
        self.freed[which] = freed
        self.reachers[which] = reachers
        self.pinned[which] = pinned
        self.stuck[which] = stuck
        self.free[which] = free
        self.steps[which] = steps
        self.goals[which] = places

    def list_covered(self, game: Hive) -> None:
        """The rows of pieces below others."""
        rest = game.tall
        self.buried[0] = self.buried[1] = 0
        while rest:
            start = lowest(rest)
            rest &= rest - 1
            top = game.columns[start] >> 3 & 1 ^ game.side
            column = game.columns[start] >> 4
            while column:
                kind = (column & 7) - 1
                whose = (column >> 3 & 1) ^ game.side
                self.note_piece(game, PLACES * (25 * whose + 5 * kind + COVERED), start)
                self.buried[whose] += whose ^ top
                column >>= 4

    # --- facts -------------------------------------------------------------------------------------
    def list_queen(self, game: Hive, side: int, which: int) -> None:
        """One side's queen, its pieces' freedom, its hand."""
        own = game.tops[side]
        shift = SPAN * which
        queen = game.queens[side]
        liberties = 7
        state = 0
        if queen >= 0:
            near = NEAR[queen]
            here = cell(queen)
            liberties = popcount(near & game.field & ~self.swarm)
            if not here & game.kinds[QUEEN]:
                state = 4 if own & here else 5
            elif self.freed[which] & here:
                state = 1
            elif self.pins & here:
                state = 3
            else:
                state = 2
            self.note(shift + GUESTS + popcount(own & near) + 7 * popcount(self.freed[which] & near))
            self.note(shift + ROOM + 6 - popcount(near & game.field) + 7 * min(5, self.steps[which]))
        self.liberties[which] = liberties
        self.note(shift + QUEEN_FACT + liberties + 8 * state)
        self.note(shift + PINS + min(11, self.pinned[which]) + 12 * min(3, self.stuck[which]))
        covered = max(0, min(5, game.placed[side] - popcount(own)))
        self.note(shift + FREE_FACT + min(11, self.free[which]) + 12 * covered)
        self.note(shift + QUEEN_TURN + liberties + 8 * min(15, game.turn >> 2))

    def list_attack(self, game: Hive, side: int, which: int) -> None:
        """What one side can do to the enemy queen, and where it can set pieces."""
        own = game.tops[side]
        shift = SPAN * which
        landings = around(own) & game.field & ~self.swarm & ~around(game.tops[1 - side])
        enemy = game.queens[1 - side]
        theirs = 7
        if enemy >= 0:
            near = NEAR[enemy]
            close = near | cell(enemy)
            wide = around(close) & ~close
            beetles = own & game.kinds[BEETLE]
            self.note(shift + ATTACKERS + popcount(own & near) + 7 * popcount(self.freed[which] & near))
            climbers = min(1, popcount(beetles & cell(enemy))) + 2 * min(2, popcount(beetles & near))
            self.note(shift + CLIMBERS + climbers + 6 * min(2, popcount(beetles & wide)))
            self.note(
                shift + LANDINGS + min(3, popcount(landings & near)) + 4 * min(5, popcount(landings & wide))
            )
            rest = near & game.field & ~self.swarm
            theirs = popcount(rest)
            row = AROUND + 2 * PLACES * which
            while rest:
                start = lowest(rest)
                here = cell(start)
                rest ^= here
                self.note(row + OFFSET[128 * enemy + start] + (PLACES if self.reach[which] & here else 0))
        reached = min(4, popcount(self.reach[which]))
        self.note(shift + SETS + BUCKET[popcount(landings)] + 12 * (11 - min(11, game.placed[side])))
        self.note(shift + ATTACK + theirs + 8 * (min(5, self.reachers[which]) + 6 * reached))

    def list_joint(self, game: Hive) -> None:
        """Facts about both sides."""
        me = game.side
        libs = self.liberties[0]
        theirs = self.liberties[1]
        late = min(15, game.turn >> 2)
        self.note(TURN + min(63, game.turn))
        self.note(QUEENS + libs + 8 * theirs + 64 * me)
        self.note(RULES + 2 * game.by_round + me)
        self.note(LEAD_TURN + 7 + libs - theirs + 15 * late)
        going = min(3, self.reachers[0]) + 4 * min(3, self.reachers[1])
        self.note(RACE + going + 16 * (min(5, libs) + 6 * min(5, theirs)))
        self.note(FREE_BOTH + min(11, self.free[0]) + 12 * min(11, self.free[1]))
        self.note(PLACED_BOTH + min(11, game.placed[me]) + 12 * min(11, game.placed[1 - me]))
        if game.queens[0] >= 0 and game.queens[1] >= 0:
            self.note(APART + DISTANCE[128 * game.queens[0] + game.queens[1]])

    # --- freedom (rows of version 2) -----------------------------------------------------------------
    def list_freedom(self, game: Hive, side: int, which: int) -> None:
        """How many moves one side has, or would have, and what holds its pieces."""
        own = game.tops[side]
        shift = FREEDOM_SPAN * which
        if game.queens[side] < 0:  # nothing moves before the queen is there
            self.ants[which] = self.goals[which] = 0
        self.sets[which] = self.count_sets(game, side, game.turn + which)
        goals = MANY[min(63, self.goals[which])]
        sets = min(2, (self.sets[which] + 8) // 9)
        self.note(shift + MOVES + goals + 10 * (sets + 3 * min(3, self.ants[which])))
        held = own & self.pins & around(self.tips & ~own)
        freed = own & self.pins & around(self.tips & self.freed[which]) & ~held
        locked = min(5, popcount(held) + self.buried[which])
        self.note(shift + LOCKED + locked + 6 * min(3, popcount(freed)))

    def count_sets(self, game: Hive, side: int, turn: int) -> int:
        """How many sets one side has, if it is to move in a turn."""
        own = game.tops[side]
        enemy = game.tops[1 - side]
        fields = game.first_goals
        if game.placed[side] > 0 and (own or not game.covered_sets):
            fields = around(own) & game.field & ~self.swarm & ~around(enemy)
        elif game.placed[1 - side] > 0:
            fields = around(enemy) & game.field & ~self.swarm
        kinds = 0
        for kind in range(5):
            if game.hand[5 * side + kind] > 0:
                kinds += 1
        if game.hand[5 * side + QUEEN] > 0:
            if turn >= game.queen_turn:
                kinds = 1
            elif not game.queen_first and game.placed[side] == 0:
                kinds -= 1
        return kinds * popcount(fields)

    def list_end(self, game: Hive) -> None:
        """How free both sides are together, and the lead that counts when the rounds are over."""
        mine = FREER[min(127, self.goals[0] + self.sets[0] + 8 * self.ants[0])]
        theirs = FREER[min(127, self.goals[1] + self.sets[1] + 8 * self.ants[1])]
        self.note(MOVES_BOTH + mine + 8 * (theirs + 8 * min(3, game.turn >> 4)))
        left = min(7, max(0, game.last_turn - game.turn) >> 1)
        self.note(ENDING + 7 + self.liberties[0] - self.liberties[1] + 15 * left)

"""Lists the rows of a Protista position: what they stand for is in protista_layout.py."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from schwarm import nocython as cython

from schwarm.bots.knowledge import knowledge
from schwarm.bots.learned import protista_layout as layout
from schwarm.bots.learned.rows import Rows
from schwarm.bots.protista import ProtistaEvaluator
from schwarm.games.game import Game
from schwarm.games.protista.rules import Protista

if not cython.compiled:
    from schwarm.bits import cell, lowest, popcount

SPAN = layout.FACTS.span
PIECES = layout.PIECES
DISTANCES = layout.DISTANCES
TARGETS = layout.TARGETS
RACES = layout.RACES
CELLS = layout.CELLS
NEAR_STEPS = layout.NEAR_STEPS
FAR_STEPS = layout.FAR_STEPS
MATERIAL = layout.FACTS.place("material")
PIECE_COUNT = layout.FACTS.place("pieces")
REACHED = layout.FACTS.place("reached")
FINISH = layout.FACTS.place("finish")
NEAREST = layout.FACTS.place("nearest")
SAFE_THREATS = layout.FACTS.place("safe_threats")
STACKS = layout.FACTS.place("stacks")
ATTACKERS = layout.FACTS.place("attackers")
CONTACTS = layout.FACTS.place("contacts")
HOLES = layout.FACTS.place("holes")
NEARLY_LOOPS = layout.FACTS.place("nearly_loops")
LOOSE = layout.FACTS.place("loose")
CREATIONS = layout.FACTS.place("creations")
EXPOSED = layout.FACTS.place("exposed")
MARCH = layout.FACTS.place("march")
SPAN_STEPS = layout.FACTS.place("span")
TURNS = layout.FACTS.place("turns")
LEFT = layout.FACTS.place("left")
THREATS_BOTH = layout.FACTS.place("threats_both")
RACE = layout.FACTS.place("race")
MATERIAL_LEAD = layout.FACTS.place("material_lead")
REACHED_BOTH = layout.FACTS.place("reached_both")
FARTHEST = 16


class ProtistaRows(Rows):
    """Pieces by cell and way to the targets, the targets themselves, threats of both sides."""

    ways: ProtistaEvaluator  # knows the steps to the targets
    near: list[int]
    aims: list[int]
    threats: list[int]
    reached: list[int]
    nearest: list[int]
    flipped: list[int]
    flipped_rows: int
    flipped_cols: int

    def __init__(self) -> None:
        super().__init__()
        self.ways = knowledge("protista").evaluator()  # type: ignore[assignment]
        self.near = [0, 0]
        self.aims = [0, 0]
        self.threats = [0, 0]
        self.reached = [0, 0]
        self.nearest = [0, 0]
        self.flipped = [0] * 128
        self.flipped_rows = self.flipped_cols = 0

    def list_rows(self, game: Game) -> None:
        self.look(cython.cast(Protista, game))

    def look(self, game: Protista) -> None:
        """What both sides have to reach, then all that bears on it."""
        me = game.side
        self.listed = 0
        if self.flipped_rows != game.rows or self.flipped_cols != game.cols:
            self.flip(game)
        for which in range(2):
            side = me ^ which
            self.near[which] = game.spread(game.pieces[side])
            self.ways.measure(game, side)
            self.aims[which] = self.ways.measured[side]
            self.reached[which] = min(game.progress(side), 2)
        for which in range(2):
            side = me ^ which
            self.list_pieces(game, side, which)
            self.list_targets(game, side, which)
            self.list_ways(game, side, which)
            self.list_side(game, side, which)
        self.list_joint(game)

    def note(self, row: int) -> None:
        """One more row."""
        self.rows[self.listed] = row
        self.listed += 1

    def flip(self, game: Protista) -> None:
        """Note where the second side sees each cell: rows counted from the other end of the board."""
        self.flipped_rows = game.rows
        self.flipped_cols = game.cols
        for number in range(game.rows * game.cols):
            row = number // game.cols
            self.flipped[number] = number + (game.rows - 1 - 2 * row) * game.cols

    def list_pieces(self, game: Protista, side: int, which: int) -> None:
        """Two rows a piece."""
        march = 0
        span = 0
        count = 0
        rest = game.pieces[side]
        while rest:
            number = lowest(rest)
            here = cell(number)
            rest ^= here
            state = 2 * which + (1 if game.stacks & here else 0)
            seen = self.flipped[number] if game.side else number
            self.note(PIECES + CELLS * state + seen)
            place = min(self.ways.steps[128 * side + number], NEAR_STEPS - 1)
            far = min(self.ways.steps[128 * (1 - side) + number], FAR_STEPS - 1)
            if self.near[1 - which] & here:
                state += 4
            self.note(DISTANCES + FAR_STEPS * (NEAR_STEPS * state + place) + far)
            march += place
            span += self.ways.spans[128 * side + number]
            count += 1
        if count:
            self.note(SPAN * which + SPAN_STEPS + min(span // (2 * count), 63))
            self.note(SPAN * which + MARCH + min(5 * march // count, 31))

    def list_targets(self, game: Protista, side: int, which: int) -> None:
        """Two rows for each target a side still has to reach."""
        own = game.pieces[side]
        enemy = game.pieces[1 - side]
        rest = self.aims[which] & ~own
        while rest:
            here = cell(lowest(rest))
            rest ^= here
            one = game.spread(here)
            two = game.spread(one) & ~one & ~here
            on = 0
            if enemy & here:
                on = 2 if game.stacks & here else 1
            close = min(popcount(own & one), 3)
            wide = min(popcount(own & two), 3)
            foes = min(popcount(enemy & one), 3)
            self.note(TARGETS + 256 * which + 64 * on + 16 * close + 4 * wide + foes)
            steps = min(self.steps_to(game, here, own), 8)
            self.note(RACES + 81 * which + 9 * steps + min(self.steps_to(game, here, enemy), 8))

    def steps_to(self, game: Protista, start: int, goals: int) -> int:
        """Steps from some cells to the nearest of others, up to 8."""
        covered = start
        steps = 0
        while steps < 8 and not covered & goals:
            covered |= game.spread(covered)
            steps += 1
        return steps

    def list_ways(self, game: Protista, side: int, which: int) -> None:
        """Steps to the nearest target, and to as many as are needed."""
        own = game.pieces[side]
        shift = SPAN * which
        needed = max(game.targets_needed - game.progress(side), 0)
        covered = own | self.near[which]
        left = self.aims[which] & ~own
        steps = 1
        found = 0
        finish = 0
        nearest = FARTHEST
        while left and found < needed and steps < FARTHEST:
            hit = popcount(left & covered)
            if hit and nearest == FARTHEST:
                nearest = steps
            hit = min(hit, needed - found)
            finish += hit * steps
            found += hit
            left &= ~covered
            covered |= game.spread(covered)
            steps += 1
        self.nearest[which] = nearest
        self.note(shift + FINISH + min(finish, 39))
        self.note(shift + NEAREST + min(nearest, 16) + 17 * min(needed, 3))

    def list_side(self, game: Protista, side: int, which: int) -> None:
        """The counted facts of one side."""
        shift = SPAN * which
        own = game.pieces[side]
        enemy = game.pieces[1 - side]
        near = self.near[which]
        enemy_near = self.near[1 - which]
        threats = min(popcount(self.aims[which] & near & ~own & ~enemy), 3)
        self.threats[which] = min(threats, 2)
        self.note(shift + REACHED + 4 * self.reached[which] + threats)
        safe = own & (game.stacks | ~enemy_near)
        self.note(shift + SAFE_THREATS + min(popcount(self.ways.rings[5 * side + 1] & safe), 7))
        self.note(shift + MATERIAL + min(game.material[side], 39))
        self.note(shift + PIECE_COUNT + min(popcount(own), 23))
        self.note(shift + STACKS + min(popcount(own & game.stacks), 11))
        self.note(shift + ATTACKERS + min(popcount(own & game.halves[1 - side]), 19))
        self.note(shift + CONTACTS + min(popcount(own & near), 23))
        self.note(shift + HOLES + min(popcount(game.enclosed[side]), 11))
        self.note(shift + NEARLY_LOOPS + min(popcount(self.ways.half_closed(game, own)), 15))
        self.note(shift + LOOSE + min(popcount(own & ~game.stacks & enemy_near), 15))
        self.note(shift + CREATIONS + 3 * self.ways.creations(game, side) + self.reached[which])
        exposed = 0
        if self.ways.creations(game, 1 - side):
            around = self.ways.rings[5 * (1 - side) + 1] & ~own & ~enemy & ~near
            exposed = min(popcount(around & game.eligible[1 - side]), 15)
        needed = max(0, min(2, game.targets_needed - 1 - self.reached[1 - which]))
        self.note(shift + EXPOSED + 16 * needed + exposed)

    def list_joint(self, game: Protista) -> None:
        """Facts about both sides."""
        late = min(game.turns >> 4, 7)
        left = min(game.left, 3)
        self.note(TURNS + min(game.turns >> 2, 31))
        self.note(LEFT + 8 * left + 4 * (1 if game.in_turn else 0) + game.side)
        both = self.reached[0] + 3 * self.reached[1]
        self.note(THREATS_BOTH + 81 * left + 9 * both + 3 * self.threats[0] + self.threats[1])
        self.note(RACE + 81 * both + 9 * min(self.nearest[0] - 1, 8) + min(self.nearest[1] - 1, 8))
        lead = max(-12, min(12, game.material[game.side] - game.material[1 - game.side]))
        self.note(MATERIAL_LEAD + 25 * late + 12 + lead)
        self.note(REACHED_BOTH + 9 * late + both)

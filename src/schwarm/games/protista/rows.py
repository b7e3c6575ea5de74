"""Lists the rows of a Protista position: what they stand for is in rows_layout.py."""

from __future__ import annotations

import cython

from schwarm.bots.knowledge import knowledge
from schwarm.bots.learned.rows import Rows
from schwarm.game.game import Game
from schwarm.games.protista import rows_layout as layout
from schwarm.games.protista.evaluator import ProtistaEvaluator
from schwarm.games.protista.reach import ProtistaReach
from schwarm.games.protista.rows_layout import *
from schwarm.games.protista.rules import Protista
from schwarm.games.protista.tables import *

if not cython.compiled:
    from schwarm.bits import MOST_CELLS, PLACES, cell, lowest, popcount
    from schwarm.games.protista.evaluator import fits

SPAN = layout.FACTS.span
MATERIAL = layout.FACTS.place("material")
PIECE_COUNT = layout.FACTS.place("pieces")
REACHED = layout.FACTS.place("reached")
NEAREST = layout.FACTS.place("nearest")
STACK_COUNT = layout.FACTS.place("stacks")
ATTACKERS = layout.FACTS.place("attackers")
HOLES = layout.FACTS.place("holes")
CREATIONS = layout.FACTS.place("creations")
EXPOSED = layout.FACTS.place("exposed")
MARCH = layout.FACTS.place("march")
SPAN_STEPS = layout.FACTS.place("span")
FAR_THREATS = layout.FACTS.place("far_threats")
ATTACKED = layout.FACTS.place("attacked")
ATTACKED_NEAR = layout.FACTS.place("attacked_near")
POINTS = layout.FACTS.place("points")
PAIRS = layout.FACTS.place("pairs")
CLOSINGS = layout.FACTS.place("closings")
TURNS = layout.FACTS.place("turns")
LEFT = layout.FACTS.place("left")
THREATS_BOTH = layout.FACTS.place("threats_both")
RACE = layout.FACTS.place("race")
MATERIAL_LEAD = layout.FACTS.place("material_lead")
REACHED_BOTH = layout.FACTS.place("reached_both")
FINISH_BOTH = layout.FACTS.place("finish_both")
ATTACKED_BOTH = layout.FACTS.place("attacked_both")
STOCK_BOTH = layout.FACTS.place("stock_both")
NOWHERE = 9  # moves to a target that is not there
FULL = 252  # rows a list has room for


class ProtistaRows(Rows):
    """Pieces by place and way to the targets, the targets themselves, threats of both sides."""

    ways: ProtistaEvaluator  # knows the steps to the targets
    reach: ProtistaReach  # knows where both sides can land next move
    aims: list[int]
    threats: list[int]
    reached: list[int]
    nearest: list[int]
    finish: list[int]
    attacked: list[int]
    flipped: list[int]
    flipped_rows: int
    flipped_cols: int
    spotted: list[int]
    spots: list[int]

    def __init__(self) -> None:
        super().__init__()
        self.ways = knowledge("protista").evaluator()  # type: ignore[assignment]
        self.reach = ProtistaReach()
        self.aims = [0, 0]
        self.threats = [0, 0]
        self.reached = [0, 0]
        self.nearest = [0, 0]
        self.finish = [0, 0]
        self.attacked = [0, 0]
        self.flipped = zeros(MOST_CELLS)
        self.flipped_rows = self.flipped_cols = 0
        self.spotted = [0, 0]
        self.spots = zeros(2 * MOST_CELLS)

    def list_rows(self, game: Game) -> None:
        if fits(game):
            self.look(cython.cast(Protista, game))
        else:
            self.listed = -1

    def look(self, game: Protista) -> None:
        """What both sides have to reach, then all that bears on it."""
        if game.rows * game.cols > CELLS:  # in plain Python one class has all boards
            self.listed = -1
            return
        me = game.side
        self.listed = 0
        if self.flipped_rows != game.rows or self.flipped_cols != game.cols:
            self.flip(game)
        for which in range(2):
            side = me ^ which
            self.reach.survey(game, side, which)
            self.ways.measure(game, side)
            self.aims[which] = self.ways.measured[side]
            if self.aims[which] != self.spotted[side]:
                self.spot(game, side, self.aims[which])
            self.reached[which] = min(game.progress(side), 2)
            lost = game.pieces[1 - side] & ~game.stacks & self.reach.lands[which]
            self.attacked[1 - which] = lost
        for which in range(2):
            self.reach.count_moves(game, me ^ which, which, self.aims[0] | self.aims[1])
        for which in range(2):
            side = me ^ which
            self.list_pieces(game, side, which)
            self.list_targets(game, side, which)
            self.list_threats(game, side, which)
            self.list_side(game, side, which)
        self.list_joint(game)

    def note(self, row: int) -> None:
        """One more row; where pieces are unlimited, a board may hold more of them than a list."""
        if self.listed < FULL:
            self.rows[self.listed] = row
            self.listed += 1

    # --- boards ----------------------------------------------------------------------------------
    def flip(self, game: Protista) -> None:
        """Note where the second side sees each cell: rows counted from the other end of the board."""
        self.flipped_rows = game.rows
        self.flipped_cols = game.cols
        self.spotted[0] = self.spotted[1] = 0 & game.area
        for number in range(MOST_CELLS):
            self.spots[number] = self.spots[MOST_CELLS + number] = 0
        for number in range(game.rows * game.cols):
            row = number // game.cols
            self.flipped[number] = number + (game.rows - 1 - 2 * row) * game.cols

    def spot(self, game: Protista, side: int, aims: int) -> None:
        """Note where the cells near a side's targets stand from the nearest: 8*row + half column, or 0."""
        self.spotted[side] = aims
        for number in range(game.rows * game.cols):
            self.spots[MOST_CELLS * side + number] = 0
            row = number // game.cols
            half = 2 * (number % game.cols) + row % 2
            least = 4
            rest = aims
            while rest:
                target = lowest(rest)
                rest &= rest - 1
                up = row - target // game.cols + 3
                right = half - 2 * (target % game.cols) - target // game.cols % 2
                away = abs(up - 3)
                away = max(away, (away + abs(right)) // 2)
                if away < least:
                    least = away
                    self.spots[MOST_CELLS * side + number] = 8 * up + (right + 6) // 2 + 1

    # --- pieces and targets ----------------------------------------------------------------------
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
            place = min(self.ways.steps[MOST_CELLS * side + number], NEAR_STEPS - 1)
            far = min(self.ways.steps[MOST_CELLS * (1 - side) + number], FAR_STEPS - 1)
            self.note(self.place_row(game, side, number, state, place <= far))
            if self.attacked[which] & here:
                state += 4
            beside = game.linked[PLACES * side + number]
            if beside:
                state += 16 if beside & (beside - 1) else 8
            self.note(DISTANCES + FAR_STEPS * (NEAR_STEPS * state + place) + far)
            march += place
            span += self.ways.spans[MOST_CELLS * side + number]
            count += 1
        if count:
            self.note(SPAN * which + SPAN_STEPS + min(span // (2 * count), 63))
            self.note(SPAN * which + MARCH + min(5 * march // count, 31))

    def place_row(self, game: Protista, side: int, number: int, state: int, attacks: bool) -> int:
        """Where a piece stands: from the nearest target if it is near one, else on the board."""
        aimed = side if attacks else 1 - side
        spot = self.spots[MOST_CELLS * aimed + number]
        if spot == 0:
            return PIECES + CELLS * state + (self.flipped[number] if game.side else number)
        up = spot >> 3
        if game.side:
            up = 6 - up
        return SPOTTED + SPOTS * (2 * state + (1 if attacks else 0)) + 7 * up + (spot & 7) - 1

    def list_targets(self, game: Protista, side: int, which: int) -> None:
        """Two rows for each target a side still has to reach, one for the nearest."""
        own = game.pieces[side]
        enemy = game.pieces[1 - side]
        first = second = NOWHERE
        rest = self.aims[which] & ~own
        while rest:
            number = lowest(rest)
            here = cell(number)
            rest ^= here
            one = game.around[number]
            two = game.spread(one) & ~one & ~here
            moves = self.reach.moves[MOST_CELLS * which + number]
            row = min(popcount(enemy & one), 3) + 4 * min(popcount(own & two), 3)
            row += 16 * min(popcount(own & one), 3)
            if enemy & here:
                row += 64 * min(game.height[number], 3)
            row = 4 * row + (1 if moves == 1 else 0)
            if self.attacked[which] & one:
                row += 2
            self.note(TARGETS + 1024 * which + row)
            self.note(RACES + 81 * which + 9 * moves + self.reach.moves[MOST_CELLS * (1 - which) + number])
            if moves < first:
                second = first
                first = moves
            elif moves < second:
                second = moves
        needed = max(game.targets_needed - game.progress(side), 0)
        self.nearest[which] = first
        self.finish[which] = 0
        if needed:
            self.finish[which] = first + second if needed > 1 else first
        self.note(SPAN * which + NEAREST + first + 17 * min(needed, 3))

    def list_threats(self, game: Protista, side: int, which: int) -> None:
        """What a side could do next move."""
        shift = SPAN * which
        goals = self.reach.lands[which] | self.reach.grown[which]
        aims = self.aims[which] & ~game.pieces[side] & goals
        threats = min(popcount(aims), 3)
        self.threats[which] = min(threats, 2)
        self.note(shift + REACHED + 4 * self.reached[which] + threats)
        far = min(popcount(aims & ~self.reach.near[which]), 3)
        self.note(shift + FAR_THREATS + 4 * self.reached[which] + far)
        attacked = self.attacked[which]
        self.note(shift + ATTACKED + min(popcount(attacked), 15))
        self.note(shift + ATTACKED_NEAR + min(popcount(attacked & self.ways.rings[5 * side + 2]), 7))
        self.note(shift + POINTS + min(self.reach.points[which], 15))
        self.note(shift + PAIRS + min(self.reach.pairs[which], 15))
        self.note(shift + CLOSINGS + min(self.reach.closings(game, side, which), 15))

    def list_side(self, game: Protista, side: int, which: int) -> None:
        """The other counted facts of one side."""
        shift = SPAN * which
        own = game.pieces[side]
        enemy = game.pieces[1 - side]
        self.note(shift + MATERIAL + min(game.material[side], 39))
        self.note(shift + PIECE_COUNT + min(popcount(own), 23))
        self.note(shift + STACK_COUNT + min(popcount(own & game.stacks), 11))
        self.note(shift + ATTACKERS + min(popcount(own & game.halves[1 - side]), 19))
        self.note(shift + HOLES + min(popcount(game.enclosed[side]), 11))
        self.note(shift + CREATIONS + 3 * self.ways.creations(game, side) + self.reached[which])
        exposed = 0
        if self.ways.creations(game, 1 - side):
            around = self.ways.rings[5 * (1 - side) + 1] & ~own & ~enemy & ~self.reach.near[which]
            exposed = min(popcount(around & game.eligible[1 - side]), 15)
        needed = max(0, min(2, game.targets_needed - 1 - self.reached[1 - which]))
        self.note(shift + EXPOSED + 16 * needed + exposed)

    # --- both sides ------------------------------------------------------------------------------
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
        more = max(left, 1) - 1
        self.note(FINISH_BOTH + 144 * more + 12 * min(self.finish[0], 11) + min(self.finish[1], 11))
        mine, theirs = min(popcount(self.attacked[0]), 7), min(popcount(self.attacked[1]), 7)
        self.note(ATTACKED_BOTH + 64 * more + 8 * mine + theirs)
        mine, theirs = self.stock(game, game.side), self.stock(game, 1 - game.side)
        self.note(STOCK_BOTH + 49 * both + 7 * mine + theirs)

    def stock(self, game: Protista, side: int) -> int:
        """Pieces a side may still put on the board, up to six."""
        return min(max(game.supply - game.material[side], 0), 6) if game.supply else 6

"""Lists the rows of a Mississippi Queen position: what they stand for is in rows_layout.py."""

from __future__ import annotations

import cython

from schwarm.bots.knowledge import knowledge
from schwarm.bots.learned.rows import Rows
from schwarm.game.game import Game
from schwarm.games.mississippi_queen import rows_layout as layout
from schwarm.games.mississippi_queen.evaluator import MississippiQueenEvaluator
from schwarm.games.mississippi_queen.notation import BERTHS
from schwarm.games.mississippi_queen.rows_layout import *
from schwarm.games.mississippi_queen.rules import MississippiQueen
from schwarm.games.mississippi_queen.tables import *

if not cython.compiled:
    from schwarm.bits import cell

SPAN = layout.FACTS.span
PLACE = layout.FACTS.place("place")
SEGMENT = layout.FACTS.place("segment")
WAY = layout.FACTS.place("way")
ENGINE = layout.FACTS.place("engine")
PASSENGER = layout.FACTS.place("passenger")
HOME = layout.FACTS.place("home")
ABOARD = layout.FACTS.place("aboard")
POINTS_FACT = layout.FACTS.place("points")
EXITS = layout.FACTS.place("exits")
GROUNDED = layout.FACTS.place("grounded")
DRIFT = layout.FACTS.place("drift")
AHEAD = layout.FACTS.place("ahead")
AROUND = layout.FACTS.place("around")
CHOICES = layout.FACTS.place("choices")
TURNS_FACT = layout.FACTS.place("turns")
PASSENGERS = layout.FACTS.place("passengers")
BRINK = layout.FACTS.place("brink")
BESIDE = layout.FACTS.place("beside")
TURN = layout.FACTS.place("turn")
LEAD = layout.FACTS.place("lead")
WAY_LEAD = layout.FACTS.place("way_lead")
POINTS_LEAD = layout.FACTS.place("points_lead")
ABOARD_BOTH = layout.FACTS.place("aboard_both")
COAL_BOTH = layout.FACTS.place("coal_both")
SPEED_BOTH = layout.FACTS.place("speed_both")
RACE = layout.FACTS.place("race")
SEEN = layout.FACTS.place("seen")
GOAL_CHART = 8 * 161  # behind the charts of the eight stages
SHORT = 2  # with less coal than this a ship may well be stuck


class MississippiQueenRows(Rows):
    """Ships on the river, what lies before them, passengers, the race."""

    charts: MississippiQueenEvaluator  # knows the ways along the water
    way: list[int]
    points: list[int]

    def __init__(self) -> None:
        super().__init__()
        self.charts = knowledge("mississippi_queen").evaluator()  # type: ignore[assignment]
        self.way = [0, 0]
        self.points = [0, 0]

    def list_rows(self, game: Game) -> None:
        self.look(cython.cast(MississippiQueen, game))

    def look(self, game: MississippiQueen) -> None:
        """The own ship, the other one, both."""
        me = game.side
        self.listed = 0
        self.charts.survey(game)
        self.list_ship(game, me, 0)
        self.list_ship(game, 1 - me, 1)
        self.list_water(game, me, 0)
        self.list_water(game, 1 - me, 1)
        self.list_passengers(game)
        self.list_joint(game)

    def note(self, row: int) -> None:
        self.rows[self.listed] = row
        self.listed += 1

    def list_ship(self, game: MississippiQueen, side: int, which: int) -> None:
        """A ship, its engine and its errands."""
        shift = SPAN * which
        field = game.field[side]
        speed = min(game.speed[side], 6)
        coal = min(game.coal[side], 7)
        aboard = min(game.aboard[side], 2)
        segment = field // 20
        heading = game.course[side] - game.flow[segment]
        if heading < 0:
            heading += 6
        way = min(self.charts.charts[self.charts.atlas + GOAL_CHART + field], 63)
        self.way[which] = way
        self.points[which] = min(game.points_of(side), 63)
        self.note(shift + PLACE + 6 * (field - 20 * segment) + heading)
        self.note(shift + SEGMENT + 7 * segment + speed)
        self.note(shift + ENGINE + 8 * speed + coal)
        self.note(shift + ABOARD + 20 * aboard + min(game.turn >> 1, 19))
        self.note(shift + POINTS_FACT + self.points[which])
        self.note(shift + GROUNDED + coal + (8 if game.kind[field] == SANDBANK else 0))
        self.note(shift + TURNS_FACT + game.free[side] - 1)
        unseen = 4 * (8 - game.high // 20)  # what the way counts for the segments unseen
        brink = max(0, min(7, self.charts.charts[self.charts.atlas + GOAL_CHART + field] - unseen))
        stock = coal if coal < 2 else 2 if coal < 4 else 3
        self.note(shift + BRINK + 28 * brink + 4 * speed + stock)
        if game.aboard[side] >= BERTHS:
            self.note(shift + WAY + 64 + way)
            self.note(shift + HOME + 7 * min(way, 15) + speed)
        else:
            near = min(self.charts.passenger_way(game, field), 14)
            self.note(shift + WAY + way)
            self.note(shift + PASSENGER + 7 * near + speed)
        if coal < SHORT:
            self.note(shift + CHOICES + min(8, self.charts.outcomes(game, side)))
        else:
            self.note(shift + CHOICES + 9)

    def kind_at(self, game: MississippiQueen, field: int, side: int) -> int:
        """What a field is to a ship."""
        if field == game.field[1 - side]:
            return 5
        if field >= game.high or field < game.low:
            return ISLAND
        return min(game.kind[field], ISLAND)

    def list_water(self, game: MississippiQueen, side: int, which: int) -> None:
        """What lies around a ship and straight ahead of it."""
        shift = SPAN * which
        field = game.field[side]
        course = game.course[side]
        units = game.coal[side] + game.free[side]
        exits = 0
        apart = 36
        for turn in range(6):
            heading = course + turn
            if heading >= 6:
                heading -= 6
            beside = game.beside[6 * field + heading]
            kind = self.kind_at(game, beside, side)
            self.note(shift + AROUND + KINDS * turn + kind)
            if kind != ISLAND and UNITS[turn] <= units:
                exits += 1
            if kind == 5:
                apart = game.course[1 - side] - course
                if apart < 0:
                    apart += 6
                apart += 6 * turn
        speed = min(game.speed[side], 6)
        self.note(shift + EXITS + 7 * exits + speed)
        self.note(shift + BESIDE + apart)
        ahead = field
        straight = field
        kinds = 0
        open_way = True
        for steps in range(4):
            ahead = game.beside[6 * ahead + course]
            kind = self.kind_at(game, ahead, side)
            if steps < 3:
                kinds = KINDS * kinds + kind
            if kind == ISLAND or steps > game.speed[side]:
                open_way = False
            if open_way:
                straight = ahead
        self.note(shift + AHEAD + kinds)
        goal = self.charts.atlas + GOAL_CHART
        nearer = self.charts.charts[goal + field] - self.charts.charts[goal + straight]
        self.note(shift + DRIFT + 7 * (4 + max(-4, min(8, nearer))) + speed)

    def list_passengers(self, game: MississippiQueen) -> None:
        """How far both ships are from each passenger in sight."""
        me = game.side
        for number in range(game.passengers):
            if not game.gone & cell(number) and game.low <= game.island[number] < game.high:
                own = self.charts.charts[self.charts.atlas + 161 * number + game.field[me]]
                other = self.charts.charts[self.charts.atlas + 161 * number + game.field[1 - me]]
                self.note(RACE + 11 * min(own, 10) + min(other, 10))
                self.note(PASSENGERS + 21 * min(game.aboard[me], 1) + min(own, 20))
                self.note(SPAN + PASSENGERS + 21 * min(game.aboard[1 - me], 1) + min(other, 20))

    def list_joint(self, game: MississippiQueen) -> None:
        """Facts about both ships."""
        me = game.side
        late = min(game.turn >> 2, 9)
        self.note(TURN + min(game.turn, 63) + 64 * me)
        apart = game.field[me] // 20 - game.field[1 - me] // 20
        self.note(LEAD + 9 * late + 4 + max(-4, min(4, apart)))
        full = (1 if game.aboard[me] >= BERTHS else 0) + (2 if game.aboard[1 - me] >= BERTHS else 0)
        self.note(WAY_LEAD + 41 * full + 20 + max(-20, min(20, self.way[1] - self.way[0])))
        self.note(
            POINTS_LEAD
            + 41 * min(game.turn // 5, 7)
            + 20
            + max(-20, min(20, self.points[0] - self.points[1]))
        )
        self.note(ABOARD_BOTH + 9 * late + 3 * min(game.aboard[me], 2) + min(game.aboard[1 - me], 2))
        self.note(COAL_BOTH + 8 * min(game.coal[me], 7) + min(game.coal[1 - me], 7))
        self.note(SPEED_BOTH + 7 * min(game.speed[me], 6) + min(game.speed[1 - me], 6))
        self.note(SEEN + game.high // 20 - 1)

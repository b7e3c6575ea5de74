"""The features of Mississippi Queen; their weights are in data/bots.json.

Ways are counted in fields along the visible water, and four fields for each segment unseen. They are
worked out once for each river: the goal and every landing stage have a chart with the way from each field.
"""

from __future__ import annotations

from collections.abc import Mapping

import cython

from schwarm.bots.features import FeatureEvaluator, Weights, feature_names
from schwarm.game.game import Game
from schwarm.games.mississippi_queen import tables
from schwarm.games.mississippi_queen.notation import ADVANCE, BACKWARDS, BERTHS
from schwarm.games.mississippi_queen.rules import MississippiQueen
from schwarm.games.mississippi_queen.tables import *

if not cython.compiled:
    from schwarm.bits import cell
    from schwarm.bots.features import FULL_PROGRESS

PLACE_POINTS = tables.POINTS
FAR = 60  # farther than any way
NEAR = 14  # passengers farther off than this count as being that far
SHORT = 2  # with less coal than this a ship may well be stuck
MOST_CHOICES = 8  # more outcomes than this to choose from are all the same
HIGHEST_PRIOR = 900_000
MIDDLE_PRIOR = 450_000
PRIOR_SCALE = 3  # of a prior to a sum in hundredths
PUSH_WORTH = 2000
FRONT = 17  # the last three places of a segment: the goal, in the last one
if not cython.compiled:
    (
        SCORE,
        WAY,
        WAY_HOME,
        ABOARD,
        FULL,
        PASSENGER_WAY,
        SLOW_AT_STAGE,
        COAL,
        COAL_SQUARED,
        SPEED,
        SPEED_SQUARED,
        RECKLESS,
        ON_SANDBANK,
        EXITS,
        STUCK,
        DRIFT,
        LEAD,
        RAMMED,
        TEMPO,
        TRAPPED,
        CHOICES,
    ) = range(21)
FEATURES = feature_names(
    points=SCORE,  # the rule sheet's points: they decide at the round limit
    way=WAY,  # fields to the goal
    way_home=WAY_HOME,  # fields to the goal with all berths taken
    aboard=ABOARD,  # passengers
    full=FULL,  # all berths taken
    passenger_way=PASSENGER_WAY,  # fields to the nearest passenger ahead, while there is a berth
    slow_at_stage=SLOW_AT_STAGE,  # speed above 2 within three fields of that passenger
    coal=COAL,
    coal_squared=COAL_SQUARED,
    speed=SPEED,
    speed_squared=SPEED_SQUARED,
    reckless=RECKLESS,  # speed above what coal can brake, squared
    sandbank=ON_SANDBANK,
    exits=EXITS,  # fields beside the ship that it can turn to and enter
    stuck=STUCK,  # no such field
    drift=DRIFT,  # fields nearer to the goal after going straight on
    lead=LEAD,  # segments ahead, squared
    rammed=RAMMED,  # the enemy is right behind the ship: it can push
    tempo=TEMPO,
    trapped=TRAPPED,  # no legal move at all from here
    choices=CHOICES,  # outcomes to choose from, up to MOST_CHOICES; only counted where coal is short
)


class MississippiQueenEvaluator(FeatureEvaluator):
    """The way along the river, passengers, coal and speed, and the danger of being stuck."""

    foresee: bool
    wary: bool
    atlas: int
    rivers: list[int]
    charts: list[int]

    def __init__(self, weights: Weights, settings: Mapping[str, int]) -> None:
        super().__init__(FEATURES, weights, settings)
        self.plays = MississippiQueen
        self.foresee = bool(settings.get("foresee"))
        self.wary = bool(settings.get("wary"))
        self.atlas = 0
        self.rivers = [0] * 8
        self.charts = [0] * 11592  # for each number of visible segments nine charts: eight stages, the goal

    def progress(self, game: Game) -> int:
        done: int = FULL_PROGRESS * game.turn // cython.cast(MississippiQueen, game).last_turn
        return done

    def count_features(self, game: Game) -> None:
        self.count_sides(cython.cast(MississippiQueen, game))

    # --- charts ----------------------------------------------------------------------------------
    def survey(self, game: MississippiQueen) -> None:
        """Choose the charts of the visible river; work them out if this river was not met before."""
        last = game.high // 20 - 1
        river = 1
        for segment in range(last + 1):
            river ^= game.digest[segment]
        self.atlas = 1449 * last
        if river == self.rivers[last]:
            return
        self.rivers[last] = river
        goal = self.atlas + 8 * 161
        for i in range(self.atlas, self.atlas + 1449):
            self.charts[i] = FAR
        for field in range(20 * last + FRONT, 20 * last + 20):  # beyond it lie so many segments unseen
            self.charts[goal + field] = 4 * (7 - last)
        self.chart(game, goal)
        for number in range(game.passengers):
            if game.island[number] < game.high:
                self.charts[self.atlas + 161 * number + game.stage[number]] = 0
                self.chart(game, self.atlas + 161 * number)

    def chart(self, game: MississippiQueen, base: int) -> None:
        """Spread ways from the charted fields until none gets shorter; logs and sandbanks cost extra."""
        changed = True
        while changed:
            changed = False
            for k in range(game.high):
                field = game.high - 1 - k
                kind = game.kind[field]
                if kind >= ISLAND or self.charts[base + field] >= FAR:
                    continue
                way = self.charts[base + field] + 1
                if kind == LOG:
                    way += 1
                elif kind == SANDBANK:
                    way += 2
                for direction in range(6):
                    beside = game.beside[6 * field + direction]
                    if beside < game.high and way < self.charts[base + beside] and game.kind[beside] < ISLAND:
                        self.charts[base + beside] = way
                        changed = True

    # --- features ------------------------------------------------------------------------------
    def count_sides(self, game: MississippiQueen) -> None:
        """Count the features of both ships."""
        self.survey(game)
        self.count_ship(game, 0, 1)
        self.count_ship(game, 1, -1)
        apart = game.field[0] // 20 - game.field[1] // 20
        self.features[LEAD] = apart * apart if apart > 0 else -apart * apart
        self.features[TEMPO] = 1 - 2 * game.side

    def count_ship(self, game: MississippiQueen, side: int, sign: int) -> None:
        """Add one ship's features."""
        field = game.field[side]
        speed = game.speed[side]
        coal = game.coal[side]
        way = self.charts[self.atlas + 8 * 161 + field]
        self.features[SCORE] += sign * game.points_of(side)
        self.features[WAY] += sign * way
        self.features[ABOARD] += sign * game.aboard[side]
        if game.aboard[side] >= BERTHS:
            self.features[WAY_HOME] += sign * way
            self.features[FULL] += sign
        else:
            near = self.passenger_way(game, field)
            self.features[PASSENGER_WAY] += sign * near
            if near <= 3 and speed > 2:
                self.features[SLOW_AT_STAGE] += sign * (speed - 2)
        self.features[COAL] += sign * coal
        self.features[COAL_SQUARED] += sign * coal * coal
        self.features[SPEED] += sign * speed
        self.features[SPEED_SQUARED] += sign * speed * speed
        if speed > coal + 2:
            self.features[RECKLESS] += sign * (speed - coal - 2) * (speed - coal - 2)
        self.count_exits(game, side, sign)
        choices = MOST_CHOICES
        if coal < SHORT:
            choices = min(MOST_CHOICES, self.outcomes(game, side))
            if choices == 0:
                self.features[TRAPPED] += sign
        self.features[CHOICES] += sign * choices

    def outcomes(self, game: MississippiQueen, side: int) -> int:
        """In how many ways a ship could move if it were its turn."""
        mover = game.side
        game.side = side
        found = game.list_candidates(0)
        game.side = mover
        return found

    def passenger_way(self, game: MississippiQueen, field: int) -> int:
        """Fields to the nearest passenger in sight."""
        best = NEAR
        for number in range(game.passengers):
            if not game.gone & cell(number) and game.low <= game.island[number] < game.high:
                best = min(best, self.charts[self.atlas + 161 * number + field])
        return best

    def count_exits(self, game: MississippiQueen, side: int, sign: int) -> None:
        """Where the ship can go from here, and whether the enemy stands where it could push."""
        field = game.field[side]
        course = game.course[side]
        if game.kind[field] == SANDBANK:
            self.features[ON_SANDBANK] += sign
        units = game.coal[side] + game.free[side]
        exits = 0
        for turn in range(6):
            heading = course + turn
            if heading >= 6:
                heading -= 6
            beside = game.beside[6 * field + heading]
            if game.kind[beside] < ISLAND and UNITS[turn] <= units and beside >= game.low:
                exits += 1
            if beside == game.field[1 - side] and game.course[1 - side] == (heading + 3) % 6:
                self.features[RAMMED] += sign
        self.features[EXITS] += sign * exits
        if exits == 0:
            self.features[STUCK] += sign
        goal = self.atlas + 8 * 161
        ahead = field
        for _ in range(min(game.speed[side] + 1, 4)):
            beside = game.beside[6 * ahead + course]
            if game.kind[beside] >= ISLAND or beside >= game.high:
                break
            ahead = beside
        self.features[DRIFT] += sign * (self.charts[goal + field] - self.charts[goal + ahead])

    # --- moves -----------------------------------------------------------------------------------
    def under_threat(self, game: Game) -> bool:
        """With `wary`, is the ship to move stuck? Then the game is lost, whatever the sums say of it."""
        return self.wary and self.stuck(cython.cast(MississippiQueen, game))

    def stuck(self, game: MississippiQueen) -> bool:
        """Has the ship to move no move? Moves are listed only where it is short of coal or room."""
        me = game.side
        field = game.field[me]
        units = game.coal[me] + game.free[me]
        if game.coal[me] >= SHORT and game.kind[field] != SANDBANK:
            if self.ways_out(game, field, game.course[me], units) > 1:
                return False
        return game.list_candidates(0) == 0

    def ways_out(self, game: MississippiQueen, field: int, course: int, units: int) -> int:
        """How many fields beside a ship it can turn to and enter, with so much coal and free turns."""
        exits = 0
        for turn in range(6):
            heading = course + turn
            if heading >= 6:
                heading -= 6
            beside = game.beside[6 * field + heading]
            if game.kind[beside] < ISLAND and UNITS[turn] <= units and beside >= game.low:
                exits += 1
        return exits

    def prior(self, game: Game, move: int) -> int:
        """With `foresee` by the ship's own sum after the move, else longer lists of actions first."""
        if self.foresee:
            return self.outlook(cython.cast(MississippiQueen, game), move)
        steps = 0
        rest = move >> 4
        for _ in range(7):
            if rest >> 3 & 7:
                steps += 1
            rest >>= 6
        return 1000 * steps

    def outlook(self, game: MississippiQueen, move: int) -> int:
        """What a move makes of the ship that makes it: where it ends, how fast, with how much coal.

        The other ship is left out, and what the move brings to light.
        """
        if move >> 63:
            return 0  # into a debt and onto a sandbank
        me = game.side
        field = game.field[me]
        course = game.course[me]
        speed = game.speed[me]
        coal = game.coal[me]
        header = move & 15
        if header == BACKWARDS:
            field = game.beside[6 * field + (course + 3) % 6]
            coal -= 1
        elif header > 6:
            speed += header - 6
            coal -= header - 7
        elif header > 0:
            speed -= 6 - header
            coal -= 5 - header
        units = coal + game.free[me] - 2 * (move >> 58 & 7)
        rest = move >> 4
        pushes = 0
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
                field = game.beside[6 * field + course]
                kind = game.kind[field]
                if kind == SANDBANK:
                    speed = 1
                elif kind == LOG and speed > 1:
                    speed -= 1
            else:
                pushes += 1
        coal = min(coal, units)
        self.survey(game)
        value = self.ship_worth(game, field, course, speed, coal)
        if pushes:
            value += PUSH_WORTH
        return max(0, min(HIGHEST_PRIOR, MIDDLE_PRIOR + PRIOR_SCALE * value))

    def ship_worth(self, game: MississippiQueen, field: int, course: int, speed: int, coal: int) -> int:
        """The weighted features of a ship of the side to move at the end of a move, in hundredths."""
        aboard = game.aboard[game.side]
        taken = -1
        if speed == 1 and aboard < BERTHS:
            for number in range(game.passengers):
                if game.stage[number] == field and not game.gone & cell(number):
                    if game.low <= game.island[number] < game.high:
                        taken = number
                        aboard += 1
                        break
        way = self.charts[self.atlas + 8 * 161 + field]
        segment = field // 20
        done = FULL_PROGRESS * game.turn // game.last_turn
        total = self.weighed(SCORE, 5 * segment + PLACE_POINTS[field - 20 * segment] + 5 * aboard, done)
        total += self.weighed(WAY, way, done) + self.weighed(ABOARD, aboard, done)
        if aboard >= BERTHS:
            total += self.weighed(WAY_HOME, way, done) + self.weighed(FULL, 1, done)
        else:
            near = NEAR
            for number in range(game.passengers):
                if not game.gone & cell(number) and game.low <= game.island[number] < game.high:
                    if number != taken:
                        near = min(near, self.charts[self.atlas + 161 * number + field])
            total += self.weighed(PASSENGER_WAY, near, done)
            if near <= 3 and speed > 2:
                total += self.weighed(SLOW_AT_STAGE, speed - 2, done)
        total += self.weighed(COAL, coal, done) + self.weighed(COAL_SQUARED, coal * coal, done)
        total += self.weighed(SPEED, speed, done) + self.weighed(SPEED_SQUARED, speed * speed, done)
        if speed > coal + 2:
            total += self.weighed(RECKLESS, (speed - coal - 2) * (speed - coal - 2), done)
        if game.kind[field] == SANDBANK:
            total += self.weighed(ON_SANDBANK, 1, done)
        exits = self.ways_out(game, field, course, coal + 1)
        total += self.weighed(EXITS, exits, done)
        if exits == 0:
            total += self.weighed(STUCK, 1, done)
        return total

    def weighed(self, feature: int, count: int, done: int) -> int:
        """A feature's part of the sum, in hundredths."""
        weight = self.early[feature] * (FULL_PROGRESS - done) + self.late[feature] * done
        return count * (weight >> 8)

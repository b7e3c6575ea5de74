"""The features of Blokus; their weights are in data/bots.json."""

from __future__ import annotations

from collections.abc import Mapping

import cython

from schwarm.bots.features import FeatureEvaluator, Weights, feature_names
from schwarm.game.game import Game
from schwarm.games.blokus import tables
from schwarm.games.blokus.rules import Blokus

if not cython.compiled:
    from schwarm.bits import ones_of
    from schwarm.bots.features import FULL_PROGRESS

if not cython.compiled:
    POINTS, CORNERS, NEAR, REACH, LAYABLE, WEAKER, LIVE, TEMPO = range(8)
FEATURES = feature_names(
    points=POINTS,  # points so far
    corners=CORNERS,  # squares where a colour may go on
    near=NEAR,  # open squares at most two steps from them
    reach=REACH,  # open squares at most six steps from them
    layable=LAYABLE,  # squares of the pieces in hand that could be laid now
    weaker=WEAKER,  # reach of the side's colour that has less of it
    live=LIVE,  # colours still in the game
    tempo=TEMPO,  # to move
)
FIELDS = tables.FIELDS
LONGEST = tables.LONGEST
LINES = tables.LINES
SKIP = tables.SKIP
SIZE_OF = tables.SIZE_OF
HEIGHT = tables.HEIGHT
OF_SIZE = tables.OF_SIZE
ROW = tables.ROW
ROW_BY_RANK = tables.ROW_BY_RANK
NEAR_STEPS = 2
FAR_STEPS = 6
LAST_SLOT = 72  # most games are decided then


def squares_of(kinds: int) -> int:
    """The squares of the pieces of these kinds, given as bits."""
    found = 0
    for size in range(1, 6):
        found += size * ones_of(kinds & OF_SIZE[size])
    return found


class BlokusEvaluator(FeatureEvaluator):
    """Points, corners, room to go on and what can still be laid, of both colours of a side together."""

    wave: list[int]  # squares reached so far, a row above the board first
    swell: list[int]  # those of the next step

    def __init__(self, weights: Weights, settings: Mapping[str, int]) -> None:
        super().__init__(FEATURES, weights, settings)
        self.plays = Blokus
        self.wave = [0] * 26
        self.swell = [0] * 26

    def progress(self, game: Game) -> int:
        done: int = FULL_PROGRESS * cython.cast(Blokus, game).slot // LAST_SLOT
        return done if done < FULL_PROGRESS else FULL_PROGRESS

    def count_features(self, game: Game) -> None:
        self.count_colours(cython.cast(Blokus, game))

    def count_colours(self, game: Blokus) -> None:
        """Count the features of all colours, and of the weaker one of each side."""
        self.features[TEMPO] = -1 if game.side else 1
        for side in range(2):
            sign = -1 if side else 1
            least = 1000
            for colour in range(side, game.colours, 2):
                reach = self.count_colour(game, colour, sign)
                if reach < least:
                    least = reach
            self.features[WEAKER] += sign * least

    def count_colour(self, game: Blokus, colour: int, sign: int) -> int:
        """Add one colour's features; how many squares it can reach."""
        self.features[POINTS] += sign * game.points(colour)
        if not game.valid >> colour & 1:
            return 0
        self.features[LIVE] += sign
        game.prepare(colour)
        corners = 0
        for y in range(20):
            corners += ones_of(game.corner[y])
            self.wave[y + 1] = game.corner[y]
        near = reach = 0
        for step in range(FAR_STEPS):
            for y in range(1, 21):
                here = self.wave[y]
                self.swell[y] = (
                    here | here << 1 | here >> 1 | self.wave[y - 1] | self.wave[y + 1]
                ) & game.open[y - 1]
            for y in range(1, 21):
                self.wave[y] = self.swell[y]
            if step == NEAR_STEPS - 1:
                for y in range(1, 21):
                    near += ones_of(self.wave[y])
        for y in range(1, 21):
            reach += ones_of(self.wave[y])
        self.features[CORNERS] += sign * corners
        self.features[NEAR] += sign * near
        self.features[REACH] += sign * reach
        if self.early[LAYABLE] or self.late[LAYABLE]:  # trying the shapes costs more than all the rest
            self.features[LAYABLE] += sign * squares_of(game.fitting(game.hand[colour]))
        return reach

    def prior(self, game: Game, move: int) -> int:
        return self.move_prior(cython.cast(Blokus, game), move)

    def move_prior(self, game: Blokus, move: int) -> int:
        """Large pieces first, then those that open corners and take the enemies' corners away."""
        if move >= SKIP:
            return 0
        shape = move // FIELDS
        x = move % FIELDS // LONGEST
        top = ROW_BY_RANK[move % LONGEST] + 1
        colour = game.slot % game.colours
        base = LINES * colour
        opened = blocked = 0
        for k in range(-1, HEIGHT[shape] + 1):
            y = top + k
            if y < 1 or y > game.size:
                continue
            here = ROW[5 * shape + k] << x if 0 <= k < HEIGHT[shape] else 0
            above = ROW[5 * shape + k - 1] << x if k >= 1 else 0
            below = ROW[5 * shape + k + 1] << x if k + 1 < HEIGHT[shape] else 0
            own = game.own[base + y]
            beside = game.own[base + y - 1] | game.own[base + y + 1]
            closed = (
                game.taken[y] | own << 1 | own >> 1 | beside | here | here << 1 | here >> 1 | above | below
            )
            opened += ones_of(((above | below) << 1 | (above | below) >> 1) & ~closed & game.within)
            if here:
                for enemy in range(1 - (colour & 1), game.colours, 2):
                    line = LINES * enemy + y
                    theirs = game.own[line]
                    edges = game.own[line - 1] | game.own[line + 1]
                    blocked += ones_of(
                        here & (edges << 1 | edges >> 1) & ~(theirs << 1 | theirs >> 1 | edges)
                    )
        return 40_000 * SIZE_OF[shape] + 8000 * opened + 12_000 * blocked

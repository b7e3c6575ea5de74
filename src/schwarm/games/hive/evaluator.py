"""The features of Hive; their weights are in data/bots.json."""

from __future__ import annotations

from collections.abc import Mapping

import cython

from schwarm.bots.features import FeatureEvaluator, Weights, feature_names
from schwarm.game.game import Game
from schwarm.games.hive.rules import Hive

if not cython.compiled:
    from schwarm.bits import cell, lowest, popcount
    from schwarm.bots.features import FULL_PROGRESS
    from schwarm.games.hive.notation import SET, SKIP
    from schwarm.games.hive.rules import around, links
    from schwarm.games.hive.tables import CELL, NEAR

# The kinds of pieces in the order of the rule book: ant, beetle, grasshopper, queen, spider.
QUEEN = 3
BEETLE = 1
if not cython.compiled:
    (
        RING,
        RING_SQUARED,
        TIGHT,
        QUEEN_FREE,
        QUEEN_COVERED,
        QUEEN_IN_HAND,
        PINNED,
        FREE_ANTS,
        FREE_BEETLES,
        FREE_GRASSHOPPERS,
        FREE_SPIDERS,
        HAND_ANTS,
        HAND_BEETLES,
        HAND_GRASSHOPPERS,
        HAND_SPIDERS,
        BEETLE_NEAR,
        BEETLE_CLOSE,
        ATTACKERS,
        GUESTS,
        SET_FIELDS,
        TEMPO,
    ) = range(21)
FEATURES = feature_names(
    ring=RING,  # closed fields around the own queen
    ring_squared=RING_SQUARED,
    tight=TIGHT,  # the own queen has one free field left
    queen_free=QUEEN_FREE,  # the own queen could move
    queen_covered=QUEEN_COVERED,  # a piece lies on the own queen
    queen_in_hand=QUEEN_IN_HAND,
    pinned=PINNED,  # own pieces the swarm would fall apart without
    free_ants=FREE_ANTS,  # ants, beetles ... on top that may move and are not hemmed in
    free_beetles=FREE_BEETLES,
    free_grasshoppers=FREE_GRASSHOPPERS,
    free_spiders=FREE_SPIDERS,
    hand_ants=HAND_ANTS,
    hand_beetles=HAND_BEETLES,
    hand_grasshoppers=HAND_GRASSHOPPERS,
    hand_spiders=HAND_SPIDERS,
    beetle_near=BEETLE_NEAR,  # own beetles next to the enemy queen, or on it
    beetle_close=BEETLE_CLOSE,  # own beetles two fields from the enemy queen
    attackers=ATTACKERS,  # own pieces next to the enemy queen
    guests=GUESTS,  # free own pieces next to the own queen: they can leave
    set_fields=SET_FIELDS,  # fields where the side could set a piece
    tempo=TEMPO,
)


class HiveEvaluator(FeatureEvaluator):
    """Free fields around the queens, pins, mobility by kind of piece, beetles near the enemy queen."""

    def __init__(self, weights: Weights, settings: Mapping[str, int]) -> None:
        super().__init__(FEATURES, weights, settings)
        self.plays = Hive

    def progress(self, game: Game) -> int:
        done: int = FULL_PROGRESS * game.turn // cython.cast(Hive, game).last_turn
        return done

    def count_features(self, game: Game) -> None:
        self.count_sides(cython.cast(Hive, game))

    def count_sides(self, game: Hive) -> None:
        """Count the features of both sides."""
        swarm = game.tops[0] | game.tops[1]
        pins = links(swarm) & ~game.tall
        # A piece can move when some field beside it can be slid to, roughly: not all around is taken.
        self.count_side(game, 0, 1, swarm, pins)
        self.count_side(game, 1, -1, swarm, pins)
        self.features[TEMPO] = 1 - 2 * game.side

    def count_side(self, game: Hive, side: int, sign: int, swarm: int, pins: int) -> None:
        """Add one side's features."""
        own = game.tops[side]
        free = own & ~pins
        queen = game.queens[side]
        if queen >= 0:
            near = NEAR[queen]
            ring = 6 - popcount(near & game.field & ~swarm)
            self.features[RING] += sign * ring
            self.features[RING_SQUARED] += sign * ring * ring
            if ring == 5:
                self.features[TIGHT] += sign
            here = cell(queen)
            if not here & own & game.kinds[QUEEN]:
                self.features[QUEEN_COVERED] += sign
            elif free & here and game.slide_steps(queen, swarm):
                self.features[QUEEN_FREE] += sign
            self.features[GUESTS] += sign * popcount(free & near)
        else:
            self.features[QUEEN_IN_HAND] += sign
        self.features[PINNED] += sign * popcount(own & pins)
        self.count_free(game, side, sign, swarm, free)
        enemy = game.queens[1 - side]
        if enemy >= 0:
            near = NEAR[enemy]
            close = near | cell(enemy)
            beetles = own & game.kinds[BEETLE]
            self.features[BEETLE_NEAR] += sign * popcount(beetles & close)
            self.features[BEETLE_CLOSE] += sign * popcount(beetles & around(close) & ~close)
            self.features[ATTACKERS] += sign * popcount(own & near)
        goals = around(own) & game.field & ~swarm & ~around(game.tops[1 - side])
        self.features[SET_FIELDS] += sign * popcount(goals)

    def count_free(self, game: Hive, side: int, sign: int, swarm: int, free: int) -> None:
        """Pieces by kind: those that can move, and those in hand."""
        for kind in range(5):
            if kind == QUEEN:
                continue
            place = kind if kind < QUEEN else kind - 1
            self.features[HAND_ANTS + place] += sign * game.hand[5 * side + kind]
            rest = free & game.kinds[kind]
            if kind == 0 or kind == 4:
                while rest:
                    if game.slide_steps(lowest(rest), swarm):
                        self.features[FREE_ANTS + place] += sign
                    rest &= rest - 1
            else:
                self.features[FREE_ANTS + place] += sign * popcount(rest)

    def prior(self, game: Game, move: int) -> int:
        return self.move_prior(cython.cast(Hive, game), move)

    def move_prior(self, game: Hive, move: int) -> int:
        """Moves to the enemy queen and away from the own one first."""
        start = move >> 7
        if start == SKIP:
            return 0
        target = cell(CELL[move & 127])
        bonus = 0
        enemy = game.queens[1 - game.side]
        own = game.queens[game.side]
        if enemy >= 0 and NEAR[enemy] & target:
            bonus += 40_000
            if start < SET and NEAR[enemy] & cell(CELL[start]):
                bonus -= 38_000
        if own >= 0 and NEAR[own] & target:
            bonus -= 10_000
        if start < SET:
            if own >= 0 and NEAR[own] & cell(CELL[start]):
                bonus += 15_000
            bonus += 4000
        elif start == SET:  # an ant
            bonus += 3000
        return bonus if bonus > 0 else 0

"""The features of Piranhas; their weights are in data/bots.json."""

from __future__ import annotations

from collections.abc import Mapping

import cython

from schwarm.bots.features import FeatureEvaluator, Weights, feature_names
from schwarm.game.game import Game
from schwarm.games.piranhas.rules import Piranhas

if not cython.compiled:
    from schwarm.bits import cell, lowest, popcount
    from schwarm.bots.features import FULL_PROGRESS
    from schwarm.games.piranhas.rules import around, flood

if not cython.compiled:
    (
        HEAVIEST,
        SWARMS,
        OUTSIDE,
        SPREAD,
        WEIGHT,
        FISH,
        CENTRE,
        MOBILITY,
        UNITED,
        CREDIT,
        TEMPO,
    ) = range(11)
FEATURES = feature_names(
    heaviest=HEAVIEST,  # weight of the heaviest swarm
    swarms=SWARMS,  # number of swarms
    outside=OUTSIDE,  # fish outside the heaviest swarm
    spread=SPREAD,  # distances of the fish from their common centre, in quarters of a square
    weight=WEIGHT,  # weight of all fish left: captures
    fish=FISH,  # number of fish left
    centre=CENTRE,  # fish in the inner 6x6, and again in the inner 4x4
    mobility=MOBILITY,  # legal moves
    united=UNITED,  # one swarm in mid-round
    credit=CREDIT,  # holds the first-swarm credit
    tempo=TEMPO,  # to move
)


class PiranhasEvaluator(FeatureEvaluator):
    """Swarms, spread, captures, mobility and the parity of the round."""

    unite: bool  # are moves that unite all fish noisy, so that no search prunes them?
    inner: int
    core: int

    def __init__(self, weights: Weights, settings: Mapping[str, int]) -> None:
        super().__init__(FEATURES, weights, settings)
        self.plays = Piranhas
        self.unite = bool(settings.get("unite"))
        self.inner = self.core = 0
        for x in range(2, 8):
            for y in range(2, 8):
                self.inner |= cell(11 * x + y)
                if 3 <= x < 7 and 3 <= y < 7:
                    self.core |= cell(11 * x + y)

    def progress(self, game: Game) -> int:
        done: int = FULL_PROGRESS * game.turn // cython.cast(Piranhas, game).last_turn
        return done

    def count_features(self, game: Game) -> None:
        self.count_sides(cython.cast(Piranhas, game))

    def count_sides(self, game: Piranhas) -> None:
        """Count the features of both sides."""
        self.count_side(game, 0, 1)
        self.count_side(game, 1, -1)
        side = game.side
        if self.early[MOBILITY] or self.late[MOBILITY]:  # counting moves costs nearly as much as all the rest
            game.side = 0
            self.features[MOBILITY] = game.list_moves(0)
            game.side = 1
            self.features[MOBILITY] -= game.list_moves(0)
            game.side = side
        self.features[TEMPO] = 1 - 2 * side
        if game.first >= 0:
            self.features[CREDIT] = 1 - 2 * game.first

    def count_side(self, game: Piranhas, side: int, sign: int) -> None:
        """Add one side's features."""
        own = game.fish[side]
        fish = popcount(own)
        if fish == 0:
            return
        heaviest = swarms = inside = 0
        rest = own
        while rest:
            swarm = flood(cell(lowest(rest)), rest)
            weight = popcount(swarm & game.ones) + 2 * popcount(swarm & game.twos)
            if weight > heaviest:
                heaviest = weight
                inside = popcount(swarm)
            rest ^= swarm
            swarms += 1
        self.features[HEAVIEST] += sign * heaviest
        self.features[SWARMS] += sign * swarms
        self.features[OUTSIDE] += sign * (fish - inside)
        self.features[SPREAD] += sign * self.spread(own, fish)
        self.features[WEIGHT] += sign * (popcount(own & game.ones) + 2 * popcount(own & game.twos))
        self.features[FISH] += sign * fish
        self.features[CENTRE] += sign * (popcount(own & self.inner) + popcount(own & self.core))
        if swarms == 1:
            self.features[UNITED] += sign

    def spread(self, own: int, fish: int) -> int:
        """Sum of the distances from the common centre, diagonals counting one."""
        xs = ys = 0
        rest = own
        while rest:
            number = lowest(rest)
            rest &= rest - 1
            xs += number // 11
            ys += number % 11
        total = 0
        rest = own
        while rest:
            number = lowest(rest)
            rest &= rest - 1
            dx = fish * (number // 11) - xs
            dy = fish * (number % 11) - ys
            total += max(dx if dx > 0 else -dx, dy if dy > 0 else -dy)
        return 4 * total // fish

    def prior(self, game: Game, move: int) -> int:
        return self.move_prior(cython.cast(Piranhas, game), move)

    def move_prior(self, game: Piranhas, move: int) -> int:
        """Captures first, with `unite` moves that make one swarm, then moves towards the centre."""
        target = cell(move & 127)
        if game.fish[1 - game.side] & target:
            return 1_100_000 + 1000 * game.weight(target)
        start = cell(move >> 7)
        if self.unite:
            after = game.fish[game.side] ^ start | target
            if not after & ~around(after) and flood(target, after) == after:
                return 1_050_000
        bonus = 3000 if self.inner & target else 1500
        if self.core & target:
            bonus += 1000
        if self.inner & start:
            bonus -= 1500
        return bonus

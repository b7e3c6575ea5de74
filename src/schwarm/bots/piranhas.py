"""What the bots know of Piranhas; the weights are in data/piranhas.json."""

from __future__ import annotations

from collections.abc import Mapping

try:
    import cython
except ImportError:
    from schwarm import nocython as cython

from schwarm.bots.features import FeatureEvaluator, Weights
from schwarm.games.game import Game
from schwarm.games.piranhas.rules import Piranhas

if not cython.compiled:
    from schwarm.bits import cell, lowest, popcount
    from schwarm.bots.features import WHOLE
    from schwarm.games.piranhas.rules import flood

FEATURES = (
    "heaviest",  # weight of the heaviest swarm
    "swarms",  # number of swarms
    "outside",  # fish outside the heaviest swarm
    "spread",  # distances of the fish from their common centre, in quarters of a square
    "weight",  # weight of all fish left: captures
    "fish",  # number of fish left
    "centre",  # fish in the inner 6x6, and again in the inner 4x4
    "mobility",  # legal moves
    "united",  # one swarm in mid-round
    "credit",  # holds the first-swarm credit
    "tempo",  # to move
)


class PiranhasEvaluator(FeatureEvaluator):
    """Swarms, spread, captures, mobility and the parity of the round."""

    inner: int
    core: int

    def __init__(self, weights: Weights, settings: Mapping[str, int]) -> None:
        super().__init__(FEATURES, weights, settings)
        self.inner = self.core = 0
        for x in range(2, 8):
            for y in range(2, 8):
                self.inner |= cell(11 * x + y)
                if 3 <= x < 7 and 3 <= y < 7:
                    self.core |= cell(11 * x + y)

    def progress(self, game: Game) -> int:
        done: int = WHOLE * game.turn // cython.cast(Piranhas, game).last_turn
        return done

    def look(self, game: Game) -> None:
        self.take_down(cython.cast(Piranhas, game))

    def take_down(self, game: Piranhas) -> None:
        """Count the facts of both sides."""
        self.count_side(game, 0, 1)
        self.count_side(game, 1, -1)
        side = game.side
        if self.early[7] or self.late[7]:  # counting moves costs nearly as much as all the rest
            game.side = 0
            self.facts[7] = game.list_moves(0)
            game.side = 1
            self.facts[7] -= game.list_moves(0)
            game.side = side
        self.facts[10] = 1 - 2 * side
        if game.first >= 0:
            self.facts[9] = 1 - 2 * game.first

    def count_side(self, game: Piranhas, side: int, sign: int) -> None:
        """Add one side's facts."""
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
        self.facts[0] += sign * heaviest
        self.facts[1] += sign * swarms
        self.facts[2] += sign * (fish - inside)
        self.facts[3] += sign * self.spread(own, fish)
        self.facts[4] += sign * (popcount(own & game.ones) + 2 * popcount(own & game.twos))
        self.facts[5] += sign * fish
        self.facts[6] += sign * (popcount(own & self.inner) + popcount(own & self.core))
        if swarms == 1:
            self.facts[8] += sign

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
        return self.promise(cython.cast(Piranhas, game), move)

    def promise(self, game: Piranhas, move: int) -> int:
        """Captures first, then moves towards the centre."""
        target = cell(move & 127)
        if game.fish[1 - game.side] & target:
            return 1_100_000 + 1000 * game.weight(target)
        start = cell(move >> 7)
        bonus = 3000 if self.inner & target else 1500
        if self.core & target:
            bonus += 1000
        if self.inner & start:
            bonus -= 1500
        return bonus

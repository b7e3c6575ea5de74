"""What the bots know of Protista; the weights are in data/protista.json."""

from __future__ import annotations

from collections.abc import Mapping

try:
    import cython
except ImportError:
    from schwarm import nocython as cython

from schwarm.bots.features import FeatureEvaluator, Weights
from schwarm.games.game import Game
from schwarm.games.protista import tables
from schwarm.games.protista.rules import Protista

if not cython.compiled:
    from schwarm.bits import cell, popcount
    from schwarm.bots.features import WHOLE
    from schwarm.games.protista.codes import ending_of, goal_of, kind_of, origin_of, way_of

SINGLE = tables.SINGLE
CONTIGUOUS = tables.CONTIGUOUS
GENERATION = tables.GENERATION
CREATION = tables.CREATION
WAYS = tables.WAYS
CAPTURES = tables.CAPTURES
STACKS = tables.STACKS
FARTHEST = 16
FEATURES = (
    "material",  # heights of all pieces
    "pieces",  # occupied cells
    "reached",  # targets that count
    "nearest",  # steps from the nearest piece to the nearest target still to reach
    "second",  # the same for the next one
    "within_two",  # targets still to reach with an own piece two steps away or nearer
    "threats",  # such targets beside an own piece and not occupied
    "double_threat",  # two threats at once
    "guarded",  # targets the enemy still has to reach with an own piece on them
    "guards",  # own pieces beside such targets
    "shield",  # stacks on such targets
    "stacks",
    "attackers",  # own pieces in the enemy's half
    "contacts",  # own pieces that touch another one
    "holes",  # cells enclosed by own pieces
    "nearly_loops",  # empty cells with four or more own neighbours
    "loose",  # own singles beside enemy pieces
    "stock",  # pieces that may still be put on the board
    "extra",  # moves left to the side to move
    "king_room",  # empty cells around the king
)


class ProtistaEvaluator(FeatureEvaluator):
    """Ways to the targets, material, loops within reach, threats."""

    def __init__(self, weights: Weights, settings: Mapping[str, int]) -> None:
        super().__init__(FEATURES, weights, settings)

    def progress(self, game: Game) -> int:
        limit = cython.cast(Protista, game).turn_limit
        return WHOLE * min(cython.cast(Protista, game).turns, limit) // limit if limit else 0

    def look(self, game: Game) -> None:
        self.take_down(cython.cast(Protista, game))

    def take_down(self, game: Protista) -> None:
        """Count the facts of both sides."""
        near_white = game.spread(game.pieces[0])
        near_black = game.spread(game.pieces[1])
        self.count_side(game, 0, 1, near_white, near_black)
        self.count_side(game, 1, -1, near_black, near_white)
        self.facts[18] = game.left * (1 - 2 * game.side)

    def count_side(self, game: Protista, side: int, sign: int, near: int, enemy_near: int) -> None:
        """Add one side's facts; `near` are the cells beside its pieces."""
        own = game.pieces[side]
        enemy = game.pieces[1 - side]
        done = game.progress(side)
        self.facts[0] += sign * game.material[side]
        self.facts[1] += sign * popcount(own)
        self.facts[2] += sign * done
        aims = game.aims[side] if game.together else game.aims[side] & ~game.reached[side]
        self.count_ways(game, sign, own, near, aims)
        threats = popcount(aims & near & ~enemy & ~own)
        self.facts[6] += sign * threats
        if threats + done >= game.targets_needed:
            self.facts[7] += sign
        theirs = game.aims[1 - side] & ~game.reached[1 - side]
        self.facts[8] += sign * popcount(theirs & own)
        self.facts[9] += sign * popcount(game.spread(theirs) & own)
        self.facts[10] += sign * popcount(theirs & own & game.stacks)
        self.facts[11] += sign * popcount(own & game.stacks)
        self.facts[12] += sign * popcount(own & game.halves[1 - side])
        self.facts[13] += sign * popcount(own & near)
        self.facts[14] += sign * popcount(game.enclosed[side])
        self.facts[15] += sign * popcount(self.half_closed(game, own))
        self.facts[16] += sign * popcount(own & ~game.stacks & enemy_near)
        if game.supply:
            self.facts[17] += sign * (game.supply - game.material[side])
        if game.win_king and game.kings & own:
            self.facts[19] += sign * popcount(game.spread(game.kings & own) & ~own & ~enemy)

    def count_ways(self, game: Protista, sign: int, own: int, near: int, aims: int) -> None:
        """Steps to the two nearest targets, by widening circles round all own pieces."""
        covered = own | near
        left = aims & ~own
        steps = 1
        found = 0
        while left and found < 2 and steps < FARTHEST:
            hit = popcount(left & covered)
            while hit and found < 2:
                self.facts[3 + found] += sign * steps
                found += 1
                hit -= 1
            left &= ~covered
            covered |= game.spread(covered)
            steps += 1
            if steps == 3:
                self.facts[5] += sign * popcount(aims & covered)

    def half_closed(self, game: Protista, own: int) -> int:
        """Cells without an own piece that have four or more own neighbours: one move may close a loop."""
        once = twice = thrice = four = 0 & own
        for direction in range(6):
            beside = game.having(own, direction)
            four |= thrice & beside
            thrice |= twice & beside
            twice |= once & beside
            once |= beside
        return four & game.board & ~own

    def prior(self, game: Game, move: int) -> int:
        return self.promise(cython.cast(Protista, game), move)

    def promise(self, game: Protista, move: int) -> int:
        """Steps onto targets and captures first, then what adds pieces."""
        kind = kind_of(move)
        if kind == GENERATION:
            return 30_000
        if kind == CREATION:
            return 15_000
        if kind > CONTIGUOUS:
            return 8000
        ending = ending_of(move)
        if ending == STACKS:
            return 0
        goal = goal_of(move) if kind == CONTIGUOUS else game.ways[WAYS * origin_of(move) + way_of(move)]
        me = game.side
        if game.aims[me] & ~game.reached[me] & cell(goal):
            return 1_300_000
        if ending == CAPTURES:
            return 1_100_000
        return 3000 if kind == SINGLE else 2000

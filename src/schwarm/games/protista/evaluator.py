"""The features of Protista; their weights are in data/bots.json."""

from __future__ import annotations

from collections.abc import Mapping

import cython

from schwarm import bits
from schwarm.bots.features import FeatureEvaluator, Weights, feature_names
from schwarm.game.game import Game
from schwarm.games.protista.rules import Protista
from schwarm.games.protista.tables import *

if not cython.compiled:
    from schwarm.bits import MOST_CELLS, cell, lowest, popcount
    from schwarm.bots.features import FULL_PROGRESS
    from schwarm.games.protista.codes import (
        advances_of,
        axis_of,
        ending_of,
        exit_of,
        first_turn_of,
        goal_exit_of,
        goal_of,
        jumps_of,
        kind_of,
        length_of,
        origin_of,
        wave_way_of,
        way_of,
    )

FARTHEST = 16
NEAR = 4  # steps to a target that still count as near it
if not cython.compiled:
    (
        MATERIAL,
        PIECES,
        REACHED,
        NEAREST,
        FINISH,
        MARCH,
        SPAN,
        ATTACK_TWO,
        ATTACK_THREE,
        ATTACK_FOUR,
        THREATS,
        SAFE_THREATS,
        DOUBLE_THREAT,
        GUARDED,
        DEFEND_ONE,
        DEFEND_TWO,
        DEFEND_THREE,
        SHIELD,
        STACK_COUNT,
        ATTACKERS,
        CONTACTS,
        HOLES,
        NEARLY_LOOPS,
        LOOSE,
        STOCK,
        EXTRA,
        KING_ROOM,
        EXPOSED,
        EXPOSED_LAST,
        CREATIONS,
    ) = range(30)
FEATURES = feature_names(
    material=MATERIAL,  # heights of all pieces
    pieces=PIECES,  # occupied cells
    reached=REACHED,  # targets that count
    nearest=NEAREST,  # steps from the nearest piece to the nearest target still to reach
    finish=FINISH,  # steps to as many such targets as are still needed, each from its nearest piece
    march=MARCH,  # steps from a piece to the nearest such target, on average, in tenths
    span=SPAN,  # steps from a piece to all of them, on average, in tenths
    attack_two=ATTACK_TWO,  # own pieces two steps from such a target or nearer
    attack_three=ATTACK_THREE,
    attack_four=ATTACK_FOUR,
    threats=THREATS,  # such targets beside an own piece and not occupied
    safe_threats=SAFE_THREATS,  # such targets beside an own piece that no enemy piece touches
    double_threat=DOUBLE_THREAT,  # threats enough to win
    guarded=GUARDED,  # targets the enemy still has to reach with an own piece on them
    defend_one=DEFEND_ONE,  # own pieces beside such targets or on them
    defend_two=DEFEND_TWO,
    defend_three=DEFEND_THREE,
    shield=SHIELD,  # stacks on such targets
    stacks=STACK_COUNT,
    attackers=ATTACKERS,  # own pieces in the enemy's half
    contacts=CONTACTS,  # own pieces that touch another one
    holes=HOLES,  # cells enclosed by own pieces
    nearly_loops=NEARLY_LOOPS,  # empty cells with four or more own neighbours
    loose=LOOSE,  # own singles beside enemy pieces
    stock=STOCK,  # pieces that may still be put on the board
    extra=EXTRA,  # moves left to the side to move
    king_room=KING_ROOM,  # empty cells around the king
    exposed=EXPOSED,  # cells beside targets where the enemy could create a piece out of reach of own pieces
    exposed_last=EXPOSED_LAST,  # the same while a single target more would win for the enemy
    creations=CREATIONS,  # how often pieces may be created before the stock is used up
)


def fits(game: Game) -> bool:
    """Has a game of Protista boards of the width that this module is compiled for?"""
    return not cython.compiled or game.outlined == cython.sizeof(Protista)


class ProtistaEvaluator(FeatureEvaluator):
    """Distances to the targets, threats on them and their defence, material, loops nearly closed."""

    other: FeatureEvaluator | None  # judges games on wide boards, where this one cannot
    goal: int  # where the piece of the last move given to `follow` ends
    goals: int
    crossed: int
    feared: int  # enemy pieces, and the cells beside them
    danger: int
    # of each side, see `measure`
    measured: list[int]  # the targets measured
    boards: list[int]
    steps: list[int]  # to the nearest of them
    spans: list[int]  # to all of them on average, in tenths
    rings: list[int]  # the cells so many steps away or nearer

    def __init__(self, weights: Weights, settings: Mapping[str, int]) -> None:
        super().__init__(FEATURES, weights, settings)
        self.plays = Protista
        self.other = None
        if cython.compiled and MOST_CELLS < bits.MOST_CELLS:
            from schwarm.games.protista import wide

            if wide.Protista is not Protista:  # else there was no compiler for it, and no board is wide
                self.other = wide.ProtistaEvaluator(weights, settings)
                self.plays = (Protista, wide.Protista)
        self.goal = self.goals = self.crossed = self.feared = self.danger = 0
        self.measured = [0, 0]
        self.boards = [0, 0]
        self.steps = zeros(2 * MOST_CELLS)
        self.spans = zeros(2 * MOST_CELLS)
        self.rings = [0] * 10

    def progress(self, game: Game) -> int:
        if self.other is not None and not fits(game):
            return self.other.progress(game)
        limit = cython.cast(Protista, game).turn_limit
        return FULL_PROGRESS * min(cython.cast(Protista, game).turns, limit) // limit if limit else 0

    def count_features(self, game: Game) -> None:
        if self.other is None or fits(game):
            self.count_sides(cython.cast(Protista, game))
            return
        for i in range(self.count):
            self.other.features[i] = 0
        self.other.count_features(game)
        for i in range(self.count):
            self.features[i] = self.other.features[i]

    def count_sides(self, game: Protista) -> None:
        """Count the features of both sides."""
        near_white = game.spread(game.pieces[0])
        near_black = game.spread(game.pieces[1])
        self.count_side(game, 0, 1, near_white, near_black)
        self.count_side(game, 1, -1, near_black, near_white)
        self.features[EXTRA] = game.left * (1 - 2 * game.side)

    def count_side(self, game: Protista, side: int, sign: int, near: int, enemy_near: int) -> None:
        """Add one side's features; `near` are the cells beside its pieces."""
        own = game.pieces[side]
        enemy = game.pieces[1 - side]
        done = game.progress(side)
        self.features[MATERIAL] += sign * game.material[side]
        self.features[PIECES] += sign * popcount(own)
        self.features[REACHED] += sign * done
        self.measure(game, side)
        aims = self.measured[side]
        self.count_ways(game, sign, own, near, aims, game.targets_needed - done)
        self.count_distances(sign, side, own)
        for steps in range(2, NEAR + 1):
            self.features[ATTACK_TWO - 2 + steps] += sign * popcount(own & self.rings[5 * side + steps])
        threats = popcount(aims & near & ~enemy & ~own)
        self.features[THREATS] += sign * threats
        safe = own & (game.stacks | ~enemy_near)
        self.features[SAFE_THREATS] += sign * popcount(self.rings[5 * side + 1] & safe)
        if threats + done >= game.targets_needed:
            self.features[DOUBLE_THREAT] += sign
        self.measure(game, 1 - side)
        theirs = self.measured[1 - side]
        self.features[GUARDED] += sign * popcount(theirs & own)
        for steps in range(1, NEAR):
            self.features[DEFEND_ONE - 1 + steps] += sign * popcount(own & self.rings[5 * (1 - side) + steps])
        self.features[SHIELD] += sign * popcount(theirs & own & game.stacks)
        self.features[STACK_COUNT] += sign * popcount(own & game.stacks)
        self.features[ATTACKERS] += sign * popcount(own & game.halves[1 - side])
        self.features[CONTACTS] += sign * popcount(own & near)
        self.features[HOLES] += sign * popcount(game.enclosed[side])
        self.features[NEARLY_LOOPS] += sign * popcount(self.half_closed(game, own))
        self.features[LOOSE] += sign * popcount(own & ~game.stacks & enemy_near)
        if game.supply:
            self.features[STOCK] += sign * (game.supply - game.material[side])
        self.features[CREATIONS] += sign * self.creations(game, side)
        if self.creations(game, 1 - side):
            last = game.progress(1 - side) + 1 >= game.targets_needed
            around = self.rings[5 * (1 - side) + 1] & ~own & ~enemy & ~near
            self.features[EXPOSED_LAST if last else EXPOSED] += sign * popcount(
                around & game.eligible[1 - side]
            )
        if game.win_king and game.kings & own:
            self.features[KING_ROOM] += sign * popcount(game.spread(game.kings & own) & ~own & ~enemy)

    def creations(self, game: Protista, side: int) -> int:
        """How many creations a side's stock allows, up to three."""
        if game.create_count == 0:
            return 0
        if game.supply == 0:
            return 3
        return min(max(game.supply - game.material[side], 0) // game.create_count, 3)

    def count_ways(self, game: Protista, sign: int, own: int, near: int, aims: int, needed: int) -> None:
        """Steps to the nearest target and to as many as are needed, by widening circles round all pieces."""
        covered = own | near
        left = aims & ~own
        steps = 1
        found = 0
        while left and found < needed and steps < FARTHEST:
            hit = popcount(left & covered)
            if hit and found == 0:
                self.features[NEAREST] += sign * steps
            hit = min(hit, needed - found)
            self.features[FINISH] += sign * hit * steps
            found += hit
            left &= ~covered
            covered |= game.spread(covered)
            steps += 1

    def count_distances(self, sign: int, side: int, own: int) -> None:
        """How far the pieces are from the targets, on average."""
        march = 0
        span = 0
        number = popcount(own)
        while own:
            place = MOST_CELLS * side + lowest(own)
            own &= own - 1
            march += self.steps[place]
            span += self.spans[place]
        if number:
            self.features[MARCH] += sign * (10 * march // number)
            self.features[SPAN] += sign * (span // number)

    def half_closed(self, game: Protista, own: int) -> int:
        """Cells without an own piece that have four or more own neighbours: one move may close a loop."""
        once = twice = thrice = four = 0 & own
        for direction in range(6):
            beside = game.having(own, direction)
            four |= thrice & beside
            thrice |= twice & beside
            twice |= once & beside
            once |= beside
        return four & game.area & ~own

    def under_threat(self, game: Game) -> bool:
        if self.other is not None and not fits(game):
            return self.other.under_threat(game)
        return self.faces_win(cython.cast(Protista, game))

    def faces_win(self, game: Protista) -> bool:
        """Does the enemy stand beside the last target it needs, with nothing but a stack to stop it?"""
        enemy = 1 - game.side
        if game.win_king or game.progress(enemy) + 1 < game.targets_needed:
            return False
        self.measure(game, enemy)
        shields = game.pieces[game.side] & game.stacks
        aims = self.measured[enemy] & ~shields & ~game.pieces[enemy]
        return aims & game.spread(game.pieces[enemy]) != 0

    # --- moves -----------------------------------------------------------------------------------
    def is_chance_move(self, game: Game, move: int) -> bool:
        return kind_of(move) == CREATION

    def prior(self, game: Game, move: int) -> int:
        if self.other is not None and not fits(game):
            return self.other.prior(game, move)
        return self.move_prior(cython.cast(Protista, game), move)

    def move_prior(self, game: Protista, move: int) -> int:
        """Steps onto targets and captures first, then steps towards targets, away from danger."""
        kind = kind_of(move)
        if kind in (GENERATION, CREATION):
            return 30_000
        if kind == UNSTACKING:
            return 8000
        if kind == PASS:
            return 0
        me = game.side
        self.follow(game, move)
        if game.aims[me] & ~game.reached[me] & self.goals:
            return 1_300_000
        if game.pieces[1 - me] & self.crossed:
            return 1_100_000
        if kind == WAVE:
            return 15_000
        self.measure(game, me)
        start = origin_of(move)
        mark = 20_000 + 4000 * (self.steps[MOST_CELLS * me + start] - self.steps[MOST_CELLS * me + self.goal])
        if self.feared != game.pieces[1 - me]:
            self.feared = game.pieces[1 - me]
            self.danger = game.spread(self.feared)
        if self.danger & cell(self.goal):
            mark -= 8000
        if self.danger & cell(start):
            mark += 4000
        return max(mark, 0)

    def follow(self, game: Protista, move: int) -> None:
        """Find the cells a move ends on and those it crosses, for walks the goal of the piece."""
        kind = kind_of(move)
        here = origin_of(move)
        self.goals = self.crossed = 0 & game.area
        if kind == CONTIGUOUS:
            here = goal_exit_of(move) if jumps_of(move) else goal_of(move)
            self.crossed = cell(here)
        elif kind == WAVE:
            turn = first_turn_of(move)
            for _ in range(length_of(move)):
                self.goals |= cell(game.ways[WAYS * here + wave_way_of(move)])
                here = game.ways[WAYS * here + axis_of(move) + turn]
                turn = 1 - turn
            if ending_of(move) == HITS:
                self.goals = 0 & game.area
            self.crossed = self.goals
            return
        else:
            way = way_of(move) + 6 if kind == SHARP_V else way_of(move)
            for leg in range(jumps_of(move) + 1):
                if leg:
                    here = exit_of(move, leg - 1)
                for _ in range(advances_of(move, leg)):
                    here = game.ways[WAYS * here + way]
                    self.crossed |= cell(here)
        self.goal = here
        self.goals = cell(here)

    def measure(self, game: Protista, side: int) -> None:
        """Steps from every cell to the targets a side still has to reach; remembered while they stay."""
        aims = game.aims[side] if game.together else game.aims[side] & ~game.reached[side]
        if aims == self.measured[side] and game.area == self.boards[side]:
            return
        self.boards[side] = game.area
        self.measured[side] = aims
        for number in range(MOST_CELLS):
            self.steps[MOST_CELLS * side + number] = FARTHEST
            self.spans[MOST_CELLS * side + number] = 0
        self.flood(game, side, aims, 0)
        number = popcount(aims)
        while aims:
            self.flood(game, side, aims & ~(aims - 1), number)
            aims &= aims - 1

    def flood(self, game: Protista, side: int, start: int, parts: int) -> None:
        """Spread from targets: note steps and rings, or with `parts` one target's part of the spans."""
        fresh = start
        covered = start
        distance = 0
        while fresh:
            if parts == 0 and distance <= NEAR:
                self.rings[5 * side + distance] = covered
            while fresh:
                place = MOST_CELLS * side + lowest(fresh)
                fresh &= fresh - 1
                if parts:
                    self.spans[place] += 10 * distance // parts
                else:
                    self.steps[place] = distance
            fresh = game.spread(covered) & ~covered
            covered |= fresh
            distance += 1
        if parts == 0:
            for steps in range(distance, NEAR + 1):
                self.rings[5 * side + steps] = covered

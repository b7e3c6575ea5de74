"""Where each side of Protista can land next move, and how many moves it needs to the targets.

Only kinds that go farther than a step are looked for, as the standard rules have them: leaps of sharp Vs,
cannons of isolated rows, unstacked lines and the corners of generations. Contiguous moves and waves end on
cells that a step reaches too; third leaps and portals are left out.
"""

from __future__ import annotations

import cython

from schwarm.games.protista.rules import Protista
from schwarm.games.protista.tables import *

if not cython.compiled:
    from schwarm.bits import MOST_CELLS, OFF, PLACES, cell, lowest, popcount

FARTHEST = 8
RING = 6  # pieces of the smallest loop


class ProtistaReach:
    """What both sides could do next; `which` is 0 for the side to move, 1 for the other."""

    near: list[int]  # cells beside a side's pieces
    lands: list[int]  # cells a side can land on, captures included
    grown: list[int]  # empty cells a side can put a new piece on
    points: list[int]  # pieces that can leap
    pairs: list[int]  # of pieces that can generate
    moves: list[int]  # moves[MOST_CELLS*which + target]: how many it takes to land there, up to FARTHEST

    def __init__(self) -> None:
        self.near = [0, 0]
        self.lands = [0, 0]
        self.grown = [0, 0]
        self.points = [0, 0]
        self.pairs = [0, 0]
        self.moves = zeros(2 * MOST_CELLS)

    def survey(self, game: Protista, side: int, which: int) -> None:
        """Find out where a side can land."""
        own = game.pieces[side]
        self.near[which] = self.lands[which] = game.spread(own)
        self.grown[which] = 0 & own
        self.points[which] = self.pairs[which] = 0
        may_grow = not game.supply or game.supply > game.material[side]
        rest = own
        while rest:
            number = lowest(rest)
            rest &= rest - 1
            links = game.linked[PLACES * side + number]
            openings = links & (links >> 1 | links << 5)  # directions with a leg there and in the next one
            if openings:
                self.points[which] += 1
                self.leap(game, side, which, number, openings)
            elif links and not links & (links - 1):
                self.shoot(game, side, which, number, lowest(links))
            if game.height[number] > 2:
                self.unstack(game, side, which, number)
            if may_grow and game.partners[number] & own:
                self.generate(game, side, which, number)
        self.lands[which] &= ~own & ~(game.pieces[1 - side] & game.stacks)

    def leap(self, game: Protista, side: int, which: int, number: int, openings: int) -> None:
        """Where the point of sharp Vs leaps to: once, or twice from longer legs."""
        for direction in range(6):
            if not openings >> direction & 1:
                continue
            way = direction + 9 if direction < 3 else direction + 3  # the leap away from the opening
            goal = game.ways[WAYS * number + way]
            if goal == OFF or game.owner[goal] == side:
                continue
            self.lands[which] |= cell(goal)
            if game.height[goal] > 1:
                continue
            after = direction + 1 if direction < 5 else 0
            one = game.ways[WAYS * game.ways[WAYS * number + direction] + direction]
            other = game.ways[WAYS * game.ways[WAYS * number + after] + after]
            if game.owner[one] == side and game.owner[other] == side:
                goal = game.ways[WAYS * goal + way]
                if goal != OFF:
                    self.lands[which] |= cell(goal)

    def shoot(self, game: Protista, side: int, which: int, number: int, direction: int) -> None:
        """Where the end of an isolated row goes; the row lies in this direction."""
        back = direction + 3 if direction < 3 else direction - 3
        length = 2  # with both ends
        here = game.ways[WAYS * number + direction]
        while game.linked[PLACES * side + here] == cell(direction) | cell(back):
            length += 1
            here = game.ways[WAYS * here + direction]
        if game.linked[PLACES * side + here] != cell(back):
            return  # not isolated
        here = game.ways[WAYS * number + back]
        while length and here != OFF and game.owner[here] != side:
            self.lands[which] |= cell(here)
            if game.height[here] > 1:
                return
            here = game.ways[WAYS * here + back]
            length -= 1

    def unstack(self, game: Protista, side: int, which: int, number: int) -> None:
        """The lines that a stack can become."""
        for direction in range(6):
            line = 0 & game.area
            here = number
            left = game.height[number] - 1
            while left:
                here = game.ways[WAYS * here + direction]
                if here == OFF or game.owner[here] == side or game.height[here] > 1:
                    break
                line |= cell(here)
                left -= 1
            if left == 0:
                self.lands[which] |= line

    def generate(self, game: Protista, side: int, which: int, number: int) -> None:
        """The corners that pairs of this piece and others fill."""
        for direction in range(3):
            if game.owner[game.far[6 * number + direction]] != side:
                continue
            here = number
            left = game.gen_gap
            while left:
                here = game.ways[WAYS * here + direction]
                if game.owner[here] != EMPTY:
                    break
                left -= 1
            if left:
                continue
            self.pairs[which] += 1
            for turn in range(1, 6, 4):
                corner = game.far[6 * number + (direction + turn) % 6]
                if game.owner[corner] == EMPTY:
                    self.grown[which] |= cell(corner)

    def count_moves(self, game: Protista, side: int, which: int, targets: int) -> None:
        """Moves to each of some cells: the first goes as far as it can, all others are steps."""
        left = targets
        covered = game.pieces[side]
        moves = 0
        while left:
            hit = left & covered if moves < FARTHEST else left
            left ^= hit
            while hit:
                self.moves[MOST_CELLS * which + lowest(hit)] = moves
                hit &= hit - 1
            covered |= game.spread(covered) if moves else self.lands[which] | self.grown[which]
            moves += 1

    def closings(self, game: Protista, side: int, which: int) -> int:
        """Empty cells where one more piece of a side would close a loop."""
        count = 0
        rest = game.pieces[side] & self.near[which]
        while rest:
            group = fresh = cell(lowest(rest))
            rim = 0 & group
            rest ^= fresh
            while fresh:
                beside = game.around[lowest(fresh)]
                fresh &= fresh - 1
                rim |= beside
                beside &= rest
                rest ^= beside
                group |= beside
                fresh |= beside
            if popcount(group) >= RING - 1:
                count += self.gaps(game, side, group, rim)
        return count

    def gaps(self, game: Protista, side: int, group: int, rim: int) -> int:
        """Empty cells of a set's rim between two of its pieces that do not touch each other there."""
        count = 0
        rest = rim & ~game.pieces[0] & ~game.pieces[1]
        while rest:
            number = lowest(rest)
            rest &= rest - 1
            links = game.linked[PLACES * side + number]
            if SPLITS[links]:
                heads = links & ~(links >> 1 | links << 5)  # the last neighbour of each run
                runs = 0
                while heads:
                    if group & cell(game.ways[WAYS * number + lowest(heads)]):
                        runs += 1
                    heads &= heads - 1
                if runs > 1:
                    count += 1
        return count

    # --- for people ------------------------------------------------------------------------------
    def goals(self, game: Protista) -> list[int]:
        """The cells where the side to move could have a new piece, or one of its own, after its next move."""
        self.survey(game, game.side, 0)
        found = self.lands[0] | self.grown[0]
        return [number for number in range(MOST_CELLS) if found & cell(number)]

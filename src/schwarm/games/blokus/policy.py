"""What random games and first visits in tree search know of Blokus: weights on facts of a placement.

The weights are in data/bots.json: for each fact one at the start and one at the end of a game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cython

from schwarm.game.game import Game
from schwarm.games.blokus import tables
from schwarm.games.blokus.rules import Blokus
from schwarm.search.policy import Policy

if cython.compiled:
    from cython.cimports.libc.math import exp
else:
    from math import exp

    from schwarm.bits import below, lowest, mix, ones_of

if not cython.compiled:
    SIZE, OPENED, LOST, DENIED, RECENT, TOUCHES, MATE, CENTRE, CONTESTED, SKIPS = range(10)
FACTS = ("size", "opened", "lost", "denied", "recent", "touches", "mate", "centre", "contested", "skips")
COUNT = len(FACTS)
DEPTH = tables.DEPTH
FIELDS = tables.FIELDS
LONGEST = tables.LONGEST
LINES = tables.LINES
SKIP = tables.SKIP
ALL = tables.ALL
SIZE_OF = tables.SIZE_OF
HEIGHT = tables.HEIGHT
OFFSET = tables.OFFSET
KIND_BIT = tables.KIND_BIT
OF_SIZE = tables.OF_SIZE
ROW = tables.ROW
RANK = tables.RANK
ROW_BY_RANK = tables.ROW_BY_RANK
# SORTED[BEGIN_OF[size]:BEGIN_OF[size + 1]]: the shapes of a size.
SORTED = sorted(range(tables.SHAPES), key=lambda shape: SIZE_OF[shape])
BEGIN_OF = [sum(1 for shape in SORTED if SIZE_OF[shape] < size) for size in range(7)]
LAST_SLOT = 72  # from there on the late weights count alone
CLEAR_LEAD = 25.0  # points that make an ended game worth nearly a whole one


class BlokusPolicy(Policy):
    """Large pieces that go on, and deny the enemy's corners; in random games the largest that fits."""

    early: list[float]
    late: list[float]
    weights: list[float]  # of the present position
    facts: list[int]
    corners: list[int]  # of each colour, LINES rows
    free: list[int]  # where each colour may lay, LINES rows
    recent: list[int]  # corners that the enemy's last two moves opened
    target: list[int]  # the same, shifted by 0 to 4 columns, DEPTH rows each
    covering: list[int]  # columns where the shape tried last covers one, by rows

    def __init__(self, weights: Mapping[str, Sequence[float]]) -> None:
        """For each fact its weight at the start and at the end, as exponents of e."""
        self.early = [0.0] * 10
        self.late = [0.0] * 10
        for place, name in enumerate(FACTS):
            self.early[place], self.late[place] = weights.get(name, (0.0, 0.0))
        self.weights = [0.0] * 10
        self.facts = [0] * 10
        self.corners = [0] * 104
        self.free = [0] * 104
        self.recent = [0] * 26
        self.target = [0] * 120
        self.covering = [0] * 24

    # --- first visits ----------------------------------------------------------------------------
    def begin(self, game: Game) -> None:
        self.look(cython.cast(Blokus, game))

    def progress(self, game: Blokus) -> float:
        """How much the late weights count, from 0 to 1."""
        return 1.0 * min(game.slot, LAST_SLOT) / LAST_SLOT

    def look(self, game: Blokus) -> None:
        """Note free squares and corners of all colours, and the weights of the present slot."""
        late = self.progress(game)
        for i in range(COUNT):
            self.weights[i] = (1.0 - late) * self.early[i] + late * self.late[i]
        for colour in range(game.colours):
            base = LINES * colour + 1
            first = game.hand[colour] == ALL
            for y in range(game.size):
                own = game.own[base + y]
                beside = game.own[base + y - 1] | game.own[base + y + 1]
                free = game.within & ~(game.taken[1 + y] | own << 1 | own >> 1 | beside)
                self.free[base + y] = free
                self.corners[base + y] = free & (game.begin[y] if first else beside << 1 | beside >> 1)
            if not game.valid >> colour & 1:
                for y in range(game.size):
                    self.corners[base + y] = 0
        self.look_back(game)

    def look_back(self, game: Blokus) -> None:
        """Find the corners that the enemy's last two moves opened."""
        for y in range(LINES):
            self.recent[y] = 0
        at = game.turn - game.start_turn
        found = 0
        for i in range(1, 5):
            if i > at or found == 2:
                break
            move = game.trail[at - i]
            slot = game.past[at - i] & 65535
            if move < SKIP and (slot ^ game.slot) & 1:
                found += 1
                self.mark_corners(game, slot % game.colours, move)

    def mark_corners(self, game: Blokus, colour: int, move: int) -> None:
        """Add the corners that a colour has now because of a move."""
        shape = move // FIELDS
        x = move % FIELDS // LONGEST
        top = ROW_BY_RANK[move % LONGEST] + 1
        base = LINES * colour
        for k in range(-1, HEIGHT[shape] + 1):
            y = top + k
            if y < 1 or y > game.size:
                continue
            above = ROW[5 * shape + k - 1] << x if k >= 1 else 0
            below_it = ROW[5 * shape + k + 1] << x if k + 1 < HEIGHT[shape] else 0
            own = game.own[base + y]
            beside = game.own[base + y - 1] | game.own[base + y + 1]
            free = game.within & ~(game.taken[y] | own << 1 | own >> 1 | beside)
            self.recent[y] |= ((above | below_it) << 1 | (above | below_it) >> 1) & free

    def count_facts(self, game: Blokus, move: int) -> None:
        """Count the facts of a placement; `look` was called for its position."""
        for i in range(COUNT):
            self.facts[i] = 0
        if move >= SKIP:
            self.facts[SKIPS] = 1
            return
        shape = move // FIELDS
        x = move % FIELDS // LONGEST
        top = ROW_BY_RANK[move % LONGEST] + 1
        colour = game.slot % game.colours
        base = LINES * colour
        enemy = LINES * ((colour + 1) % game.colours)
        mate = LINES * ((colour + 2) % game.colours)
        other = LINES * ((colour + 3) % game.colours)
        self.facts[SIZE] = SIZE_OF[shape]
        for k in range(-1, HEIGHT[shape] + 1):
            y = top + k
            if y < 1 or y > game.size:
                continue
            here = ROW[5 * shape + k] << x if 0 <= k < HEIGHT[shape] else 0
            above = ROW[5 * shape + k - 1] << x if k >= 1 else 0
            below_it = ROW[5 * shape + k + 1] << x if k + 1 < HEIGHT[shape] else 0
            edges = (here << 1 | here >> 1 | above | below_it) & ~here
            opened = ((above | below_it) << 1 | (above | below_it) >> 1) & self.free[base + y]
            opened &= ~(here | edges | self.corners[base + y])
            enemies = self.corners[enemy + y] | self.corners[other + y]
            self.facts[OPENED] += ones_of(opened)
            self.facts[CONTESTED] += ones_of(opened & enemies)
            self.facts[LOST] += ones_of((here | edges) & self.corners[base + y])
            self.facts[TOUCHES] += ones_of(edges & (game.own[enemy + y] | game.own[other + y]))
            if here:
                self.facts[DENIED] += ones_of(here & enemies)
                self.facts[RECENT] += ones_of(here & self.recent[y])
                if mate != base:
                    self.facts[MATE] += ones_of(here & self.corners[mate + y])
                if 6 <= y <= 15:
                    self.facts[CENTRE] += ones_of(here & 32736)

    def weight(self, game: Game, move: int) -> float:
        self.count_facts(cython.cast(Blokus, game), move)
        total = 0.0
        for i in range(COUNT):
            total += self.weights[i] * self.facts[i]
        found: float = exp(total)
        return found

    def facts_of(self, game: Blokus, move: int) -> list[float]:
        """The facts of a move as they count at the start, then as they count at the end."""
        self.look(game)
        self.count_facts(game, move)
        late = self.progress(game)
        facts = [self.facts[i] for i in range(COUNT)]
        return [(1.0 - late) * fact for fact in facts] + [late * fact for fact in facts]

    # --- random games ----------------------------------------------------------------------------
    def draw(self, game: Game, word: int) -> bool:
        return self.draw_placement(cython.cast(Blokus, game), word) or game.pick(word)

    def draw_placement(self, game: Blokus, word: int) -> bool:
        """Draw one of the largest pieces that fit, if possible one that covers a corner opened lately."""
        self.look_back(game)
        marked = 0
        for y in range(game.size):
            self.target[y] = self.recent[y + 1]
            marked |= self.recent[y + 1]
        if marked:
            for y in range(game.size, DEPTH):
                self.target[y] = 0
            for i in range(4 * DEPTH):
                self.target[DEPTH + i] = self.target[i] >> 1
        colour = game.slot % game.colours
        game.prepare(colour)
        if game.bottom < 0:
            return False
        hand = game.playable(colour)
        for size in range(5, 0, -1):
            if not hand & OF_SIZE[size]:
                continue
            count = best = 0
            chosen = -1
            for i in range(BEGIN_OF[size], BEGIN_OF[size + 1]):
                shape = SORTED[i]
                if not hand & KIND_BIT[shape] or not game.try_shape(shape):
                    continue
                covers = marked and self.try_targets(game, shape)
                if covers > best:
                    best = 1
                    count = 0
                elif covers < best:
                    continue
                ways = 0
                for y in range(20):
                    ways += ones_of(self.covering[y] if best else game.fits[y])
                count += ways
                word = mix(word + 1)
                if below(word, count) < ways:
                    chosen = shape
            if chosen >= 0:
                self.place_shape(game, chosen, best, word)
                return True
        return False

    def try_targets(self, game: Blokus, shape: int) -> int:
        """Where does the shape tried last cover a corner opened lately? 1 if anywhere."""
        a = OFFSET[5 * shape]
        b = OFFSET[5 * shape + 1]
        c = OFFSET[5 * shape + 2]
        d = OFFSET[5 * shape + 3]
        e = OFFSET[5 * shape + 4]
        found = 0
        for y in range(20):
            here = game.fits[y] & (
                self.target[a + y]
                | self.target[b + y]
                | self.target[c + y]
                | self.target[d + y]
                | self.target[e + y]
            )
            self.covering[y] = here
            found |= here
        return 1 if found else 0

    def place_shape(self, game: Blokus, shape: int, covers: int, word: int) -> None:
        """Write one placement of a shape to stack[0], if it can be one that covers a target."""
        game.try_shape(shape)
        if covers:
            self.try_targets(game, shape)
        count = 0
        for y in range(20):
            count += ones_of(self.covering[y] if covers else game.fits[y])
        left = below(mix(word + 2), count)
        for y in range(20):
            rest = self.covering[y] if covers else game.fits[y]
            ways = ones_of(rest)
            if left < ways:
                while left:
                    rest &= rest - 1
                    left -= 1
                game.stack[0] = FIELDS * shape + LONGEST * lowest(rest) + RANK[y]
                return
            left -= ways

    def mover(self, game: Game) -> int:
        return self.colour_of(cython.cast(Blokus, game))

    def colour_of(self, game: Blokus) -> int:
        """The colour to move."""
        return game.slot % game.colours

    def result(self, game: Game) -> float:
        return self.result_of(cython.cast(Blokus, game))

    def result_of(self, game: Blokus) -> float:
        """Half of it for the win, half for the margin."""
        lead = game.lead()
        size = lead if lead >= 0 else -lead
        return 0.5 * game.score() + 0.5 * lead / (size + CLEAR_LEAD)

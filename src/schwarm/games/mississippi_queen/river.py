"""The Mississippi: fields and their neighbours, what lies on them, and how all that is drawn (S1-S4).

All eight segments lie in arrays made once; drawing the hidden ones anew writes over them. Field
numbers and directions: see tables.py.
"""

from __future__ import annotations

import cython

from schwarm.game.game import Game
from schwarm.game.rulebook import Setup
from schwarm.games.mississippi_queen import board
from schwarm.games.mississippi_queen.tables import *

if not cython.compiled:
    from schwarm.bits import Mark, advance, below, cell, mix


# S3, S4: what the generator puts into a segment.
FEWEST_ISLANDS = 2  # or one more
FEWEST_SPECIALS = 1  # or one more; each a sandbank or a log
PASSENGERS = 5
INNER_PLACES = 15  # places 15 to 19 stay free
FIRST_GOAL = 17  # places 17 to 19 of the last segment


class River(Game):
    """The board of a game. Segments from field `high` on are hidden from the players."""

    river_mark: Mark
    river_state: Mark
    beside: list[int]  # beside[6*field + direction]: the next field, NOWHERE beyond the banks
    kind: list[int]  # kind[field]
    flow: list[int]  # direction of each segment
    centre_x: list[int]
    centre_y: list[int]
    island: list[int]  # field of each passenger, in the order of fields
    pier: list[int]  # direction of its landing stage
    stage: list[int]  # the field there
    passengers: int  # how many passengers this river has
    gone: int  # one bit for each passenger that has left its island
    digest: list[int]  # fingerprint of each segment
    low: int  # first visible field
    high: int  # first hidden field
    random: int
    river_end: Mark

    def __init__(self, setup: Setup, widest: int, longest: int) -> None:
        super().__init__(setup, widest, longest, frame=1)
        self.beside = [0] * 966
        self.kind = [0] * 161
        self.flow = [0] * 8
        self.centre_x = [0] * 8
        self.centre_y = [0] * 8
        self.island = [0] * 8
        self.pier = [0] * 8
        self.stage = [0] * 8
        self.digest = [0] * 8
        self.passengers = self.gone = 0
        self.low = self.high = 0
        self.random = 0
        self.kind[NOWHERE] = ISLAND
        for direction in range(6):
            self.beside[6 * NOWHERE + direction] = NOWHERE

    def outline(self) -> None:
        Game.outline(self)
        if cython.compiled:
            self.hold(
                cython.address(self.river_mark),
                cython.address(self.river_state),
                cython.address(self.river_end),
                cython.sizeof(River),
            )

    # --- an explicit river -------------------------------------------------------------------------
    def lay_out(self, segments: list[str]) -> int:
        """Put up the segments of a river's text, which has no faults; return how many are known."""
        known = segments.index(board.UNKNOWN) if board.UNKNOWN in segments else len(segments)
        for segment in range(known):
            self.lay(segment, int(segments[segment][0]))
        for segment in range(known):
            self.link(segment)
            for place, letter in enumerate(segments[segment][1:]):
                field = 20 * segment + place
                if letter in board.KINDS[1:]:
                    self.set_kind(field, board.KINDS.index(letter))
                elif letter != board.KINDS[WATER]:
                    self.add_passenger(field, board.pier(letter))
                    if letter in board.GONE:
                        self.gone |= cell(self.passengers - 1)
        return known

    def river_text(self) -> str:
        """All eight segments as text."""
        return "/".join(self.segment_text(segment) for segment in range(8))

    def segment_text(self, segment: int) -> str:
        """Direction and letters of a segment."""
        letters = [board.KINDS[self.kind[20 * segment + place]] for place in range(20)]
        for i in range(self.passengers):
            if self.island[i] // 20 == segment:
                names = board.GONE if self.gone & cell(i) else board.WAITING
                letters[self.island[i] - 20 * segment] = names[self.pier[i]]
        return str(self.flow[segment]) + "".join(letters)

    def lay(self, segment: int, direction: int) -> None:
        """Let a segment flow in a direction, from the one before it on; all water, links not yet made."""
        self.flow[segment] = direction
        if segment == 0:
            self.centre_x[0] = self.centre_y[0] = 0
        else:
            self.centre_x[segment] = self.centre_x[segment - 1] + CENTRE_X[direction]
            self.centre_y[segment] = self.centre_y[segment - 1] + CENTRE_Y[direction]
        for field in range(20 * segment, 20 * segment + 20):
            self.kind[field] = WATER
        self.digest[segment] = mix(8 * segment + direction + 1)

    def link(self, segment: int) -> None:
        """Note the neighbours of a segment's fields; the segments around it have been laid."""
        before = self.flow[segment - 1] if segment > 0 else 3
        after = self.flow[segment + 1] if segment < 7 else 3
        web = 120 * (36 * before + 6 * self.flow[segment] + after)
        for i in range(120):
            place = WEB[web + i]
            self.beside[120 * segment + i] = NOWHERE if place == NOWHERE else 20 * segment + place

    def set_kind(self, field: int, kind: int) -> None:
        """Put something into water; it shows in the segment's fingerprint."""
        self.kind[field] = kind
        self.digest[field // 20] ^= mix(256 * kind + field + 1024)

    def add_passenger(self, field: int, pier: int) -> None:
        """Put a passenger into water, behind all others in the order of fields."""
        self.set_kind(field, ISLAND)
        self.digest[field // 20] ^= mix(256 * pier + field + 4096)
        self.island[self.passengers] = field
        self.pier[self.passengers] = pier
        self.stage[self.passengers] = self.beside[6 * field + pier]
        self.passengers += 1

    # --- drawing (S1-S4) ---------------------------------------------------------------------------
    def resample(self, word: int) -> None:
        if self.high < NOWHERE:
            self.draw_from(self.high // 20, word)

    def draw_from(self, first: int, word: int) -> None:
        """Draw the segments from `first` (1 or more) on, given the ones before it, as the start does."""
        self.random = word
        self.forget(first)
        self.draw_course(first)
        for segment in range(first - 1, 8):
            self.link(segment)
        for i in range(self.passengers):  # a stage may lie where the last known segment had no links before
            self.stage[i] = self.beside[6 * self.island[i] + self.pier[i]]
        for segment in range(first, 8):
            self.draw_segment(segment)
            # S4: what the segments so far lack of five passengers is dealt to those left among 1 to 6.
            if segment < 7 and self.draw(7 - segment) < PASSENGERS - self.passengers:
                self.draw_passenger(segment)

    def forget(self, first: int) -> None:
        """Drop the passengers of the segments from `first` on."""
        while self.passengers > 0 and self.island[self.passengers - 1] >= 20 * first:
            self.passengers -= 1

    def draw_course(self, first: int) -> None:
        """S2: draw the directions from segment `first` on; a river that would cross itself is drawn again."""
        while True:
            for segment in range(first, 8):
                direction = self.flow[segment - 1]
                if segment == 1:
                    direction = 0
                elif direction == 2:
                    direction = 1 + self.draw(2)
                elif direction == 4:
                    direction = 4 + self.draw(2)
                else:
                    direction = (direction + 5 + self.draw(3)) % 6
                self.lay(segment, direction)
            if not self.overlapping():
                return

    def overlapping(self) -> bool:
        """D12: do two segments share a field?"""
        course = 0
        for segment in range(8):
            course = 8 * course + self.flow[segment]
        return course == OVERLAPS[0] or course == OVERLAPS[1]

    def draw_segment(self, segment: int) -> None:
        """S3: draw what lies in a segment besides the passenger."""
        if segment == 7:
            for place in range(FIRST_GOAL, 20):
                self.set_kind(140 + place, GOAL)
        for _ in range(FEWEST_ISLANDS + self.draw(2)):
            self.put(segment, ISLAND)
        for _ in range(FEWEST_SPECIALS + self.draw(2)):
            self.put(segment, SANDBANK if self.draw(2) else LOG)

    def put(self, segment: int, kind: int) -> None:
        """S3: put something into a water field among places 0 to 14."""
        field = 20 * segment + self.draw(INNER_PLACES)
        while self.kind[field] != WATER:
            field = 20 * segment + self.draw(INNER_PLACES)
        self.set_kind(field, kind)

    def draw_passenger(self, segment: int) -> None:
        """S4: put a passenger into a water field whose landing stage is water of the same segment."""
        while True:
            field = 20 * segment + self.draw(INNER_PLACES)
            pier = self.draw(6)
            stage = self.beside[6 * field + pier]
            if self.kind[field] == WATER and self.kind[stage] == WATER and stage // 20 == segment:
                self.add_passenger(field, pier)
                return

    def draw(self, count: int) -> int:
        """A random number from 0 to count-1."""
        self.random = advance(self.random)
        return below(mix(self.random), count)

    # --- coordinates -------------------------------------------------------------------------------
    def x_of(self, field: int) -> int:
        """Offset coordinate x of a field."""
        segment = field // 20
        return self.centre_x[segment] + OFFSET_X[20 * self.flow[segment] + field - 20 * segment]

    def y_of(self, field: int) -> int:
        """Offset coordinate y of a field."""
        segment = field // 20
        return self.centre_y[segment] + OFFSET_Y[20 * self.flow[segment] + field - 20 * segment]

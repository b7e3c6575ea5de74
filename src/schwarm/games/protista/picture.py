"""Protista as values: the board with targets, holes and portals, and what a move of each kind does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from schwarm.bits import OFF
from schwarm.game.board import ROW_HEIGHT, Board, Cell, Description, Fact, Mark, Piece, Shape
from schwarm.games.protista import codes, placement
from schwarm.games.protista.options import KINDS, SIDES
from schwarm.games.protista.tables import (
    CONTIGUOUS,
    CREATION,
    CUP,
    GENERATION,
    HITS,
    PASS,
    SHARP_V,
    SINGLE,
    STACKS,
    UNSTACKING,
    WAVE,
    WAYS,
    Grid,
    grid,
)

if TYPE_CHECKING:
    from schwarm.games.protista.rules import Protista

UNLIMITED = -1  # stock where the supply has no bound


# --- the board -------------------------------------------------------------------------------------
def board_of(game: Protista) -> Board:
    """Cells by whose half they are in; targets are marked for the side that wants to reach them.

    Holes and portals name the pieces around them that make them; pieces that hang together are a colony.
    """
    cells = grid(game.rows, game.cols)
    contents = game.contents()
    pieces = tuple(piece_on(cells, contents, number) for number in contents)
    scenes = [MoveOnBoard(cells, number, contents, contents) for number in range(len(SIDES))]
    marks = [
        Mark("hole", hole, side, around=scene.bank(hole))
        for side, scene in zip(SIDES, scenes, strict=True)
        for hole in game.holes(side)
    ]
    marks += [mark for scene in scenes for mark in scene.colonies()]
    marks += [
        Mark("reached" if reached else "target", (cells.names[number],), side)
        for number, side, reached in game.targets()
    ]
    marks += [
        Mark("portal", (portal,), around=scenes[game.side].names(scenes[game.side].cup(number, OFF)))
        for portal in game.portals()
        for number in [cells.names.index(portal)]
    ]
    marks += [Mark("gone", tuple(cells.names[n] for n in hole), game.to_move) for hole in game.holes_met()]
    supply = game.setup.number("supply")
    facts = [
        Fact("left", game.left),
        Fact("in_turn", game.in_turn),
        Fact("turns", game.turns),
        Fact("targets_needed", game.setup.number("targets_needed")),
    ]
    for side, (_, targets, material) in game.standing().items():
        facts += [
            Fact("targets", targets, side),
            Fact("material", material, side),
            Fact("stock", max(0, supply - material) if supply else UNLIMITED, side),
            Fact("loops", len(game.holes(side)), side),
        ]
    return Board(Shape.HEX, ground(cells), pieces, tuple(marks), facts=tuple(facts))


def ground(cells: Grid) -> tuple[Cell, ...]:
    """B1, B2: the cells with the half they belong to."""
    half = cells.rows // 2
    found = []
    for number, name in enumerate(cells.names):
        row, column = divmod(number, cells.cols)
        kind = (
            f"home-{SIDES[0]}"
            if row < half
            else f"home-{SIDES[1]}"
            if row >= cells.rows - half
            else "neutral"
        )
        found.append(Cell(name, column, row, column + row % 2 / 2, ROW_HEIGHT * (cells.rows - 1 - row), kind))
    return tuple(found)


def piece_on(cells: Grid, contents: Mapping[int, placement.CellContents], number: int) -> Piece:
    """The piece on a cell that is not empty; a stack is one piece whose value is its height."""
    piece = contents[number]
    return Piece(cells.names[number], "king" if piece.king else "cellule", SIDES[piece.side], piece.height)


# --- moves -----------------------------------------------------------------------------------------
def describe(game: Protista, code: int) -> Description:
    """What a legal move does; a creation that is not made yet has no cells."""
    kind = codes.kind_of(code)
    plain = Description(game.write(code), game.to_move, "pass" if kind == PASS else KINDS[kind][0])
    if kind == PASS or (kind == CREATION and codes.created_of(code) == 0):
        return replace(plain, chance=kind == CREATION)
    scene = MoveOnBoard(
        grid(game.rows, game.cols), game.side, game.contents(), game.after(code, game.contents)
    )
    found = scene.with_changes(plain)
    if kind == WAVE:
        return scene.wave(code, found)
    if kind == GENERATION:
        return scene.generation(code, found)
    if kind == CREATION:
        return replace(found, created=scene.fresh(), chance=True)
    if kind == UNSTACKING:
        return scene.unstacking(code, found)
    return scene.one_piece(code, found)


@dataclass(frozen=True, slots=True)
class MoveOnBoard:
    """A move of a side on a board, with the contents before and after it."""

    cells: Grid
    side: int
    before: Mapping[int, placement.CellContents]
    after: Mapping[int, placement.CellContents]

    def names(self, numbers: list[int]) -> tuple[str, ...]:
        """Cells as text."""
        return tuple(self.cells.names[number] for number in numbers)

    def own(self, number: int) -> bool:
        """Does a piece of the mover stand there before the move?"""
        return number in self.before and self.before[number].side == self.side

    def next_to(self, number: int, way: int) -> int:
        """The cell one step (way 0-5) or leap (6-11) away."""
        return self.cells.ways[WAYS * number + way]

    def fresh(self) -> tuple[str, ...]:
        """The cells that hold a piece of the mover only after the move."""
        return self.names(
            [n for n, piece in self.after.items() if piece.side == self.side and not self.own(n)]
        )

    def with_changes(self, found: Description) -> Description:
        """K0, K7: enemy pieces that are taken, and stacks that are hit but stay."""
        captured, struck = [], []
        for number, piece in self.before.items():
            if piece.side != self.side:
                then = self.after.get(number)
                if then is None or then.side == self.side:
                    captured.append(piece_on(self.cells, self.before, number))
                elif then.height < piece.height:
                    struck.append(number)
        return replace(found, captured=tuple(captured), struck=self.names(struck))

    def one_piece(self, code: int, found: Description) -> Description:
        """K1, K2, K3, K5: one piece goes, stacks, captures, hits, or passes portals."""
        start = codes.origin_of(code)
        path, jumped = self.joined(code) if codes.kind_of(code) == CONTIGUOUS else self.walked(code)
        also = ("stacking",) if codes.ending_of(code) == STACKS else ()
        shape = self.arrangement(code)
        for number in jumped:
            shape += [near for near in self.cup(number, start) if near not in shape]
        aimed = path[-1]
        if codes.ending_of(code) == HITS:
            aimed = path.pop()
        goal = path[-1]
        return replace(
            found,
            piece=piece_on(self.cells, self.before, start),
            start=self.cells.names[start],
            goal=self.cells.names[goal],
            path=self.names(path),
            moved=((self.cells.names[start], self.cells.names[goal]),) if goal != start else (),
            shape=self.names(shape),
            also=also + (("portal",) if jumped else ()),
            clicks=(self.names([start, aimed]),),
        )

    def walked(self, code: int) -> tuple[list[int], list[int]]:
        """The cells of a walk, the stack it hits at their end, and the portals it passes."""
        way = codes.way_of(code) + (6 if codes.kind_of(code) == SHARP_V else 0)
        path, portals = [codes.origin_of(code)], []
        for leg in range(codes.jumps_of(code) + 1):
            if leg:
                portals += [path[-1], codes.exit_of(code, leg - 1)]
                path.append(portals[-1])
            for _ in range(codes.advances_of(code, leg)):
                path.append(self.next_to(path[-1], way))
        if codes.ending_of(code) == HITS:
            path.append(self.next_to(path[-1], way))
        return path, portals

    def joined(self, code: int) -> tuple[list[int], list[int]]:
        """The same for a contiguous move, which goes to its goal at once."""
        path = [codes.origin_of(code), codes.goal_of(code)]
        if not codes.jumps_of(code):
            return path, []
        path.append(codes.goal_exit_of(code))
        return path, path[1:]

    # --- the arrangement that allows a move ----------------------------------------------------------
    def arrangement(self, code: int) -> list[int]:
        """K2: the connected set; K3: the row; K5: both legs and the point; a single step needs nothing."""
        kind, start = codes.kind_of(code), codes.origin_of(code)
        if kind == SINGLE:
            return []
        if kind == CONTIGUOUS:
            return self.connected(start)
        back = (codes.way_of(code) + 3) % 6
        found = [start, *self.row(start, back)]
        return found + self.row(start, (back + 1) % 6) if kind == SHARP_V else found

    def row(self, start: int, way: int) -> list[int]:
        """The unbroken own pieces from a cell on, the cell itself left out."""
        found = []
        here = self.next_to(start, way)
        while self.own(here):
            found.append(here)
            here = self.next_to(here, way)
        return found

    def connected(self, start: int) -> list[int]:
        """The set of own pieces that hang together with one."""
        found, edge = {start}, [start]
        while edge:
            here = edge.pop()
            near = {self.next_to(here, way) for way in range(6)} - found
            fresh = [number for number in near if self.own(number)]
            found.update(fresh)
            edge += fresh
        return sorted(found)

    def cup(self, portal: int, lifted: int) -> list[int]:
        """K9: the three pieces around a portal; the moving piece is lifted and does not count."""
        near = [self.next_to(portal, way) for way in range(6)]
        for side in (self.side, 1 - self.side):
            held = [n != lifted and n in self.before and self.before[n].side == side for n in near]
            if CUP[sum(1 << way for way in range(6) if held[way])]:
                return [number for number, there in zip(near, held, strict=True) if there]
        return []

    # --- what a position holds, whoever moves ----------------------------------------------------------
    def bank(self, hole: tuple[str, ...]) -> tuple[str, ...]:
        """L1: the own pieces next to a hole, which close it in."""
        inside = [self.cells.names.index(name) for name in hole]
        near = {self.next_to(number, way) for number in inside for way in range(6)}
        return self.names(sorted(number for number in near if self.own(number)))

    def colonies(self) -> list[Mark]:
        """K2: the connected sets of two pieces or more, with the links between neighbours."""
        found = []
        rest = {number for number in self.before if self.own(number)}
        while rest:
            members = self.connected(min(rest))
            rest -= set(members)
            links = [(a, self.next_to(a, way)) for a in members for way in range(3)]
            joined = tuple((self.cells.names[a], self.cells.names[b]) for a, b in links if self.own(b))
            if joined:
                names, side = self.names(members), SIDES[self.side]
                found.append(Mark("colony", names, side, len(members), links=joined))
        return found

    # --- moves of several pieces ---------------------------------------------------------------------
    def wave(self, code: int, found: Description) -> Description:
        """K4: a zigzag that steps across itself, or bounces off a stack."""
        wave = [codes.origin_of(code)]
        turn = codes.first_turn_of(code)
        while len(wave) < codes.length_of(code):
            wave.append(self.next_to(wave[-1], codes.axis_of(code) + turn))
            turn = 1 - turn
        pairs = [self.names([number, self.next_to(number, codes.wave_way_of(code))]) for number in wave]
        moved = () if codes.ending_of(code) == HITS else tuple((start, goal) for start, goal in pairs)
        return replace(found, moved=moved, shape=self.names(wave), clicks=tuple(pairs))

    def generation(self, code: int, found: Description) -> Description:
        """K6: a pair that fills the corners of its triangles, or pieces around a cell that fill it."""
        if codes.paired(code):
            pair = self.names([codes.origin_of(code), codes.goal_of(code)])
            return replace(found, created=self.fresh(), shape=pair, clicks=(pair, pair[::-1]))
        filled = codes.origin_of(code)
        near = [n for n in (self.next_to(filled, way) for way in range(6)) if n != OFF and self.own(n)]
        clicks = (self.names([filled]),)
        return replace(found, created=self.fresh(), shape=self.names(near), clicks=clicks)

    def unstacking(self, code: int, found: Description) -> Description:
        """K8: the pieces of a stack, set down one by one."""
        line = [codes.origin_of(code)]
        while len(line) < self.before[line[0]].height:
            line.append(self.next_to(line[-1], codes.way_of(code)))
        return replace(
            found,
            piece=piece_on(self.cells, self.before, line[0]),
            start=self.cells.names[line[0]],
            goal=self.cells.names[line[-1]],
            path=self.names(line),
            created=self.names(line[1:]),
            struck=(*found.struck, self.cells.names[line[0]]),
            clicks=(self.names(line[:2]),),
        )

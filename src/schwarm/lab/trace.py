"""A record played again, as measures see it: one step for each ply with what it did and what was on offer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import dist, lgamma, log

from schwarm.game import rule_book
from schwarm.game.board import Board, Description
from schwarm.game.record import Record, start_of
from schwarm.lab.kinds import kinds_of, offered
from schwarm.search.perft import count


@dataclass(frozen=True, slots=True)
class TracedPly:
    """One ply. `chosen` is False for the random plies of an opening."""

    side: int
    chosen: bool
    branching: int  # legal moves
    offered: frozenset[str] | None  # their kinds; None where they were not looked at
    kinds: tuple[str, ...]
    captured: int  # enemy pieces taken, each piece of a stack counted
    travel: float  # in cells, all moved pieces together
    entered: tuple[str, ...]  # cells that a piece came to
    leads: tuple[int, ...] = ()  # after it: the first side's numbers less the second's, but no victory points
    repeats: bool = False  # had the position before it, with the same side to move, been there before?


@dataclass(frozen=True, slots=True)
class Trace:
    """A whole game. `winner` is 0 for the first side, 1 for the second, None for a draw."""

    game: str
    steps: tuple[TracedPly, ...]
    winner: int | None
    reason: str
    boards: float  # log10 of the ways to put the pieces of one of its positions on the board
    cells: int = 0  # of the board at the end
    held: frozenset[str] = frozenset()  # cells with pieces at the start

    @property
    def plies(self) -> int:
        """How many were made."""
        return len(self.steps)

    @property
    def turns(self) -> list[int]:
        """The lengths of the turns: plies that one side made in a row."""
        found: list[int] = []
        last = None
        for step in self.steps:
            if step.side == last:
                found[-1] += 1
            else:
                found.append(1)
            last = step.side
        return found

    @property
    def chosen(self) -> list[TracedPly]:
        """The plies that players chose."""
        return [step for step in self.steps if step.chosen]


def trace(record: Record) -> Trace:
    """Play a record again and look at every ply."""
    game = start_of(record)
    sides = rule_book(record.game).sides
    opening = opening_of(record)
    began = game.board()
    places = _places(began)
    sampled = record.seed % max(1, len(record.plies))
    boards = 0.0
    steps: list[TracedPly] = []
    for number, ply in enumerate(record.plies):
        if number == sampled:
            boards = ways(game.board())
        side = sides.index(game.to_move)
        branching = count(game, 1)
        kinds = offered(game, number + record.seed)
        game.play(ply.move)
        did = game.last_move()
        assert did is not None
        steps.append(
            TracedPly(
                side,
                number >= opening,
                branching,
                None if kinds is None else frozenset(kinds),
                kinds_of(did),
                sum(piece.value for piece in did.captured if piece.side not in (None, sides[side])),
                travelled(did, places),
                (*(goal for _, goal in did.moved), *did.created),
                leads(game.standing(), sides),
            )
        )
    for number in repeated(record, [(step.side, step.branching) for step in steps]):
        steps[number] = replace(steps[number], repeats=True)
    end = record.end
    winner = None if end is None or end.winner is None else sides.index(end.winner)
    return Trace(
        record.game,
        tuple(steps),
        winner,
        "" if end is None else str(end.reason),
        boards,
        len(game.board().cells),
        frozenset(piece.cell for piece in began.pieces if piece.cell),
    )


def leads(standing: Mapping[str, tuple[int, ...]], sides: Sequence[str]) -> tuple[int, ...]:
    """By how much the first side is ahead in each number that a game counts, victory points left out."""
    first, second = (standing[side][1:] for side in sides)
    return tuple(one - other for one, other in zip(first, second, strict=True))


def repeated(record: Record, signs: Sequence[tuple[int, int]]) -> list[int]:
    """The plies before which a position stood that had been there before, by side to move and pieces.

    Equal positions have equal signs; so only those whose sign occurs twice are looked at.
    """
    doubled = {sign for sign, times in Counter(signs).items() if times > 1}
    if not doubled:
        return []
    game = start_of(record)
    seen: set[object] = set()
    found = []
    for number, ply in enumerate(record.plies):
        if signs[number] in doubled:
            position = (signs[number], frozenset(game.board().pieces))
            if position in seen:
                found.append(number)
            seen.add(position)
        game.play(ply.move)
    return found


def opening_of(record: Record) -> int:
    """How many plies were made before the players were asked: those without a think time."""
    timed = [number for number, ply in enumerate(record.plies) if ply.think_ms is not None]
    return timed[0] if timed else 0


def travelled(did: Description, places: Mapping[str, tuple[float, float]]) -> float:
    """How far the pieces of a move went; along the path where cells have come into sight only now."""
    if all(cell in places for pair in did.moved for cell in pair):
        return sum(dist(places[start], places[goal]) for start, goal in did.moved)
    return float(max(0, len(did.path) - 1))


def _places(board: Board) -> dict[str, tuple[float, float]]:
    return {cell.name: (cell.x, cell.y) for cell in board.cells}


def ways(board: Board) -> float:
    """log10 of the number of ways to put the pieces on the cells, pieces of a kind being alike.

    >>> from schwarm.game.board import Board, Cell, Piece, Shape
    >>> cells = tuple(Cell(name, 0, 0, 0, 0) for name in "abcd")
    >>> two_alike = Board(Shape.SQUARE, cells, (Piece("a", "x", "white"), Piece("b", "x", "white")))
    >>> round(10 ** ways(two_alike))
    6
    """
    stacks: dict[str, list[tuple[str, str | None, int]]] = {}
    for piece in sorted(board.pieces, key=lambda piece: piece.height):
        if piece.cell:
            stacks.setdefault(piece.cell, []).append((piece.kind, piece.side, piece.value))
    counts: dict[tuple[tuple[str, str | None, int], ...], int] = {}
    for contents in stacks.values():
        counts[tuple(contents)] = counts.get(tuple(contents), 0) + 1
    cells = max(len(board.cells), len(stacks))
    total = lgamma(cells + 1) - lgamma(cells - len(stacks) + 1)
    return (total - sum(lgamma(count + 1) for count in counts.values())) / log(10)

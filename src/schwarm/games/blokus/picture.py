"""Blokus as values: the board with its colours and hands, and what a move does."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from schwarm.game.board import Board, Cell, Description, Fact, Mark, Piece, Shape, Supply
from schwarm.games.blokus.notation import NOBODY, hand_text, letters, square
from schwarm.games.blokus.options import COLOURS, LETTERS, SIDES
from schwarm.games.blokus.tables import COUNT, KINDS, SKIP, squares_of

if TYPE_CHECKING:
    from schwarm.games.blokus.rules import Blokus


@cache
def cells(size: int) -> tuple[Cell, ...]:
    """The squares of a board, row by row."""
    return tuple(Cell(square(x, y), x, y, x, y, "field") for y in range(size) for x in range(size))


def squares(lines: list[int]) -> list[tuple[int, int]]:
    """The squares of rows of bits."""
    return [(x, y) for y, row in enumerate(lines) for x in range(row.bit_length()) if row >> x & 1]


@lru_cache(1 << 14)  # bots ask for corner squares in every position they look at
def names_in_row(y: int, row: int) -> tuple[str, ...]:
    """The squares of one row of bits, by their names."""
    return tuple(square(x, y) for x in range(row.bit_length()) if row >> x & 1)


def names_of(lines: list[int]) -> tuple[str, ...]:
    """The squares of rows of bits, by their names."""
    return tuple(chain.from_iterable([names_in_row(y, row) for y, row in enumerate(lines) if row]))


def board_of(game: Blokus) -> Board:
    """Every covered square is a piece whose kind is its colour; hands tell how many pieces a colour has left.

    The corner squares where the colour to move may begin or go on are marks. Of the whole game the facts tell
    the colour to move, the slot and the start piece by their numbers; of each side its points, and of each of
    its colours (`blue`, `blue:squares`, `blue:playing`) points, squares still in hand, and whether it still
    plays.
    """
    size = int(game.options["size"])
    slot, valid, _, begins_with = game.facts()
    lines, hands, points = game.lines(), game.hands(), game.colour_points()
    pieces: list[Piece] = []
    supplies: list[Supply] = []
    facts = [Fact("colour", slot % len(hands)), Fact("slot", slot), Fact("start", begins_with)]
    facts += [Fact("points", sum(points[number::2]), side) for number, side in enumerate(SIDES)]
    for number, (colour, rows, hand) in enumerate(zip(COLOURS, lines, hands, strict=False)):
        side = SIDES[number % 2]
        pieces += [Piece(square(x, y), colour, side) for x, y in squares(rows)]
        held = [kind for kind in range(COUNT) if hand >> kind & 1]
        supplies.append(Supply(side, colour, len(held)))
        facts += [
            Fact(colour, points[number], side),
            Fact(f"{colour}:squares", sum(int(KINDS[kind][0]) for kind in held), side),
            Fact(f"{colour}:playing", valid >> number & 1, side),
        ]
    marks = []
    if not game.finished():
        marks.append(Mark("corner", names_of(game.corners(slot % len(hands))), game.to_move))
    return Board(Shape.SQUARE, cells(size), tuple(pieces), tuple(marks), tuple(supplies), facts=tuple(facts))


def describe(game: Blokus, code: int) -> Description:
    """A piece laid from the hand, or a skip."""
    text, side = game.write(code), game.to_move
    if code == SKIP:
        return Description(text, side, "skip")
    covered = tuple(square(x, y) for x, y in squares_of(code))
    piece = Piece("", game.colour_to_move(), side, len(covered))
    return Description(
        text=text,
        side=side,
        kind="set",
        piece=piece,
        goal=covered[0],
        path=covered[:1],
        created=covered,
        clicks=(covered,),
    )


def position_of(game: Blokus) -> str:
    """The position text, see notation.py."""
    size = int(game.options["size"])
    slot, valid, mono, begins_with = game.facts()
    rows = [["."] * size for _ in range(size)]
    for letter, lines in zip(LETTERS, game.lines(), strict=False):
        for x, y in squares(lines):
            rows[y][x] = letter
    board = "/".join("".join(row) for row in rows)
    hands = "/".join(hand_text(hand) for hand in game.hands())
    first = NOBODY if begins_with < 0 else KINDS[begins_with]
    made = "" if game.turn == slot else f" {game.turn}"
    return f"{board} {slot} {first} {hands} {letters(valid)} {letters(mono)}{made}"

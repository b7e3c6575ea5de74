"""Positions as people draw them in the data files, turned into the texts that rule books read.

A drawing has one line for each row, the top one first, and a word for each cell. What a drawing cannot show
(whose turn it is, a ship's coal, targets) stands in fields beside it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from schwarm.games import new_game

Words = list[list[str]]
SEGMENTS, PLACES = 8, 20
CALM = "/".join(["0" + "W" * PLACES] * SEGMENTS)  # a straight river without anything in it
LETTERS = {".": "W", "~": "W", "#": "B", "=": "L", "s": "S", "G": "G"}


def position_of(game: str, entry: dict[str, Any]) -> str | None:
    """The position text of an entry: its `position`, its drawing `board`, or None for the game's start."""
    if "board" not in entry:
        return entry.get("position")
    rows = [line.split() for line in str(entry["board"]).strip().splitlines()]
    return DRAWN[game](rows, entry)


def hive(rows: Words, entry: dict[str, Any]) -> str:
    """Rows of fields as in a position text."""
    return f"{'/'.join(map(''.join, rows))} {entry.get('turn', 20)}"


def piranhas(rows: Words, entry: dict[str, Any]) -> str:
    """Rows of squares; a position text begins with the lowest."""
    lines = "/".join(map("".join, reversed(rows)))
    return f"{lines} {entry.get('turn', 20)} {entry.get('first', '-')}"


def protista(rows: Words, entry: dict[str, Any]) -> str:
    """`w` and `b` are pieces, `w3` is a stack of three, `w*` a king."""
    lines = "/".join("".join(map(cell, row)) for row in rows)
    for count in range(26, 0, -1):
        lines = lines.replace("." * count, str(count))
    side, left, targets = entry.get("side", "w"), entry.get("left", 1), entry.get("targets", "-|-")
    return f"{lines} {side} {left} {targets} 0 {entry.get('turn', 0)} {entry.get('turn', 0)} -"


def cell(word: str) -> str:
    """A cell's word as position texts write it: stacks have capital letters."""
    return word.upper() if word[1:2].isdigit() else word


def mississippi_queen(rows: Words, entry: dict[str, Any]) -> str:
    """Segments of a straight river from number `from` on, four words a row each; ships stand in `ships`.

    Words: `.` water, `#` island, `=` log, `s` sandbank, `G` goal, 0 to 5 a passenger and the
    direction of the landing stage.
    """
    first, count = int(entry.get("from", 0)), len(rows[0]) // 4
    river = [["W"] * PLACES for _ in range(SEGMENTS)]
    river[-1][-3:] = "GGG"
    for row, fields in zip(rows, fields_of(first, count), strict=True):
        for word, (segment, place) in zip(row, fields, strict=True):
            river[segment][place] = LETTERS.get(word, word)
    text = "/".join("0" + "".join(letters) for letters in river)
    red, blue = entry["ships"]
    turn, side = entry.get("turn", 4), entry.get("side", "red")
    return f"{text} {red} {blue} {turn} {side} {entry.get('latest', first + count - 2)}"


def fields_of(first: int, count: int) -> list[list[tuple[int, int]]]:
    """The fields of some segments of a straight river, row by row: numbers of segment and place."""
    game: Any = new_game("mississippi_queen", position=f"{CALM} -1,1,0,1,6,0,1 -1,-1,0,1,6,0,1 0 red 0")
    numbers = [(first + n // PLACES, n % PLACES) for n in range(count * PLACES)]
    where = {number: game.coordinates(number[0] * PLACES + number[1]) for number in numbers}
    rows = sorted({y for _, y in where.values()})
    return [sorted((n for n in numbers if where[n][1] == y), key=lambda n: where[n][0]) for y in rows]


DRAWN: dict[str, Callable[[Words, dict[str, Any]], str]] = {
    "hive": hive,
    "mississippi_queen": mississippi_queen,
    "piranhas": piranhas,
    "protista": protista,
}

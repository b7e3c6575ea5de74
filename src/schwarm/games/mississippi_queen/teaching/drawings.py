"""Positions of Mississippi Queen as people draw them in rules.toml and lessons.toml."""

from __future__ import annotations

from typing import Any

from schwarm.game import new_game
from schwarm.teaching.face import Words

SEGMENTS, PLACES = 8, 20
CALM = "/".join(["0" + "W" * PLACES] * SEGMENTS)  # a straight river without anything in it
LETTERS = {".": "W", "~": "W", "#": "B", "=": "L", "s": "S", "G": "G"}


def position_of(rows: Words, entry: dict[str, Any]) -> str:
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

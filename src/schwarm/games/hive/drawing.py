"""Hive drawn for a terminal: red pieces as capitals, blue ones as small letters, stacks with their height."""

import re

from schwarm.games.game import Game
from schwarm.games.hive.notation import CONTENT
from schwarm.games.hive.options import SIDES
from schwarm.games.hive.tables import FIELDS
from schwarm.games.rulebook import Drawing

WIDTH = 4  # of a field: the next row is shifted by half of it
LABEL = 7


def draw(game: Game) -> Drawing:
    """The board, top row first, with the outer fields of each row named, and what each side has in hand."""
    rows = [CONTENT.findall(row) for row in game.position().split(" ")[0].split("/")]
    radius = len(rows) // 2
    names = iter(f"{x},{y}" for x, y in FIELDS[radius])
    marked = {name for move in game.history[-1:] for name in re.split("[@>]", move)}
    lines: Drawing = []
    for number, row in enumerate(rows):
        fields = [(next(names), content) for content in row]
        indent = abs(number - radius) * WIDTH // 2
        line = [(" " * indent + fields[0][0].rjust(LABEL) + "   ", "dim")]
        for name, content in fields:
            text, style = glyph(content)
            if name in marked:
                style += " reverse"
            line += [(text, style), (" " * (WIDTH - len(text)), "")]
        line.append((fields[-1][0], "dim"))
        lines.append(line)
    return lines + [hand(game, side, rows) for side in range(2)]


def glyph(content: str) -> tuple[str, str]:
    """Top piece and height of a stack (`b2`), a blackberry or an empty field, with its style."""
    if content in ".#":
        return ("·", "dim") if content == "." else ("#", "magenta")
    pieces = content.strip("()")
    height = str(len(pieces)) if len(pieces) > 1 else ""
    return pieces[-1] + height, "bold red" if pieces[-1].isupper() else "bold blue"


def hand(game: Game, side: int, rows: list[list[str]]) -> list[tuple[str, str]]:
    """One line: what a side has not set yet."""
    letters = str(game.options["hand"])
    if side == 1:
        letters = letters.lower()
    on_board = "".join("".join(row) for row in rows)
    rest = "".join(
        k * (letters.count(k) - on_board.count(k)) for k in sorted(set(letters), key=letters.index)
    )
    return [(f"{SIDES[side]:>{LABEL}} has ", "dim"), (rest or "nothing", SIDES[side]), (" in hand", "dim")]

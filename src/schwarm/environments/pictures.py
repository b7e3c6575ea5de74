"""A game as text and as pixels: the board that the terminal shows."""

from __future__ import annotations

from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from schwarm.game import Game

Array = np.ndarray[Any, Any]
Colour = tuple[int, int, int]

PAPER: Colour = (250, 250, 247)
INK: Colour = (40, 40, 40)
# Words of a drawing's style -> colour; other words (bold, reverse) change nothing here.
COLOURS: dict[str, Colour] = {
    "red": (192, 40, 40),
    "blue": (35, 85, 180),
    "green": (30, 130, 60),
    "yellow": (170, 130, 10),
    "magenta": (150, 50, 140),
    "cyan": (20, 130, 140),
    "white": (110, 110, 110),
    "dim": (175, 175, 175),
}
ESCAPES = {"red": 31, "green": 32, "yellow": 33, "blue": 34, "magenta": 35, "cyan": 36, "white": 37}
SWITCHES = {"bold": 1, "dim": 2, "reverse": 7}
WIDE, HIGH = 9, 16  # pixels of a character
FONT_SIZE = 14
# Which way an arrow points, to the right and down: Pillow's own font has none.
ARROWS = {"→": (1, 0), "↗": (1, -1), "↖": (-1, -1), "←": (-1, 0), "↙": (-1, 1), "↘": (1, 1)}


def colour_of(style: str) -> Colour:
    """The colour that a style names."""
    return next((COLOURS[word] for word in reversed(style.split()) if word in COLOURS), INK)


def drawn(game: Game) -> list[list[tuple[str, str]]]:
    """The board of the terminal and whose turn it is, as lines of (text, style)."""
    outcome = game.outcome()
    if outcome is None:
        told = f"ply {game.turn}, {game.to_move} to move"
    else:
        told = f"ply {game.turn}, {outcome.winner or 'nobody'} wins: {outcome.reason}"
    return [*game.drawing(), [(told, "")]]


def as_text(game: Game) -> str:
    """The board with the colours of a terminal."""
    lines = []
    for line in drawn(game):
        text = ""
        for part, style in line:
            codes = [str((SWITCHES | ESCAPES)[word]) for word in style.split() if word in SWITCHES | ESCAPES]
            text += f"\x1b[{';'.join(codes)}m{part}\x1b[0m" if codes else part
        lines.append(text)
    return "\n".join(lines)


def as_pixels(game: Game) -> Array:
    """The board as an array of height x width x 3 bytes."""
    lines = drawn(game)
    columns = max(sum(len(part) for part, _ in line) for line in lines) + 2
    picture = Image.new("RGB", (WIDE * columns, HIGH * (len(lines) + 1)), PAPER)
    pen, font = ImageDraw.Draw(picture), ImageFont.load_default(FONT_SIZE)
    for row, line in enumerate(lines, 1):
        letters = [(letter, colour_of(style)) for part, style in line for letter in part]
        for column, (letter, colour) in enumerate(letters, 1):
            x, y = WIDE * column + WIDE // 2, HIGH * row
            if letter in ARROWS:
                right, down = ARROWS[letter]
                tip = (x + 4 * right, y + 4 * down)
                pen.line([(x - 4 * right, y - 4 * down), tip], colour)
                pen.regular_polygon((*tip, 2), 3, 90 * right, colour)
            else:
                pen.text((x, y), letter, colour, font, anchor="mm")
    return np.array(picture)

"""A game as text and as pixels: the board that the terminal shows."""

from __future__ import annotations

from typing import Any

import numpy as np

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
DOT = 1.5

# Letters as seven rows of five dots, each row a number from 0 to 31.
GLYPHS: dict[str, tuple[int, ...]] = {
    "0": (14, 17, 19, 21, 25, 17, 14),
    "1": (4, 12, 4, 4, 4, 4, 14),
    "2": (14, 17, 1, 2, 4, 8, 31),
    "3": (31, 2, 4, 2, 1, 17, 14),
    "4": (2, 6, 10, 18, 31, 2, 2),
    "5": (31, 16, 30, 1, 1, 17, 14),
    "6": (6, 8, 16, 30, 17, 17, 14),
    "7": (31, 1, 2, 4, 8, 8, 8),
    "8": (14, 17, 17, 14, 17, 17, 14),
    "9": (14, 17, 17, 15, 1, 2, 12),
    "A": (14, 17, 17, 31, 17, 17, 17),
    "B": (30, 17, 17, 30, 17, 17, 30),
    "C": (14, 17, 16, 16, 16, 17, 14),
    "D": (30, 17, 17, 17, 17, 17, 30),
    "E": (31, 16, 16, 30, 16, 16, 31),
    "F": (31, 16, 16, 30, 16, 16, 16),
    "G": (14, 17, 16, 23, 17, 17, 15),
    "H": (17, 17, 17, 31, 17, 17, 17),
    "I": (14, 4, 4, 4, 4, 4, 14),
    "J": (7, 2, 2, 2, 2, 18, 12),
    "K": (17, 18, 20, 24, 20, 18, 17),
    "L": (16, 16, 16, 16, 16, 16, 31),
    "M": (17, 27, 21, 21, 17, 17, 17),
    "N": (17, 17, 25, 21, 19, 17, 17),
    "O": (14, 17, 17, 17, 17, 17, 14),
    "P": (30, 17, 17, 30, 16, 16, 16),
    "Q": (14, 17, 17, 17, 21, 18, 13),
    "R": (30, 17, 17, 30, 20, 18, 17),
    "S": (15, 16, 16, 14, 1, 1, 30),
    "T": (31, 4, 4, 4, 4, 4, 4),
    "U": (17, 17, 17, 17, 17, 17, 14),
    "V": (17, 17, 17, 17, 17, 10, 4),
    "W": (17, 17, 17, 21, 21, 21, 10),
    "X": (17, 17, 10, 4, 10, 17, 17),
    "Y": (17, 17, 17, 10, 4, 4, 4),
    "Z": (31, 1, 2, 4, 8, 16, 31),
    "·": (0, 0, 0, 4, 0, 0, 0),
    ",": (0, 0, 0, 0, 12, 4, 8),
    "-": (0, 0, 0, 31, 0, 0, 0),
    "+": (0, 4, 4, 31, 4, 4, 0),
    "*": (0, 4, 21, 14, 21, 4, 0),
    "#": (10, 10, 31, 10, 31, 10, 10),
    "=": (0, 0, 31, 0, 31, 0, 0),
    "~": (0, 0, 8, 21, 2, 0, 0),
    "<": (2, 4, 8, 16, 8, 4, 2),
    ">": (8, 4, 2, 1, 2, 4, 8),
    "(": (2, 4, 8, 8, 8, 4, 2),
    ")": (8, 4, 2, 2, 2, 4, 8),
    "[": (14, 8, 8, 8, 8, 8, 14),
    "]": (14, 2, 2, 2, 2, 2, 14),
    "→": (0, 4, 2, 31, 2, 4, 0),
    "←": (0, 4, 8, 31, 8, 4, 0),
    "↗": (0, 15, 3, 5, 9, 16, 0),
    "↖": (0, 30, 24, 20, 18, 1, 0),
    "↘": (0, 16, 9, 5, 3, 15, 0),
    "↙": (0, 1, 18, 20, 24, 30, 0),
}
SOLID = (31, 31, 31, 31, 31, 31, 31)  # a character without a glyph


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
    picture = np.full((HIGH * (len(lines) + 1), WIDE * columns, 3), PAPER, np.uint8)
    for row, line in enumerate(lines):
        column = 1
        for part, style in line:
            for letter in part:
                if letter != " ":
                    dots = dots_of(letter)
                    top, left = HIGH * row + HIGH // 2, WIDE * column
                    area = picture[top : top + dots.shape[0], left : left + dots.shape[1]]
                    area[dots] = colour_of(style)
                column += 1
    return picture


def dots_of(letter: str) -> Array:
    """Which pixels of a character are inked."""
    rows = GLYPHS.get(letter.upper(), SOLID)
    dots = np.array([[row >> 4 - k & 1 for k in range(5)] for row in rows], dtype=bool)
    down = (np.arange(int(7 * DOT)) / DOT).astype(int)
    across = (np.arange(int(5 * DOT)) / DOT).astype(int)
    found: Array = dots[np.ix_(down, across)]
    return found

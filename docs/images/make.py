"""Draws the pictures of README and docs from real boards: `python docs/images/make.py`."""

import os
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from schwarm.cli.terminal import print_board, status
from schwarm.games import new_game

HERE = Path(__file__).parent
THEME = TerminalTheme(
    (16, 24, 32),
    (208, 216, 224),
    [
        (0, 0, 0),
        (255, 95, 95),
        (90, 200, 120),
        (230, 190, 90),
        (90, 150, 255),
        (200, 120, 220),
        (90, 200, 210),
        (200, 200, 200),
    ],
)
# Plain text cells in a dark box; no web fonts, nothing fetched from anywhere.
FORMAT = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">
<style>text {{ font: 20px monospace; white-space: pre }} {styles}</style>
<defs><clipPath id="{unique_id}-clip-terminal"><rect width="100%" height="100%"/></clipPath>{lines}</defs>
<rect width="100%" height="100%" rx="8" fill="#101820"/>
<g transform="translate(9, 20)">{backgrounds}<g class="{unique_id}-matrix">{matrix}</g></g>
</svg>
"""


def picture(name: str, seed: int, plies: int) -> None:
    """A board after some plies of a seeded game."""
    game = new_game(name, seed=seed)
    for _ in range(plies):
        moves = game.legal_moves()
        game.play(moves[(7 * game.turn + 3) % len(moves)])
    with open(os.devnull, "w") as nowhere:
        console = Console(record=True, width=64, file=nowhere, highlight=False)
        print_board(game, console)
        console.print(status(game))
    svg = console.export_svg(theme=THEME, code_format=FORMAT, unique_id=name)
    (HERE / f"{name}.svg").write_text(svg)


if __name__ == "__main__":
    picture("piranhas", 7, 11)

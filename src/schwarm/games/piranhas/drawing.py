"""Piranhas drawn for a terminal: weights as digits in the side's colour, kraken as #."""

from schwarm.games.game import Game
from schwarm.games.rulebook import Drawing

STYLES = {"#": ("#", "magenta"), ".": ("·", "dim")}


def draw(game: Game) -> Drawing:
    """The board, top row first, and a line on the swarms."""
    rows = game.position().split(" ")[0].split("/")
    marked = {name for move in game.history[-1:] for name in move.split("-")}
    lines: Drawing = []
    for y in reversed(range(10)):
        line = [(f"{y}  ", "dim")]
        for x, letter in enumerate(rows[y]):
            text, style = STYLES.get(letter, ("", ""))
            if letter in "123":
                text, style = letter, "bold red"
            elif letter in "456":
                text, style = str(int(letter) - 3), "bold blue"
            if "ABCDEFGHIJ"[x] + str(y) in marked:
                style += " reverse"
            line += [(text, style), (" ", "")]
        lines.append(line)
    lines.append([("   A B C D E F G H I J", "dim")])
    return lines

"""The visible river drawn for a terminal: ships as arrows in their colour, the rest as letters."""

from schwarm.games.game import Game
from schwarm.games.mississippi_queen.options import SIDES
from schwarm.games.mississippi_queen.tables import PLACES, coordinates
from schwarm.games.rulebook import Drawing

ARROWS = "→↗↖←↙↘"
STYLES = {
    "W": ("~", "dim blue"),
    "B": ("#", "green"),
    "S": ("s", "yellow"),
    "L": ("=", "red"),
    "G": ("G", "bold"),
}
STAGE = "bold magenta"  # passengers: the number is the direction of the landing stage


def draw(game: Game) -> Drawing:
    """The visible river, top row first, and a line on each ship."""
    river, red, blue, _, _, latest = game.position().split(" ")
    ships = [[int(part) for part in ship.split(",")] for ship in (red, blue)]
    segments = river.split("/")
    spots = coordinates([int(segment[0]) for segment in segments])
    rear = min(spots.index((ship[0], ship[1])) // PLACES for ship in ships)
    pieces = {}
    for field in range(PLACES * rear, PLACES * min(len(segments), int(latest) + 2)):
        letter = segments[field // PLACES][1 + field % PLACES]
        if letter.isdigit():
            pieces[spots[field]] = (letter, STAGE)
        else:
            pieces[spots[field]] = STYLES.get(letter, STYLES["B"])
    for side, ship in zip(SIDES, ships, strict=True):
        pieces[ship[0], ship[1]] = (ARROWS[ship[2]], f"bold reverse {side}")
    return rows(pieces) + [legend(side, ship) for side, ship in zip(SIDES, ships, strict=True)]


def rows(pieces: dict[tuple[int, int], tuple[str, str]]) -> Drawing:
    """Pieces at offset coordinates as lines; even rows stand half a field to the right."""
    left = min(x for x, _ in pieces)
    lines: Drawing = []
    for y in range(min(y for _, y in pieces), max(y for _, y in pieces) + 1):
        line = [(" " * (2 - y % 2), "")]
        for x in range(left, max([x for x, row in pieces if row == y], default=left - 1) + 1):
            line += [pieces.get((x, y), (" ", "")), (" ", "")]
        lines.append(line)
    return lines


def legend(side: str, ship: list[int]) -> list[tuple[str, str]]:
    """A ship's numbers."""
    _, _, course, speed, coal, aboard, free = ship
    turns = f", {free} free turns" if free > 1 else ""
    return [
        (f"{ARROWS[course]} {side}", f"bold {side}"),
        (f"  speed {speed}, coal {coal}, passengers {aboard}{turns}", ""),
    ]

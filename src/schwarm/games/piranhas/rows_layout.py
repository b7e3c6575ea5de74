"""The rows of a Piranhas position: what each stands for, and how the board's symmetries turn them.

A fish has two rows: by its cell (whose, weight, can it be eaten), and by its place seen from the centre of
all its side's fish (whose, weight, is it in the heaviest swarm, can it join that, come near it, or neither).
"""

from __future__ import annotations

from schwarm.bots.learned.layout import Facts
from schwarm.games.piranhas import tables

VERSION = 1
BOARD = 110  # cells, the spare row included
PLACES = 169  # where a fish is seen from the centre: up to 6 squares away in each direction
FISH = 0
KRAKEN = FISH + 12 * BOARD
NEAR = KRAKEN + BOARD
FACTS = Facts(
    NEAR + 24 * PLACES,
    (
        ("fish", 17),
        ("weight", 48),
        ("swarms", 17),
        ("heaviest", 48),
        ("outside", 48),  # weight outside the heaviest swarm
        ("spread", 40),
        ("mobility", 32),
        ("eats", 12),  # enemy fish that can be eaten
        ("eats_weight", 16),
        ("links", 48),  # pairs of neighbours
        ("joining", 64),  # swarms outside that can join the heaviest at once, and those that cannot
        ("unites", 8),  # united; moves that unite at once
        ("box", 20),  # half the girth of the rectangle around all fish
        ("ring", 10),  # fish outside with at most one cell between them and the heaviest swarm
        ("joiners", 12),  # fish that can join at once
        ("comers", 12),  # fish that can come within two cells
        ("eats_main", 8),  # enemy fish in its heaviest swarm that can be eaten
        ("contacts", 17),  # enemy fish beside own ones
        ("inside", 17),  # fish in the heaviest swarm
        ("middle", 100),  # where the centre of all fish lies
    ),
    (
        ("turn", 64),
        ("race", 288),  # uniting moves of both sides, who is heavier, who began
        ("swarms_both", 128),
        ("ways_both", 512),  # `joining` of both sides
        ("first", 3),  # who was first in one swarm
        ("lead", 49),  # of the heaviest swarm
        ("material", 49),
        ("lead_turn", 272),
    ),
)
COUNT = FACTS.end
STATES = [NEAR + PLACES * number for number in range(24)]

# --- tables for the compiled lister ---------------------------------------------------------------
COLUMN = [number // tables.STRIDE for number in range(128)]
LINE = [number % tables.STRIDE for number in range(128)]
WAYS_OF = tables.WAYS
MOVES = tables.MOVES
STEPS = [tables.STEP[2 * axis] for axis in range(4)]


# --- symmetries -----------------------------------------------------------------------------------
def turned(symmetry: int, x: int, y: int, size: int) -> tuple[int, int]:
    """Where a square of a board comes to lie: mirrored, upside down, along a diagonal, or several."""
    if symmetry & 1:
        x = size - 1 - x
    if symmetry & 2:
        y = size - 1 - y
    return (y, x) if symmetry & 4 else (x, y)


def symmetries() -> list[list[int]]:
    """For each of the board's eight symmetries the row that every row becomes; the first changes nothing."""
    found = []
    for symmetry in range(8):
        rows = list(range(COUNT))
        squares = [(x, y, *turned(symmetry, x, y, tables.SIZE)) for x in range(10) for y in range(10)]
        for x, y, u, v in squares:
            for first in range(FISH, NEAR, BOARD):
                rows[first + 11 * x + y] = first + 11 * u + v
            for first in (FACTS.place("middle"), FACTS.place("middle", enemy=True)):
                rows[first + 10 * x + y] = first + 10 * u + v
        for x in range(13):
            for y in range(13):
                u, v = turned(symmetry, x, y, 13)
                for first in STATES:
                    rows[first + 13 * x + y] = first + 13 * u + v
        found.append(rows)
    return found

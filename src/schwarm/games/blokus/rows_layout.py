"""The rows of a Blokus position: what each stands for.

A colour is seen by its turn: the one to move, the enemy after it, its partner, the other enemy. What is
counted of each has a row for each value in each phase of the game. Places on the board have no rows, so that
a net serves boards of all sizes, and no symmetry changes anything.
"""

from __future__ import annotations

VERSION = 3
TURNS = 4  # of colours
PHASES = 5  # of 16 slots each, the last one to the end
FACTS = (  # name, rows; a row of the last three stands for two squares
    ("corners", 32),  # squares where it may go on
    ("safe", 24),  # of these, those that no enemy can cover soon
    ("near", 96),  # squares at most two steps from its corners
    ("reach", 100),  # squares at most six steps away
    ("first", 64),  # squares it reaches sooner than any enemy
    ("private", 64),  # squares it reaches and no enemy does
)
SPAN = sum(size for _, size in FACTS)  # rows of one colour in one phase
SLOTS = 96
SLOT = TURNS * PHASES * SPAN  # a row for each slot of the game
MOST_LEAD = 64  # points
LEAD = SLOT + SLOTS + MOST_LEAD  # a row for each lead of the side to move, those of the enemy before it
COUNT = LEAD + MOST_LEAD + 1


def place(name: str) -> int:
    """Where the rows of a fact begin among those of a colour in a phase."""
    found = 0
    for known, size in FACTS:
        if known == name:
            return found
        found += size
    raise KeyError(name)


CORNERS, SAFE, NEAR = place("corners"), place("safe"), place("near")
REACH, FIRST, PRIVATE = place("reach"), place("first"), place("private")


def symmetries() -> list[list[int]]:
    """No symmetry of the board changes a row."""
    return [list(range(COUNT))]

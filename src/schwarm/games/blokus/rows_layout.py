"""The rows of a Blokus position: what each stands for.

A colour is seen by its turn: the one to move, the enemy after it, its partner, the other enemy. What is
counted of each has a row for each value in each phase of the game. Places on the board have no rows, so that
a net serves boards of all sizes, and no symmetry changes anything. Points and pieces have none either: nets
of this game correct the hand-made evaluation, which knows them.
"""

from __future__ import annotations

VERSION = 2
TURNS = 4  # of colours
PHASES = 5  # of 16 slots each, the last one to the end
FACTS = (  # name, rows, squares that a row stands for
    ("corners", 32, 1),  # squares where it may go on
    ("safe", 24, 1),  # of these, those that no enemy can cover soon
    ("near", 96, 1),  # squares at most two steps from its corners
    ("reach", 100, 2),  # squares at most six steps away
    ("first", 64, 2),  # squares it reaches sooner than any enemy
    ("private", 64, 2),  # squares it reaches and no enemy does
)
SPAN = sum(size for _, size, _ in FACTS)  # rows of one colour in one phase
SLOTS = 96
SLOT = TURNS * PHASES * SPAN  # a row for each slot of the game
COUNT = SLOT + SLOTS
BUMPS = 8  # slots between the tops of what is learned of the slots


def place(name: str) -> int:
    """Where the rows of a fact begin among those of a colour in a phase."""
    found = 0
    for known, size, _ in FACTS:
        if known == name:
            return found
        found += size
    raise KeyError(name)


CORNERS, SAFE, NEAR = place("corners"), place("safe"), place("near")
REACH, FIRST, PRIVATE = place("reach"), place("first"), place("private")


def symmetries() -> list[list[int]]:
    """No symmetry of the board changes a row."""
    return [list(range(COUNT))]


def slopes() -> dict[str, list[dict[int, float]]]:
    """What a square of each fact adds to a side's worth at the start and at the end, evenly in between."""
    found: dict[str, list[dict[int, float]]] = {}
    for name, size, squares in FACTS:
        for late in (0, 1):
            numbers: dict[int, float] = {}
            for turn in range(TURNS):
                for phase in range(PHASES):
                    done = phase / (PHASES - 1)
                    share = (done if late else 1 - done) * (-1 if turn & 1 else 1)
                    first = SPAN * (PHASES * turn + phase) + place(name)
                    numbers |= {first + value: share * squares * value for value in range(size)}
            found.setdefault(name, []).append(numbers)
    return found


def surroundings() -> list[dict[int, float]]:
    """What being to move is worth by slot: all moves of a position share it, so it is not kept."""
    return [
        {SLOT + slot: max(0.0, 1 - abs(slot - top) / BUMPS) for slot in range(SLOTS)}
        for top in range(0, SLOTS + 1, BUMPS)
    ]

"""The rows of a Blokus position: what each stands for.

A colour is seen by its turn: the one to move, the enemy after it, its partner, the other enemy. Each has rows
for the pieces in its hand (does it fit somewhere now or not) and for its counted facts. Places on the board
have no rows, so that a net serves boards of all sizes, and no symmetry changes anything.
"""

from __future__ import annotations

from schwarm.games.blokus import tables

VERSION = 1
TURNS = 4  # of colours
PIECE_ROWS = 0  # by turn and kind, then the same of those that fit nowhere
UNTOUCHED = 2 * TURNS * tables.COUNT  # a colour that has laid nothing yet
COLOUR_FACTS = (
    ("points", 112),
    ("corners", 32),  # squares where it may go on
    ("safe", 24),  # of these, those that no enemy can cover soon
    ("near", 64),  # squares at most two steps from its corners
    ("reach", 64),  # squares at most six steps away, in fours
    ("first", 64),  # squares it reaches sooner than any enemy, in twos
    ("private", 64),  # squares it reaches and no enemy does, in twos
    ("layable", 90),  # squares of the pieces that fit
    ("state", 8),  # dropped out, ready, or the size of the largest piece that fits
)
JOINT_FACTS = (
    ("slot", 96),
    ("game", 26),  # the size of the board and the number of colours
    ("live", 16),  # which colours are in the game
    ("lead", 81),
    ("lead_phase", 300),
    ("hope", 81),  # the lead if every piece that fits were laid
    ("hope_phase", 300),
    ("first_lead", 65),
    ("first_phase", 204),
    ("reach_lead", 33),
    ("corner_lead", 33),
    ("private_lead", 33),
)


def places(first: int, facts: tuple[tuple[str, int], ...]) -> tuple[dict[str, int], int]:
    """Where the rows of each fact begin, and where those of the last one end."""
    found = {}
    for name, size in facts:
        found[name] = first
        first += size
    return found, first


_colour, _end = places(UNTOUCHED + TURNS, COLOUR_FACTS)
SPAN = _end - (UNTOUCHED + TURNS)  # rows of one colour's facts
_joint, COUNT = places(UNTOUCHED + TURNS + TURNS * SPAN, JOINT_FACTS)

POINTS, CORNERS, SAFE = (_colour[name] for name in ("points", "corners", "safe"))
NEAR, REACH, FIRST = (_colour[name] for name in ("near", "reach", "first"))
PRIVATE, LAYABLE, STATE = (_colour[name] for name in ("private", "layable", "state"))
SLOT, GAME, LIVE = (_joint[name] for name in ("slot", "game", "live"))
LEAD, LEAD_PHASE = _joint["lead"], _joint["lead_phase"]
HOPE, HOPE_PHASE = _joint["hope"], _joint["hope_phase"]
FIRST_LEAD, FIRST_PHASE = _joint["first_lead"], _joint["first_phase"]
REACH_LEAD, CORNER_LEAD = _joint["reach_lead"], _joint["corner_lead"]
PRIVATE_LEAD = _joint["private_lead"]


def symmetries() -> list[list[int]]:
    """No symmetry of the board changes a row."""
    return [list(range(COUNT))]

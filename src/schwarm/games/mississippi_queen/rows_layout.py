"""The rows of a Mississippi Queen position: what each stands for, and how they look in a mirror.

Both ships have the same facts: where they are, what lies around them, how they could go on. Ways are
counted as in the hand-made evaluation, in fields along the visible water.
"""

from __future__ import annotations

from schwarm.bots.learned.layout import Facts
from schwarm.games.mississippi_queen import tables

VERSION = 2
KINDS = 6  # what a field may be: water, goal, log, sandbank, closed, the other ship
FACTS = Facts(
    0,
    (
        ("place", 120),  # place in the segment, course against the river's direction
        ("segment", 56),  # segment, speed
        ("way", 128),  # fields to the goal; all berths taken
        ("engine", 56),  # speed, coal
        ("passenger", 105),  # way to the nearest passenger, speed; while there is a berth
        ("home", 112),  # way to the goal, speed; with all berths taken
        ("aboard", 60),  # passengers, round
        ("points", 64),
        ("exits", 49),  # fields beside that it can turn to and enter, speed
        ("grounded", 16),  # on a sandbank, coal
        ("drift", 91),  # fields nearer to the goal after going straight on, speed
        ("ahead", 216),  # what the next three fields straight ahead are
        ("around", 36),  # what the fields beside are, seen along the course
        ("choices", 10),  # outcomes to choose from while coal is short
        ("turns", 2),  # free turns
        ("passengers", 42),  # way to each passenger in sight, passengers aboard
        ("brink", 224),  # fields to the end of the visible river, speed, coal in four steps
        ("beside", 37),  # where the other ship is if it is beside, seen along the course, and its course
    ),
    (
        ("turn", 128),  # who began
        ("lead", 90),  # segments ahead, how late it is
        ("way_lead", 164),  # fields ahead, who has all berths taken
        ("points_lead", 328),  # how late it is
        ("aboard_both", 90),
        ("coal_both", 64),
        ("speed_both", 49),
        ("race", 121),  # ways of both ships to each passenger in sight
        ("seen", 8),  # segments in sight
    ),
)
COUNT = FACTS.end
# MIRROR[place]: the place on the other side of a segment's middle line.
MIRROR = [tables.SHAPE.index((x, -y)) for x, y in tables.SHAPE]


def symmetries() -> list[list[int]]:
    """The row every row becomes: as it is, and in a mirror along the river."""
    mirrored = list(range(COUNT))
    for enemy in (False, True):
        first = FACTS.place("place", enemy=enemy)
        for place in range(20):
            for turn in range(6):
                mirrored[first + 6 * place + turn] = first + 6 * MIRROR[place] + -turn % 6
        first = FACTS.place("around", enemy=enemy)
        for turn in range(6):
            for kind in range(KINDS):
                mirrored[first + KINDS * turn + kind] = first + KINDS * (-turn % 6) + kind
        first = FACTS.place("beside", enemy=enemy)
        for turn in range(6):
            for course in range(6):
                mirrored[first + 6 * turn + course] = first + 6 * (-turn % 6) + -course % 6
    return [list(range(COUNT)), mirrored]

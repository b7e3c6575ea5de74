"""The rows of a Hive position: what each stands for, and how the board's symmetries turn them.

A piece has a row for each queen on the board: whose it is, its kind, its state and its place seen from that
queen. The free fields around each queen have rows as well: can the other side go there at once?
"""

from __future__ import annotations

from bisect import bisect_right

from schwarm.bots.learned.layout import Facts
from schwarm.games.hive import tables

VERSION = 2
# 37 fields up to three steps away one by one, then rings 4, 5, 6 and all beyond
AWAY = [(x, y) for x in range(-3, 4) for y in range(-3, 4) if abs(x + y) <= 3]
PLACES = len(AWAY) + 4
# A piece's state: it can move; the swarm would fall apart without it; hemmed in; below another; can move to a
# free field beside the enemy queen. Rows from the own queen, then from the enemy queen.
FREE, PINNED, STUCK, COVERED, REACHING = range(5)
SEEN_FROM_ENEMY = 2 * 5 * 5 * PLACES
AROUND = 2 * SEEN_FROM_ENEMY  # free fields around a queen: whose, can the other side go there
FACTS = Facts(
    AROUND + 4 * PLACES,
    (
        (
            "queen",
            48,
        ),  # free fields around it (7: in hand); in hand, free, stuck, pinned, below own, below enemy
        ("pins", 48),  # pinned pieces; pieces that cannot move for lack of room
        ("free", 72),  # pieces that can move; covered pieces
        ("ants", 16),  # those that can move; those in hand
        ("beetles", 16),
        ("grasshoppers", 16),
        ("spiders", 16),
        ("sets", 144),  # fields to set on; pieces in hand
        ("guests", 49),  # own pieces next to the own queen; those that can move
        ("attackers", 49),  # own pieces next to the enemy queen; those that can move
        ("climbers", 18),  # own beetles on the enemy queen, next to it, two steps away
        ("room", 42),  # fields around the own queen that are no field; its steps
        ("landings", 24),  # fields to set on next to the enemy queen, two steps away from it
        (
            "attack",
            240,
        ),  # free fields around the enemy queen, pieces that can go there, fields they can go to
        ("queen_turn", 128),  # free fields around the queen, how late it is
    ),
    (
        ("turn", 64),
        ("queens", 128),  # free fields around both queens, who began
        ("rules", 4),
        ("lead_turn", 240),  # free fields more around the own queen, how late it is
        ("race", 576),  # pieces that can go to the queens, free fields around them
        ("free_both", 144),
        ("placed_both", 144),
        ("distance", 12),  # from queen to queen
    ),
)
# Since version 2: how free both sides are. The rows before are the same, so nets of version 1 still play.
EARLIER = {1: FACTS.end}
FREEDOM = Facts(
    FACTS.end,
    (
        # Goals of pieces that are no ants; sets (none, up to nine, more); ants that can move.
        ("moves", 120),
        # Pieces that an enemy with no other neighbour hangs on, or that lie below an enemy; pieces that only
        # an own one hangs on, which can go away.
        ("locked", 24),
    ),
    (
        ("moves_both", 256),  # moves of both sides, roughly: an ant counts as eight; how late it is
        ("ending", 120),  # free fields more around the own queen, rounds left
    ),
)
COUNT = FREEDOM.end


# --- tables for the compiled lister ---------------------------------------------------------------
def far(dx: int, dy: int) -> int:
    """How many steps a field lies away."""
    return max(abs(dx), abs(dy), abs(dx + dy))


def place(queen: int, number: int) -> int:
    """Where a cell lies, seen from a queen."""
    x, y = tables.field_of(queen)
    u, v = tables.field_of(number)
    steps = far(u - x, v - y)
    return AWAY.index((u - x, v - y)) if steps <= 3 else len(AWAY) + min(steps - 4, 3)


def distance(queen: int, number: int) -> int:
    """How many steps a cell lies away from a queen."""
    x, y = tables.field_of(queen)
    u, v = tables.field_of(number)
    return far(u - x, v - y)


ON = [bool(tables.FULL >> number & 1) for number in range(128)]
# OFFSET[128*queen + cell], DISTANCE[128*queen + cell]
OFFSET = [place(q, n) if ON[q] and ON[n] else PLACES - 1 for q in range(128) for n in range(128)]
DISTANCE = [distance(q, n) if ON[q] and ON[n] else 0 for q in range(128) for n in range(128)]
# BUCKET[number of fields]: the more there are the less one more matters
BUCKET = [0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 9, 9, 10, 10, 10, 10] + [11] * 112
MANY = [bisect_right((1, 2, 3, 5, 7, 10, 14, 19, 27), places) for places in range(64)]
FREER = [bisect_right((3, 6, 10, 16, 26, 41, 61), moves) for moves in range(128)]


# --- symmetries -----------------------------------------------------------------------------------
def turned(symmetry: int, x: int, y: int) -> tuple[int, int]:
    """Where a field comes to lie: turned by so many sixths, and mirrored from the sixth symmetry on."""
    if symmetry >= 6:
        x, y = y, x
    for _ in range(symmetry % 6):
        x, y = -y, x + y
    return x, y


def symmetries() -> list[list[int]]:
    """For each of the board's twelve symmetries the row every row becomes; the first changes nothing."""
    found = []
    for symmetry in range(12):
        rows = list(range(COUNT))
        for number, (x, y) in enumerate(AWAY):
            goal = AWAY.index(turned(symmetry, x, y))
            for first in range(0, AROUND + 4 * PLACES, PLACES):
                rows[first + number] = first + goal
        found.append(rows)
    return found

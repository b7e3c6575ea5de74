"""The rows of a Protista position: what each stands for.

A piece has two rows: by its cell, seen from the end of the board where the side to move began, and by its
steps to the targets of both sides. Each target still to be reached has two rows: who stands on it and beside
it, and how near both sides are.
"""

from __future__ import annotations

from schwarm.bots.learned.layout import Facts

VERSION = 2
CELLS = 128
PIECES = 0  # whose, a stack or not, which cell
DISTANCES = (
    PIECES + 4 * CELLS
)  # whose, a stack or not, touching an enemy or not; steps to its targets, to the others
NEAR_STEPS = 12
FAR_STEPS = 8
TARGETS = (
    DISTANCES + 8 * NEAR_STEPS * FAR_STEPS
)  # whose; who stands on it, own pieces beside, two steps away, enemies
RACES = TARGETS + 2 * 4 * 4 * 4 * 4  # whose; steps of the nearest own piece, of the nearest enemy piece
FACTS = Facts(
    RACES + 2 * 81,
    (
        ("material", 40),
        ("pieces", 24),
        ("reached", 12),  # targets that count, threats to reach one more
        ("finish", 40),  # steps to as many targets as are needed
        ("nearest", 68),  # steps to the nearest target, targets still needed
        ("safe_threats", 8),
        ("stacks", 12),
        ("attackers", 20),  # pieces in the enemy's half
        ("contacts", 24),
        ("holes", 12),
        ("nearly_loops", 16),
        ("loose", 16),
        ("creations", 12),  # how often pieces may be created, targets that count
        ("exposed", 48),  # cells beside targets where the enemy could create pieces, targets it still needs
        ("march", 32),  # steps from a piece to the nearest target on average, in fifths
        ("span", 64),  # steps from a piece to all targets on average, in fifths
    ),
    (
        ("turns", 32),
        ("left", 32),  # moves left in this turn, whether it has begun, who is first
        ("threats_both", 729),  # targets of both sides and threats on them, moves left
        ("race", 729),  # nearest steps of both sides, targets of both
        ("material_lead", 200),  # how late it is
        ("reached_both", 72),  # how late it is
    ),
)
COUNT = FACTS.end


def symmetries() -> list[list[int]]:
    """None but the one that changes nothing: shifted rows of cells look different in a mirror."""
    return [list(range(COUNT))]

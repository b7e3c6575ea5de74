"""The rows of a Protista position: what each stands for.

A piece has two rows: by its place, from the nearest target if it is near one and else on the board, both seen
from the end of the board where the side to move began; and by its steps to the targets of both sides. Each
target still to be reached has two rows: who stands on it and beside it, and how many moves both sides need to
it. A first move may be a leap, a cannon, an unstacking or a generation, all others are steps.
"""

from __future__ import annotations

from schwarm.bots.learned.layout import Facts

VERSION = 3
CELLS = 128
NEAR_STEPS = 10
FAR_STEPS = 6
SPOTS = 49  # places three steps from a target or nearer, by row and half column
PIECES = 0  # whose, a stack or not, which cell
SPOTTED = PIECES + 4 * CELLS  # whose, a stack or not, one of its own targets or not, place from it
# Whose, a stack or not, can be captured or not, own pieces beside it (none, one, more); steps to its targets,
# to the others.
DISTANCES = SPOTTED + 8 * SPOTS
# Whose; who stands on it, own pieces beside it, two steps away, enemies beside it; can an own piece beside it
# be captured, can it be landed on next move.
TARGETS = DISTANCES + 24 * NEAR_STEPS * FAR_STEPS
RACES = TARGETS + 2 * 4 * 4 * 4 * 4 * 4  # whose; moves of the own side, of the enemy
FACTS = Facts(
    RACES + 2 * 81,
    (
        ("material", 40),
        ("pieces", 24),
        ("reached", 12),  # targets that count, threats to reach one more
        ("nearest", 68),  # moves to the nearest target, targets still needed
        ("stacks", 12),
        ("attackers", 20),  # pieces in the enemy's half
        ("holes", 12),
        ("creations", 12),  # how often pieces may be created, targets that count
        ("exposed", 48),  # cells beside targets where the enemy could create pieces, targets it still needs
        ("march", 32),  # steps from a piece to the nearest target on average, in fifths
        ("span", 64),  # steps from a piece to all targets on average, in fifths
        ("far_threats", 12),  # targets that count, those that only more than a step lands on
        ("attacked", 16),  # singles the enemy can land on
        ("attacked_near", 8),  # the same within two steps of a target
        ("points", 16),  # pieces that can leap
        ("pairs", 16),  # of pieces that can generate
        ("closings", 16),  # empty cells where a piece would close a loop
    ),
    (
        ("turns", 32),
        ("left", 32),  # moves left in this turn, whether it has begun, who is first
        ("threats_both", 324),  # targets of both sides and threats on them, moves left
        ("race", 729),  # nearest moves of both sides, targets of both
        ("material_lead", 200),  # how late it is
        ("reached_both", 72),  # how late it is
        ("finish_both", 432),  # moves of both sides to as many targets as are needed, moves left
        ("attacked_both", 192),  # moves left
        ("stock_both", 441),  # pieces both sides may still put on the board, targets of both
    ),
)
COUNT = FACTS.end


def symmetries() -> list[list[int]]:
    """None but the one that changes nothing: shifted rows of cells look different in a mirror."""
    return [list(range(COUNT))]

"""Protista, kind 7: stacking and being hit (K7). Kinds 1 and 2 stack; every kind may hit.

w w   ->   . w2        heights add up            w b2   ->   w b     the attacker stays where it is
"""

from __future__ import annotations

import cython

from schwarm.games.protista.position import Position
from schwarm.games.protista.tables import *

if not cython.compiled:
    from schwarm.bits import cell


def pile(game: Position, start: int, goal: int) -> None:
    """Put an own piece onto another one; a king's mark goes with it."""
    height = game.height[start] + game.height[goal]
    king = 1 if game.kings & (cell(start) | cell(goal)) else 0
    game.place(start, EMPTY, 0, 0)
    game.place(goal, game.side, height, king)


def hit(game: Position, target: int) -> None:
    """A stack loses pieces; the marked piece of a king is the last to go."""
    height = game.height[target] - game.stack_loss
    if height > 0:
        king = 1 if game.kings & cell(target) else 0
        game.place(target, game.owner[target], height, king)
    else:
        game.place(target, EMPTY, 0, 0)

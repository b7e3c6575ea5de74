"""The face of a game towards this package: how its positions and moves become numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from schwarm.environments.arrays import Arrays
from schwarm.game import Game

LONGEST = 100_000  # actions of a game, where nothing sets a bound


def no_bound(game: Game) -> int:
    """Actions of the longest game, where a face does not say."""
    return LONGEST


@dataclass(frozen=True, slots=True)
class ArraysFace:
    """What `arrays.py` in a game's folder holds under the name ARRAYS.

    `open` makes the arrays of a game and its options, which look at this very game: a subclass of Arrays that
    is compiled like the rules, or one of PlainArrays. Batches of many games are made of the former.
    """

    open: Callable[[Game], Arrays]
    most_actions: Callable[[Game], int] = no_bound  # actions of the longest game with these options

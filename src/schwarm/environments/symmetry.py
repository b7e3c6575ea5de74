"""Images of observations and policies under a game's symmetries, to learn more from each position."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from schwarm.environments.errors import BadArray
from schwarm.environments.layout import Layout

Array = np.ndarray[Any, Any]


@cache
def sources(layout: Layout, symmetry: int) -> tuple[Array, Array]:
    """Where the image of an observation, and of a row of actions, is read from."""
    if not 0 <= symmetry < layout.symmetries:
        raise BadArray(
            f"{layout.game}: expected a symmetry from 0 to {layout.symmetries - 1}, not {symmetry}"
        )
    places, actions = layout.turned(symmetry)
    return np.array(places), np.array(actions)


def transform(layout: Layout, symmetry: int, observations: Array, policies: Array) -> tuple[Array, Array]:
    """The images of observations and of anything with one number for each action; last axes are rows."""
    places, actions = sources(layout, symmetry)
    if observations.shape[-1] != layout.size:
        raise BadArray(f"expected observations of {layout.size} bytes, not {observations.shape[-1]}")
    if policies.shape[-1] != layout.actions:
        raise BadArray(f"expected {layout.actions} numbers for the actions, not {policies.shape[-1]}")
    return observations[..., places], policies[..., actions]

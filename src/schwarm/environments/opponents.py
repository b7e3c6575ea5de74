"""Who plays the other side of an environment: chance, a bot, a function of games or one of arrays."""

from __future__ import annotations

from collections.abc import Callable
from pkgutil import resolve_name
from typing import Any, Protocol

import numpy as np

from schwarm.environments.errors import BadAction, NotOffered
from schwarm.game import Game

Array = np.ndarray[Any, Any]
RANDOM = "random"
BY_NAME = "schwarm.bots:player"  # opened when a bot is named, as Gymnasium opens an entry point
THINK_MS = 100


class Player(Protocol):
    """What `schwarm.bots.player` returns, or anything that chooses like it."""

    def choose(self, game: Game, budget_ms: int) -> str:
        """A legal move, found in so many milliseconds."""


class ByArrays:
    """An opponent that sees what a learner sees: a function from observations and masks to actions.

    It is asked for all games at once in which it is to move, a row each; both arrays are its own to keep.
    """

    def __init__(self, choose: Callable[[Array, Array], Array]) -> None:
        self.choose = choose

    def actions(self, observations: Array, masks: Array) -> Array:
        """Its actions, proved to be legal."""
        found = np.asarray(self.choose(observations, masks))
        if found.shape != (len(masks),) or found.dtype.kind not in "iu":
            raise BadAction(
                f"the opponent: expected {len(masks)} whole numbers, not {found.dtype} of shape {found.shape}"
            )
        for row, action in enumerate(found.tolist()):
            if not 0 <= action < masks.shape[1] or not masks[row, action]:
                legal = np.flatnonzero(masks[row])[:5].tolist()
                raise BadAction(f"the opponent: expected a legal action such as {legal}, not {action}")
        return found


GameFunction = Callable[[Game], str]
Opponent = str | Player | GameFunction | ByArrays


def with_bot(opponent: Opponent | None, game: str) -> Opponent | None:
    """The opponent; the name of a bot, such as "greedy" or "3", becomes that bot.

    :raises UnknownBot: if the game has no bot of that name.
    """
    if isinstance(opponent, str) and opponent != RANDOM:
        player: Player = resolve_name(BY_NAME)(game, opponent)
        return player
    return opponent


def asked(opponent: Opponent | None, think_ms: int) -> GameFunction | ByArrays | None:
    """The opponent as something to call; None for one that moves at random."""
    if opponent is None or isinstance(opponent, str):
        return None
    if isinstance(opponent, ByArrays):
        return opponent
    choose = getattr(opponent, "choose", None)
    if choose is not None:
        return lambda game: choose(game, budget_ms=think_ms)
    if callable(opponent):
        return opponent
    raise NotOffered(
        f"expected the name of a bot, a player, a function from a game to a move or ByArrays as opponent,"
        f" not {opponent!r}"
    )


def checked_side(side: object) -> None:
    """Refuse what is neither a side's number nor None."""
    if side not in (0, 1, None) or isinstance(side, bool):
        raise NotOffered(f"expected side 0, 1 or None, not {side!r}")

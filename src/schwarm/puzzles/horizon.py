"""How far a proof can see: where something unknown comes into play, nothing is proven any more."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from schwarm import nocython as cython

from schwarm.games.game import Game
from schwarm.games.mississippi_queen.rules import MississippiQueen


class Horizon:
    """Of a game in which nothing is hidden: there is none."""

    def begin(self, game: Game) -> None:
        """What can be seen in this position is known from now on."""

    def is_behind(self, game: Game) -> bool:
        """Is something in sight that was not known in the beginning?"""
        return False


class RiverHorizon(Horizon):
    """Of a river: a segment that comes into sight only in the course of a line is unknown."""

    last: int

    def begin(self, game: Game) -> None:
        self.last = self.seen(cython.cast(MississippiQueen, game))

    def is_behind(self, game: Game) -> bool:
        return self.seen(cython.cast(MississippiQueen, game)) > self.last

    def seen(self, game: MississippiQueen) -> int:
        """How many fields are in sight, from the start of the river on."""
        return game.high

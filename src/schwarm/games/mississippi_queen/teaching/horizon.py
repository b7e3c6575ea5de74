"""How far proofs see down the river."""

from __future__ import annotations

import cython

from schwarm.game.game import Game
from schwarm.games.mississippi_queen.rules import MississippiQueen
from schwarm.teaching.puzzles.horizon import Horizon


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

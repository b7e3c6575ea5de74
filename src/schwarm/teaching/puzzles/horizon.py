"""How far a proof can see: where something unknown comes into play, nothing is proven any more."""

from __future__ import annotations

from schwarm.game.game import Game


class Horizon:
    """Of a game in which nothing is hidden: there is none."""

    def begin(self, game: Game) -> None:
        """What can be seen in this position is known from now on."""

    def is_behind(self, game: Game) -> bool:
        """Is something in sight that was not known in the beginning?"""
        return False

"""Protista drawn for a terminal."""

from schwarm.games.game import Game
from schwarm.games.rulebook import Drawing


def draw(game: Game) -> Drawing:
    """The board."""
    return []

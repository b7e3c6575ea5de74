"""Mississippi Queen for those who learn it: rules in pictures, lessons, puzzles."""

from typing import cast

from schwarm.game.game import Game
from schwarm.game.rulebook import Move
from schwarm.games.mississippi_queen.rules import MississippiQueen
from schwarm.games.mississippi_queen.teaching.drawings import position_of
from schwarm.games.mississippi_queen.teaching.horizon import RiverHorizon
from schwarm.games.mississippi_queen.teaching.themes import themes_of
from schwarm.teaching.face import PuzzleRules, Teaching


def distinct_moves(game: Game) -> list[Move]:
    """One move for each position that can be reached: most lists of actions differ in their order alone."""
    return cast(MississippiQueen, game).distinct_moves()


PUZZLES = PuzzleRules(
    themes_of,
    nodes=60_000,
    horizon=RiverHorizon,
    choices=distinct_moves,
    opening=(0, 0),  # a ship that sails at random is soon aground; rivers differ anyway
    levels=(2, 5),
    look_nodes=None,
)
TEACHING = Teaching(position_of, PUZZLES)

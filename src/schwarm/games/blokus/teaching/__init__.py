"""Blokus for those who learn it: rules in pictures, lessons, puzzles."""

from schwarm.game.game import Game
from schwarm.games.blokus.teaching.drawings import position_of
from schwarm.games.blokus.teaching.themes import themes_of
from schwarm.teaching.face import PuzzleRules, Teaching

CLOSE = 4  # points between the sides: where there are more, a last move has hardly decided


def is_close(game: Game) -> bool:
    """Did a game end with few points between the sides?"""
    outcome = game.outcome()
    assert outcome is not None
    one, two = (points[-1] for points in outcome.scores.values())
    return abs(one - two) <= CLOSE


# Nobody skips in puzzles: a side that is losing could put off the end for rounds.
PUZZLES = PuzzleRules(
    themes_of,
    options={"skip": False},
    nodes=200_000,
    levels=(3, 8),
    look_nodes=2500,
    close=is_close,
    last=13,
    longest_win=9,
    longest_loss=8,
)
TEACHING = Teaching(position_of, PUZZLES)

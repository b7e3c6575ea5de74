"""Piranhas for those who learn it: rules in pictures, lessons, puzzles."""

from schwarm.games.piranhas.teaching.drawings import position_of
from schwarm.games.piranhas.teaching.themes import themes_of
from schwarm.teaching.face import PuzzleRules, Teaching

PUZZLES = PuzzleRules(themes_of, nodes=1_000_000, levels=(2, 6))
TEACHING = Teaching(position_of, PUZZLES)

"""Hive for those who learn it: rules in pictures, lessons, puzzles."""

from schwarm.games.hive.teaching.drawings import position_of
from schwarm.games.hive.teaching.themes import themes_of
from schwarm.teaching.face import PuzzleRules, Teaching

PUZZLES = PuzzleRules(themes_of, nodes=1_000_000, look_nodes=3000)
TEACHING = Teaching(position_of, PUZZLES)

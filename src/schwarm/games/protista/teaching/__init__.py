"""Protista for those who learn it: rules in pictures, lessons, puzzles."""

from schwarm.games.protista.teaching.drawings import position_of
from schwarm.games.protista.teaching.themes import themes_of
from schwarm.teaching.face import PuzzleRules, Teaching

PUZZLES = PuzzleRules(themes_of, options={"create_count": 0})  # chance decides what a creation makes
TEACHING = Teaching(position_of, PUZZLES)

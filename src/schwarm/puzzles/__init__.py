"""Puzzles."""
from schwarm.puzzles.puzzle import shipped

"""Puzzles: positions with one right move, proven by exact search.

>>> from schwarm.teaching import puzzles
>>> puzzle = puzzles.shipped("hive")[0]
>>> puzzle.answer in puzzle.start().legal_moves()
True
"""

from schwarm.teaching.face import puzzle_games
from schwarm.teaching.puzzles.puzzle import Goal, NoPuzzles, Puzzle, find, shipped

__all__ = ["Goal", "NoPuzzles", "Puzzle", "find", "puzzle_games", "shipped"]

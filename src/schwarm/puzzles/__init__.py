"""Puzzles: positions with one right move, proven by exact search.

>>> from schwarm import puzzles
>>> puzzle = puzzles.shipped("hive")[0]
>>> puzzle.answer in puzzle.start().legal_moves()
True
"""

from schwarm.puzzles.puzzle import GAMES, Goal, NoPuzzles, Puzzle, find, shipped

__all__ = ["GAMES", "Goal", "NoPuzzles", "Puzzle", "find", "shipped"]

"""Learning a game: pictures of its rules and small tasks to play, both kept as data.

`data/rules/GAME.toml` holds the pictures, `data/tasks/GAME.toml` the lessons. Each says its words in every
language of the page. A goal is made of the few predicates of goals.py, so the rule book judges every answer.
"""

from schwarm.lessons.pictures import Chapter, Picture, Sheet, sheet
from schwarm.lessons.solving import next_move, solve
from schwarm.lessons.tasks import Lesson, Tried, lessons, opened, tried

__all__ = [
    "Chapter",
    "Lesson",
    "Picture",
    "Sheet",
    "Tried",
    "lessons",
    "next_move",
    "opened",
    "sheet",
    "solve",
    "tried",
]

"""Learning a game: pictures of its rules and small tasks to play, both kept as data.

`rules.toml` of a game's folder `teaching` holds the pictures, `lessons.toml` the lessons. Each says its words
in every language of the page. Goals are made of few predicates (goals.py): the rule book judges every answer.
"""

from schwarm.teaching.lessons.pictures import Chapter, Picture, Sheet, sheet
from schwarm.teaching.lessons.solving import next_move, solve
from schwarm.teaching.lessons.tasks import Lesson, Tried, lessons, opened, tried

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

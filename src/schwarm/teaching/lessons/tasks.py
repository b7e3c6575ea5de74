"""Lessons: a position, a task, and whether the learner's moves have done it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from schwarm.game import Game, IllegalMove
from schwarm.teaching.lessons.goals import Course, Goal, reached
from schwarm.teaching.lessons.reading import Text, read, start_of, text_of

Verdict = Literal["go_on", "solved", "missed"]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A task. Between the learner's moves the other side answers with the first legal one of `replies`."""

    game: str
    id: str
    rules: tuple[str, ...]  # ids of the rules it teaches
    title: Text
    text: Text  # the task
    hint: Text
    done: Text  # what has been learned
    missed: Text  # to whoever made a legal move that does not do it
    start: Game
    goals: tuple[Goal, ...]
    moves: int = 1  # own moves in which it can be done
    replies: tuple[str, ...] = ()
    look: tuple[str, ...] = ()  # cells the task speaks of
    waits: bool = False  # is the last answer of the other side waited for, as where a round must end?


@dataclass(frozen=True, slots=True)
class Tried:
    """Where some moves of the learner lead: each position on the way, and what came of it."""

    course: Course
    verdict: Verdict
    positions: tuple[Game, ...]  # the start, and one after each move of either side


@cache
def lessons(game: str) -> tuple[Lesson, ...]:
    """All lessons of a game, in order; none where nobody has written any."""
    found = read("lessons", game)
    return () if found is None else tuple(lesson_of(game, entry) for entry in found["lesson"])


def lesson_of(game: str, entry: dict[str, Any]) -> Lesson:
    """An entry of a data file as a lesson."""
    return Lesson(
        game=game,
        id=entry["id"],
        rules=tuple(entry["rules"]),
        title=text_of(entry, "title"),
        text=text_of(entry, "text"),
        hint=text_of(entry, "hint"),
        done=text_of(entry, "done"),
        missed=text_of(entry, "missed"),
        start=start_of(game, entry),
        goals=tuple(entry["goals"]),
        moves=entry.get("moves", 1),
        replies=tuple(entry.get("replies", ())),
        look=tuple(entry.get("look", ())),
        waits=entry.get("waits", False),
    )


def opened(lesson: Lesson) -> Game:
    """The position a lesson begins with."""
    return lesson.start.copy()


def tried(lesson: Lesson, moves: Sequence[str]) -> Tried:
    """Play the learner's moves, with the answers of the other side; IllegalMove names the rule of a bad one.

    >>> from schwarm.teaching.lessons import lessons, solve
    >>> first = lessons("piranhas")[0]
    >>> tried(first, []).verdict, tried(first, solve(first)).verdict
    ('go_on', 'solved')
    """
    game = opened(lesson)
    course = Course(game, game.to_move)
    positions = [game]
    verdict: Verdict = "go_on"
    for move in moves:
        if verdict != "go_on":
            raise IllegalMove(move, "END", "the lesson is over: begin it again")
        verdict, following = advanced(lesson, course, move)
        course = following[-1]
        positions += [one.game for one in following]
    return Tried(course, verdict, tuple(positions))


def advanced(lesson: Lesson, course: Course, move: str) -> tuple[Verdict, list[Course]]:
    """What comes of one more move of the learner: the courses after it and after each answer."""
    game = course.game.copy()
    code = game.code_of(move)
    made = (*course.made, (course.game, code))
    game.play(move)
    courses = [Course(game, course.side, made)]
    last = len(made) >= lesson.moves
    while True:
        now = courses[-1]
        if reached(lesson.goals, now):
            return "solved", courses
        answered = len(courses) > 1 or now.game.to_move == now.side
        if now.game.finished() or (last and (answered or not lesson.waits)):
            return "missed", courses
        if now.game.to_move == now.side:
            return "go_on", courses
        following = now.game.copy()
        following.play(answer(lesson, following))
        courses.append(Course(following, now.side, made))


def answer(lesson: Lesson, game: Game) -> str:
    """What the other side plays: what the lesson prefers, else the first move there is."""
    legal = [str(move) for move in game.legal_moves()]
    return next((move for move in lesson.replies if move in legal), legal[0])

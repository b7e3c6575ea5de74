"""Finding what solves a lesson: all own moves are tried, shortest answers first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from schwarm.game import Game
from schwarm.teaching.lessons.tasks import Lesson, advanced, tried


def moves_of(game: Game) -> list[str]:
    """The moves to try, simple ones first: one for each distinct result where a rule book can tell."""
    distinct: Any = getattr(game, "distinct_moves", game.legal_moves)
    return sorted(map(str, distinct()), key=len)


def solve(lesson: Lesson, moves: Sequence[str] = ()) -> list[str]:
    """The shortest own moves that begin with `moves` and solve a lesson; ValueError if there are none."""
    begun = [list(moves)]
    for _ in range(lesson.moves - len(moves)):
        following = []
        for line in begun:
            so_far = tried(lesson, line)
            if so_far.verdict != "go_on":
                continue
            for move in moves_of(so_far.course.game):
                if advanced(lesson, so_far.course, move)[0] == "solved":
                    return [*line, move]
                following.append([*line, move])
        begun = following
    raise ValueError(f"{lesson.game}/{lesson.id}: nothing solves it from {list(moves)}")


def next_move(lesson: Lesson, moves: Sequence[str]) -> str | None:
    """The next move of a shortest solution; None if these moves can no longer lead to one."""
    try:
        return solve(lesson, moves)[len(moves)]
    except (ValueError, IndexError):
        return None

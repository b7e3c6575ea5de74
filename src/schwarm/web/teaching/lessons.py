"""Lessons on the page: their addresses, and what a learner's moves come to. Nothing is kept on the server."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field, StringConstraints

from schwarm.game import list_games
from schwarm.teaching.lessons import Lesson, lessons, next_move, solve, tried
from schwarm.web import boards
from schwarm.web.boards import messages
from schwarm.web.boards.snapshot import describe, snapshot
from schwarm.web.shared import forms
from schwarm.web.shared.asking import REFUSALS, GameName
from schwarm.web.shared.errors import Problem
from schwarm.web.shared.pages import language_of, missing, page
from schwarm.web.words import words_of

pages = APIRouter(include_in_schema=False)
router = APIRouter(prefix="/api/lessons", tags=["lessons"], responses=REFUSALS)
LessonName = Annotated[str, Path(max_length=40, pattern=r"^[a-z-]{1,40}$")]
MOST_MOVES = 20
Moves = Annotated[list[forms.MoveText], Field(max_length=MOST_MOVES)]


class Tries(forms.Form):
    """The learner's own moves so far."""

    moves: Moves


class Attempt(Tries):
    """Cells somebody clicked on after these moves."""

    path: list[Annotated[str, StringConstraints(max_length=20)]] = Field(min_length=1, max_length=20)


class Composing(Tries):
    """The steps of a move that is being composed after these moves."""

    steps: list[Annotated[str, StringConstraints(max_length=8)]] = Field(max_length=60)


class LessonAnswer(BaseModel):
    """What the last move came to: the positions after it and after the answers; without a move the start."""

    scenes: list[messages.Snapshot]
    verdict: str = Field(description="go_on, solved or missed")


# --- pages -----------------------------------------------------------------------------------------------
@pages.get("/learn")
def learn(request: Request) -> Response:
    """All games that can be learned here."""
    counts = {game: [lesson.id for lesson in lessons(game)] for game in list_games()}
    return page(request, "learn.html", sections=("learn",), counts=counts, data={"lessons": counts})


@pages.get("/learn/{game}")
def learn_game(request: Request, game: str) -> Response:
    """The lessons of a game."""
    if game not in list_games() or not lessons(game):
        return missing(request)
    language = language_of(request)
    told = [words(lesson, language) for lesson in lessons(game)]
    return page(
        request,
        "learn_game.html",
        game=game,
        sections=("learn",),
        data={"game": game, "lessons": told, "book": describe(game)},
    )


def words(lesson: Lesson, language: str) -> dict[str, Any]:
    """What the page tells about a lesson; what solves it is asked for."""
    return {
        "id": lesson.id,
        "rules": list(lesson.rules),
        "title": lesson.title[language],
        "text": lesson.text[language],
        "hint": lesson.hint[language],
        "done": lesson.done[language],
        "missed": lesson.missed[language],
        "moves": lesson.moves,
        "look": list(lesson.look),
        "hand": takes_from_hand(lesson.game, lesson.id),
    }


@cache
def takes_from_hand(game: str, name: str) -> bool:
    """Return True if a lesson needs a piece from the hand or the stock; else these are not shown."""
    lesson = lesson_of(game, name)
    moves = solve(lesson)
    starts = (tried(lesson, moves[:made]).course.game for made in range(len(moves)))
    told = (now.describe(move) for now, move in zip(starts, moves, strict=True))
    return any(move.created and move.start is None for move in told)


# --- what a learner does ---------------------------------------------------------------------------------
def lesson_of(game: str, name: str) -> Lesson:
    """The lesson an address names."""
    if game in list_games():
        for lesson in lessons(game):
            if lesson.id == name:
                return lesson
    raise Problem(404, "not_found", "there is no such lesson")


@router.post("/{game}/{lesson}/try")
def try_moves(game: GameName, lesson: LessonName, form: Tries) -> LessonAnswer:
    """Play moves from the lesson's start; 422 names the rule that forbids one."""
    wanted = lesson_of(game, lesson)
    before = len(tried(wanted, form.moves[:-1]).positions) if form.moves else 0
    found = tried(wanted, form.moves)
    on = found.verdict == "go_on"
    shown = found.positions[before:]
    scenes = [snapshot(one, moves=on and one is shown[-1]) for one in shown]
    return LessonAnswer(scenes=scenes, verdict=found.verdict)


@router.post("/{game}/{lesson}/attempt")
def attempt(game: GameName, lesson: LessonName, form: Attempt) -> LessonAnswer:
    """Cells that are no legal move: the refusal tells why. If they are one, it is played."""
    wanted = lesson_of(game, lesson)
    now = tried(wanted, form.moves).course.game
    move = boards.of(now).text(now, form.path)
    return try_moves(game, lesson, Tries(moves=[*form.moves, move]))


@router.post("/{game}/{lesson}/compose", response_model=messages.Draft)
def compose(game: GameName, lesson: LessonName, form: Composing) -> messages.Draft:
    """How a move that is built step by step stands, and how it may go on."""
    now = tried(lesson_of(game, lesson), form.moves).course.game
    return boards.of(now).compose(now, form.steps)


@router.post("/{game}/{lesson}/hint")
def hint(game: GameName, lesson: LessonName, form: Tries) -> forms.Hint:
    """The next move of a shortest solution; 409 if there is none any more."""
    move = best(game, lesson_of(game, lesson).id, tuple(form.moves))
    if move is None:
        raise Problem(409, "no_hint", "these moves lead nowhere: begin the lesson again")
    now = tried(lesson_of(game, lesson), form.moves).course.game
    return forms.Hint(move=move, path=boards.of(now).path(now, move), words=words_of(now, move))


@lru_cache(maxsize=256)
def best(game: str, lesson: str, moves: tuple[str, ...]) -> str | None:
    """The hint, found once."""
    return next_move(lesson_of(game, lesson), moves)

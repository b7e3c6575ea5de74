"""The first page: choose a game and an opponent, go on where one was, see what is new today."""

from __future__ import annotations

from datetime import UTC, datetime
from importlib.resources import files

from fastapi import APIRouter, Request
from fastapi.responses import Response

from schwarm.game.catalogue import games_to_offer
from schwarm.teaching.lessons import lessons
from schwarm.teaching.puzzles import puzzle_games, shipped
from schwarm.teaching.puzzles.solving import of_the_day
from schwarm.web.boards.snapshot import describe
from schwarm.web.shared.class_lines import CLASSES, current_classes
from schwarm.web.shared.kept_files import file_answer
from schwarm.web.shared.pages import page
from schwarm.web.tables.routes import TheTables

pages = APIRouter(include_in_schema=False)


@pages.get("/")
def home(request: Request, open_tables: TheTables) -> Response:
    """Choose a game and an opponent."""
    games = games_to_offer()
    programs = {name: open_tables.programs.names(name) for name in games}
    books = [describe(name) for name in games]
    learnable = [name for name in games if lessons(name)]
    today = datetime.now(UTC).date()
    daily = {name: of_the_day(name, today).name for name in puzzle_games() if shipped(name)}
    data = {
        "games": books, "programs": programs, "learnable": learnable, "daily": daily,
    }  # fmt: skip
    return page(
        request,
        "home.html",
        data=data,
        sections=("learn", "people"),
        classes=current_classes(open_tables.store)[:CLASSES],
        programs=any(programs.values()),
        clients=open_tables.contest.address() is not None,
        learnable=next(iter(learnable), games[0]),
    )


@pages.get("/more")
def more(request: Request, open_tables: TheTables) -> Response:
    """What only teachers, programmers and researchers look for."""
    return page(request, "more.html", clients=open_tables.contest.address() is not None)


@pages.get("/favicon.ico")
async def icon(request: Request) -> Response:
    """The site's icon."""
    return file_answer(str(files("schwarm.web").joinpath("static", "icon.svg")), request)


@pages.get("/robots.txt")
def robots() -> Response:
    """Games are nobody else's business."""
    return Response("User-agent: *\nDisallow: /game/\nDisallow: /join/\n", media_type="text/plain")

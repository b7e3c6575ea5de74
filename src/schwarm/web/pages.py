"""The HTML shell of each address; everything that moves is done by the ES modules it loads."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import UTC, datetime
from importlib.resources import files
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from jinja2 import ChoiceLoader, Environment, PackageLoader, select_autoescape

from schwarm import __version__
from schwarm.contest.wire.seasons import usual_game
from schwarm.game import list_games, new_game, rule_book
from schwarm.game.rulebook import OptionValue
from schwarm.teaching.lessons import lessons, sheet
from schwarm.teaching.puzzles import puzzle_games, shipped
from schwarm.teaching.puzzles.solving import of_the_day
from schwarm.web.boards import drawn_piece
from schwarm.web.class_lines import current_classes
from schwarm.web.errors import Problem
from schwarm.web.kept_files import file_answer
from schwarm.web.open_tables import OpenTables
from schwarm.web.pictures import drawn
from schwarm.web.snapshot import describe, snapshot
from schwarm.web.table_plans import CLASS, OPEN
from schwarm.web.table_state import shown_seat
from schwarm.web.table_talk import LINES
from schwarm.web.texts import EVERYWHERE, LANGUAGES, catalogue, preferred

router = APIRouter(include_in_schema=False)
templates = Environment(
    # The templates of tournaments and studies are their own: exported reports are made of them, too.
    loader=ChoiceLoader([PackageLoader(f"schwarm.{part}") for part in ("web", "tournament", "lab")]),
    autoescape=select_autoescape(),
    trim_blocks=True,
    lstrip_blocks=True,
)
YEAR_S = 31_536_000
CLASSES = 5  # class tournaments that a page beside the list of all of them shows


def language_of(request: Request) -> str:
    """The language asked for in the address, remembered, or preferred by the browser."""
    for wish in (request.query_params.get("lang"), request.cookies.get("lang")):
        if wish in LANGUAGES:
            return str(wish)
    return preferred(request.headers.get("accept-language", ""))


def page(
    request: Request,
    template: str,
    *,
    status: int = 200,
    data: Any = None,
    sections: tuple[str, ...] = (),
    **more: Any,
) -> HTMLResponse:
    """A page in the visitor's language.

    `data` is what its module starts with; `sections` are texts that it needs beside those of every page.
    """
    language = language_of(request)
    texts = catalogue(language)
    told = {section: texts[section] for section in (*EVERYWHERE, *sections)}
    html = templates.get_template(template).render(
        language=language,
        languages=LANGUAGES,
        t=texts["page"],
        texts=texts,
        games=list_games(),
        path=request.url.path,
        version=__version__,
        data=embedded({"texts": told, "language": language, "data": data}),
        **more,
    )
    response = HTMLResponse(html, status)
    if request.query_params.get("lang") in LANGUAGES:
        response.set_cookie("lang", language, max_age=YEAR_S, httponly=True, samesite="lax")
    return response


def embedded(value: Any) -> str:
    """JSON that is safe inside a script element."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def missing(request: Request, status: int = 404) -> Response:
    """There is nothing at this address."""
    return page(request, "missing.html", status=status)


@router.get("/")
def home(request: Request) -> Response:
    """Choose a game and an opponent."""
    open_tables: OpenTables = request.app.state.open_tables
    programs = {name: open_tables.programs.names(name) for name in list_games()}
    books = [describe(name) for name in list_games()]
    learnable = [name for name in list_games() if lessons(name)]
    courses = {name: [lesson.id for lesson in lessons(name)] for name in learnable}
    today = datetime.now(UTC).date()
    daily = {name: of_the_day(name, today).name for name in puzzle_games() if shipped(name)}
    data = {
        "games": books, "programs": programs, "learnable": learnable, "lessons": courses, "daily": daily,
    }  # fmt: skip
    return page(
        request,
        "home.html",
        data=data,
        sections=("learn", "people"),
        classes=current_classes(open_tables.store)[:CLASSES],
        programs=any(programs.values()),
        clients=open_tables.contest.address() is not None,
        learnable=next(iter(learnable), usual_game()),
    )


@router.get("/lobby")
def lobby(request: Request) -> Response:
    """Who is here, and who wants to play."""
    books = [describe(name) for name in list_games()]
    return page(request, "lobby.html", data={"games": books}, sections=("people",))


@router.get("/game/{table}")
async def game(request: Request, table: str) -> Response:
    """A game: play, watch or replay it, depending on who looks and how far it is."""
    open_tables: OpenTables = request.app.state.open_tables
    try:
        found = await open_tables.awaited(table)
    except Problem:
        return missing(request)
    duel = found.plan.duel is not None
    data = {
        "table": table,
        "book": describe(found.plan.game),
        "addresses": open_tables.settings.addresses,
        "chat": open_tables.settings.chat,
        "lines": LINES,
    }
    hand = found.plan.source == CLASS
    notes = "team" in request.query_params  # who comes from a team's page reads its notes there
    sections = ("guide", "people", *(["duels"] if duel else []), *(["class"] if hand or notes else []))
    return page(request, "game.html", sections=sections, data=data, duel=duel, hand=hand, notes=notes)


@router.get("/join/{invite}")
async def join(request: Request, invite: str) -> Response:
    """Accept an invitation."""
    open_tables: OpenTables = request.app.state.open_tables
    try:
        table = open_tables.by_invitation(invite)
    except Problem:
        return missing(request)
    plan = table.plan
    inviter = next(seat for seat in plan.seats.values() if seat.kind != OPEN)
    told = {
        "inviter": shown_seat(inviter, here=True),
        "game": plan.game,
        "side": table.open_sides()[0],
        "profile": plan.profile,
        "options": plan.options,
        "clock": plan.clock(),
        "rated": plan.rated,
    }
    data = {"invite": invite, "plan": told, "book": describe(plan.game)}
    return page(request, "join.html", game=plan.game, data=data, sections=("people",))


@router.get("/watch")
def watch(request: Request) -> Response:
    """The games that are running."""
    open_tables: OpenTables = request.app.state.open_tables
    return page(request, "watch.html", classes=current_classes(open_tables.store)[:CLASSES])


@router.get("/replays")
def replays(request: Request) -> Response:
    """The games that ended, and a place to bring one."""
    return page(request, "replays.html")


@router.get("/position/{game}")
def position(request: Request, game: str) -> Response:
    """A position by its text, or the start of a game: to look at, to try moves, to set up, to be judged."""
    text = request.query_params.get("p")
    profile = request.query_params.get("profile")
    if game not in list_games() or len(text or "") > 4000:
        return missing(request)
    opened = new_game(game, profile=profile, seed=None, position=text, **asked_options(request, game))
    arranging = rule_book(game).arranging
    data = {
        "snapshot": snapshot(opened.view(), moves=True),
        "book": describe(game),
        "pieces": [drawn_piece(piece) for piece in arranging.pieces] if arranging is not None else [],
        "numbers": [asdict(number) for number in arranging.numbers] if arranging is not None else [],
        "climbers": arranging.climbers if arranging is not None else (),
    }
    return page(request, "position.html", sections=("faults",), game=game, data=data)


def asked_options(request: Request, game: str) -> dict[str, OptionValue]:
    """The rule options of an address, such as `o.rounds=10`, as values of their types."""
    found: dict[str, OptionValue] = {}
    for option in rule_book(game).options:
        text = request.query_params.get(f"o.{option.name}")
        if text is None:
            continue
        if isinstance(option.default, bool):
            found[option.name] = text == "true"
        elif isinstance(option.default, int) and text.lstrip("-").isdecimal():
            found[option.name] = int(text)
        else:
            found[option.name] = text
    return found


@router.get("/rules")
def rules_index(request: Request) -> Response:
    """All rule sheets."""
    return page(request, "rules_index.html")


@router.get("/rules/{game}")
def rules(request: Request, game: str) -> Response:
    """A game's rules with ids and pictures."""
    if game not in list_games():
        return missing(request)
    book = rule_book(game)
    language = language_of(request)
    told = catalogue(language)["games"].get(game, {})
    sentences = {rule: told.get("rules", {}).get(rule, sentence) for rule, sentence in book.rules.items()}
    pictured = sheet(game)
    shown: dict[str, str] = {}  # the first picture of each rule
    for picture in pictured.pictures if pictured else ():
        for rule in picture.rules:
            shown.setdefault(rule, picture.id)
    return page(
        request,
        "rules.html",
        game=game,
        told=told,
        sentences=sentences,
        pictured=pictured,
        shown=shown,
        learnable=bool(lessons(game)),
        sections=("learn",),
        data={"pictures": drawn(game), "game": game},
    )


@router.get("/favicon.ico")
async def icon(request: Request) -> Response:
    """The site's icon."""
    return file_answer(str(files("schwarm.web").joinpath("static", "icon.svg")), request)


@router.get("/robots.txt")
def robots() -> Response:
    """Games are nobody else's business."""
    return Response("User-agent: *\nDisallow: /game/\nDisallow: /join/\n", media_type="text/plain")

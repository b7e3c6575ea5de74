"""The rule sheets of all games, with ids and pictures."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from schwarm.game import list_games, rule_book
from schwarm.teaching.lessons import lessons, sheet
from schwarm.web.boards.pictures import drawn
from schwarm.web.shared.pages import language_of, missing, page
from schwarm.web.shared.texts import catalogue

pages = APIRouter(include_in_schema=False)


@pages.get("/rules")
def rules_index(request: Request) -> Response:
    """All rule sheets."""
    return page(request, "rules_index.html")


@pages.get("/rules/{game}")
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

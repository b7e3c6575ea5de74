"""Class tournaments: the shells of the pages for whoever runs one, for teams and for the projector.

A shell holds nothing of an event: its module asks the API, with the token that this browser keeps.
"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response

from schwarm.game.catalogue import games_to_offer
from schwarm.tournament.export import games_csv, tables_csv, to_html, to_json, to_xlsx
from schwarm.tournament.export import words as tournament_words
from schwarm.tournament.journal import EventJournal
from schwarm.web.boards.snapshot import describe
from schwarm.web.events.routes import Number, views
from schwarm.web.shared.asking import TheSettings
from schwarm.web.shared.pages import language_of, missing, page
from schwarm.web.shared.settings import Settings
from schwarm.web.tables.routes import TheTables

router = APIRouter(include_in_schema=False)
Identity = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
EXCEL = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
SECTIONS = ("class", "tournament")


def shell(request: Request, settings: Settings, template: str, **data: Any) -> Response:
    """A page of a class tournament; `data` names what its module asks for."""
    known = settings.addresses  # by which others come here
    return page(request, template, sections=SECTIONS, data=data | {"addresses": known})


@router.get("/operate")
def operate(request: Request, settings: TheSettings) -> Response:
    """The operator's events, and the form that makes a new one."""
    return shell(request, settings, "class_operate.html", games=[describe(name) for name in games_to_offer()])


@router.get("/operate/{event}")
def desk(request: Request, settings: TheSettings, event: Identity) -> Response:
    """All that whoever runs an event can do with it."""
    return shell(request, settings, "class_desk.html", event=event)


@router.get("/class/{event}")
def join(request: Request, settings: TheSettings, event: Identity) -> Response:
    """A new team registers."""
    return shell(request, settings, "class_join.html", event=event)


@router.get("/class/{event}/beamer")
def beamer(request: Request, settings: TheSettings, event: Identity) -> Response:
    """An event for everybody in the room, large."""
    return shell(
        request, settings, "class_beamer.html", event=event, words=tournament_words(language_of(request))
    )


@router.get("/class/{event}/certificates")
def certificates(request: Request, settings: TheSettings, event: Identity) -> Response:
    """A sheet of paper for each team."""
    return shell(request, settings, "class_certificates.html", event=event)


@router.get("/teams/{team}")
def team_page(request: Request, settings: TheSettings, team: Identity) -> Response:
    """A team's own page: its program, its games, its tests."""
    return shell(request, settings, "class_team.html", team=team)


@router.get("/events/{number}/{name}")
def exported(request: Request, open_tables: TheTables, number: Number, name: str) -> Response:
    """An event to keep: the report that stands alone, or tables and games for other programs."""
    event, store = views.of(open_tables.store, number), open_tables.store
    text: str | bytes
    if name == "report.html":
        text, kind = to_html(event, views.curves(store, event), language_of(request)), "text/html"
    elif name == "results.xlsx":
        text, kind = to_xlsx(event, EventJournal(store, number), language_of(request)), EXCEL
    elif name == "event.json":
        text, kind = to_json(event), "application/json"
    elif name == "tables.csv":
        text, kind = tables_csv(event), "text/csv"
    elif name == "games.csv":
        text, kind = games_csv(EventJournal(store, number)), "text/csv"
    else:
        return missing(request)
    saved = {"content-disposition": f'attachment; filename="event-{number}-{name}"'}
    return Response(text, media_type=kind if kind == EXCEL else f"{kind}; charset=utf-8", headers=saved)

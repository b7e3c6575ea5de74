"""The pages of games: one game, an invitation to one, those that run, those that have ended."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from schwarm.web.boards.snapshot import describe
from schwarm.web.shared.class_lines import CLASSES, current_classes
from schwarm.web.shared.errors import Problem
from schwarm.web.shared.pages import missing, page
from schwarm.web.tables.joining import by_invitation
from schwarm.web.tables.plans import CLASS, OPEN
from schwarm.web.tables.routes import TheTables
from schwarm.web.tables.state import shown_seat
from schwarm.web.tables.talk import LINES

pages = APIRouter(include_in_schema=False)


@pages.get("/game/{table}")
async def game(request: Request, open_tables: TheTables, table: str) -> Response:
    """A game: play, watch or replay it, depending on who looks and how far it is."""
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
    more = {"duel": duel, "hand": hand, "notes": notes}
    return page(request, "game.html", sections=sections, data=data, game=found.plan.game, **more)


@pages.get("/join/{invite}")
async def join(request: Request, open_tables: TheTables, invite: str) -> Response:
    """Accept an invitation."""
    try:
        table = by_invitation(open_tables, invite)
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


@pages.get("/watch")
def watch(request: Request, open_tables: TheTables) -> Response:
    """The games that are running."""
    return page(request, "watch.html", classes=current_classes(open_tables.store)[:CLASSES])


@pages.get("/replays")
def replays(request: Request) -> Response:
    """The games that ended, and a place to bring one."""
    return page(request, "replays.html")

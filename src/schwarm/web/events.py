"""Tournaments on the page and in the API: what `tournament.views` says of them."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import RedirectResponse, Response

from schwarm.store.errors import StoreError
from schwarm.store.store import Store
from schwarm.tournament.errors import TournamentError
from schwarm.tournament.views import EventView, event_view, events
from schwarm.web.api import REFUSALS, TheHall
from schwarm.web.errors import Problem
from schwarm.web.hall import Hall
from schwarm.web.pages import missing, page

router = APIRouter()
Number = Annotated[int, Path(ge=1, le=2**53)]
KEPT = 30
LISTED = 50


class Views:
    """Ratings cost some tenths of a second: they are worked out once for each state of an event."""

    def __init__(self) -> None:
        self._kept: dict[int, EventView] = {}

    def of(self, store: Store, number: int) -> EventView:
        """An event as it stands; Problem 404 if there is none."""
        try:
            plain = event_view(store, number, ratings=False)
            kept = self._kept.get(number)
            if kept is None or (kept.played, kept.finished) != (plain.played, plain.finished):
                kept = event_view(store, number)
        except (StoreError, TournamentError) as error:
            raise Problem(404, "not_found", str(error)) from None
        self._kept[number] = kept
        while len(self._kept) > KEPT:
            del self._kept[next(iter(self._kept))]
        return kept


views = Views()


def lines(hall: Hall) -> list[dict[str, Any]]:
    """The newest events, newest first."""
    found = events(hall.store, LISTED)
    return [
        {"id": one.id, "name": one.name, "game": one.game, "created": one.created.isoformat(),
         "finished": one.finished is not None, "running": one.running, "games": one.games}
        for one in found
    ]  # fmt: skip


@router.get("/api/events", tags=["events"], responses=REFUSALS)
def list_events(hall: TheHall) -> list[dict[str, Any]]:
    """The newest tournaments."""
    return lines(hall)


@router.get("/api/events/{number}", tags=["events"], responses=REFUSALS)
def show_event(hall: TheHall, number: Number) -> dict[str, Any]:
    """A tournament: stages, tables, matches, games."""
    return asdict(views.of(hall.store, number))


@router.get("/events", include_in_schema=False)
def events_page(request: Request, hall: TheHall) -> Response:
    """All tournaments."""
    return page(request, "events.html", events=lines(hall))


@router.get("/events/{number}", include_in_schema=False)
def event_page(request: Request, hall: TheHall, number: Number) -> Response:
    """One tournament."""
    return page(request, "event.html", event=views.of(hall.store, number))


@router.get("/record/{number}", include_in_schema=False)
async def record_page(request: Request, hall: TheHall, number: Number) -> Response:
    """A finished game of the store by its number, at the address it has on the page."""
    table = await hall.of_record(number)
    return missing(request) if table is None else RedirectResponse(f"/game/{table.plan.id}", 303)

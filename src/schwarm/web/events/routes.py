"""Tournaments on the page and in the API: what `tournament.views` says of them."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import RedirectResponse, Response

from schwarm.store.class_programs import is_test_game
from schwarm.store.classroom import of_event
from schwarm.store.errors import StoreError
from schwarm.store.series import find as find_series
from schwarm.store.store import Store
from schwarm.tournament.chart import chart
from schwarm.tournament.errors import TournamentError
from schwarm.tournament.export import shown, words
from schwarm.tournament.journal import listed
from schwarm.tournament.views import (
    BotView,
    EventView,
    GroupView,
    StageView,
    bot_view,
    event_view,
    rating_curve,
)
from schwarm.web.events.messages import ListedEvent
from schwarm.web.shared.asking import REFUSALS
from schwarm.web.shared.class_lines import current_classes
from schwarm.web.shared.errors import Problem
from schwarm.web.shared.pages import language_of, missing, page
from schwarm.web.tables.open_tables import OpenTables
from schwarm.web.tables.routes import TheTables

router = APIRouter()
Number = Annotated[int, Path(ge=1, le=2**53)]
Entrant = Annotated[str, Path(max_length=200)]
KEPT = 30
LISTED = 50
PATIENCE, LONGEST_S = 20, 5.0  # how many times as long as a look took nobody looks again, and at most
SHOWN_GAMES = 3000  # links to single games are left out of larger events


@dataclass(slots=True)
class KeptView:
    """An event as it was worked out, also as JSON, once somebody asked for that."""

    store: Store
    plain: EventView  # without games and ratings: tells whether anything has changed
    view: EventView
    until: float  # nobody looks again before that
    text: bytes | None = None
    tables: bytes | None = None  # the same without matches and crosstables


class Views:
    """Ratings cost some tenths of a second: they are worked out once for each state of an event.

    While an event runs, many people ask again and again. So it is looked at anew only after twenty times as
    long as the last look took, and by one of them at a time; the others are told what was known before.
    """

    def __init__(self) -> None:
        self._kept: dict[int, KeptView] = {}
        self._curves: dict[int, tuple[int, dict[str, list[float]]]] = {}
        self._lock = threading.Lock()

    def of(self, store: Store, number: int) -> EventView:
        """An event as it stands, or stood a moment ago; Problem 404 if there is none."""
        return self._found(store, number).view

    def text(self, store: Store, number: int) -> bytes:
        """The same as JSON."""
        found = self._found(store, number)
        if found.text is None:
            found.text = encoded(found.view)
        return found.text

    def tables(self, store: Store, number: int) -> bytes:
        """The JSON without what is large: matches, but for a knock-out's, and crosstables."""
        found = self._found(store, number)
        if found.tables is None:
            stages = [
                replace(stage, groups=[short(stage, group) for group in stage.groups])
                for stage in found.view.stages
            ]
            found.tables = encoded(replace(found.view, stages=stages))
        return found.tables

    def forget(self, number: int) -> None:
        """An event has changed by somebody's hand: the next who asks shall see it."""
        self._kept.pop(number, None)

    def _found(self, store: Store, number: int) -> KeptView:
        kept = self._kept.get(number)
        if kept is not None and kept.store is not store:
            kept = None
        if kept is not None and (time.monotonic() < kept.until or not self._lock.acquire(blocking=False)):
            return kept
        if kept is None:
            self._lock.acquire()
        try:
            kept = self._kept.get(number)
            if kept is None or kept.store is not store or time.monotonic() >= kept.until:
                kept = self._kept[number] = self._looked(store, number, kept)
                while len(self._kept) > KEPT:
                    del self._kept[next(iter(self._kept))]
            return kept
        finally:
            self._lock.release()

    def _looked(self, store: Store, number: int, kept: KeptView | None) -> KeptView:
        began = time.monotonic()
        try:
            plain = event_view(store, number, ratings=False, games=False)
            if kept is not None and kept.store is store and kept.plain == plain:
                made = replace(kept)
            else:
                view = event_view(store, number, games=plain.known <= SHOWN_GAMES)
                made = KeptView(store, plain, view, 0.0)
        except (StoreError, TournamentError) as error:
            raise Problem(404, "not_found", str(error)) from None
        now = time.monotonic()
        made.until = now + min((now - began) * PATIENCE, LONGEST_S)
        return made

    def curves(self, store: Store, event: EventView) -> dict[str, list[float]]:
        """The ratings of an event after each of its days."""
        results, found = self._curves.get(event.id, (-1, {}))
        if results != event.results:
            found = rating_curve(store, event.id)
            self._curves[event.id] = (event.results, found)
            while len(self._curves) > KEPT:
                del self._curves[next(iter(self._curves))]
        return found


def encoded(view: EventView) -> bytes:
    """An event as JSON."""
    return json.dumps(asdict(view), separators=(",", ":")).encode()


def short(stage: StageView, group: GroupView) -> GroupView:
    """A group with its table alone; of a knock-out the matches are the table."""
    days = [[replace(match, games=[]) for match in day] for day in group.days] if stage.bracket else []
    return replace(group, days=days, cross=[])


views = Views()


def lines(open_tables: OpenTables) -> list[ListedEvent]:
    """The newest events, newest first."""
    found = listed(open_tables.store, LISTED)
    return [
        {"id": one.id, "name": one.name, "game": one.game, "created": one.created.isoformat(),
         "finished": one.finished is not None, "running": one.running, "games": one.games}
        for one in found
    ]  # fmt: skip


@router.get("/api/events", tags=["events"], responses=REFUSALS)
def list_events(open_tables: TheTables) -> list[ListedEvent]:
    """The newest tournaments."""
    return lines(open_tables)


@router.get("/api/events/{number}", tags=["events"], response_model=EventView, responses=REFUSALS)
def show_event(open_tables: TheTables, number: Number) -> Response:
    """A tournament: stages, tables, matches, games."""
    return Response(views.text(open_tables.store, number), media_type="application/json")


@router.get("/api/events/{number}/tables", tags=["events"], response_model=EventView, responses=REFUSALS)
def show_tables(open_tables: TheTables, number: Number) -> Response:
    """The same without matches and crosstables, which are most of it; a knock-out has its matches."""
    return Response(views.tables(open_tables.store, number), media_type="application/json")


@router.get("/api/events/{number}/ratings", tags=["events"], responses=REFUSALS)
def show_ratings(open_tables: TheTables, number: Number) -> dict[str, list[float]]:
    """Elo of every entrant after each match day."""
    return views.curves(open_tables.store, views.of(open_tables.store, number))


@router.get("/api/events/{number}/bots/{name:path}", tags=["events"], responses=REFUSALS)
def show_bot(open_tables: TheTables, number: Number, name: Entrant) -> BotView:
    """One entrant: results, time use, what it did wrong, what it said then."""
    return found_bot(open_tables.store, number, name)


def found_bot(store: Store, number: int, name: str) -> BotView:
    """One entrant of an event; Problem 404 if there is none."""
    try:
        found = bot_view(store, number, name)
        if of_event(store, number) is not None:  # what a team's program said is for the team alone
            found = replace(found, logs={}, qualification_log=[])
        return found
    except (StoreError, TournamentError, KeyError, StopIteration) as error:
        raise Problem(404, "not_found", str(error) or "there is no such entrant") from None


@router.get("/events", include_in_schema=False)
def events_page(request: Request, open_tables: TheTables) -> Response:
    """All tournaments: first those of classes that are open or played now."""
    classes = current_classes(open_tables.store)
    known = {one["event"] for one in classes}
    others = [one for one in lines(open_tables) if one["id"] not in known]
    style = {"de": "%d.%m.%Y"}.get(language_of(request), "%d %b %Y")
    return page(
        request, "events.html", events=others, classes=classes,
        day=lambda created: datetime.fromisoformat(created).strftime(style),
    )  # fmt: skip


@router.get("/events/{number}", include_in_schema=False)
def event_page(request: Request, open_tables: TheTables, number: Number) -> Response:
    """One tournament."""
    event = views.of(open_tables.store, number)
    curves = views.curves(open_tables.store, event)
    series = find_series(open_tables.store, number) is not None
    own = {"class_id": of_event(open_tables.store, number)} | shown(event, curves, language_of(request))
    return page(request, "event.html", links=True, series=series, sections=("duels",) * series, **own)


@router.get("/events/{number}/bots/{name:path}", include_in_schema=False)
def bot_page(request: Request, open_tables: TheTables, number: Number, name: Entrant) -> Response:
    """One entrant of a tournament."""
    event = views.of(open_tables.store, number)
    bot = found_bot(open_tables.store, number, name)
    curves = chart(views.curves(open_tables.store, event))
    own: dict[str, Any] = {"event": event, "bot": bot, "chart": curves, "shown": SHOWN_GAMES}
    language = language_of(request)
    own["reasons"] = words(language)["reasons"] | words(language)["endings"]
    return page(request, "bot.html", w=words(language), **own)


@router.get("/record/{number}", include_in_schema=False)
async def record_page(request: Request, open_tables: TheTables, number: Number) -> Response:
    """A finished game of the store by its number, at the address it has on the page."""
    if await asyncio.to_thread(is_test_game, open_tables.store, number):
        return missing(request)  # only those who have played it see it, by their own page
    table = await open_tables.of_record(number)
    team = request.query_params.get("team", "")  # whose notes stand beside the moves, in that team's browser
    own = f"?team={team}&record={number}" if team.isascii() and team.isdecimal() else ""
    return missing(request) if table is None else RedirectResponse(f"/game/{table.plan.id}{own}", 303)

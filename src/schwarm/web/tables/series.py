"""Series of games between bots: events of the store that the page plays by itself, beside people's games."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request

from schwarm.game.random64 import fresh_seed
from schwarm.players import BotSpec
from schwarm.store import series as stored
from schwarm.store.errors import StoreError
from schwarm.store.store import Store
from schwarm.tournament.errors import TournamentError
from schwarm.tournament.formats import Entrant, Event, check
from schwarm.tournament.formats.pair import Pair
from schwarm.tournament.host import EventHost
from schwarm.tournament.journal import EventJournal
from schwarm.tournament.words import in_languages
from schwarm.web.shared import forms
from schwarm.web.shared.asking import REFUSALS, TheStarts, Token
from schwarm.web.shared.errors import Problem, unkept
from schwarm.web.shared.pages import language_of
from schwarm.web.shared.parts import part_of
from schwarm.web.shared.programs import Programs
from schwarm.web.shared.security import fingerprint, new_token, visitor_of
from schwarm.web.shared.settings import Settings
from schwarm.web.shared.texts import catalogue
from schwarm.web.tables.machines import machine, name_of, spec_of
from schwarm.web.tables.plans import PROGRAM
from schwarm.web.tables.series_messages import Conducted, Series, State
from schwarm.workers import Pool, Urgency

log = logging.getLogger(__name__)
router = APIRouter(prefix="/api/series", responses=REFUSALS)
Number = Annotated[int, Path(ge=1, le=2**53)]
PATIENCE_MS = 10_000.0  # our own bots keep to their time as well as a busy machine lets them


class AllSeries:
    """All series of the page; what it does may wait for the store, so it is called in threads."""

    def __init__(self, settings: Settings, store: Store, programs: Programs, pool: Pool) -> None:
        self.settings = settings
        self.store = store
        self.programs = programs
        self.host = EventHost(lambda: pool.share(Urgency.SERIES))

    def open(self) -> None:
        """Go on with every series that nobody plays; also when another page has died."""
        if not self.settings.series_workers:
            return
        for one in stored.open_ones(self.store):
            if one.run is not None:
                continue
            try:
                self._begin(one.event)
            except (Problem, TournamentError, StoreError) as error:
                log.warning("series %d waits: %s", one.event, error)

    def take_over(self) -> None:
        """A page may have died: go on with its series. From any thread."""
        with suppress(StoreError):  # what is away rings again when it is back
            self.open()

    def close(self) -> None:
        """Stop all; they go on with the next start."""
        self.host.close()

    def _begin(self, number: int) -> None:
        """Play on; Problem if one of the two is offered no more."""
        journal = EventJournal(self.store, number)
        event = journal.event
        offered = [self.programs.spec(name) for name in self.programs.names(event.game)]
        for entrant in event.entrants:
            if not isinstance(entrant.player, BotSpec) and entrant.player not in offered:
                raise Problem(409, "not_offered", f"{entrant.name} is not offered here any more")
        self.host.begin(journal)

    def start(self, visitor: str, language: str, form: forms.NewSeries) -> tuple[int, str]:
        """A new series, which begins at once: its number, and the token that stops it."""
        event = self._event(language, form)
        try:
            check(event)
        except TournamentError as error:
            raise Problem(422, "bad_request", str(error)) from None
        self._count(visitor)
        token = new_token()
        number = stored.create(
            self.store, event.name, event.to_json(), visitor=visitor, owner=fingerprint(token)
        )
        self._begin(number)
        return number, token

    def _event(self, language: str, form: forms.NewSeries) -> Event:
        seats = [machine(player, form.game, self.programs) for player in (form.first, form.second)]
        first, second = (name_of(seat, language) for seat in seats)
        if first == second:
            second = f"{second} (2)"
        name = str(catalogue(language)["duels"]["versus"]).format(first=first, second=second)
        foreign = any(seat.kind == PROGRAM for seat in seats)
        limits = self.settings.program_limits
        entrants = zip((first, second), seats, strict=True)
        return Event(
            name=name,
            game=form.game,
            profile=form.profile or "",
            options=form.options,
            seed=fresh_seed() >> 1 if form.seed is None else form.seed,
            opening_plies=form.opening_plies,
            soft_ms=limits.soft_ms or PATIENCE_MS if foreign else PATIENCE_MS,
            hard_ms=limits.hard_ms or 2 * PATIENCE_MS if foreign else 2 * PATIENCE_MS,
            sandbox=self.settings.sandbox and foreign,
            entrants=tuple(
                Entrant(name, spec_of(seat, self.programs, form.move_ms)) for name, seat in entrants
            ),
            stages=(Pair(name=name, games=form.games),),
        )

    def _count(self, visitor: str) -> None:
        if not self.settings.series_workers:
            raise Problem(403, "no_series", "this page plays no series")
        if (fault := self.store.fault()) is not None:
            raise unkept(fault)
        here = self.host.playing()
        held = [one for one in stored.open_ones(self.store) if one.run is not None or one.event in here]
        if len(held) >= self.settings.series_at_once:
            raise Problem(503, "full", "many series are being played: come back later")
        most = self.settings.series_of_visitor
        if sum(one.visitor == visitor for one in held) >= most:
            raise Problem(429, "series_of_yours", f"expected at most {most} series at a time: stop one first")

    def stop(self, number: int) -> None:
        """Play no more of it until somebody says so."""
        stored.stop(self.store, number, stopped=True)
        self.host.stop(number)

    def go_on(self, visitor: str, number: int) -> None:
        if number not in self.host.playing():
            self._count(visitor)
            self._begin(number)
            stored.stop(self.store, number, stopped=False)

    # --- telling -------------------------------------------------------------------------------------
    def found(self, number: int) -> stored.Series:
        """What the store knows; Problem 404 if the page plays no series of that number."""
        known = stored.find(self.store, number)
        if known is None:
            raise Problem(404, "not_found", "there is no series at this address")
        return known

    def view(self, number: int) -> Series:
        known = self.found(number)
        why = None
        state: State
        if known.finished:
            state = "finished"
        elif number in self.host.playing():
            state = "running"
        else:
            why = self.host.broken.get(number)
            state = "broken" if why else "stopped"
        return {
            "id": number,
            "state": state,
            "why": in_languages(why) if why else None,
            "played": len(EventJournal(self.store, number).results()),
            "now": [{"number": one.task.key[-1], "ply": one.ply} for one in self.host.running(number)],
        }


# --- the API -----------------------------------------------------------------------------------------
TheSeries = Annotated[AllSeries, Depends(part_of(AllSeries))]


def owned(found: TheSeries, number: Number, token: Token) -> int:
    """The number of a series, for whoever may stop it."""
    known = found.found(number)
    if not token or fingerprint(token) != known.owner:
        raise Problem(403 if token else 401, "no_seat", "expected the token of whoever started this series")
    return number


Owned = Annotated[int, Depends(owned)]


@router.post("", tags=["duels"], status_code=201, response_model=Conducted)
async def start_series(
    request: Request, found: TheSeries, starts: TheStarts, form: forms.NewSeries
) -> Conducted:
    """Start a series of games between two machines; it is an event of kind `pair` as well."""
    starts.count(visitor_of(request))
    number, token = await asyncio.to_thread(found.start, visitor_of(request), language_of(request), form)
    return {"id": str(number), "address": f"/events/{number}", "token": token}


@router.get("/{number}", tags=["duels"], response_model=Series)
def show_series(found: TheSeries, number: Number) -> Series:
    """A series as it stands: what is being played, and whether it goes on."""
    return found.view(number)


@router.post("/{number}/stop", tags=["duels"], response_model=Series)
def stop_series(found: TheSeries, number: Owned) -> Series:
    """Play no more of it until somebody says so."""
    found.stop(number)
    return found.view(number)


@router.post("/{number}/go-on", tags=["duels"], response_model=Series)
def go_on_with_series(request: Request, found: TheSeries, number: Owned) -> Series:
    """Play what is left of it."""
    found.go_on(visitor_of(request), number)
    return found.view(number)

"""Bots against bots: the page on which one chooses two of them, and one game between them, conducted live."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from schwarm.game import list_games
from schwarm.game.catalogue import games_to_offer
from schwarm.web.boards.snapshot import describe
from schwarm.web.shared import forms
from schwarm.web.shared.asking import REFUSALS, TheStarts, Token
from schwarm.web.shared.errors import Problem
from schwarm.web.shared.pages import page
from schwarm.web.shared.security import fingerprint, visitor_of
from schwarm.web.tables import starting
from schwarm.web.tables.routes import TheTable, TheTables
from schwarm.web.tables.series_messages import Conducted
from schwarm.web.tables.table import Table

router = APIRouter(prefix="/api/duels", responses=REFUSALS)
pages = APIRouter(include_in_schema=False)


async def conducted(table: TheTable, token: Token) -> Table:
    """A game between machines, for whoever may say how it goes on."""
    if table.plan.duel is None:
        raise Problem(404, "not_found", "nobody conducts the game at this address")
    if not token or fingerprint(token) != table.plan.duel.key:
        raise Problem(403 if token else 401, "no_seat", "expected the token of whoever started this game")
    return table


TheDuel = Annotated[Table, Depends(conducted)]


@router.post("", tags=["duels"], status_code=201, response_model=Conducted)
async def start_duel(
    request: Request, open_tables: TheTables, starts: TheStarts, form: forms.NewDuel
) -> Conducted:
    """Start a game between two machines. It plays only while somebody watches."""
    starts.count(visitor_of(request))
    table, token = await starting.start_duel(open_tables, visitor_of(request), form)
    return {"id": table.plan.id, "address": f"/game/{table.plan.id}", "token": token}


@router.post("/{table}/conduct", tags=["duels"])
async def conduct(table: TheDuel, form: forms.Conduct) -> forms.PliesMade:
    """Let it go on or wait, choose its pace, or let one move through."""
    assert table.conductor is not None, "a duel has one"
    table.conductor.conduct(playing=form.playing, pace_ms=form.pace_ms)
    if form.step:
        table.conductor.step()
    return forms.PliesMade(ply=len(table.course.plies))


@router.post("/{table}/stop", tags=["duels"])
async def stop_duel(table: TheDuel) -> forms.PliesMade:
    """End the game as it stands."""
    await table.course.abandon()
    return forms.PliesMade(ply=len(table.course.plies))


@router.post("/{table}/again", tags=["duels"], response_model=Conducted)
async def again(open_tables: TheTables, table: TheDuel, token: Token) -> Conducted:
    """The next game of the same two, sides swapped; the same token conducts it."""
    following = await starting.rematch(open_tables, table, fingerprint(token))
    return {"id": following.plan.id, "address": f"/game/{following.plan.id}", "token": token}


@pages.get("/duel")
async def choose_two(request: Request, open_tables: TheTables) -> Response:
    """Choose two players, and how they shall meet."""
    books = await asyncio.to_thread(lambda: [describe(name) for name in games_to_offer()])
    programs = {name: open_tables.programs.names(name) for name in list_games()}
    settings = open_tables.settings
    data = {"games": books, "programs": programs, "series": settings.series_workers > 0}
    return page(request, "duel.html", data=data, sections=("duels",), series=settings.series_workers > 0)

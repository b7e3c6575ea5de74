"""Names in the API: take one, change it, delete it, and list its games."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Query, Request

from schwarm.web.people import messages
from schwarm.web.people.lobby import TheLobby
from schwarm.web.people.people import ThePeople, own_games
from schwarm.web.shared import forms
from schwarm.web.shared.asking import REFUSALS, Token
from schwarm.web.shared.errors import Problem
from schwarm.web.shared.inner import ask_all
from schwarm.web.shared.security import visitor_of
from schwarm.web.tables.plans import Plan
from schwarm.web.tables.state import replay_entry

router = APIRouter(prefix="/api/people", tags=["people"], responses=REFUSALS)


@router.post("", status_code=201, response_model=messages.Named)
async def claim(request: Request, people: ThePeople, form: forms.Naming) -> messages.Named:
    """Take a name that nobody has. 409 proposes another one; the token is the right to the name."""
    if not people.names.take(visitor_of(request)):
        raise Problem(429, "too_many", "too many new names: wait a moment")
    person, token = await people.claim(form.name)
    return {"id": person.id, "name": person.name, "token": token}


@router.get("/me", response_model=messages.Me)
async def me(people: ThePeople, token: Token) -> messages.Me:
    """Whose token this is."""
    person = await people.must(token)
    return {"id": person.id, "name": person.name, "ratings": await people.ratings(person.id)}


@router.post("/me", response_model=messages.Me)
async def rename(
    request: Request, people: ThePeople, lobby: TheLobby, token: Token, form: forms.Naming
) -> messages.Me:
    """Change one's name; ratings and games stay one's own."""
    renamed = person = await people.must(token)
    if not request.scope.get("inner"):
        if not people.names.take(visitor_of(request)):
            raise Problem(429, "too_many", "too many new names: wait a moment")
        renamed = await people.rename(person, form.name)
        await ask_all(people.open_tables.store, request)
    lobby.rename(renamed)
    return {"id": renamed.id, "name": renamed.name, "ratings": await people.ratings(person.id)}


@router.delete("/me", status_code=204)
async def forget(request: Request, people: ThePeople, lobby: TheLobby, token: Token) -> None:
    """Delete the name and its token. Running games are given up, finished ones stay as somebody's."""
    person = await people.must(token)
    await ask_all(people.open_tables.store, request)
    await people.give_up(person)
    if not request.scope.get("inner"):  # another page does it, once all of us have done their part
        await people.forget(person)
    lobby.forget(person.id)


@router.get("/me/games", response_model=messages.MyGames)
async def my_games(
    people: ThePeople,
    token: Token,
    before: Annotated[
        float | None, Query(ge=0, le=1e11, description="the `ended` of the last entry you have")
    ] = None,
    count: Annotated[int, Query(ge=1, le=100)] = 20,
) -> messages.MyGames:
    """One's own games: those that run or wait, and those that ended, the last first."""
    person = await people.must(token)
    earlier = None if before is None else datetime.fromtimestamp(before, UTC)
    found = await asyncio.to_thread(people.store.finished, person.id, earlier, count + 1)
    finished: list[messages.MyFinished] = [
        {"entry": replay_entry(Plan.from_json(one.plan), one), "side": side} for one, side in found[:count]
    ]
    return {
        "running": own_games(people.running(), person.key),
        "finished": finished,
        "more": len(found) > count,
    }

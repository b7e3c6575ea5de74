"""Sitting down at tables, in the API: start a game, accept an invitation or an open game, play once more."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request

from schwarm.game import rule_book
from schwarm.web.people.lobby import TheLobby
from schwarm.web.people.people import ThePeople
from schwarm.web.shared import forms
from schwarm.web.shared.asking import REFUSALS, TheStarts, Token
from schwarm.web.shared.errors import Problem
from schwarm.web.shared.security import fingerprint, visitor_of
from schwarm.web.tables import joining, messages, starting
from schwarm.web.tables.glimpses import Glimpse
from schwarm.web.tables.routes import TheTable, TheTables, ended_record, seated, side_of

router = APIRouter(prefix="/api", responses=REFUSALS)


@router.post("/tables", tags=["tables"], status_code=201, response_model=messages.Seated)
async def start_table(
    request: Request,
    open_tables: TheTables,
    people: ThePeople,
    starts: TheStarts,
    token: Token,
    form: forms.NewTable,
) -> messages.Seated:
    """Start a game. The tokens that come back are the right to move; an invitation serves once.

    With the token of a name the game is that person's; the token is the right to move then.
    """
    starts.count(visitor_of(request))
    sides = rule_book(form.game).sides
    if form.side is not None and form.side not in sides:
        raise Problem(422, "bad_request", f"expected {' or '.join(sides)} as side, not {form.side!r}")
    who = await people.seating(token, form.name, form.game)
    asked = await people.asked(form.person, form.game) if form.opponent == "person" else None
    if asked is not None and asked.person == who.seat.person:
        raise Problem(409, "own_game", "expected somebody else to challenge")
    table, tokens, invite = await starting.start(open_tables, visitor_of(request), form, who, asked)
    return seated(table, tokens, invite, open_tables)


@router.post("/join", tags=["tables"], response_model=messages.Seated)
async def join(
    open_tables: TheTables, people: ThePeople, token: Token, form: forms.JoinTable
) -> messages.Seated:
    """Take the seat an invitation is for; with the token of a name as that person."""
    table = joining.by_invitation(open_tables, form.invite)
    who = await people.seating(token, form.name, table.plan.game)
    side = joining.join(open_tables, table, form.invite, who)
    return seated(table, {side: who.token})


@router.post("/tables/{table}/rematch", tags=["tables"], response_model=messages.Seated)
async def rematch(
    open_tables: TheTables, people: ThePeople, table: TheTable, token: Token
) -> messages.Seated:
    """The next game of the same two, sides changed; it begins when both want it. The token stays valid."""
    side_of(table, token)
    following = await starting.rematch(open_tables, table, fingerprint(token))
    await people.refresh(following)
    tokens = dict.fromkeys(following.plan.side_of(fingerprint(token)), token)
    return seated(following, tokens, None, open_tables)


@router.post("/tables/{table}/play-on", tags=["replays"], status_code=201, response_model=messages.Seated)
async def play_on(
    request: Request,
    open_tables: TheTables,
    people: ThePeople,
    table: TheTable,
    token: Token,
    form: forms.PlayOn,
) -> messages.Seated:
    """A new game from a position of a finished one."""
    found = await asyncio.to_thread(ended_record, open_tables, table)
    if form.ply > len(found.plies):
        raise Problem(404, "not_found", f"expected a ply from 0 to {len(found.plies)}")
    start = forms.NewTable(
        game=found.game,
        profile=found.profile,
        options=dict(found.options),
        seed=found.seed,
        position=found.position,
        moves=[ply.move for ply in found.plies[: form.ply]],
        side=form.side if form.side in rule_book(found.game).sides else None,
        opponent=form.opponent,
        level=form.level,
        program="",
        name="",
        listed=table.plan.listed,
    )
    who = await people.seating(token, "", found.game)
    following, tokens, invite = await starting.start(open_tables, visitor_of(request), start, who)
    return seated(following, tokens, invite)


@router.post("/tables/{table}/accept", tags=["people"], response_model=messages.Seated)
async def accept(
    open_tables: TheTables,
    people: ThePeople,
    lobby: TheLobby,
    table: TheTable,
    token: Token,
    form: forms.Accept,
) -> messages.Seated:
    """Join a game that is open to all, or one that waits for you."""
    kept = [side for side in table.open_sides() if table.plan.seats[side].key]
    if kept and token and fingerprint(token) in {table.plan.seats[side].key for side in kept}:
        who = await people.own_seating(token, table)
    else:
        who = await people.seating(token, form.name, table.plan.game)
    if not lobby.opener_here(Glimpse.of(table)):
        raise Problem(409, "away", "whoever opened this game is not here at the moment")
    side = joining.accept(open_tables, table, who)
    return seated(table, {side: who.token})


@router.post("/tables/{table}/withdraw", tags=["people"])
async def withdraw(open_tables: TheTables, table: TheTable, token: Token) -> forms.PliesMade:
    """Take back a game that waits for somebody, or decline one that waits for you."""
    await joining.withdraw(open_tables, table, fingerprint(token))
    return forms.PliesMade(ply=0)


@router.post("/tables/{table}/offers", tags=["people"])
async def offer(table: TheTable, token: Token, form: forms.Proposal) -> forms.PliesMade:
    """Offer a draw, or to take a move back; accept or decline what the other offers."""
    await table.talk.offer(form.what, side_of(table, token, form.side), form.say)
    return forms.PliesMade(ply=len(table.course.plies))

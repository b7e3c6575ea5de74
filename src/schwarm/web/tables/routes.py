"""Tables in the API: rule books, games that are played now, and those that have ended."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import JSONResponse, Response

from schwarm.contest.replay import write_replay
from schwarm.game import Game, list_games
from schwarm.game.record import Record
from schwarm.store.page_tables import Wanted
from schwarm.web import boards
from schwarm.web.boards.messages import Book, Draft, Snapshot, Told
from schwarm.web.boards.snapshot import describe, snapshot
from schwarm.web.shared import forms
from schwarm.web.shared.asking import PICTURE_S, REFUSALS, SVG, XML, GameName, PlyNumber, Token
from schwarm.web.shared.connections import TheConnections
from schwarm.web.shared.errors import Problem
from schwarm.web.shared.parts import part_of
from schwarm.web.shared.security import fingerprint, visitor_of
from schwarm.web.tables import messages
from schwarm.web.tables.choices import apart
from schwarm.web.tables.open_tables import OpenTables
from schwarm.web.tables.table import Table
from schwarm.web.words import words_of
from schwarm.web.words.teller import as_players_write

router = APIRouter(prefix="/api", responses=REFUSALS)
TheTables = Annotated[OpenTables, Depends(part_of(OpenTables))]
TableName = Annotated[str, Path(max_length=40, pattern=r"^[A-Za-z0-9_-]{1,40}$")]


async def table_of(
    open_tables: TheTables, connections: TheConnections, table: TableName, token: Token
) -> Table:
    """The table an address names."""
    found = await open_tables.find(table)
    if token and found.plan.side_of(key := fingerprint(token)):
        connections.tokens.add(key)
    return found


TheTable = Annotated[Table, Depends(table_of)]


def side_of(table: Table, token: str, wanted: str | None = None) -> str:
    """The side a token may act for: the one asked for, else the one to move, else its only one."""
    sides = table.plan.side_of(fingerprint(token)) if token else []
    if not sides:
        raise Problem(401 if not token else 403, "no_seat", "expected the token of a player of this game")
    if wanted is not None:
        if wanted not in sides:
            raise Problem(403, "no_seat", f"this token does not play {wanted}")
        return wanted
    return table.course.shown.to_move if table.course.shown.to_move in sides else sides[0]


# --- rule books ----------------------------------------------------------------------------
@router.get("/games", tags=["games"], response_model=list[Book])
def list_books() -> list[Book]:
    """All rule books with options, profiles, rules and bots."""
    return [describe(name) for name in list_games()]


@router.get("/games/{game}", tags=["games"], response_model=Book)
def show_game(game: GameName) -> Book:
    """One rule book."""
    if game not in list_games():
        raise Problem(404, "not_found", f"expected a game of {', '.join(list_games())}")
    return describe(game)


@router.get("/programs", tags=["games"])
async def list_programs(open_tables: TheTables) -> dict[str, list[str]]:
    """The foreign programs one can play against here, by game."""
    return {game: open_tables.programs.names(game) for game in list_games()}


# --- tables ----------------------------------------------------------------------------------------------
@router.get("/tables", tags=["tables"], response_model=messages.Lists)
async def list_tables(
    open_tables: TheTables, ended: Annotated[int, Query(ge=0, le=50)] = 10
) -> messages.Lists:
    """The games everybody may watch that are played now, and those that ended last."""
    last = (await open_tables.replays(Wanted(), ended))["entries"] if ended else []
    return {"running": open_tables.listed(), "ended": last}


def seated(
    table: Table,
    tokens: dict[str, str],
    invite: str | None = None,
    open_tables: OpenTables | None = None,
) -> messages.Seated:
    """What somebody who sat down gets."""
    plan = table.plan
    code = next((seat.code for seat in plan.seats.values() if seat.code), "")
    place = open_tables.contest.address() if open_tables is not None and code else None
    client: messages.Reservation | None = None if place is None else {"port": place[1], "code": code}
    address = f"/game/{plan.id}"
    return {"id": plan.id, "address": address, "tokens": tokens, "invite": invite, "client": client}


@router.get("/tables/{table}", tags=["tables"], response_model=messages.State)
async def show_table(table: TheTable, token: Token) -> messages.State:
    """A table's state; with a player's token also the legal moves."""
    plays = bool(token and table.plan.side_of(fingerprint(token)))
    if plays:
        await table.display.choices.ready()
    return table.state(plays)


@router.get("/tables/{table}/moves", tags=["tables"], response_model=list[Told])
async def show_moves(table: TheTable) -> list[Told]:
    """All moves that were made: whose, how long they took, and what they did in words."""
    return await asyncio.to_thread(
        table.display.teller.all, table.course.shown.copy(), list(table.course.plies)
    )


@router.get("/tables/{table}/picture", tags=["tables"], responses={200: {"content": {SVG: {}}}})
async def picture(table: TheTable) -> Response:
    """The position as a small picture; with `?ply=` in its address it may be kept for a while."""
    headers = {"cache-control": f"private, max-age={PICTURE_S}"}
    return Response(await asyncio.to_thread(table.display.picture), media_type=SVG, headers=headers)


@router.post("/tables/{table}/moves", tags=["tables"])
async def play(table: TheTable, token: Token, form: forms.Play) -> forms.PliesMade:
    """Play a move for the token's side. 422 names the rule that forbids it; nothing has changed then."""
    made = await table.actions.play(side_of(table, token, form.side), form.move, form.ply)
    return forms.PliesMade(ply=made)


@router.post("/tables/{table}/compose", tags=["tables"], response_model=Draft)
async def compose(table: TheTable, form: forms.Compose) -> Draft:
    """How a move that is built step by step stands, and how it may go on."""
    game = table.course.shown.copy()
    return await apart(boards.of(game).compose, game, form.steps)


@router.post("/tables/{table}/take-back", tags=["tables"])
async def take_back(table: TheTable, token: Token, form: forms.Side) -> forms.PliesMade:
    """Take the token's last move back, and what was answered; against people that has to be offered."""
    await table.actions.take_back(side_of(table, token, form.side))
    return forms.PliesMade(ply=len(table.course.plies))


@router.post("/tables/{table}/hint", tags=["tables"])
async def hint(request: Request, table: TheTable, token: Token) -> forms.Hint:
    """Ask the strongest bot; only players may, and only against bots or with both sides their own."""
    side = side_of(table, token)
    if not table.actions.may_take_back((side,)):
        raise Problem(409, "no_hint", "hints are given only in games against bots")
    game = table.course.shown.copy()  # the table may have moved on when the bot answers
    move = await table.actions.hint(visitor_of(request))
    path, written = boards.of(game).path(game, move), "".join(as_players_write(game, [move]))
    return forms.Hint(move=move, path=path, words=words_of(game, move), players=written)


@router.post("/tables/{table}/resign", tags=["tables"])
async def resign(table: TheTable, token: Token, form: forms.Side) -> forms.PliesMade:
    """Give the game up."""
    await table.actions.resign(side_of(table, token, form.side))
    return forms.PliesMade(ply=len(table.course.plies))


# --- finished games --------------------------------------------------------------------------------------
@router.get("/replays", tags=["replays"], response_model=messages.Replays)
async def list_replays(
    open_tables: TheTables,
    game: Annotated[str | None, Query(max_length=64)] = None,
    player: Annotated[str, Query(max_length=60, description="how a name, or a word in it, begins")] = "",
    result: Literal["won", "drawn"] | None = None,
    before: Annotated[
        float | None, Query(ge=0, le=1e11, description="the `ended` of the last entry you have")
    ] = None,
    count: Annotated[int, Query(ge=1, le=100)] = 30,
) -> messages.Replays:
    """Finished games that everybody may see, those that ended last first."""
    earlier = None if before is None else datetime.fromtimestamp(before, UTC)
    drawn = None if result is None else result == "drawn"
    return await open_tables.replays(Wanted(game, player, drawn, earlier), count)


def ended_record(open_tables: OpenTables, table: Table) -> Record:
    """The record of a game that has ended; before that it would tell what is hidden."""
    if table.course.end is None or table.course.game_id is None:
        raise Problem(409, "running", "the game has not ended")
    return open_tables.store.record(table.course.game_id)


@router.get("/tables/{table}/record", tags=["replays"], response_class=JSONResponse)
async def record(open_tables: TheTables, table: TheTable) -> Response:
    """The record of a finished game as one line of JSON."""
    found = await asyncio.to_thread(ended_record, open_tables, table)
    name = f"{table.plan.game}-{table.plan.id}.json"
    return Response(
        found.to_json() + "\n",
        media_type="application/json",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


@router.get("/tables/{table}/replay", tags=["replays"], responses={200: {"content": {XML: {}}}})
async def replay(open_tables: TheTables, table: TheTable) -> Response:
    """A finished game as a replay file in the contest's own format."""
    found = await asyncio.to_thread(ended_record, open_tables, table)
    text = await asyncio.to_thread(write_replay, found)
    name = f"{table.plan.game}-{table.plan.id}.xml"
    return Response(text, media_type=XML, headers={"content-disposition": f'attachment; filename="{name}"'})


def at_ply(table: Table, ply: int) -> Game:
    """A table's game after so many plies, as its players saw it."""
    if ply > len(table.course.plies):
        raise Problem(404, "not_found", f"expected a ply from 0 to {len(table.course.plies)}")
    game = table.course.shown.copy()
    while len(game.history) > ply:
        game.undo()
    return game


@router.get("/tables/{table}/plies/{ply}", tags=["replays"], response_model=Snapshot)
async def show_ply(table: TheTable, ply: PlyNumber) -> Snapshot:
    """The position after so many plies, as its players saw it; once the game has ended, with moves."""
    return snapshot(at_ply(table, ply), moves=table.course.end is not None)

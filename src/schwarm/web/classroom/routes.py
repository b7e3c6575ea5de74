"""Tournaments of a class in the API: operators and teams each have a token, and see what is theirs.

Tokens come as `Authorization: Bearer TOKEN`. The operator's is the page's own, a team's was given to it when
it registered; the database keeps only fingerprints.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path as FilePath
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request
from fastapi.responses import FileResponse, Response
from starlette.background import BackgroundTask

from schwarm.classroom import actions, export, logs, notes, views
from schwarm.classroom import messages as told
from schwarm.classroom.classroom import OPERATOR, TEAM
from schwarm.classroom.errors import NotThere
from schwarm.classroom.setup import NewEvent
from schwarm.game.errors import Refusal
from schwarm.store.classroom import ClassRow, TeamRow
from schwarm.store.classroom import listed as listed_classes
from schwarm.store.classroom import teams as teams_of
from schwarm.tournament.words import in_languages
from schwarm.web.classroom import messages
from schwarm.web.classroom.desk import ClassDesk, Desk
from schwarm.web.classroom.forms import ChosenVersion, NewTeam, NewTest, OperatorAction, Reply
from schwarm.web.classroom.table import ClassTable
from schwarm.web.shared.asking import REFUSALS, Token
from schwarm.web.shared.connections import TheConnections
from schwarm.web.shared.errors import Problem
from schwarm.web.shared.security import fingerprint, new_token, visitor_of
from schwarm.web.tables.routes import TheTable, side_of

ZIP = "application/zip"
BYTES = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
router = APIRouter(prefix="/api/class", tags=["class"], responses=REFUSALS)
Number = Annotated[int, Path(ge=1, le=2**53)]


def class_of(desk: Desk, number: Number) -> ClassRow:
    """The tournament an address names."""
    return desk.room.find(number)


TheClass = Annotated[ClassRow, Depends(class_of)]


def team_of(desk: Desk, connections: TheConnections, number: Number, token: Token) -> TeamRow:
    """The team an address names, for itself or the operator."""
    team = desk.own_team(number, token)
    connections.tokens.add(fingerprint(token))
    return team


OwnTeam = Annotated[TeamRow, Depends(team_of)]


# --- everybody -----------------------------------------------------------------------------------------
@router.get("")
def about(desk: Desk, token: Token) -> told.ClassOffer:
    """What this page offers a class: presets, levels, limits, and why uploads are not accepted if so."""
    return {**views.about(desk.room), "operator": desk.operates(token)}


@router.get("/events")
def list_events(desk: Desk) -> list[told.ClassLine]:
    """The newest tournaments of the class."""
    return [views.line(found, teams) for found, teams in listed_classes(desk.room.store)]


@router.get("/events/{number}")
def show_event(desk: Desk, found: TheClass, token: Token) -> told.ClassEvent:
    """A tournament; with the operator's token also codes, qualifications and the journal."""
    return views.event(desk.room, desk.standings, found, operator=desk.operates(token))


@router.get("/events/{number}/boards")
def show_boards(desk: Desk, found: TheClass) -> list[messages.ClassBoard]:
    """The positions of the games under way, as the page draws them; a game at a table names it."""
    return desk.boards.of(found.id, desk.room.host.live(found.id))


@router.post("/events/{number}/teams", status_code=201)
def register(request: Request, desk: Desk, number: Number, form: NewTeam) -> messages.Registered:
    """Take part. The token that comes back is the team's own; it is told once."""
    if not desk.joins.take(visitor_of(request)):
        crowd = in_languages(Refusal("class_new_teams"))
        raise Problem(429, "too_many", "too many new teams: wait a moment", faults=[crowd])
    token = new_token()
    team = desk.room.register(number, form.model_dump(), fingerprint(token))
    place = desk.room.means.contest()
    return {
        "id": team.id,
        "name": team.name,
        "token": token,
        "address": f"/teams/{team.id}#{token}",
        "reservation": views.reservation(team, place),
    }


@router.post("/tables/{table}/ready", status_code=204)
async def ready(table: TheTable, token: Token) -> None:
    """A team that plays by hand is ready: its game begins, and its clock, when everybody is."""
    if not isinstance(table, ClassTable):
        raise NotThere(Refusal("class_no_table"))
    table.come(side_of(table, token))


# --- a team --------------------------------------------------------------------------------------------
@router.get("/teams/{number}")
def show_team(desk: Desk, team: OwnTeam, token: Token) -> told.TeamPage:
    """A team's versions, games, faults and test matches, with logs: for itself and the operator alone.

    `own` tells the team from the operator.
    """
    return {**views.team(desk.room, team), "own": not desk.operates(token)}


@router.put("/teams/{number}/program", openapi_extra={"requestBody": {"content": BYTES}})
async def upload(request: Request, desk: Desk, team: OwnTeam) -> messages.VersionNumber:
    """A new version of the team's program: the bytes of a ZIP, as for the contest."""
    await asyncio.to_thread(desk.room.check_upload, team)
    content = await desk.bodies.body(request)
    return {"version": await asyncio.to_thread(desk.room.upload, team, content)}


@router.get("/teams/{number}/program/{version}", responses={200: {"content": {ZIP: {}}}})
def download(desk: Desk, team: OwnTeam, version: Annotated[int, Path(ge=1, le=10_000)]) -> Response:
    """A version's ZIP, as long as it is kept."""
    content = export.program(desk.room, team, version)
    if content is None:
        raise NotThere(Refusal("class_version_gone"))
    return attachment(content, f"team-{team.id}-version-{version}.zip")


@router.post("/teams/{number}/plays", status_code=204)
def choose(desk: Desk, team: OwnTeam, form: ChosenVersion) -> None:
    """Play with another version that has qualified: go back to an older one, or forth again."""
    desk.room.choose(team, form.version)


@router.post("/teams/{number}/tests", status_code=201)
def test(desk: Desk, team: OwnTeam, form: NewTest) -> messages.TestNumber:
    """A match against a level, the version before, or another team (`team NUMBER`), once that has agreed."""
    return {"id": desk.room.test(team, form.against, form.games)}


@router.get("/teams/{number}/tests/{test_id}")
def show_test(desk: Desk, team: OwnTeam, test_id: Number) -> messages.TestGames:
    """The finished games of a test match."""
    return {"games": logs.test_games(desk.room, team, test_id)}


@router.post("/teams/{number}/tests/{test_id}", status_code=204)
def answer(desk: Desk, team: OwnTeam, test_id: Number, form: Reply) -> None:
    """Agree to a match that another team has asked for, or not; or take back that one has asked."""
    desk.room.answer(team, test_id, agreed=form.agreed)


@router.get("/teams/{number}/games/{record}")
async def show_game(desk: Desk, team: OwnTeam, record: Number) -> messages.Address:
    """Where a game of the team is looked at again, also one that nobody else may see."""
    await asyncio.to_thread(logs.log_of, desk.room, team, record)
    table = await desk.open_tables.of_record(record)
    if table is None:
        raise NotThere(Refusal("class_no_record", number=record))
    return {"address": f"/game/{table.plan.id}?team={team.id}&record={record}"}


@router.get("/teams/{number}/games/{record}/notes")
def show_notes(desk: Desk, team: OwnTeam, record: Number) -> told.Notes:
    """Beside each ply of a finished game what the team's program said before it, and how long it took."""
    return notes.notes(desk.room, team, record)


@router.get("/teams/{number}/games/{record}/log")
def show_log(desk: Desk, team: OwnTeam, record: Number) -> messages.Log:
    """What the team's program wrote in a game, regular or not, of the tournament or of a test match."""
    return {"log": logs.log_of(desk.room, team, record)}


@router.get("/teams/{number}/export", responses={200: {"content": {ZIP: {}}}})
def export_team(desk: Desk, team: OwnTeam) -> Response:
    """Everything of a team as a ZIP: JSON, games, logs, programs."""
    return exported(desk, f"team-{team.id}.zip", lambda path: export.team_zip(desk.room, team, path))


@router.delete("/teams/{number}", status_code=204)
def delete_team(desk: Desk, team: OwnTeam, token: Token) -> None:
    """Forget a team with all that it sent; games it has played keep their moves, and it has no place."""
    found = desk.room.find(team.class_id)
    actions.delete_team(desk.room, team, OPERATOR if desk.operates(token) else TEAM)
    desk.forget(found, {team.name})


# --- the operator --------------------------------------------------------------------------------------
@router.post("/events", status_code=201)
def create(desk: Desk, token: Token, form: NewEvent) -> messages.CreatedEvent:
    """A new tournament. Teams come in with its code."""
    desk.check_operator(token)
    found = desk.room.create(form)
    return {"id": found.id, "code": found.code, "address": f"/class/{found.id}#{found.code}"}


@router.post("/events/{number}/list", status_code=201, openapi_extra={"requestBody": {"content": BYTES}})
async def enter(request: Request, desk: Desk, found: TheClass, token: Token) -> list[messages.EnteredTeam]:
    """Register a list of teams, a CSV with a name in each line: all of them, or none.

    Each team's link is told once, to the operator.
    """
    desk.check_operator(token)
    content = await desk.bodies.body(request)

    def made() -> tuple[str, str]:
        secret = new_token()
        return secret, fingerprint(secret)

    entered = await asyncio.to_thread(desk.room.enter, found.id, content, made)
    return [
        {"id": team.id, "name": team.name, "kind": team.kind, "address": f"/teams/{team.id}#{secret}"}
        for team, secret in entered
    ]


@router.post("/events/{number}/actions")
def act(desk: Desk, found: TheClass, token: Token, form: OperatorAction) -> told.ClassEvent:
    """Close, open, start, pause, resume; begin the next match day, end a ladder; disqualify, readmit, rename,
    skip the wait for a team; repeat a match or one game of it, set
    the result of a game; change thinking time and number of games before the first one.
    """
    desk.check_operator(token)
    actions.act(desk.room, found.id, form.model_dump(exclude_none=True))
    desk.forget(found, {team.name for team in teams_of(desk.room.store, found.id)})
    return views.event(desk.room, desk.standings, desk.room.find(found.id), operator=True)


@router.post("/teams/{number}/link", status_code=201)
def relink(desk: Desk, team: OwnTeam, token: Token) -> messages.NewLink:
    """A new link for a team, whose old one ends with it; told once, to the operator."""
    desk.check_operator(token)
    given = desk.relink(team)
    return {"token": given, "address": f"/teams/{team.id}#{given}"}


@router.get("/events/{number}/export", responses={200: {"content": {ZIP: {}}}})
def export_event(desk: Desk, found: TheClass, token: Token) -> Response:
    """Everything of a tournament as a ZIP: JSON, CSV, report, journal, teams with logs and programs."""
    desk.check_operator(token)
    return exported(desk, f"class-{found.id}.zip", lambda path: export.event_zip(desk.room, found, path))


@router.delete("/events/{number}", status_code=204)
def delete_event(desk: Desk, found: TheClass, token: Token) -> None:
    """Forget a tournament with all its teams; games keep their moves."""
    desk.check_operator(token)
    names = {team.name for team in teams_of(desk.room.store, found.id)}
    actions.delete_event(desk.room, found)
    desk.forget(found, names)


def exported(desk: ClassDesk, name: str, write: Callable[[FilePath], None]) -> Response:
    """A large file to keep: it is written beside the teams' programs, and removed once it was sent."""
    path = desk.room.folders.spare()
    try:
        write(path)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return FileResponse(path, media_type=ZIP, filename=name, background=BackgroundTask(path.unlink))


def attachment(content: bytes, name: str) -> Response:
    """A file to keep."""
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=ZIP, headers=headers)

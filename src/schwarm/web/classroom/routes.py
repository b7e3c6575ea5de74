"""Tournaments of a class in the API: operators and teams each have a token, and see what is theirs.

Tokens come as `Authorization: Bearer TOKEN`. The operator's is the page's own, a team's was given to it when
it registered; the database keeps only fingerprints.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path as FilePath
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Request
from fastapi.responses import FileResponse, Response
from pydantic import Field, StringConstraints
from starlette.background import BackgroundTask

from schwarm.classroom import actions, export, logs, notes, views
from schwarm.classroom.classroom import OPERATOR, TEAM, Classroom, Means
from schwarm.classroom.errors import ClassroomError, NameRefused
from schwarm.classroom.setup import HAND_S, READY_S
from schwarm.store.classroom import ClassRow, TeamRow
from schwarm.store.classroom import listed as listed_classes
from schwarm.store.classroom import teams as teams_of
from schwarm.web.classroom.guests import PageGuests
from schwarm.web.classroom.live_boards import LiveBoards
from schwarm.web.classroom.table import ClassTable
from schwarm.web.events.routes import views as event_views
from schwarm.web.shared.asking import REFUSALS, Token
from schwarm.web.shared.errors import Problem
from schwarm.web.shared.forms import Form
from schwarm.web.shared.intake import Intake
from schwarm.web.shared.messages import Fault
from schwarm.web.shared.parts import part_of
from schwarm.web.shared.security import Buckets, fingerprint, new_token, visitor_of
from schwarm.web.shared.settings import Settings
from schwarm.web.tables.open_tables import OpenTables
from schwarm.web.tables.plans import CLASS
from schwarm.web.tables.routes import TheTable, side_of

STATUS = {
    "not_found": 404,
    "wrong_code": 403,
    "wrong_time": 409,
    "name_refused": 409,
    "not_accepted": 403,
    "too_many": 429,
}
ZIP = "application/zip"
BYTES = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
BODIES = 4  # uploads that are taken in at a time
router = APIRouter(prefix="/api/class", tags=["class"], responses=REFUSALS)
Number = Annotated[int, Path(ge=1, le=2**53)]
Text = Annotated[str, StringConstraints(max_length=200)]
Short = Annotated[str, StringConstraints(max_length=64)]


class NewEvent(Form):
    """A tournament: a preset, or a format spelled out; times are ISO 8601."""

    name: Annotated[str, StringConstraints(min_length=1, max_length=100, strip_whitespace=True)]
    game: Short
    profile: Short | None = None
    options: dict[str, bool | int | str] = Field(default_factory=dict, max_length=60)
    preset: Short | None = None
    format: dict[str, Any] | None = Field(None, max_length=20)
    games: Annotated[int, Field(ge=1, le=1_000)] | None = Field(None, description="of a match of a preset")
    limits: dict[str, float | None] = Field(default_factory=dict, max_length=4)
    days: Literal["now", "hand"] | Annotated[list[Short], Field(max_length=100)] = "now"
    closes_min: float = Field(
        0, description="minutes before a match day until which programs for it are taken"
    )
    trials: int = Field(0, description="match days before the real ones that count for nothing")
    deadline: Short | None = None
    kinds: Annotated[list[Short], Field(max_length=8)] | None = None
    hand_s: float = Field(HAND_S, description="for a move by hand")
    ready_s: float = Field(READY_S, description="until whoever plays by hand is ready for a game")
    leaving: Literal["keep", "annul"] = Field(
        "keep",
        description="of a team that leaves played games stay and open ones are lost, or all are annulled",
    )
    on: Text = "local"
    rehearsal: bool = Field(False, description="played at once by example teams, to see it before")


class NewTeam(Form):
    """A team that wants to take part."""

    code: Short
    name: Text
    kind: Literal["upload", "remote", "level", "hand"] = "upload"
    level: Short = ""


class Choice(Form):
    """The version that plays from now on, or from the next match day on."""

    version: Annotated[int, Field(ge=1, le=2**31, strict=True)]


class NewTest(Form):
    """A match for the team alone."""

    against: Short
    games: Annotated[int, Field(ge=1, le=10_000, strict=True)] = 10


class Reply(Form):
    """What a team says to another that has asked it for a match."""

    agreed: bool


class Action(Form):
    """What an operator does."""

    what: Short
    team: Annotated[int, Field(ge=1, le=2**53, strict=True)] | None = None
    match: dict[str, int] | None = None
    points: tuple[int, int] | None = Field(None, description="of a game whose result is set")
    limits: dict[str, float | None] | None = Field(None, max_length=4)
    games: Annotated[int, Field(ge=1, le=1_000, strict=True)] | None = None
    hand_s: float | None = None
    reason: Annotated[str, StringConstraints(max_length=500)] | None = None
    name: Text | None = None


class ClassDesk:
    """The classroom of a page, and what its requests need besides."""

    def __init__(self, settings: Settings, open_tables: OpenTables, guests: PageGuests) -> None:
        self.settings = settings
        self.open_tables = open_tables
        self.guests = guests
        self.room = Classroom(open_tables.store, means(settings, open_tables, guests))
        self.standings = views.Standings(self.room)
        self.boards = LiveBoards()
        self.joins = Buckets(settings.starts_per_minute / 60, settings.starts_per_minute)
        self.bodies = Intake(BODIES)

    def operates(self, token: str) -> bool:
        """Is this the operator's token?"""
        key = self.settings.operator_key
        return bool(token and key) and hmac.compare_digest(fingerprint(token), key)

    def check_operator(self, token: str) -> None:
        """Only the operator may do this."""
        if not self.operates(token):
            status = 401 if not token else 403
            raise Problem(
                status, "not_operator", "expected the operator's token: it was printed at the start"
            )

    def forget(self, found: ClassRow, names: set[str]) -> None:
        """A tournament has changed: what was worked out before, and ended games of these, are read anew."""
        now = {team.name for team in teams_of(self.room.store, found.id)}
        self.standings.forget(found.id)
        if found.event is not None:
            event_views.forget(found.event)
        for key, table in list(self.open_tables.tables.items()):
            for side, seat in table.plan.seats.items():
                if seat.name in names and table.status == "ended":
                    self.open_tables.tables.pop(key, None)
                elif seat.name in names and table.plan.source == CLASS and seat.name not in now:
                    table.plan = table.plan.with_seat(side, replace(seat, name=""))  # it is being broken off

    def relink(self, team: TeamRow) -> str:
        """A new token for a team; it keeps its seats in games under way, and the old one has none."""
        token = new_token()
        own = self.room.relink(team, fingerprint(token))
        for table in list(self.open_tables.tables.values()):
            for side, seat in table.plan.seats.items():
                if table.plan.source == CLASS and seat.key == team.token:
                    table.plan = table.plan.with_seat(side, replace(seat, key=own.token))
                    self.open_tables.plans.save(table.plan, table.game_id)
        return token

    def own_team(self, number: int, token: str) -> TeamRow:
        """A team, for itself or for the operator; others do not even hear whether it exists."""
        team = None
        with contextlib.suppress(ClassroomError):
            team = self.room.team(number)
        mine = team is not None and bool(token) and hmac.compare_digest(fingerprint(token), team.token)
        if self.operates(token) and team is None:
            raise Problem(404, "not_found", f"there is no team {number}")
        if team is None or not (mine or self.operates(token)):
            raise Problem(401 if not token else 403, "not_this_team", "expected the token of this team")
        return team


def means(settings: Settings, open_tables: OpenTables, guests: PageGuests) -> Means:
    """What the page gives its class."""
    return Means(
        pool=open_tables.pool,
        guests=guests,
        contest=open_tables.contest.address,
        uploads=settings.uploads,
        on=settings.class_on,
        forbidden=settings.forbidden_names,
        limits=settings.class_limits,
        now=settings.class_now,
    )


async def open_classroom(settings: Settings, open_tables: OpenTables) -> ClassDesk:
    """The classroom of a page; tournaments that were running go on."""
    guests = PageGuests(open_tables, asyncio.get_running_loop())
    return await asyncio.to_thread(ClassDesk, settings, open_tables, guests)


async def close_classroom(desk: ClassDesk) -> None:
    """Stop all of it, with whatever else the page's workers do; it goes on at the next start."""
    await desk.guests.close()
    await asyncio.to_thread(desk.open_tables.pool.close)
    await asyncio.to_thread(desk.room.close)


Desk = Annotated[ClassDesk, Depends(part_of(ClassDesk))]


def refused(error: ClassroomError) -> Problem:
    """A refusal of the classroom as the page tells it; a taken name comes with a free one."""
    more: dict[str, Any] = {}
    if isinstance(error, NameRefused) and error.free:
        more["proposal"] = error.free
    if error.reason:
        values = {
            name: f"{value:g}" if isinstance(value, float) else str(value)
            for name, value in error.values.items()
        }
        more["faults"] = [Fault(code=error.reason, values=values)]
    return Problem(STATUS.get(error.code, 422), error.code, str(error), **more)


def class_of(desk: Desk, number: Number) -> ClassRow:
    """The tournament an address names."""
    try:
        return desk.room.find(number)
    except ClassroomError as error:
        raise refused(error) from None


TheClass = Annotated[ClassRow, Depends(class_of)]


def team_of(desk: Desk, number: Number, token: Token) -> TeamRow:
    """The team an address names, for itself or the operator."""
    return desk.own_team(number, token)


OwnTeam = Annotated[TeamRow, Depends(team_of)]


# --- everybody -----------------------------------------------------------------------------------------
@router.get("")
def about(desk: Desk, token: Token) -> dict[str, Any]:
    """What this page offers a class: presets, levels, limits, and why uploads are not accepted if so."""
    return views.about(desk.room) | {"operator": desk.operates(token)}


@router.get("/events")
def list_events(desk: Desk) -> list[dict[str, Any]]:
    """The newest tournaments of the class."""
    return [views.line(found, teams) for found, teams in listed_classes(desk.room.store)]


@router.get("/events/{number}")
def show_event(desk: Desk, found: TheClass, token: Token) -> dict[str, Any]:
    """A tournament; with the operator's token also codes, qualifications and the journal."""
    return views.event(desk.room, desk.standings, found, operator=desk.operates(token))


@router.get("/events/{number}/boards")
def show_boards(desk: Desk, found: TheClass) -> list[dict[str, Any]]:
    """The positions of the games under way, as the page draws them; a game at a table names it."""
    return desk.boards.of(found.id, desk.room.host.live(found.id))


@router.post("/events/{number}/teams", status_code=201)
def register(request: Request, desk: Desk, number: Number, form: NewTeam) -> dict[str, Any]:
    """Take part. The token that comes back is the team's own; it is told once."""
    if not desk.joins.take(visitor_of(request)):
        crowd = Fault(code="new_teams", values={})
        raise Problem(429, "too_many", "too many new teams: wait a moment", faults=[crowd])
    token = new_token()
    try:
        team = desk.room.register(number, form.model_dump(), fingerprint(token))
    except ClassroomError as error:
        raise refused(error) from None
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
        raise Problem(404, "not_found", "there is no game of a class tournament at this address")
    table.come(side_of(table, token))


# --- a team --------------------------------------------------------------------------------------------
@router.get("/teams/{number}")
def show_team(desk: Desk, team: OwnTeam, token: Token) -> dict[str, Any]:
    """A team's versions, games, faults and test matches, with logs: for itself and the operator alone.

    `own` tells the team from the operator.
    """
    return views.team(desk.room, team) | {"own": not desk.operates(token)}


@router.put("/teams/{number}/program", openapi_extra={"requestBody": {"content": BYTES}})
async def upload(request: Request, desk: Desk, team: OwnTeam) -> dict[str, int]:
    """A new version of the team's program: the bytes of a ZIP, as for the contest."""
    try:
        await asyncio.to_thread(desk.room.check_upload, team)
        content = await desk.bodies.body(request)
        return {"version": await asyncio.to_thread(desk.room.upload, team, content)}
    except ClassroomError as error:
        raise refused(error) from None


@router.get("/teams/{number}/program/{version}", responses={200: {"content": {ZIP: {}}}})
def download(desk: Desk, team: OwnTeam, version: Annotated[int, Path(ge=1, le=10_000)]) -> Response:
    """A version's ZIP, as long as it is kept."""
    content = export.program(desk.room, team, version)
    if content is None:
        raise Problem(404, "not_found", "this version is not kept any more")
    return attachment(content, f"team-{team.id}-version-{version}.zip")


@router.post("/teams/{number}/plays", status_code=204)
def choose(desk: Desk, team: OwnTeam, form: Choice) -> None:
    """Play with another version that has qualified: go back to an older one, or forth again."""
    try:
        desk.room.choose(team, form.version)
    except ClassroomError as error:
        raise refused(error) from None


@router.post("/teams/{number}/tests", status_code=201)
def test(desk: Desk, team: OwnTeam, form: NewTest) -> dict[str, int]:
    """A match against a level, the version before, or another team (`team NUMBER`), once that has agreed."""
    try:
        return {"id": desk.room.test(team, form.against, form.games)}
    except ClassroomError as error:
        raise refused(error) from None


@router.get("/teams/{number}/tests/{test_id}")
def show_test(desk: Desk, team: OwnTeam, test_id: Number) -> dict[str, Any]:
    """The finished games of a test match."""
    try:
        return {"games": logs.test_games(desk.room, team, test_id)}
    except ClassroomError as error:
        raise refused(error) from None


@router.post("/teams/{number}/tests/{test_id}", status_code=204)
def answer(desk: Desk, team: OwnTeam, test_id: Number, form: Reply) -> None:
    """Agree to a match that another team has asked for, or not; or take back that one has asked."""
    try:
        desk.room.answer(team, test_id, agreed=form.agreed)
    except ClassroomError as error:
        raise refused(error) from None


@router.get("/teams/{number}/games/{record}")
async def show_game(desk: Desk, team: OwnTeam, record: Number) -> dict[str, str]:
    """Where a game of the team is looked at again, also one that nobody else may see."""
    try:
        await asyncio.to_thread(logs.log_of, desk.room, team, record)
    except ClassroomError as error:
        raise refused(error) from None
    table = await desk.open_tables.of_record(record)
    if table is None:
        raise Problem(404, "not_found", f"there is no finished game {record}")
    return {"address": f"/game/{table.plan.id}?team={team.id}&record={record}"}


@router.get("/teams/{number}/games/{record}/notes")
def show_notes(desk: Desk, team: OwnTeam, record: Number) -> dict[str, Any]:
    """Beside each ply of a finished game what the team's program said before it, and how long it took."""
    try:
        return notes.notes(desk.room, team, record)
    except ClassroomError as error:
        raise refused(error) from None


@router.get("/teams/{number}/games/{record}/log")
def show_log(desk: Desk, team: OwnTeam, record: Number) -> dict[str, str]:
    """What the team's program wrote in a game, regular or not, of the tournament or of a test match."""
    try:
        return {"log": logs.log_of(desk.room, team, record)}
    except ClassroomError as error:
        raise refused(error) from None


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
def create(desk: Desk, token: Token, form: NewEvent) -> dict[str, Any]:
    """A new tournament. Teams come in with its code."""
    desk.check_operator(token)
    try:
        found = desk.room.create(form.model_dump(exclude_none=True))
    except ClassroomError as error:
        raise refused(error) from None
    return {"id": found.id, "code": found.code, "address": f"/class/{found.id}#{found.code}"}


@router.post("/events/{number}/list", status_code=201, openapi_extra={"requestBody": {"content": BYTES}})
async def enter(request: Request, desk: Desk, found: TheClass, token: Token) -> list[dict[str, Any]]:
    """Register a list of teams, a CSV with a name in each line: all of them, or none.

    Each team's link is told once, to the operator.
    """
    desk.check_operator(token)
    content = await desk.bodies.body(request)

    def made() -> tuple[str, str]:
        secret = new_token()
        return secret, fingerprint(secret)

    try:
        entered = await asyncio.to_thread(desk.room.enter, found.id, content, made)
    except ClassroomError as error:
        raise refused(error) from None
    return [
        {"id": team.id, "name": team.name, "kind": team.kind, "address": f"/teams/{team.id}#{secret}"}
        for team, secret in entered
    ]


@router.post("/events/{number}/actions")
def act(desk: Desk, found: TheClass, token: Token, form: Action) -> dict[str, Any]:
    """Close, open, start, pause, resume; begin the next match day, end a ladder; disqualify, readmit, rename;
    repeat a match or one game of it, set
    the result of a game; change thinking time and number of games before the first one.
    """
    desk.check_operator(token)
    try:
        actions.act(desk.room, found.id, form.model_dump(exclude_none=True))
    except ClassroomError as error:
        raise refused(error) from None
    desk.forget(found, {team.name for team in teams_of(desk.room.store, found.id)})
    return views.event(desk.room, desk.standings, desk.room.find(found.id), operator=True)


@router.post("/teams/{number}/link", status_code=201)
def relink(desk: Desk, team: OwnTeam, token: Token) -> dict[str, str]:
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
    path = desk.room.rooms.spare()
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

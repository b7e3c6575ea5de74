"""The classroom of a page: who may do what there, and what the page gives it; routes work with it."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
from dataclasses import replace
from typing import Annotated, Any

from fastapi import Depends, Request
from fastapi.responses import Response

from schwarm.classroom import views
from schwarm.classroom.classroom import ClassResources, Classroom
from schwarm.classroom.errors import ClassroomError, NameRefused, NotThere
from schwarm.game.errors import Refusal
from schwarm.store.classroom import ClassRow, TeamRow
from schwarm.store.classroom import teams as teams_of
from schwarm.tournament.words import in_languages
from schwarm.web.classroom.guests import PageGuests
from schwarm.web.classroom.live_boards import LiveBoards
from schwarm.web.events.routes import views as event_views
from schwarm.web.shared.errors import Problem, answer
from schwarm.web.shared.intake import Intake
from schwarm.web.shared.parts import part_of
from schwarm.web.shared.security import Buckets, fingerprint, new_token
from schwarm.web.shared.settings import Settings
from schwarm.web.tables.open_tables import OpenTables
from schwarm.web.tables.plans import CLASS

BODIES = 4  # uploads that are taken in at a time
STATUS = {
    "not_found": 404,
    "wrong_code": 403,
    "wrong_time": 409,
    "name_refused": 409,
    "not_accepted": 403,
    "too_many": 429,
}


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
                    table.course.save()
        return token

    def own_team(self, number: int, token: str) -> TeamRow:
        """A team, for itself or for the operator; others do not even hear whether it exists."""
        team = None
        with contextlib.suppress(ClassroomError):
            team = self.room.team(number)
        mine = team is not None and bool(token) and hmac.compare_digest(fingerprint(token), team.token)
        if self.operates(token) and team is None:
            raise NotThere(Refusal("class_no_team", number=number))
        if team is None or not (mine or self.operates(token)):
            raise Problem(401 if not token else 403, "not_this_team", "expected the token of this team")
        return team


def means(settings: Settings, open_tables: OpenTables, guests: PageGuests) -> ClassResources:
    """What the page gives its class."""
    return ClassResources(
        pool=open_tables.pool,
        guests=guests,
        contest=open_tables.contest.address,
        uploads=settings.uploads,
        trusted=settings.trusted_programs,
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


def refused(error: ClassroomError) -> Problem:
    """A refusal of the classroom as the page tells it; a taken name comes with a free one."""
    more: dict[str, Any] = {"faults": [in_languages(error.why)]}
    if isinstance(error, NameRefused) and error.free:
        more["proposal"] = error.free
    return Problem(STATUS.get(error.code, 422), error.code, str(error), **more)


async def told(request: Request, error: Exception) -> Response:
    """The answer to whoever is refused by the classroom."""
    assert isinstance(error, ClassroomError)
    return answer(refused(error))


Desk = Annotated[ClassDesk, Depends(part_of(ClassDesk))]

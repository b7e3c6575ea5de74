"""A class and its tournaments: what operators and teams may do, and when."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from schwarm import players
from schwarm.classroom import names
from schwarm.classroom.errors import (
    ClassroomError,
    NameRefused,
    NotAccepted,
    NotThere,
    TooMany,
    WrongCode,
    WrongTime,
)
from schwarm.classroom.host import Host
from schwarm.classroom.jobs import LAST_VERSION, Jobs
from schwarm.classroom.jobs import LEVEL as LEVEL_OF
from schwarm.classroom.limits import MIB, Limits
from schwarm.classroom.pool import Guests, Pool
from schwarm.classroom.rooms import Rooms, version_spec
from schwarm.classroom.setup import HAND, LEVEL, REMOTE, UPLOAD, Setup, read_setup, utc_now
from schwarm.game.random64 import fresh_seed
from schwarm.players import PlayerSpec, RemoteSpec
from schwarm.programs.sandbox import SandboxError, check_sandbox
from schwarm.store import class_programs, classroom
from schwarm.store.class_programs import PASSED, WAITING
from schwarm.store.classroom import RUNNING, ClassRow, Line, TeamRow
from schwarm.store.errors import Conflict
from schwarm.store.store import Store
from schwarm.tournament.formats import Entrant
from schwarm.workers import Crew

log = logging.getLogger(__name__)
OPEN, CLOSED = "open", "closed"
OPERATOR, TEAM, CLOCK = "operator", "team", "clock"
TICK_S = 0.5


@dataclass(frozen=True, slots=True)
class Means:
    """What the page gives a class: who plays its games, what is allowed, what it can offer."""

    make_crew: Callable[[], Crew]
    slots: int = 1
    guests: Guests | None = None
    uploads: bool = True
    contest: Callable[[], tuple[str, int] | None] = lambda: None  # where remote clients come to
    on: str = "local"
    forbidden: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    now: Callable[[], datetime] = utc_now  # for deadlines and match days


class Classroom:
    """Everything that operators and teams do, in one place; methods block, from any thread."""

    def __init__(self, store: Store, means: Means) -> None:
        self.store = store
        self.means = means
        self.limits = means.limits
        self.rooms = Rooms(store, means.limits)
        self.pool = Pool(means.make_crew, means.slots, means.guests)
        self.host = Host(store, self.pool, self.rooms, means.limits, means.now)
        self.jobs = Jobs(store, self.pool, self.rooms, means.limits)
        self._uploaded: dict[int, float] = {}  # when each team last sent something
        self._why: str | None = None
        self._checking = threading.Lock()
        self._stopped = threading.Event()
        self._clock = threading.Thread(target=self._tick, name="class clock", daemon=True)
        self._clock.start()

    def close(self) -> None:
        """Stop everything; it goes on at the next start."""
        self._stopped.set()
        self._clock.join()
        self.pool.close()
        self.jobs.close()
        self.host.close()
        self.rooms.close()

    # --- what this page can do ---------------------------------------------------------------------------
    def no_uploads(self) -> str:
        """Why no programs are accepted here, in one line; '' if they are."""
        with self._checking:
            if self._why is None:
                self._why = "the operator takes no programs"
                if self.means.uploads:
                    try:
                        check_sandbox()
                        self._why = ""
                    except (SandboxError, OSError) as error:
                        self._why = f"programs are accepted only where they can be locked in: {error}"
            return self._why

    def no_kind(self, kind: str) -> str:
        """Why teams of this kind cannot take part here; '' if they can."""
        if kind == UPLOAD:
            return self.no_uploads()
        if kind == REMOTE and (self.means.guests is None or self.means.contest() is None):
            return "this page has no contest port for clients from elsewhere"
        if kind == HAND and self.means.guests is None:
            return "nobody can play by hand here"
        return ""

    # --- events ------------------------------------------------------------------------------------------
    def create(self, form: Mapping[str, Any]) -> ClassRow:
        """A new tournament, open for teams."""
        setup = read_setup(form)
        if setup.on != "local" and setup.on != self.means.on:
            raise ClassroomError(f"on: expected local or {self.means.on}, not {setup.on!r}")
        most = self.limits.events
        if len(classroom.listed(self.store, most)) >= most:
            raise TooMany(f"expected at most {most} events: delete old ones first", "events_full", most=most)
        return self.find(classroom.create(self.store, setup.to_json(), OPEN, Line("created", OPERATOR)))

    def find(self, class_id: int) -> ClassRow:
        """A tournament by its number; NotThere if there is none."""
        found = classroom.find(self.store, class_id)
        if found is None:
            raise NotThere(f"there is no class tournament {class_id}")
        return found

    def turn(
        self, class_id: int, before: tuple[str, ...], state: str, line: Line, setup: str | None = None
    ) -> None:
        """Go on to another state; WrongTime if that cannot be done now."""
        if not classroom.turn(self.store, class_id, before, state, line, setup):
            now = self.find(class_id).state
            why = f"expected a tournament that is {' or '.join(before)}, not {now}"
            raise WrongTime(why, "state", state=now)

    def start(self, class_id: int, who: str = OPERATOR) -> int:
        """Let it begin with the teams as they are; the number of the tournament."""
        found = self.find(class_id)
        if found.event is not None or found.state not in (OPEN, CLOSED):
            raise WrongTime(
                f"expected a tournament that has not begun, not one that is {found.state}", "begun"
            )
        waiting = [
            upload
            for upload in class_programs.uploads(self.store, class_id)
            if upload.state in (WAITING, RUNNING)
        ]
        if waiting:
            why = f"{len(waiting)} qualifications are still under way: wait a moment"
            raise WrongTime(why, "qualifying", count=len(waiting))
        setup = Setup.from_json(found.setup)
        entrants = [
            Entrant(team.name, self.player_of(team))
            for team in classroom.teams(self.store, class_id)
            if team.out is None
        ]
        if len(entrants) < 2:
            raise WrongTime(
                f"expected at least two teams, not {len(entrants)}", "few_teams", count=len(entrants)
            )
        event = setup.event(entrants, fresh_seed() >> 1)
        line = Line("started", who, detail={"teams": len(entrants)})
        number = classroom.begin(self.store, class_id, (OPEN, CLOSED), setup.name, event.to_json(), line)
        if not number:
            raise WrongTime("it has begun already", "begun")
        self.host.look()
        return number

    def player_of(self, team: TeamRow) -> PlayerSpec | None:
        """Who plays for a team; None if it has no running program."""
        if team.kind == LEVEL:
            return players.read(team.player)
        if team.kind != UPLOAD:
            return RemoteSpec()
        version = self.version_of(team.id)
        return None if version is None else version_spec(team.id, version)

    def version_of(self, team: int) -> int | None:
        """The version that plays for a team: the newest that has passed its qualification."""
        passed = [row.number for row in class_programs.uploads_of(self.store, team) if row.state == PASSED]
        return passed[-1] if passed else None

    # --- teams -------------------------------------------------------------------------------------------
    def register(self, class_id: int, form: Mapping[str, str], token: str) -> TeamRow:
        """A new team; `token` is the fingerprint of the one it gets."""
        found = self.find(class_id)
        if not secrets.compare_digest(form["code"].lower().encode(), found.code.encode()):
            raise WrongCode("expected the code of this tournament: ask whoever runs it")
        if found.state != OPEN:
            raise WrongTime("this tournament takes no more teams", "closed")
        setup, kind = Setup.from_json(found.setup), form["kind"]
        if kind not in setup.kinds:
            raise NotAccepted(f"expected a team of kind {' or '.join(setup.kinds)}, not {kind!r}", "kind")
        if why := self.no_kind(kind):
            raise NotAccepted(why, "kind")
        level = form.get("level", "") if kind == LEVEL else ""
        if kind == LEVEL and level not in players.bot_names(setup.game):
            raise ClassroomError(f"level: expected one of {', '.join(players.bot_names(setup.game))}")
        name = self.free_name(class_id, form["name"])
        row: dict[str, str | int] = {"class_id": class_id, "name": name, "folded": names.folded(name)}
        row |= {"kind": kind, "player": level, "token": token}
        try:
            number = classroom.add_team(
                self.store, row, Line("registered", TEAM, detail={"kind": kind}), self.limits.teams
            )
        except Conflict:  # somebody was quicker by a moment
            self.free_name(class_id, name)
            raise NameRefused("this name is taken") from None
        if not number:
            raise TooMany(f"expected at most {self.limits.teams} teams", "teams_full", most=self.limits.teams)
        return self.team(number)

    def relink(self, team: TeamRow, token: str) -> TeamRow:
        """A team whose old link and reservation are good for nothing any more; `token` is a fingerprint."""
        line = Line("relinked", OPERATOR, team=team.id)
        classroom.relink(self.store, team, token, line)
        return self.team(team.id)

    def free_name(self, class_id: int, name: str, own: int = 0) -> str:
        """The tidy name if it can be had; `own` is the team that has one already."""
        taken = [team.name for team in classroom.teams(self.store, class_id) if team.id != own]
        return names.check(name, taken, self.means.forbidden)

    def team(self, number: int) -> TeamRow:
        """A team by its number; NotThere if there is none."""
        found = classroom.team(self.store, number)
        if found is None:
            raise NotThere(f"there is no team {number}")
        return found

    def check_upload(self, team: TeamRow) -> None:
        """Refuse an upload before its bytes are taken in, where that can be known."""
        if team.kind != UPLOAD:
            raise NotAccepted("this team does not play with an uploaded program", "no_program")
        if why := self.no_uploads():
            raise NotAccepted(why, "no_uploads")
        if self.find(team.class_id).state != OPEN:
            raise WrongTime("the deadline is over: programs are not taken any more", "deadline")
        now = time.monotonic()
        pause = self.limits.upload_every_s
        if now - self._uploaded.get(team.id, -1e9) < pause:
            why = f"expected {pause:g} s between two uploads: wait a moment"
            raise TooMany(why, "upload_pause", seconds=pause)
        if len(class_programs.unjudged(self.store)) >= self.limits.waiting:
            why = "too many programs wait for their qualification: come back in a few minutes"
            raise TooMany(why, "queue_full")
        self._uploaded[team.id] = now

    def upload(self, team: TeamRow, content: bytes) -> int:
        """Keep a new version of a team's program; its number. The qualification begins at once."""
        if len(content) > self.limits.upload_bytes:
            mib = self.limits.upload_bytes // MIB
            raise ClassroomError(f"expected at most {mib} MiB", "too_many_bytes", mib=mib)
        sha = self.rooms.check(content)
        number = class_programs.add_upload(self.store, team.id, content, sha, self.limits.uploads)
        if not number:
            raise TooMany(
                f"expected at most {self.limits.uploads} versions", "versions_full", most=self.limits.uploads
            )
        self.jobs.wake()
        return number

    def test(self, team: TeamRow, against: str, games: int) -> int:
        """A match for the team alone; its number."""
        if not 1 <= games <= self.limits.test_games:
            raise ClassroomError(f"games: expected 1 to {self.limits.test_games}, not {games}")
        versions = class_programs.uploads_of(self.store, team.id)
        if team.kind != UPLOAD or not versions:
            raise WrongTime("expected an uploaded program to test", "nothing_to_test")
        newest = versions[-1]
        levels = players.bot_names(Setup.from_json(self.find(team.class_id).setup).game)
        if against == LAST_VERSION:
            if len(versions) < 2:
                raise WrongTime("there is no version before this one", "no_version_before")
        elif not against.startswith(LEVEL_OF) or against.removeprefix(LEVEL_OF) not in levels:
            raise ClassroomError(
                f"against: expected {LAST_VERSION!r} or 'level NAME' with a name of {', '.join(levels)}"
            )
        made = class_programs.add_test(self.store, team.id, newest.number, against, games, self.limits.tests)
        if made < 0:
            raise TooMany("a test match of this team is not over yet", "test_running")
        if made == 0:
            raise TooMany(
                f"expected at most {self.limits.tests} test matches", "tests_full", most=self.limits.tests
            )
        self.jobs.wake()
        return made

    # --- the clock ---------------------------------------------------------------------------------------
    def _tick(self) -> None:
        while not self._stopped.is_set():
            try:
                self.look()
            except Exception:
                log.exception("the clock of the class missed a beat")
            self._stopped.wait(TICK_S)

    def look(self) -> None:
        """Do what it is time for: close, begin, go on."""
        now = self.means.now()
        for found in classroom.in_states(self.store, (OPEN, CLOSED)):
            setup = Setup.from_json(found.setup)
            if found.state == OPEN and setup.deadline is not None and now >= setup.deadline:
                classroom.turn(self.store, found.id, (OPEN,), CLOSED, Line("closed", CLOCK))
            if setup.days and now >= setup.days[0]:
                try:
                    self.start(found.id, CLOCK)
                except ClassroomError as error:
                    log.debug("class event %d does not begin yet: %s", found.id, error)
        self.host.look()

"""A class and its tournaments: what operators and teams may do, and when."""

from __future__ import annotations

import contextlib
import logging
import secrets
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from schwarm import players
from schwarm.classroom import lineups, lists, names, rehearsal
from schwarm.classroom.errors import (
    ClassroomError,
    NameRefused,
    NotAccepted,
    NotThere,
    TooMany,
    WrongCode,
    WrongTime,
)
from schwarm.classroom.folders import ProgramFolders, version_spec
from schwarm.classroom.guests import GuestGames
from schwarm.classroom.host import FINISHED, ClassHost
from schwarm.classroom.jobs import LAST_VERSION, RIVAL, Jobs
from schwarm.classroom.jobs import LEVEL as LEVEL_OF
from schwarm.classroom.limits import MIB, ClassLimits
from schwarm.classroom.setup import HAND, LEVEL, REMOTE, UPLOAD, ClassSetup, NewEvent, read_setup, utc_now
from schwarm.game.errors import Refusal
from schwarm.game.random64 import fresh_seed
from schwarm.players import RemoteSpec
from schwarm.programs.sandbox import SandboxError, check_sandbox
from schwarm.store import class_programs, classroom
from schwarm.store.class_programs import ASKED, DECLINED, PASSED, WAITING
from schwarm.store.classroom import PAUSED, RUNNING, ClassRow, NewLine, TeamRow
from schwarm.store.errors import Away, Conflict
from schwarm.store.store import Store
from schwarm.tournament.formats import Entrant
from schwarm.workers import Pool

log = logging.getLogger(__name__)
OPEN, CLOSED = "open", "closed"
OPERATOR, TEAM, CLOCK = "operator", "team", "clock"
TICK_S = 0.5  # between two looks at the clock, where something waits for its time
Entered = tuple[TeamRow, str]  # a team of a list, and the token that was made for it


@dataclass(frozen=True, slots=True)
class ClassResources:
    """What the page gives a class: who plays its games, what is allowed, what it can offer."""

    pool: Pool
    guests: GuestGames | None = None
    uploads: bool = True
    trusted: bool = False  # on Windows programs run in a job, without a sandbox
    contest: Callable[[], tuple[str, int] | None] = lambda: None  # where remote clients come to
    on: str = "local"
    forbidden: tuple[str, ...] = ()
    limits: ClassLimits = field(default_factory=ClassLimits)
    now: Callable[[], datetime] = utc_now  # for deadlines and match days


class Classroom:
    """Everything that operators and teams do, in one place; methods block, from any thread."""

    def __init__(self, store: Store, means: ClassResources) -> None:
        self.store = store
        self.means = means
        self.limits = means.limits
        self.folders = ProgramFolders(store, means.limits)
        self.trusts = means.trusted and sys.platform == "win32"  # nowhere does it replace a sandbox
        sandbox = not self.trusts
        self.host = ClassHost(store, means.pool, means.guests, self.folders, means.limits, sandbox=sandbox)
        self.jobs = Jobs(store, means.pool, self.folders, means.limits, sandbox=sandbox)
        self._uploaded: dict[int, float] = {}  # team id -> when its last upload began that was unpacked
        self._unpacking: set[int] = set()  # ids of teams of which an upload is being checked
        self._checking = threading.Lock()
        self._uploading = threading.Lock()
        self._fielding = threading.Lock()  # one at a time says who plays with which program
        self._stopped = False
        self._woken = threading.Event()
        self._due: datetime | None = None  # when there is something to do next, if nobody does anything
        store.bell.hear(self._woken.set)
        self._clock = threading.Thread(target=self._tick, name="class clock", daemon=True)
        self._clock.start()

    def close(self) -> None:
        """Stop everything; it goes on at the next start. The pool has to be closed before."""
        self._stopped = True
        self._woken.set()
        self._clock.join()
        self.jobs.close()
        self.host.close()
        self.folders.close()

    # --- what this page can do ---------------------------------------------------------------------------
    @cached_property
    def _unsafe(self) -> Refusal | None:
        if not self.means.uploads:
            return Refusal("class_no_uploads")
        if self.trusts:
            return None
        if sys.platform != "linux":
            return Refusal("class_linux")
        try:
            check_sandbox()
        except (SandboxError, OSError) as error:
            return Refusal(
                "class_unlocked", why=error.args[0] if isinstance(error, SandboxError) else error.strerror
            )
        return None

    def no_uploads(self) -> Refusal | None:
        """Why no programs are accepted here; None if they are."""
        with self._checking:
            return self._unsafe

    def no_kind(self, kind: str) -> Refusal | None:
        """Why teams of this kind cannot take part here; None if they can."""
        if kind == UPLOAD:
            return self.no_uploads()
        if kind == REMOTE and (self.means.guests is None or self.means.contest() is None):
            return Refusal("class_no_port")
        return Refusal("class_no_hand") if kind == HAND and self.means.guests is None else None

    # --- events ------------------------------------------------------------------------------------------
    def create(self, form: NewEvent) -> ClassRow:
        """A new tournament, open for teams."""
        setup = read_setup(form)
        if setup.on != "local" and setup.on != self.means.on:
            raise ClassroomError(Refusal("class_on", other=self.means.on, said=repr(setup.on)))
        most = self.limits.events
        if len(classroom.listed(self.store, most)) >= most:
            raise TooMany(Refusal("class_events_full", most=most))
        return self.find(
            classroom.create(self.store, setup.model_dump_json(), OPEN, NewLine("created", OPERATOR))
        )

    def find(self, class_id: int) -> ClassRow:
        """A tournament by its number; NotThere if there is none."""
        found = classroom.find(self.store, class_id)
        if found is None:
            raise NotThere(Refusal("class_no_event", number=class_id))
        return found

    def turn(
        self, class_id: int, before: tuple[str, ...], state: str, line: NewLine, setup: str | None = None
    ) -> None:
        """Go on to another state; WrongTime if that cannot be done now."""
        if not classroom.turn(self.store, class_id, before, state, line, setup):
            now = self.find(class_id).state
            raise WrongTime(Refusal("class_state", state=now))

    def start(self, class_id: int, who: str = OPERATOR) -> int:
        """Let it begin with the teams as they are; the number of the tournament."""
        found = self.find(class_id)
        if found.event is not None or found.state not in (OPEN, CLOSED):
            raise WrongTime(Refusal("class_begun"))
        setup = ClassSetup.model_validate_json(found.setup)
        waiting = [
            upload
            for upload in class_programs.uploads(self.store, class_id)
            if upload.state in (WAITING, RUNNING)
        ]
        if waiting and not setup.endless:
            raise WrongTime(Refusal("class_qualifying", count=len(waiting)))
        teams = [team for team in classroom.teams(self.store, class_id) if team.out is None]
        entrants = [Entrant(team.name, *self.player_of(team)) for team in teams]
        if setup.endless:  # whoever has no program yet comes later
            entrants = [one for one in entrants if one.running]
        if len(entrants) < 2:
            raise WrongTime(Refusal("class_few_teams", count=len(entrants)))
        event = setup.event(entrants, fresh_seed() >> 1)
        line = NewLine("started", who, detail={"teams": len(entrants)})
        if setup.by_hand or (setup.days and self.means.now() >= setup.days[0]):
            setup = setup.model_copy(update={"begun": 1})
        number = classroom.begin(
            self.store, class_id, (OPEN, CLOSED), setup.name, event.to_json(), line,
            setup=setup.model_dump_json(), versions=lineups.versions(teams, entrants),
        )  # fmt: skip
        if not number:
            raise WrongTime(Refusal("class_begun"))
        self.host.look()
        return number

    def player_of(self, team: TeamRow) -> lineups.Fielded:
        """Who plays for a team, and its version; None if it has no running program."""
        if team.kind == LEVEL:
            return players.read(team.player), 0
        if team.kind != UPLOAD:
            return RemoteSpec(), 0
        version = self.version_of(team)
        return (None, 0) if version is None else (version_spec(team.id, version), version)

    def version_of(self, team: TeamRow) -> int | None:
        """The version that plays for a team: the one it has chosen, or the newest that has passed."""
        passed = [row.number for row in class_programs.uploads_of(self.store, team.id) if row.state == PASSED]
        return team.plays if team.plays in passed else passed[-1] if passed else None

    def no_change(self, found: ClassRow) -> WrongTime | None:
        """Why programs are not taken now; None if they are.

        On a ladder they always are, elsewhere until the tournament begins, or the next match day.
        """
        setup = ClassSetup.model_validate_json(found.setup)
        if found.state == OPEN or (setup.endless and found.state in (RUNNING, PAUSED)):
            return None
        if setup.staged and found.state in (RUNNING, PAUSED):
            closes = setup.closes
            if (setup.by_hand and closes is None) or (closes is not None and self.means.now() < closes):
                return None
        return WrongTime(Refusal("class_deadline"))

    def choose(self, team: TeamRow, version: int) -> None:
        """Let a team play with a version of its own that has passed, older or newer."""
        found = self.find(team.class_id)
        if error := self.no_change(found):
            raise error
        line = NewLine("chosen", TEAM, team=team.id, detail={"version": version})
        if not class_programs.choose(self.store, found.id, team.id, version, line):
            raise WrongTime(Refusal("class_no_version"))
        self.look()

    # --- teams -------------------------------------------------------------------------------------------
    def register(self, class_id: int, form: Mapping[str, str], token: str) -> TeamRow:
        """A new team; `token` is the fingerprint of the one it gets."""
        found = self.find(class_id)
        if not secrets.compare_digest(form["code"].lower().encode(), found.code.encode()):
            raise WrongCode(Refusal("class_code"))
        setup, kind = ClassSetup.model_validate_json(found.setup), form["kind"]
        if found.state != OPEN and not (setup.endless and found.state in (RUNNING, PAUSED)):
            raise WrongTime(Refusal("class_closed"))
        if kind not in setup.kinds:
            raise NotAccepted(Refusal("class_kind"))
        if why := self.no_kind(kind):
            raise NotAccepted(why)
        self._check_level(setup, form)
        name = self.free_name(class_id, form["name"])
        row = team_row(class_id, {**form, "name": name}, token)
        try:
            number = classroom.add_team(self.store, row, NewLine("registered", TEAM), self.limits.teams)
        except Conflict:  # somebody was quicker by a moment
            self.free_name(class_id, name)
            raise NameRefused(Refusal("class_name_taken")) from None
        if not number:
            raise TooMany(Refusal("class_teams_full", most=self.limits.teams))
        return self.team(number)

    def enter(self, class_id: int, content: bytes, token: Callable[[], tuple[str, str]]) -> list[Entered]:
        """Register a whole list of teams, all or none; `token` makes one for each, with its fingerprint."""
        found = self.find(class_id)
        setup = ClassSetup.model_validate_json(found.setup)
        said = lists.read_list(content, [kind for kind in setup.kinds if not self.no_kind(kind)])
        if found.state != OPEN and not (setup.endless and found.state in (RUNNING, PAUSED)):
            raise WrongTime(Refusal("class_closed"))
        taken = [team.name for team in classroom.teams(self.store, class_id)]
        rows, secrets_of = [], []
        for form in said:
            try:
                taken.append(names.check(form["name"], taken, self.means.forbidden))
                self._check_level(setup, form)
                secret, fingerprint = token()
                secrets_of.append(secret)
                rows.append(team_row(class_id, {**form, "name": taken[-1]}, fingerprint))
            except ClassroomError:
                where = {"line": form["line"], "name": form["name"][:60]}
                raise ClassroomError(Refusal("class_list_line", **where)) from None
        try:
            numbers = classroom.add_teams(
                self.store, rows, NewLine("registered", OPERATOR), self.limits.teams
            )
        except Conflict:
            raise WrongTime(Refusal("class_list_race")) from None
        if not numbers:
            raise TooMany(Refusal("class_teams_full", most=self.limits.teams))
        return [(self.team(number), secret) for number, secret in zip(numbers, secrets_of, strict=True)]

    def _check_level(self, setup: ClassSetup, form: Mapping[str, str]) -> None:
        known = players.bot_names(setup.game)
        if form["kind"] == LEVEL and form.get("level", "") not in known:
            raise ClassroomError(Refusal("one_of_these", what="level", names=", ".join(known)))

    def relink(self, team: TeamRow, token: str) -> TeamRow:
        """A team whose old link and reservation are good for nothing any more; `token` is a fingerprint."""
        line = NewLine("relinked", OPERATOR, team=team.id)
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
            raise NotThere(Refusal("class_no_team", number=number))
        return found

    def check_upload(self, team: TeamRow) -> None:
        """Refuse an upload before its bytes are taken in, where that can be known."""
        if team.kind != UPLOAD:
            raise NotAccepted(Refusal("class_no_program"))
        if why := self.no_uploads():
            raise NotAccepted(why)
        if error := self.no_change(self.find(team.class_id)):
            raise error
        self._check_pause(team)
        if len(class_programs.unjudged(self.store)) >= self.limits.waiting:
            raise TooMany(Refusal("class_queue_full"))

    def _check_pause(self, team: TeamRow) -> None:
        """Let a team wait after an upload; one that was refused before it was unpacked costs no pause."""
        pause = self.limits.upload_every_s
        recent = time.monotonic() - self._uploaded.get(team.id, -1e9) < pause
        if recent or team.id in self._unpacking:
            raise TooMany(Refusal("class_upload_pause", seconds=f"{pause:g}"))

    def upload(self, team: TeamRow, content: bytes) -> int:
        """Keep a new version of a team's program; its number. The qualification begins at once."""
        if len(content) > self.limits.upload_bytes:
            raise ClassroomError(Refusal("too_many_bytes", mib=self.limits.upload_bytes // MIB))
        game = ClassSetup.model_validate_json(self.find(team.class_id).setup).game
        with self._uploading:
            self._check_pause(team)  # two may have come at the same time
            self._unpacking.add(team.id)
        try:
            began = {team.id: time.monotonic()}
            sha = self.folders.check(content, game, lambda: self._uploaded.update(began))
            number = class_programs.add_upload(self.store, team.id, content, sha, self.limits.uploads)
        finally:
            self._unpacking.discard(team.id)
        if not number:
            raise TooMany(Refusal("class_versions_full", most=self.limits.uploads))
        self.jobs.wake()
        return number

    def test(self, team: TeamRow, against: str, games: int) -> int:
        """A match for the team alone; its number."""
        if not 1 <= games <= self.limits.test_games:
            most = self.limits.test_games
            raise ClassroomError(Refusal("from_to", what="games", low=1, high=most, said=games))
        versions = class_programs.uploads_of(self.store, team.id)
        if team.kind != UPLOAD or not versions:
            raise WrongTime(Refusal("class_nothing_to_test"))
        newest, before, rival = versions[-1], None, None
        levels = players.bot_names(ClassSetup.model_validate_json(self.find(team.class_id).setup).game)
        if against == LAST_VERSION:
            before = class_programs.before(self.store, team.id, newest.number)
            if before is None:
                raise WrongTime(Refusal("class_no_version_before"))
        elif against.startswith(RIVAL):
            rival = self.rival_of(team, against.removeprefix(RIVAL))
        elif not against.startswith(LEVEL_OF) or against.removeprefix(LEVEL_OF) not in levels:
            raise ClassroomError(Refusal("class_against", before=repr(LAST_VERSION), names=", ".join(levels)))
        made = class_programs.add_test(
            self.store, team.id, newest.number, against, games, self.limits.tests, rival_version=before,
            rival=rival, state=WAITING if rival is None else ASKED, patient=rival is not None,
        )  # fmt: skip
        if made < 0:
            raise TooMany(Refusal("class_test_running"))
        if made == 0:
            raise TooMany(Refusal("class_tests_full", most=self.limits.tests))
        self.jobs.wake()
        return made

    def rival_of(self, team: TeamRow, number: str) -> int:
        """Another team that can be asked for a match, and has not been asked yet."""
        other = classroom.team(self.store, int(number)) if number.isdecimal() else None
        if other is None or other.class_id != team.class_id or other.id == team.id or other.out is not None:
            raise NotThere(Refusal("class_no_rival"))
        if self.version_of(other) is None:
            raise WrongTime(Refusal("class_rival_not_ready"))
        for row in class_programs.tests_of(self.store, team.id):
            if row.state == ASKED and {row.team, row.rival} == {team.id, other.id}:
                raise TooMany(Refusal("class_asked_already"))
        return other.id

    def answer(self, team: TeamRow, test: int, *, agreed: bool) -> None:
        """Agree to a match that another team has asked for, or not; who has asked may take it back."""
        row = next((row for row in class_programs.tests_of(self.store, team.id) if row.id == test), None)
        if row is None or row.rival is None or (agreed and row.rival != team.id):
            raise NotThere(Refusal("class_not_asked", test=test))
        version = self.version_of(team) if agreed else None
        if agreed and version is None:
            raise WrongTime(Refusal("class_nothing_to_test"))
        if not class_programs.answer(self.store, test, WAITING if agreed else DECLINED, version):
            raise WrongTime(Refusal("class_answered"))
        self.jobs.wake()

    # --- the clock ---------------------------------------------------------------------------------------
    def _tick(self) -> None:
        while not self._stopped:
            self._woken.clear()
            try:
                self.look()
            except Away:  # the store tells of it; the next beat finds what this one missed
                self._due = self.means.now()
            except Exception:
                self._due = self.means.now()
                log.exception("the clock of the class missed a beat")
            while not self._woken.wait(None if self._due is None else TICK_S):
                if self._due is not None and self.means.now() >= self._due:
                    break

    def look(self) -> None:
        """Do what it is time for: close, begin, go on. Whoever writes to the store lets us look again."""
        now = self.means.now()
        later: list[datetime] = []
        for found in classroom.in_states(self.store, (OPEN, CLOSED)):
            setup = ClassSetup.model_validate_json(found.setup)
            ready = setup.rehearsal and self._rehearse(found)
            later += [now] if setup.rehearsal else []
            later += [due for due in (setup.deadline, *setup.days[:1]) if due is not None and due > now]
            if found.state == OPEN and setup.deadline is not None and now >= setup.deadline:
                classroom.turn(self.store, found.id, (OPEN,), CLOSED, NewLine("closed", CLOCK))
            waits = setup.rehearsal and not ready
            if not waits and (ready or setup.endless or (setup.days and now >= setup.days[0])):
                try:
                    self.start(found.id, CLOCK)
                except ClassroomError as error:
                    log.debug("class event %d does not begin yet: %s", found.id, error)
        for found in classroom.in_states(self.store, (RUNNING,)):
            if self.host.elsewhere(found):
                continue
            setup = ClassSetup.model_validate_json(found.setup)
            later += [now] if setup.rehearsal else []
            later += setup.days[setup.begun : setup.begun + 1]
            if setup.rehearsal and rehearsal.seen(self, found):
                self.end(found.id, CLOCK)
            elif setup.endless:
                with self._fielding:
                    lineups.climb(self.store, self.host, found, self.player_of)
            elif setup.begun < len(setup.days) and now >= setup.days[setup.begun]:
                with contextlib.suppress(WrongTime):
                    self.next_day(found.id, setup.begun, CLOCK)
        if self.host.look():
            later.append(now)
        self._due = min(later, default=None)

    def _rehearse(self, found: ClassRow) -> bool:
        """The next thing of a rehearsal; is everything ready for its games?"""
        try:
            return rehearsal.step(self, found)
        except ClassroomError as error:
            log.debug("rehearsal %d goes on later: %s", found.id, error)
            return False

    def end(self, class_id: int, who: str = OPERATOR, reason: str = "") -> None:
        """Let a tournament without an end be over: its table stays as it is."""
        self.turn(class_id, (RUNNING, PAUSED), FINISHED, NewLine("finished", who, reason))
        self.host.stop(class_id)

    @staticmethod
    def real_now() -> datetime:
        """The time by which the store writes down what comes."""
        return utc_now()

    def next_day(self, class_id: int, begun: int, who: str = OPERATOR) -> None:
        """Begin the match day after so many, with the programs as they are now."""
        with self._fielding:
            found = self.find(class_id)
            if found.event is None or found.state not in (RUNNING, PAUSED):
                raise WrongTime(Refusal("class_not_begun"))
            setup = ClassSetup.model_validate_json(found.setup)
            if not setup.staged:
                raise WrongTime(Refusal("class_no_days"))
            if setup.begun == begun:  # else somebody was quicker
                lineups.next_day(self.store, self.host, found, self.player_of, who)


def team_row(class_id: int, form: Mapping[str, str], token: str) -> dict[str, str | int]:
    """A new team as the store has it."""
    level = form.get("level", "") if form["kind"] == LEVEL else ""
    row: dict[str, str | int] = {"class_id": class_id, "name": form["name"], "kind": form["kind"]}
    return row | {"folded": names.folded(form["name"]), "player": level, "token": token}

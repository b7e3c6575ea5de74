"""What is played for one team alone: the qualification of each upload, and its test matches.

A team has one of each at a time, all teams together a few; what waits, waits in the store, so that a page
that was killed goes on with it at its next start.
"""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from schwarm.classroom.folders import ProgramFolders
from schwarm.classroom.limits import ClassLimits
from schwarm.classroom.setup import ClassSetup
from schwarm.game.errors import Refusal
from schwarm.game.random64 import fresh_seed
from schwarm.players import BotSpec, PlayerError, PlayerSpec, read
from schwarm.ratings import match_rating
from schwarm.store import class_programs, classroom
from schwarm.store.class_programs import DONE, FAILED, PASSED, TestRow, UploadRow
from schwarm.store.classroom import RUNNING
from schwarm.store.errors import Away
from schwarm.store.store import Store
from schwarm.tournament.formats import Entrant, Event
from schwarm.tournament.qualification import OPPONENT, judge, trials
from schwarm.workers import (
    Contestant,
    Pool,
    Report,
    Stopped,
    Tally,
    Task,
    Unplayable,
    Urgency,
    pairs,
    play_all,
)

log = logging.getLogger(__name__)
AGAIN_S = 1.0  # between two looks into a store that is away
LAST_VERSION = "last version"
OUR_FAULT = Refusal("our_fault")
LEVEL = "level "
RIVAL = "team "  # another team, by its number
VERSION_GAMES = 20  # between a new version and the one before
FOLDERS = 3  # versions of a team that stay unpacked: a test match may still play an older one
OPENING_PLIES = 2  # so that two players that always answer alike do not play one game again and again


class Jobs:
    """Finds work in the store and has it done by a few threads of its own."""

    def __init__(
        self, store: Store, pool: Pool, folders: ProgramFolders, limits: ClassLimits, *, sandbox: bool
    ) -> None:
        self._store = store
        self._sandbox = sandbox
        self._pool = pool
        self._folders = folders
        self._limits = limits
        self._busy: dict[tuple[str, int], threading.Thread] = {}  # what is done, for which team
        self._wake = threading.Event()
        self._stopped = False
        self._thread = threading.Thread(target=self._look, name="class jobs", daemon=True)
        store.bell.hear(self.wake)
        self._thread.start()

    def wake(self) -> None:
        """There is something new to do."""
        self._wake.set()

    def close(self) -> None:
        """Wait for the threads; the pool has to be closed before, so that none goes on."""
        self._stopped = True
        self._wake.set()
        self._thread.join()
        for thread in list(self._busy.values()):
            thread.join()

    def _look(self) -> None:
        while not self._stopped:
            self._wake.clear()
            seen = False
            try:
                self._start_what_waits()
                seen = True
            except Away:
                pass  # the store tells of it; the next look finds what waits
            except Exception:
                log.exception("class jobs could not be looked for")
            self._wake.wait(None if seen else AGAIN_S)

    def _start_what_waits(self) -> None:
        for key in [key for key, thread in self._busy.items() if not thread.is_alive()]:
            del self._busy[key]
        for upload in class_programs.unjudged(self._store):
            self._start("qualification", self._limits.qualifying_at_once, upload.team, self._qualify, upload)
        for test in class_programs.unplayed(self._store):
            self._start("test", self._limits.testing_at_once, test.team, self._test, test)

    def _start(self, what: str, most: int, team: int, work: Callable[..., None], row: object) -> None:
        doing = sum(kind == what for kind, _ in self._busy)
        if self._stopped or doing >= most or (what, team) in self._busy:
            return

        def run() -> None:
            try:
                work(row)
            except Stopped:
                pass
            except Exception:
                log.exception("a %s of team %d stopped", what, team)
                self._give_up(row)
            finally:
                self._wake.set()

        thread = self._busy[what, team] = threading.Thread(target=run, name=f"class {what}", daemon=True)
        thread.start()

    def _give_up(self, row: object) -> None:
        """Let nobody wait for something that will not come."""
        if isinstance(row, UploadRow):
            class_programs.mark_upload(self._store, row.team, row.number, 0, FAILED, [OUR_FAULT])
        elif isinstance(row, TestRow):
            class_programs.mark_test(self._store, row.id, json.dumps({"why": OUR_FAULT.data}), FAILED)

    # --- qualification -----------------------------------------------------------------------------------
    def _qualify(self, upload: UploadRow) -> None:
        team, number = upload.team, upload.number
        own = classroom.team(self._store, team)
        if own is None or not class_programs.claim_upload(self._store, team, number):
            return
        reports: list[Report] = []
        try:
            spec = self._folders.spec(team, number)
            event = self._trial(own.class_id, own.name, spec)
            for report in self._play(trials(event, own.name)):
                reports.append(report)
                class_programs.mark_upload(self._store, team, number, len(reports), RUNNING)
            passed, told = judge(own.name, reports)
        except (PlayerError, Unplayable) as error:
            passed, told = False, [Refusal("untested", why=why_of(error))]
        half = self._limits.log_bytes // (2 * max(len(told), 1))
        state = PASSED if passed else FAILED
        log = [shortened(line, half) for line in told]
        class_programs.mark_upload(self._store, team, number, len(reports), state, log)
        if passed and self._setup(own.class_id).endless:
            self._compare(team, number)
        playing = [version for version in (own.plays, own.fielded) if version is not None]
        playing += class_programs.in_use(self._store, team)
        self._folders.drop(team, keep=(*range(number - FOLDERS, number + 1), *playing))

    def _compare(self, team: int, number: int) -> None:
        """On a ladder a new version plays the one before, so that its team knows whether it is stronger."""
        before = class_programs.before(self._store, team, number)
        if before is not None:
            class_programs.add_test(
                self._store, team, number, LAST_VERSION, VERSION_GAMES, self._limits.tests,
                rival_version=before, patient=True,
            )  # fmt: skip

    # --- test matches ------------------------------------------------------------------------------------
    def _test(self, test: TestRow) -> None:
        own = classroom.team(self._store, test.team)
        if own is None or not class_programs.claim_test(self._store, test.id):
            return
        known = [
            Report((one.number,), self._store.record(one.game), 0.0, faults=one.faults)
            for one in class_programs.test_games(self._store, test.id)
        ]
        name = own.name
        try:
            for report in self._play(self._test_tasks(test, own.class_id, name, known)):
                number, record = report.key[0], report.record
                if not class_programs.add_test_game(
                    self._store, test.id, number, record, report.faults, report.logs
                ):
                    return  # the team is gone
                known.append(report)
                class_programs.mark_test(self._store, test.id, standing(known, name), RUNNING)
            class_programs.mark_test(self._store, test.id, standing(known, name), DONE)
        except (PlayerError, Unplayable) as error:
            told = json.loads(standing(known, name)) | {"why": why_of(error).data}
            class_programs.mark_test(self._store, test.id, json.dumps(told), FAILED)

    def _test_tasks(self, test: TestRow, class_id: int, name: str, known: Sequence[Report]) -> list[Task]:
        """The games of a match that are not played yet."""
        first = Contestant(name, self._folders.spec(test.team, test.version))
        other = Contestant(*self._rival(test, name))
        event = self._trial(class_id, name, first.spec)
        done = {report.key for report in known}
        tasks = pairs(
            event.game, first, other, test.games, seed=test.id << 20, profile=event.profile,
            options=event.options, opening_plies=OPENING_PLIES, limits=event.limits, sandbox=event.sandbox,
        )  # fmt: skip
        return [task for task in tasks if task.key not in done]

    def _rival(self, test: TestRow, name: str) -> tuple[str, PlayerSpec]:
        """Whom a team plays against: what it is called, and who it is."""
        if test.against == LAST_VERSION:
            version = test.rival_version or test.version - 1
            return f"{name} (before)", self._folders.spec(test.team, version)
        if test.rival is not None:
            other = classroom.team(self._store, test.rival)
            if other is None or test.rival_version is None:
                raise PlayerError(Refusal("rival_gone"))
            return other.name, self._folders.spec(other.id, test.rival_version)
        return test.against, read(test.against.removeprefix(LEVEL))

    # --- what both need ----------------------------------------------------------------------------------
    def _setup(self, class_id: int) -> ClassSetup:
        found = classroom.find(self._store, class_id)
        if found is None:
            raise Stopped
        return ClassSetup.model_validate_json(found.setup)

    def _trial(self, class_id: int, name: str, spec: PlayerSpec) -> Event:
        """The event with this team alone, against the random player: its terms hold in tests as well."""
        plain = self._setup(class_id).event(
            [Entrant(name), Entrant(OPPONENT, BotSpec("random"))], fresh_seed() >> 1
        )
        entrants = (Entrant(name, spec), plain.entrants[1])
        return replace(plain, entrants=entrants, openings=(), sandbox=self._sandbox)

    def _play(self, tasks: Sequence[Task]) -> Iterator[Report]:
        share = self._pool.share(Urgency.TESTS)
        try:
            yield from play_all(tasks, share)
        finally:
            share.close()


def why_of(error: PlayerError | Unplayable) -> Refusal:
    """Why a program could not be tried."""
    said = error.args[0]
    return said if isinstance(said, Refusal) else Refusal("told", text=said)


def shortened(line: Refusal, half: int) -> Refusal:
    """A line of a log; of a long text its beginning and its end are kept."""
    long = line.code == "told" and len(line) > 2 * half
    return Refusal("told", text=f"{line[:half]}\n...\n{line[-half:]}") if long else line


def standing(reports: Sequence[Report], name: str) -> str:
    """A match as it stands, with what it says in the long run, by the estimator that tables have, as JSON."""
    tally = Tally()
    for report in reports:
        tally = tally.plus(Tally.of(report, name))
    found: dict[str, object] = {"played": tally.games, "wins": tally.wins, "draws": tally.draws}
    found |= {"losses": tally.losses, "score": round(tally.share, 4)}
    if reports:
        rating = match_rating(reports, name)
        low, high = rating.shares
        found |= {"low": round(low, 4), "high": round(high, 4), "elo": round(rating.elo.elo, 1)}
        found |= {"elo_low": round(rating.elo.low, 1), "elo_high": round(rating.elo.high, 1)}
        found |= {"stronger": round(rating.elo.superiority, 4)}
    return json.dumps(found)

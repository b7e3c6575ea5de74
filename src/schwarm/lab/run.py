"""Plays a study: what is missing is handed to workers, measured, and written down, until nothing is missing.

Games are played in rounds over all arms, so that a study that is stopped early has all arms equally far; the
stages of its file, if it has any, come first.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field

from schwarm import players
from schwarm.lab.journal import PROGRESS, StudyJournal
from schwarm.lab.measures import measure
from schwarm.lab.study import TUNED
from schwarm.lab.tuned import TunedWeights
from schwarm.lab.variants import Arm, arms, stages, start_seed
from schwarm.lab.widths import Widths
from schwarm.players import BotSpec, PlayerSpec
from schwarm.referee import Limits
from schwarm.store.studies import StudyKey
from schwarm.workers import Contestant, Failed, Report, Share, Task
from schwarm.workers.journal import code_of

AMPLE = Limits(600_000, 1_200_000)  # nodes limit a move in a study, not time
TOLD_S = 5.0  # how often the time left is noted for those who watch
LOOK_S = 0.2  # how long one look for a finished game takes at most
WRITING = 64  # games that may wait for the disk


@dataclass(frozen=True, slots=True)
class StudyProgress:
    """Where a study stands."""

    done: int
    planned: int
    left_s: float | None
    measuring: float = 0.0  # the part of the playing time that measuring took


Listener = Callable[[StudyProgress], None]


@dataclass
class StudyPace:
    """How fast games end, by kind of player: strong players' games last longer."""

    spent: dict[str, tuple[float, int]] = field(default_factory=dict)
    began: float = field(default_factory=time.monotonic)
    worked_ms: float = 0.0
    measured_ms: float = 0.0

    def note(self, arm: Arm, wall_ms: float, measured_ms: float) -> None:
        """A game has ended."""
        total, count = self.spent.get(arm.players, (0.0, 0))
        self.spent[arm.players] = (total + wall_ms, count + 1)
        self.worked_ms += wall_ms
        self.measured_ms += measured_ms

    def left_s(self, open_games: dict[str, int]) -> float | None:
        """The time that the open games will take, at the speed of the games so far."""
        elapsed = time.monotonic() - self.began
        if self.worked_ms == 0 or elapsed == 0:
            return None
        mean = self.worked_ms / sum(count for _, count in self.spent.values())
        work = 0.0
        for who, count in open_games.items():
            total, known = self.spent.get(who, (0.0, 0))
            work += count * (total / known if known else mean)
        return work / (self.worked_ms / elapsed)


class Run:
    """One run of a study with a share of a pool; `stop` may be called from anywhere."""

    def __init__(self, journal: StudyJournal, share: Share, listener: Listener | None = None) -> None:
        self.journal = journal
        self.study = journal.study
        self.share = share
        self.arms = arms(self.study)
        self.given_up: list[Failed] = []
        self.pace = StudyPace()
        self._tell = listener
        self._stopped = threading.Event()
        self._tuned = TunedWeights(journal, share)
        self._widths = Widths(self.study)
        self._code = code_of(self.study.game)

    def stop(self) -> None:
        """Play no further games; those under way are not waited for and will be played on resuming."""
        self._stopped.set()

    def play(self) -> bool:
        """Play what is missing; is the study complete now?"""
        self.journal.claim()
        finished = False
        try:
            finished = self._play()
            return finished
        finally:
            self.journal.release(finished=finished)

    # --- what has to be played -----------------------------------------------------------------------
    def _missing(self, known: set[StudyKey]) -> Iterator[tuple[int, int]]:
        """Places of arms and numbers of games: stage by stage, each in rounds over its arms."""
        last = (range(len(self.arms)), max(arm.games for arm in self.arms))
        given: set[tuple[int, int]] = set()
        for places, games in (*stages(self.study), last):
            for number in range(games):
                for place in places:
                    arm = self.arms[place]
                    key = StudyKey(arm.variant.name, arm.players, number)
                    if number >= arm.games or key in known or (place, number) in given:
                        continue
                    if not self._widths.narrow(arm):
                        given.add((place, number))
                        yield place, number

    def _play(self) -> bool:
        known = self.journal.keys()
        self._widths.remember(self.journal)
        self._open = {arm.players: 0 for arm in self.arms}
        for arm in self.arms:
            here = sum((arm.variant.name, arm.players, number) in known for number in range(arm.games))
            self._open[arm.players] += arm.games - here
        ends = time.monotonic() + 60 * self.study.budget.minutes if self.study.budget.minutes else None
        writing: list[Future[int]] = []
        todo = self._missing(known)
        exhausted, told = False, 0.0
        while not self._stopped.is_set():
            late = ends is not None and time.monotonic() > ends
            while not exhausted and not late and not self.share.full:
                found = next(todo, None)
                exhausted = found is None
                if found is not None:
                    self.share.submit(self._task(*found))
            if not self.share.out:
                break
            ended = self.share.next(LOOK_S)
            if ended is not None:
                if isinstance(ended[1], Failed):
                    self.given_up.append(ended[1])
                else:
                    writing.append(self._add(ended[1]))
            while len(writing) > WRITING:
                writing.pop(0).result()
            if time.monotonic() - told > TOLD_S:
                told = time.monotonic()
                self._note_progress()
            if self._tell is not None:
                self._tell(self.progress())
        for one in writing:
            one.result()
        self._note_progress()
        return exhausted and not self.share.out and not self.given_up and not self._stopped.is_set()

    def _task(self, place: int, number: int) -> Task:
        arm = self.arms[place]
        start = number // 2 if arm.match else number
        one = Contestant(arm.first, self._spec(arm.first, arm))
        name = arm.second if arm.match else f"{arm.second} (2)"
        other = Contestant(name, self._spec(arm.second, arm))
        swapped = arm.match and number % 2 == 1
        return Task(
            key=(place, number),
            game=self.study.game,
            seed=start_seed(self.study.seed, start),
            players=(other, one) if swapped else (one, other),
            profile=arm.variant.profile,
            options=dict(arm.variant.options),
            opening_plies=self.study.opening,
            limits=AMPLE,
        )

    def _spec(self, text: str, arm: Arm) -> PlayerSpec:
        spec = players.read(text)
        if isinstance(spec, BotSpec) and spec.bot == TUNED:
            return BotSpec("best", nodes=spec.nodes, weights=self._tuned.of(arm.variant))
        return spec

    # --- what was played -----------------------------------------------------------------------------
    def _add(self, report: Report) -> Future[int]:
        place, number = report.key
        arm = self.arms[place]
        began = time.monotonic()
        measured = measure(report.record)
        self.pace.note(arm, report.wall_ms, 1000 * (time.monotonic() - began))
        self._open[arm.players] -= 1
        self._widths.add(arm, number, measured)
        key = StudyKey(arm.variant.name, arm.players, number)
        return self.journal.add(
            key, report.record, code=self._code, wall_ms=report.wall_ms, measured=measured
        )

    def progress(self) -> StudyProgress:
        """Where the study stands."""
        planned = sum(arm.games for arm in self.arms)
        left = sum(self._open.values())
        measuring = self.pace.measured_ms / self.pace.worked_ms if self.pace.worked_ms else 0.0
        return StudyProgress(planned - left, planned, self.pace.left_s(self._open), measuring)

    def _note_progress(self) -> None:
        self.journal.note(PROGRESS, "left_s", self.progress().left_s)

"""Who works: what all crews promise, and archives unpacked for them once."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from schwarm.game.errors import Refusal
from schwarm.players import ArchiveSpec, PlayerError, ProgramSpec
from schwarm.programs.folders import home
from schwarm.workers.task import Call, Contestant, Failed, Made, Report, Work
from schwarm.workers.worker import Running

Done = Callable[[Report | Failed | Made], None]
log = logging.getLogger(__name__)


def notify(done: Done, ended: Report | Failed | Made) -> None:
    """Call back with how work ended; what that raises is logged, as the calling thread has more to do."""
    try:
        done(ended)
    except Exception:
        log.exception("what came of %s was not heard", ended.key)


class Crew(Protocol):
    """Whoever works, on this machine or on many; its methods may be called from any thread."""

    @property
    def slots(self) -> int:
        """How much it does at a time."""

    def submit(self, work: Work, done: Done) -> None:
        """Do this as soon as somebody is free, and tell how it ended, in whatever thread."""

    def running(self) -> list[Running]:
        """The games under way, as far as they can be seen."""

    def close(self) -> None:
        """Stop at once; what is under way is not finished."""


class Archives:
    """Unpacks each ZIP once, whatever the number of its games, and clears up at the end."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._room: TemporaryDirectory[str] | None = None
        self._unpacked: dict[ArchiveSpec, ProgramSpec] = {}

    def ready(self, work: Work) -> Work:
        """The same work with unpacked programs; PlayerError if one cannot be unpacked."""
        if isinstance(work, Call) or not any(isinstance(one.spec, ArchiveSpec) for one in work.players):
            return work
        with self._lock:
            first, second = work.players
            return replace(work, players=(self._ready(first), self._ready(second)))

    def _ready(self, one: Contestant) -> Contestant:
        if not isinstance(one.spec, ArchiveSpec):
            return one
        if one.spec not in self._unpacked:
            from schwarm.players.seats import unpacked
            from schwarm.programs.archive import BadArchive

            if self._room is None:
                self._room = TemporaryDirectory(dir=home())
            folder = Path(self._room.name) / str(len(self._unpacked))
            try:
                self._unpacked[one.spec] = unpacked(one.spec, folder)
            except BadArchive as error:
                raise PlayerError(Refusal("in_file", file=one.name, why=error.why)) from None
        return replace(one, spec=self._unpacked[one.spec])

    def close(self) -> None:
        """Remove what was unpacked."""
        if self._room is not None:
            self._room.cleanup()

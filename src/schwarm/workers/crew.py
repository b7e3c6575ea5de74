"""Who plays many games at once: what all crews promise, and archives unpacked for them once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from schwarm.players import ArchiveSpec, PlayerError, ProgramSpec
from schwarm.programs.folders import home
from schwarm.workers.task import Contestant, Failed, Report, Task
from schwarm.workers.worker import Running


class Crew(Protocol):
    """Whoever plays games, on this machine or on many."""

    @property
    def slots(self) -> int:
        """How many games it plays at a time."""

    def submit(self, task: Task) -> None:
        """Play this game as soon as somebody is free."""

    def next(self, timeout_s: float) -> Report | Failed | None:
        """The next finished game; None if none ends in that time."""

    def running(self) -> list[Running]:
        """The games under way, as far as they can be seen."""

    def close(self) -> None:
        """Stop at once; games under way are not finished."""


class Archives:
    """Unpacks each ZIP once, whatever the number of its games, and clears up at the end."""

    def __init__(self) -> None:
        self._room: TemporaryDirectory[str] | None = None
        self._unpacked: dict[ArchiveSpec, ProgramSpec] = {}

    def ready(self, task: Task) -> Task:
        """The same game with unpacked programs; PlayerError if one cannot be unpacked."""
        if not any(isinstance(one.spec, ArchiveSpec) for one in task.players):
            return task
        first, second = task.players
        return replace(task, players=(self._ready(first), self._ready(second)))

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
                raise PlayerError(f"{one.name}: {error}") from None
        return replace(one, spec=self._unpacked[one.spec])

    def close(self) -> None:
        """Remove what was unpacked."""
        if self._room is not None:
            self._room.cleanup()

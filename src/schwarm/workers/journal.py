"""A journal of finished games: what is noted there is not played again.

A game counts only for the task it was played for and for the code that played it. Games of other code can be
taken over, once some of them, played again, are known to be the same (takeover.py).
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import schwarm
from schwarm.game import list_games, rule_book
from schwarm.game.errors import Refusal
from schwarm.game.record import Record
from schwarm.players import ArchiveSpec, FunctionSpec, NetSpec, PlayerSpec, ProgramSpec
from schwarm.workers.lines import Lines
from schwarm.workers.task import Report, Task

KEPT = (
    "key", "wall_ms", "think_ms", "slowest_ms", "processor_ms", "faults", "logs", "absent", "repeated",
)  # of a report  # fmt: skip
CODE = ("games", "search", "bots", "players", "referee")  # what decides how our own players play
KINDS = (".py", ".json", ".net")  # of file


class Journal:
    """The finished games of a file, which need not exist yet; BadJournal if the file is something else."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._files: dict[PlayerSpec, str] = {}
        self._read()

    def _read(self) -> None:
        self._lines = Lines(self.path, "a journal of finished games", _entry)
        self._reports: dict[str, dict[str, Report]] = {}  # by game, then by the code that played it
        for name, code, report in self._lines.entries:
            self._reports.setdefault(name, {})[code] = report

    def __len__(self) -> int:
        return len(self._reports)

    def reports(self) -> list[Report]:
        """Every game that is noted, in the order in which they first ended; of one played anew the last."""
        return [list(found.values())[-1] for found in self._reports.values()]

    def find(self, task: Task) -> Report | None:
        """The game as it was played before by the code of today; None if it was not."""
        return self.noted(task)[0]

    def noted(self, task: Task) -> tuple[Report | None, dict[str, Report]]:
        """The game as the code of today has played it, and as other codes have, the last one last."""
        name, code = self._name(task)
        older = dict(self._reports.get(name, {}))
        return older.pop(code, None), older

    def add(self, task: Task, report: Report) -> None:
        """Note a finished game."""
        name, code = self._name(task)
        self._lines.add({"task": name, "code": code} | _said(report), (name, code, report))
        self._reports.setdefault(name, {})[code] = report

    def take_over(self, tasks: Iterable[Task], played: str, replayed: int) -> None:
        """Let these games of one other code count as played by the code of today.

        Each line tells which codes had played it, and how many games were `replayed` to know that it may.
        """
        today = dict(map(self._name, tasks))

        def change(lines: list[Any]) -> list[Any]:
            kept: dict[tuple[str, str], Any] = {}  # a game that was played anew stands where it first ended
            for line in lines:
                name, code = line["task"], line["code"]
                if code == played and name in today:
                    code = today[name]
                    told = [*line.get("taken_over", ()), {"from": played, "replayed": replayed}]
                    line |= {"code": code, "taken_over": told}
                kept[name, code] = line
            return list(kept.values())

        self._lines.rewrite(change)
        self._read()

    def _name(self, task: Task) -> tuple[str, str]:
        return name_of(task), code_for(task, self._files)


def name_of(task: Task) -> str:
    """What tells a game from all others, whichever code plays it.

    Rules count by what they are: whoever names the default profile plays the same game as who names none.
    """
    specs = [[one.name, type(one.spec).__name__, asdict(one.spec)] for one in task.players]
    rules = rule_book(task.game).choose(task.profile or None, task.options)
    said = asdict(task) | {"players": specs, "profile": rules.profile, "options": dict(rules.options)}
    return _short(json.dumps(said, sort_keys=True).encode())


def code_for(task: Task, files: dict[PlayerSpec, str]) -> str:
    """Stands for all code that decides how a game goes; `files` keeps what was read of foreign players."""
    for one in task.players:
        if one.spec not in files:
            files[one.spec] = _files(one.spec)
    return _short((code_of(task.game) + "".join(sorted(files[one.spec] for one in task.players))).encode())


def _short(data: bytes) -> str:
    return sha256(data).hexdigest()[:32]


def _entry(said: Any) -> tuple[str, str, Report]:
    """Game, code, and how it went, of a line."""
    name, code = said["task"], said["code"]
    if not isinstance(name, str) or not isinstance(code, str):
        raise TypeError
    return name, code, _report(said)


def _said(report: Report) -> dict[str, Any]:
    said = {name: getattr(report, name) for name in KEPT}
    said["faults"] = {name: fault.data for name, fault in report.faults.items()}
    said["repeated"] = report.repeated and report.repeated.data
    return said | {"record": json.loads(report.record.to_json())}


def _report(said: dict[str, Any]) -> Report:
    kept = {name: said[name] for name in KEPT}
    kept["faults"] = {name: Refusal.of(fault) for name, fault in kept["faults"].items()}
    kept["repeated"] = Refusal.of(kept["repeated"]) if kept["repeated"] else None
    pairs = {name: tuple(value) for name, value in kept.items() if isinstance(value, list)}
    return Report(record=Record.from_json(json.dumps(said["record"])), **kept | pairs)


@cache
def code_of(game: str) -> str:
    """Stands for the code that decides how our own players play a game: its rules, search and knowledge."""
    total = sha256()
    for path in files_of(game):
        total.update(path.read_bytes())
    return total.hexdigest()[:16]


def files_of(game: str) -> list[Path]:
    """The files in which that code and that knowledge are written down."""
    source = Path(schwarm.__file__).parent
    others = {name for name in list_games() if name != game}
    return sorted(
        path
        for part in CODE
        for path in (source / part).rglob("*")
        if path.suffix in KINDS and not others & {path.stem, *path.relative_to(source).parts}
    )


def _files(spec: PlayerSpec) -> str:
    """Stands for the files of a foreign player, as far as they are named."""
    match spec:
        case ProgramSpec():
            paths = [Path(spec.folder, word) for word in spec.command]
        case ArchiveSpec() | NetSpec():
            paths = [Path(spec.path)]
        case FunctionSpec():
            paths = [Path(spec.folder, *spec.module.split(".")).with_suffix(".py")]
        case _:
            return ""
    total = sha256()
    for path in paths:
        if path.is_file():
            total.update(path.read_bytes())
    return total.hexdigest()[:16]

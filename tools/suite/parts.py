"""The parts of the check: commands that pass or fail as a whole, and runs of pytest, test by test."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

ROOT = Path(__file__).parents[2]
ARTEFACTS = ROOT / "test-artefacts" / "suite"
LAST_WORDS = 6000  # characters of a log that are shown
# Every plugin is named: those that pytest finds by itself cost each process seconds, and the one that we
# ship would have the asserts of all our sources rewritten, which is meant for tests.
PLUGINS = ("tools.suite.plugin", "_hypothesis_pytestplugin", "schwarm.testing.plugin")
ROUNDS = 3  # how often tests are asked for that a dying run never reported


@dataclass(frozen=True)
class Result:
    """One test, or one command of the lint."""

    test: str
    outcome: str  # passed, failed, skipped
    seconds: float
    text: str = ""
    processor_s: float = 0.0


@dataclass
class Part:
    """Something that runs beside the others and has results one after the other."""

    name: str
    home: Path = ARTEFACTS  # logs lie in a folder of the part's name
    results: list[Result] = field(default_factory=list)
    expected: int = 0  # how many results there will be, as far as is known
    wall_s: float = 0.0
    processor_s: float = 0.0
    over: bool = False
    _group: int = 0

    def work(self) -> None:
        """Run the part."""
        raise NotImplementedError

    def run(self) -> None:
        """Do the work and say so whatever comes of it: a fault in here is a failed result, too."""
        began = time.monotonic()
        try:
            self.work()
        except Exception as fault:
            self.results.append(Result(self.name, "failed", 0.0, repr(fault)))
        finally:
            self.wall_s = time.monotonic() - began
            self.over = True

    def count(self, outcome: str) -> int:
        """How many results of that kind there are."""
        return sum(result.outcome == outcome for result in self.results)

    def end(self) -> None:
        """End what runs, with all that it started."""
        if self._group:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._group, signal.SIGKILL)
            self._group = 0

    def call(
        self,
        command: Sequence[str],
        log: Path,
        cwd: Path = ROOT,
        more: Mapping[str, str] = MappingProxyType({}),
        meanwhile: Callable[[], None] = lambda: None,
    ) -> int:
        """Run a command with its own process group, its output in a file; its exit status."""
        environment = {**os.environ, **more}
        # A hundred programs are started by the tests: without kept bytecode each compiles the sources anew.
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        with log.open("ab") as output:
            process = subprocess.Popen(
                command,
                cwd=cwd,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self._group = process.pid
        ended, status, usage = os.wait4(process.pid, os.WNOHANG)
        while not ended:
            time.sleep(0.2)
            meanwhile()
            ended, status, usage = os.wait4(process.pid, os.WNOHANG)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.processor_s += usage.ru_utime + usage.ru_stime
        self.end()  # what a crashed worker left behind
        return process.returncode


@dataclass
class Lint(Part):
    """Commands that pass or fail as a whole."""

    commands: Sequence[tuple[str, ...]] = ()

    def work(self) -> None:
        """One after the other, all of them."""
        self.expected = len(self.commands)
        folder = emptied(self.home / self.name)
        for number, (program, *arguments) in enumerate(self.commands):
            log = folder / f"{number}.log"
            began = time.monotonic()
            found = tool(program)
            if found is None:
                outcome, text = "skipped", f"{program} is not installed; `make lint` fetches it where it can"
            else:
                status = self.call([found, *arguments], log)
                outcome, text = ("passed", "") if status == 0 else ("failed", last_words(log))
            self.results.append(
                Result(" ".join((program, *arguments)), outcome, time.monotonic() - began, text)
            )


@dataclass
class PytestRun(Part):
    """A run of pytest on several processes."""

    options: Sequence[str] = ()
    paths: Sequence[str] = ()  # everything that pyproject.toml names, if there are none
    root: Path = ROOT
    workers: int = 2
    apart: str = ""  # a fixture whose tests never share a process with others
    workers_apart: int = 0
    first: Sequence[str] = ()  # how files begin whose tests take longest: nobody shall wait for them
    plugins: Sequence[str] = ()  # besides those of every run
    environment: Mapping[str, str] = field(default_factory=dict)

    def work(self) -> None:
        """Ask for all tests, and once more for those that never answered should the run itself have died."""
        selected = list(self.paths)
        collected: list[str] = []
        for number in range(ROUNDS):
            folder = emptied(self.home / self.name / str(number))
            reader = Lines(folder / "results.jsonl")

            def read(reader: Lines = reader) -> None:
                for line in reader:
                    if "collected" in line:
                        collected.extend(line["collected"] if not collected else ())
                        self.expected = len(collected)
                    else:
                        self.results.append(Result(**line))

            command = self.command(selected, folder)
            environment = {**self.environment, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
            status = self.call(command, folder / "log", self.root, environment, read)
            read()
            answered = {result.test for result in self.results}
            if not (missing := [test for test in collected if test not in answered]):
                break
            (folder / "missing").write_text("\n".join(missing))
            selected = [f"@{folder / 'missing'}"]
        for test in missing:
            self.results.append(Result(test, "failed", 0.0, "It never answered."))
        if status not in (0, 1, 5) or (not collected and not self.results):
            self.results.append(Result(f"the run of {self.name}", "failed", 0.0, last_words(folder / "log")))

    def command(self, selected: Sequence[str], folder: Path) -> list[str]:
        """How pytest is called."""
        apart = (f"--apart={self.apart}", f"--workers-apart={self.workers_apart}") if self.apart else ()
        return [
            sys.executable,
            "-m",
            "pytest",
            *(word for plugin in (*PLUGINS, *self.plugins) for word in ("-p", plugin)),
            f"--suite-folder={folder}",
            "-q",
            "--show-capture=no",
            f"--workers={self.workers}",
            *apart,
            *(f"--first={start}" for start in self.first),
            *self.options,
            *selected,
        ]


class Lines:
    """The lines of a file that is still being written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.read = 0

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Those that came since the last time."""
        with contextlib.suppress(FileNotFoundError), self.path.open("rb") as file:
            file.seek(self.read)
            for line in file:
                if line.endswith(b"\n"):
                    self.read += len(line)
                    yield json.loads(line)


def emptied(folder: Path) -> Path:
    """A folder with nothing in it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def tool(program: str) -> str | None:
    """A tool of the same environment as this Python, or one that npm fetched for this checkout."""
    for folder in (Path(sys.executable).parent, ROOT / "node_modules" / ".bin"):
        if (folder / program).exists():
            return str(folder / program)
    return shutil.which(program)


def last_words(log: Path) -> str:
    """The end of what a command wrote."""
    return log.read_text(encoding="utf-8", errors="replace")[-LAST_WORDS:]


def side_by_side(parts: Sequence[Part], meanwhile: Callable[[], None]) -> None:
    """Run all parts to their end, whatever becomes of one of them."""
    threads = [threading.Thread(target=part.run, name=part.name, daemon=True) for part in parts]
    for thread in threads:
        thread.start()
    try:
        while not all(part.over for part in parts):
            time.sleep(0.2)
            meanwhile()
    finally:
        for part in parts:
            part.end()

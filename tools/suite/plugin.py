"""The pytest side of the suite (`-p tools.suite.plugin`).

The process that collects leads the workers, guards them, and writes down which tests there are. A worker
writes every result down as it comes, one line of JSON each, so that nothing that happens later loses it.
"""

from __future__ import annotations

import atexit
import faulthandler
import json
import os
import signal
import socket
import sys
import traceback
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from tools.suite.guard import LONG_PATIENCE_S, PATIENCE_S, TICK_S, Beat, Guard, write_greenlets
from tools.suite.pool import END, Plan, Pool

BROKEN = 70  # a worker's exit status when pytest itself failed


def pytest_addoption(parser: pytest.Parser) -> None:
    """Where the results go, how many workers there are, and how patient the guard is."""
    group = parser.getgroup("suite")
    group.addoption("--suite-folder", type=Path, help="folder for results and stacks")
    group.addoption("--hang-after", type=float, default=PATIENCE_S, help="seconds a test may hang")
    group.addoption("--workers", type=int, default=2, help="processes that run tests")
    group.addoption("--apart", help="fixture whose tests never share a process with others")
    group.addoption("--first", action="append", default=[], help="how files begin that are not to be last")
    group.addoption("--workers-apart", type=int, default=0, help="processes that run these")


@pytest.hookimpl(trylast=True)  # after pytest's own faulthandler plugin
def pytest_configure(config: pytest.Config) -> None:
    """What has been found is written down from the beginning."""
    config.pluginmanager.register(Suite(config))


class Suite:
    """Collects, then leads workers that are forks of this process."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.folder: Path = config.getoption("suite_folder")
        self.results = Results(self.folder)
        self.guard = Guard(self.folder)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A file that cannot be read counts as a failed test, one that is skipped as a skipped one."""
        if not report.passed:
            self.results.write(test=report.nodeid, outcome=report.outcome, seconds=0.0, text=told([report]))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Instead of pytest's own loop: whoever reads the results can tell what is missing."""
        items = session.items
        self.results.write(collected=[item.nodeid for item in items])
        apart = self.config.getoption("apart")
        plan = Plan(
            ((item.nodeid.partition("::")[0], apart in getattr(item, "fixturenames", ())) for item in items),
            first=self.config.getoption("first"),
        )

        def work(name: str, line: socket.socket) -> None:
            Worker(session, self.folder, self.results, name).work(line)

        def crashed(test: int | None, name: str, status: int) -> None:
            file = self.folder / f"{name}.stacks"
            stacks = file.read_text(errors="replace") if file.exists() else ""
            (self.folder / f"{name}.beat").unlink(missing_ok=True)
            code = os.waitstatus_to_exitcode(status)
            what = "ended badly between two tests" if test is None else "crashed while running this test"
            named = name if test is None else items[test].nodeid
            text = f"Its process {what} (exit status {code}).\n\n{stacks}"
            self.results.write(test=named, outcome="failed", seconds=0.0, text=text)

        sys.stdout.flush()
        sys.stderr.flush()
        kinds = (self.config.getoption("workers_apart"), self.config.getoption("workers"))
        Pool(plan, work, crashed, self.guard.look, TICK_S).lead([True] * kinds[0] + [False] * kinds[1])
        return True


class Worker:
    """Runs tests in a fork; tells the guard which one, and dies with its stacks in a file."""

    def __init__(self, session: pytest.Session, folder: Path, results: Results, name: str) -> None:
        self.session = session
        self.results = results
        self.beat = Beat(folder / f"{name}.beat")
        self.patience_s: float = session.config.getoption("hang_after")
        self.stacks = (folder / f"{name}.stacks").open("a")
        self.used = sum(os.times()[:4])
        self.settle(name)

    def settle(self, name: str) -> None:
        """What a fork may not share with the others: where it captures, its folder, its stacks."""
        config = self.session.config
        capture: Any = config.pluginmanager.getplugin("capturemanager")
        capture.stop_global_capturing()
        capture.start_global_capturing()
        capture.suspend_global_capture()
        folders: Any = config._tmp_path_factory  # type: ignore[attr-defined]
        folders._basetemp = folders.getbasetemp() / name
        folders._basetemp.mkdir()
        faulthandler.enable(self.stacks)
        signal.signal(signal.SIGUSR1, lambda *_: write_greenlets(self.stacks))
        config.pluginmanager.register(self)
        config.pluginmanager.register(self.results)

    def work(self, line: socket.socket) -> None:
        """Run what is named, one test after the other, until there is none left."""
        names = line.makefile("r")

        def named() -> int:
            if not (number := names.readline()):
                os._exit(0)  # whoever led has died
            return int(number)

        try:
            test = named()
            while test != END:
                following = named()
                line.sendall(b"%d\n" % test)
                item = self.session.items[test]
                after = None if following == END else self.session.items[following]
                self.session.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
                line.sendall(b"%d\n" % END)
                test = following
            atexit._run_exitfuncs()
        except BaseException:
            self.stacks.write(f"pytest itself failed in this test:\n{traceback.format_exc()}\n")
            self.stacks.flush()
            os._exit(BROKEN)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> object:
        """Beat while the test runs."""
        long = item.get_closest_marker("long") is not None
        self.beat.test_begins(LONG_PATIENCE_S if long else self.patience_s)
        try:
            return (yield)
        finally:
            self.beat.test_ends()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Processor time since the last report: of this process, and of those that have ended."""
        report = yield
        used = sum(os.times()[:4])
        report.processor_s, self.used = used - self.used, used  # type: ignore[attr-defined]
        return report


class Results:
    """Every result, written down at once; the file is shared by all forks."""

    def __init__(self, folder: Path) -> None:
        self.file = os.open(folder / "results.jsonl", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        self.phases: list[pytest.TestReport] = []

    def write(self, **line: Any) -> None:
        """One line, in one piece."""
        os.write(self.file, (json.dumps(line) + "\n").encode())

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Set-up, call and teardown are one result, and the worst of them is the outcome."""
        self.phases.append(report)
        if report.when != "teardown":
            return
        phases, self.phases = self.phases, []
        outcomes = {phase.outcome for phase in phases}
        outcome = next(word for word in ("failed", "skipped", "passed") if word in outcomes)
        self.write(
            test=report.nodeid,
            outcome=outcome,
            seconds=sum(phase.duration for phase in phases),
            processor_s=sum(phase.processor_s for phase in phases),
            text=told(phases) if outcome != "passed" else "",
        )


def told(reports: list[Any]) -> str:
    """What failed reports say and what was printed; of skipped ones the reason."""
    parts = []
    for report in reports:
        if report.failed:
            parts += [report.longreprtext, *(f"--- {name} ---\n{text}" for name, text in report.sections)]
        elif report.skipped:
            reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longreprtext
            parts.append(getattr(report, "wasxfail", "") or reason)
    return "\n".join(parts)

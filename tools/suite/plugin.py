"""The pytest side of the suite (`-p tools.suite.plugin`, always with pytest-xdist).

The controller writes every result down as it comes, one line of JSON each, so that nothing that happens later
loses it, and guards the workers. A worker says which test it runs, and where it dies, why.
"""

from __future__ import annotations

import faulthandler
import json
import os
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from tools.suite.guard import LONG_PATIENCE_S, PATIENCE_S, Beat, Guard


def pytest_addoption(parser: pytest.Parser) -> None:
    """Where the results go, and how patient the guard is."""
    group = parser.getgroup("suite")
    group.addoption("--suite-folder", type=Path, help="folder for results and stacks")
    group.addoption("--hang-after", type=float, default=PATIENCE_S, help="seconds a test may hang")


@pytest.hookimpl(trylast=True)  # after pytest's own faulthandler plugin
def pytest_configure(config: pytest.Config) -> None:
    """A worker and the controller have different tasks."""
    folder: Path = config.getoption("suite_folder")
    worker = getattr(config, "workerinput", None)
    if worker is None:
        config.pluginmanager.register(Results(folder))
    else:
        config.pluginmanager.register(Worker(folder, worker["workerid"], config.getoption("hang_after")))


class Worker:
    """Tells the guard which test runs; dies with its stacks in a file."""

    def __init__(self, folder: Path, name: str, patience_s: float) -> None:
        self.beat = Beat(folder / f"{name}.beat")
        self.patience_s = patience_s
        self.stacks = (folder / f"{name}.stacks").open("a")
        self.used = sum(os.times()[:4])
        faulthandler.enable(self.stacks)

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

    @pytest.hookimpl(tryfirst=True)
    def pytest_internalerror(self, excrepr: object) -> None:
        """Die as in a crash: xdist replaces a dead worker, but waits for ever for one that says this."""
        self.stacks.write(f"pytest itself failed in this test:\n{excrepr}\n")
        self.stacks.flush()
        os._exit(70)


class Results:
    """Every result, written down at once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.guard = Guard(folder)
        self.lines = (folder / "results.jsonl").open("a", buffering=1)
        self.phases: dict[str, list[pytest.TestReport]] = {}
        self.collected = False

    def write(self, **line: Any) -> None:
        """One line."""
        self.lines.write(json.dumps(line) + "\n")

    def pytest_sessionstart(self) -> None:
        """Guard from now on."""
        self.guard.start()

    def pytest_unconfigure(self) -> None:
        """The guard goes with the last worker."""
        self.guard.stop()

    def pytest_xdist_node_collection_finished(self, ids: list[str]) -> None:
        """Which tests there are: whoever reads can tell what is missing. All workers find the same."""
        if not self.collected:
            self.collected = True
            self.write(collected=ids)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A file that cannot be read counts as a failed test, one that is skipped as a skipped one."""
        if not report.passed:
            self.write(test=report.nodeid, outcome=report.outcome, seconds=0.0, text=told([report]))

    def pytest_handlecrashitem(self, report: pytest.TestReport) -> None:
        """The stacks of a worker belong to the test that it died in."""
        stacks = self.folder / f"{report.node.gateway.id}.stacks"
        report.longrepr = f"{report.longrepr}\n\n{stacks.read_text(errors='replace')}"

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Set-up, call and teardown are one result; a crash has one report alone."""
        self.phases.setdefault(report.nodeid, []).append(report)
        if report.when not in ("setup", "call"):
            self.finish(report.nodeid)

    def finish(self, test: str) -> None:
        """The worst of its phases is the outcome of a test."""
        phases = self.phases.pop(test)
        outcomes = {phase.outcome for phase in phases}
        outcome = next(word for word in ("failed", "skipped", "passed") if word in outcomes)
        seconds = sum(phase.duration for phase in phases)
        processor_s = sum(getattr(phase, "processor_s", 0.0) for phase in phases)  # a crash has none
        text = told(phases) if outcome != "passed" else ""
        self.write(test=test, outcome=outcome, seconds=seconds, processor_s=processor_s, text=text)


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

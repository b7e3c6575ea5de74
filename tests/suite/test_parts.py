"""All parts run and report whatever becomes of one of them, and the report ends with one line."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from tests import ROOT
from tests.suite.small_runs import pytest_run
from tests.waiting import wait
from tools.suite import __main__ as command
from tools.suite.parts import Lint, Part, PytestRun, side_by_side
from tools.suite.report import Progress, summary

pytestmark = pytest.mark.compiled_only


def lint(folder: Path, *codes: str) -> Lint:
    return Lint("lint", home=folder, commands=[(sys.executable, "-c", code) for code in codes])


def outcomes(part: Part) -> list[str]:
    return [result.outcome for result in part.results]


def test_every_command_of_the_lint_is_called_and_a_failing_one_is_quoted(tmp_path: Path) -> None:
    part = lint(tmp_path, "raise SystemExit('line 7 is too long')", "pass")
    part.run()
    assert outcomes(part) == ["failed", "passed"]
    assert "line 7 is too long" in part.results[0].text


def test_a_part_that_breaks_stops_no_other(tmp_path: Path) -> None:
    class Broken(Part):
        def work(self) -> None:
            raise RuntimeError("no such thing")

    parts = [Broken("broken"), lint(tmp_path, "pass")]
    written = io.StringIO()
    side_by_side(parts, Progress(parts, written))
    *lines, last = summary(parts)
    assert last == "1 passed, 1 failed, 0 skipped"
    assert any("no such thing" in line for line in lines)


def test_passed_failed_and_skipped_tests_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "test_all.py").write_text(
        "import pytest\n"
        "def test_passes(): pass\n"
        "def test_fails(): print('what it printed'); assert 1 == 2\n"
        "def test_skips(): pytest.skip('no such program here')\n"
        "@pytest.fixture\ndef torn():\n    yield\n    assert 3 == 4\n"
        "def test_fails_in_its_teardown(torn): pass\n"
    )
    (tmp_path / "test_module.py").write_text("import pytest\npytest.importorskip('nobody_has_this')\n")
    part = pytest_run(tmp_path)
    part.run()
    assert sorted(outcomes(part)) == ["failed", "failed", "passed", "skipped", "skipped"]
    *lines, last = summary([part])
    assert last == "1 passed, 2 failed, 2 skipped"
    for words in (
        "what it printed",
        "assert 1 == 2",
        "assert 3 == 4",
        "no such program here",
        "nobody_has_this",
    ):
        assert any(words in line for line in lines)


def test_a_file_that_cannot_be_read_is_a_failure(tmp_path: Path) -> None:
    (tmp_path / "test_broken.py").write_text("import nobody_has_this\n")
    part = pytest_run(tmp_path)
    part.run()
    assert "failed" in outcomes(part)
    assert any("nobody_has_this" in result.text for result in part.results)


def test_when_pytest_itself_dies_the_rest_is_asked_for_again(tmp_path: Path) -> None:
    (tmp_path / "test_all.py").write_text(
        "import os, pathlib\n"
        "def test_first(): pass\n"
        "def test_kills_the_run():\n"
        f"    told = pathlib.Path({str(tmp_path / 'told')!r})\n"
        "    if not told.exists():\n"
        "        told.touch()\n"
        "        os.kill(os.getppid(), 9)\n"
        "def test_last(): pass\n"
    )
    part = pytest_run(tmp_path)
    part.run()
    names = [result.test.partition("::")[2] for result in part.results if result.outcome == "passed"]
    assert sorted(names) == ["test_first", "test_kills_the_run", "test_last"]


def test_a_run_that_finds_nothing_is_a_failure(tmp_path: Path) -> None:
    part = PytestRun("nothing", home=tmp_path, paths=["no/such/folder"])
    part.run()
    assert outcomes(part) == ["failed"]


def test_every_path_of_the_plain_run_is_there() -> None:
    """One that is not would end the whole part."""
    assert [path for path in (*command.PLAIN, *command.PLAIN_LONG) if not (ROOT / path).exists()] == []


def test_the_exit_status_tells_of_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for code, status in (("pass", 0), ("raise SystemExit(1)", 1)):
        monkeypatch.setitem(command.KINDS, "lint", lambda code=code: [lint(tmp_path, code)])
        assert command.main(["lint"]) == status


def test_programs_that_tests_leave_behind_are_ended(tmp_path: Path) -> None:
    part = lint(
        tmp_path,
        "import subprocess, sys;"
        "left = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(10**6)']);"
        "sys.exit(str(left.pid))",
    )
    part.run()
    left = int(part.results[0].text)
    wait(lambda: not Path(f"/proc/{left}/exe").exists())  # nobody may have buried it yet

"""Plain pytest: all tests in one process, browsers and loops side by side, and nothing that outlives it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT
from tests.programs.foreign import alive
from tests.waiting import PATIENCE_S, wait

PLAIN = {name: value for name, value in os.environ.items() if name != "PYTEST_DISABLE_PLUGIN_AUTOLOAD"}
PYTEST = [sys.executable, "-m", "pytest", "-q", "-p", "conftest", f"--rootdir={ROOT}"]
TESTS = """
import asyncio

def test_a_browser(playwright):
    assert playwright.chromium.name

def test_a_loop():
    asyncio.run(asyncio.sleep(0))

def test_another_browser(playwright):
    playwright.request.new_context().dispose()

def test_the_last():
    asyncio.run(asyncio.sleep(0))
"""


def test_tests_with_loops_run_beside_playwrights(tmp_path: Path) -> None:
    pytest.importorskip("pytest_playwright")
    (tmp_path / "test_both.py").write_text(TESTS)
    done = subprocess.run([*PYTEST, str(tmp_path)], cwd=ROOT, env=PLAIN, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "4 passed" in done.stdout


LEAVING = """
import subprocess, sys, time

def test_one_that_hangs():
    command = [sys.executable, "-c", "import os, time; print(os.getpid(), flush=True); time.sleep(10**6)"]
    subprocess.Popen(command, start_new_session=True).wait()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="programs are found by /proc")
def test_what_tests_start_ends_with_a_run_that_is_killed(tmp_path: Path) -> None:
    (tmp_path / "test_leaving.py").write_text(LEAVING)
    with subprocess.Popen(
        [*PYTEST, "-s", str(tmp_path)], cwd=ROOT, env=PLAIN, stdout=subprocess.PIPE, text=True
    ) as tests:
        assert tests.stdout is not None
        left = int(tests.stdout.readline())
        tests.send_signal(signal.SIGKILL)
        assert tests.wait(PATIENCE_S) == -signal.SIGKILL
        wait(lambda: not alive(left))

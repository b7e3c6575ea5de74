"""Tests that hang or crash fail alone, with the place they were at; all others are run and reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.suite.small_runs import pytest_run
from tools.suite.guard import Beat, Watched

pytestmark = pytest.mark.compiled_only

GOOD = "def test_good(): pass\n"
BAD = {
    "test_waits_for_ever": "import threading; threading.Event().wait()",
    "test_stands_still_in_a_greenlet": "import greenlet, threading; "
    "greenlet.greenlet(threading.Event().wait).switch()",
    "test_never_gives_the_lock_back": "import ctypes; lock = ctypes.create_string_buffer(64); "
    "[ctypes.PyDLL(None).pthread_mutex_lock(lock) for _ in range(2)]",
    "test_crashes": "import ctypes; ctypes.string_at(0)",
    "test_leaves": "import os; os._exit(3)",
    "test_breaks_pytest": "import pytest; pytest.broken = True",
    "test_fails": "assert 1 == 2",
}
# An error in a hook of pytest is what a signal in a compiled frame once made of a slow test.
CONFTEST = """
import pytest

@pytest.hookimpl(tryfirst=True)
def pytest_runtest_makereport(item):
    assert not hasattr(pytest, "broken"), "pytest itself is broken"
"""


WORDS = {
    "test_waits_for_ever": ["This test hung", "threading.py", "in test_waits_for_ever"],
    "test_stands_still_in_a_greenlet": ["This test hung", "Greenlet:", "in test_stands_still_in_a_greenlet"],
    "test_never_gives_the_lock_back": ["This test hung", "in test_never_gives_the_lock_back"],
    "test_crashes": ["Segmentation fault", "in test_crashes"],
    "test_leaves": ["crashed while running"],
    "test_breaks_pytest": ["pytest itself failed", "pytest itself is broken"],
    "test_fails": ["assert 1 == 2"],
}


def test_bad_tests_fail_alone_and_say_where_they_were(tmp_path: Path) -> None:
    """The good ones lie before and after each bad one in the same file, so that they share its process."""
    (tmp_path / "conftest.py").write_text(CONFTEST)
    for name, body in BAD.items():
        bad = f"def {name}():\n    {body}\n"
        (tmp_path / f"{name}.py").write_text(GOOD + bad + GOOD.replace("good", "good_too"))
    part = pytest_run(tmp_path, "--hang-after=2")
    part.run()
    passed = [result.test for result in part.results if result.outcome == "passed"]
    assert len(passed) == len(set(passed)) == 2 * len(BAD)
    failed = {
        result.test.partition("::")[2]: result.text for result in part.results if result.outcome == "failed"
    }
    assert set(failed) == set(BAD) == set(WORDS)
    assert part.expected == len(part.results) == 3 * len(BAD)
    for name, words in WORDS.items():
        for word in words:
            assert word in failed[name]


def test_time_in_the_queue_for_a_processor_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A test is as patient with as the machine is busy; a deadlock is found however busy it is."""
    waited = 0.0
    monkeypatch.setattr("tools.suite.guard.queued", lambda pid: [("1", 0.0), ("2", waited)])
    beat = Beat(tmp_path / "gw0.beat")
    watched = Watched(beat)
    beat.test_begins(patience_s=10.0)
    assert watched.look(5.0) is None
    for _ in range(10):  # a hundred seconds pass, and it gets five of them
        waited += 9.5
        assert watched.look(10.0) is None
    assert watched.spent_s == pytest.approx(5.0)
    assert watched.look(4.0) is None
    assert watched.look(4.0) is not None  # it waits, but for no processor


def test_each_test_has_its_own_patience(tmp_path: Path) -> None:
    """What one test has spent is nothing to the next one."""
    beat = Beat(tmp_path / "gw0.beat")
    watched = Watched(beat)
    for _ in range(3):
        beat.test_begins(patience_s=10.0)
        assert watched.look(100.0) is None
        assert watched.look(9.0) is None
        beat.test_ends()
        assert watched.look(100.0) is None

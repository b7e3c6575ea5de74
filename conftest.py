"""Shared by all tests: a stale build is refused, because it would test rules that are no longer there."""

import asyncio
import os
import signal
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import settings

import schwarm
from schwarm import build_guard
from schwarm.programs.processes import MARK, new_mark
from schwarm.programs.program import post_guard
from tests.documents import Page
from tests.elsewhere import elsewhere

collect_ignore = ["docs/conf.py"]  # Sphinx reads it
os.environ["LANGUAGE"] = "en"  # whatever the machine speaks
os.environ["SCHWARM_STORE"] = "schwarm.db"  # of the folder a test works in, never the user's own
os.environ["XDG_CONFIG_HOME"] = __file__  # a file: no config file of the user, and no folder of a browser
settings.register_profile("schwarm", deadline=None)  # no test depends on how busy the machine is
settings.load_profile("schwarm")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Refuse compiled modules older than their sources; programs that tests start end with this run."""
    if post_guard(os.getpid()) is not None:
        os.environ[MARK] = new_mark()  # also where the run is killed
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # So it is in background jobs, and programs that tests start would inherit it.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if "site-packages" in build_guard.HERE or os.environ.get("SCHWARM_PURE"):
        return  # an ordinary install has no meaningful file times; plain files are never stale
    if stale := build_guard.stale():
        pytest.exit(f"stale build: {stale}; run make build or set SCHWARM_PURE=1", returncode=3)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out what tests/windows.md names, where this is Windows."""
    for item in items if sys.platform == "win32" else ():
        if why := elsewhere(item.path, getattr(item, "originalname", item.name)):
            item.add_marker(pytest.mark.skip(reason=why))


@contextmanager
def without_playwrights_loop(item: pytest.Item) -> Iterator[None]:
    """Hide Playwright's loop from a test that has nothing to do with it.

    It runs in the thread of the tests from the first browser to the last, and `asyncio.run` refuses to begin
    while a loop runs.
    """
    loop = asyncio._get_running_loop()
    if loop is None or "playwright" in getattr(item, "fixturenames", ()):
        yield
        return
    asyncio._set_running_loop(None)
    try:
        yield
    finally:
        asyncio._set_running_loop(loop)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None]:
    """The fixtures of a test."""
    with without_playwrights_loop(item):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """The test itself."""
    with without_playwrights_loop(item):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None]:
    """What a test clears up; after the last one the browser ends, which needs its loop."""
    if nextitem is None:
        return (yield)
    with without_playwrights_loop(item):
        return (yield)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.File | None:
    """The examples in the fenced blocks of documents."""
    return Page.from_parent(parent, path=file_path) if file_path.suffix == ".md" else None


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Sources are collected for the examples in their docstrings: without any they are not even imported.

    Doctests of compiled modules run in the pure run, where their source is what is imported.
    """
    if sys.platform == "win32" and elsewhere(collection_path):
        return True
    if collection_path.suffix != ".py" or collection_path.name.startswith("test_"):
        return None
    compiled = schwarm.compiled() and collection_path.with_suffix(".pxd").exists()
    return True if compiled or b">>>" not in collection_path.read_bytes() else None

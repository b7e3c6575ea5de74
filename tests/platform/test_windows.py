"""What Windows users are promised, under a Windows Python; needs Wine, which is fetched once (1 GB)."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from tests import ROOT
from tests.documents import blocks
from tests.elsewhere import reasons
from tools.windows_python import NoWine, wine
from tools.windows_tests import USUAL, installed, run

GUIDES = ("docs/how-to/windows.md", "docs/how-to/unter-windows.md")
needs_wine = pytest.mark.skipif(sys.platform != "linux", reason="Wine is for Linux")


@pytest.fixture(scope="module")
def python() -> str:
    """A Windows Python with today's wheel."""
    try:
        return installed()
    except NoWine as error:
        pytest.skip(f"not tested on Windows: {error}")


def test_what_is_not_tested_on_windows_exists_and_has_a_reason() -> None:
    assert len(reasons()) > 10
    for place, why in reasons().items():
        assert place.exists(), place
        assert len(why.split()) > 2


@needs_wine
@pytest.mark.long
def test_a_wheel_for_windows_is_compiled_counts_plays_and_serves_the_page(python: str) -> None:
    done = wine([python, str(ROOT / "tools" / "try_wheel.py")])
    assert done.returncode == 0, done.stdout.decode()


@needs_wine
@pytest.mark.long
@pytest.mark.parametrize("guide", GUIDES)
def test_the_guide_for_windows_is_typed_as_it_is_written(guide: str, python: str, tmp_path: Path) -> None:
    """Its lines in one PowerShell, but for those that install, open a browser or a network."""
    folder = tmp_path
    lines = [line for kind, body in blocks(guide) if kind == "powershell" for line in body.splitlines()]
    assert len(lines) > 3
    for line in lines:
        program, *arguments = shlex.split(line)
        if program == "cd":
            folder /= arguments[0]
            continue
        assert program == "schwarm", line
        done = wine([python, "-m", "schwarm", *arguments], cwd=folder)
        assert done.returncode == 0, done.stdout.decode()


@needs_wine
@pytest.mark.long
def test_the_tests_pass_on_windows() -> None:
    try:
        assert run(USUAL) == 0
    except NoWine as error:
        pytest.skip(f"not tested on Windows: {error}")

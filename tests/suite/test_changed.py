"""`make check` runs the tests that belong to what was changed."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tools.suite.changed import belonging, changed

pytestmark = pytest.mark.compiled_only


def git(folder: Path, *words: str) -> None:
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    subprocess.run(("git", *who, *words), cwd=folder, check=True, capture_output=True)


def test_committed_uncommitted_and_new_files_are_changed_ones(tmp_path: Path) -> None:
    git(tmp_path, "init", "-b", "main")
    for name in ("old", "edited", "committed"):
        (tmp_path / name).write_text("before")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-m", "All")
    assert changed(tmp_path) == []
    git(tmp_path, "checkout", "-b", "mine")
    (tmp_path / "committed").write_text("after")
    git(tmp_path, "commit", "-am", "One")
    (tmp_path / "edited").write_text("after")
    (tmp_path / "new").write_text("after")
    assert changed(tmp_path) == ["committed", "edited", "new"]


def test_a_package_without_belonging_its_own_is_tested_with_the_one_around_it(tmp_path: Path) -> None:
    (tmp_path / "tests" / "contest").mkdir(parents=True)
    assert belonging(["src/schwarm/contest/wire/element.pxd"], tmp_path) == ["tests/contest"]
    assert belonging(["src/schwarm/gone/file.pxd"], tmp_path) == []


def test_a_folder_stands_for_what_lies_in_it(tmp_path: Path) -> None:
    (tmp_path / "tests" / "web" / "lab").mkdir(parents=True)
    (tmp_path / "tests" / "web" / "lab" / "test_lab.py").touch()
    paths = ["tests/web/lab/test_lab.py", "tests/web/conftest.py"]
    assert belonging(paths, tmp_path) == ["tests/web"]

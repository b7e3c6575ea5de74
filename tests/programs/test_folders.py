"""Folders for a moment are gone with whoever made them, also when that was killed."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from schwarm.programs import folders

MAKER = "import sys; from schwarm.programs.folders import home; print(home(), flush=True); sys.stdin.read()"


@pytest.fixture(autouse=True)
def own_temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


def maker() -> tuple[subprocess.Popen[str], Path]:
    process = subprocess.Popen(
        [sys.executable, "-c", MAKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    return process, Path(process.stdout.readline().strip())


def grown_old(folder: Path) -> Path:
    long_ago = time.time() - 2 * folders.YOUNG_S
    os.utime(folder, (long_ago, long_ago))
    return folder


def test_a_folder_ends_with_its_maker() -> None:
    process, folder = maker()
    assert folder.is_dir()
    if sys.platform != "win32":  # where the folder around it is the user's own
        assert folder.stat().st_mode & 0o777 == 0o700
    process.communicate("")
    assert not folder.exists()


def test_what_a_killed_process_left_is_removed_and_nothing_else() -> None:
    (killed, left), (living, kept) = maker(), maker()
    (left / "program").mkdir()
    killed.kill()
    killed.communicate()
    assert left.exists()
    folders.clear_left()
    assert left.exists()  # it may just have been made
    grown_old(left)
    grown_old(kept)
    folders.clear_left()
    assert not left.exists()
    assert kept.exists()
    living.communicate("")

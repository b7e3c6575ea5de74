"""Folders for a moment: gone with the process that made them, however it ends.

All lie in one folder of the process, which it has locked; what a killed process left behind is removed by the
next one that needs a folder.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import shutil
import tempfile
import time
from functools import cache
from pathlib import Path

from schwarm.platform.locks import hold_folder

PREFIX = "schwarm-room-"
YOUNG_S = 60.0  # somebody who has just made a folder may not have locked it yet


@cache
def home() -> Path:
    """The folder of this process, for its owner alone; folders and files for a moment are made in it."""
    clear_left()
    folder = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-"))
    lock = None
    with contextlib.suppress(OSError):
        lock = hold_folder(folder)  # the system lets go of it when the process ends
    atexit.register(_leave, folder, os.getpid(), lock)
    return folder


def clear_left() -> None:
    """Remove the folders of processes that were killed: nobody else would ever."""
    own = os.geteuid() if hasattr(os, "geteuid") else 0  # Windows calls every owner 0
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        try:
            about = folder.lstat()
            if about.st_uid != own or time.time() - about.st_mtime < YOUNG_S:
                continue
            lock = hold_folder(folder)
        except OSError:  # it is somebody's, or gone meanwhile
            continue
        _remove(folder, lock)


def _remove(folder: Path, lock: int | None) -> None:
    """Remove a folder that we hold; Windows removes no open file, so we let go of it first."""
    if lock is not None:
        os.close(lock)
    shutil.rmtree(folder, ignore_errors=True)


def _leave(folder: Path, maker: int, lock: int | None) -> None:
    if os.getpid() == maker:  # not a fork of it
        _remove(folder, lock)

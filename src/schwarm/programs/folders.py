"""Folders for a moment: gone with the process that made them, however it ends.

All lie in one folder of the process, which it has locked; what a killed process left behind is removed by the
next one that needs a folder.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import shutil
import sys
import tempfile
import time
from functools import cache
from pathlib import Path

PREFIX = "schwarm-room-"
YOUNG_S = 60.0  # somebody who has just made a folder may not have locked it yet


@cache
def home() -> Path:
    """The folder of this process, for its owner alone; folders and files for a moment are made in it."""
    clear_left()
    folder = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-"))
    with contextlib.suppress(OSError):
        _lock(folder)  # the system lets go of it when the process ends
    atexit.register(_leave, folder, os.getpid())
    return folder


def clear_left() -> None:
    """Remove the folders of processes that were killed: nobody else would ever."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        try:
            about = folder.lstat()
            if about.st_uid != os.geteuid() or time.time() - about.st_mtime < YOUNG_S:
                continue
            lock = _lock(folder)
        except OSError:  # it is somebody's, or gone meanwhile
            continue
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


def _lock(folder: Path) -> int:
    """An open file that locks a folder; OSError if somebody has it. Closed in programs that we start."""
    if sys.platform == "win32":  # where nobody can tell whether its maker lives
        raise OSError("expected a system that can lock folders")
    import fcntl

    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(opened)
        raise
    return opened


def _leave(folder: Path, maker: int) -> None:
    if os.getpid() == maker:  # not a fork of it
        shutil.rmtree(folder, ignore_errors=True)

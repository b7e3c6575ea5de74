"""The system's own programs that a sandbox is made of, each by a path that nobody but root can change.

A PATH may name the folder one happens to be in, or one that a stranger writes into; then a file of an upload
would be started in place of the system's, and outside the sandbox. So the system's folders come first, and
what lies in any other must be root's.
"""

from __future__ import annotations

import os
import shutil
import stat
from functools import cache
from pathlib import Path

FOLDERS = ("/usr/bin", "/bin", "/usr/sbin", "/sbin", "/usr/local/bin", "/run/current-system/sw/bin")
PLAIN_PATH = "/usr/bin:/bin"  # for processes of ours that need none


class ToolMissing(Exception):
    """A program of the system that is not there, or not to be trusted; told in one line."""


@cache
def tool(name: str) -> str:
    """The full path of a program of the system; ToolMissing if there is none that only root can change."""
    changeable = ""
    for folder in (*FOLDERS, *absolute_path()):
        path = Path(folder, name)
        if not (path.is_file() and os.access(path, os.X_OK)):
            continue
        if only_roots(path.resolve()):
            return str(path)
        changeable = str(path)
    if changeable:
        raise ToolMissing(f"{changeable} may be changed by others than root, so it is not used")
    raise ToolMissing(f"{name} is not installed")


def installed(name: str) -> str | None:
    """The full path of a program that people also install for themselves (Java), by the PATH; or None.

    Never one that lies where one happens to be, nor one that a stranger can change.
    """
    for folder in absolute_path():
        found = shutil.which(name, path=folder)
        if found is not None and _trusted(Path(found).resolve()):
            return found
    return None


def absolute_path() -> list[str]:
    """The folders of the PATH that do not depend on where one happens to be."""
    return [folder for folder in os.environ.get("PATH", "").split(os.pathsep) if os.path.isabs(folder)]


def _trusted(path: Path) -> bool:
    """Is it root's or our own, and can nobody put another one in its place?"""
    for place in (path, *path.parents):
        known = place.stat()
        replaceable = known.st_mode & 0o002 and not known.st_mode & stat.S_ISVTX
        if replaceable or (hasattr(os, "geteuid") and known.st_uid not in (0, os.geteuid())):
            return False
    return True


def only_roots(path: Path) -> bool:
    """Can nobody but root change this file, or put another one in its place?"""
    for place in (path, *path.parents):
        known = place.stat()
        writable = known.st_mode & 0o002 or (known.st_mode & 0o020 and known.st_gid != 0)
        if known.st_uid != 0 or writable:
            return False
    return True

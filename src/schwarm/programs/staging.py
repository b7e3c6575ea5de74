"""Root's part in a sandbox: to become nobody before anything foreign starts.

A program that root locks in must not be root, under whatever name. So bubblewrap itself runs as `nobody`, who
may not open root's own folders; a first bubblewrap therefore shows it what it needs, and nothing else.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from schwarm.programs.sandbox_runner import copy_folder
from schwarm.programs.tools import tool

NOBODY = 65534  # the user and group that own nothing, by convention


def staged(command: Sequence[str], paths: Sequence[Path], shown: Sequence[str]) -> list[str]:
    """The command line that runs `command` as nobody where only these paths are seen.

    `shown` are bubblewrap's arguments for them.
    """
    above = {parent for path in paths for parent in path.parents if parent != Path("/")}
    above.add(Path("/tmp"))  # where the second bubblewrap builds its room
    return [
        tool("bwrap"),
        *("--die-with-parent", "--cap-drop", "ALL"),
        *("--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"),
        # The whole of /proc: the kernel gives a new one only to those who see the old one uncovered.
        *("--bind", "/proc", "/proc", "--dev", "/dev"),
        *(word for folder in sorted(above) for word in ("--perms", "0755", "--dir", str(folder))),
        *shown,
        *(
            "--",
            tool("setpriv"),
            f"--reuid={NOBODY}",
            f"--regid={NOBODY}",
            "--clear-groups",
            "--no-new-privs",
            "--",
        ),
        *command,
    ]


def closed_to_strangers(folder: Path) -> bool:
    """Is there something in this folder, at its top, that others than its owner may not read?"""
    if not _open(os.stat(folder).st_mode, folder=True):
        return True
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_symlink() or not (entry.is_dir() or entry.is_file()):
                continue
            if not _open(entry.stat().st_mode, folder=entry.is_dir()):
                return True
    return False


def _open(mode: int, *, folder: bool) -> bool:
    """May others read it, and run what its owner may run?"""
    wanted = 0o5 if folder or mode & 0o100 else 0o4
    return mode & wanted == wanted


def readable_copy(folder: Path, copy: Path) -> Path:
    """A copy that everybody may read who can reach it."""
    copy_folder(str(folder), str(copy))
    return copy


def let_in(socket: Path) -> None:
    """Let nobody connect to a socket of ours; the folder it lies in stays closed."""
    os.chown(socket, -1, NOBODY)
    os.chmod(socket, 0o660)

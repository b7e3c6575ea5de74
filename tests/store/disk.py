"""A disk that is really full: a small file system in memory, filled up to its last block."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class SmallDisk:
    """A mounted folder; `fill` leaves no room on it, `clear` makes room again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ballast = folder / "ballast"

    def fill(self, left: int = 0) -> None:
        """Use up all room but so many bytes."""
        with self._ballast.open("ab", buffering=0) as file:
            for size in (65536, 4096):
                try:
                    while self._room() > left:
                        file.write(b"\0" * size)
                except OSError:  # this much does not fit any more
                    continue

    def clear(self) -> None:
        """Make room."""
        self._ballast.unlink(missing_ok=True)

    def _room(self) -> int:
        state = os.statvfs(self.folder)
        return state.f_bavail * state.f_frsize


@contextmanager
def small_disk(folder: Path, kilobytes: int = 4096) -> Iterator[SmallDisk | None]:
    """A disk of that size at a new folder; None where this user may not mount one."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "none", str(folder)]
    if subprocess.run(command, capture_output=True).returncode != 0:
        yield None
        return
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)

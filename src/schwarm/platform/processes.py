"""This process and others: when one started, what this one may use, how others come first."""

from __future__ import annotations

import os
import sys
from pathlib import Path

OPEN_FILES = 4096
LOWER = 5  # what a process that gives way is lowered by

if sys.platform == "win32":
    from schwarm.platform import windows

    def allow_open_files() -> None:
        """Nothing: connections are no files here."""

    def limit_data(most: int) -> None:
        """Nothing: only a job has such a limit."""

    def give_way(lower: int = LOWER) -> None:
        """Let other processes come first."""
        if lower:
            windows.give_way()

    def started(pid: int) -> str:
        """When a process started, in words that no other of the same number would have; '' if gone."""
        return windows.started(pid)

else:
    import resource

    def allow_open_files() -> None:
        """A connection is an open file; the usual limit is meant for programs with a few."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))

    def limit_data(most: int) -> None:
        """Limit the bytes of data of this process for the rest of its life."""
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))

    def give_way(lower: int = LOWER) -> None:
        """Let other processes come first."""
        os.nice(lower)

    def started(pid: int) -> str:
        """When a process started, in words that no other of the same number would have; '' if gone."""
        try:
            boot = Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
            fields = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()
            return "" if fields[0] in "ZX" else f"{boot} {fields[19]}"
        except FileNotFoundError:
            if Path("/proc/self/stat").exists():
                return ""
        try:  # no /proc on this system: the number has to do
            os.kill(pid, 0)
        except ProcessLookupError:
            return ""
        except PermissionError:
            pass
        return "there"

"""Jobs of Windows: processes with all that they start, under common limits, ended together and with us."""

from __future__ import annotations

import ctypes
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

from schwarm.platform import windows

assert sys.platform == "win32"  # where mypy reads the rest

ACCOUNTS, LIMITS = 1, 9  # what is asked for, and what is set
MOST_PROCESSES, MOST_MEMORY, END_WITH_US = 0x8, 0x200, 0x2000
SUSPENDED = 0x4


class Job:
    """Processes with common limits; all end with the last handle of the job, which is ours."""

    def __init__(self, memory: int, processes: int) -> None:
        """Limit bytes of memory of all together, and how many there are."""
        self._lock = threading.Lock()
        self._found = windows.Accounts()  # as last asked for
        self._handle = windows.kernel.CreateJobObjectW(None, None)
        limits = windows.JobLimits(
            flags=END_WITH_US | MOST_MEMORY | MOST_PROCESSES, processes=processes, job_memory=memory
        )
        if not self._handle:
            raise windows.failed()
        if not windows.kernel.SetInformationJobObject(
            self._handle, LIMITS, ctypes.byref(limits), ctypes.sizeof(limits)
        ):
            error = windows.failed()
            self.close()
            raise error

    def start(
        self, command: Sequence[str], folder: Path, environment: Mapping[str, str]
    ) -> subprocess.Popen[bytes]:
        """Start a program in the job: it runs no instruction outside.

        OSError if it cannot be started; the job is closed then.
        """
        try:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                cwd=folder, env=dict(environment),
                creationflags=SUSPENDED | subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW,
            )  # fmt: skip
        except BaseException:
            self.close()
            raise
        handle = int(process._handle)  # type: ignore[attr-defined]
        if not windows.kernel.AssignProcessToJobObject(self._handle, handle):
            error = windows.failed()
            process.kill()
            self.close()
            raise error
        windows.native.NtResumeProcess(handle)
        return process

    def living(self) -> int:
        """Return how many of its processes live; 0 once it is closed."""
        return int(self._accounts().active)

    def ran_ms(self) -> float:
        """Return how long all its processes had a processor, those that have ended among them."""
        accounts = self._accounts()
        return (int(accounts.user) + int(accounts.system)) / 10_000

    def close(self) -> None:
        """End all its processes; what they ran is still known. May be called again."""
        with self._lock:
            if self._handle:
                self._look()
                windows.kernel.TerminateJobObject(self._handle, 1)
                windows.kernel.CloseHandle(self._handle)
            self._handle, self._found.active = None, 0

    def _accounts(self) -> windows.Accounts:
        with self._lock:
            if self._handle:  # without one Windows would tell of our own job
                self._look()
            return self._found

    def _look(self) -> None:
        windows.kernel.QueryInformationJobObject(
            self._handle, ACCOUNTS, ctypes.byref(self._found), ctypes.sizeof(self._found), None
        )

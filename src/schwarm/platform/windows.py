"""The calls of Windows' kernel that Python does not offer; imported on Windows alone."""

import ctypes
import msvcrt
import sys
from ctypes import wintypes

assert sys.platform == "win32"  # where mypy reads the rest: `mypy --platform win32`

kernel = ctypes.WinDLL("kernel32", use_last_error=True)
native = ctypes.WinDLL("ntdll")

FAIL_IMMEDIATELY, EXCLUSIVE = 1, 2
QUERY = 0x1000  # the right to ask for what any user may know of a process
ACCESS_DENIED = 5
LOCK_VIOLATION = 33
STILL_ACTIVE = 259
BELOW_NORMAL = 0x4000


class Overlapped(ctypes.Structure):
    """OVERLAPPED: where in a file."""

    _fields_ = (
        ("internal", ctypes.c_size_t * 2),
        ("offset", wintypes.DWORD),
        ("offset_high", wintypes.DWORD),
        ("event", wintypes.HANDLE),
    )


class JobLimits(ctypes.Structure):
    """JOBOBJECT_EXTENDED_LIMIT_INFORMATION."""

    _fields_ = (
        ("times", ctypes.c_longlong * 2),
        ("flags", wintypes.DWORD),
        ("working_set", ctypes.c_size_t * 2),
        ("processes", wintypes.DWORD),
        ("affinity", ctypes.c_size_t),
        ("classes", wintypes.DWORD * 2),
        ("io", ctypes.c_ulonglong * 6),
        ("process_memory", ctypes.c_size_t),
        ("job_memory", ctypes.c_size_t),
        ("peaks", ctypes.c_size_t * 2),
    )


class Accounts(ctypes.Structure):
    """JOBOBJECT_BASIC_ACCOUNTING_INFORMATION; times in units of 100 ns."""

    _fields_ = (
        ("user", ctypes.c_longlong),
        ("system", ctypes.c_longlong),
        ("period", ctypes.c_longlong * 2),
        ("faults", wintypes.DWORD),
        ("total", wintypes.DWORD),
        ("active", wintypes.DWORD),
        ("terminated", wintypes.DWORD),
    )


kernel.LockFileEx.argtypes = (wintypes.HANDLE, *([wintypes.DWORD] * 4), ctypes.POINTER(Overlapped))
kernel.OpenProcess.restype = wintypes.HANDLE
kernel.OpenProcess.argtypes = (wintypes.DWORD, wintypes.BOOL, wintypes.DWORD)
kernel.GetExitCodeProcess.argtypes = (wintypes.HANDLE, ctypes.POINTER(wintypes.DWORD))
kernel.GetProcessTimes.argtypes = (wintypes.HANDLE, *([ctypes.POINTER(ctypes.c_ulonglong)] * 4))
kernel.CloseHandle.argtypes = (wintypes.HANDLE,)
kernel.GetCurrentProcess.restype = wintypes.HANDLE
kernel.SetPriorityClass.argtypes = (wintypes.HANDLE, wintypes.DWORD)
kernel.SetConsoleCtrlHandler.argtypes = (ctypes.c_void_p, wintypes.BOOL)
kernel.CreateJobObjectW.restype = wintypes.HANDLE
kernel.CreateJobObjectW.argtypes = (ctypes.c_void_p, ctypes.c_void_p)
kernel.AssignProcessToJobObject.argtypes = (wintypes.HANDLE, wintypes.HANDLE)
kernel.TerminateJobObject.argtypes = (wintypes.HANDLE, wintypes.UINT)
kernel.SetInformationJobObject.argtypes = (wintypes.HANDLE, ctypes.c_int, ctypes.c_void_p, wintypes.DWORD)
kernel.QueryInformationJobObject.argtypes = (
    wintypes.HANDLE, ctypes.c_int, ctypes.c_void_p, wintypes.DWORD, ctypes.c_void_p,
)  # fmt: skip
native.NtResumeProcess.argtypes = (wintypes.HANDLE,)


def failed() -> OSError:
    """Return the error of the call that has just failed."""
    return ctypes.WinError(ctypes.get_last_error())


def lock(descriptor: int, *, wait: bool) -> None:
    """Lock an open file until it is closed; BlockingIOError if another has it and we do not wait.

    The lock lies on a byte that no file reaches: Windows would refuse to read what is locked.
    """
    place = Overlapped(offset_high=1 << 30)
    flags = EXCLUSIVE if wait else EXCLUSIVE | FAIL_IMMEDIATELY
    if not kernel.LockFileEx(msvcrt.get_osfhandle(descriptor), flags, 0, 1, 0, ctypes.byref(place)):
        error = failed()
        raise BlockingIOError(*error.args) if error.winerror == LOCK_VIOLATION else error


def started(pid: int) -> str:
    """When a process started; '' if there is none."""
    handle = kernel.OpenProcess(QUERY, False, pid)
    if not handle:
        return "there" if ctypes.get_last_error() == ACCESS_DENIED else ""
    try:
        code = wintypes.DWORD()
        times = [ctypes.c_ulonglong() for _ in range(4)]
        kernel.GetExitCodeProcess(handle, ctypes.byref(code))
        kernel.GetProcessTimes(handle, *map(ctypes.byref, times))
    finally:
        kernel.CloseHandle(handle)
    return str(times[0].value) if code.value == STILL_ACTIVE else ""


def give_way() -> None:
    """Let this process run after those of the usual priority."""
    kernel.SetPriorityClass(kernel.GetCurrentProcess(), BELOW_NORMAL)


def answer_interrupts(answer: bool) -> None:
    """Let this process, and those it starts from now on, answer Ctrl+C or not."""
    kernel.SetConsoleCtrlHandler(None, not answer)

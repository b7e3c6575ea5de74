"""Attempts to have rights: over the kernel, devices, other processes, cores."""

from __future__ import annotations

import contextlib
import ctypes
import mmap
import os
import platform
import signal
import threading
from functools import partial

from .common import LIBC, call, in_child

SETTINGS = (
    "/proc/sys/kernel/core_pattern",
    "/proc/sys/kernel/modprobe",
    "/proc/sys/kernel/hostname",
    "/proc/sys/vm/drop_caches",
    "/proc/sys/fs/binfmt_misc/register",
    "/proc/sysrq-trigger",
    "/proc/self/oom_score_adj",
    "/proc/1/mem",
    "/sys/kernel/uevent_helper",
    "/sys/fs/cgroup/cgroup.procs",
)
DEVICES = (
    "/proc/kcore",
    "/proc/kmsg",
    "/dev/mem",
    "/dev/kmsg",
    "/dev/sda",
    "/dev/vda",
    "/dev/kvm",
    "/dev/fuse",
)

# Each call with arguments that do no harm where it is allowed: (x86_64's number, aarch64's, arguments...).
CALLS = {
    "mount": (165, 40, 0, 0, 0, 0, 0),
    "umount2": (166, 39, 0, 0),
    "pivot_root": (155, 41, 0, 0),
    "chroot": (161, 51, b"/"),
    "fsopen": (430, 430, b"tmpfs", 0),
    "open_tree": (428, 428, -100, b"/", 1),
    "unshare a user namespace": (272, 97, 0x10000000),
    "clone a user namespace": (56, 220, 0x10000000 | signal.SIGCHLD, 0, 0, 0, 0),
    "clone3": (435, 435, 0, 0),
    "setns": (308, 268, -1, 0),
    "ptrace": (101, 117, 0, 0, 0, 0),
    "process_vm_readv": (310, 270, os.getpid(), 0, 0, 0, 0, 0),
    "pidfd_getfd": (438, 438, -1, 0, 0),
    "bpf": (321, 280, 0, 0, 0),
    "perf_event_open": (298, 241, 0, 0, -1, -1, 0),
    "userfaultfd": (323, 282, 1),
    "seccomp": (317, 277, 2, 0, 0),
    "init_module": (175, 105, 0, 0, 0),
    "kexec_load": (246, 104, 0, 0, 0, 0xFFFF),
    "reboot": (169, 142, 0, 0, 0, 0),
    "syslog": (103, 116, 10, 0, 0),
    "keyctl": (250, 219, 0, -3, 0),
    "add_key": (248, 217, 0, 0, 0, 0, -3),
    "io_uring_setup": (425, 425, 0, 0),
    "shmget": (29, 194, 0, 4096, 0o600),
    "msgget": (68, 186, 0, 0o600),
    "memfd_create": (319, 279, b"x", 0),
    "open_by_handle_at": (304, 265, -1, 0, 0),
}
REFUSALS = (1, 13, 38, 97)  # EPERM, EACCES, ENOSYS, EAFNOSUPPORT


def kernel_settings() -> str | None:
    """Open what changes the kernel, or other processes, for writing."""
    return _opened(SETTINGS, os.O_WRONLY)


def devices() -> str | None:
    """Open the machine's memory, log and disks."""
    return _opened(DEVICES, os.O_RDONLY)


def _opened(paths: tuple[str, ...], how: int) -> str | None:
    got = []
    for path in paths:
        with contextlib.suppress(OSError):
            os.close(os.open(path, how | os.O_NONBLOCK))
            got.append(path)
    return ", ".join(got) or None


def rights() -> str | None:
    """Have capabilities, gain new ones, or become root."""
    with open("/proc/self/status", encoding="utf-8") as file:
        status = {name: value.strip() for name, _, value in (line.partition(":") for line in file)}
    got = [name for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb") if int(status[name], 16)]
    got += [] if status["NoNewPrivs"] == "1" else ["programs with more rights than ours"]
    got += [] if status["Seccomp"] == "2" else ["no filter of system calls"]
    with contextlib.suppress(OSError):
        os.setresuid(0, 0, 0)
        got.append("root")
    return ", ".join(got) or None


def system_calls() -> str | None:
    """Make calls that no player needs."""
    got = [name for name, tried in CALLS.items() if not in_child(partial(_refused, tried))]
    return ", ".join(got) or None


def _refused(tried: tuple[int | bytes, ...]) -> bool:
    answer = call(int(tried[0]), int(tried[1]), *tried[2:])
    if answer == 0 and tried[0] == CALLS["clone a user namespace"][0]:
        os._exit(1)  # we are the new process
    return answer == -1 and ctypes.get_errno() in REFUSALS


def foreign_calls() -> str | None:
    """Make calls by the numbers of another machine, which a filter for this one would not know."""
    if platform.machine() != "x86_64":
        return None
    got = []
    if not in_child(lambda: LIBC.syscall(ctypes.c_long(0x40000000 | 39)) == -1):
        got.append("calls of the x32 kind")
    code = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.write(b"\xb8\x14\x00\x00\x00\xcd\x80\xc3")  # mov eax, 20 (getpid); int 0x80; ret
    number = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))
    if not in_child(lambda: number() <= 0, by_signal=True):
        got.append("32-bit calls")
    return ", ".join(got) or None


def cores() -> str | None:
    """Run on more than one core."""
    for pid in (0, os.getppid()):
        with contextlib.suppress(OSError):
            os.sched_setaffinity(pid, range(64))
    threads: list[int] = []

    def look() -> None:
        with contextlib.suppress(OSError):
            os.sched_setaffinity(0, range(64))
        threads.append(len(os.sched_getaffinity(0)))

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    most = max(len(os.sched_getaffinity(0)), *threads)
    return f"{most} cores" if most > 1 else None

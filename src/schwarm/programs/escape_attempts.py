"""Runs inside the sandbox, alone: a program that tries to get out, for `schwarm doctor` and the tests.

python escape_attempts.py ATTEMPT FILE PORT NAME   prints one line of JSON: what it got, null if refused.
FILE, PORT and NAME are outside: a file, a TCP port of this machine, a Unix socket in the abstract namespace.
It only opens and asks: nothing that succeeds changes a setting or stays behind.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import mmap
import os
import platform
import resource
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial

MIB = 1 << 20
TAKEN = 512 * MIB  # what the attempts on memory go for; the doctor allows half of it
STEP = 16 * MIB
PROCESSES = 400
STAY_S = 5.0  # so long a greedy program stays, to be noticed
LIBC = ctypes.CDLL(None, use_errno=True)
ARM = platform.machine() == "aarch64"

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
FOLDERS = ("/", "/usr", "/etc", "/dev", "/run/schwarm", "/proc")
DESCRIPTORS = {"0", "1", "2"}
VARIABLES = {
    "PATH",
    "HOME",
    "TMPDIR",
    "LANG",
    "JAVA_TOOL_OPTIONS",
    "SCHWARM_PROGRAM",
    "PWD",
    "LC_CTYPE",
    "OLDPWD",
}

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

Attempt = Callable[[], str | None]


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
    with open("/proc/self/status") as file:
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
    got = [name for name, call in CALLS.items() if not _in_child(partial(_refused, call))]
    return ", ".join(got) or None


def _refused(call: tuple[int | bytes, ...]) -> bool:
    words = [ctypes.c_char_p(word) if isinstance(word, bytes) else ctypes.c_long(word) for word in call[2:]]
    answer = LIBC.syscall(ctypes.c_long(int(call[ARM])), *words)
    if answer == 0 and call[0] == CALLS["clone a user namespace"][0]:
        os._exit(1)  # we are the new process
    return answer == -1 and ctypes.get_errno() in REFUSALS


def foreign_calls() -> str | None:
    """Make calls by the numbers of another machine, which a filter for this one would not know."""
    if platform.machine() != "x86_64":
        return None
    got = []
    if not _in_child(lambda: LIBC.syscall(ctypes.c_long(0x40000000 | 39)) == -1):
        got.append("calls of the x32 kind")
    code = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.write(b"\xb8\x14\x00\x00\x00\xcd\x80\xc3")  # mov eax, 20 (getpid); int 0x80; ret
    call = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))
    if not _in_child(lambda: call() <= 0, by_signal=True):
        got.append("32-bit calls")
    return ", ".join(got) or None


def _in_child(refused: Callable[[], bool], *, by_signal: bool = False) -> bool:
    """Was it refused, tried by a process that ends at once? With `by_signal` being killed for it counts."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            code = 0 if refused() else 1
        finally:
            os._exit(code)
    status = os.waitpid(child, 0)[1]
    return status == 0 or (by_signal and os.WIFSIGNALED(status))


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


def files() -> str | None:
    """Read a stranger's file, or write where others would see it."""
    got = []
    canary = sys.argv[2]
    with contextlib.suppress(OSError), open(canary, "rb") as file:
        file.read(1)
        got.append(canary)
    for folder in (*FOLDERS, os.getcwd()):
        path = os.path.join(folder, "schwarm-doctor-was-here")
        with contextlib.suppress(OSError):
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))
            os.unlink(path)
            got.append(f"files in {folder}")
    return ", ".join(got) or None


def strangers() -> str | None:
    """See other processes, our environment, or files that were left open."""
    got = []
    if len([name for name in os.listdir("/proc") if name.isdigit()]) > 8:
        got.append("other processes")
    if more := set(os.environ) - VARIABLES:
        got.append(f"the variables {', '.join(sorted(more))}")
    for number in set(os.listdir("/proc/self/fd")) - DESCRIPTORS:
        with contextlib.suppress(OSError):
            got.append(f"the open file {os.readlink(f'/proc/self/fd/{number}')}")
    return ", ".join(thing for thing in got if "/proc/" not in thing) or None


def network() -> str | None:
    """Reach anything but the game's port."""
    port, name = sys.argv[3:5]
    targets: tuple[tuple[str, int, int, object], ...] = (
        ("another port of this machine", socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", int(port))),
        ("a Unix socket without a file", socket.AF_UNIX, socket.SOCK_STREAM, f"\0{name}"),
        ("the network", socket.AF_INET, socket.SOCK_STREAM, ("192.0.2.1", 80)),
        ("the network by UDP", socket.AF_INET, socket.SOCK_DGRAM, ("192.0.2.1", 53)),
        ("the network by IPv6", socket.AF_INET6, socket.SOCK_DGRAM, ("2001:db8::1", 53)),
        ("packets of its own making", socket.AF_INET, socket.SOCK_RAW, None),
        ("the network card", 17, socket.SOCK_RAW, None),
        ("the machine's host", 40, socket.SOCK_STREAM, None),
    )
    got = []
    for what, family, kind, address in targets:
        with contextlib.suppress(OSError), socket.socket(family, kind) as line:
            line.settimeout(2)
            if address is not None:
                line.connect(address)  # type: ignore[arg-type]
            got.append(what)
    return ", ".join(got) or None


def memory() -> str | None:
    """Use too much in one process."""
    return _taken(bytearray(os.urandom(1)) * STEP for _ in range(TAKEN // STEP))


def family_memory() -> str | None:
    """Use too much in several processes, none of which has much."""
    for _ in range(3):
        os.fork()
    _taken(bytearray(os.urandom(1)) * STEP for _ in range(TAKEN // STEP // 8))
    return f"{TAKEN // MIB} MiB in 8 processes"


def shared_memory() -> str | None:
    """Use too much in memory that processes share."""
    return _taken(_filled(mmap.mmap(-1, STEP)) for _ in range(TAKEN // STEP))


def memory_files() -> str | None:
    """Use too much in files without a name, not even mapped."""

    def one() -> int:
        number = os.memfd_create("x")
        os.write(number, bytes(STEP))
        return number

    return _taken(one() for _ in range(TAKEN // STEP))


def segments() -> str | None:
    """Use too much in segments of System V, which outlive processes."""
    got: list[int] = []
    try:
        for _ in range(TAKEN // STEP):
            number = LIBC.shmget(0, ctypes.c_size_t(STEP), 0o600)
            if number == -1:
                return None
            got.append(number)
        return f"{len(got)} segments of {STEP // MIB} MiB"
    finally:
        for number in got:
            LIBC.shmctl(number, 0, None)


def temporary_files() -> str | None:
    """Use too much in files that lie in main memory, half of it in memory of its own."""

    def one(number: int) -> object:
        if number % 2:
            return bytearray(os.urandom(1)) * STEP
        for folder in ("/tmp", "/dev/shm"):
            with contextlib.suppress(OSError), open(f"{folder}/{number}", "wb") as file:
                return file.write(bytes(STEP))
        return bytearray(os.urandom(1)) * STEP

    return _taken(one(number) for number in range(TAKEN // STEP * 3 // 4))  # each half is below the limit


def empty_files() -> str | None:
    """Use too much in files without contents, of which the kernel keeps the names."""
    for number in range(TAKEN // 1024):
        os.close(os.open(f"/tmp/{number}", os.O_WRONLY | os.O_CREAT))
    time.sleep(STAY_S)
    return f"{TAKEN // 1024} files"


def page_tables() -> str | None:
    """Use too much in the tables of address space that was only read, never written."""
    area = mmap.mmap(
        -1, TAKEN // 4096 * 2 * MIB, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000, mmap.PROT_READ
    )
    for place in range(0, len(area), 2 * MIB):
        area[place]
    time.sleep(STAY_S)
    return f"{TAKEN // MIB} MiB of page tables"


def own_folder() -> str | None:
    """Fill the disk through the copy of its folder."""
    for number in range(TAKEN // STEP):
        with open(f"schwarm-doctor-{number}", "wb") as file:
            file.write(bytes(STEP))
    time.sleep(STAY_S)
    return f"{TAKEN // MIB} MiB"


def processes() -> str | None:
    """Run too many processes."""
    for _ in range(PROCESSES):
        if os.fork() == 0:
            time.sleep(60)
            os._exit(0)
    return f"{PROCESSES} processes"


def threads() -> str | None:
    """Run too many threads."""
    threading.stack_size(64 * 1024)
    for _ in range(PROCESSES):
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
    return f"{PROCESSES} threads"


def open_files() -> str | None:
    """Hold too many sockets, and the kernel's buffers behind them."""
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (4096, 4096))
    for _ in range(2):
        os.fork()
    held = []
    with contextlib.suppress(OSError):
        for _ in range(1000):
            held.append(socket.socketpair())
    time.sleep(STAY_S)
    return f"{len(held) * 8} sockets in 4 processes"


def outlive() -> str | None:
    """Go on after the game's end, in a session of its own; the doctor looks who is left."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(600)
        os._exit(0)
    time.sleep(0.2)
    return None


def wait() -> str | None:
    """Do nothing for a moment: the doctor looks from outside whose process this is."""
    time.sleep(STAY_S)
    return None


def _filled(area: mmap.mmap) -> mmap.mmap:
    area.write(b"x" * len(area))
    return area


def _taken(things: Iterator[object]) -> str:
    """Hold all of these for a while; a limit that is kept refuses one, or ends us."""
    held = list(things)
    time.sleep(STAY_S)
    return f"{len(held) * STEP // MIB} MiB"


ATTEMPTS: tuple[Attempt, ...] = (
    wait, rights, kernel_settings, devices, system_calls, foreign_calls, files, strangers, network, outlive,
    cores, memory, family_memory, shared_memory, memory_files, segments, temporary_files, empty_files,
    page_tables, own_folder, processes, threads, open_files,
)  # fmt: skip


def main(name: str) -> None:
    """Try one, and tell what came of it."""
    attempt = next(attempt for attempt in ATTEMPTS if attempt.__name__ == name)
    got = None
    with contextlib.suppress(OSError, MemoryError, RuntimeError, OverflowError):
        got = attempt()
    print(json.dumps(got), flush=True)
    os._exit(0)  # threads and children need not be waited for


if __name__ == "__main__":
    main(sys.argv[1])

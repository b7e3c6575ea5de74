"""The system calls a sandboxed program is refused, as a seccomp filter for x86_64 and aarch64.

A filter is a small program for the kernel's packet filter machine (BPF): it loads words of a call's
description, compares them, and returns what is to happen. The kernel runs it before every call, and nothing
takes it off again.
"""

from __future__ import annotations

import os
import platform
import struct
from errno import EAFNOSUPPORT, EINVAL, ENOMEM, ENOSYS, EPERM

# Where the words of a call's description lie (struct seccomp_data; both machines are little-endian).
NUMBER, MACHINE, ARGUMENTS = 0, 4, 16
# The machine's instructions: an operation, two jumps (skip so many if true, if false), and a value.
LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
ALLOW, REFUSE, KILL = 0x7FFF0000, 0x00050000, 0x80000000
X32 = 0x40000000  # numbers from here on are x86_64's second set of calls: nobody uses it, none is checked

MACHINES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}  # as the kernel writes them
COLUMN = {"x86_64": 0, "aarch64": 1}
ABSENT = -1

# The error a program gets, and the calls by number on x86_64 and on aarch64. ENOSYS ("this kernel has no such
# call") is for those that libraries try first and do without.
REFUSED: dict[str, tuple[int, dict[str, tuple[int, int]]]] = {
    "file systems": (
        EPERM,
        {
            "mount": (165, 40),
            "umount2": (166, 39),
            "pivot_root": (155, 41),
            "chroot": (161, 51),
            "open_tree": (428, 428),
            "move_mount": (429, 429),
            "fsopen": (430, 430),
            "fsconfig": (431, 431),
            "fsmount": (432, 432),
            "fspick": (433, 433),
            "mount_setattr": (442, 442),
            "swapon": (167, 224),
            "swapoff": (168, 225),
            "quotactl": (179, 60),
            "quotactl_fd": (443, 443),
            "name_to_handle_at": (303, 264),
            "open_by_handle_at": (304, 265),
            "fanotify_init": (300, 262),
        },
    ),
    "rooms within the room": (EPERM, {"unshare": (272, 97), "setns": (308, 268)}),
    "other processes": (
        EPERM,
        {
            "ptrace": (101, 117),
            "process_vm_readv": (310, 270),
            "process_vm_writev": (311, 271),
            "process_madvise": (440, 440),
            "pidfd_getfd": (438, 438),
            "kcmp": (312, 272),
            "move_pages": (279, 239),
            "migrate_pages": (256, 238),
        },
    ),
    "the kernel": (
        EPERM,
        {
            "bpf": (321, 280),
            "perf_event_open": (298, 241),
            "userfaultfd": (323, 282),
            "seccomp": (317, 277),
            "init_module": (175, 105),
            "finit_module": (313, 273),
            "delete_module": (176, 106),
            "kexec_load": (246, 104),
            "kexec_file_load": (320, 294),
            "reboot": (169, 142),
            "syslog": (103, 116),
            "acct": (163, 89),
            "settimeofday": (164, 170),
            "clock_settime": (227, 112),
            "clock_adjtime": (305, 266),
            "adjtimex": (159, 171),
            "sethostname": (170, 161),
            "setdomainname": (171, 162),
            "vhangup": (153, 58),
            "iopl": (172, ABSENT),
            "ioperm": (173, ABSENT),
            "modify_ldt": (154, ABSENT),
            "lookup_dcookie": (212, 18),
            "nfsservctl": (180, 42),
        },
    ),
    "keys": (EPERM, {"add_key": (248, 217), "request_key": (249, 218), "keyctl": (250, 219)}),
    "memory that belongs to no process": (
        EPERM,
        {
            "shmget": (29, 194),
            "shmat": (30, 196),
            "shmctl": (31, 195),
            "semget": (64, 190),
            "msgget": (68, 186),
            "mq_open": (240, 180),
            "vmsplice": (278, 75),  # a byte of a page in a pipe keeps all of it
        },
    ),
    # Answered as if it had been done: sessions of its own would get it more than one share of a processor.
    "sessions": (0, {"setsid": (112, 157)}),
    "what libraries do without": (
        ENOSYS,
        {
            "memfd_create": (319, 279),
            "memfd_secret": (447, 447),
            "io_uring_setup": (425, 425),
            "io_uring_enter": (426, 426),
            "io_uring_register": (427, 427),
            # The machine has only so many of these.
            "io_setup": (206, 0),
            # A user has only so many of these, in all programs together.
            "inotify_init": (253, ABSENT),
            "inotify_init1": (294, 26),
            # Its flags lie in memory, where no filter sees them; libraries then use clone.
            "clone3": (435, 435),
        },
    ),
}
CORES = {"sched_setaffinity": (203, 122)}  # refused where the program has one core
CLONE, SOCKET, IOCTL, MMAP = (56, 220), (41, 198), (16, 29), (9, 222)
NEW_NAMESPACES = 0x7E020000  # each flag of clone that asks for a namespace of some kind
THREAD, SHARED_FILES = 0x10000, 0x400  # a thread with a table of open files of its own: nobody would count it
FAMILIES = (1, 2, 10)  # Unix, IPv4, IPv6; AF_VSOCK would leave the network
NETLINK, ADDRESSES = 16, 0  # of the kernel's own services only the one that tells addresses
SHARED, ANONYMOUS = 0x01, 0x20  # of mmap
MOST_SHARED = 4 << 20  # bytes of one piece of shared memory, where nobody but us counts it
FCNTL, OPEN_FILE_LOCKS = (72, 25), (36, 37, 38)  # locks that the kernel ascribes to nobody
SETSOCKOPT, SOCKET_LEVEL = (54, 208), 1
BUFFER_SIZES = (7, 8, 32, 33)  # SO_SNDBUF, SO_RCVBUF, and the same for those with rights
TYPING = (0x5412, 0x541C)  # TIOCSTI and TIOCLINUX type into the terminal of whoever started us

Instruction = tuple[int, int, int, int]


class NoFilter(Exception):
    """There is no filter for this machine."""


def sandbox_filter(machine: str = "", *, one_core: bool = True, counted: bool = False) -> bytes:
    """The compiled filter for a machine, this one by default; NoFilter if its calls are not known.

    `counted`: the kernel counts the program's memory, also what cannot be seen from outside.
    """
    machine = machine or platform.machine()
    if machine not in MACHINES:
        raise NoFilter(
            f"expected {' or '.join(MACHINES)} for the sandbox's system call filter, not {machine}"
        )
    column = COLUMN[machine]
    program: list[Instruction] = [
        _load(MACHINE),
        (EQUAL, 1, 0, MACHINES[machine]),
        _return(KILL),  # calls in another machine's numbers, such as 32-bit ones
        _load(NUMBER),
        (AT_LEAST, 0, 1, X32),
        _refuse(ENOSYS),
    ]
    for error, calls in [*REFUSED.values(), *([(EPERM, CORES)] if one_core else [])]:
        for numbers in calls.values():
            if numbers[column] != ABSENT:
                program += [(EQUAL, 0, 1, numbers[column]), _refuse(error)]
    program += _when(CLONE[column], _clone())
    program += _when(SOCKET[column], _socket())
    program += _when(FCNTL[column], _never(1, OPEN_FILE_LOCKS, EINVAL))
    if not counted:
        program += _when(MMAP[column], _mmap())
        program += _when(SETSOCKOPT[column], _setsockopt())
    program += _when(IOCTL[column], _never(1, TYPING, EPERM))
    program.append(_return(ALLOW))
    return b"".join(struct.pack("<HBBI", *instruction) for instruction in program)


def open_filter(*, one_core: bool, counted: bool = False) -> int:
    """A file descriptor from which bubblewrap reads the filter; the caller closes it."""
    filter_ = sandbox_filter(one_core=one_core, counted=counted)
    readable, writable = os.pipe()
    os.write(writable, filter_)  # far less than a pipe holds
    os.close(writable)
    return readable


def _when(number: int, block: list[Instruction]) -> list[Instruction]:
    """Instructions for one call alone; what the block does not refuse is allowed."""
    return [(EQUAL, 0, len(block) + 1, number), *block, _return(ALLOW)]


def _clone() -> list[Instruction]:
    """No namespaces, and no thread without the open files of its process."""
    return [
        _argument(0),
        (ANY_BIT, 0, 1, NEW_NAMESPACES),
        _refuse(EPERM),
        (ANY_BIT, 0, 2, THREAD),
        (ANY_BIT, 1, 0, SHARED_FILES),
        _refuse(EPERM),
    ]


def _socket() -> list[Instruction]:
    """Some families, and one protocol of netlink."""
    tests = [(EQUAL, len(FAMILIES) - place + 3, 0, value) for place, value in enumerate(FAMILIES)]
    netlink = [(EQUAL, 0, 2, NETLINK), _argument(2), (EQUAL, 1, 0, ADDRESSES)]
    return [_argument(0), *tests, *netlink, _refuse(EAFNOSUPPORT)]


def _mmap() -> list[Instruction]:
    """No great piece of memory that processes share."""
    return [
        _argument(3),
        (ANY_BIT, 0, 6, SHARED),
        (ANY_BIT, 0, 5, ANONYMOUS),
        _load(ARGUMENTS + 8 + 4),  # the upper half of its length
        (EQUAL, 0, 2, 0),
        _argument(1),
        (AT_LEAST, 0, 1, MOST_SHARED + 1),
        _refuse(ENOMEM),
    ]


def _setsockopt() -> list[Instruction]:
    """Sizes of buffers stay as they are; the program is told that they were set."""
    wanted = [(EQUAL, len(BUFFER_SIZES) - place - 1, 0, value) for place, value in enumerate(BUFFER_SIZES)]
    last = (EQUAL, 0, 1, BUFFER_SIZES[-1])
    level = (EQUAL, 0, len(BUFFER_SIZES) + 2, SOCKET_LEVEL)
    return [_argument(1), level, _argument(2), *wanted[:-1], last, _refuse(0)]


def _never(argument: int, values: tuple[int, ...], error: int) -> list[Instruction]:
    """Refuse if the argument is one of these."""
    block = [_argument(argument)]
    for value in values:
        block += [(EQUAL, 0, 1, value), _refuse(error)]
    return block


def _load(offset: int) -> Instruction:
    return (LOAD, 0, 0, offset)


def _argument(number: int) -> Instruction:
    """Load an argument's lower half: all of an int, and the only half that clone reads of its flags."""
    return _load(ARGUMENTS + 8 * number)


def _return(verdict: int) -> Instruction:
    return (RETURN, 0, 0, verdict)


def _refuse(error: int) -> Instruction:
    return _return(REFUSE | error)

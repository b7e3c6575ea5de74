"""The filter of system calls, run by a small machine here: also for processors we do not have."""

from __future__ import annotations

import os
import struct
from errno import EAFNOSUPPORT, ENOMEM, ENOSYS, EPERM

import pytest

from schwarm.programs.seccomp import (
    ABSENT,
    ALLOW,
    ANY_BIT,
    AT_LEAST,
    COLUMN,
    EQUAL,
    KILL,
    LOAD,
    MACHINES,
    MOST_SHARED,
    REFUSE,
    REFUSED,
    RETURN,
    NoFilter,
    open_filter,
    sandbox_filter,
)

MMAP, CLONE, SOCKET, IOCTL, READ, EXECVE, FUTEX = (
    (9, 222),
    (56, 220),
    (41, 198),
    (16, 29),
    (0, 63),
    (59, 221),
    (202, 98),
)
SCHED_SETAFFINITY, SCHED_GETAFFINITY, CLONE3 = (203, 122), (204, 123), (435, 435)
THREAD = 0x3D0F00  # what a new thread is cloned with
AF_UNIX, AF_INET, AF_NETLINK, AF_ALG, AF_VSOCK = 1, 2, 16, 38, 40


def verdict(machine: str, number: int, *arguments: int, one_core: bool = True, as_machine: str = "") -> int:
    """What the filter returns for a call, by the rules of the kernel's own machine."""
    filter_ = sandbox_filter(machine, one_core=one_core)
    program = [struct.unpack_from("<HBBI", filter_, place) for place in range(0, len(filter_), 8)]
    padded = [*arguments, *[0] * (6 - len(arguments))]
    call = struct.pack("<IIQ6Q", number, MACHINES[as_machine or machine], 0, *padded)
    accumulator = place = 0
    while True:
        operation, if_true, if_false, value = program[place]
        place += 1
        if operation == RETURN:
            return int(value)
        if operation == LOAD:
            (accumulator,) = struct.unpack_from("<I", call, value)
            continue
        test = {
            EQUAL: accumulator == value,
            AT_LEAST: accumulator >= value,
            ANY_BIT: bool(accumulator & value),
        }
        place += if_true if test[operation] else if_false


@pytest.mark.parametrize("machine", MACHINES)
def test_each_call_no_player_needs_is_refused(machine: str) -> None:
    for error, calls in REFUSED.values():
        for name, numbers in calls.items():
            if numbers[COLUMN[machine]] != ABSENT:
                assert verdict(machine, numbers[COLUMN[machine]]) == REFUSE | error, name


@pytest.mark.parametrize("machine", MACHINES)
def test_what_every_program_needs_is_allowed(machine: str) -> None:
    column = COLUMN[machine]
    for numbers in (READ, EXECVE, FUTEX, SCHED_GETAFFINITY):
        assert verdict(machine, numbers[column]) == ALLOW
    assert verdict(machine, CLONE[column], THREAD) == ALLOW
    assert verdict(machine, SOCKET[column], AF_UNIX) == ALLOW
    assert verdict(machine, SOCKET[column], AF_INET) == ALLOW


@pytest.mark.parametrize("machine", MACHINES)
def test_arguments_decide_where_a_call_is_sometimes_needed(machine: str) -> None:
    column = COLUMN[machine]
    assert verdict(machine, CLONE3[column]) == REFUSE | ENOSYS
    for flag in (0x00020000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000):
        assert verdict(machine, CLONE[column], flag | 17) == REFUSE | EPERM
    for family in (AF_ALG, AF_VSOCK, 17, 0, 3):
        assert verdict(machine, SOCKET[column], family) == REFUSE | EAFNOSUPPORT
    assert verdict(machine, CLONE[column], THREAD & ~0x400) == REFUSE | EPERM  # open files of its own
    assert verdict(machine, CLONE[column], 17) == ALLOW  # a process has those anyway
    assert verdict(machine, SOCKET[column], AF_NETLINK, 3, 0) == ALLOW
    for protocol in (*range(1, 32), 1 << 31):
        assert verdict(machine, SOCKET[column], AF_NETLINK, 3, protocol) == REFUSE | EAFNOSUPPORT
    assert verdict(machine, IOCTL[column], 0, 0x5412) == REFUSE | EPERM
    assert verdict(machine, IOCTL[column], 0, 0x5401) == ALLOW
    assert verdict(machine, SCHED_SETAFFINITY[column]) == REFUSE | EPERM
    assert verdict(machine, SCHED_SETAFFINITY[column], one_core=False) == ALLOW


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize(
    ("length", "flags", "allowed"),
    [
        (MOST_SHARED, 0x21, True),
        (MOST_SHARED + 1, 0x21, False),
        (MOST_SHARED + 1, 0x23, False),  # MAP_SHARED_VALIDATE
        (1 << 32, 0x21, False),
        (1 << 40, 0x22, True),  # its own: a Java machine reserves as much
        (1 << 40, 0x01, True),  # a file's
    ],
)
def test_great_pieces_of_shared_memory_are_refused(
    machine: str, length: int, flags: int, allowed: bool
) -> None:
    answer = verdict(machine, MMAP[COLUMN[machine]], 0, length, 3, flags)
    assert answer == (ALLOW if allowed else REFUSE | ENOMEM)


def test_calls_by_other_numbers_do_not_pass() -> None:
    assert verdict("x86_64", READ[0], as_machine="aarch64") == KILL
    assert verdict("aarch64", READ[1], as_machine="x86_64") == KILL
    assert verdict("x86_64", 0x40000000 | READ[0]) == REFUSE | ENOSYS


def test_a_machine_without_a_filter_is_told() -> None:
    with pytest.raises(NoFilter, match=r"expected x86_64 or aarch64 .*, not riscv64"):
        sandbox_filter("riscv64")


def test_the_filter_can_be_read_to_its_end() -> None:
    descriptor = open_filter(one_core=True)
    try:
        assert os.read(descriptor, 65536) == sandbox_filter()
        assert os.read(descriptor, 1) == b""
    finally:
        os.close(descriptor)

"""All attempts, in the doctor's order, and how one of them is tried."""

from __future__ import annotations

import contextlib
import json
import os
import sys

from . import around, common, crowds, hidden_memory, memory, rights
from .common import Attempt

ATTEMPTS: tuple[Attempt, ...] = (
    around.wait, rights.rights, around.groups, rights.kernel_settings, rights.devices, rights.system_calls,
    rights.foreign_calls, around.files, around.strangers, around.host_paths, around.network, around.netlink,
    around.outlive, around.core_dumps, rights.cores, crowds.spinning, memory.memory, memory.family_memory,
    hidden_memory.thread_memory, memory.shared_memory, hidden_memory.dropped_memory,
    hidden_memory.zero_memory, memory.memory_files, memory.segments, memory.temporary_files,
    memory.empty_files, memory.page_tables, hidden_memory.mappings, hidden_memory.pinned_pages,
    hidden_memory.socket_buffers, hidden_memory.unix_buffers, hidden_memory.file_locks, memory.own_folder,
    crowds.processes, crowds.threads, crowds.open_files, crowds.thread_files, crowds.table_files,
    crowds.inotify, crowds.queued_signals,
)  # fmt: skip


def main(patience: str) -> None:
    """Try the one that was asked for, and tell what came of it."""
    common.patience = float(patience)
    attempt = next(one for one in (*ATTEMPTS, crowds.neighbour) if one.__name__ == sys.argv[1])
    got = None
    with contextlib.suppress(OSError, MemoryError, RuntimeError, OverflowError):
        got = attempt()
    print(json.dumps(got), flush=True)
    os._exit(0)  # threads and children need not be waited for

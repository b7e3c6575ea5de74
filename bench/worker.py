"""A process that measures: it reads task names from stdin and answers `units cpu_seconds`.

Each candidate lives in a process of its own, ours and every peer, and the tasks are dealt to them in
turn, so that all meet the same machine at the same time. Only the standard library is used here: peers
import this file from environments of their own.
"""

import sys
import time
from collections.abc import Callable

Task = Callable[[], int]  # does some work and returns how many units it was


def serve(tasks: dict[str, Task], seconds: float) -> None:
    """Answer requests until the input ends."""
    for line in sys.stdin:
        if line.strip() == "tasks":
            print(*tasks, flush=True)
            continue
        task = tasks[line.strip()]
        units = 0
        began = time.process_time()
        while (spent := time.process_time() - began) < seconds:
            units += task()
        print(units, spent, flush=True)

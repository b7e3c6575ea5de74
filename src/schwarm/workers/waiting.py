"""How long this process had work to do and no processor to do it on: what a busy machine costs our bots."""

from __future__ import annotations

import contextlib
from pathlib import Path

from schwarm.players import BotSpec
from schwarm.referee import Asked, Ended, Event, TimeUp, now_ms
from schwarm.workers.task import Task

THREADS = Path("/proc/self/task")


def waited_ms() -> float:
    """By all threads of this process together since it began; 0 where the system does not tell."""
    total = 0
    with contextlib.suppress(OSError, ValueError, IndexError):
        for thread in THREADS.iterdir():
            with contextlib.suppress(FileNotFoundError):  # it has ended meanwhile
                total += int((thread / "schedstat").read_text().split()[1])
    return total / 1e6


class Excuses:
    """A referee's listener that knows whether a bot of ours was late only because the machine was busy."""

    def __init__(self, task: Task, sides: tuple[str, ...]) -> None:
        self._ours = {
            side for side, one in zip(sides, task.players, strict=True) if isinstance(one.spec, BotSpec)
        }
        self._asked_ms = self._waited_ms = 0.0
        self.excused = ""  # how long it had to wait, in words

    def listen(self, event: Event) -> None:
        """Note when a bot was asked, and judge it if it was late."""
        if isinstance(event, Asked) and event.side in self._ours:
            self._asked_ms, self._waited_ms = now_ms(), waited_ms()
        elif isinstance(event, Ended):
            for side, fault in event.faults.items():
                if side in self._ours and isinstance(fault, TimeUp) and not fault.bank:
                    waited = waited_ms() - self._waited_ms
                    if now_ms() - self._asked_ms - waited <= fault.limit_ms:
                        self.excused = f"a bot waited {waited:.0f} ms for a processor"

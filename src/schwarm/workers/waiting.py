"""What a busy machine costs our bots: a time when their process had work to do and no processor for it."""

from __future__ import annotations

from schwarm.players import BotSpec, NetSpec
from schwarm.programs.processes import waited_ms
from schwarm.referee import Asked, Ended, Event, TimeUp, now_ms
from schwarm.workers.task import Task


class Excuses:
    """A referee's listener that knows whether a bot of ours was late only because the machine was busy."""

    def __init__(self, task: Task, sides: tuple[str, ...]) -> None:
        self._ours = {
            side
            for side, one in zip(sides, task.players, strict=True)
            if isinstance(one.spec, BotSpec | NetSpec)
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

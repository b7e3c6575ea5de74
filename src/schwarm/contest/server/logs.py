"""Structured logs: one line an event, for people or as JSON."""

from __future__ import annotations

import logging
import sys
import time
import traceback
from collections.abc import Callable
from logging.handlers import QueueHandler, QueueListener
from queue import Queue
from types import TracebackType

LOGGERS = ("schwarm", "asyncio", "uvicorn")  # whoever may say something on the event loop
FRAMES = 8  # places of an error that are told, of its beginning and of its end
LONGEST_ERROR = 300  # characters of what it says
ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
WAITING_LINES = 10_000  # lines not written yet; more are dropped, nobody waits for a slow terminal


class Seldom:
    """Says a thing at most once in a while, and how often it happened meanwhile."""

    def __init__(
        self, log: logging.Logger, every_s: float = 60.0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._log = log
        self._every_s = every_s
        self._clock = clock
        self._said: dict[str, float] = {}
        self._times: dict[str, int] = {}

    def warning(self, message: str, **more: object) -> None:
        """Log a warning unless it was logged just now."""
        now = self._clock()
        self._times[message] = self._times.get(message, 0) + 1
        if now - self._said.get(message, -self._every_s) >= self._every_s:
            self._said[message] = now
            self._log.warning(message, extra={"times": self._times.pop(message), **more})


def plain_traceback(error: BaseException) -> str:
    """Where an error came from and what it is: no values of variables, which are visitors' own, and not much.

    Values make a log long and slow to write, and tell it names and tokens.
    """
    kind = type(error)
    lines = traceback.format_tb(error.__traceback__)
    shown = lines if len(lines) <= 2 * FRAMES else [*lines[:FRAMES], "  ...\n", *lines[-FRAMES:]]
    said = " ".join(str(error).split())[:LONGEST_ERROR]
    return (
        f"Traceback (most recent call last):\n{''.join(shown)}{kind.__module__}.{kind.__qualname__}: {said}"
    )


class PlainFormatter(logging.Formatter):
    """Lines for people, without structlog."""

    def formatException(self, ei: ExcInfo) -> str:  # noqa: N802 -- logging's own name
        """An error as one that strangers may have caused."""
        return plain_traceback(ei[1]) if ei[1] is not None else ""


class OffTheLoop(QueueHandler):
    """Hands lines to a thread that writes them: a full or slow disk holds up no game."""

    queue: Queue[logging.LogRecord]

    def __init__(self, handler: logging.Handler) -> None:
        super().__init__(Queue())
        self._listener = QueueListener(self.queue, handler)
        self._listener.start()

    def prepare(self, record: logging.LogRecord) -> logging.LogRecord:
        """The record as it is: the thread formats it."""
        return record

    def enqueue(self, record: logging.LogRecord) -> None:
        """Keep it for the thread, if there is room."""
        if self.queue.qsize() < WAITING_LINES:
            self.queue.put_nowait(record)

    def close(self) -> None:
        """Write what is left; called when the program ends."""
        if self._listener._thread is not None:
            self._listener.stop()
        super().close()


def configure(*, as_json: bool, level: int = logging.INFO) -> None:
    """Send the logs to stderr by a thread; JSON needs the extra `server`, lines for people do without it."""
    handler = logging.StreamHandler(sys.stderr)
    try:
        import structlog
    except ImportError:
        if as_json:
            raise
        handler.setFormatter(PlainFormatter("%(asctime)s %(levelname)s %(message)s"))
    else:
        stamp = structlog.processors.TimeStamper(fmt="iso", utc=True)
        shared: list[structlog.types.Processor] = [
            structlog.stdlib.add_log_level,
            structlog.stdlib.ExtraAdder(),
            stamp,
        ]
        render: structlog.types.Processor = (
            structlog.processors.JSONRenderer()
            if as_json
            else structlog.dev.ConsoleRenderer(
                colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
            )
        )
        last = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
        errors = [structlog.processors.ExceptionRenderer(lambda info: plain_traceback(info[1]))]
        handler.setFormatter(
            structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=[*last, *errors, render])
        )
    written = OffTheLoop(handler)
    for name in LOGGERS:
        logger = logging.getLogger(name)
        for old in logger.handlers:
            old.close()
        logger.handlers[:] = [written]
        logger.setLevel(level if name == "schwarm" else logging.WARNING)
        logger.propagate = False

"""Structured logs: one line an event, for people or as JSON."""

from __future__ import annotations

import logging
import sys


def configure(*, as_json: bool, level: int = logging.INFO) -> None:
    """Send the package's logs to stderr; JSON needs the extra `server`, lines for people do without it."""
    handler = logging.StreamHandler(sys.stderr)
    try:
        import structlog
    except ImportError:
        if as_json:
            raise
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
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
            else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
        )
        last = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
        errors = [structlog.processors.format_exc_info] if as_json else []
        handler.setFormatter(
            structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=[*last, *errors, render])
        )
    logger = logging.getLogger("schwarm")
    logger.handlers[:] = [handler]
    logger.setLevel(level)
    logger.propagate = False

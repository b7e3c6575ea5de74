"""What is measured of each game."""

from __future__ import annotations

from typing import Any

from schwarm.games.record import Record

Measured = dict[str, Any]


def measure(record: Record, names: list[str] | None = None) -> Measured:
    return {}

"""Positions and rivers of the recorded games, for both sides of the Mississippi Queen bench."""

from itertools import islice
from typing import Any

from tests.vectors import lines

RECORDS = list(islice(lines("mississippi_queen/share.jsonl.gz"), 40))
BOARDS: list[Any] = [record["board"] for record in RECORDS]
# Every seventh ply, as it comes: from one list to thousands.
POSITIONS: list[tuple[Any, Any]] = [
    (record["board"], ply["s"]) for record in RECORDS for ply in record["plies"][::7] if ply["n"]
]

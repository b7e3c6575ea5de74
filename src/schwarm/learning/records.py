"""Games of self-play as files: moves, scores and results. Positions are made again from the moves, so the
same games serve nets with other rows.

A file is one line of JSON and three packed lists over all plies of all games: the moves' codes (64 bits), the
scores for the side to move (16 bits, signed), and what kind of ply it was (8 bits, marks.py).
"""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from dataclasses import dataclass, field
from pathlib import Path

from schwarm.whole_file import write_whole

MAGIC = b"schwarm-games 1\n"


class BadRecords(ValueError):
    """A file holds no games of self-play."""


@dataclass(slots=True)
class Records:
    """Some games played by one player with one set of options."""

    game: str
    profile: str
    player: str
    seeds: list[int] = field(default_factory=list)
    plies: list[int] = field(default_factory=list)
    results: list[int] = field(default_factory=list)  # 1 the first side won, -1 lost, 0 drawn
    codes: array[int] = field(default_factory=lambda: array("Q"))
    scores: array[int] = field(default_factory=lambda: array("h"))
    marks: array[int] = field(default_factory=lambda: array("B"))
    sides: array[int] = field(default_factory=lambda: array("B"))  # who was to move

    @property
    def positions(self) -> int:
        """How many quiet positions were searched."""
        return self.marks.count(1)


def write_records(path: Path, records: Records) -> None:
    """Write a file as a whole or not at all, so that a stop leaves no half one."""
    head = {
        "game": records.game,
        "profile": records.profile,
        "player": records.player,
        "seeds": records.seeds,
        "plies": records.plies,
        "results": records.results,
    }
    parts = [little(part).tobytes() for part in (records.codes, records.scores, records.marks, records.sides)]
    write_whole(path, MAGIC + json.dumps(head).encode() + b"\n" + zlib.compress(b"".join(parts), 6))


def read_records(path: Path) -> Records:
    """The games of a file; BadRecords if it holds none."""
    content = path.read_bytes()
    if not content.startswith(MAGIC):
        raise BadRecords(f"expected games of self-play in {path}, not something else")
    line, _, packed = content[len(MAGIC) :].partition(b"\n")
    try:
        head = json.loads(line)
        raw = zlib.decompress(packed)
        found = Records(**head)
        count = sum(found.plies)
        if len(raw) != 12 * count:
            raise ValueError(f"{len(raw)} bytes for {count} plies")
        for part, start, end in (
            (found.codes, 0, 8 * count),
            (found.scores, 8 * count, 10 * count),
            (found.marks, 10 * count, 11 * count),
            (found.sides, 11 * count, 12 * count),
        ):
            part.frombytes(raw[start:end])
            little(part)
    except (ValueError, TypeError, zlib.error) as error:
        raise BadRecords(f"expected games of self-play in {path}, not a damaged file ({error})") from error
    return found


def little(numbers: array[int]) -> array[int]:
    """The same numbers with the lowest byte first, as files hold them."""
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers

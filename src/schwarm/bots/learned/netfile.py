"""Nets as files: one line of JSON that says what the net is and how it came about, then its numbers packed.

The numbers are 16-bit integers, lower bytes first and upper bytes after them (that packs better), through
zlib. Rows and net belong together: a file names the version of the rows it was trained with.
"""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from schwarm.bots.learned.weights import HIDDEN, WIDTH, Numbers
from schwarm.game.errors import Refusal

MAGIC = b"schwarm-net 1\n"
LARGE = 1 << 16  # biases take two 16-bit words


class BadNet(ValueError):
    """A file is no net, or not one for these rows."""


@dataclass(frozen=True, slots=True)
class NetFile:
    """A net with all that belongs to it."""

    game: str
    rows: int  # the version of the game's rows
    points: int  # points that make odds of e to 1
    search: dict[str, int]  # the search's own numbers, in these points
    obtained: dict[str, Any]  # the command, seeds, data and figures that made it
    numbers: Numbers


def write_net(net: NetFile) -> bytes:
    """The file's content."""
    numbers = net.numbers
    numbers.check()
    head = {
        "game": net.game,
        "rows": net.rows,
        "count": len(numbers.direct),
        "points": net.points,
        "search": net.search,
        "obtained": net.obtained,
    }
    if numbers.width != WIDTH:
        head["width"] = numbers.width
    biases = [*numbers.second_bias, numbers.third_bias]
    words = array("h", numbers.table)
    words.extend(array("h", [*numbers.direct, *numbers.first_bias, *numbers.second, *numbers.third]))
    words.extend(array("h", split(biases)))
    if sys.byteorder == "big":
        words.byteswap()
    raw = words.tobytes()
    packed = zlib.compress(raw[::2] + raw[1::2], 9)
    return MAGIC + json.dumps(head).encode() + b"\n" + packed


def read_net(content: bytes) -> NetFile:
    """The net in a file; BadNet if it is none."""
    if not content.startswith(MAGIC):
        raise BadNet(Refusal("no_net"))
    line, _, packed = content[len(MAGIC) :].partition(b"\n")
    try:
        head = json.loads(line)
        raw = zlib.decompress(packed)
        count = int(head["count"])
        words = array("h")
        mixed = bytearray(len(raw))
        mixed[::2], mixed[1::2] = raw[: len(raw) // 2], raw[len(raw) // 2 :]
        words.frombytes(bytes(mixed))
        if sys.byteorder == "big":
            words.byteswap()
        numbers = numbers_of(words, count, int(head.get("width", WIDTH)))
        numbers.check()
        facts = (head["game"], head["rows"], head["points"], head["search"], head["obtained"])
        return NetFile(*facts, numbers)
    except (ValueError, KeyError, TypeError, zlib.error) as error:
        raise BadNet(Refusal("damaged_net", why=error)) from error


def numbers_of(words: array[int], count: int, width: int) -> Numbers:
    """A net's numbers in the order of a file."""
    ends = [width * count, count, width, width * HIDDEN, HIDDEN, 2 * (HIDDEN + 1)]
    if len(words) != sum(ends):
        raise ValueError(f"expected {sum(ends)} numbers, not {len(words)}")
    parts = []
    place = 0
    for size in ends:
        parts.append(words[place : place + size])
        place += size
    table, direct, first_bias, second, third, halves = parts
    biases = joined(halves)
    return Numbers(table, direct, first_bias, second, biases[:HIDDEN], third, biases[HIDDEN])


def split(numbers: Iterable[int]) -> list[int]:
    """Numbers of 32 bits as pairs of 16 bits, both with a sign."""
    found = []
    for number in numbers:
        low = (number + (LARGE >> 1)) % LARGE - (LARGE >> 1)
        found += [low, (number - low) // LARGE]
    return found


def joined(halves: array[int]) -> list[int]:
    """The numbers of such pairs."""
    return [low + LARGE * high for low, high in zip(halves[::2], halves[1::2], strict=True)]

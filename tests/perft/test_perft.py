"""Counts of move sequences, kept as data: one file per game, one line per start."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import schwarm
from schwarm.cli.engine import Engine

PURE_LIMIT = 20_000  # more sequences than this are counted by the compiled code only
LONG_LIMIT = 50_000_000  # more than this in the long run only


def cases() -> Iterator[object]:
    for path in sorted(Path(__file__).parent.glob("*.perft")):
        for line in path.read_text("utf-8").splitlines():
            if not line or line.startswith("#"):
                continue
            name, start, counts = (part.strip() for part in line.split(" | "))
            for text in counts.split():
                depth, count = (int(number) for number in text.split(":"))
                marks = []
                if count > PURE_LIMIT:
                    marks.append(pytest.mark.compiled_only)
                if count > LONG_LIMIT:
                    marks.append(pytest.mark.long)
                yield pytest.param(start, depth, count, id=f"{path.stem}-{name}-{depth}", marks=marks)


@pytest.mark.parametrize(("start", "depth", "count"), list(cases()))
def test_number_of_move_sequences(start: str, depth: int, count: int) -> None:
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        engine = Engine(nowhere)
        engine.do_newgame(start)
        assert schwarm.perft(engine.present(), depth) == count

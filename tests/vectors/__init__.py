"""Recorded games of the contest's own implementations; each folder's README says what its files hold."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


def lines(name: str) -> Iterator[Any]:
    """The JSON objects of a recorded file, e.g. "piranhas/share.jsonl.gz"."""
    path = HERE / name
    with gzip.open(path, "rt") if path.suffix == ".gz" else path.open() as file:
        for line in file:
            yield json.loads(line)

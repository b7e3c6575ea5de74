"""Each folder of recorded games says where they come from, and how many of how many they are."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from tests import ROOT

FOLDERS = sorted(path.parent for path in (ROOT / "tests" / "vectors").glob("*/README.md"))
ROW = re.compile(r"^\| `([\w.]+)` \| (\d*) \| ([\d,]+ recorded|\d* ?made by hand) \|", re.MULTILINE)


def count_lines(path: Path) -> int:
    text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return text.count(b"\n")


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_folder_of_vectors_names_its_source_and_counts_its_games(folder: Path) -> None:
    text = (folder / "README.md").read_text("utf-8")
    source = text.split("\n\n")[1]
    assert "ecorded" in text.partition("\n## ")[0]
    assert re.search(r"server|socha|plain Python", source), "who made them"
    files = {path.name for path in folder.glob("*.jsonl*")}
    told = {name: lines for name, lines, _ in ROW.findall(text)}
    assert files <= set(told)
    for name in files:
        assert int(told[name]) == count_lines(folder / name), name

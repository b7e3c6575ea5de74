"""What is not tested on Windows, as tests/windows.md says."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from tests import ROOT

LIST = ROOT / "tests" / "windows.md"
ROW = re.compile(r"^\| `(tests/[^`]*)` \| (\S.*) \|$", re.MULTILINE)


@cache
def reasons() -> dict[Path, str]:
    """The files and folders of the list, each with its reason."""
    return {ROOT / place: why for place, why in ROW.findall(LIST.read_text("utf-8"))}


def elsewhere(path: Path) -> str:
    """Why a file is not tested on Windows; empty if it is."""
    found = reasons()
    return next((found[place] for place in (path, *path.parents) if place in found), "")

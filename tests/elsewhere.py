"""What is not tested on Windows, as tests/windows.md says."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from tests import ROOT

LIST = ROOT / "tests" / "windows.md"
ROW = re.compile(r"^\| `(tests/[^`]*)` \| (\S.*) \|$", re.MULTILINE)


@cache
def reasons() -> dict[str, str]:
    """The files, folders and tests (FILE::TEST) of the list, each with its reason."""
    return dict(ROW.findall(LIST.read_text("utf-8")))


def elsewhere(path: Path, test: str = "") -> str:
    """Why a file, or one of its tests, is not tested on Windows; empty if it is."""
    if not path.is_relative_to(ROOT):
        return ""
    place = path.relative_to(ROOT)
    asked = [f"{place.as_posix()}::{test}"] if test else [one.as_posix() for one in (place, *place.parents)]
    return next((reasons()[one] for one in asked if one in reasons()), "")

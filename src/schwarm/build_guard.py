"""Keeps compiled and plain files apart: a compiled search cannot call uncompiled rules."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType

HERE = Path(__file__).parent
HEADERS_ONLY = "bits"  # bits.pxd is a header of C helpers, not a module


class PureFinder:
    """Finds only the .py files of this package: for debugging, coverage and quick rule changes."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The source file of a module of ours; None leaves it to the next finder."""
        if path is None or not name.startswith("schwarm."):
            return None
        specs = (FileFinder(entry, (SourceFileLoader, [".py"])).find_spec(name) for entry in path)
        return next((spec for spec in specs if spec), None)


def sheets() -> list[Path]:
    """The .pxd files of all modules that are meant to be compiled."""
    return [sheet for sheet in HERE.rglob("*.pxd") if sheet.stem != HEADERS_ONLY]


def built(sheet: Path) -> Path | None:
    """The compiled module that belongs to a .pxd file, if it is there."""
    candidates = (sheet.with_name(sheet.stem + suffix) for suffix in EXTENSION_SUFFIXES)
    return next((path for path in candidates if path.exists()), None)


def refuse_partly_compiled() -> None:
    """ImportError when some modules are compiled and others are not."""
    missing = [sheet for sheet in sheets() if built(sheet) is None]
    if missing and len(missing) < len(sheets()):
        names = ", ".join(sorted(str(sheet.relative_to(HERE).with_suffix(".py")) for sheet in missing))
        raise ImportError(f"schwarm is only partly compiled ({names} is not): install it again")


def stale() -> list[str]:
    """Compiled modules older than their sources, in a checkout installed for development."""
    found = []
    for sheet in sheets():
        module = built(sheet)
        sources = (sheet, sheet.with_suffix(".py"))
        if module and any(source.stat().st_mtime > module.stat().st_mtime for source in sources):
            found.append(str(sheet.relative_to(HERE).with_suffix(".py")))
    return sorted(found)

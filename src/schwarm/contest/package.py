"""The ZIP that the contest takes: a start script, the player, and this package beside it.

Nothing is installed at the other end and nothing is fetched: the script only needs a Python.
"""

from __future__ import annotations

import zipfile
from pathlib import Path

import schwarm

START = """#!/bin/sh
# Started by the contest with: -h HOST -p PORT -r RESERVATION
here=$(cd "$(dirname "$0")" && pwd)
PYTHONPATH="$here/packages" PYTHONDONTWRITEBYTECODE=1 exec python3 "$here/main.py" "$@"
"""
MAIN = '''"""Started by start.sh: our own bot."""

from schwarm.contest.program import LevelBot

raise SystemExit(LevelBot({game!r}, {level!r}).main())
'''
# What stands above a player, or keeps games: no player needs it.
LEFT_OUT = (
    "classroom",
    "cli",
    "lab",
    "learning",
    "players",
    "store",
    "tournament",
    "web",
    "workers",
    "__pycache__",
)
KINDS = (".py", ".so", ".pyd", ".json", ".typed")
STAMP = (2020, 1, 1, 0, 0, 0)  # the same content makes the same file


def package(target: Path, name: str, main: str, wheel: Path | None = None) -> int:
    """Write the ZIP with this main program; the number of files in it comes back.

    Compiled modules are those of the running installation, or of a wheel for another Python.
    """
    files = {"start.sh": START.encode(), "main.py": main.encode()}
    packages = wheel_files(wheel) if wheel is not None else own_files()
    files |= {f"packages/{path}": data for path, data in packages.items()}
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():
            entry = zipfile.ZipInfo(f"{name}/{path}", STAMP)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o755 if path == "start.sh" else 0o644) << 16
            archive.writestr(entry, data)
    return len(files)


def own_files() -> dict[str, bytes]:
    """The files of this installation that a player needs."""
    root = Path(schwarm.__file__).parent
    found = {}
    for path in sorted(root.rglob("*")):
        inside = path.relative_to(root.parent)
        if path.suffix in KINDS and not set(inside.parts) & set(LEFT_OUT):
            found[inside.as_posix()] = path.read_bytes()
    return found


def wheel_files(wheel: Path) -> dict[str, bytes]:
    """The files of a wheel that a player needs."""
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if Path(name).suffix in KINDS]
        return {name: archive.read(name) for name in names if not set(Path(name).parts) & set(LEFT_OUT)}

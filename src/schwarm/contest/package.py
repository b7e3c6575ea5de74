"""The ZIP that the contest takes: a start script, the player, and this package beside it.

Nothing is installed at the other end and nothing is fetched: the script only needs a Python.
"""

from __future__ import annotations

import zipfile
from collections.abc import Collection
from pathlib import Path, PurePath

import schwarm
from schwarm.bots import knowledge
from schwarm.bots.evaluation import bot_file

ROOT = Path(schwarm.__file__).parent

START = """#!/bin/sh
# Started by the contest with: -h HOST -p PORT -r RESERVATION
here=$(cd "$(dirname "$0")" && pwd)
PYTHONPATH="$here/packages" PYTHONDONTWRITEBYTECODE=1 exec python3 "$here/main.py" "$@"
"""
MAIN = '''"""Started by start.sh: our own bot."""

from schwarm.contest.program import LevelBot

raise SystemExit(LevelBot({game!r}, {level!r}).main())
'''
# What a player is made of; none of it needs a package but this one. Whatever else there is stays here.
PARTS = (
    "bits",
    "bots",
    "build_guard",
    "contest",
    "cython_shared",
    "game",
    "games",
    "nocython",
    "referee",
    "search",
)
LEFT_OUT = ("arrays", "page", "recipe", "study", "teaching", "__pycache__")  # what a game has for others
KINDS = (".py", ".so", ".pyd", ".json", ".net", ".typed")
NET = ".net"
STAMP = (2020, 1, 1, 0, 0, 0)  # the same content makes the same file


def package(target: Path, name: str, main: str, game: str, wheel: Path | None = None) -> int:
    """Write the ZIP with this main program for a game; the number of files in it comes back.

    Compiled modules are those of the running installation, or of a wheel for another Python. Of the nets only
    those of today's players of the game are in it: they are large.
    """
    files = {"start.sh": START.encode(), "main.py": main.encode()}
    known = knowledge(game)
    found = [bot_file(game, name) for name in (known.net_file, known.levels_net) if name]
    nets = [Path(str(net)).relative_to(ROOT.parent) for net in found if net is not None]
    packages = wheel_files(wheel, nets) if wheel is not None else own_files(nets)
    files |= {f"packages/{path}": data for path, data in packages.items()}
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():
            entry = zipfile.ZipInfo(f"{name}/{path}", STAMP)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o755 if path == "start.sh" else 0o644) << 16
            archive.writestr(entry, data)
    return len(files)


def own_files(nets: Collection[PurePath]) -> dict[str, bytes]:
    """The files of this installation that a player needs."""
    paths = {path.relative_to(ROOT.parent): path for path in sorted(ROOT.rglob("*"))}
    return {inside.as_posix(): path.read_bytes() for inside, path in paths.items() if needed(inside, nets)}


def wheel_files(wheel: Path, nets: Collection[PurePath]) -> dict[str, bytes]:
    """The files of a wheel that a player needs."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist() if needed(PurePath(name), nets)}


def needed(path: PurePath, nets: Collection[PurePath]) -> bool:
    """Does a player need this file of the package?"""
    stems = {part.partition(".")[0] for part in path.parts}
    if path.parts[0] != ROOT.name or path.suffix not in KINDS or stems & set(LEFT_OUT):
        return False
    part = path.parts[1].partition(".")[0]
    return part in (*PARTS, "__init__", "py") and (path.suffix != NET or path in nets)

"""The ZIP that the contest takes: a start script, the player, and this package beside it.

Nothing is installed at the other end and nothing is fetched: the script only needs a Python. Compiled modules
for several Pythons lie side by side, and each Python takes its own; others run the same files uncompiled.
"""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from collections.abc import Collection, Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from typing import NamedTuple

import schwarm
from schwarm.bots import knowledge
from schwarm.bots.evaluation import bot_file
from schwarm.extras import DISTRIBUTION, checkout
from schwarm.game import catalogue
from schwarm.game.errors import BadOption, Refusal
from schwarm.programs.archive import SPOILT
from schwarm.whole_file import whole_file

ROOT = Path(schwarm.__file__).parent
OLDEST = (3, 10)  # what a packed player runs on
CONTEST_PYTHONS = ("3.10", "3.12")  # of the computers that the contest's games are played on
LINUX = "-x86_64-linux-gnu.so"  # how compiled modules for these computers end
PLATFORMS = (
    "manylinux_2_28_x86_64",
    "manylinux_2_27_x86_64",
    "manylinux_2_17_x86_64",
    "manylinux2014_x86_64",
)

# A Python that the compiled modules are for is better than a newer one: it computes some 200 times as much.
START = """#!/bin/sh
# Started by the contest with: -h HOST -p PORT -r RESERVATION
here=$(cd "$(dirname "$0")" && pwd)
module="$here/packages/schwarm/game/game"
new_enough="import sys; assert sys.version_info >= ({major}, {minor})"
compiled="$new_enough; import os; from importlib.machinery import EXTENSION_SUFFIXES"
compiled="$compiled; assert any(os.path.exists(sys.argv[1] + suffix) for suffix in EXTENSION_SUFFIXES)"
for wanted in "$compiled" "$new_enough"; do
  for python in python3 {others} python; do
    if "$python" -c "$wanted" "$module" 2>/dev/null; then
      PYTHONPATH="$here/packages" PYTHONDONTWRITEBYTECODE=1 exec "$python" "$here/main.py" "$@"
    fi
  done
done
echo "this bot needs Python {major}.{minor} or newer; here is: $(python3 --version 2>&1)" >&2
exit 1
""".format(
    major=OLDEST[0],
    minor=OLDEST[1],
    others=" ".join(f"python{OLDEST[0]}.{minor}" for minor in range(OLDEST[1] + 6, OLDEST[1] - 1, -1)),
)
MAIN = '''"""Started by start.sh: our own bot."""

from schwarm.contest.program import LevelBot

raise SystemExit(LevelBot({game!r}, {level!r}).main())
'''
# What a player is made of; none of it needs a package but this one. Whatever else there is stays here.
PARTS = (
    "bits",
    "bots",
    "build_guard",
    "compat",
    "contest",
    "cython_shared",
    "game",
    "games",
    "nocython",
    "platform",
    "referee",
    "search",
    "whole_file",
)
# What a game has for others, and the other end of a connection.
LEFT_OUT = (
    "arrays",
    "page",
    "recipe",
    "study",
    "teaching",
    "__pycache__",
    "server",
    "door",
    "package",
    "bot_source",
)
KINDS = (".py", ".so", ".json", ".net", ".typed")  # .pyd is for Windows, where no contest is
NET = ".net"
COMPILED = re.compile(r"/game/game\.cpython-(\d)(\d+)-([\w-]+)\.so")  # one module stands for all
BINARIES = (".so",)
UNIX = 3  # who wrote the rights of files into a ZIP
STAMP = (2020, 1, 1, 0, 0, 0)  # the same content makes the same file


class Packed(NamedTuple):
    """What was written."""

    files: int
    compiled: tuple[str, ...]  # versions of Python that have compiled modules for the contest's computers


def package(
    target: Path, name: str, main: str, game: str, wheels: Sequence[Path] = (), *, index: bool = False
) -> Packed:
    """Write the ZIP with this main program for a game.

    Compiled modules are those of the running installation and of the wheels, which may be of another version
    than this one as long as all are of the same; with `index` those of the package index, if this very
    version lies there. Of the nets only those of today's players of the game are in it: they are large.

    :raises BadOption: if a wheel is none of ours, or of another version than the others, or if the rules of
        the game cannot be packed.
    """
    files = {"start.sh": START.encode(), "main.py": main.encode()}
    known = knowledge(game)
    found = [bot_file(game, name) for name in (known.net_file, known.levels_net) if name]
    inside = [Path(str(net)) for net in found if net is not None]
    nets = [path.relative_to(ROOT.parent) for path in inside if path.is_relative_to(ROOT)]
    packages = with_wheels(own_files(nets), wheels, nets)
    if index:
        packages |= compiled_of_index(packages, nets)
    packages |= foreign_files(game)
    files |= {f"packages/{path}": data for path, data in packages.items()}
    with whole_file(target) as draft, zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():
            entry = zipfile.ZipInfo(f"{name}/{path}", STAMP)
            entry.create_system = UNIX  # on Windows, too: else start.sh could not be run
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o755 if path == "start.sh" else 0o644) << 16
            archive.writestr(entry, data)
    return Packed(len(files), compiled_for(packages))


def own_files(nets: Collection[PurePath]) -> dict[str, bytes]:
    """The files of this installation that a player needs."""
    paths = {path.relative_to(ROOT.parent): path for path in sorted(ROOT.rglob("*"))}
    return {inside.as_posix(): path.read_bytes() for inside, path in paths.items() if needed(inside, nets)}


def wheel_files(wheel: Path, nets: Collection[PurePath]) -> dict[str, bytes]:
    """The files of a wheel that a player needs; BadOption if it is no wheel of ours."""
    try:
        with zipfile.ZipFile(wheel) as archive:
            found = {name: archive.read(name) for name in archive.namelist() if needed(PurePath(name), nets)}
    except FileNotFoundError:
        raise
    except SPOILT:
        found = {}
    if f"{ROOT.name}/__init__.py" not in found:
        raise BadOption(Refusal("no_wheel", file=wheel))
    return found


def with_wheels(
    own: dict[str, bytes], wheels: Sequence[Path], nets: Collection[PurePath]
) -> dict[str, bytes]:
    """The files of the wheels; what is compiled of our own, too, if they are of the same sources."""
    if not wheels:
        return own
    files = wheel_files(wheels[0], nets)
    for wheel in wheels[1:]:
        more = wheel_files(wheel, nets)
        if sources(more) != sources(files):
            raise BadOption(Refusal("wheels_differ", file=wheels[0], other=wheel))
        files |= more
    return own | files if sources(own) == sources(files) else files


def sources(files: dict[str, bytes]) -> dict[str, bytes]:
    """All that is not compiled, which is the same for every Python."""
    return {path: data for path, data in files.items() if not path.endswith(BINARIES)}


def compiled_for(files: Iterable[str]) -> tuple[str, ...]:
    """For which versions of Python there are compiled modules that run on the contest's computers.

    >>> compiled_for(["schwarm/game/game.cpython-310-x86_64-linux-gnu.so", "schwarm/game/game.py"])
    ('3.10',)
    """
    found = [match for match in map(COMPILED.search, files) if match and match[0].endswith(LINUX)]
    return tuple(f"{major}.{minor}" for major, minor in sorted((int(m[1]), int(m[2])) for m in found))


def compiled_of_index(own: dict[str, bytes], nets: Collection[PurePath]) -> dict[str, bytes]:
    """Compiled modules for the contest's computers from where pip looks for packages.

    Only those of wheels with our very sources: none for a checkout, which is newer than any of them.
    """
    missing = [version for version in CONTEST_PYTHONS if version not in compiled_for(own)]
    if not missing or checkout() is not None:
        return {}
    found: dict[str, bytes] = {}
    with TemporaryDirectory(prefix="schwarm-wheels-") as folder:
        for wheel in download_wheels(missing, Path(folder)):
            files = wheel_files(wheel, nets)
            if sources(files) == sources(own):
                found |= {path: data for path, data in files.items() if path.endswith(BINARIES)}
    return found


def download_wheels(pythons: Iterable[str], folder: Path) -> list[Path]:
    """Wheels of this version for these Pythons on Linux, as far as pip finds them."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    command += ["--no-deps", "--only-binary=:all:", "--ignore-requires-python", "--retries=1", "--timeout=10"]
    command += [f"--platform={platform}" for platform in PLATFORMS]
    command += [f"--dest={folder}", f"{DISTRIBUTION}=={schwarm.__version__}"]
    asked = [
        subprocess.Popen(
            [*command, f"--python-version={python}"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for python in pythons
    ]
    for one in asked:
        one.wait()
    return sorted(folder.glob("*.whl"))


def foreign_files(game: str) -> dict[str, bytes]:
    """The files of a game that another package brings, and what makes it known; none for our own games.

    :raises BadOption: if no package brings the game, as one that was only made known to this process.
    """
    if game in catalogue.own_games():
        return {}
    entry = catalogue.entry_point(game)
    if entry is None:
        raise BadOption(Refusal("no_rules_in_zip", game=game))
    root = entry.module.partition(".")[0]
    spec = find_spec(root)
    assert spec is not None, "a game of it has been started"
    place = Path(spec.origin or "")
    if spec.submodule_search_locations is None:
        files = {place.name: place.read_bytes()}
    else:
        paths = {path.relative_to(place.parent.parent): path for path in sorted(place.parent.rglob("*"))}
        files = {
            inside.as_posix(): path.read_bytes()
            for inside, path in paths.items()
            if path.suffix in KINDS and not left_out(inside)
        }
    described = f"{root}-0.dist-info"
    files[f"{described}/METADATA"] = f"Metadata-Version: 2.1\nName: {root}\nVersion: 0\n".encode()
    files[f"{described}/entry_points.txt"] = f"[{catalogue.GROUP}]\n{game} = {entry.value}\n".encode()
    return files


def left_out(path: PurePath) -> bool:
    """Return True for what a player has no use for."""
    return bool({part.partition(".")[0] for part in path.parts} & set(LEFT_OUT))


def needed(path: PurePath, nets: Collection[PurePath]) -> bool:
    """Return True if a player needs this file of the package."""
    if path.parts[0] != ROOT.name or path.suffix not in KINDS or left_out(path):
        return False
    part = path.parts[1].partition(".")[0]
    return part in (*PARTS, "__init__", "py") and (path.suffix != NET or path in nets)

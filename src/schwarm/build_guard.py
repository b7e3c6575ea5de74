"""Keeps compiled and plain files apart: a compiled search cannot call uncompiled rules.

It runs at every import of the package and in setup.py, so it uses nothing that is slow to import.
"""

from __future__ import annotations

import builtins
import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

HERE = os.path.dirname(__file__)
HEADERS_ONLY = "bits.pxd"  # what sheets that are headers of C helpers, not modules, are called or end with
WIDE_BOARDS = "from schwarm.wide_bits cimport"


def import_for_rules(name: str, *more: object) -> ModuleType:
    """What plain modules of ours import by: `cython` is nocython.py to them, and to no other program."""
    if name == "cython":
        from schwarm import nocython

        return nocython
    return builtins.__import__(name, *more)  # type: ignore[arg-type]


BUILTINS = {**vars(builtins), "__import__": import_for_rules}


class PlainLoader(SourceFileLoader):
    """Loads the .py file of a module, which needs no Cython there."""

    def exec_module(self, module: ModuleType) -> None:
        """Run the module with an import of its own."""
        module.__dict__["__builtins__"] = BUILTINS
        super().exec_module(module)


class PureFinder:
    """Finds only the .py files of this package: nothing is compiled, or for debugging and coverage."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The source file of a module of ours; None leaves it to the next finder."""
        if path is None or not name.startswith("schwarm."):
            return None
        specs = (FileFinder(entry, (PlainLoader, [".py"])).find_spec(name) for entry in path)
        return next((spec for spec in specs if spec), None)


def guard() -> None:
    """Plain files with SCHWARM_PURE=1 or where nothing is compiled; ImportError where only a part is."""
    plain = bool(os.environ.get("SCHWARM_PURE"))
    if not plain:
        refuse_partly_compiled()
        plain = compiled_file("schwarm.game.game") is None
    if plain:
        sys.meta_path.insert(0, PureFinder)


def to_compile() -> list[str]:
    """The names of the modules meant to be compiled: all that have a sheet of C types."""
    return sorted(
        ".".join(["schwarm", *os.path.relpath(os.path.join(folder, file[:-4]), HERE).split(os.sep)])
        for folder, _, files in os.walk(HERE)
        for file in files
        if file.endswith(".pxd") and not file.endswith(HEADERS_ONLY)
    )


def modules() -> dict[str, str | None]:
    """The modules meant to be compiled and the compiled file of each, if any.

    What is compiled as a part of another module is left out once that one is there.
    """
    found = {name: compiled_file(name) for name in to_compile()}
    if all(built is None for built in found.values()):
        return found
    alone = {package_of(name) for name, built in found.items() if built is None}
    for name in [name for name, built in found.items() if built and package_of(name) in alone]:
        if not is_wide(name):
            for part in parts_of(name):
                found.pop(part, None)
    return found


def compiled_file(name: str) -> str | None:
    """The file of a compiled module; None if there is none."""
    files = (path_of(name) + suffix for suffix in EXTENSION_SUFFIXES)
    return next((file for file in files if os.path.exists(file)), None)


def file_list(names: list[str]) -> str:
    """Return the files of modules, in one line."""
    return ", ".join(name.removeprefix("schwarm.").replace(".", "/") + ".py" for name in sorted(names))


def refuse_partly_compiled() -> None:
    """ImportError when some modules are compiled and others are not; wide boards may be missing."""
    found = modules()
    missing = [name for name, built in found.items() if built is None]
    if len(missing) < len(found):
        missing = [name for name in missing if not is_wide(name)]  # that needs one more compiler
        if missing:
            raise ImportError(
                f"schwarm is only partly compiled ({file_list(missing)} is not): install it again"
            )


def stale() -> str:
    """Compiled modules older than what they are made of, in a checkout installed for development."""
    return file_list(
        [
            name
            for name, built in modules().items()
            if built and any(os.path.getmtime(part) > os.path.getmtime(built) for part in sources(name))
        ]
    )


def sources(name: str) -> set[str]:
    """The files a compiled module is made of: its own two, and all sheets of C types it takes names from."""
    found: set[str] = set()
    todo = [name]
    while todo:
        sheet = path_of(todo.pop()) + ".pxd"
        if sheet not in found:
            found.add(sheet)
            with open(sheet, encoding="utf-8") as lines:
                todo += [taken for taken in map(cimported, lines) if taken]
    return {*found, *(path_of(part) + ".py" for part in (name, *parts_of(name)))}


def parts_of(name: str) -> list[str]:
    """The other modules that one is put together of, in order (setup.py, `assembled`); most have none."""
    found: list[str] = []
    for line in sheet_of(name):
        if line.endswith("cimport *\n"):
            part = cimported(line)
            found = list(dict.fromkeys([*found, *parts_of(part), part]))
    return found


def is_wide(name: str) -> bool:
    """Is a module compiled for wide boards?"""
    return any(line.startswith(WIDE_BOARDS) for line in sheet_of(name))


def path_of(name: str) -> str:
    """The path of a module without its ending."""
    return os.path.join(HERE, *name.split(".")[1:])


def package_of(name: str) -> str:
    """The package that a module lies in."""
    return name.rpartition(".")[0]


def sheet_of(name: str) -> list[str]:
    """The lines of a module's sheet."""
    if not os.path.exists(path_of(name) + ".pxd"):
        return []
    with open(path_of(name) + ".pxd", encoding="utf-8") as lines:
        return list(lines)


def cimported(line: str) -> str:
    """The module that a line of a sheet takes names from, if it is one of ours."""
    words = line.split()
    ours = words[:1] == ["from"] and words[2:3] == ["cimport"] and words[1].startswith("schwarm.")
    return words[1] if ours else ""

"""Keeps compiled and plain files apart: a compiled search cannot call uncompiled rules.

It runs at every import of the package, so it uses nothing that is slow to import.
"""

from __future__ import annotations

import os
from importlib.machinery import EXTENSION_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

HERE = os.path.dirname(__file__)
HEADERS_ONLY = "bits"  # what sheets that are headers of C helpers, not modules, are called or end with


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


class CythonStandIn:
    """Lets rules say `import cython` where Cython is not installed: asked last, it gives nocython.py."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The stand-in under Cython's own name; None for every other module."""
        file = os.path.join(HERE, "nocython.py")
        return ModuleSpec(name, SourceFileLoader(name, file)) if name == "cython" else None


def modules() -> dict[str, str | None]:
    """The modules meant to be compiled (path without ending) and the compiled file of each, if any.

    What is compiled as a part of another module is left out once that one is there.
    """
    found: dict[str, str | None] = {}
    for folder, _, files in os.walk(HERE):
        present = set(files)
        for name in files:
            stem, ending = os.path.splitext(name)
            if ending == ".pxd" and not stem.endswith(HEADERS_ONLY):
                built = next(
                    (stem + suffix for suffix in EXTENSION_SUFFIXES if stem + suffix in present), None
                )
                found[os.path.join(folder, stem)] = built and os.path.join(folder, built)
    if all(built is None for built in found.values()):
        return found
    alone = {os.path.dirname(module) for module, built in found.items() if built is None}
    for module in [module for module, built in found.items() if built and os.path.dirname(module) in alone]:
        if not is_wide(module):
            for part in parts_of(module):
                found.pop(part, None)
    return found


def told(modules: list[str]) -> str:
    """Modules as people know them."""
    return ", ".join(sorted(os.path.relpath(module, HERE) + ".py" for module in modules))


def refuse_partly_compiled() -> None:
    """ImportError when some modules are compiled and others are not; wide boards may be missing."""
    found = modules()
    missing = [module for module, built in found.items() if built is None]
    if len(missing) < len(found):
        missing = [module for module in missing if not is_wide(module)]  # that needs one more compiler
    if missing and len(missing) < len(found):
        raise ImportError(f"schwarm is only partly compiled ({told(missing)} is not): install it again")


def stale() -> str:
    """Compiled modules older than what they are made of, in a checkout installed for development."""
    return told(
        [
            module
            for module, built in modules().items()
            if built and any(os.path.getmtime(part) > os.path.getmtime(built) for part in sources(module))
        ]
    )


def sources(module: str) -> set[str]:
    """The files a compiled module is made of: its own two, and all sheets of C types it takes names from."""
    found: set[str] = set()
    todo = [module + ".pxd"]
    while todo:
        sheet = todo.pop()
        if sheet not in found:
            found.add(sheet)
            with open(sheet, encoding="utf-8") as lines:
                todo += [path for path in map(cimported, lines) if path]
    return {*found, module + ".py", *(part + ".py" for part in parts_of(module))}


def parts_of(module: str) -> set[str]:
    """The modules that one is put together of (setup.py, `assembled`); of most there are none."""
    found: set[str] = set()
    for line in sheet_of(module):
        if line.endswith("cimport *\n"):
            part = cimported(line).removesuffix(".pxd")
            found |= {part, *parts_of(part)}
    return found


def is_wide(module: str) -> bool:
    """Is a module compiled for wide boards?"""
    return any(line.startswith("from schwarm.wide_bits cimport") for line in sheet_of(module))


def sheet_of(module: str) -> list[str]:
    """The lines of a module's sheet."""
    if not os.path.exists(module + ".pxd"):
        return []
    with open(module + ".pxd", encoding="utf-8") as lines:
        return list(lines)


def cimported(line: str) -> str:
    """The sheet that a line of a sheet takes names from, if it is one of ours."""
    words = line.split()
    if words[:1] != ["from"] or words[2:3] != ["cimport"] or not words[1].startswith("schwarm."):
        return ""
    return os.path.join(HERE, *words[1].split(".")[1:]) + ".pxd"

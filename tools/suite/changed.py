"""Which tests belong to what somebody has changed: `make check` runs these alone.

A folder of tests is named after the package, the game or the part of the page that it is about.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from tools.suite.parts import ROOT

DOCUMENTS = {"tests/test_budgets.py", "tests/test_document_blocks.py", "tests/test_documents.py"}


def changed(root: Path = ROOT) -> list[str]:
    """Files that differ from the main branch, or on the main branch itself from the last commit."""

    def git(*words: str) -> list[str]:
        done = subprocess.run(("git", *words), cwd=root, capture_output=True, text=True, check=True)
        return done.stdout.splitlines()

    try:
        (base,) = git("merge-base", "HEAD", "main")
    except (subprocess.CalledProcessError, ValueError):
        base = "HEAD"
    fresh = git("ls-files", "--others", "--exclude-standard")
    return sorted({*git("diff", "--name-only", base), *fresh})


def belonging(paths: Iterable[str], root: Path = ROOT) -> list[str]:
    """The tests of these files, the folders without what lies in them anyway.

    >>> belonging(["src/schwarm/games/hive/rules.py", "src/schwarm/referee/clock.py"])
    ['src/schwarm/referee/clock.py', 'tests/games/hive', 'tests/referee']
    >>> belonging(["src/schwarm/games/hive/teaching/lessons.toml"])
    ['tests/games/hive', 'tests/lessons']
    >>> belonging(["README.md"])
    ['README.md', 'tests/test_budgets.py', 'tests/test_document_blocks.py', 'tests/test_documents.py']
    >>> belonging(["tests/search/test_mcts.py", "tests/referee/seats.py", "Makefile"])
    ['tests/referee', 'tests/search/test_mcts.py']
    """
    found: set[str] = set()
    for path in map(PurePosixPath, paths):
        if path.parts[0] == "tests" and path.suffix == ".py":
            found.add(str(path if path.name.startswith("test_") else path.parent))
        elif path.parts[:2] == ("src", "schwarm"):
            found.add(nearest(PurePosixPath("tests", *path.parts[2:-1]), root))
            if "teaching" in path.parts[3:] and path.suffix == ".toml":
                found.add("tests/lessons")
            if path.suffix == ".py" and not (root / path).with_suffix(".pxd").exists():
                found.add(str(path))  # for its examples; those of compiled modules are run as plain Python
        elif path.parts[0] == "tools" and len(path.parts) > 2:
            found |= {str(path), nearest(PurePosixPath("tests", *path.parts[1:-1]), root)}
        elif path.suffix == ".md":
            found |= {str(path), *DOCUMENTS}
    there = {path for path in found if path != "tests" and (root / path).exists()}
    return sorted(path for path in there if not there & {str(above) for above in PurePosixPath(path).parents})


def nearest(folder: PurePosixPath, root: Path) -> str:
    """The folder of tests for a package: its own, or that of the package around it."""
    while not (root / folder).is_dir():
        folder = folder.parent
    return str(folder)

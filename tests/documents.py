"""Blocks of code in the documents: what they are, and their examples, which pytest runs page by page."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import ROOT

BLOCK = re.compile(r"^```(.*?)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROMPT = ">>> "


def documents() -> list[str]:
    """Every document of the repository."""
    found = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
    return sorted(path.relative_to(ROOT).as_posix() for path in found)


def blocks(page: str) -> list[tuple[str, str]]:
    """The fenced blocks of a page: the word behind the fence, and what stands inside."""
    return BLOCK.findall((ROOT / page).read_text("utf-8"))


def examples(text: str) -> str:
    r"""The Python sessions of a page, each in its own lines; all other lines are empty.

    >>> examples("A sum:\n```python\n>>> 1 + 1\n2\n```\n>>> this stands outside")
    '\n\n>>> 1 + 1\n2\n\n'
    """
    kept: list[str] = []
    inside: str | None = None
    for line in text.split("\n"):
        fence = line.startswith("```")
        kept.append("" if fence or inside != "python" else line)
        if fence:
            inside = line.removeprefix("```") if inside is None else None
    return "\n".join(kept)


class Page(pytest.File):
    """A document whose examples are one test: what a block defines the next ones know."""

    def collect(self) -> Iterator[pytest.Item]:
        text = examples(self.path.read_text("utf-8"))
        if PROMPT in text:
            yield Examples.from_parent(self, name="examples", text=text)


class Examples(pytest.Item):
    """The examples of a document, from the first to the last."""

    def __init__(self, *, text: str, **more: object) -> None:
        super().__init__(**more)  # type: ignore[arg-type]
        self.text = text

    def runtest(self) -> None:
        told: list[str] = []
        page = doctest.DocTestParser().get_doctest(
            self.text, {"__name__": "__main__"}, self.path.name, str(self.path), 0
        )
        failed, _ = doctest.DocTestRunner(verbose=False).run(page, out=told.append)
        if failed:
            raise BadExample("".join(told))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        return str(excinfo.value) if isinstance(excinfo.value, BadExample) else str(excinfo.getrepr())

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, f"examples of {self.path.name}"


class BadExample(AssertionError):
    """An example that says something else than its document."""

"""Write the tables of the reference that code knows: `python -m tools.references`.

A table stands between `<!-- NAME: made by tools/references.py -->` and `<!-- end -->` in a document.
"""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import takewhile
from pathlib import Path

from schwarm.cli import COMMANDS, run
from schwarm.environments import Layout, layout_of
from schwarm.web import Settings, create_app

ROOT = Path(__file__).parent.parent
REFERENCE = ROOT / "docs" / "reference"
MARKED = re.compile(r"(<!-- (\w+): made by tools/references\.py -->\n).*?(<!-- end -->)", re.DOTALL)
GROUPS = ("lab", "puzzles", "tournament")  # commands that have commands of their own
FEW = 6  # words that are listed; of more only the first and the last
REQUESTS = (  # what programs use most; the site lists all
    "GET /api/games", "POST /api/positions", "POST /api/tables", "POST /api/join",
    "GET /api/tables/{table}", "POST /api/tables/{table}/moves", "GET /api/tables",
    "GET /api/tables/{table}/record", "GET /api/replays", "POST /api/records",
    "POST /api/tables/{table}/analysis", "POST /api/people", "GET /api/lobby", "GET /api/events/{number}",
)  # fmt: skip


def write_table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table in Markdown; a bar inside a cell is escaped."""
    head = list(head)
    lines = ["|" + "|".join(cell.replace("|", r"\|") for cell in line) + "|" for line in (head, *rows)]
    return "\n".join([lines[0], "|---" * len(head) + "|", *lines[1:]]) + "\n"


def differing_word(one: str, other: str) -> int | None:
    """The place of the only word in which two names differ; None if there is no such word."""
    first, second = one.split(" "), other.split(" ")
    places = [at for at, (a, b) in enumerate(zip(first, second, strict=False)) if a != b]
    return places[0] if len(places) == 1 and len(first) == len(second) else None


def join_names(names: list[str], place: int) -> str:
    """Names that differ in the word at this place, as one name.

    >>> join_names(["own ants left", "own bees left"], 1)
    'own ants, bees left'
    """
    words = [name.split(" ")[place] for name in names]
    first = names[0].split(" ")
    many = ", ".join(words) if len(words) <= FEW else f"{words[0]} to {words[-1]}"
    return " ".join([*first[:place], many, *first[place + 1 :]])


def count_run(names: list[str], start: int, step: int) -> tuple[int, int]:
    """How many names from `start` on, `step` apart, differ in one word, and the place of that word."""
    place = differing_word(names[start], names[start + step]) if start + step < len(names) else None
    if place is None:
        return 1, 0
    later = names[start + step :: step]
    alike = list(takewhile(lambda name: differing_word(names[start], name) == place, later))
    return 1 + len(alike), place


def join_runs(names: list[str], step: int = 1) -> Iterator[tuple[int, int, str]]:
    """Runs of three and more names that differ in one word: (place of the first, how many, name).

    >>> list(join_runs([f"shape {number} of 9" for number in range(9)] + ["1 if red"]))
    [(0, 9, 'shape 0 to 8 of 9'), (9, 1, '1 if red')]
    """
    start = 0
    while start < len(names):
        runs = [count_run(names, at, step) for at in range(start, min(start + step, len(names)))]
        count = min(count for count, _ in runs)
        if count < 3:
            count, runs = 1, [(1, 0)]
        for at, (_, place) in enumerate(runs, start):
            name = join_names(names[at :: len(runs)][:count], place) if count > 1 else names[at]
            yield at, count, name
        start += count * len(runs)


def write_observations(layout: Layout) -> str:
    """The planes and scalars of a game's observations, by their places."""

    def rows(kind: str, names: tuple[str, ...], offset: int) -> Iterator[tuple[str, str]]:
        runs = list(join_runs(list(names)))
        starts = [*(start for start, _, _ in runs), len(names)]
        for at, count, name in join_runs([name for _, _, name in runs], step=2):
            first, last = starts[at], starts[at + 1] - 1
            place = (
                f"{kind} {offset + first}"
                if first == last
                else f"{kind}s {offset + first} to {offset + last}"
            )
            again = f" and every {starts[at + 2] - first} from there" if count > 1 else ""
            yield place + again, name

    planes = rows("plane", layout.planes, 0)
    return write_table(("place", "what"), [*planes, *rows("byte", layout.scalars, layout.plane_bytes)])


def write_requests() -> str:
    """The requests that most programs need, as the server describes them."""
    paths = create_app(Settings()).openapi()["paths"]
    told = {f"{how.upper()} {path}": one for path, ways in paths.items() for how, one in ways.items()}
    described = ((name, told[name].get("description", "").split("\n\n")[0]) for name in REQUESTS)
    return write_table(
        ("request", "what it does"), ((f"`{name}`", " ".join(text.split())) for name, text in described)
    )


def write_commands() -> str:
    """All commands."""
    return write_table(
        ("command", "what it does"), ((f"`schwarm {name}`", text) for name, text in COMMANDS.items())
    )


def write_help() -> str:
    """The help of every command, for the site."""
    return "\n".join(
        f"### schwarm {' '.join(words)}\n\n```text\n{read_help(words)}```\n" for words in every_command()
    )


def every_command() -> Iterator[list[str]]:
    """Every command, and those of the groups."""
    for name in COMMANDS:
        yield [name]
        if name in GROUPS:
            listed = read_help([name]).partition("Commands:\n")[2].partition("\n\n")[0]
            yield from ([name, one] for one in re.findall(r"^  (\w[\w-]*)", listed, re.MULTILINE))


def read_help(words: list[str], option: str = "--help-all") -> str:
    """What a command prints when it is asked for its help."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.suppress(SystemExit):
        run([*words, option])
    return printed.getvalue()


TABLES: dict[str, Callable[[Path], str]] = {
    "commands": lambda page: write_commands(),
    "observations": lambda page: write_observations(layout_of(page.stem)),
    "requests": lambda page: write_requests(),
}


def fill(page: Path) -> str:
    """The text of a document with its tables as they should be."""
    return MARKED.sub(lambda mark: f"{mark[1]}\n{TABLES[mark[2]](page)}\n{mark[3]}", page.read_text("utf-8"))


def marked_pages() -> list[Path]:
    """The documents with such tables."""
    return [page for page in sorted(REFERENCE.rglob("*.md")) if MARKED.search(page.read_text("utf-8"))]


if __name__ == "__main__":
    for each in marked_pages():
        each.write_text(fill(each), "utf-8")

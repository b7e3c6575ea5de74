"""Builds the documents as a site that needs no server: `python -m tools.site [FOLDER]`, `make docs`.

Pages come from README.md, CHANGELOG.md, CONTRIBUTING.md and docs; what else of the repository they link to
is copied beside them. The search runs in the browser on an index of all paragraphs.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from dataclasses import dataclass
from html import escape
from pathlib import Path
from posixpath import normpath, relpath

from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).parent.parent
HERE = Path(__file__).parent
TRANSLATIONS = {  # a page and the same in German
    "docs/first-bot.md": "docs/erster-bot.md",
    "docs/better-bot.md": "docs/besserer-bot.md",
    "docs/class-tournament.md": "docs/klassenturnier.md",
    "docs/school.md": "docs/schule.md",
    "docs/clients.md": "docs/eigener-client.md",
}
GERMAN = set(TRANSLATIONS.values())
# The menu: headings and the pages beneath them; pages that are not here come under the last heading.
MENU = {
    "Start": (
        "README.md",
        "docs/first-bot.md",
        "docs/erster-bot.md",
        "docs/better-bot.md",
        "docs/besserer-bot.md",
        "docs/clients.md",
        "docs/eigener-client.md",
        "docs/page.md",
        "docs/puzzles.md",
    ),
    "Games": (
        "docs/games/piranhas.md",
        "docs/games/hive.md",
        "docs/games/mississippi_queen.md",
        "docs/games/protista.md",
    ),
    "Programming": (
        "docs/reference.md",
        "docs/embedding.md",
        "docs/command-line.md",
        "docs/bots.md",
        "docs/engine-protocol.md",
        "docs/contest-protocol.md",
        "docs/api.md",
        "docs/adding-a-game.md",
    ),
    "Organising": (
        "docs/class-tournament.md",
        "docs/klassenturnier.md",
        "docs/school.md",
        "docs/schule.md",
        "docs/tournaments.md",
        "docs/running-a-server.md",
        "docs/referee-and-store.md",
    ),
    "The project": ("docs/architecture.md", "docs/glossary.md", "CONTRIBUTING.md", "CHANGELOG.md"),
}
LINK = re.compile(r"^[a-z]+:|^//", re.IGNORECASE)  # leads out of the repository


@dataclass(frozen=True, slots=True)
class Page:
    """A document: its path in the repository, its title, its HTML, its headings with their text."""

    path: str
    title: str
    body: str
    anchors: tuple[str, ...]
    links: tuple[str, ...]
    parts: tuple[tuple[str, str, str], ...]  # anchor, heading, text beneath it

    @property
    def target(self) -> str:
        """Its file in the site."""
        return "index.html" if self.path == "README.md" else re.sub(r"\.md$", ".html", self.path)


def documents() -> list[str]:
    """Every document of the repository that belongs to the site, in the order of the menu, others last."""
    found = {path.relative_to(ROOT).as_posix() for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]}
    ordered = [path for pages in MENU.values() for path in pages if path in found]
    return ordered + sorted(found - set(ordered))


def slug(heading: str) -> str:
    """The anchor of a heading, as code hosts make it.

    >>> slug("A whole game, message by message")
    'a-whole-game-message-by-message'
    """
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def text_of(token: Token) -> str:
    """What a line of text says, without its marks."""
    return "".join(child.content for child in token.children or () if child.type in ("text", "code_inline"))


def read(path: str) -> Page:
    """A document, its links turned towards the pages of the site."""
    tokens = MarkdownIt("commonmark", {"html": False}).enable("table").parse((ROOT / path).read_text())
    anchors: list[str] = []
    links: list[str] = []
    parts: list[tuple[str, str, str]] = []
    for number, token in enumerate(tokens):
        if token.type == "heading_open":
            heading = text_of(tokens[number + 1])
            anchor = slug(heading)
            again = sum(known == anchor or known.startswith(f"{anchor}-") for known in anchors)
            anchor = f"{anchor}-{again}" if anchor in anchors else anchor
            anchors.append(anchor)
            token.attrSet("id", anchor)
            parts.append((anchor, heading, ""))
        elif token.type in ("inline", "fence") and parts:
            said = token.content if token.type == "fence" else text_of(token)
            if said != parts[-1][1]:
                parts[-1] = (*parts[-1][:2], f"{parts[-1][2]} {' '.join(said.split())}")
        for child in token.children or ():
            name = {"link_open": "href", "image": "src"}.get(child.type)
            if name is not None:
                links.append(str(child.attrGet(name)))
                child.attrSet(name, site_link(path, links[-1]))
    renderer = MarkdownIt("commonmark", {"html": False})
    title = parts[0][1] if parts else path
    body = renderer.renderer.render(tokens, renderer.options, {})
    return Page(path, title, body, tuple(anchors), tuple(links), tuple(parts))


def site_link(page: str, link: str) -> str:
    """Where a link of a page leads in the site."""
    if LINK.match(link) or link.startswith("#"):
        return link
    path, mark, anchor = link.partition("#")
    target = normpath(f"{Path(page).parent.as_posix()}/{path}")
    if target == "README.md":
        path = relpath("index.html", Path(page).parent.as_posix())
    elif target.endswith(".md"):
        path = re.sub(r"\.md$", ".html", path)
    elif (ROOT / target).is_dir():
        path = path.rstrip("/") + "/"
    return path + mark + anchor


def broken_links(pages: list[Page]) -> list[str]:
    """Links inside the repository that lead nowhere."""
    anchors = {page.path: set(page.anchors) for page in pages}
    broken = []
    for page in pages:
        for link in page.links:
            if LINK.match(link):
                continue
            path, _, anchor = link.partition("#")
            target = normpath(f"{Path(page.path).parent.as_posix()}/{path}") if path else page.path
            if not (ROOT / target).exists() or (anchor and anchor not in anchors.get(target, ())):
                broken.append(f"{page.path}: {link}")
    return broken


def menu(here: Page, pages: dict[str, Page]) -> str:
    """The menu of a page."""
    folder = Path(here.target).parent.as_posix()
    lines = []
    placed = [path for paths in MENU.values() for path in paths]
    *most, last = MENU
    others = tuple(path for path in pages if path not in placed)
    for heading, paths in [*((name, MENU[name]) for name in most), (last, MENU[last] + others)]:
        lines.append(f"<h2>{escape(heading)}</h2><ul>")
        for path in paths:
            page = pages[path]
            now = ' aria-current="page"' if page is here else ""
            language = ' lang="de"' if path in GERMAN else ""
            lines.append(
                f'<li><a href="{relpath(page.target, folder)}"{now}{language}>{escape(page.title)}</a></li>'
            )
        lines.append("</ul>")
    return "\n".join(lines)


def html(page: Page, pages: dict[str, Page]) -> str:
    """A whole page of the site."""
    up = relpath(".", Path(page.target).parent.as_posix())
    return (
        (HERE / "site" / "page.html")
        .read_text()
        .format(
            language="de" if page.path in GERMAN else "en",
            title=escape(page.title),
            up=up,
            menu=menu(page, pages),
            body=page.body,
        )
    )


def copy_linked(page: Page, target: Path) -> None:
    """Files and folders of the repository that a page shows or links to."""
    for link in page.links:
        if LINK.match(link) or not (path := link.partition("#")[0]) or path.endswith(".md"):
            continue
        name = normpath(f"{Path(page.path).parent.as_posix()}/{path}")
        source = ROOT / name
        if source.is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target / name)
        elif source.is_dir():
            names = sorted(file.name for file in source.iterdir() if file.is_file())
            (target / name).mkdir(parents=True, exist_ok=True)
            for file in names:
                shutil.copyfile(source / file, target / name / file)
            items = "".join(f'<li><a href="{escape(file)}">{escape(file)}</a></li>' for file in names)
            (target / name / "index.html").write_text(f"<!doctype html><ul>{items}</ul>")


def build(target: Path) -> int:
    """Write the site into a folder; the number of its pages."""
    pages = {path: read(path) for path in documents()}
    target.mkdir(parents=True, exist_ok=True)
    for name in ("style.css", "search.js"):
        shutil.copyfile(HERE / "site" / name, target / name)
    index = []
    for page in pages.values():
        file = target / page.target
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(html(page, pages))
        copy_linked(page, target)
        index += [[page.target, anchor, page.title, heading, text] for anchor, heading, text in page.parts]
    (target / "search-index.js").write_text(f"const INDEX = {json.dumps(index, ensure_ascii=False)};\n")
    return len(pages)


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "docs"
    sys.stdout.write(f"{build(folder)} pages: open {folder / 'index.html'}\n")

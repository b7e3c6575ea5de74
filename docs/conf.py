"""How Sphinx makes the site: `make docs`. Its pages are the documents, where they lie."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

os.environ["SCHWARM_PURE"] = "1"  # compiled modules have no signatures

import schwarm
from schwarm.web import Settings, create_app

ROOT = Path(__file__).parent.parent
sys.path.append(str(ROOT))

from tools.references import write_help


def read_menu() -> dict[str, list[str]]:
    """Return the pages below each heading: what docs/README.md links to, the notes, the project's own."""
    menu: dict[str, list[str]] = {"Start": ["/docs/README"]}
    for section in (ROOT / "docs/README.md").read_text().split("\n## ")[1:]:
        links = re.findall(r"\]\(([\w/-]+)\.md\)", section)
        menu[section.partition(":")[0]] = [f"/docs/{link}" for link in links]
    notes = sorted((ROOT / "bench/notes").glob("*.md"))
    menu["Measured"] = [f"/bench/notes/{path.stem}" for path in notes]
    project = ["CONTRIBUTING", "CHANGELOG", "CODE_OF_CONDUCT", "SECURITY", "tests/windows"]
    return menu | {"The project": [f"/{page}" for page in project]}


project = "schwarm"
version = release = schwarm.__version__
root_doc = "README"
include_patterns = ["*.md", "docs/**.md", "bench/notes/*.md", "tests/windows.md"]
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton", "sphinxcontrib.openapi"]
suppress_warnings = ["misc.highlighting_failure"]  # lines of a conversation are no whole HTTP
html_theme = "furo"
html_title = "schwarm"
html_additional_pages = {"index": "to-readme.html"}
templates_path = ["templates"]
html_show_copyright = html_show_sphinx = html_copy_source = False
myst_heading_anchors = 6
default_role = "py:obj"  # what stands in single quotes in a docstring, with a link if it is a public name
autodoc_default_options = {"members": True, "member-order": "bysource"}
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True


def add_menu(app: Sphinx, page: str, source: list[str]) -> None:
    """The menu belongs to the first page, which code hosts show without it."""
    if page == root_doc:
        app.env.note_dependency(str(ROOT / "docs/README.md"))
        for heading, pages in read_menu().items():
            source[0] += f"\n```{{toctree}}\n:hidden:\n:caption: {heading}\n" + "\n".join(pages) + "\n```\n"


def set_language(app: Sphinx, page: str, template: str, context: dict[str, object], tree: object) -> None:
    """Mark German pages."""
    document = ROOT / f"{page}.md"
    if document.is_file() and "*[English](" in document.read_text("utf-8")[:200]:
        context["language"] = "de"


def write_references(app: Sphinx) -> None:
    """Write what http-api.md and command-line.md include: every request, and the help of every command."""
    api = create_app(Settings()).openapi()
    schemas = api["components"]["schemas"]
    for request in (request for path in api["paths"].values() for request in path.values()):
        good = {code: says for code, says in request["responses"].items() if code < "4"}
        request["responses"] = good  # refusals are the same everywhere
        for what, says in ("Sent", request.get("requestBody", {})), ("Answered", *good.values()):
            schema = says.get("content", {}).get("application/json", {}).get("schema", {})
            name = schema.get("$ref", schema.get("items", {}).get("$ref", "")).rpartition("/")[2]
            if fields := schemas.get(name, {}).get("properties"):
                listed = ", ".join(f"``{field}``{kind(values)}" for field, values in fields.items())
                many = "a list with " if "items" in schema else ""
                request["description"] = f"{request.get('description', '')}\n\n{what}: {many}{listed}."
    folder = ROOT / "build"
    folder.mkdir(exist_ok=True)
    (folder / "openapi.json").write_text(json.dumps(api))
    (folder / "commands.md").write_text(write_help())


def kind(values: dict[str, Any]) -> str:
    """What a field holds, in brackets."""
    kinds = [
        one.get("type") or one.get("$ref", "").rpartition("/")[2] for one in values.get("anyOf", [values])
    ]
    return f" ({' or '.join(kinds)})" if all(kinds) else ""


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.connect("builder-inited", write_references)
    app.connect("source-read", add_menu)
    app.connect("html-page-context", set_language)

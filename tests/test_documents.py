"""The documents: what they show can be done, what they link to is there, the reference is up to date."""

from __future__ import annotations

import ast
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
import typer

import schwarm
from schwarm.cli import COMMANDS
from schwarm.testing.plugin import OPTION
from tests import ROOT
from tests.documents import blocks
from tools import reference, site

SHELL = ("sh", "sh later", "sh node", "sh java", "sh install")
FIRST_BOT = ("first-bot.md", "erster-bot.md")


def shell_lines() -> Iterator[tuple[str, str]]:
    """Every line of a document that starts our command or make, with the page."""
    for page in site.documents():
        for kind, body in blocks(page):
            if kind in SHELL:
                for line in body.splitlines():
                    if line.startswith(("schwarm ", "make ")):
                        yield page, line


def parser(command: str) -> typer.core.TyperCommand | typer.core.TyperGroup:
    module = import_module(f"schwarm.cli.{command}")
    app = getattr(module, "app", None)
    if app is None:
        app = typer.Typer(add_completion=False)
        app.command(command)(module.command)
    made = typer.main.get_command(app)
    assert isinstance(made, typer.core.TyperCommand | typer.core.TyperGroup)
    return made


def understand(words: list[str]) -> None:
    """Let a command read its arguments without running it."""
    command = parser(words[1])
    rest = words[2:]
    if isinstance(command, typer.core.TyperGroup):
        name, rest = (rest[0], rest[1:]) if rest[0] in command.commands else ("look", rest)  # of the lab
        command = command.commands[name]  # type: ignore[assignment]
    command.make_context("schwarm", rest).close()


@pytest.mark.parametrize(("page", "line"), list(shell_lines()))
def test_every_command_line_is_understood(page: str, line: str) -> None:
    words = shlex.split(line, comments=True)
    if words[0] == "make":
        assert re.search(rf"^{words[1]}:", (ROOT / "Makefile").read_text(), re.MULTILINE)
    elif words[1] != "--version":
        assert words[1] in COMMANDS
        understand(words)


def test_every_option_in_the_text_exists() -> None:
    for page in site.documents():
        for code in re.findall(r"`(schwarm [^`\n]+)`", (ROOT / page).read_text()):
            words = code.split()
            if words[1] not in COMMANDS:
                assert words[1] in ("--version", "--help", "COMMAND"), f"{page}: {code}"
                continue
            command = parser(words[1])
            commands = [command]
            if isinstance(command, typer.core.TyperGroup):
                commands = list(command.commands.values())  # type: ignore[arg-type]
            known = {option for each in commands for part in each.params for option in part.opts}
            for option in re.findall(r"(?<=\s)--[a-z][\w-]*", code):
                assert option in {*known, "--help"}, f"{page}: {code}"


def test_toml_blocks_are_toml_and_excerpts_are_of_the_example() -> None:
    example = "".join(path.read_text() for path in sorted((ROOT / "examples/breakthrough/src").rglob("*.py")))
    sheet = (ROOT / "examples/breakthrough/compiled/rules.pxd").read_text()
    for page in site.documents():
        for kind, body in blocks(page):
            if kind.startswith("toml"):
                tomllib.loads(body)
            if kind == "cython":
                assert body.strip() == sheet.strip()
            if kind == "python" and ">>>" not in body:
                for part in re.sub(r"\s", "", body).removesuffix(",},)").split(",...")[:1]:
                    assert part in re.sub(r"\s", "", example), page


def test_the_engine_answers_as_its_document_shows() -> None:
    """The conversation, held with a real engine; the document has what it says, word for word."""
    (said,) = (body for kind, body in blocks("docs/engine-protocol.md") if kind == "text engine")
    lines = said.splitlines()
    requests = [line.removeprefix("> ") for line in lines if line.startswith("> ")]
    assert len(requests) > 5
    done = subprocess.run(
        [sys.executable, "-m", "schwarm.cli", "engine"],
        input="".join(f"{line}\n" for line in requests),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == [line for line in lines if not line.startswith("> ")]


def install_lines() -> list[str]:
    """What a document has its reader type to install, one command each."""
    found = [body for page in site.documents() for kind, body in blocks(page) if kind == "sh install"]
    assert len(found) > 4
    lines = [line.partition("#")[0].strip() for body in found for line in body.splitlines()]
    return [command.strip() for line in lines for command in line.split("&&")]


def extras() -> dict[str, list[str]]:
    """What may stand in brackets behind the name."""
    told: dict[str, list[str]] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]
    return told


@pytest.mark.parametrize("command", sorted(set(install_lines())))
def test_the_lines_of_an_installation_are_commands_with_options_that_exist(command: str) -> None:
    words = shlex.split(command)
    if words[0] == ".":
        assert words[1:] == [".venv/bin/activate"]
    elif words[0] == "schwarm":
        assert words[1] in ("--version", *COMMANDS)
    elif words[0] == "pytest":
        assert words[1] == OPTION
    elif words[0] == "python3":
        assert words[1:] == ["-m", "venv", ".venv"]
    elif words[0] == "git":
        assert words[1:] == ["clone", "CHECKOUT", "schwarm"]
    else:
        assert words[:2] == ["pip", "install"]
        (wanted,) = (word for word in words[2:] if word not in ("--no-build-isolation", "--no-deps"))
        if wanted == "pytest":
            return
        name, _, extra = wanted.partition("[")
        assert extra.removesuffix("]") in {"", *extras()}
        target = Path(name.removeprefix("./"))
        named = ROOT if target == Path("schwarm") else ROOT / target
        assert (named / "pyproject.toml").is_file()


@pytest.mark.long
def test_the_installation_of_the_first_bot_works_in_an_empty_folder(tmp_path: Path) -> None:
    """The block as it stands, line by line, in a shell of its own; needs a package registry."""
    (body,) = (body for kind, body in blocks("docs/first-bot.md") if kind == "sh install")
    script = "set -e\n" + body.replace("CHECKOUT", shlex.quote(str(ROOT)))
    clean = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "SCHWARM_PURE")}
    done = subprocess.run(["bash", "-c", script], cwd=tmp_path, env=clean, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "schwarm" in done.stdout.splitlines()[-1]
    assert (tmp_path / ".venv" / "bin" / "schwarm").exists()


def test_the_example_bot_is_found_where_the_documents_say() -> None:
    for page in ("README.md", *(f"docs/{name}" for name in FIRST_BOT)):
        assert "client.js" in (ROOT / page).read_text()


def test_no_link_leads_nowhere() -> None:
    assert site.broken_links([site.read(path) for path in site.documents()]) == []


def test_the_site_has_every_page_with_search_and_both_languages(tmp_path: Path) -> None:
    assert site.build(tmp_path) == len(site.documents())
    assert all((tmp_path / site.read(path).target).exists() for path in site.documents())
    index = (tmp_path / "search-index.js").read_text()
    assert '"docs/first-bot.html"' in index
    assert '"Der erste Bot, in einer Viertelstunde"' in index
    assert '<html lang="de">' in (tmp_path / "docs" / "erster-bot.html").read_text()
    assert (tmp_path / "docs" / "images" / "page.png").exists()
    for page in tmp_path.rglob("*.html"):
        for link in re.findall(r'(?:href|src)="([^"#:]+)["#]', page.read_text()):
            target = page.parent / link
            assert (target / "index.html" if target.is_dir() else target).exists(), f"{page.name}: {link}"


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_the_search_finds_sections_by_the_beginnings_of_their_words(tmp_path: Path) -> None:
    site.build(tmp_path)
    page = (
        "const document = {currentScript: {dataset: {root: '.'}}, querySelector: () => "
        "({addEventListener() {}, form: {addEventListener() {}}})};"
    )
    asked = (
        "console.log(search('record_of')[0].page, search('legal mov').length > 1, search('xyzzy').length);"
    )
    parts = [(tmp_path / name).read_text() for name in ("search-index.js", "search.js")]
    code = "\n".join([parts[0], page, parts[1], asked])
    (tmp_path / "ask.js").write_text(code)
    done = subprocess.run(["node", str(tmp_path / "ask.js")], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["docs/reference.html", "true", "0"]


def test_all_that_the_reference_tells_of_a_class_is_there_in_this_build() -> None:
    for section in reference.SECTIONS:
        for name in section.names:
            found = getattr(import_module(section.module), name)
            node, text = reference.find(section.module, name)
            if not isinstance(node, ast.ClassDef):
                continue
            for line in reference.members(node, text):
                member = re.match(r"- `(\w+)", line)
                assert member is not None
                known = hasattr(found, member[1]) or member[1] in getattr(found, "__dataclass_fields__", ())
                assert known or member[1] in getattr(found, "__annotations__", ()), f"{name}.{member[1]}"


def test_the_reference_is_what_the_docstrings_say() -> None:
    assert reference.PAGE.read_text() == reference.page(), "run make reference"


def test_every_public_name_is_in_the_reference_with_an_example() -> None:
    entries = dict(re.findall(r"^### (\w+)\n(.*?)(?=^##|\Z)", reference.page(), re.MULTILINE | re.DOTALL))
    for name in {*schwarm.__all__, "record_of", "replay", "open_store", "Store"} - {"__version__"}:
        assert ">>> " in entries[name], name

"""The documents: what they show can be done, what they link to is there, the site can be built."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path, PurePosixPath

import pytest
import typer

import schwarm
from schwarm.cli import COMMANDS
from schwarm.testing.plugin import OPTION
from tests import ROOT
from tests.documents import blocks, documents

SHELL = ("sh", "sh later", "sh node", "sh java", "sh install")
FIRST_BOT = ("docs/tutorials/first-bot.md", "docs/tutorials/erster-bot.md")


def shell_lines() -> Iterator[tuple[str, str]]:
    """Every line of a document that starts our command or make, with the page."""
    for page in documents():
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
    for page in documents():
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
                assert option in {*known, "--help", "--help-all"}, f"{page}: {code}"


def test_toml_blocks_are_toml_and_excerpts_are_of_the_example() -> None:
    example = "".join(path.read_text() for path in sorted((ROOT / "examples/breakthrough/src").rglob("*.py")))
    sheet = (ROOT / "examples/breakthrough/compiled/rules.pxd").read_text()
    for page in documents():
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
    (said,) = (body for kind, body in blocks("docs/reference/engine-protocol.md") if kind == "text engine")
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
    found = [body for page in documents() for kind, body in blocks(page) if kind == "sh install"]
    assert len(found) > 4
    lines = [line.partition("#")[0].strip() for body in found for line in body.splitlines()]
    return [command.strip() for line in lines for command in line.split("&&")]


PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


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
        if wanted in ("pytest", *PYPROJECT["build-system"]["requires"]):
            return
        name, _, extra = wanted.partition("[")
        assert extra.removesuffix("]") in {"", *PYPROJECT["project"]["optional-dependencies"]}
        target = Path(name.removeprefix("./"))
        named = ROOT if target == Path("schwarm") else ROOT / target
        assert (named / "pyproject.toml").is_file()


@pytest.mark.long
def test_the_installation_of_the_first_bot_works_in_an_empty_folder(tmp_path: Path) -> None:
    """The block as it stands, line by line, in a shell of its own; needs a package registry."""
    (body,) = (body for kind, body in blocks("docs/tutorials/first-bot.md") if kind == "sh install")
    script = "set -e\n" + body.replace("CHECKOUT", shlex.quote(str(ROOT)))
    clean = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "SCHWARM_PURE")}
    done = subprocess.run(["bash", "-c", script], cwd=tmp_path, env=clean, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "schwarm" in done.stdout.splitlines()[-1]
    assert (tmp_path / ".venv" / "bin" / "schwarm").exists()


def test_the_example_bot_is_found_where_the_documents_say() -> None:
    for name in FIRST_BOT:
        assert "client.js" in (ROOT / name).read_text()


def test_no_document_copies_an_elo_figure_that_a_command_prints() -> None:
    copied = re.compile(r"Elo [+-]\d|(?<!against )(?<!about )(?<!etwa )\b\d[\d,]* Elo\b")
    for page in documents():
        assert copied.findall((ROOT / page).read_text("utf-8")) == [], page


NOTES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "bench/notes").glob("*.md"))


def headings(page: Path) -> set[str]:
    """The headings of a page as links name them."""
    found = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in found}


def test_no_link_leads_nowhere() -> None:
    """To a file that is there, and to one of its headings."""
    for page in (*documents(), *NOTES):
        text = re.sub(r"^```.*?^```$", "", (ROOT / page).read_text(), flags=re.MULTILINE | re.DOTALL)
        for link, heading in re.findall(r"\]\(([^)\s#]*)#?([^)]*)\)", text):
            target = (ROOT / page).parent / link if link else ROOT / page
            assert ":" in link or target.is_file(), f"{page}: {link}"
            assert ":" in link or not heading or heading in headings(target), f"{page}: {link}#{heading}"


TASKS = {
    "play, watch, replay": "docs/how-to/play.md",
    "write a first bot": "docs/tutorials/first-bot.md",
    "hold a tournament with a class": "docs/tutorials/class-tournament.md",
    "add a game": "docs/how-to/add-a-game.md",
    "train an agent": "docs/tutorials/train-an-agent.md",
    "run a server": "docs/how-to/run-a-server.md",
    "connect a client of the contest": "docs/how-to/bring-a-client.md",
    "study a rule": "docs/how-to/study-a-rule.md",
    "write a puzzle or a lesson": "docs/how-to/puzzles-and-lessons.md",
}


def test_a_task_is_one_click_from_the_first_page_and_every_document_two() -> None:
    def linked(page: str) -> set[str]:
        links = re.findall(r"\]\(([^)\s#:]+\.md)[^)]*\)", (ROOT / page).read_text())
        return {os.path.relpath(ROOT / page / ".." / link, ROOT) for link in links}

    first = linked("README.md")
    assert set(TASKS.values()) <= first
    assert set(documents()) - {"README.md"} <= first.union(*(linked(page) for page in first))


MEANT = re.compile(r"`((?:[\w*-]+/)+[\w*-]+\.(?:py|pxd|js|toml|json|gz))`")  # a file of ours, in prose
PLACES = {"NAME": "*", "GAME": "*", "STUDY": "*", "LANGUAGE": "*", "VERSION": "*", "mygame": "*"}


def test_files_that_documents_name_are_there() -> None:
    """By the end of their path, as prose names them."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    files = [PurePosixPath(line) for line in listed.splitlines()]
    for page in (*documents(), *NOTES):
        text = (ROOT / page).read_text()
        for module in re.findall(r"\bpython -m ((?:bench|tools)(?:\.\w+)*)", text):
            place = ROOT / module.replace(".", "/")
            assert place.with_suffix(".py").is_file() or (place / "__main__.py").is_file(), (
                f"{page}: {module}"
            )
        for name in MEANT.findall(re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)):
            pattern = re.sub("|".join(PLACES), lambda place: PLACES[place[0]], name)
            assert any(path.match(pattern) for path in files), f"{page}: {name}"


NAMED = re.compile(
    r"(?<![\w/.-])(?:docs|bench/notes)/[\w./-]+\.(?:md|toml|svg|png)(?![\w.-])"
)  # a file, in any text


def test_documents_that_sources_and_messages_name_are_there() -> None:
    """Docstrings, texts of the page, templates of new bots, tests, tools, settings of servers."""
    found = subprocess.run(
        ["git", "grep", "-IlE", "(docs|bench/notes)/", "--", ".", ":!CHANGELOG.md", ":!*.jsonl"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    sources = found.stdout.splitlines()
    assert "src/schwarm/cli/doctor.py" in sources
    for source in sources:
        for name in NAMED.findall((ROOT / source).read_text()):
            assert (ROOT / name).is_file() or "NAME" in name or "GAME" in name, f"{source}: {name}"


def referred() -> Iterator[tuple[str, str, object]]:
    """Every name of the Python reference, with its module and what it is."""
    module = ""
    page = (ROOT / "docs/reference/python.md").read_text()
    for kind, name in re.findall(r"^\.\. (\w+):: ([\w.]+)$", page, re.M):
        if kind == "currentmodule":
            module = name
        else:
            yield module, name, getattr(import_module(module), name)


def test_every_public_name_is_in_the_reference_and_every_name_of_it_has_an_example() -> None:
    told = {name: what for _, name, what in referred()}
    assert set(schwarm.__all__) - {"__version__"} <= set(told)
    assert [name for name, what in told.items() if ">>> " not in (what.__doc__ or "")] == []


def test_every_game_has_a_page_with_a_picture_and_the_same_headings() -> None:
    wanted = (
        "Rules",
        "Notation",
        "Options and profiles",
        "Board and moves in Python",
        "Observations and actions",
    )
    for name in (
        path.name for path in (ROOT / "src/schwarm/games").iterdir() if (path / "rules.py").exists()
    ):
        page = (ROOT / f"docs/reference/games/{name}.md").read_text()
        assert f"]({name}.svg)" in page
        assert set(wanted) <= set(re.findall(r"^## (.+)$", page, re.MULTILINE)), name


def test_every_document_is_listed_on_the_page_of_all_documents_and_so_in_the_menu_of_the_site() -> None:
    index = ROOT / "docs/README.md"
    links = re.findall(r"\]\(([\w./-]+\.md)\)", index.read_text())
    assert set(index.parent.rglob("*.md")) - {(index.parent / link).resolve() for link in links} == {index}


@pytest.mark.long
def test_the_site_is_built_without_a_warning_and_has_all_that_readers_expect(tmp_path: Path) -> None:
    pytest.importorskip("sphinx", reason="needs the extra docs")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-c", "docs", ".", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    pages = {page: (tmp_path / page).with_suffix(".html").read_text() for page in documents()}
    assert '<html class="no-js" lang="de"' in pages["docs/tutorials/erster-bot.md"]
    assert '<html class="no-js" lang="en"' in pages["docs/tutorials/first-bot.md"]
    assert "README.html" in (tmp_path / "index.html").read_text()
    reference = pages["docs/reference/python.md"]
    assert "copybutton.js" in reference
    assert 'class="gp"' in reference, "highlighting"
    for module, name, _ in referred():
        assert f'id="{module}.{name}"' in reference, name
    assert "/api/tables/" in pages["docs/reference/http-api.md"]
    index = (tmp_path / "searchindex.js").read_text()
    assert '"load_games"' in index
    assert "Der erste Bot" in index

"""Every block of code in the documents is fenced, says what it is, and is run or read by somebody."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from schwarm.contest.wire import Reader
from schwarm.contest.wire import messages as said
from schwarm.lab.study import read_text
from tests import ROOT
from tests.documents import PROMPT, blocks, documents, examples
from tests.test_walks import PAGES
from tests.web.shared.site import in_memory

# What stands behind a fence -> who runs or reads it; `later` marks lines that nobody can run in a test, and
# `text` pictures and grammars, which are no code.
KNOWN = {
    "python": "pytest itself (tests/documents.py); without a prompt an excerpt of the example package",
    r"python (bots/)?\w+\.py": "tests/test_walks.py",
    r"toml \w+\.toml": "tests/test_walks.py",
    "toml config": "tests/cli/test_usual.py",
    "toml mygame": "tests/game/test_third_parties.py",
    "toml|toml adjudication": "test_documents: read as TOML; studies here, events in tests/tournament",
    "cython": "test_documents: the example's sheet",
    "sh|sh node|sh java": "tests/test_walks.py: typed as they are written, the longer ones by make test-long",
    "sh install|sh later": "test_documents: installations, and lines that change the machine, are read",
    "sh school": "tests/test_school.py: typed in an empty system by make test-long",
    "powershell( install| later)?": "tests/platform/test_windows.py: typed under Wine by make test-long",
    "json|http|xml": "here",
    r"text openings \w+": "tests/tournament/test_documents.py",
    "text engine": "test_documents: the engine",
    r"\{eval-rst\}": "test_documents: what Sphinx makes the reference of",
    r"\{include\} \.\./\.\./build/commands\.md": "tests/test_references.py: all help, on the site",
    "text": "nobody: a picture or a grammar",
}
CODE = re.compile(r"^\s*(import |from \w+ import|def |class |schwarm |pip |python |git |\$ )")


@pytest.mark.parametrize("page", documents())
def test_code_stands_in_fences_that_say_what_it_is(page: str) -> None:
    text = (ROOT / page).read_text()
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        place = f"{page}, line {token.map[0] + 1 if token.map else 0}"
        assert token.type != "code_block", f"{place}: code by indentation; fence it"
        if token.type == "fence":
            assert any(re.fullmatch(kind, token.info) for kind in KNOWN), f"{place}: ```{token.info}"
            if token.info == "text":
                assert not any(CODE.match(line) for line in token.content.splitlines()), place
    assert text.count(PROMPT) == examples(text).count(PROMPT), f"{page}: an example outside of ```python"


def test_lines_of_a_shell_are_ours_unless_they_are_walked_or_marked() -> None:
    walked = {page for pair in PAGES for page in pair}
    for page in documents():
        for kind, body in blocks(page):
            if kind == "sh" and page not in walked:
                for line in body.splitlines():
                    assert line.startswith(("schwarm ", "make ")), f"{page}: {line}"


def test_json_blocks_are_json_and_conversations_are_understood() -> None:
    for page in documents():
        for kind, body in blocks(page):
            if kind == "json":
                json.loads(body)
            if kind == "xml":
                requests = [said.read_request(element) for element in Reader().feed(body.encode())]
                assert len(requests) == 2
                assert isinstance(requests[-1], said.Prepare)


def test_the_study_in_the_document_of_the_lab_can_be_run() -> None:
    (study,) = (body for kind, body in blocks("docs/how-to/study-a-rule.md") if kind == "toml")
    assert read_text(study).budget.games == 400


def test_the_requests_of_the_api_are_answered_as_its_page_shows(tmp_path: Path) -> None:
    (body,) = (body for kind, body in blocks("docs/reference/http-api.md") if kind == "http")
    number = token = ""
    with in_memory(tmp_path) as page:
        for line in body.splitlines():
            found = re.fullmatch(r"(\w+) +(\S+) +(Authorization: Bearer TOKEN)? *(\{.*\})? *-> (.*)", line)
            assert found is not None, line
            method, path, bearer, sent, promised = found.groups()
            answer = page.request(
                method,
                path.replace("ID", number),
                json=json.loads(sent) if sent else None,
                headers={"Authorization": f"Bearer {token}"} if bearer else {},
            )
            assert answer.is_success, answer.text
            told = answer.json()
            assert set(promised.split(", ")) <= set(told), told
            if "tokens" in told:
                number, token = told["id"], told["tokens"]["red"]

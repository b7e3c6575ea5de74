"""Tables of the reference that code knows are the ones that the script writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from schwarm.cli import COMMANDS
from tests import ROOT
from tools import references, transcripts

PAGES = references.marked_pages()


def test_each_game_the_commands_and_the_requests_have_their_table() -> None:
    games = {path.stem for path in (ROOT / "docs/reference/games").glob("*.md")}
    assert {page.stem for page in PAGES} == {*games, "command-line", "http-api"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_table_is_the_one_the_script_writes(page: Path) -> None:
    assert references.fill(page) == page.read_text("utf-8"), "run python -m tools.references"


def test_the_site_has_the_help_of_every_command() -> None:
    names = list(references.every_command())
    assert {words[0] for words in names} == set(COMMANDS)
    assert ["tournament", "run"] in names
    assert "--journal FILE" in references.read_help(["match"])


@pytest.mark.parametrize("name", transcripts.STREAMS)
def test_a_transcript_is_what_the_script_makes_of_the_recorded_bytes(name: str) -> None:
    written = (transcripts.FOLDER / f"{name}.txt").read_text("utf-8")
    assert written == transcripts.write_transcript(*transcripts.STREAMS[name]), "python -m tools.transcripts"
    assert written.count("oveRequest") == 2
    assert 'class="result"' in written

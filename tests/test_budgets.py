"""Documents that can be read: words within a budget, a reader named first, no sentence without an end."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests import ROOT
from tests.documents import documents

ALL = 50_000  # words of docs/ and the root, without the changelog
LONGEST = 35  # words of a sentence, or of its part up to a colon or semicolon
WORDS = {
    "CHANGELOG.md": 600,
    "CODE_OF_CONDUCT.md": 220,
    "CONTRIBUTING.md": 900,
    "README.md": 600,
    "SECURITY.md": 300,
    "docs/README.md": 250,
    "docs/explanation/architecture.md": 2600,
    "docs/explanation/bots-and-search.md": 900,
    "docs/explanation/decisions.md": 500,
    "docs/explanation/how-a-net-learns.md": 500,
    "docs/explanation/how-rules-are-compiled.md": 450,
    "docs/explanation/how-the-search-thinks.md": 500,
    "docs/explanation/learned-evaluation.md": 500,
    "docs/explanation/security.md": 1575,
    "docs/explanation/statistics.md": 400,
    "docs/explanation/studies/blokus.md": 600,
    "docs/explanation/studies/contest.md": 750,
    "docs/explanation/studies/protista.md": 1500,
    "docs/explanation/why-intervals.md": 450,
    "docs/how-to/add-a-game.md": 900,
    "docs/how-to/bring-a-client.md": 700,
    "docs/how-to/compare-bots.md": 450,
    "docs/how-to/complete-a-game.md": 1100,
    "docs/how-to/eigener-client.md": 700,
    "docs/how-to/host-a-page.md": 300,
    "docs/how-to/install.md": 400,
    "docs/how-to/play.md": 750,
    "docs/how-to/puzzles-and-lessons.md": 1050,
    "docs/how-to/run-a-server.md": 1200,
    "docs/how-to/run-a-tournament.md": 450,
    "docs/how-to/school.md": 800,
    "docs/how-to/schule.md": 800,
    "docs/how-to/study-a-rule.md": 900,
    "docs/how-to/train-a-net.md": 550,
    "docs/reference/command-line.md": 900,
    "docs/reference/contest-protocol.md": 1400,
    "docs/reference/engine-protocol.md": 500,
    "docs/reference/environments.md": 1050,
    "docs/reference/event-file.md": 1500,
    "docs/reference/games/blokus.md": 1900,
    "docs/reference/games/hive.md": 2200,
    "docs/reference/games/mississippi_queen.md": 2850,
    "docs/reference/games/piranhas.md": 1300,
    "docs/reference/games/protista.md": 3900,
    "docs/reference/glossary.md": 950,
    "docs/reference/http-api.md": 1300,
    "docs/reference/players.md": 450,
    "docs/reference/python.md": 900,
    "docs/tutorials/besserer-bot.md": 800,
    "docs/tutorials/better-bot.md": 800,
    "docs/tutorials/bot-by-game.md": 1250,
    "docs/tutorials/bot-je-spiel.md": 450,
    "docs/tutorials/class-tournament.md": 1400,
    "docs/tutorials/erster-bot.md": 880,
    "docs/tutorials/first-bot.md": 880,
    "docs/tutorials/klassenturnier.md": 1350,
    "docs/tutorials/train-an-agent.md": 900,
}
SPARE = 400  # of a document that has no budget yet


def count_words(page: str) -> int:
    return len((ROOT / page).read_text("utf-8").split())


def split_sentences(text: str) -> list[str]:
    """Sentences of prose: no code, tables, headings or addresses of links."""
    text = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"\]\([^)]*\)", "]", text)
    found = []
    for part in re.split(r"\n\n|\n(?=[-*] |\d+\. |\||#)", text):
        if not part.lstrip().startswith(("|", "#", "![")):
            found += re.split(r"(?<=[.!?:;])\s+", part.replace("\n", " "))
    return found


@pytest.mark.parametrize("document", documents())
def test_a_document_keeps_to_its_budget_of_words(document: str) -> None:
    assert count_words(document) <= WORDS.get(document, SPARE), (
        "shorten it, or move what was measured to bench/notes"
    )


def test_all_documents_together_can_be_read() -> None:
    assert set(WORDS) <= set(documents()), "a budget without a document"
    assert sum(count_words(page) for page in documents() if page != "CHANGELOG.md") <= ALL


@pytest.mark.parametrize("document", documents())
def test_no_sentence_is_too_long_to_be_read_once(document: str) -> None:
    sentences = split_sentences((ROOT / document).read_text("utf-8"))
    long = [sentence for sentence in sentences if len(sentence.split()) > LONGEST]
    assert not long


@pytest.mark.parametrize("document", sorted(set(documents()) - {"README.md", "CHANGELOG.md"}))
def test_the_first_line_names_the_reader(document: str) -> None:
    """Below the title, the link to the other language and the picture: For whom is it?"""
    paragraphs = [part.strip() for part in (ROOT / document).read_text("utf-8").split("\n\n")]
    first = next(part for part in paragraphs if part and not part.startswith(("#", "*[", "![")))
    assert re.match(r"(For|Für|You|Du)\b", first), first


def test_the_notes_of_measurements_say_when() -> None:
    for path in sorted(Path(ROOT / "bench" / "notes").glob("*.md")):
        head = path.read_text("utf-8")[:1500]
        assert path.name == "README.md" or re.search(r"20\d\d", head) or "python -m bench" in head, path

"""Each rule of each game names its sentence in the rule document and a test that holds it."""

from __future__ import annotations

import re

import pytest

from schwarm.game import rule_book
from tests import ROOT
from tools import rule_sources

GAMES = sorted(path.stem for path in rule_sources.FOLDER.glob("*.toml"))


def test_the_five_games_have_their_sources() -> None:
    assert GAMES == ["blokus", "hive", "mississippi_queen", "piranhas", "protista"]


@pytest.mark.parametrize("game", GAMES)
def test_each_rule_has_a_sentence_and_a_test(game: str) -> None:
    book, sources = rule_book(game), rule_sources.read_sources(game)
    assert list(sources["rules"]) == list(book.rules)
    options = {option.name for option in book.options}
    folder = ROOT / "tests" / "games" / game
    examples = ROOT / "tests" / "vectors" / game / "examples.txt"
    worked = (
        set(re.findall(r"^=== (\w+) ", examples.read_text("utf-8"), re.M)) if examples.exists() else set()
    )
    for rule, source in sources["rules"].items():
        quoted = source.get("quote", "") and source["section"]
        assert quoted or source.get("silent"), f"{rule}: no sentence of the document"
        assert len(source.get("quote", "").split()) <= 20, f"{rule}: quote briefly"
        assert set(source.get("options", [])) <= options, rule
        assert source.get("tests") or source.get("examples"), f"{rule}: no test"
        assert set(source.get("examples", [])) <= worked, rule
        for file, _, name in (test.partition("::") for test in source.get("tests", [])):
            assert f"def {name}(" in (folder / file).read_text("utf-8"), f"{rule}: {file} has no {name}"


@pytest.mark.parametrize("game", GAMES)
def test_every_option_that_changes_a_rule_stands_beside_one(game: str) -> None:
    """An option that no rule names would be a reading that nobody can find."""
    named = {
        name
        for source in rule_sources.read_sources(game)["rules"].values()
        for name in source.get("options", [])
    }
    assert {option.name for option in rule_book(game).options} <= named


@pytest.mark.parametrize("game", GAMES)
def test_the_table_of_a_games_page_is_the_one_the_script_writes(game: str) -> None:
    page = (rule_sources.FOLDER / f"{game}.md").read_text("utf-8")
    assert rule_sources.insert_table(page, game) == page, "run python -m tools.rule_sources"

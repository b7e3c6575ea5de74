"""A class tournament in the browser: from the teacher's form to the winners on the wall."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from schwarm.web.texts import catalogue
from tests.test_documents import blocks
from tests.tournament import programs
from tests.web.class_people import (
    WAIT_MS,
    Person,
    Teacher,
    Team,
    class_site,
    crashing,
    playing,
    without_start,
)
from tests.web.conftest import Site
from tests.web.test_access import findings
from tests.web.test_german import english, foreign

__all__ = ["english"]  # a fixture
DOCS = Path(__file__).parents[2] / "docs"
PAGES = {"en": "class-tournament.md", "de": "klassenturnier.md"}


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Site]:
    made = class_site(tmp_path)
    made.start()
    yield made
    made.stop()


def keys(found: object, place: str = "") -> set[str]:
    if not isinstance(found, dict):
        return {place}
    return set().union(*(keys(value, f"{place}/{name}") for name, value in found.items()))


def test_both_languages_have_the_same_texts() -> None:
    assert keys(catalogue("en")["class"]) == keys(catalogue("de")["class"])


@pytest.mark.parametrize("language", PAGES)
def test_what_the_documents_tell_to_press_is_on_the_page(language: str) -> None:
    text = " ".join((DOCS / PAGES[language]).read_text().split())
    told = set(re.findall(r"\*\*(.+?)\*\*", text))
    known = json.dumps(catalogue(language)["class"], ensure_ascii=False)
    assert len(told) > 20
    assert [words for words in sorted(told) if f'"{words}"' not in known] == []


def test_both_languages_show_the_same_commands() -> None:
    english_page, german_page = (blocks(f"docs/{page}") for page in PAGES.values())
    assert english_page == german_page


def test_a_small_tournament_from_the_form_to_the_certificates(browser: Browser, room: Site, tmp_path: Path) -> None:
    teacher = Teacher(browser, room)
    teacher.create("Cup of the afternoon")
    assert findings(teacher.page) == []
    teams = [Team(browser, room) for _ in range(3)]
    teams[0].join(teacher, "Ada", level="greedy")
    teams[1].join(teacher, "Bob", level="random")
    expect(teams[1].page.locator("#state")).to_have_text("ready")
    # A name that is taken is refused kindly, with one that is free; a ZIP without a start as well.
    teams[2].open(f"/class/{teacher.event}#{teacher.code}")
    teams[2].page.fill("[name=name]", "Ada")
    teams[2].page.click("#register")
    expect(teams[2].page.locator("#refusal")).to_be_visible()
    teams[2].page.click("#proposal button")
    assert teams[2].page.input_value("[name=name]") not in ("", "Ada")
    teams[2].join(teacher, "Cy", program=without_start(tmp_path))
    expect(teams[2].page.locator("#upload-state")).to_contain_text("start.sh")
    assert findings(teams[2].page) == []
    # The browser remembers the team.
    teams[0].open("/")
    teams[0].page.click("#your-team a")
    expect(teams[0].page.locator("h1")).to_have_text("Ada")

    teacher.team_state("Cy", "no program yet")
    wall = Person(browser, room)
    wall.open(f"/class/{teacher.event}/beamer?seconds=1#{teacher.code}")
    expect(wall.page.locator(".comers li")).to_have_count(3)
    assert findings(wall.page) == []
    teacher.press("start")
    expect(teacher.page.locator("dialog")).to_contain_text("Cy")
    teacher.page.click("dialog button[value=yes]")
    teacher.state("finished")
    expect(wall.page.locator(".step-1")).to_be_visible(timeout=WAIT_MS)
    wall.page.keyboard.press(" ")
    expect(wall.page.locator("#held")).to_have_text("held")
    assert findings(wall.page) == []
    assert wall.page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0

    expect(teams[0].page.locator(".team-game")).to_have_count(2)
    teacher.open(f"/class/{teacher.event}/certificates")
    expect(teacher.page.locator(".sheet-a4")).to_have_count(3)
    expect(teacher.page.locator(".place-1 .place-line")).to_contain_text("1")
    assert findings(teacher.page) == []
    for person in (teacher, wall, *teams):
        person.close()


def test_strangers_are_told_what_they_lack(browser: Browser, room: Site) -> None:
    stranger = Person(browser, room, scheme="dark")
    stranger.open("/operate")
    expect(stranger.page.locator("#stranger")).to_be_visible()
    expect(stranger.page.locator("#operator")).to_be_hidden()
    assert findings(stranger.page) == []
    stranger.open("/teams/1")
    expect(stranger.page.locator("#stranger")).to_be_visible()
    assert findings(stranger.page) == []
    stranger.open("/operate#not-the-operators-token")
    expect(stranger.page.locator("#stranger")).to_be_visible()
    assert "not-the-operators-token" not in stranger.page.url
    stranger.close()

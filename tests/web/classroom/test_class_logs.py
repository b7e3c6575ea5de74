"""What a team reads of its games, and what the teacher corrects afterwards, in the browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.waiting import wait
from tests.web.classroom.people import (
    WAIT_MS,
    Person,
    Teacher,
    Team,
    archive,
    class_site,
    crashing,
    playing,
    without_start,
)
from tests.web.shared.access import findings
from tests.web.shared.german import foreign
from tests.web.shared.site import Site


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Site]:
    with class_site(tmp_path) as made:
        yield made


@pytest.mark.long  # a program in plain Python with two seconds a move; daily: tests/classroom/test_logs.py
def test_a_team_reads_what_its_program_said_and_the_teacher_sets_a_result(
    browser: Browser, room: Site, tmp_path: Path, english: set[str]
) -> None:
    teacher = Teacher(browser, room, locale="de-DE")
    teacher.create("Nachlesen")
    teacher.press("change")
    teacher.page.select_option("dialog [name=clock]", "move:2000")
    teacher.page.click("dialog button[value=yes]")
    expect(teacher.page.locator("#facts")).to_contain_text("2 s pro Zug")
    team, other = Team(browser, room, locale="de-DE"), Team(browser, room, locale="de-DE")
    team.join(teacher, "Redselig", program=playing(tmp_path / "programs", "talks", "talks"))
    other.join(teacher, "Stufe", level="random")
    page = team.page
    expect(page.locator(".version .state").first).to_have_text("qualifiziert", timeout=WAIT_MS)
    # A test match of two games: both can be looked at again, with what the program said.
    token = page.evaluate("JSON.parse(localStorage.getItem('class:teams'))[0].token")
    address = f"{room.url}/api/class/teams/{team.number}/tests"
    form = {"against": "level random", "games": 2}
    assert page.request.post(address, data=form, headers={"authorization": f"Bearer {token}"}).ok
    expect(page.locator(".test .state")).to_have_text("fertig", timeout=WAIT_MS)
    page.click(".test > details > summary")
    expect(page.locator(".test-game button.as-link")).to_have_count(2)
    page.locator(".test-game .said > summary").first.click()
    expect(page.locator(".test-game pre").first).to_contain_text("to stdout")
    teacher.press("start")
    teacher.state("finished")
    expect(page.locator(".team-game")).to_have_count(2, timeout=WAIT_MS)
    page.locator(".team-game .said > summary").first.click()
    expect(page.locator(".team-game pre").first).to_contain_text("to stderr")
    assert findings(page) == []
    assert foreign(page, english) == []
    expect(other.page.locator(".team-game")).to_have_count(2, timeout=WAIT_MS)
    expect(other.page.locator(".said")).to_have_count(0)  # a built-in bot says nothing
    # The teacher decides one game, and says why; the journal tells which, and by whom.
    teacher.press("result")
    teacher.page.select_option("dialog [name=points]", "none")
    teacher.page.fill("dialog [name=reason]", "beide haben betrogen")
    assert findings(teacher.page) == []
    assert foreign(teacher.page, english) == []
    wall = Person(browser, room)
    wall.open(f"/class/{teacher.event}/beamer")
    with wall.page.expect_request("**/api/events/*"):  # no game more, but another table
        teacher.page.click("dialog button[value=yes]")
    wall.close()
    line = teacher.page.locator("#journal li", has_text="beide haben betrogen")
    expect(line).to_contain_text("Redselig", timeout=WAIT_MS)
    expect(line).to_contain_text("0 : 0")
    expect(line).to_contain_text("von der Turnierleitung")
    expect(page.locator(".team-game", has_text="von der Turnierleitung gesetzt")).to_have_count(
        1, timeout=WAIT_MS
    )
    for person in (teacher, team, other):
        person.close()


@pytest.mark.long  # daily: the sentences in tests/game/test_sentences.py, the pages in test_class.py
def test_a_german_team_reads_what_is_wrong_with_its_program_in_german(
    browser: Browser, room: Site, tmp_path: Path, english: set[str]
) -> None:
    teacher, team = Teacher(browser, room, locale="de-DE"), Team(browser, room, locale="de-DE")
    teacher.create("Fehlersuche")
    team.join(teacher, "Pechvogel", program=without_start(tmp_path))
    page, said = team.page, team.page.locator("#upload-state")
    expect(said).to_contain_text("im ZIP ist keine start.sh. Darin liegt: bot.py")
    windows = archive(tmp_path, "windows", start="#!/bin/sh\r\nexec python3 bot.py\r\n")
    (tmp_path / "text.zip").write_text("no archive")
    sent(page, windows, "CRLF")
    sent(page, tmp_path / "text.zip", "kein ZIP")
    assert foreign(page, english) == []
    sent(page, crashing(tmp_path), "Version 1 ist angekommen")
    expect(page.locator(".version .state").first).to_have_text("nicht qualifiziert", timeout=WAIT_MS)
    expect(page.locator(".log-line").first).to_have_text(
        "Partie 1, Fehler: nie erschienen (endete mit Code 1)"
    )
    expect(said).to_be_empty()  # nobody waits for a version that has been judged
    assert foreign(page, english) == []
    assert findings(page) == []
    teacher.page.locator(f".team[data-team='{team.number}'] summary").click()
    expect(teacher.page.locator(".log-line").first).to_contain_text("nie erschienen")
    assert foreign(teacher.page, english) == []
    # The tournament is found from the first page, from Watch and from the list.
    for path in ("/", "/watch", "/events"):
        page.goto(room.url + path)
        expect(page.locator(f"a[href='/class/{teacher.event}']")).to_contain_text("Fehlersuche")
    for person in (teacher, team):
        person.close()


def sent(page: Page, path: Path, told: str) -> None:
    """Upload a file, as often as it is too soon after the last one, until the page says this."""
    said = page.locator("#upload-state")

    def look() -> bool:
        page.set_input_files("#file", path)
        expect(said).to_contain_text(re.compile(f"{re.escape(told)}|Sekunden"))
        return told in (said.text_content() or "")

    wait(look)

"""A page that is killed and started again: whoever had it open goes on without loading it anew."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web.classroom.people import TOKEN, WAIT_MS, Teacher, Team, class_site
from tests.web.shared.access import findings
from tests.web.shared.player import play
from tests.web.shared.site import Site


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Site]:
    with class_site(tmp_path) as made:
        yield made


@pytest.mark.long  # daily: by the API in tests/classroom/test_guests.py
def test_a_team_that_plays_by_hand_goes_on_after_the_page_was_killed(browser: Browser, room: Site) -> None:
    teacher, team, other = Teacher(browser, room), Team(browser, room), Team(browser, room)
    teacher.create("Stromausfall", hand_s="900")
    team.join(teacher, "Hand", kind="hand")
    other.join(teacher, "Stufe", level="random")
    teacher.press("start")
    team.page.get_by_role("button", name="Play against Stufe").click(timeout=WAIT_MS)
    page = team.page
    page.wait_for_selector("body[data-status=running]")
    expect(page.locator("#cover")).to_be_visible()
    assert findings(page) == []
    page.evaluate("window.loaded = 'once'; localStorage.setItem('pace', '0')")
    page.click("#ready")
    expect(page.locator("#cover")).to_be_hidden()
    play(page, 2)
    room.stop(signal.SIGKILL)
    expect(page.locator("#connection")).not_to_be_empty()
    room.start()
    expect(page.locator("#connection")).to_be_empty()
    play(page, 20)
    page.wait_for_selector("body[data-status=ended]")
    assert page.evaluate("window.loaded") == "once"
    page.get_by_role("button", name="To the next game").click(timeout=WAIT_MS)
    expect(page.locator("#ready")).to_be_visible()
    expect(page.locator("#cover")).to_contain_text("Stufe")
    found = page.request.get(f"{room.url}/api/class/events/{teacher.event}").json()
    assert (found["played"], found["live"][0]["missing"]) == (1, ["Hand"])
    expect(teacher.page.locator("#progress")).to_contain_text("Waiting for Hand", timeout=WAIT_MS)
    for person in (teacher, team, other):
        person.close()


@pytest.mark.long  # daily: tests/classroom/test_links.py
def test_the_desk_says_that_it_is_not_the_operators_any_more_and_goes_on_with_the_new_link(
    browser: Browser, room: Site, tmp_path: Path
) -> None:
    teacher = Teacher(browser, room)
    teacher.create("Neustart")
    teacher.page.evaluate("window.loaded = 'once'")
    room.stop(signal.SIGKILL)
    (tmp_path / "operator.token").write_text(f"{TOKEN}-another")
    room.start()
    expect(teacher.page.locator("#locked")).to_be_visible(timeout=WAIT_MS)
    expect(teacher.page.locator("#desk")).to_be_hidden()
    assert findings(teacher.page) == []
    teacher.page.fill("#key [name=link]", f"{room.url}/operate#{TOKEN}-another")
    teacher.page.click("#key button")
    expect(teacher.page.locator("#desk")).to_be_visible()
    expect(teacher.page.locator("#join code").first).to_contain_text(teacher.code)
    assert teacher.page.evaluate("window.loaded") == "once"
    teacher.close()

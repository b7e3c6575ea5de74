"""A ladder from the form to its table, versions on a team's page, a match between two teams, in German."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.classroom.test_teams import needs_sandbox
from tests.waiting import wait
from tests.web.classroom.people import WAIT_MS, Teacher, Team, class_site, playing
from tests.web.shared.access import findings
from tests.web.shared.german import foreign

pytestmark = [pytest.mark.compiled_only, pytest.mark.long]


@needs_sandbox
def test_a_ladder_is_made_climbed_and_ended(browser: Browser, tmp_path: Path, english: set[str]) -> None:
    with class_site(tmp_path) as site:
        teacher = Teacher(browser, site, locale="de-DE")
        teacher.create("Rangliste der 9b", preset="class-ladder", clock="bank:180000+1000")
        ada, bob = (Team(browser, site, locale="de-DE") for _ in range(2))
        ada.join(teacher, "Ada", program=playing(tmp_path, "ada"))
        bob.join(teacher, "Bob", program=playing(tmp_path, "bob"))
        running = teacher.page.locator("body[data-state=running]")  # once both programs have qualified
        wait(lambda: running.count())
        wait(lambda: ada.page.locator(".team-game").count())
        expect(ada.page.locator(".team-game").first).to_be_visible(timeout=WAIT_MS)
        ada.page.set_input_files("#file", playing(tmp_path / "later", "ada"))
        wait(lambda: ada.page.locator(".version[data-version='2'] .playing").count())
        expect(ada.page.locator("#versions .compared, #versions > p")).to_be_visible(timeout=WAIT_MS)
        ada.page.click("[data-version='1'] [data-action=plays]")
        expect(ada.page.locator(".version[data-version='1'] .playing")).to_be_visible()
        bob.page.reload()
        bob.page.select_option("#test [name=against]", label="die Mannschaft Ada")
        bob.page.select_option("#test [name=games]", "10")
        bob.page.click("#test button")
        ada.page.locator(".test [data-action=agree]").click(timeout=WAIT_MS)
        expect(bob.page.locator(".test .state").first).not_to_have_text("angefragt", timeout=WAIT_MS)
        late = Team(browser, site, locale="de-DE")
        late.join(teacher, "Cy", level="random")
        for page in (teacher.page, ada.page, bob.page):
            assert findings(page) == []
            assert foreign(page, english) == []
        teacher.page.screenshot(path=tmp_path / "desk.png", full_page=True)
        ada.page.screenshot(path=tmp_path / "team.png", full_page=True)
        teacher.open(f"/class/{teacher.event}/beamer")
        teacher.page.screenshot(path=tmp_path / "beamer.png")
        teacher.open(f"/operate/{teacher.event}")
        teacher.press("end")
        teacher.page.click("dialog button.primary")
        teacher.state("finished")
        teacher.page.click("#links a[href^='/events/']")
        for person in (teacher, ada, bob, late):
            person.close()

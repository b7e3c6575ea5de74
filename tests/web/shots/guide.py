"""The teacher's guide followed literally with six browsers, timed, with its pictures:
`python -m tests.web.shots.guide docs/images`.

A teacher makes a tournament; five teams come: a program, a bot, a client from elsewhere, one by hand, and one
whose program crashes. The games are played, one team reads its notes, certificates are there. Each step is
told with the seconds it took.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from bench.class_people import Hand, client
from tests.waiting import wait
from tests.web.classroom.people import Teacher, Team, class_site, crashing, playing
from tests.web.shared.site import CHROMIUM, FLAGS, Site


class Watch:
    """Tells how long each step took."""

    def __init__(self) -> None:
        self._since = time.monotonic()

    def told(self, step: str) -> None:
        now = time.monotonic()
        print(f"{now - self._since:6.1f} s  {step}", flush=True)
        self._since = now


def take(page: Page, path: Path, height: int = 900) -> None:
    """A picture of the upper part of a page."""
    page.set_viewport_size({"width": 1100, "height": height})
    page.screenshot(path=path)


def token_of(team: Team) -> str:
    kept = "JSON.parse(localStorage.getItem('class:teams'))[0].token"
    return str(team.page.evaluate(kept))


def main(folder: Path, language: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    home = Path(tempfile.mkdtemp())
    with class_site(home) as site, sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        teacher = Teacher(browser, site, locale=language)
        teams = {name: Team(browser, site, locale=language) for name in ("Ada", "Bob", "Cy", "Dot", "Eve")}
        for person in (teacher, *teams.values()):
            person.page.set_default_timeout(300_000)
        walk(site, home, folder, teacher, teams)
        browser.close()


def walk(site: Site, home: Path, folder: Path, teacher: Teacher, teams: dict[str, Team]) -> None:
    watch = Watch()
    teacher.open("/operate#teacher-of-the-tests-0123456789")
    take(teacher.page, folder / "class-form.png")
    teacher.create("Klassenturnier 9b", clock="move:2000")
    watch.told("2. Make the tournament")
    teams["Ada"].join(teacher, "Ada", program=playing(home, "ada", "explains"))
    teams["Bob"].join(teacher, "Bob", level="1")
    teams["Cy"].join(teacher, "Cy", kind="remote")
    teams["Dot"].join(teacher, "Dot", kind="hand")
    teams["Eve"].join(teacher, "Eve", program=crashing(home))
    watch.told("3. Let five teams in")
    state = teacher.page.locator(".team[data-name=Ada] .team-state")
    wait(lambda: state.inner_text() not in ("wartet", "wird getestet", "waiting", "being tested"))
    failed = teacher.page.locator(".team[data-name=Eve] .failed")
    wait(failed.count)
    watch.told("   until both programs were tested")
    take(teacher.page, folder / "class-desk.png", 1000)
    take(teams["Eve"].page, folder / "class-failed.png", 620)
    reserved = teams["Cy"].page.locator("#remote code").first.inner_text().split(" -r ")[1].split(";")[0]
    contest = {"reservation": {"code": reserved.strip()}}
    from_elsewhere = client(site.contest, contest)
    dot = {"id": int(teams["Dot"].number), "name": "Dot", "token": token_of(teams["Dot"])}
    by_hand = Hand(site.port, dot, think_s=0.3)
    try:
        teacher.press("start")
        teacher.page.click("dialog button.primary")  # Eve is not ready, and loses its games
        wait(teams["Dot"].page.locator("#hand button").count)
        take(teams["Dot"].page, folder / "class-hand.png", 500)
        by_hand.start()
        watch.told("4. Play: until the first game by hand waits")
        wait(teacher.page.locator("body[data-state=finished]").count)
        watch.told("   until all games were played")
    finally:
        by_hand.over.set()
        from_elsewhere.kill()
    teams["Ada"].page.reload()
    teams["Ada"].page.wait_for_selector("#stats table")
    teams["Ada"].page.locator("#games-title").scroll_into_view_if_needed()
    take(teams["Ada"].page, folder / "class-games.png", 900)
    teams["Ada"].page.locator(".team-game a[href^='/record/']").first.click()
    teams["Ada"].page.wait_for_selector("#notes")
    teams["Ada"].page.keyboard.press("Home")
    for _ in range(6):  # to a move of her own: there the program said something
        teams["Ada"].page.keyboard.press("ArrowRight")
        teams["Ada"].page.wait_for_timeout(200)  # the notes follow the board
        if teams["Ada"].page.locator("#notes pre").count():
            break
    take(teams["Ada"].page, folder / "class-notes.png", 800)
    watch.told("   a team looks at a game again, with its notes")
    teacher.page.click("#actions a.primary")
    teacher.page.wait_for_selector("article, .certificate")
    take(teacher.page, folder / "class-certificate.png", 900)
    watch.told("5. The end: certificates")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--language", default="en-GB")
    asked = parser.parse_args()
    main(asked.folder, asked.language)

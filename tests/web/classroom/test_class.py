"""A class tournament in the browser: from the teacher's form to the winners on the wall."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from schwarm.store import open_store
from schwarm.web.shared.texts import catalogue
from tests import ROOT
from tests.documents import blocks
from tests.tournament.events import event, filled
from tests.web.classroom.people import (
    TOKEN,
    WAIT_MS,
    Person,
    Teacher,
    Team,
    class_site,
    crashing,
    hostile,
    playing,
    without_start,
)
from tests.web.shared.access import findings
from tests.web.shared.german import foreign
from tests.web.shared.player import READY, play
from tests.web.shared.site import Site, in_memory

PAGES = {"en": "docs/tutorials/class-tournament.md", "de": "docs/tutorials/klassenturnier.md"}


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with class_site(tmp_path_factory.mktemp("class")) as made:
        yield made


def keys(found: object, place: str = "") -> set[str]:
    if not isinstance(found, dict):
        return {place}
    return set().union(*(keys(value, f"{place}/{name}") for name, value in found.items()))


def test_both_languages_have_the_same_texts() -> None:
    assert keys(catalogue("en")["class"]) == keys(catalogue("de")["class"])


@pytest.mark.parametrize("language", PAGES)
def test_what_the_documents_tell_to_press_is_on_the_page(language: str) -> None:
    text = " ".join((ROOT / PAGES[language]).read_text().split())
    told = set(re.findall(r"\*\*(.+?)\*\*", text))
    known = json.dumps(catalogue(language)["class"], ensure_ascii=False)
    assert len(told) > 20
    assert [words for words in sorted(told) if f'"{words}"' not in known] == []


def test_both_languages_show_the_same_commands() -> None:
    english_page, german_page = (blocks(page) for page in PAGES.values())
    assert english_page == german_page


def test_an_event_is_taken_home_as_report_tables_games_and_json(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "page.db")) as store:
        number = filled(store, event(4)).number
    with in_memory(tmp_path) as client:
        kinds = {"report.html": "text/html", "tables.csv": "text/csv", "games.csv": "text/csv"}
        kinds |= {"results.xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"}
        for name, kind in (kinds | {"event.json": "application/json"}).items():
            answer = client.get(f"/events/{number}/{name}", headers={"accept-language": "de"})
            assert answer.headers["content-type"].startswith(kind)
            assert name in answer.headers["content-disposition"]
        assert "Kreuztabelle" in client.get(f"/events/{number}/report.html?lang=de").text
        assert client.get(f"/events/{number}/event.json").json()["name"] == "Test"
        assert client.get(f"/events/{number}/secrets.txt").status_code == 404
        assert client.get("/class/no%20name/beamer").status_code == 422


def the_teacher_steps_in(teacher: Teacher) -> None:
    """A match is repeated, a team renamed, one disqualified and readmitted: all of it is in the journal."""
    page = teacher.page
    teacher.press("repeat")
    page.fill("dialog [name=reason]", "Kabel gezogen")
    page.click("dialog button[value=yes]")
    expect(page.locator("#journal")).to_contain_text("Kabel gezogen", timeout=WAIT_MS)
    teacher.state("finished")
    page.click(".team[data-name=Stufe] [data-action=rename]")
    page.fill("dialog [name=name]", "Treppe")
    page.click("dialog button[value=yes]")
    expect(page.locator(".team[data-name=Treppe]")).to_be_visible(timeout=WAIT_MS)
    for action, state in (("disqualify", "ausgeschlossen"), ("readmit", "bereit")):
        page.click(f".team[data-name=Treppe] [data-action={action}]")
        page.fill("dialog [name=reason]", "zum Spaß")
        page.click("dialog button[value=yes]")
        teacher.team_state("Treppe", state)
    teacher.state("finished")


def deleted(team: Team, teacher: Teacher) -> None:
    """A team takes its data home and deletes them; its page is nobody's any more."""
    with team.page.expect_download() as download:
        team.page.click("#export")
    assert download.value.suggested_filename == f"team-{team.number}.zip"
    team.page.click("#delete")
    team.page.click("dialog button[value=yes]")
    team.page.wait_for_url("**/class/*")
    team.open(f"/teams/{team.number}")
    expect(team.page.locator("#stranger")).to_be_visible()
    teacher.open(f"/operate/{teacher.event}")
    expect(teacher.page.locator(".team")).to_have_count(5)
    teacher.page.click("#delete")
    teacher.page.click("dialog button[value=yes]")
    teacher.page.wait_for_url("**/operate")
    expect(teacher.page.locator("#none")).to_be_visible()


def test_a_small_tournament_from_the_form_to_the_certificates(
    browser: Browser, room: Site, tmp_path: Path
) -> None:
    teacher = Teacher(browser, room)
    teacher.create("Klassenpokal")
    assert findings(teacher.page) == []
    teams = [Team(browser, room) for _ in range(2)] + [Team(browser, room, locale="de-DE")]
    teams[0].join(teacher, "Ada", level="greedy")
    teams[1].join(teacher, "Bob", level="random")
    expect(teams[1].page.locator("#state")).to_have_text("ready")
    # A name that is taken is refused kindly, with one that is free; a ZIP without a start as well.
    teams[2].open(f"/class/{teacher.event}#{teacher.code}")
    teams[2].page.fill("[name=name]", "Ada")
    teams[2].page.click("#register")
    taken = "Dieser Name ist schon vergeben; 'Ada 2' ist noch frei."
    expect(teams[2].page.locator("#refusal")).to_have_text(taken)
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
    asked: list[str] = []
    wall.page.on("request", lambda request: asked.append(request.url))
    wall.open(f"/class/{teacher.event}/beamer?seconds=1#{teacher.code}")
    expect(wall.page.locator(".comers li")).to_have_count(3)
    assert findings(wall.page) == []
    teacher.press("start")
    expect(teacher.page.locator("dialog")).to_contain_text("Cy")
    assert findings(teacher.page) == []
    teacher.page.click("dialog button[value=yes]")
    teacher.state("finished")
    expect(wall.page.locator(".step-1")).to_be_visible(timeout=WAIT_MS)
    wall.page.keyboard.press(" ")
    expect(wall.page.locator("#held")).to_have_text("held")
    while "winner" not in (wall.page.get_attribute("body", "data-scene") or ""):
        wall.page.keyboard.press("ArrowRight")  # it had gone on before it was held
    for scene in ("boards", "table", "winner"):
        wall.page.keyboard.press("ArrowRight")
        expect(wall.page.locator("body")).to_have_attribute("data-scene", re.compile(scene))
        assert findings(wall.page) == [], scene
        assert wall.page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    # A correction after the end reaches the wall, which never loads all matches again.
    for action in ("disqualify", "readmit"):
        teacher.page.click(f".team[data-name=Ada] [data-action={action}]")
        teacher.page.fill("dialog [name=reason]", "a mistake")
        teacher.page.click("dialog button[value=yes]")
        place = wall.page.locator(".step-name", has_text="Ada")
        expect(place).to_have_count(int(action == "readmit"), timeout=WAIT_MS)
    assert not [path for path in asked if re.search(r"/api/events/\d+$", path)]

    # Two games against Bob, and two that Cy, who has no program, has lost without playing.
    expect(teams[0].page.locator(".team-game")).to_have_count(4)
    expect(teams[0].page.locator(".team-game a[href^='/record/']")).to_have_count(2)
    expect(teams[0].page.locator("#stats table")).to_be_visible()
    over = "() => [...document.querySelectorAll('.desk-main > *')].some((box) => box.offsetWidth > 390)"
    teams[0].page.set_viewport_size({"width": 390, "height": 844})
    assert not teams[0].page.evaluate(over)  # the widest table scrolls inside its box
    teacher.open(f"/class/{teacher.event}/certificates")
    expect(teacher.page.locator(".sheet-a4")).to_have_count(3)
    expect(teacher.page.locator(".place-1 .place-line")).to_contain_text("1")
    printed = teacher.page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 3, "a sheet of paper for each team"
    teacher.page.emulate_media(color_scheme="dark")  # paper stays light, also the line of who won by lot
    teacher.page.locator(".frame p").last.evaluate("line => line.className = 'small by-lot'")
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


def test_german_pages_of_a_class_hold_no_english_words(
    browser: Browser, room: Site, english: set[str]
) -> None:
    teacher = Teacher(browser, room, locale="de-DE", scheme="dark")
    teacher.create("Turnier der Klasse")
    assert foreign(teacher.page, english) == []
    for path in (
        f"/class/{teacher.event}#{teacher.code}",
        f"/class/{teacher.event}/beamer",
        "/operate",
        "/teams/9",
    ):
        teacher.open(path)
        teacher.page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
        assert foreign(teacher.page, english) == [], path
        assert findings(teacher.page) == [], path
    teacher.close()


@pytest.mark.long
def test_every_preset_makes_a_tournament_and_match_days_wait(browser: Browser, room: Site) -> None:
    teacher = Teacher(browser, room)
    for preset in (name for name in catalogue("en")["class"]["presets"]):
        teacher.open(f"/operate#{TOKEN}")
        teacher.page.check(f"[name=preset][value={preset}]")
        teacher.page.click("#new-event summary")
        if preset == "class-swiss":
            teacher.page.fill("[name=rounds]", "3")
            teacher.page.select_option("[name=clock]", "bank:60000+500")
        if preset == "class-knock-out":
            teacher.page.select_option("[name=when]", "days")
            teacher.page.fill("[name=days]", "2040-05-04T10:00")
            teacher.page.fill("[name=deadline]", "2040-05-03T18:00")
        teacher.page.click("#create")
        teacher.page.wait_for_url(re.compile(r"/operate/\d+$"))
        teacher.page.wait_for_selector(READY)
        expect(teacher.page.locator("#state")).to_have_text("registration is open")
        if preset == "class-knock-out":
            expect(teacher.page.locator("#facts")).to_contain_text("3 May 2040")
        if preset == "class-swiss":
            expect(teacher.page.locator("#facts")).to_contain_text("1 min a game")
    teacher.close()


@pytest.mark.long
def test_one_team_plays_by_hand_and_another_with_a_client(browser: Browser, room: Site) -> None:
    """The button of a team's page leads to its seat; the line that its page shows starts a client."""
    teacher = Teacher(browser, room)
    teacher.create("Handarbeit")
    hand, remote = Team(browser, room), Team(browser, room)
    hand.join(teacher, "Hand", kind="hand")
    remote.join(teacher, "Remote", kind="remote")
    line = remote.page.locator("#remote [data-shell=unix] code").last.text_content() or ""
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"  # an activated environment
    command = ["sh", "-c", line.replace("client piranhas", "client piranhas --bot random")]
    client = subprocess.Popen(command, env={**os.environ, "PATH": path})
    try:
        teacher.press("start")
        for _ in range(2):
            hand.page.get_by_role("button", name="Play against Remote").click(timeout=WAIT_MS)
            hand.page.wait_for_selector("body[data-status=running] .cell")
            hand.page.click("#ready")
            hand.page.evaluate("localStorage.setItem('pace', '0')")
            play(hand.page, 20)
            hand.page.wait_for_selector("body[data-status=ended]")
            hand.open(f"/teams/{hand.number}")
        teacher.state("finished")
    finally:
        client.terminate()
        client.wait()
    expect(remote.page.locator(".team-game")).to_have_count(2)
    expect(remote.page.locator(".fault")).to_have_count(0)
    for person in (teacher, hand, remote):
        person.close()


@pytest.fixture
def own_room(tmp_path: Path) -> Iterator[Site]:
    with class_site(tmp_path) as made:
        yield made


@pytest.mark.long
def test_teacher_and_six_teams_and_a_page_that_is_killed(
    browser: Browser, own_room: Site, tmp_path: Path, english: set[str]
) -> None:
    """Two broken bots, one that hangs, one that is hostile; nothing is lost by kill -9 in the middle."""
    site = own_room
    canary = tmp_path / "canary"
    canary.write_text("a secret of the teacher's computer")
    teacher = Teacher(browser, site, scheme="dark", locale="de-DE")
    teacher.create("Informatik-Turnier", clock="move:500")
    entrants: dict[str, Path | str] = {
        "Nichts drin": crashing(tmp_path / "programs"),
        "Absturz": playing(tmp_path / "programs", "crashes", "crashes"),
        "Schleife": playing(tmp_path / "programs", "hangs", "hangs"),
        "Einbrecher": hostile(tmp_path / "programs", "spies", canary, site.port),
        "Ehrlich": playing(tmp_path / "programs", "behaves"),
        "Stufe": "random",
    }
    teams = {name: Team(browser, site, scheme="dark", locale="de-DE") for name in entrants}
    for name, plays in entrants.items():
        if isinstance(plays, Path):
            teams[name].join(teacher, name, program=plays)
        else:
            teams[name].join(teacher, name, level=plays)
    outcome = dict.fromkeys(("Nichts drin", "Absturz", "Schleife"), "nicht qualifiziert")
    outcome |= dict.fromkeys(("Einbrecher", "Ehrlich"), "qualifiziert")
    for name, state in outcome.items():
        page = teams[name].page
        expect(page.locator(".version .state").first).to_have_text(state, timeout=WAIT_MS)
        teacher.team_state(name, state)
        assert foreign(page, english) == []
    expect(teams["Nichts drin"].page.locator("pre").first).to_contain_text("forgot the engine")
    tried = teams["Ehrlich"]
    tried.page.select_option("#test [name=games]", "10")
    tried.page.click("#test button")
    expect(tried.page.locator(".test .state")).to_have_text("fertig", timeout=WAIT_MS)
    expect(tried.page.locator(".test-score")).to_contain_text("%")
    assert findings(tried.page) == []
    for page in (teacher.page, teams["Absturz"].page):
        assert findings(page) == []
        assert foreign(page, english) == []

    wall = Person(browser, site, scheme="dark", locale="de-DE")
    wall.open(f"/class/{teacher.event}/beamer?seconds=2#{teacher.code}")
    expect(wall.page.locator(".comers li")).to_have_count(6)
    teacher.press("start")
    teacher.page.click("dialog button[value=yes]")
    teacher.state("running")
    expect(wall.page.locator(".wall-board .cell").first).to_be_attached(timeout=WAIT_MS)
    teacher.page.wait_for_function(
        "() => Number(document.querySelector('#progress progress')?.value) > 0", timeout=WAIT_MS
    )
    assert findings(teacher.page) == []
    site.stop(signal.SIGKILL)
    expect(wall.page.locator("body")).to_have_class(re.compile("offline"), timeout=WAIT_MS)
    site.start()
    teacher.state("finished")
    expect(wall.page.locator(".step-1")).to_be_visible(timeout=WAIT_MS)
    assert findings(wall.page) == []
    assert foreign(wall.page, english) == []

    # Every game was played once: three teams with a program that plays met each other twice.
    number = teacher.page.get_attribute("#links a[href^='/events/']", "href")
    found = json.loads(teacher.page.request.get(f"{site.url}/api{number}").text())
    days = found["stages"][0]["groups"][0]["days"]
    games = [game for day in days for match in day for game in match["games"]]
    played = [game["game"] for game in games if game["game"] is not None]
    assert len(games) == 30
    assert len(played) == len(set(played)) == 6
    own = teams["Ehrlich"].page
    expect(own.locator(".team-game")).to_have_count(10, timeout=WAIT_MS)
    expect(own.locator(".team-game a[href^='/record/']")).to_have_count(4)
    assert canary.exists()
    assert "a secret of the teacher's computer" not in (teams["Einbrecher"].page.text_content("main") or "")
    assert not {"connected", "root:"} & set((teams["Einbrecher"].page.text_content("main") or "").split())
    the_teacher_steps_in(teacher)
    teacher.open(f"/class/{teacher.event}/certificates")
    expect(teacher.page.locator(".sheet-a4")).to_have_count(6)
    assert foreign(teacher.page, english) == []
    assert findings(teacher.page) == []
    deleted(teams["Ehrlich"], teacher)
    for person in (teacher, wall, *teams.values()):
        person.close()

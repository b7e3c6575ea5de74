"""Learning on the page: rules in pictures, lessons played on the board, the guide of a first game."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect
from starlette.testclient import TestClient

from schwarm.lessons import lessons, sheet, solve
from tests.lessons.test_pictures import OURS
from tests.web.conftest import Site
from tests.web.player import start
from tests.web.test_access import findings

GERMAN = {"accept-language": "de"}


@pytest.mark.parametrize("game", OURS)
def test_lessons_are_played_through_the_api(client: TestClient, game: str) -> None:
    lesson = lessons(game)[0]
    address = f"/api/lessons/{game}/{lesson.id}"
    begun = client.post(f"{address}/try", json={"moves": []}).json()
    assert begun["verdict"] == "go_on"
    assert begun["scenes"][0]["composed"] or begun["scenes"][0]["moves"]
    hint = client.post(f"{address}/hint", json={"moves": []}).json()
    done = client.post(f"{address}/try", json={"moves": [hint["move"]]}).json()
    assert done["verdict"] == "solved"
    again = client.post(f"{address}/try", json={"moves": [hint["move"], hint["move"]]})
    assert again.status_code == 422


def test_a_wrong_click_is_answered_with_its_rule(client: TestClient) -> None:
    clicked = client.post("/api/lessons/hive/swarm/attempt", json={"moves": [], "path": ["0,0"]})
    assert clicked.status_code == 422
    assert clicked.json()["error"]["rule"] == "M4"
    nowhere = client.post("/api/lessons/hive/nothing/try", json={"moves": []})
    assert nowhere.status_code == 404
    lost = client.post("/api/lessons/hive/sit/hint", json={"moves": ["-1,1>0,1"]})
    assert lost.status_code == 409
    assert "begin the lesson again" in lost.json()["error"]["message"]


def test_a_ship_s_move_is_composed_in_a_lesson(client: TestClient) -> None:
    address = "/api/lessons/mississippi_queen/ahead/compose"
    draft = client.post(address, json={"moves": [], "steps": ["F", "F"]}).json()
    assert draft["whole"]
    assert draft["move"] == "M2"


@pytest.mark.parametrize("game", OURS)
def test_rule_pages_tell_everything_in_both_languages(client: TestClient, game: str) -> None:
    found = sheet(game)
    assert found is not None
    for language, headers in (("en", {"accept-language": "en"}), ("de", GERMAN)):
        html = client.get(f"/rules/{game}", headers=headers).text
        for picture in found.pictures:
            assert f'id="picture-{picture.id}"' in html
            assert picture.title[language].split("'")[0] in html
        course = client.get(f"/learn/{game}", headers=headers).text
        assert all(lesson.title[language] in course for lesson in lessons(game))


def test_the_first_page_leads_to_the_lessons(client: TestClient) -> None:
    home = client.get("/", headers={"accept-language": "en"}).text
    assert "New here?" in home
    assert 'href="/learn/hive"' in home
    assert client.get("/learn").status_code == 200
    assert client.get("/learn/chess").status_code == 404


# --- in the browser ----------------------------------------------------------------------------------------
def test_a_lesson_is_solved_by_keyboard_and_remembered(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/learn/piranhas")
    page.wait_for_selector("body[data-ready] .cell")
    focus = "cell => document.querySelector('square-board').moveFocus(cell, true)"
    page.evaluate(focus, "A4")
    page.keyboard.press("Enter")
    page.evaluate(focus, "B6")
    page.keyboard.press("Enter")
    expect(page.locator("#answer .no a")).to_have_attribute("href", "/rules/piranhas#M2")
    for cell in ("A4", "D4"):
        page.evaluate(focus, cell)
        page.keyboard.press("Enter")
    expect(page.locator("#answer .good")).to_be_visible()
    expect(page.locator("#next-lesson")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("body")).to_have_attribute("data-lesson", "diagonal")
    page.click("[data-cell=H2]")
    page.click("[data-cell=H3]")
    expect(page.locator("#answer .almost")).to_be_visible()
    page.click("#retry")
    page.click("#hint")
    expect(page.locator("#answer .tip")).to_contain_text("Two fish")
    page.click("#hint")
    expect(page.locator(".hinted")).not_to_have_count(0)
    page.goto(f"{site.url}/learn")
    expect(page.locator("[data-course=piranhas] progress")).to_have_js_property("value", 1)
    page.goto(f"{site.url}/learn/piranhas")
    expect(page.locator("body")).to_have_attribute("data-lesson", "diagonal")


def test_a_first_game_is_guided_until_it_is_switched_off(page: Page, site: Site) -> None:
    start(page, site.url, "hive", side="red")
    expect(page.locator("#guide")).to_contain_text("From your hand you can set")
    board = "document.querySelector('hex-board')"
    page.evaluate(f"{board}.choose({board}.scene.moves[0].move)")
    expect(page.locator(".guide-did")).to_contain_text("It set")
    page.click("#guide-off")
    expect(page.locator("#guide")).to_be_hidden()
    page.reload()
    page.wait_for_selector("body[data-status=running] .cell")
    expect(page.locator("#guide")).to_be_hidden()
    page.click("#guide-toggle")
    expect(page.locator("#guide")).to_be_visible()


def test_learning_pages_have_no_serious_finding(browser: Browser, site: Site) -> None:
    context = browser.new_context(color_scheme="dark", locale="de-DE", reduced_motion="reduce")
    page = context.new_page()
    for path in ("/learn", "/learn/mississippi_queen", "/rules/protista"):
        page.goto(site.url + path)
        page.wait_for_selector("body[data-ready]")
        assert findings(page) == [], path
    context.close()


COLOURS = """(names) => names.map((name) =>
  getComputedStyle(document.querySelector(name)).getPropertyValue("--field"))"""


def test_paper_is_light_whatever_the_screen_is(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/rules/hive")
    page.wait_for_selector("hex-board .cell")
    seen = ["html", "hex-board"]
    page.emulate_media(color_scheme="light", media="print")
    light = page.evaluate(COLOURS, seen)
    for theme in ("", "dark"):
        page.evaluate("(theme) => localStorage.setItem('theme', theme)", theme)
        page.reload()
        page.wait_for_selector("hex-board .cell")
        page.emulate_media(color_scheme="dark", media="screen")
        assert page.evaluate(COLOURS, seen) != light
        page.emulate_media(color_scheme="dark", media="print")
        assert page.evaluate(COLOURS, seen) == light


@pytest.mark.parametrize("game", OURS)
def test_a_rule_sheet_prints_on_two_sheets_of_paper(page: Page, site: Site, game: str) -> None:
    page.goto(f"{site.url}/rules/{game}?lang=de")
    page.wait_for_selector("body[data-ready]")
    printed = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page[^s]", printed)) <= 2


@pytest.mark.long
@pytest.mark.parametrize("game", OURS)
def test_all_lessons_of_a_game_are_solved_through_the_api(client: TestClient, game: str) -> None:
    for lesson in lessons(game):
        found = client.post(f"/api/lessons/{game}/{lesson.id}/try", json={"moves": solve(lesson)})
        assert found.json()["verdict"] == "solved", lesson.id

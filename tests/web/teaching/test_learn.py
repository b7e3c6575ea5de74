"""Learning on the page: rules in pictures, lessons played on the board, the guide of a first game."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect
from starlette.testclient import TestClient

from schwarm.game.vector import shapes
from schwarm.teaching.lessons import lessons, sheet, solve
from tests.lessons.ours import OURS
from tests.sampling import sampled
from tests.web.shared.access import findings
from tests.web.shared.player import pick, start
from tests.web.shared.site import Site

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
    assert 'id="learn-link" href="/learn/' in home
    assert client.get("/learn").status_code == 200
    assert client.get("/learn/chess").status_code == 404


def test_the_card_of_a_game_shows_the_pieces_of_its_board(client: TestClient) -> None:
    card = client.get("/static/cards/protista.svg").text
    bodies = [part["d"] for part in shapes()["pieces"]["cellule"] if part["class"] == "body"]
    assert len(bodies) == 2
    assert all(body in card for body in bodies)


def test_lessons_show_only_the_pieces_that_matter(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/learn/hive#first")
    page.wait_for_selector("body[data-lesson=first] [data-cell='red:Q']")
    page.goto(f"{site.url}/learn/hive#queen")
    page.reload()
    page.wait_for_selector("body[data-lesson=queen] [data-cell='1,0']")
    expect(page.locator("[data-cell='red:S']")).to_have_count(0)
    page.goto(f"{site.url}/learn/protista#stack")
    page.wait_for_selector("body[data-lesson=stack] [data-cell='b3']")
    expect(page.locator("[data-cell='white:stock']")).to_have_count(0)
    page.goto(f"{site.url}/learn/blokus#corner")
    page.wait_for_selector("body[data-lesson=corner] .rack .tile")
    expect(page.locator(".all-hands")).to_have_count(0)


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


OVER = """([cover, names]) => {
  const over = document.querySelector(cover).getBoundingClientRect();
  return names.filter((name) => {
    const box = document.querySelector(name).getBoundingClientRect();
    return box.left < over.right && box.right > over.left && box.top < over.bottom && box.bottom > over.top;
  });
}"""


def test_a_hint_covers_nothing(page: Page, site: Site) -> None:
    for game in OURS:
        page.goto(f"{site.url}/learn/{game}")
        page.wait_for_selector("body[data-ready] .cell")
        page.click("#hint")
        expect(page.locator("#answer .tip")).to_be_visible()
        assert page.evaluate(OVER, ["#answer .tip", ["#hint", "#restart", "#skip-lesson"]]) == [], game


def test_a_first_game_is_guided_until_it_is_switched_off(page: Page, site: Site) -> None:
    start(page, site.url, "hive", side="red")
    expect(page.locator("#guide")).to_contain_text("You can place")
    board = "document.querySelector('hex-board')"
    page.evaluate(f"{board}.choose({board}.scene.moves[0].move)")
    expect(page.locator(".guide-did")).to_contain_text("It set")
    pick(page, "#guide-toggle")
    expect(page.locator("body")).to_have_attribute("data-guided", "false")
    expect(page.locator("#guide")).to_contain_text("Blue: New")  # the last move instead
    page.reload()
    page.wait_for_selector("body[data-status=running] .cell")
    expect(page.locator("#guide")).to_contain_text("Blue: New")
    pick(page, "#guide-toggle")
    expect(page.locator("body")).to_have_attribute("data-guided", "true")
    pick(page, "#guide-toggle")
    start(page, site.url, "piranhas", side="red")
    expect(page.locator("#guide")).to_contain_text("Aim:")  # each game has its own
    page.click("#resign")
    page.click("#really-resign")
    expect(page.locator("#result")).to_contain_text("You have lost")  # the card says it, no message covers it
    expect(page.locator(".toast")).to_have_count(0)
    start(page, site.url, "piranhas", side="red")
    expect(page.locator("#guide")).to_contain_text("Aim:")  # a finished game switches nothing off


def test_the_guide_names_no_field_that_the_board_does_not_and_follows_the_hand(
    page: Page, site: Site
) -> None:
    start(page, site.url, "hive", side="red")
    page.click('[data-cell="red:A"]')
    expect(page.locator("#guide-can")).to_contain_text("Your ant can be set on")
    page.locator(".cell.may").first.click()
    expect(page.locator(".guide-did")).to_contain_text("It set")
    assert not re.search(r"-?\d,-?\d", page.locator("#guide").inner_text())
    page.click("#hint")
    expect(page.locator("#guide-suggestion")).to_contain_text("Try this:")


def test_the_guide_knows_the_options_of_its_game(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/?game=protista&o.targets_needed=1")
    page.wait_for_selector("body[data-ready]")
    page.select_option("#level", "random")
    page.click("#play")
    expect(page.locator("#guide")).to_contain_text("reach 1 of the targets")


def test_refusals_and_labels_read_right(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/learn/piranhas?lang=de")
    page.wait_for_selector("body[data-ready] .cell")
    expect(page.locator("[data-cell=A4]")).to_have_attribute(
        "aria-label", re.compile("Fisch mit Gewicht 2 von Rot")
    )
    page.goto(f"{site.url}/learn/protista?lang=en#unstack")
    page.wait_for_selector("body[data-ready] .cell")
    page.click("[data-cell=b3]")
    page.click("[data-cell=f4]")
    expect(page.locator("#answer .no")).to_contain_text("A single piece steps to a cell beside it.")
    expect(page.locator("#answer .no a")).to_have_attribute("href", "/rules/protista#K1")
    expect(page.locator("#answer .no")).not_to_contain_text("Expected a step")
    page.goto(f"{site.url}/learn/protista?lang=en#portal")
    page.reload()
    page.wait_for_selector("body[data-ready] .cell")
    expect(page.locator(".mark.look")).to_have_count(2)  # both cups that the text names


def test_learning_pages_have_no_serious_finding(browser: Browser, site: Site) -> None:
    context = browser.new_context(color_scheme="dark", locale="de-DE", reduced_motion="reduce")
    page = context.new_page()
    for path in ("/learn", "/learn/mississippi_queen", "/rules/protista"):
        page.goto(site.url + path)
        page.wait_for_selector("body[data-ready]")
        assert findings(page) == [], path
    context.close()


COLOURS = """() => ["body", ".shape.field", ".piece .body"].map((name) => {
  const { color, fill } = getComputedStyle(document.querySelector(name));
  return [color, fill];
})"""


def test_paper_is_light_whatever_the_screen_is(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/rules/hive")
    page.wait_for_selector("hex-board .cell")
    page.emulate_media(color_scheme="light", media="print")
    light = page.evaluate(COLOURS)
    for theme in ("", "dark"):
        page.evaluate("(theme) => localStorage.setItem('theme', theme)", theme)
        page.reload()
        page.wait_for_selector("hex-board .cell")
        page.emulate_media(color_scheme="dark", media="screen")
        assert page.evaluate(COLOURS) != light
        page.emulate_media(color_scheme="dark", media="print")
        assert page.evaluate(COLOURS) == light


@pytest.mark.parametrize("game", sampled(OURS, "protista"))
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


FILLED = """() => [...document.querySelectorAll(".picture-board")].map((place) => {
  const svg = place.querySelector("svg.board").getBoundingClientRect(), box = place.getBoundingClientRect();
  return [svg.height, box.height];
})"""


@pytest.mark.parametrize("width", [1280, 390])
def test_a_picture_of_a_rule_is_a_board_and_nothing_else(page: Page, site: Site, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{site.url}/rules/protista")
    page.wait_for_selector("body[data-ready] .picture-board .cell")
    expect(page.locator(".legend")).to_have_count(0)
    heights = page.evaluate(FILLED)
    assert len(heights) > 20
    assert all(board > 180 and board > 0.95 * box for board, box in heights)

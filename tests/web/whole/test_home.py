"""The first page: whoever comes can play at once, and sees what there is today."""

import re
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Browser, Page, expect

from schwarm import list_games
from schwarm.teaching.puzzles.solving import of_the_day
from tests.sampling import sampled
from tests.web.shared.access import CONTROLS, SIDEWAYS, findings
from tests.web.shared.player import expect_turn, start_by_form
from tests.web.shared.site import Site

SIZES = {"laptop": (1366, 625), "wide": (1920, 1080), "telephone": (390, 844)}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_play_is_in_view_at_once(browser: Browser, site: Site, size: str, locale: str) -> None:
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height}, locale=locale)
    page = context.new_page()
    page.goto(site.url)
    page.wait_for_selector("body[data-ready]")
    box = page.locator("#play").bounding_box()
    assert box
    assert box["y"] + box["height"] <= height
    assert page.evaluate(SIDEWAYS) <= 0
    if size == "wide":
        today = page.locator(".today").bounding_box()
        assert today
        assert today["y"] + today["height"] > 0.9 * height, "the page is filled"
    context.close()


ORDER = ["piranhas", "hive", "mississippi_queen", "protista", "blokus"]


def test_the_first_page_offers_a_few_things_in_a_meant_order(page: Page, site: Site) -> None:
    page.goto(site.url)
    page.wait_for_selector("body[data-ready]")
    games = page.locator("[data-game]").evaluate_all("all => all.map((one) => one.dataset.game)")
    assert games[:5] == ORDER
    expect(page.locator("[data-game=piranhas]")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate(f"{CONTROLS}.filter((one) => !one.closest('#today-live')).length") <= 24
    levels = page.locator("#level > option").all_text_contents()
    assert levels == ["Beginner", "Casual", "Solid", "Strong", "Very strong"]
    assert page.locator("#clock > option").count() == 4
    page.click("[data-game=protista]")
    page.goto(site.url)
    expect(page.locator("[data-game=protista]")).to_have_attribute("aria-pressed", "true")


def test_today_s_puzzle_and_a_live_board(page: Page, site: Site) -> None:
    start_by_form(page, site.url, "hive", side="red")
    table = page.url.rsplit("/", 1)[-1]
    sockets: list[object] = []
    page.on("websocket", lambda socket: sockets.append(socket))
    page.goto(f"{site.url}/?game=piranhas")
    page.wait_for_selector("body[data-ready]")
    name = of_the_day("piranhas", datetime.now(UTC).date()).name
    puzzle = page.locator("#today-puzzle a")
    expect(puzzle).to_have_attribute("href", f"/puzzles/piranhas/{name}")
    page.wait_for_function("() => document.querySelector('#today-puzzle img').naturalWidth > 0")
    expect(page.locator(f"#today-live [data-id='{table}']")).to_be_visible()
    assert len(sockets) == 1  # for people and games
    assert findings(page) == []
    page.click("[data-game=hive]")
    expect(puzzle).to_have_attribute("href", re.compile("^/puzzles/hive/"))
    puzzle.click()
    page.wait_for_url(f"{site.url}/puzzles/hive/*")


HINTED = "document.querySelector('.board').parentElement.state.hint"


def follow(page: Page) -> None:
    """Ask for a hint, and do what it shows."""
    page.click("#hint")
    page.wait_for_selector("#guide-suggestion")
    lay = page.locator("[data-lay=lay]")
    if lay.count():
        lay.click()  # the piece lies there already
        return
    for cell in page.evaluate(HINTED):
        page.click(f'[data-cell="{cell}"]')
    for asked in (".chooser .choice", "[data-step=confirm]:not([disabled])"):
        if page.locator(asked).count():
            page.locator(asked).first.click()


@pytest.mark.parametrize("game", sampled(list_games(), "blokus"))
def test_the_first_minute_ends_with_three_moves_made_and_none_skipped(
    page: Page, site: Site, game: str
) -> None:
    page.goto(site.url)
    page.wait_for_selector("body[data-ready]")
    page.evaluate("localStorage.setItem('pace', '0')")
    page.click(f"[data-game={game}]")
    page.select_option("#level", "1")
    page.click("#play")
    page.wait_for_selector("body[data-status=running] .cell")
    made = []  # plies of our own: the bot may be shut in, and skip
    for _ in range(3):
        expect_turn(page)
        ply = int(page.get_attribute("body", "data-ply") or "")
        made.append(ply)
        follow(page)
        page.wait_for_function(f"() => Number(document.body.dataset.ply) > {ply}")
    state = page.request.get(page.url.replace("/game/", "/api/tables/")).json()
    assert len(state["history"]) >= 5
    assert not {"SKIP", "-"} & {state["history"][ply] for ply in made}

"""Small things that are seen on every visit: the first page's cards, the list of keys, names of buttons."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.shared.access import findings, misnamed
from tests.web.shared.player import pick, reach, start
from tests.web.shared.site import Site


def test_cards_name_the_season_and_labels_stand_in_one_line(page: Page, site: Site) -> None:
    page.goto(site.url)
    page.wait_for_selector("body[data-ready]")
    expect(page.locator("[data-game=piranhas] .card-season")).to_have_text("Software-Challenge 2026")
    rows = ".setup .pills", ".setup .under"
    for row in rows:
        tops = page.locator(f"{row} label:visible").evaluate_all(
            "all => all.map((one) => one.getBoundingClientRect()).map((box) => box.y + box.height / 2)"
        )
        assert len(tops) > 2
        assert max(tops) - min(tops) < 0.5, row


def test_cards_say_on_a_telephone_too_what_a_game_is_about(browser: Browser, site: Site) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, locale="de-DE")
    page = context.new_page()
    page.goto(site.url)
    expect(page.locator("[data-game=hive] .card-text")).to_be_visible()
    context.close()


def test_a_question_mark_lists_the_keys(page: Page, site: Site) -> None:
    start(page, site.url, "piranhas", side="red")
    reach(page, "#move-text")
    page.locator("#move-text").focus()
    page.keyboard.press("?")
    expect(page.locator("#move-text")).to_have_value("?")
    page.keyboard.press("Escape")
    expect(page.locator("#more")).to_be_focused()
    page.keyboard.press("?")
    keys = page.locator("#keys-dialog")
    expect(keys).to_contain_text("to the next mistake")
    assert findings(page) == []
    page.keyboard.press("Escape")
    expect(keys).to_have_count(0)
    page.set_viewport_size({"width": 844, "height": 390})
    pick(page, "#settings")
    page.click("#show-keys")
    expect(keys).to_be_visible()
    assert keys.evaluate("(list) => list.scrollTop") == 0  # it is read from its beginning


def test_the_button_for_sound_is_named_after_what_it_switches(page: Page, site: Site) -> None:
    start(page, site.url, "piranhas", side="red")
    button = page.locator("#sound")
    before = button.get_attribute("aria-pressed")
    reach(page, "#sound")
    expect(button).to_have_accessible_name("Sound")
    button.click()
    expect(button).to_have_accessible_name("Sound")
    assert button.get_attribute("aria-pressed") != before


@pytest.mark.parametrize("game", ["piranhas", "mississippi_queen"])
def test_what_one_reads_on_a_button_is_part_of_its_name(page: Page, site: Site, game: str) -> None:
    start(page, site.url, game, side="red")
    page.wait_for_selector("[data-step=confirm], .cell.can")
    assert misnamed(page) == []

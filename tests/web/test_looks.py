"""What boards show before a click: the river's camera and costs, Protista's shapes and choices."""

from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Site
from tests.web.player import start
from tests.web.shots import MANY_CHOICES

FRAME = "() => document.querySelector('river-board svg.board').getAttribute('viewBox').split(' ').map(Number)"
SHIPS = """() => { const b = document.querySelector("river-board");
  return b.scene.board.pieces.filter((p) => p.side).map((p) => [b.at(p.cell).x, b.at(p.cell).y]); }"""


def held(page: Page) -> bool:
    """Are both ships inside the camera's frame?"""
    left, top, width, height = page.evaluate(FRAME)
    ships: list[list[float]] = page.evaluate(SHIPS)
    return all(left < x < left + width and top < y < top + height for x, y in ships)


def test_the_camera_follows_the_ships_until_somebody_looks_elsewhere(page: Page, site: Site) -> None:
    start(page, site.url, "mississippi_queen", side="red")
    board = page.locator("river-board")
    page.wait_for_selector("[data-step=confirm]")
    expect(board).to_have_attribute("data-camera", "ships")
    assert held(page)
    expect(page.locator(".minimap .ship-spot")).to_have_count(2)
    expect(page.locator(".minimap .frame")).to_have_count(1)
    before, box = page.evaluate(FRAME), page.locator("river-board svg.board").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 150, y - 40, steps=4)
    page.mouse.up()
    expect(board).to_have_attribute("data-camera", "free")
    dragged = page.evaluate(FRAME)
    assert dragged[0] > before[0]
    assert dragged[2] == pytest.approx(before[2])
    assert page.evaluate("document.querySelector('river-board').draft.steps") == []  # no click
    page.mouse.wheel(0, 300)
    page.wait_for_function(f"wide => ({FRAME})()[2] > wide", arg=dragged[2])
    page.click("[data-camera=to_ships]")
    expect(board).to_have_attribute("data-camera", "ships")
    assert page.evaluate(FRAME)[0] < dragged[0]
    assert held(page)
    page.locator('river-board .cell[tabindex="0"]').focus()
    for key in ("Shift+ArrowRight", "-", "0"):
        page.keyboard.press(key)
        expect(board).to_have_attribute("data-camera", "ships" if key == "0" else "free")
    page.click("[data-camera=whole]")
    expect(board).to_have_attribute("data-camera", "free")
    assert held(page)


def test_a_move_says_what_it_burns_before_it_is_made(page: Page, site: Site) -> None:
    start(page, site.url, "mississippi_queen", side="red")
    speed = page.locator("[data-step=S4]")
    expect(speed).to_have_attribute("data-coal", "2")
    expect(speed).to_have_attribute("aria-label", "Sail at speed 4: burns 2 coal")
    expect(page.locator("[data-step=S2]")).not_to_have_attribute("data-coal", "0")
    draft: dict[str, Any] = page.evaluate("document.querySelector('river-board').draft")
    dear = next(cell for cell, cost in draft["cell_costs"].items() if cost["coal"])
    free = next(cell for cell, cost in draft["cell_costs"].items() if not cost["coal"])
    for cell, words in ((dear, "burns 1 coal"), (free, "no coal")):
        button = page.locator(f'[data-cell="{cell}"]')
        assert words in (button.get_attribute("aria-label") or "")
        button.focus()
        expect(page.locator(".tip")).to_contain_text(words)
        expect(page.locator(".tip")).to_contain_text("1 movement point")
    expect(page.locator(".price-coal")).to_have_count(
        sum(1 for c in draft["cell_costs"].values() if c["coal"])
    )
    page.click(f'[data-cell="{dear}"]')
    confirm = page.locator("[data-step=confirm]:not([disabled])")
    expect(confirm).to_have_attribute("aria-label", "Confirm: burns 1 coal")
    expect(page.locator(".hint-line")).to_have_text("Ready. This move burns 1 coal.")
    confirm.click()
    page.wait_for_function("() => Number(document.body.dataset.ply) >= 1")
    expect(page.locator("#player-bottom .fact.coal")).to_contain_text("5")


def test_moves_with_the_same_clicks_are_chosen_by_their_shapes(page: Page, site: Site) -> None:
    address, start_cell, goal = MANY_CHOICES
    page.goto(f"{site.url}/position/protista?p={quote(address)}")
    page.click(f'[data-cell="{start_cell}"]')
    page.click(f'[data-cell="{goal}"]')
    choices = page.locator(".chooser .choice")
    expect(choices).to_have_count(7)
    words = page.locator(".chooser").inner_text()
    assert "Step" in words
    assert "5 pieces" in words
    assert ":" not in words, "no raw notation"
    expect(choices.first).to_be_focused()
    for _ in range(2):
        page.keyboard.press("ArrowDown")
    expect(page.locator(".layer.lit [data-lit=W] .to-be")).to_have_count(5)
    expect(page.locator(".layer.names [data-name=W]")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".chooser")).to_have_count(0)
    page.click(f'[data-cell="{start_cell}"]')
    page.click(f'[data-cell="{goal}"]')
    page.evaluate(
        "document.querySelector('hex-board').addEventListener('choose', (e) => (window.chosen = e.detail))"
    )
    choices.nth(2).click()
    assert page.evaluate("window.chosen.move").startswith("W:")


def test_a_piece_goes_home_when_none_of_the_choices_is_meant(page: Page, site: Site) -> None:
    address, start_cell, goal = MANY_CHOICES
    page.goto(f"{site.url}/position/protista?p={quote(address)}")
    home = f"document.querySelector('hex-board').tops.get('{start_cell}').getAttribute('transform')"
    page.wait_for_selector(f'[data-cell="{start_cell}"]')
    before = page.evaluate(home)
    page.drag_and_drop(f'[data-cell="{start_cell}"]', f'[data-cell="{goal}"]')
    expect(page.locator(".chooser")).to_be_visible()
    assert page.evaluate(home) != before
    page.click(".let-go")
    assert page.evaluate(home) == before
    expect(page.locator(".chooser, .chosen, .targets .target")).to_have_count(0)


def test_shapes_that_give_moves_are_lit_with_their_names(page: Page, site: Site) -> None:
    address, start_cell, _ = MANY_CHOICES
    page.goto(f"{site.url}/position/protista?p={quote(address)}")
    page.hover(f'[data-cell="{start_cell}"]')
    expect(page.locator(".layer.names [data-name=W]").first).to_contain_text("Wave")
    page.mouse.move(2, 2)
    expect(page.locator(".layer.names > *")).to_have_count(0)
    page.hover("[data-kind=portal]")
    expect(page.locator(".layer.names [data-name=portal]").first).to_have_text("Portal")
    page.click("[data-kind=W]")
    page.mouse.move(2, 2)
    expect(page.locator("[data-kind=W]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".layer.lit [data-lit=W]").first).to_be_attached()


def test_creation_explains_itself_before_it_happens(page: Page, site: Site) -> None:
    start(page, site.url, "protista", side="white")
    expect(page.locator("#status")).to_contain_text("Your turn")
    expect(page.locator("#choices .choice")).to_have_count(0)  # it is not offered before all moves
    page.click('[data-cell="white:stock"]')
    expect(page.locator(".chooser")).to_contain_text("drawn at random")
    page.click(".let-go")
    expect(page.locator(".chooser")).to_have_count(0)
    assert page.get_attribute("body", "data-ply") == "0"
    page.click('[data-cell="white:stock"]')
    page.click(".chooser .choice")
    page.wait_for_function("() => Number(document.body.dataset.ply) >= 1")

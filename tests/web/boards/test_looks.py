"""What boards show before a click: the river's camera and costs, Protista's shapes and choices."""

from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect

from schwarm import new_game
from schwarm.bots import player
from tests.web.shared.player import reach, start
from tests.web.shared.site import Site
from tests.web.shots.boards import MANY_CHOICES

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
    # An arrow at the edge tells where a ship is that is out of the picture, and leads there.
    expect(page.locator(".ship-away")).to_have_count(0)
    page.locator('river-board .cell[tabindex="0"]').focus()
    for _ in range(5):
        page.keyboard.press("Shift+ArrowRight")
        page.keyboard.press("+")
    expect(page.locator(".ship-away")).to_have_count(2)
    page.locator(".ship-away").first.click()
    expect(page.locator(".ship-away.red")).to_have_count(0)


UNDER_THE_MAP = """() => {
  const box = (one) => one.getBoundingClientRect(), map = box(document.querySelector(".chart"));
  return [...document.querySelectorAll(".layer.pieces .ship")].filter((ship) => {
    const { x, y, width, height } = box(ship);
    return x + width > map.left && x < map.right && y + height > map.top && y < map.bottom;
  }).length;
}"""


def voyage() -> list[str]:
    """Positions of a voyage, from its start to the last bend."""
    game, bot, found = new_game("mississippi_queen", seed=7), player("mississippi_queen", "greedy"), []
    while not game.finished():
        if game.turn % 6 == 0:
            found.append(game.public_position())
        game.play(bot.choose(game))
    return found


def test_the_map_stays_where_it_is_and_hides_no_ship(page: Page, site: Site) -> None:
    places: dict[int, Any] = {}
    for position in voyage():
        page.goto(f"{site.url}/position/mississippi_queen?p={quote(position)}")
        for width, height in ((1280, 720), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function(f"() => document.querySelector('.chart') && innerWidth === {width}")
            page.wait_for_function(f"() => ({UNDER_THE_MAP})() === 0")
            place = page.locator(".chart").bounding_box()
            assert places.setdefault(width, place) == place, position
            boxes = page.locator(".minimap .ship-spot").evaluate_all(
                "all => all.map((one) => one.getBoundingClientRect()).map(({x, y, width}) => [x, y, width])"
            )
            (x, y, wide), (x2, y2, _) = boxes
            assert max(abs(x - x2), abs(y - y2)) > wide / 2, "one mark hides the other"


OVERLAPPING = """() => {
  const all = [...document.querySelectorAll("#composer button")];
  const boxes = all.map((one) => ({ step: one.dataset.step, box: one.getBoundingClientRect() }));
  const over = ({ box: p }, { box: q }) =>
    p.left < q.right - 1 && p.right > q.left + 1 && p.top < q.bottom - 1 && p.bottom > q.top + 1;
  return boxes.flatMap((a) => boxes.filter((b) => a.step < b.step && over(a, b)).map((b) => a.step + b.step));
}"""
# Both ships lie on sandbanks; the one to move can go ahead, or back for its last coal.
STRANDED = (
    "0WWWWWWWWWWWWWWWWWWWW/0WWWWWBW2WWSWWBWWWWWW/5WWBWWWWWWW2WBSWWWWWW/0WWBWWWBW2WWWWLBWWWWW/?/?/?/?"
    " 7,5,5,1,0,0,1 4,-1,1,1,1,0,1 5 blue 2"
)
# One move of red leaves blue without any.
TRAP = (
    "0WWWWWWWWWWWWWWWWWWWW/0WBWWWWWBWWS5WWWWWWWW/0WWWWBSLWBWWWWWBWWWWW/?/?/?/?/?"
    " -1,0,3,6,2,0,1 3,0,1,5,4,0,1 4 red 1",
    "A-1 T+3 M4 P1",
)


def sit(page: Page, site: Site, **form: str) -> None:
    """Play both sides of a game from a position."""
    form = {"game": "mississippi_queen", "opponent": "here", **form}
    seat = page.request.post(f"{site.url}/api/tables", data=form).json()
    page.goto(f"{site.url}/robots.txt")
    page.evaluate(
        "([id, own]) => localStorage.setItem(`seat:${id}`, JSON.stringify(own))", [seat["id"], seat["tokens"]]
    )
    page.goto(site.url + seat["address"])
    page.wait_for_selector("[data-step=confirm]")


def test_a_sandbank_is_seen_below_a_ship_and_no_button_below_another(browser: Browser, site: Site) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="de-DE", is_mobile=True)
    page = context.new_page()
    sit(page, site, position=STRANDED)
    expect(page.locator(".ship ~ .aground, .at:has(.ship) .aground")).to_have_count(2)
    expect(page.locator("[data-step=B]")).to_be_enabled()
    assert page.evaluate(OVERLAPPING) == []
    expect(page.locator(".meter.movement")).to_have_text("noch 1 Bewegungspunkt")
    context.close()


def test_a_ship_that_cannot_move_is_told_why(page: Page, site: Site) -> None:
    position, move = TRAP
    sit(page, site, position=position)
    reach(page, "#move-text")
    page.fill("#move-text", move)
    page.keyboard.press("Enter")
    expect(page.locator("#result .because")).to_contain_text("lies on a sandbank")


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
        expect(page.locator(".cost-tip")).to_contain_text(words)
        expect(page.locator(".cost-tip")).to_contain_text("1 movement point")
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
    page.click(".legend-fold")
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

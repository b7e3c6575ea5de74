"""A move that is planned while it is another's turn, and arrows drawn by hand."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from schwarm import new_game, rule_book
from tests.web.shared.player import start
from tests.web.shared.site import Site

SEED = 5


def sit_second(page: Page, site: Site, game: str, **more: Any) -> dict[str, Any]:
    """A game of two people: the page is open for the second side, the first one moves by the API."""
    form = {"game": game, "opponent": "link", "side": rule_book(game).sides[0], "seed": SEED, **more}
    first = page.request.post(f"{site.url}/api/tables", data=form).json()
    second = page.request.post(f"{site.url}/api/join", data={"invite": first["invite"]}).json()
    page.goto(f"{site.url}/robots.txt")
    page.evaluate(
        "([id, own]) => localStorage.setItem(`seat:${id}`, JSON.stringify(own))",
        [second["id"], second["tokens"]],
    )
    page.goto(site.url + second["address"])
    page.wait_for_selector("body[data-status=running] .cell")
    return dict(first)


@pytest.fixture
def game(page: Page, site: Site) -> dict[str, Any]:
    """The page is open for blue, red moves by the API."""
    return sit_second(page, site, "piranhas")


def first_moves(page: Page, site: Site, seat: dict[str, Any], move: str) -> None:
    """The move of the first side."""
    [own] = seat["tokens"].values()
    token = {"authorization": f"Bearer {own}"}
    made = page.request.post(f"{site.url}/api/tables/{seat['id']}/moves", data={"move": move}, headers=token)
    assert made.ok


def cell(page: Page, name: str) -> Locator:
    return page.locator(f"[data-cell={name}]")


def test_a_planned_move_is_played_at_once(page: Page, site: Site, game: dict[str, Any]) -> None:
    position = new_game("piranhas", seed=SEED)
    first = str(position.legal_moves()[0])
    position.play(first)
    answer = str(position.legal_moves()[0])
    for name in answer.split("-"):
        cell(page, name).click()
    expect(page.locator(".planned")).to_have_count(2)
    expect(page.locator("#spoken")).to_contain_text("Planned")
    first_moves(page, site, game, first)
    expect(page.locator("body")).to_have_attribute("data-ply", "2")
    expect(page.locator(".planned")).to_have_count(0)
    expect(page.locator("#moves .notation").nth(1)).to_have_text(answer)


def test_a_planned_move_that_is_not_legal_or_was_taken_back_is_not_played(
    page: Page, site: Site, game: dict[str, Any]
) -> None:
    position = new_game("piranhas", seed=SEED)
    first = str(position.legal_moves()[0])
    position.play(first)
    legal = position.legal_moves()
    source = str(legal[0]).split("-")[0]
    near = {str(move).split("-")[1] for move in legal if str(move).startswith(f"{source}-")}
    far = next(name for name in (f"{x}{y}" for x in "EFGD" for y in range(3, 7)) if name not in near)
    cell(page, source).click()
    cell(page, far).click()
    expect(page.locator(".planned")).to_have_count(2)
    cell(page, far).click(button="right")
    expect(page.locator(".planned")).to_have_count(0)
    cell(page, source).click()
    cell(page, far).click()
    first_moves(page, site, game, first)
    expect(page.locator("#status")).to_contain_text("Your turn")
    expect(page.locator(".planned")).to_have_count(0)
    expect(page.locator("body")).to_have_attribute("data-ply", "1")


def test_the_right_button_draws_arrows_and_rings(page: Page, site: Site) -> None:
    start(page, site.url, "hive", side="red")

    def draw(first: str, second: str) -> None:
        for name, act in ((first, page.mouse.down), (second, page.mouse.up)):
            box = page.locator(f'[data-cell="{name}"]').bounding_box()
            assert box
            page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            act(button="right")

    draw("0,0", "2,-1")
    draw("1,1", "1,1")
    focused = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert focused == "none", "an outline on a board would cover the page"
    expect(page.locator(".by-hand")).to_have_count(1)
    expect(page.locator(".ring-by-hand")).to_have_count(1)
    draw("0,0", "2,-1")
    expect(page.locator(".by-hand")).to_have_count(0)
    page.click('[data-cell="-2,0"]')
    expect(page.locator(".ring-by-hand")).to_have_count(0)
    expect(page.locator("body")).to_have_attribute("data-ply", "0")

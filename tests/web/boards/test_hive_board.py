"""Hive: stacks have depth and show what lies under their top; the chosen piece of the hand stands out."""

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from schwarm import new_game
from tests.web.shared.site import Site
from tests.web.shots.boards import stacked


@pytest.fixture(scope="module")
def stack() -> tuple[str, str]:
    return stacked()


def test_hover_focus_and_tap_show_what_lies_under_a_beetle(
    page: Page, site: Site, stack: tuple[str, str]
) -> None:
    address, cell = stack
    page.goto(site.url + address)
    peek, there = page.locator(f'[data-peek="{cell}"]'), f'[data-cell="{cell}"]'
    page.hover(there)
    expect(peek.locator(".piece")).to_have_count(2)
    expect(peek.locator(".piece").first).to_have_class(re.compile("beetle"))
    page.mouse.move(2, 2)
    expect(peek).to_have_count(0)
    page.focus(there)
    expect(peek).to_have_count(1)
    page.evaluate("document.activeElement.blur()")
    expect(peek).to_have_count(0)
    page.dispatch_event(there, "pointerdown", {"pointerType": "touch", "bubbles": True})
    expect(peek).to_have_count(1)


def test_the_upper_piece_lies_visibly_higher(page: Page, site: Site, stack: tuple[str, str]) -> None:
    page.goto(site.url + stack[0])
    top = page.locator(".at.raised").first.bounding_box()
    below = page.locator(".at.covered").first.bounding_box()
    assert top
    assert below
    assert top["y"] < below["y"] - 3


def test_the_chosen_piece_of_the_hand_is_marked_around_it(page: Page, site: Site) -> None:
    start = new_game("hive", seed=7).public_position()
    page.goto(f"{site.url}/position/hive?p={quote(start)}")
    page.click('[data-cell="red:A"]')
    mark = page.locator(".chosen.hand").bounding_box()
    piece = page.locator(".layer.pieces .piece.ant.red").bounding_box()
    assert mark
    assert piece
    assert mark["width"] > 1.1 * piece["width"]
    expect(page.locator('[data-cell="red:A"]')).to_have_attribute("aria-pressed", "true")

"""A person at the browser, as the tests need one: starts games and plays by clicks or keys."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

READY = "body[data-ready]"

CLICKS = Path(__file__).with_name("clicks.js").read_text().split("\n", 2)[2]


def start(page: Page, url: str, game: str, level: str = "random", side: str | None = None) -> None:
    """Begin a game against a bot from the first page."""
    page.goto(f"{url}/?game={game}")
    page.wait_for_selector(READY)
    page.evaluate("localStorage.setItem('pace', '0')")  # only tests about time wait for it
    page.select_option("#level", level)
    page.evaluate("document.querySelector('[name=seed]').value = '7'")  # the same game every time
    if side is not None:
        page.check(f"input[name=side][value={side}]", force=True)
    page.click("#play")
    page.wait_for_selector("body[data-status=running] .cell")


def play(page: Page, moves: int, seed: int = 1) -> dict[str, Any]:
    """Make so many moves by clicking; stops when the game ends."""
    made: dict[str, Any] = page.evaluate(CLICKS, {"moves": moves, "seed": seed})
    return made


def expect_turn(page: Page) -> None:
    """Wait until it is our turn."""
    expect(page.locator("#status")).to_contain_text("Your turn")


def move(page: Page, start_cell: str, goal: str) -> None:
    page.click(f"[data-cell={start_cell}]")
    page.click(f"[data-cell={goal}]")


def legal(page: Page) -> tuple[str, str]:
    """Some legal move of the one to move, as two clicks."""
    expect_turn(page)
    found: str = page.evaluate("document.querySelector('.cell.can').dataset.cell")
    page.click(f"[data-cell={found}]")
    goal: str = page.evaluate("document.querySelector('.cell.may').dataset.cell")
    page.click(f"[data-cell={found}]")
    return found, goal

"""A person at the browser, as the tests need one: starts games and plays by clicks or keys."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from schwarm import rule_book

READY = "body[data-ready]"
SEED = "7"

CLICKS = Path(__file__).with_name("clicks.js").read_text().split("\n", 2)[2]


# What the form of the first page does, without the first page: it costs as much as the whole game.
BEGIN = """async (form) => {
  const headers = { "content-type": "application/json" };
  const answer = await fetch("/api/tables", { method: "POST", headers, body: JSON.stringify(form) });
  if (!answer.ok) throw new Error(await answer.text());
  const seated = await answer.json();
  const seats = JSON.parse(localStorage.getItem("seats") ?? "[]");
  localStorage.setItem(`seat:${seated.id}`, JSON.stringify(seated.tokens));
  localStorage.setItem("seats", JSON.stringify([...seats, seated.id]));
  localStorage.setItem("pace", "0");
  return seated.address;
}"""


def start(page: Page, url: str, game: str, level: str = "random", side: str | None = None) -> None:
    """Be seated against a bot, and look at the board; always the same game."""
    if not page.url.startswith(url):
        page.goto(f"{url}/robots.txt")  # what a browser keeps belongs to an address
    side = side or rule_book(game).sides[0]
    page.goto(url + page.evaluate(BEGIN, {"game": game, "level": level, "side": side, "seed": SEED}))
    page.wait_for_selector("body[data-status=running] .cell")


def start_by_form(page: Page, url: str, game: str, level: str = "random", side: str | None = None) -> None:
    """Begin a game against a bot from the first page, as people do."""
    page.goto(f"{url}/?game={game}")
    page.wait_for_selector(READY)
    page.evaluate("localStorage.setItem('pace', '0')")  # only tests about time wait for it
    page.select_option("#level", level)
    page.evaluate("seed => document.querySelector('[name=seed]').value = seed", SEED)
    if side is not None:
        choose_side(page, side)
    page.click("#play")
    page.wait_for_selector("body[data-status=running] .cell")


def choose_side(page: Page, side: str) -> None:
    """Choose a side on the first page."""
    page.evaluate("document.querySelector('#new-game details').open = true")
    page.check(f"input[name=side][value={side}]", force=True)


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


def reach(page: Page, name: str) -> None:
    """Open the menu that something lies in."""
    menu = page.locator(f".menu:has({name})").get_attribute("id")
    page.click(f"[popovertarget={menu}]")


def pick(page: Page, name: str) -> None:
    """Press something that lies in a menu, and close that again."""
    reach(page, name)
    page.click(name)
    page.evaluate("document.querySelector(':popover-open')?.hidePopover()")

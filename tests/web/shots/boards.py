"""`make shots`: pictures of every board, to look at.

    python -m tests.web.shots.boards FOLDER [game ...]

A picture of each game on a desktop, a laptop and a telephone held upright and across, light and dark, in both
languages; and what a board shows while one thinks: costs and the camera on the river, Protista's shapes and
choices, Hive's stacks.
"""

from __future__ import annotations

import argparse
import base64
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Browser, Page

from schwarm import list_games, new_game
from tests.web.shared.player import CLICKS, pick, start
from tests.web.shared.site import Site
from tests.web.shots import opened

SIZES = {"desktop": (1920, 1080), "laptop": (1280, 720), "phone": (390, 844), "across": (844, 390)}
LOOKS = (("light", "en-GB"), ("dark", "de-DE"))  # each theme and each language once
MOVES = 4
# A position of Protista in which the same two clicks, the last two texts, begin seven moves of three kinds.
MANY_CHOICES = (
    "6b1B2/b1bb5/B26b1/3b5/4b1b2/9/9/4w1w2/7w1/w5w2/1w5W21/2w2W2w1W2/3w5 w 1 a2.f4.i6|i8.f10.a12 0 32 32 -",
    "h3",
    "i3",
)


def context_of(browser: Browser, size: str, **more: Any) -> Any:
    width, height = SIZES[size]
    touch = size in ("phone", "across")
    return browser.new_context(
        viewport={"width": width, "height": height}, has_touch=touch, is_mobile=touch, **more
    )


def pictures(browser: Browser, site: Site, folder: Path, game: str) -> None:
    """The board in mid-game; played once, looked at in every size."""
    for scheme, locale in LOOKS:
        context = context_of(browser, "desktop", color_scheme=scheme, locale="en-GB", reduced_motion="reduce")
        page = context.new_page()
        start(page, site.url, game, "greedy")
        page.evaluate(CLICKS, {"moves": MOVES, "seed": 3})
        kept, address = context.storage_state(), page.url
        context.close()
        for size in SIZES:
            context = context_of(
                browser, size, color_scheme=scheme, locale=locale, reduced_motion="reduce", storage_state=kept
            )
            page = context.new_page()
            page.goto(address)
            page.wait_for_selector("body[data-status] .cell")
            page.wait_for_timeout(400)
            page.screenshot(path=folder / f"{game}-{size}-{scheme}-{locale[:2]}.png")
            context.close()


def strip(browser: Browser, frames: list[bytes], path: Path) -> None:
    """Pictures side by side, numbered."""
    page = browser.new_page(viewport={"width": 1600, "height": 400})
    shown = "".join(
        f'<figure><img src="data:image/jpeg;base64,{base64.b64encode(frame).decode()}">'
        f"<figcaption>{number}</figcaption></figure>"
        for number, frame in enumerate(frames)
    )
    look = (
        "body{margin:0;display:grid;grid-template-columns:repeat(4,1fr)} figure{margin:2px} img{width:100%}"
    )
    page.set_content(f"<style>{look}</style>{shown}")
    page.screenshot(path=path, full_page=True)
    page.close()


def other_pages(browser: Browser, site: Site, folder: Path) -> None:
    """What happens around a game: a lost connection, the past, the settings, the end."""
    context = context_of(browser, "desktop", locale="en-GB", reduced_motion="reduce")
    page: Page = context.new_page()
    start(page, site.url, "piranhas")
    page.evaluate(CLICKS, {"moves": 3, "seed": 3})
    page.click("#back")
    page.wait_for_selector("#present")
    page.screenshot(path=folder / "past.png")
    page.click("#present")
    pick(page, "#settings")
    page.wait_for_selector("#settings-dialog")
    page.screenshot(path=folder / "settings.png")
    page.keyboard.press("Escape")
    page.click("#resign")
    page.click("#really-resign")
    page.wait_for_selector("#result:not([hidden])")
    page.screenshot(path=folder / "resigned.png")
    site.stop()
    page.wait_for_selector("body.offline")
    page.screenshot(path=folder / "offline.png")
    context.close()


def stacked() -> tuple[str, str]:
    """The address of a Hive position with a stack, and the stack's cell."""
    for seed in range(100):
        game, choose = new_game("hive", seed=seed), Random(seed)
        while not game.finished():
            covered = [piece.cell for piece in game.board().pieces if piece.covered]
            if covered:
                return f"/position/hive?p={quote(game.public_position())}", covered[0]
            game.play(choose.choice(game.legal_moves()))
    raise AssertionError("no beetle climbed in a hundred games")


def stack(browser: Browser, site: Site, folder: Path) -> None:
    """What lies under a beetle, and a piece of the hand that is chosen."""
    address, cell = stacked()
    for scheme, locale in LOOKS:
        context = context_of(browser, "laptop", color_scheme=scheme, locale=locale)
        page = context.new_page()
        page.goto(site.url + address)
        page.locator(".cell.can").last.click()
        page.hover(f'[data-cell="{cell}"]')
        page.screenshot(path=folder / f"hive-stack-{scheme}-{locale[:2]}.png")
        context.close()


def river(browser: Browser, site: Site, folder: Path) -> None:
    """A ship's move half composed, what a field costs, and the camera elsewhere."""
    for scheme, locale in LOOKS:
        for size in SIZES:
            context = context_of(browser, size, color_scheme=scheme, locale=locale, reduced_motion="reduce")
            page = context.new_page()
            start(page, site.url, "mississippi_queen", "greedy", side="red")
            page.wait_for_selector("[data-step=S3]:not([disabled])")
            page.click("[data-step=S3]")
            page.wait_for_selector(".speeds .on[data-step=S3]")
            page.evaluate(
                """() => { const board = document.querySelector("river-board");
                  const { cell_costs: costs } = board.draft;
                  const cells = Object.keys(costs);
                  board.tell(cells.find((cell) => costs[cell].coal) ?? cells[0]); }"""
            )
            page.screenshot(path=folder / f"river-costs-{size}-{scheme}-{locale[:2]}.png")
            if size in ("laptop", "phone"):
                page.click("[data-camera=whole]")
                page.screenshot(path=folder / f"river-whole-{size}-{scheme}-{locale[:2]}.png")
            context.close()


def shapes(browser: Browser, site: Site, folder: Path) -> None:
    """Protista: all waves lit, the choice between moves with the same clicks, and what a creation is."""
    address, begin, goal = MANY_CHOICES
    acts = {
        "waves": ["[data-kind=W]"],
        "choices": [f'[data-cell="{begin}"]', f'[data-cell="{goal}"]'],
        "creation": ['[data-cell="white:stock"]'],
    }
    for scheme, locale in LOOKS:
        for size in SIZES:
            context = context_of(browser, size, color_scheme=scheme, locale=locale, reduced_motion="reduce")
            page = context.new_page()
            for name, presses in acts.items():
                page.goto(f"{site.url}/position/protista?p={quote(address)}")
                for press in presses:
                    page.click(press)
                page.screenshot(path=folder / f"protista-{name}-{size}-{scheme}-{locale[:2]}.png")
            context.close()


def main(folder: Path, wanted: list[str]) -> None:
    with opened(folder) as (browser, site):
        for game in wanted or list_games():
            print(f"{game} ...", flush=True)
            pictures(browser, site, folder, game)
            for more in {"hive": [stack], "mississippi_queen": [river], "protista": [shapes]}.get(game, []):
                more(browser, site, folder)
        if not wanted:
            other_pages(browser, site, folder)
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        "python -m tests.web.shots.boards", description="Pictures of every board."
    )
    parser.add_argument("folder", type=Path, help="where to write the pictures; made if it is not there")
    parser.add_argument(
        "game", nargs="*", help=f"these only, of {', '.join(list_games())}; all if none is named"
    )
    given = parser.parse_args()
    for name in given.game:
        if name not in list_games():
            parser.error(f"expected one of {', '.join(list_games())}, not {name}")
    main(given.folder, given.game)

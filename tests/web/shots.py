"""`make shots`: pictures of every board, and film strips of moves, to look at.

    python -m tests.web.shots FOLDER [game ...]

A picture of each game on a desktop, a laptop and a telephone held upright and across, light and dark, in both
languages; and for each game a strip of one's own move and the bot's answer, a frame every tenth of a second.
"""

from __future__ import annotations

import base64
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from schwarm import games
from tests.web.conftest import CHROMIUM, FLAGS, Site
from tests.web.player import CLICKS, start

SIZES = {"desktop": (1440, 900), "laptop": (1280, 720), "phone": (390, 844), "across": (844, 390)}
LOOKS = (("light", "en-GB"), ("dark", "de-DE"))  # each theme and each language once
FRAMES = 16
FRAME_MS = 100
MOVES = 4


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


def film(browser: Browser, site: Site, folder: Path, game: str) -> None:
    """One's own move and the bot's answer."""
    context = browser.new_context(viewport={"width": 760, "height": 700}, locale="en-GB")
    page = context.new_page()
    start(page, site.url, game, "greedy")
    page.evaluate(CLICKS, {"moves": 3, "seed": 3})
    page.evaluate("localStorage.removeItem('pace')")
    page.wait_for_timeout(1500)
    page.evaluate(f"({CLICKS.rstrip().rstrip(';')})({{moves: 1, seed: 5}}); 0")
    taken = []
    for _ in range(FRAMES):
        taken.append(page.locator("#board").screenshot(type="jpeg", quality=70))
        page.wait_for_timeout(FRAME_MS)
    context.close()
    strip(browser, taken, folder / f"{game}-film.png")


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
    page.click("#settings")
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


def main(folder: Path, wanted: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        site = Site(Path(place) / "page.db")
        site.start()
        try:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            for game in wanted or games():
                print(f"{game} ...", flush=True)
                pictures(browser, site, folder, game)
                film(browser, site, folder, game)
            if not wanted:
                other_pages(browser, site, folder)
            browser.close()
        finally:
            site.stop()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("expected a folder: python -m tests.web.shots FOLDER [game ...]")
    main(Path(sys.argv[1]), sys.argv[2:])

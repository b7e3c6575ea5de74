"""Pictures of the pages around a game, to look at; part of `make shots`.

    python -m tests.web.shots.pages FOLDER [scene ...]

Each scene is one page in one state: the first page, lessons with a hint, puzzles with their strips, rules in
pictures (and on paper), the studio, the profile, the lab, the lobby, the list of keys, the keyboard's ring on
every board and the card after a game. Each is taken light in English and dark in German, in every size.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from itertools import count
from pathlib import Path

from playwright.sync_api import Browser, Page

from schwarm import list_games
from schwarm.teaching.puzzles import shipped
from tests.web.shared.player import CLICKS, READY, start
from tests.web.shared.site import Site
from tests.web.shots import opened
from tests.web.shots.boards import LOOKS, SIZES, context_of

Scene = Callable[[Page, str], None]
TALL = ("first", "learn", "puzzles", "rules", "studio", "lab", "profile")  # taken whole, however long
VISITORS = count(1)  # each has a name of their own


def at(path: str, ready: str = "main") -> Scene:
    """A page as it is when it has come."""

    def go(page: Page, url: str) -> None:
        page.goto(url + path)
        page.wait_for_selector(ready)
        page.wait_for_load_state("networkidle")

    return go


def hint(game: str) -> Scene:
    """A lesson whose second hint is shown, with its arrow."""

    def go(page: Page, url: str) -> None:
        at(f"/learn/{game}", f"{READY} .cell")(page, url)
        page.click("#hint")
        page.wait_for_selector("#answer .tip")
        page.click("#hint")
        page.wait_for_selector(".hinted")

    return go


def ring(game: str) -> Scene:
    """The keyboard's focus on a board."""

    def go(page: Page, url: str) -> None:
        at(f"/position/{game}", '.cell[tabindex="0"]')(page, url)
        page.locator('.cell[tabindex="0"]').focus()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowUp")

    return go


def ended(page: Page, url: str) -> None:
    """The card after a game, with the moments that decided it."""
    start(page, url, "piranhas", "greedy")
    page.evaluate(CLICKS, {"moves": 60, "seed": 3})
    page.wait_for_selector("#result:not([hidden])")
    page.wait_for_selector("#moments:not([hidden])", timeout=240_000)


def profile(page: Page, url: str) -> None:
    """One's own page after two games."""
    name = f"Ada {next(VISITORS)}"
    for game in ("piranhas", "hive"):
        at(f"/?game={game}")(page, url)
        page.fill("[name=name]", name)
        page.keyboard.press("Tab")
        page.click("#play")
        page.wait_for_selector("body[data-status=running] .cell")
        page.click("#resign")
        page.click("#really-resign")
        page.wait_for_selector("#result:not([hidden])")
    at("/profile")(page, url)


def keys(page: Page, url: str) -> None:
    """The list of keys over a game."""
    start(page, url, "hive")
    page.locator("#more").focus()
    page.keyboard.press("?")
    page.wait_for_selector("#keys-dialog")


def scenes() -> dict[str, Scene]:
    found: dict[str, Scene] = {
        "first": at("/"),
        "learn": at("/learn"),
        "puzzles": at("/puzzles"),
        "lobby": at("/lobby"),
        "events": at("/events"),
        "lab": at("/lab"),
        "study": at("/lab/shipped/protista"),
        "rules": at("/rules"),
        "ended": ended,
        "profile": profile,
        "keys": keys,
    }
    for game in list_games():
        found[f"hint-{game}"] = hint(game)
        found[f"ring-{game}"] = ring(game)
        found[f"puzzle-{game}"] = at(f"/puzzles/{game}/{shipped(game)[0].name}", f"{READY} .cell")
        found[f"rules-{game}"] = at(f"/rules/{game}", f"{READY} .cell")
        found[f"studio-{game}"] = at(f"/studio/{game}")
    return found


def take(browser: Browser, site: Site, folder: Path, name: str, scene: Scene) -> None:
    for scheme, locale in LOOKS:
        for size in SIZES:
            context = context_of(browser, size, color_scheme=scheme, locale=locale, reduced_motion="reduce")
            page = context.new_page()
            scene(page, site.url)
            page.wait_for_timeout(500)
            tall = name.split("-")[0] in TALL
            page.screenshot(path=folder / f"{name}-{size}-{scheme}-{locale[:2]}.png", full_page=tall)
            context.close()


def paper(browser: Browser, site: Site, folder: Path, game: str) -> None:
    """The rules as they are printed."""
    page = browser.new_page(locale="de-DE")
    page.goto(f"{site.url}/rules/{game}")
    page.wait_for_selector(f"{READY} .cell")
    page.pdf(path=folder / f"rules-{game}.pdf", prefer_css_page_size=True)
    page.close()


def main(folder: Path, wanted: list[str]) -> None:
    with opened(folder) as (browser, site):
        for name, scene in scenes().items():
            if not wanted or name in wanted:
                print(f"{name} ...", flush=True)
                take(browser, site, folder, name, scene)
        if not wanted:
            for game in list_games():
                paper(browser, site, folder, game)
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        "python -m tests.web.shots.pages", description="Pictures of the pages around a game."
    )
    parser.add_argument("folder", type=Path, help="where to write the pictures; made if it is not there")
    parser.add_argument("scene", nargs="*", help="these only; all if none is named")
    given = parser.parse_args()
    for scene_name in given.scene:
        if scene_name not in scenes():
            parser.error(f"expected one of {', '.join(scenes())}, not {scene_name}")
    main(given.folder, given.scene)

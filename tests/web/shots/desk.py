"""Pictures of what lies around the boards: replay desk, lists of games, the editor; part of `make shots`.

python -m tests.web.shots.desk FOLDER
"""

from __future__ import annotations

import json
import sys
import urllib.request
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from tests.web.shared.player import CLICKS, start
from tests.web.shared.records import finished_record
from tests.web.shared.site import Site
from tests.web.shots import opened
from tests.web.shots.boards import LOOKS, SIZES, context_of

ANALYSED_MS = 120_000


def bring(site: Site, record: str) -> str:
    """The address of a finished game."""
    body = json.dumps({"text": record}).encode()
    request = urllib.request.Request(f"{site.url}/api/records", body, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        made: dict[str, Any] = json.loads(answer.read())
    return str(made["address"])


def analysed(browser: Browser, site: Site) -> str:
    """The address of a game that the engine has judged."""
    address = bring(site, finished_record(20))
    page = browser.new_page()
    page.goto(site.url + address)
    page.click("#analyse")
    page.wait_for_selector(".verdict", timeout=ANALYSED_MS)
    page.close()
    return address


def pictures(browser: Browser, site: Site, folder: Path, address: str, size: str) -> None:
    """Every page in one size, in each theme and each language once."""
    for scheme, locale in LOOKS:
        context = context_of(browser, size, color_scheme=scheme, locale=locale, reduced_motion="reduce")
        page = context.new_page()

        def shoot(name: str) -> None:
            page.wait_for_timeout(500)  # noqa: B023
            page.screenshot(path=folder / f"{name}-{size}-{scheme}-{locale[:2]}.png")  # noqa: B023

        page.goto(site.url + address)
        page.wait_for_selector(".verdict")
        page.keyboard.press("n")
        shoot("desk")
        start(page, site.url, "hive")
        page.evaluate(CLICKS, {"moves": 3, "seed": 3})
        game = page.url
        page.goto(f"{site.url}/watch")
        page.wait_for_selector(".table-card")
        shoot("watch")
        page.goto(game)
        page.click("#resign")
        page.click("#really-resign")
        page.wait_for_selector("#result:not([hidden])")
        page.goto(f"{site.url}/replays")
        page.wait_for_selector(".finished")
        shoot("replays")
        page.goto(f"{site.url}/position/protista")
        page.click("#edit")
        shoot("editor")
        context.close()


def main(folder: Path) -> None:
    with opened(folder) as (browser, site):
        address = analysed(browser, site)
        for size in SIZES:
            print(f"{size} ...", flush=True)
            pictures(browser, site, folder, address, size)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("expected a folder: python -m tests.web.shots.desk FOLDER")
    main(Path(sys.argv[1]))

"""The picture in README.md, taken anew: `python -m tests.web.shots.readme`."""

from __future__ import annotations

from tests import ROOT
from tests.web.shared.player import CLICKS, start
from tests.web.shots import opened

FOLDER = ROOT / "docs" / "images"


def main() -> None:
    """A game against a bot, in mid-game, as a newcomer sees it."""
    with opened(FOLDER) as (browser, site):
        context = browser.new_context(
            viewport={"width": 1280, "height": 800},
            color_scheme="light",
            locale="en-GB",
            reduced_motion="reduce",
        )
        page = context.new_page()
        start(page, site.url, "piranhas", "greedy")
        page.evaluate(CLICKS, {"moves": 4, "seed": 3})
        page.mouse.move(5, 790)
        page.wait_for_timeout(1200)  # for what still moves
        page.screenshot(path=FOLDER / "page.png")
        context.close()


if __name__ == "__main__":
    main()

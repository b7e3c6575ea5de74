"""Pictures of the page, to look at: `make shots`."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.web.shared.site import CHROMIUM, FLAGS, Site


@contextmanager
def opened(folder: Path) -> Iterator[tuple[Browser, Site]]:
    """A browser and an empty page, and a folder for the pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        with Site(Path(place) / "page.db") as site:
            yield browser, site
        browser.close()

"""A full game of each game, played through clicks in a real browser against a bot to the end."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import IO

import pytest
from playwright.sync_api import Page, expect

from schwarm import list_games
from tests.sampling import sampled
from tests.web.shared.player import play, start_by_form
from tests.web.shared.site import Site
from tools.windows_python import NoWine, start
from tools.windows_tests import installed


class WindowsSite(Site):
    """The page under a Windows Python."""

    def launch(self, *arguments: str) -> subprocess.Popen[bytes]:
        process = start([installed(), "-m", "schwarm", *arguments], self.store.parent)
        assert process.stdin is not None
        process.stdin.close()
        threading.Thread(target=drain, args=(process.stdout,), daemon=True).start()
        return process


def drain(pipe: IO[bytes]) -> None:
    with pipe:
        while pipe.read(65536):
            pass


@pytest.fixture(scope="module")
def windows_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    try:
        with WindowsSite(tmp_path_factory.mktemp("windows") / "page.db") as made:
            yield made
    except NoWine as error:
        pytest.skip(f"not tested on Windows: {error}")


@pytest.mark.parametrize("game", sampled(list_games(), "mississippi_queen"))
def test_a_whole_game_can_be_played_by_clicks(page: Page, site: Site, game: str) -> None:
    play_whole_game(page, site, game)


@pytest.mark.long  # daily: the page on this system
@pytest.mark.skipif(sys.platform != "linux", reason="Wine is for Linux")
@pytest.mark.parametrize("game", list_games())
def test_a_whole_game_can_be_played_on_a_page_on_windows(page: Page, windows_site: Site, game: str) -> None:
    play_whole_game(page, windows_site, game)


def play_whole_game(page: Page, site: Site, game: str) -> None:
    failures: list[str] = []
    page.on("console", lambda message: failures.append(message.text) if message.type == "error" else None)
    start_by_form(page, site.url, game)
    end = play(page, 400)
    assert end["status"] == "ended"
    expect(page.locator("#result")).to_be_visible()
    expect(page.locator("#rematch")).to_be_visible()
    assert not failures

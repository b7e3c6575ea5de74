"""A full game of each game, played through clicks in a real browser against a bot to the end."""

import pytest
from playwright.sync_api import Page, expect

from schwarm import list_games
from tests.sampling import sampled
from tests.web.shared.player import play, start_by_form
from tests.web.shared.site import Site


@pytest.mark.parametrize("game", sampled(list_games(), "mississippi_queen"))
def test_a_whole_game_can_be_played_by_clicks(page: Page, site: Site, game: str) -> None:
    failures: list[str] = []
    page.on("console", lambda message: failures.append(message.text) if message.type == "error" else None)
    start_by_form(page, site.url, game)
    end = play(page, 400)
    assert end["status"] == "ended"
    expect(page.locator("#result")).to_be_visible()
    expect(page.locator("#rematch")).to_be_visible()
    assert not failures

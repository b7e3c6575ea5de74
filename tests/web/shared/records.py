"""Finished games to look at."""

from pathlib import Path

from playwright.sync_api import Page, expect

from schwarm import new_game
from schwarm.bots import RandomBot
from schwarm.game.record import record_of
from tests.web.shared.site import Site

OFTEN_WRONG = 6  # a seed whose game has mistakes that are seen however little time there is to think


def finished_record(rounds: int = 4, seed: int = 5) -> str:
    game = new_game("piranhas", seed=seed, rounds=rounds)
    bot = RandomBot(seed)
    while not game.finished():
        game.play(bot.choose(game))
    return record_of(game, {"red": "Ada", "blue": "Bo"}).to_json()


def judged(page: Page, site: Site, folder: Path, rounds: int) -> None:
    """A finished game that the engine has looked at."""
    file = folder / "game.json"
    file.write_text(finished_record(rounds, OFTEN_WRONG))
    page.goto(f"{site.url}/replays")
    page.set_input_files("#file", str(file))
    page.wait_for_selector("body[data-status=ended]")
    page.click("#analyse")
    expect(page.locator(".verdict")).to_be_visible()

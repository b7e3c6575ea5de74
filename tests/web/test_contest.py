"""The contest beside the page: its games can be watched here, its replay files come and go."""

import gzip
import subprocess
import sys
from pathlib import Path

import httpx2 as httpx
import pytest
from playwright.sync_api import Page, expect
from starlette.testclient import TestClient

from schwarm import games, new_game, rule_book
from schwarm.bots import RandomBot
from schwarm.games.record import record_of
from tests.waiting import wait
from tests.web.conftest import Site

OFFICIAL = Path(__file__).parents[1] / "vectors" / "protocol" / "2026" / "replay.xml.gz"


def test_an_official_replay_file_is_brought_by_hand(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/replays")
    page.set_input_files("#file", str(OFFICIAL))
    page.wait_for_selector("body[data-status=ended]")
    expect(page.locator("square-board")).to_be_visible()
    page.click("#first")
    expect(page.locator("#replay-note")).to_contain_text("Move 0 of")


@pytest.mark.parametrize("game", games())
def test_a_game_goes_out_as_a_replay_file_and_comes_back(client: TestClient, game: str) -> None:
    profile = "official" if "official" in rule_book(game).profiles else None
    played = new_game(game, seed=5, profile=profile)
    bot = RandomBot(5)
    while not played.finished():
        played.play(bot.choose(played))
    first = client.post("/api/records", json={"text": record_of(played).to_json()}).json()
    text = client.get(f"/api/tables/{first['id']}/replay").text
    assert text.startswith("<")
    second = client.post("/api/records", json={"text": text})
    assert second.status_code == 201, second.text
    states = [client.get(f"/api/tables/{made['id']}").json() for made in (first, second.json())]
    assert states[0]["history"] == states[1]["history"]
    assert states[0]["end"]["winner"] == states[1]["end"]["winner"]


def test_xml_that_is_no_replay_is_refused(client: TestClient) -> None:
    for text in (
        "<protocol/>",
        "<a>",
        '<!DOCTYPE x [<!ENTITY y "z">]><x>&y;</x>',
        gzip.compress(b"<x/>").decode("latin-1"),
    ):
        assert client.post("/api/records", json={"text": text}).status_code == 422


SHOWN = """() => [...document.querySelectorAll("#running li")]
  .find((entry) => /Piranhas/.test(entry.textContent) && /Red.*Blue/.test(entry.textContent))?.dataset.id"""


def test_a_game_of_contest_clients_is_watched_on_the_page(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/watch")
    command = [
        sys.executable,
        "-m",
        "schwarm.cli",
        "client",
        "piranhas",
        "--port",
        str(site.contest),
        "--bot",
        "best",
        "--time",
        "150",
    ]
    players = [subprocess.Popen(command, stdout=subprocess.DEVNULL) for _ in range(2)]
    try:
        name = page.wait_for_function(SHOWN).json_value()  # in one look: a quick game is soon gone again
        page.goto(f"{site.url}/game/{name}")
        page.wait_for_selector("body[data-ply]")
        expect(page.locator("#resign")).to_be_hidden()
    finally:
        for player in players:
            player.wait(60)
    expect(page.locator("#result")).to_be_visible()
    ended = f"{site.url}/api/tables?ended=5"
    wait(lambda: any(entry["id"] == name for entry in httpx.get(ended).json()["ended"]))

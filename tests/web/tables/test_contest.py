"""The contest beside the page: its games can be watched here, its replay files come and go."""

import asyncio
import gzip
import socket
import subprocess
import sys
from pathlib import Path

import httpx2 as httpx
import pytest
from playwright.sync_api import Page, expect
from starlette.testclient import TestClient

from schwarm import list_games, new_game, rule_book
from schwarm.bots import RandomBot
from schwarm.game.record import Ply, record_of
from schwarm.web.env import env_of
from schwarm.web.tables.contest_port import WatchedLedger
from tests import ROOT
from tests.waiting import PATIENCE_S, wait
from tests.web.shared.site import Site, in_memory

OFFICIAL = ROOT / "tests" / "vectors" / "protocol" / "2026" / "replay.xml.gz"


def test_an_official_replay_file_is_brought_by_hand(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/replays")
    page.set_input_files("#file", str(OFFICIAL))
    page.wait_for_selector("body[data-status=ended]")
    expect(page.locator("square-board")).to_be_visible()
    page.keyboard.press("Home")
    expect(page.locator("#replay-note")).to_contain_text("Move 0 of")


@pytest.mark.parametrize("game", list_games())
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


def test_nobody_administers_the_pages_port_by_the_contests_known_password(tmp_path: Path) -> None:
    with in_memory(tmp_path, contest_port=0) as page:
        place = env_of(page.app).tables.contest.address()
        assert place is not None
        with socket.create_connection(("127.0.0.1", place[1]), timeout=PATIENCE_S) as line:
            line.sendall(b'<protocol><authenticate password="examplepassword"/><observe roomId="none"/>')
            heard = b""
            while b"errorpacket" not in heard:
                heard += line.recv(65536)
    assert b"Failed to authenticate" in heard


def test_the_page_shows_a_move_after_its_players_were_told(client: TestClient) -> None:
    """The ledger is asked before anybody is told; what it shows comes when the referee has gone on."""
    tables = env_of(client.app).tables

    async def look() -> tuple[int, int]:
        ledger = WatchedLedger(tables)
        game = new_game("piranhas", seed=5)
        await ledger.begin(record_of(game))
        await asyncio.sleep(0)
        table = next(table for table in tables.tables.values() if table.plan.source == "contest")
        await ledger.add(0, Ply("A4-C4", 1.0, 1.0))
        before = len(table.course.plies)
        await asyncio.sleep(0)
        return before, len(table.course.plies)

    assert client.portal is not None
    assert client.portal.call(look) == (0, 1)


SHOWN = """() => [...document.querySelectorAll("#running li")]
  .find((entry) => /Piranhas/.test(entry.textContent) && /client [0-9].*client/.test(entry.textContent))
  ?.dataset.id"""


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
            player.wait(PATIENCE_S)
    expect(page.locator("#result")).to_be_visible()
    ended = f"{site.url}/api/tables?ended=5"
    wait(lambda: any(entry["id"] == name for entry in httpx.get(ended, timeout=PATIENCE_S).json()["ended"]))

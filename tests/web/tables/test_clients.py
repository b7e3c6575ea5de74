"""A program of one's own on a seat: it comes to the contest port with the reservation that the page gives."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect
from starlette.testclient import TestClient

from tests.ports import free_port
from tests.waiting import wait
from tests.web.shared.requests import bearer, begin, error, state
from tests.web.shared.site import Site, in_memory


@contextmanager
def program(seat: dict[str, Any], game: str = "piranhas") -> Iterator[subprocess.Popen[str]]:
    """Our own client, started as the page says."""
    where = ["--table", seat["client"]["code"], "--port", str(seat["client"]["port"]), "--bot", "random"]
    command = [sys.executable, "-m", "schwarm.cli", "client", game, *where]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as started:
        try:
            yield started
        finally:
            started.kill()


def test_it_comes_plays_and_is_told_how_the_game_ended(tmp_path: Path) -> None:
    with in_memory(tmp_path, contest_port=free_port()) as client:
        seat = begin(client, opponent="client", side="blue")
        table = f"/api/tables/{seat['id']}"
        found = state(client, seat)
        assert (found["seats"]["red"]["level"], found["seats"]["red"]["here"]) == ("client", False)
        assert seat["client"]["code"] not in str(found)
        early = client.post(f"{table}/moves", json={"move": "A1-A2"}, headers=bearer(seat))
        assert error(early)["code"] == "waiting"
        with program(seat) as playing:
            wait(lambda: state(client, seat)["ply"] == 1)
            found = state(client, seat, **bearer(seat))
            assert found["seats"]["red"]["here"]
            assert not found["rated"]
            form = {"move": found["moves"][0]["move"]}
            assert client.post(f"{table}/moves", json=form, headers=bearer(seat)).is_success
            wait(lambda: state(client, seat)["ply"] == 3)
            assert error(client.post(f"{table}/take-back", json={}, headers=bearer(seat)))
            assert client.post(f"{table}/resign", json={}, headers=bearer(seat)).is_success
            assert state(client, seat)["end"]["winner"] == "red"
            assert "red won" in playing.communicate()[0]
        again = client.post(f"{table}/rematch", headers=bearer(seat)).json()
        assert again["client"]["code"] not in ("", seat["client"]["code"])


def test_it_may_come_after_the_page_was_started_again(tmp_path: Path) -> None:
    port = free_port()
    with in_memory(tmp_path, contest_port=port) as client:
        seat = begin(client, opponent="client", side="blue")
    with in_memory(tmp_path, contest_port=port) as client, program(seat):
        wait(lambda: state(client, seat)["ply"] == 1)


def test_a_game_to_which_it_does_not_come_is_called_off(tmp_path: Path) -> None:
    with in_memory(tmp_path, contest_port=free_port()) as client:
        seat = begin(client, opponent="client", side="blue")
        assert client.post(f"/api/tables/{seat['id']}/resign", json={}, headers=bearer(seat)).is_success
        assert state(client, seat)["end"]["reason"] == "cancelled"


def test_without_a_port_nobody_is_asked_to_come(client: TestClient) -> None:
    assert 'value="client"' not in client.get("/").text
    refused = client.post("/api/tables", json={"game": "hive", "opponent": "client"})
    assert (refused.status_code, error(refused)["code"]) == (409, "no_port")


def test_the_page_gives_a_line_that_starts_it(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/?game=piranhas&opponent=client")
    page.wait_for_selector("body[data-ready]")
    page.evaluate("document.querySelector('#new-game details').open = true")
    page.click("#side label:has-text('Blue')")
    page.click("#play")
    line = page.locator("#client-ours")
    line.wait_for()
    words = line.input_value().split()
    assert words[:3] == ["schwarm", "client", "piranhas"]
    command = [sys.executable, "-m", "schwarm.cli", *words[1:], "--bot", "random"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as playing:
        try:
            page.wait_for_selector(".cell.can")
            expect(page.locator("#invite")).to_be_hidden()
            expect(page.locator("#player-top .name, #player-bottom .name").first).to_be_visible()
        finally:
            playing.kill()

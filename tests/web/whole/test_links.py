"""Every sheet, module and picture that a page asks for is there: followed from page to sheet to sheet."""

from __future__ import annotations

import re
from urllib.parse import urljoin

import pytest
from starlette.testclient import TestClient

from schwarm.teaching.puzzles import shipped
from tests.web.shared.requests import begin

PAGES = (
    "/", "/learn", "/puzzles", "/rules", "/watch", "/replays", "/lobby", "/events", "/lab", "/profile",
    "/learn/piranhas", "/rules/piranhas", "/position/piranhas", "/studio/piranhas", "/lab/shipped/protista",
    "/operate", "/operate/1", "/class/1", "/class/1/beamer", "/class/1/certificates", "/teams/1",
    "/duel", "/nothing",
)  # fmt: skip
# What a page or a sheet asks for at once, and what a module asks for later.
ASKED = (
    re.compile(r'(?:href|src)="(/static/[^"]+)"'),
    re.compile(r'@import (?:url\()?"([^"]+)"'),
    re.compile(r'import\("([^"]+\.js)"\)'),
)


def asked(address: str, text: str) -> set[str]:
    """The files that a file asks for."""
    found = {urljoin(address, place) for pattern in ASKED for place in pattern.findall(text)}
    return {place for place in found if place.startswith("/static/")}


@pytest.fixture
def pages(client: TestClient) -> list[str]:
    table = begin(client, "piranhas", opponent="here", side="red")["id"]
    return [*PAGES, f"/puzzles/piranhas/{shipped('piranhas')[0].name}", f"/game/{table}"]


def test_every_file_that_a_page_asks_for_is_there(client: TestClient, pages: list[str]) -> None:
    known: dict[str, str] = {}  # file -> who asked for it
    todo = list(pages)
    while todo:
        address = todo.pop()
        answer = client.get(address)
        assert address in pages or answer.status_code == 200, f"{known.get(address)} asks for {address}"
        if answer.headers["content-type"].split(";")[0] not in ("text/html", "text/css", "text/javascript"):
            continue
        assert "throw new SyntaxError(" not in answer.text, answer.text[
            -300:
        ]  # modules that cannot be joined
        for place in asked(address, answer.text) - known.keys():
            known[place] = address
            todo.append(place)
    assert len(known) > 40  # the walk has gone somewhere

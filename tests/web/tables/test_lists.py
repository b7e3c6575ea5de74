"""Lists of games: only living ones are watched, with pictures and names; finished ones are found again."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from starlette.testclient import TestClient

from schwarm import new_game
from schwarm.game.record import record_of
from schwarm.game.vector import svg_of
from schwarm.web.analysis import analyses
from schwarm.web.env import env_of
from schwarm.web.tables import table
from schwarm.web.tables.contest_port import WatchedLedger
from tests.waiting import PATIENCE_S, wait
from tests.web.shared.access import findings
from tests.web.shared.player import expect_turn, play, start
from tests.web.shared.records import finished_record
from tests.web.shared.requests import bearer, begin
from tests.web.shared.site import Site, in_memory


def resign(client: TestClient, **more: Any) -> str:
    seat = begin(client, opponent="here", **more)
    client.post(f"/api/tables/{seat['id']}/resign", json={}, headers=bearer(seat))
    return str(seat["id"])


def test_a_game_nobody_plays_any_more_leaves_the_list(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = begin(client, opponent="here")
    open_tables = env_of(client.app).tables
    assert [entry["id"] for entry in client.get("/api/tables").json()["running"]] == [seat["id"]]
    open_tables.tell_gone()
    monkeypatch.setattr(table, "LIVING_S", 0)  # minutes pass
    assert client.get("/api/tables").json()["running"] == []
    with client.websocket_connect("/api/lobby/socket") as lobby:
        assert lobby.receive_json() == {"type": "games", "games": []}
        client.portal.call(open_tables.tell_gone)  # type: ignore[union-attr]
        assert lobby.receive_json()["entry"]["living"] is False
    monkeypatch.undo()
    token = next(iter(seat["tokens"].values()))
    with client.websocket_connect(f"/api/tables/{seat['id']}/socket") as line:
        line.send_json({"type": "hello", "token": token})
        line.receive_json()
        assert len(client.get("/api/tables").json()["running"]) == 1
    assert len(client.get("/api/tables").json()["running"]) == 1  # who left may come back


def test_replays_are_searched_on_the_server(client: TestClient) -> None:
    ada = resign(client, name="Ada Lovelace", side="red")
    bo = resign(client, game="hive", name="Bo", side="red")
    resign(client, name="Ada", listed=False)

    def found(query: str) -> list[str]:
        return [entry["id"] for entry in client.get(f"/api/replays?{query}").json()["entries"]]

    assert found("") == [bo, ada]
    assert found("player=lovel") == [ada]
    assert found("game=hive") == [bo]
    assert found("result=drawn") == []
    first = client.get("/api/replays?count=1").json()
    assert (first["entries"][0]["id"], first["more"]) == (bo, True)
    assert found(f"count=1&before={first['entries'][0]['ended']!r}") == [ada]
    entry = client.get("/api/replays?player=ada").json()["entries"][0]
    assert entry["end"] == {"winner": "blue", "reason": "resigned"}
    assert (entry["ply"], entry["seats"]["red"]["name"]) == (0, "Ada Lovelace")


def test_games_that_are_not_listed_do_not_shorten_the_list(client: TestClient) -> None:
    shown = [resign(client) for _ in range(2)]
    for _ in range(9):
        resign(client, listed=False)
    assert [entry["id"] for entry in client.get("/api/tables?ended=2").json()["ended"]] == shown[::-1]


@pytest.mark.parametrize("game", ["hive", "mississippi_queen"])
def test_a_thumbnail_shows_the_position_and_nothing_hidden(client: TestClient, game: str) -> None:
    seat = begin(client, game, opponent="here")
    answer = client.get(f"/api/tables/{seat['id']}/picture")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    shown = env_of(client.app).tables.tables[seat["id"]].course.shown
    assert answer.text == svg_of(shown.board(), shown.last_move(), small=True)


def test_watching_shows_small_boards_with_names(page: Page, site: Site) -> None:
    start(page, site.url, "piranhas", side="red")
    play(page, 1)
    expect_turn(page)  # the bot has answered: two moves
    table_id = page.url.rsplit("/", 1)[1]
    watcher = page.context.new_page()
    watcher.goto(f"{site.url}/watch")
    card = watcher.locator(f'[data-id="{table_id}"]')
    expect(card).to_contain_text("Piranhas")
    expect(card).to_contain_text("Software-Challenge 2026")
    picture = card.locator("img")
    watcher.wait_for_function(
        "(id) => document.querySelector(`[data-id='${id}'] img`).naturalWidth > 0", arg=table_id
    )
    assert picture.bounding_box()
    assert findings(watcher) == []
    page.click("#resign")
    page.click("#really-resign")
    expect(card).to_have_count(0)
    watcher.goto(f"{site.url}/replays?game=piranhas")
    line = watcher.locator(f'[data-id="{table_id}"]')
    expect(line).to_contain_text("moves")
    expect(line.locator("time")).to_be_visible()
    expect(line.locator(".entry-result")).to_contain_text("won")
    assert findings(watcher) == []
    watcher.fill("[name=player]", "nobody of that name")
    expect(watcher.locator("#none")).to_be_visible()


def test_an_analysis_is_there_after_a_restart_but_not_one_that_had_too_little_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def analysed() -> tuple[str, Any]:
        made = client.post("/api/records", json={"text": finished_record(2)}).json()
        path = f"/api/tables/{made['id']}/analysis"
        assert client.get(path).json()["done"] == 0
        wait(lambda: (found := client.post(path).json())["done"] == found["total"])
        found = client.post(path).json()
        task = next(iter(env_of(client.app).analyses.all.values())).task
        client.portal.call(asyncio.wait_for, task, PATIENCE_S)  # type: ignore[union-attr,call-arg,arg-type]
        return path, found

    for name in ("busy", "idle"):
        (tmp_path / name).mkdir()
    monkeypatch.setattr(analyses, "MOST_MS", 1)
    with in_memory(tmp_path / "busy") as client:
        path, _ = analysed()
    with in_memory(tmp_path / "busy") as client:
        assert client.get(path).json()["done"] == 0
    monkeypatch.setattr(analyses, "MOST_MS", 600_000)
    with in_memory(tmp_path / "idle") as client:
        path, found = analysed()
    with in_memory(tmp_path / "idle") as client:
        assert client.get(path).json() == found
        assert client.post(path).json() == found
        assert env_of(client.app).analyses.all == {}


def test_contest_games_are_watched_with_their_teams_names(client: TestClient) -> None:
    open_tables = env_of(client.app).tables
    record = record_of(new_game("hive", seed=4), {"red": "Team Alpha", "blue": "blue"})
    client.portal.call(WatchedLedger(open_tables).begin, record)  # type: ignore[union-attr]
    (entry,) = client.get("/api/tables").json()["running"]
    assert (entry["source"], entry["living"]) == ("contest", True)
    assert {side: (seat["kind"], seat["name"]) for side, seat in entry["seats"].items()} == {
        "red": ("program", "Team Alpha"),
        "blue": ("program", ""),
    }

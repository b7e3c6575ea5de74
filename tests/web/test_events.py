"""Tournaments on the page: list, table, crosstable, matches, and every game one click away."""

from pathlib import Path

from playwright.sync_api import Page, expect
from starlette.testclient import TestClient

from schwarm.store import open_store
from tests.tournament.events import event, stage
from tests.tournament.test_views import filled
from tests.web.conftest import Site, in_memory
from tests.web.test_access import findings
from tests.web.test_api import bearer, begin


def test_an_event_is_listed_and_told_as_json(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "page.db")) as store:
        number = filled(store, event(4)).number
    with in_memory(tmp_path) as client:
        assert [line["name"] for line in client.get("/api/events").json()] == ["Test"]
        found = client.get(f"/api/events/{number}").json()
        assert [row["name"] for row in found["stages"][0]["groups"][0]["rows"]] == ["A", "B", "C", "D"]
        assert client.get("/api/events/99").status_code == 404
        assert "Test" in client.get("/events").text


def test_standings_lead_to_games(page: Page, site: Site) -> None:
    with open_store(str(site.store)) as store:
        number = filled(store, event(4, stages=[*stage("round robin", games=2)])).number
    page.goto(f"{site.url}/events/{number}")
    expect(page.locator(".standings tbody tr").first.locator("th")).to_have_text("A")
    assert findings(page) == []
    page.locator(".match-games a").first.click()
    page.wait_for_selector("body[data-status=ended]")
    address = page.url
    page.go_back()
    page.locator(".match-games a").first.click()
    page.wait_for_selector("body[data-status=ended]")
    assert page.url == address


def test_a_private_game_cannot_be_found_by_its_number(client: TestClient) -> None:
    for listed, status in ((False, 404), (True, 303)):
        seat = begin(client, listed=listed)
        client.post(f"/api/tables/{seat['id']}/resign", json={}, headers=bearer(seat))
        number = client.app.state.hall.tables[seat["id"]].game_id  # type: ignore[attr-defined]
        assert client.get(f"/record/{number}", follow_redirects=False).status_code == status

"""Tournaments on the page: list, table, crosstable, matches, and every game one click away."""

import html
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from starlette.testclient import TestClient

from schwarm.store import open_store
from schwarm.web.env import env_of
from schwarm.web.shared.security import fingerprint
from tests.tournament.events import event, filled, stage
from tests.web.shared.access import findings
from tests.web.shared.requests import bearer, begin
from tests.web.shared.site import Site, in_memory


def test_an_event_is_listed_and_told_as_json(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "page.db")) as store:
        number = filled(store, event(4)).number
    with in_memory(tmp_path) as client:
        assert [line["name"] for line in client.get("/api/events").json()] == ["Test"]
        found = client.get(f"/api/events/{number}").json()
        assert [row["name"] for row in found["stages"][0]["groups"][0]["rows"]] == ["A", "B", "C", "D"]
        assert client.get("/api/events/99").status_code == 404
        assert "Test" in client.get("/events").text
        german = client.get(f"/events/{number}", headers={"accept-language": "de"}).text
        assert "Kreuztabelle" in german
        assert "jeder gegen jeden" in german
        style = client.get("/static/events.css")
        assert style.headers["content-type"].startswith("text/css")
        assert ".bracket" in style.text


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


def test_a_telephone_shows_five_columns_of_standings_and_all_on_request(page: Page, site: Site) -> None:
    with open_store(str(site.store)) as store:
        number = filled(store, event(4, stages=[*stage("round robin", games=2)])).number
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{site.url}/events/{number}")
    cells = "[...document.querySelector('.standings thead tr').cells]"
    columns = f"{cells}.filter((one) => one.checkVisibility())"
    assert page.evaluate(f"{columns}.length") == 5
    assert page.evaluate(f"{columns}[2].textContent") == "match points"
    page.check(".all-columns input")
    assert page.evaluate(f"{columns}.length") > 5


def test_a_private_game_cannot_be_found_by_its_number(client: TestClient) -> None:
    for listed, status in ((False, 404), (True, 303)):
        seat = begin(client, listed=listed)
        client.post(f"/api/tables/{seat['id']}/resign", json={}, headers=bearer(seat))
        number = env_of(client.app).tables.tables[seat["id"]].course.game_id
        assert client.get(f"/record/{number}", follow_redirects=False).status_code == status


def test_a_knock_out_is_drawn_as_a_bracket(page: Page, site: Site, picture: Callable[[str], str]) -> None:
    with open_store(str(site.store)) as store:
        number = filled(store, event(8, stages=[*stage("knock-out", games=2)])).number
    page.goto(f"{site.url}/events/{number}")
    expect(page.locator(".bracket-round")).to_have_count(3)
    assert [page.locator(".bracket-round").nth(n).locator(".tie").count() for n in range(3)] == [4, 2, 1]
    expect(page.locator(".bracket-round").nth(2).locator(".won")).to_contain_text("A")
    expect(page.locator(".third-place")).to_contain_text("Match for third place")
    for box in page.locator(".tie-box").all():
        assert box.locator("a").count() >= 2
    assert findings(page) == []
    page.screenshot(path=picture("bracket"), full_page=True)
    page.locator(".third-place a").first.click()
    page.wait_for_selector("body[data-status=ended]")


def test_an_entrant_has_a_page_of_its_own(page: Page, site: Site, picture: Callable[[str], str]) -> None:
    with open_store(str(site.store)) as store:
        number = filled(store, event(4), fault="C").number
    page.goto(f"{site.url}/events/{number}")
    expect(page.locator(".rating-chart polyline")).to_have_count(4)
    page.screenshot(path=picture("event"), full_page=True)
    page.locator(".standings tbody th a", has_text="C").first.click()
    expect(page.locator("h1")).to_have_text("C")
    expect(page.locator(".bot-facts")).to_contain_text("left the game")
    expect(page.locator(".bot-games tbody tr")).to_have_count(6)
    assert findings(page) == []
    page.screenshot(path=picture("entrant"), full_page=True)


def test_entrants_and_ratings_are_told_as_json(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "page.db")) as store:
        number = filled(store, event(4)).number
    with in_memory(tmp_path) as client:
        bot = client.get(f"/api/events/{number}/bots/B").json()
        assert (bot["won"], bot["lost"]) == (4, 2)
        assert set(client.get(f"/api/events/{number}/ratings").json()) == set("ABCD")
        for missing in ("/api/events/99/ratings", f"/api/events/{number}/bots/Z", f"/events/{number}/bots/Z"):
            assert client.get(missing).status_code == 404


@pytest.mark.parametrize("name", ["Rot/Weiß", "a/../b", "/", "100 %?#"])
def test_an_entrant_of_any_name_has_its_page(tmp_path: Path, name: str) -> None:
    entrants = [{"name": each, "player": "random"} for each in (name, "Z")]
    with open_store(str(tmp_path / "page.db")) as store:
        number = filled(store, event(2, entrants=entrants)).number
    with in_memory(tmp_path) as client:
        page = client.get(f"/events/{number}").text
        links = set(re.findall(rf"/events/{number}/bots/[^\"]+", page)) - {f"/events/{number}/bots/Z"}
        link = html.unescape(links.pop())
        assert link.count("/") == 4  # else browsers would go up from `..`
        for address in (link, f"/api{link}"):
            answer = client.get(address)
            assert answer.status_code == 200, address
            told = answer.json()["name"] if address.startswith("/api") else html.unescape(answer.text)
            assert name in told


def test_a_tournament_that_teams_can_register_for_is_listed(tmp_path: Path) -> None:
    key = "operator-of-the-tests-0123456789"
    with in_memory(tmp_path, operator_key=fingerprint(key)) as client:
        assert "<p>There is no tournament" in client.get("/events", headers={"accept-language": "en"}).text
        form = {"name": "Class cup", "preset": "class-round-robin", "game": "piranhas"}
        made = client.post("/api/class/events", json=form, headers={"authorization": f"Bearer {key}"})
        assert made.status_code == 201, made.text
        shown = client.get("/events", headers={"accept-language": "en"}).text
        assert "<p>There is no tournament" not in shown
        assert f'href="/class/{made.json()["id"]}"' in shown
        assert "Class cup" in shown
        assert "registration is open" in shown

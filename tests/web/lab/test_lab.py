"""Studies on the page: list, progress, the report, and every claim's games one click away."""

from pathlib import Path

from playwright.sync_api import Page, expect

from schwarm.lab.journal import open_study
from schwarm.lab.study import read_text
from schwarm.store import open_store
from tests.lab.filled import TEXT, filled
from tests.web.shared.access import findings
from tests.web.shared.site import Site, in_memory


def test_a_study_is_listed_shown_and_told_as_json(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "page.db")) as store:
        number = filled(store).number
        empty = open_study(store, read_text(TEXT.format(games=9).replace("quick", "empty"))).number
    with in_memory(tmp_path) as client:
        lines = client.get("/api/studies").json()
        assert [(line["name"], line["games"]) for line in lines] == [("empty", 0), ("quick", 22)]
        found = client.get(f"/api/studies/{number}").json()
        assert found["arms"][0]["figures"]["first_side"][""]["games"] == 3
        assert client.get("/api/studies/99").status_code == 404
        assert client.get(f"/api/studies/{empty}").status_code == 404
        assert "schwarm lab report" in client.get(f"/lab/{empty}").text
        assert client.get("/lab/99").status_code == 404
        assert "22 of 22 games" in client.get("/lab").text
        german = client.get(f"/lab/{number}", headers={"accept-language": "de"}).text
        assert "Punkte der ersten Seite" in german
        assert "/record/1" in german
        assert 'class="matrix"' in german
        assert client.get("/static/lab.css").headers["content-type"].startswith("text/css")


def test_a_claim_leads_to_games_that_can_be_replayed(page: Page, site: Site) -> None:
    with open_store(str(site.store)) as store:
        number = filled(store).number
    page.goto(f"{site.url}/lab/{number}")
    expect(page.locator("h1")).to_have_text("quick")
    assert findings(page) == []
    page.locator(".findings a").first.click()
    page.wait_for_selector("body[data-status=ended]")

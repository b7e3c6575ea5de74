"""Finished games: stepping, analysis, upload, play-on, sharing a position."""

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.web.shared.player import expect_turn, pick, play, start
from tests.web.shared.records import finished_record
from tests.web.shared.site import Site


def test_a_record_is_uploaded_looked_at_analysed_and_played_on(
    page: Page, site: Site, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    file.write_text(finished_record())
    page.goto(f"{site.url}/replays")
    page.set_input_files("#file", str(file))
    page.wait_for_selector("body[data-status=ended]")
    expect(page.locator("#player-bottom .name")).to_have_text("Ada")
    expect(page.locator("#moves li")).to_have_count(8)
    page.keyboard.press("Home")
    expect(page.locator("#replay-note")).to_have_text("Move 0 of 8")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#replay-note")).to_have_text("Move 1 of 8")
    page.click("#analyse")
    expect(page.locator(".curve .line")).to_be_visible()
    expect(page.locator(".verdict")).to_be_visible()
    expect(page.locator(".best")).to_contain_text("-")
    expect(page.locator(".hinted")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".hinted")).to_have_count(2)
    page.click(".numbers summary")
    with page.expect_download() as download:
        page.click("#download")
    saved = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert saved["plies"] == json.loads(finished_record())["plies"]
    page.select_option("#on-level", "random")
    page.click("#play-on")
    page.wait_for_selector("body[data-status=running]")
    expect(page.locator("#moves li")).to_have_count(2)
    assert play(page, 40)["status"] == "ended"


def test_a_position_is_shared_by_its_address(page: Page, site: Site) -> None:
    start(page, site.url, "hive", side="red")
    play(page, 2)
    expect_turn(page)
    pick(page, "#share")
    address = page.get_attribute("#toasts a", "href") or ""
    assert re.search("/position/hive", address)
    pieces = page.locator(".piece").count()
    page.goto(address)
    expect(page.locator(".piece")).to_have_count(pieces)
    page.click("#begin")
    page.wait_for_selector("body[data-status=running]")
    expect(page.locator(".piece")).to_have_count(pieces)


def test_a_file_that_is_no_game_is_refused_in_words(page: Page, site: Site, tmp_path: Path) -> None:
    file = tmp_path / "no-game.json"
    file.write_text("{}")
    page.goto(f"{site.url}/replays")
    page.set_input_files("#file", str(file))
    expect(page.locator(".toast")).to_contain_text("This is no game")

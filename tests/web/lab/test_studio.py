"""The rule studio, and the studies that games bring along."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, expect
from starlette.testclient import TestClient

from schwarm import list_games, rule_book
from schwarm.lab.shipped import findings, names
from schwarm.web.lab.studio import REST, groups_of
from schwarm.web.shared.texts import LANGUAGES, catalogue
from tests.web.shared.site import Site


@pytest.mark.parametrize("game", list_games())
def test_every_option_is_in_one_group_that_has_a_name(game: str) -> None:
    groups = groups_of(game)
    grouped = [option for _, options in groups for option in options]
    assert sorted(grouped) == sorted(option.name for option in rule_book(game).options)
    for language in LANGUAGES:
        texts = catalogue(language)["games"][game].get("groups", {})
        assert all(texts.get(group) for group, _ in groups if group != REST)


def test_the_lab_says_what_an_option_did() -> None:
    assert names()
    for game in set(names().values()):
        options = {option.name for option in rule_book(game).options}
        for language in LANGUAGES:
            found = findings(game, language)
            assert set(found) <= options
            assert any(one.sure for told in found.values() for one in told)
    (eleven,) = findings("protista", "en")["rows"]
    assert eleven.value == "11"
    (king,) = findings("protista", "en")["win"]
    assert king.sure
    assert re.search(r"stopped by a limit or repetition: \d+ % instead of \d+ %", king.text)


def test_studio_and_shipped_studies_are_pages(client: TestClient) -> None:
    assert client.get("/studio", follow_redirects=False).status_code == 307
    page = client.get("/studio/protista", headers={"accept-language": "de"}).text
    assert "Brett und Anfang" in page
    assert re.search(r"durch Grenze oder Wiederholung beendet: \d+ % statt \d+ %", page)
    assert client.get("/studio/hive").status_code == 200
    assert client.get("/studio/nothing").status_code == 404
    assert "/lab/shipped/protista" in client.get("/lab").text
    shown = client.get("/lab/shipped/protista").text
    assert 'class="matrix"' in shown
    lines = shown.splitlines()
    before = [line for line, then in pairwise(lines) if then.startswith('<table class="figures">')]
    assert len(before) > 3
    assert all('class="scroll"' in line for line in before), "a telephone is narrower than a table"
    above = [line for line, then in pairwise(lines) if then.startswith("<figure")]
    assert len(above) > 3
    assert all(line == '<div class="plots">' or line.endswith("</figure>") for line in above), (
        "and than a plot"
    )
    assert client.get("/lab/shipped/nothing").status_code == 404


def test_a_named_set_of_rules_is_kept_and_shared_by_its_link(browser: Browser, site: Site) -> None:
    context = browser.new_context(locale="en-GB", permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(f"{site.url}/studio/protista")
    page.locator("[data-option=rows] input").fill("11")
    page.keyboard.press("Tab")
    expect(page.locator(".studio-option.changed")).to_have_count(1)
    page.locator("#keep input").fill("Short")
    page.click("#keep button.primary")
    page.reload()
    expect(page.locator("#kept li")).to_contain_text("Short")
    page.evaluate("navigator.clipboard.writeText('')")
    page.locator("[data-option=rows] input").fill("11")
    page.keyboard.press("Tab")
    page.get_by_role("button", name="Copy the link").click()
    expect(page.locator(".toast")).to_contain_text("is copied")
    link = page.evaluate("navigator.clipboard.readText()")
    context.close()
    other = browser.new_page()
    other.goto(link)
    expect(other.locator("[data-option=rows] input")).to_have_value("11")
    other.close()

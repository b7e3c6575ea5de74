"""Puzzles on the page: the API's answers, and solving one in a browser."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from starlette.testclient import TestClient

from schwarm import rule_book
from schwarm.teaching.puzzles import Goal, Puzzle, puzzle_games, shipped
from tests.web.shared.site import Site
from tests.web.teaching.test_learn import OVER

WIN = next(one for one in shipped("hive") if one.goal is Goal.WIN and one.plies == 3)
SAVE = next(one for one in shipped("piranhas") if one.goal is Goal.SAVE)


def wrong(puzzle: Puzzle) -> str:
    return next(str(move) for move in puzzle.start().legal_moves() if move != puzzle.answer)


def test_a_puzzle_is_tried_explained_and_solved(client: TestClient) -> None:
    base = f"/api/puzzles/hive/{WIN.name}"
    shown = client.get(base).json()
    assert (shown["goal"], shown["plies"], shown["depth"]) == ("win", 3, WIN.depth)
    assert WIN.answer not in str(shown["snapshot"]["last"])
    missed = client.post(f"{base}/try", json={"moves": [wrong(WIN)]}).json()
    assert (missed["right"], missed["solved"], len(missed["steps"])) == (False, False, 1)
    why = client.post(f"{base}/why", json={"moves": [wrong(WIN)]}).json()
    assert why["steps"][0]["move"] == wrong(WIN)
    assert set(why["steps"][0]["words"]) == {"en", "de"}
    found = client.post(f"{base}/try", json={"moves": [WIN.answer]}).json()
    assert (found["right"], found["solved"], len(found["moves"])) == (True, False, 2)
    done = client.post(f"{base}/try", json={"moves": list(WIN.line)}).json()
    assert done["solved"]
    assert done["steps"][-1]["snapshot"]["end"]["winner"] == WIN.start().to_move
    assert [step["move"] for step in client.get(f"{base}/solution").json()["steps"]] == list(WIN.line)
    assert client.get(f"{base}/hint").json()["path"]


def test_what_makes_no_sense_is_refused(client: TestClient) -> None:
    base = f"/api/puzzles/hive/{WIN.name}"
    assert client.get("/api/puzzles/hive/00000000").status_code == 404
    assert client.get("/api/puzzles/chess/00000000").status_code == 404
    assert client.post(f"{base}/try", json={"moves": ["SKIP"]}).json()["error"]["code"] == "illegal_move"
    assert client.post(f"{base}/try", json={"moves": []}).status_code == 422
    assert client.post(f"{base}/why", json={"moves": [WIN.answer]}).status_code == 422
    assert client.post(f"{base}/draft", json={"moves": [], "steps": []}).status_code == 409
    assert client.get("/puzzles/chess").status_code == 404


def test_a_ships_move_is_composed(client: TestClient) -> None:
    puzzle = shipped("mississippi_queen")[0]
    draft = client.post(
        f"/api/puzzles/mississippi_queen/{puzzle.name}/draft", json={"moves": [], "steps": []}
    ).json()
    assert draft["options"]


@pytest.mark.parametrize("game", puzzle_games())
def test_pages_come_in_both_languages(client: TestClient, game: str) -> None:
    puzzle = shipped(game)[3]
    for language, word in (("en", "Next puzzle"), ("de", "Nächstes Rätsel")):
        assert word in client.get(f"/puzzles/{game}/{puzzle.name}?lang={language}").text
        assert client.get(f"/puzzles?lang={language}").status_code == 200
    assert client.get(f"/puzzles/{game}").status_code == 200


def test_a_puzzle_shows_all_that_decides_it(site: Site, page: Page) -> None:
    """Round, swarms, coal, hands: what a game shows beside its board."""
    late = max(shipped("piranhas"), key=lambda one: one.start().turn)
    shown = {late: ["swarm"], shipped("mississippi_queen")[0]: ["speed", "coal"], WIN: ["liberties"]}
    for puzzle, facts in shown.items():
        page.goto(f"{site.url}/puzzles/{puzzle.game}/{puzzle.name}")
        page.wait_for_selector("body[data-ready] .cell")
        expect(page.locator("#puzzle-round")).to_contain_text(f"Round {puzzle.start().turn // 2 + 1} of")
        for side in rule_book(puzzle.game).sides:
            for fact in facts:
                expect(page.locator(f".player.{side} .fact.{fact} b")).not_to_be_empty()
    page.click("#hint")
    page.click("#hint")
    assert page.evaluate(OVER, ["#status", ["#hint", "#solution", "#next", "#puzzle-round"]]) == []


def test_solving_in_the_browser_by_clicks_and_keys(site: Site, page: Page) -> None:
    page.goto(f"{site.url}/puzzles/piranhas/{SAVE.name}")
    page.wait_for_selector("body[data-ready] .cell")
    expect(page.locator("#status")).to_contain_text("After every move but one the other side wins at once")
    assert not Axe().run(page).response["violations"]
    start, goal = wrong(SAVE).split("-")
    for cell in (start, goal):
        page.locator(f'[data-cell="{cell}"]').first.click(force=True)
    expect(page.locator("#why")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#line li").first).to_be_visible()
    page.locator("#line-leave").click()
    start, goal = SAVE.answer.split("-")
    for cell in (start, goal):
        page.locator(f'[data-cell="{cell}"]').first.click(force=True)
    expect(page.locator("#status")).to_contain_text("Solved, with help")
    expect(page.locator("#found-themes li").first).to_have_text("Save yourself")
    expect(page.locator("#line-end")).to_have_text(re.compile("no way to force a win"))
    assert page.locator("#line li").count() > 1, "the solution plays on until one sees why"
    assert not re.search(r"\bplies\b", page.locator("main").inner_text()), "people count moves"
    page.locator("#next").click()
    expect(page.locator("body")).not_to_have_attribute("data-puzzle", SAVE.name)
    page.goto(f"{site.url}/puzzles")
    expect(page.locator("[data-game=piranhas] .puzzle-mine").first).to_contain_text("Your rating")
    assert not Axe().run(page).response["violations"]

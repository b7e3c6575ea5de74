"""German pages speak German: no word of the English catalogue is left in what a visitor sees or hears."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Set
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect
from starlette.testclient import TestClient

from schwarm import list_games, rule_book
from schwarm.store import open_store
from schwarm.tournament.export import words as tournament_words
from schwarm.web.shared.texts import catalogue
from tests.lab.filled import filled as filled_study
from tests.sampling import sampled
from tests.tournament.events import event, filled, stage
from tests.web.shared.german import foreign, words_in
from tests.web.shared.player import READY, pick, play, reach, start
from tests.web.shared.records import finished_record
from tests.web.shared.site import Site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A page on which nobody has given English names to anything."""
    with Site(tmp_path_factory.mktemp("german") / "page.db") as made:
        yield made


@contextmanager
def german_page(
    browser: Browser, english: set[str], given: Set[str] = frozenset()
) -> Iterator[tuple[Page, Callable[[str], None]]]:
    """A German visitor's page, and what looks at it; in the end no English word was seen but those given."""
    context = browser.new_context(locale="de-DE", reduced_motion="reduce")
    page = context.new_page()
    found: dict[str, list[str]] = {}

    def look(where: str) -> None:
        if words := set(foreign(page, english)) - given:
            found[where] = sorted(words)

    yield page, look
    context.close()
    assert found == {}


def test_the_list_of_english_words_would_find_some(english: set[str]) -> None:
    assert len(english) > 500
    assert {"weight", "loses", "swarm", "move", "expected", "the"} <= english | {"expected"}


def test_german_pages_hold_no_english_words(browser: Browser, site: Site, english: set[str]) -> None:
    with german_page(browser, english) as (page, look):
        paths = ["/lobby", "/watch", "/replays", "/events", "/rules", "/nothing-here/"]
        paths += [f"/{kind}/{game}" for game in list_games() for kind in ("rules", "position")]
        for path in paths:
            page.goto(site.url + path)
            page.wait_for_load_state("load")
            look(path)


@pytest.mark.parametrize("game", sampled(list_games(), "blokus", "protista"))
def test_a_german_game_holds_no_english_words(
    browser: Browser, site: Site, english: set[str], game: str
) -> None:
    with german_page(browser, english) as (page, look):
        page.goto(f"{site.url}/?game={game}")
        page.wait_for_selector(READY)
        page.click("summary")
        look(f"/?game={game}")
        start(page, site.url, game, side=rule_book(game).sides[0])
        play(page, 2)
        look(game)
        page.wait_for_function("() => document.title.startsWith('●')")  # the answer has come
        reach(page, "#move-text")
        page.fill("#move-text", "nonsense")
        page.click("#type-move button")
        page.wait_for_selector(".toast")
        look("a typed move")
        page.keyboard.press("Escape")
        pick(page, "#settings")
        page.wait_for_selector("#settings-dialog")
        look("settings")
        page.keyboard.press("Escape")
        page.click("#resign")
        page.click("#really-resign")
        page.wait_for_selector("#result:not([hidden])")
        look("resigned")


# Names that somebody gave, as studies have them: of the study, its players, its options; and German words.
GIVEN = words_in("quick, random, greedy, first_swarm=colour, Log, Block, stand")


def test_results_lessons_puzzles_and_the_editor_speak_german(
    browser: Browser, site: Site, english: set[str]
) -> None:
    with open_store(str(site.store)) as store:
        number = filled(store, event(4, name="Pokal", stages=[*stage("round robin", name="Liga")])).number
        study = filled_study(store).number
    with german_page(browser, english, GIVEN) as (page, look):
        paths = [f"/events/{number}", f"/events/{number}/bots/A", "/lab", f"/lab/{study}", "/learn"]
        paths += ["/puzzles", "/duel"]
        for path in [*paths, *(f"/{kind}/{game}" for game in list_games() for kind in ("learn", "puzzles"))]:
            page.goto(site.url + path)
            page.wait_for_load_state("load")
            look(path)
        for game in ("hive", "mississippi_queen"):
            page.goto(f"{site.url}/position/{game}")
            page.wait_for_selector(".cell")
            page.click("#edit")
            if game == "hive":
                page.locator(".palette button").first.click()
                page.locator('[data-cell="0,0"]').first.click()
                page.locator('[data-cell="3,0"]').first.click()
            else:
                page.fill("#edit-red-coal", "9")
                page.press("#edit-red-coal", "Tab")
            expect(page.locator("#faults")).to_have_class("wrong")
            assert page.locator("#faults [lang=en]").count() == 0
            look(f"a wrong position of {game}")
        made = page.request.post(
            f"{site.url}/api/series",
            data={
                "game": "piranhas",
                "options": {"rounds": 2},
                "games": 2,
                "first": {"bot": "best#20"},
                "second": {"bot": "1"},
            },
            headers={"accept-language": "de"},
        ).json()
        page.goto(site.url + made["address"])
        expect(page.locator("#series b")).to_have_text("Beendet")
        look("a series")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{}", "no_record"),
        ("<protocol>", "no_record"),
        (finished_record().replace('"A', '"Z'), "does_not_play"),
        (
            re.sub(r'"end":\{.*?\}\}|"end":\{[^{}]*\{[^{}]*\}[^{}]*\}', '"end":null', finished_record()),
            "unfinished",
        ),
    ],
)
def test_every_refused_file_has_a_code_that_german_knows(client: TestClient, text: str, code: str) -> None:
    answer = client.post("/api/records", json={"text": text})
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == code, answer.text
    assert "expected" not in catalogue("de")["desk"]["errors"][code]


def test_what_is_wrong_with_an_option_or_a_player_is_told_in_german(client: TestClient) -> None:
    for wish, told in (
        ({"options": {"rounds": 0}}, "Option rounds: erwartet wird eine Zahl von 1 bis 500, nicht 0"),
        ({"profile": "offical"}, ": meintest du official?"),
        ({"level": "eleven"}, "erwartet wird ein Bot aus random, "),
    ):
        (fault,) = client.post("/api/tables", json={"game": "piranhas", **wish}).json()["error"]["faults"]
        assert told in fault["words"]["de"]
    assert "{message}" in catalogue("de")["desk"]["errors"]["bad_option"]


def test_tournaments_name_stages_and_criteria_in_german() -> None:
    german, plain = tournament_words("de"), tournament_words("en")
    for part in ("kinds", "criteria", "rounds"):
        assert set(german[part]) == set(plain[part])
    for kind in german["kinds"]:
        assert german["kinds"][kind] != plain["kinds"][kind]

"""The replay desk, the position page, sounds, and what calls a visitor back."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from starlette.testclient import TestClient

from schwarm import list_games, new_game, rule_book
from schwarm.game import BadPosition
from schwarm.web.shared.texts import catalogue
from tests.web.shared.access import SIDEWAYS, findings
from tests.web.shared.player import BEGIN, expect_turn, pick, play, start
from tests.web.shared.records import judged
from tests.web.shared.site import PATIENCE_MS, Site

OTHERS = [game for game in list_games() if game != "piranhas"]
HEARD = """
  window.heard = [];
  const plain = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () {
    const tone = plain.call(this);
    const set = tone.frequency.setValueAtTime.bind(tone.frequency);
    tone.frequency.setValueAtTime = (hertz, when) => (window.heard.push(hertz), set(hertz, when));
    return tone;
  };
"""
NOTIFIED = """
  window.notes = [];
  class Fake {
    constructor(title, more) { window.notes.push([title, more.body]); }
    static permission = "granted";
    static requestPermission = async () => "granted";
  }
  window.Notification = Fake;
  let hidden = false;
  Object.defineProperty(document, "hidden", { get: () => hidden });
  window.hide = (on) => { hidden = on; document.dispatchEvent(new Event("visibilitychange")); };
"""


# --- the desk ---------------------------------------------------------------------------------------------
def test_a_finished_game_with_its_analysis_is_one_screen(
    browser: Browser, site: Site, tmp_path: Path
) -> None:
    context = browser.new_context(
        viewport={"width": 1280, "height": 720}, locale="en-GB", reduced_motion="reduce"
    )
    page = context.new_page()
    judged(page, site, tmp_path, 12)
    page.keyboard.press("Home")
    expect(page.locator("#replay-note")).to_have_text("Move 0 of 24")
    for part in ("#board svg", "#evaluation", ".curve svg", ".best", "#moves", "#next", "#more"):
        box = page.locator(part).bounding_box()
        assert box, part
        assert box["y"] >= 0, part
        assert box["y"] + box["height"] <= 720, part
    marked = page.locator(".ply:is(.blunder, .mistake)")
    assert marked.count() > 0
    first = int(
        page.evaluate("[...document.querySelectorAll('.ply')].findIndex((one) => one.querySelector('.sign'))")
    )
    page.keyboard.press("n")
    expect(page.locator("#replay-note")).to_have_text(f"Move {first + 1} of 24")
    page.keyboard.press("n")
    page.keyboard.press("p")
    expect(page.locator("#replay-note")).to_have_text(f"Move {first + 1} of 24")
    expect(page.locator("#keys")).to_contain_text("N, P")
    boxes = [box for dot in page.locator(".dot").all() if (box := dot.bounding_box())]
    for number, one in enumerate(boxes):
        for other in boxes[:number]:
            beside = abs(one["x"] - other["x"]) >= one["width"] - 0.5
            assert beside or abs(one["y"] - other["y"]) >= one["height"] - 0.5
    cut = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length"
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.locator(".ply").evaluate_all(cut) == 0
    for part in ("#board svg", ".curve svg", "#analysis .verdict", "#next", "#more"):  # no need to scroll
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 1280, "height": 720})
    assert findings(page) == []
    context.close()


IN_VIEW = """() => "#result h2,#rematch,.moments li:last-child,#mend".split(",")
  .filter((name) => {
  const box = document.querySelector(name)?.getBoundingClientRect();
  return !box || box.top < 0 || box.bottom > innerHeight || !box.height;
})"""


@pytest.mark.parametrize("game", ["piranhas", *(pytest.param(one, marks=pytest.mark.long) for one in OTHERS)])
def test_result_moments_puzzle_and_rematch_of_an_own_game_are_one_screen(
    browser: Browser, site: Site, game: str
) -> None:
    context = browser.new_context(
        viewport={"width": 1366, "height": 625}, locale="en-GB", reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto(f"{site.url}/robots.txt")
    form = {"game": game, "level": "3", "side": rule_book(game).sides[0], "seed": "7"}
    page.goto(site.url + page.evaluate(BEGIN, form))
    page.wait_for_selector("body[data-status=running] .cell")
    play(page, 7)
    page.click("#resign")
    page.click("#really-resign")
    page.wait_for_selector("body[data-status=ended]")
    expect(page.locator("#moments")).to_contain_text("Key moments")
    expect(page.locator("#mend")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.locator("#result h2")).to_contain_text(":")
    for language in ("en", "de"):
        page.goto(f"{page.url.split('?')[0]}?lang={language}")
        page.wait_for_selector("#mend")
        assert page.evaluate("document.documentElement.lang") == language
        assert page.evaluate(IN_VIEW) == []
    context.close()


PLACES = """() => ["#board", "#player-top", "#player-bottom"].map((name) => {
  const { x, y, width, height } = document.querySelector(name).getBoundingClientRect();
  return [x, y, width, height].map(Math.round);
})"""


LISTED = """() => {
  const { top, bottom } = document.querySelector("#moves").getBoundingClientRect();
  const boxes = [...document.querySelectorAll("#moves li")].map((one) => one.getBoundingClientRect());
  return boxes.filter((box) => box.top >= top - 1 && box.bottom <= bottom + 1).length;
}"""
UNDER = """() => {
  const parts = [...document.querySelectorAll(".player, .player .clock, .player .facts")];
  const right = Math.max(...parts.map((one) => one.getBoundingClientRect().right));
  return right - document.querySelector(".panel").getBoundingClientRect().left;
}"""


@pytest.mark.parametrize(("width", "height"), [(1280, 720), pytest.param(390, 844, marks=pytest.mark.long)])
def test_nothing_jumps_or_is_squeezed_while_somebody_looks_back(
    browser: Browser, site: Site, tmp_path: Path, width: int, height: int
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": height}, locale="de-DE", reduced_motion="reduce"
    )
    page = context.new_page()
    judged(page, site, tmp_path, 12)
    assert page.evaluate(SIDEWAYS) <= 0
    (label,) = page.locator(".play-on span").evaluate_all("all => all.map((one) => one.offsetHeight)")
    assert label < 30, "one line"
    if width > 1000:
        assert page.locator("#moves").evaluate("one => one.clientHeight") > 150, "four moves and more"
    places = set()
    for ply in range(24):
        page.keyboard.press("Home" if not ply else "ArrowRight")
        expect(page.locator("#replay-note")).to_have_text(f"Zug {ply} von 24")
        places.add(str(page.evaluate(PLACES)))
        if width > 1000 and ply == 1:  # with the best line in words above the list
            assert page.evaluate(LISTED) >= 4
            assert page.evaluate(UNDER) <= 0, "the strips end before the panel"
    assert len(places) == 1
    context.close()


def test_what_a_first_game_is_told_does_not_stay_beside_it_for_ever(page: Page, site: Site) -> None:
    start(page, site.url, "piranhas", side="red")
    expect(page.locator("#guide")).to_be_visible()
    page.click("#resign")
    page.click("#really-resign")
    page.wait_for_selector("body[data-status=ended]")
    expect(page.locator("#guide")).to_be_hidden()
    expect(page.locator(".toast")).to_have_count(0)  # the card says how it ended


def test_moves_are_read_out_in_words_and_written_as_one_wishes(page: Page, site: Site) -> None:
    start(page, site.url, "hive", side="red")
    page.click('[data-cell="red:A"]')
    page.locator(".cell.may").first.click()
    page.wait_for_function("() => Number(document.body.dataset.ply) >= 2")
    expect_turn(page)
    expect(page.locator("#spoken")).to_contain_text("Blue: New")
    expect(page.locator("#moves .words").first).to_have_text("Ant as the first piece")
    expect(page.locator("#moves .badge")).to_have_count(2)
    expect(page.locator("#moves .thought")).to_have_count(2)
    expect(page.locator("#moves .notation").first).to_be_hidden()
    pick(page, "#settings")
    page.wait_for_selector("#settings-dialog")
    page.select_option("#setting-notation", "players")
    page.select_option("#setting-words", "off")
    page.keyboard.press("Escape")
    expect(page.locator("#moves .notation").first).to_have_text("wA1")
    expect(page.locator("#moves .words").first).to_be_hidden()
    page.click("#hint")
    expect(page.locator("#guide-suggestion")).to_contain_text(re.compile(r"\bw[QASGB]\d? "))
    page.click("#resign")
    page.click("#really-resign")
    page.click("#analyse")
    page.locator(".verdict").wait_for()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".best .notation")).to_contain_text(re.compile(r"\b[wb][QASGB]\d? "))


# --- positions --------------------------------------------------------------------------------------------
def test_a_position_is_set_up_judged_and_played(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/position/hive?o.berries=0")
    page.wait_for_selector(".cell")
    page.click("#edit")
    for piece, cell in (("Red queen", "0,0"), ("Blue queen", "3,0")):
        page.click(f'.palette [aria-label="{piece}"]')
        page.click(f'[data-cell="{cell}"]')
    expect(page.locator("#faults")).to_contain_text("expected one swarm")
    page.click('.palette [aria-label="Take away"]')
    page.click('[data-cell="3,0"]')
    page.click('.palette [aria-label="Blue queen"]')
    page.click('[data-cell="1,0"]')
    expect(page.locator("#faults")).to_have_text("This position can be played.")
    page.select_option("#edit-side", "blue")
    expect(page.locator("#status")).to_have_text("Blue to move")
    assert findings(page) == []
    page.click("#edit")
    page.click("#hint")
    expect(page.locator("#verdict")).to_contain_text("Hint:")
    expect(page.locator(".hinted").first).to_be_visible()
    page.click("#judge")
    expect(page.locator("#verdict .best")).to_be_visible()
    expect(page.locator("#evaluation")).to_be_visible()
    page.click("#play-best")
    expect(page.locator("#status")).to_have_text("Red to move")
    page.click("#begin")
    page.wait_for_selector("body[data-status=running]")
    expect(page.locator("#board .piece")).not_to_have_count(0)


@pytest.mark.parametrize("game", list_games())
def test_a_board_put_together_again_is_the_same_position(client: TestClient, game: str) -> None:
    position = new_game(game, seed=5)
    for _ in range(4):
        position.play(position.legal_moves()[0])
    view = position.view()
    shown = client.post("/api/positions", json={"game": game, "position": view.public_position()}).json()
    cells = {cell["id"] for cell in shown["board"]["cells"] if cell["kind"] != "hand"}
    arranging = position.setup.book.arranging
    assert arranging is not None
    kinds = {piece.kind for piece in arranging.pieces}
    keys = ("cell", "kind", "side", "size", "level", "rot")
    pieces = [
        {key: piece[key] for key in keys if key in piece}
        for piece in shown["board"]["pieces"]
        if piece["cell"] in cells and piece["kind"] in kinds
    ]
    form = {"game": game, "position": shown["position"], "pieces": pieces, "to_move": shown["to_move"]}
    again = client.post("/api/positions/arranged", json=form)
    assert again.status_code == 200, again.text
    assert again.json()["board"]["pieces"] == shown["board"]["pieces"]
    assert again.json()["to_move"] == shown["to_move"]
    form["pieces"] = [{"cell": "nowhere", "kind": "queen", "side": "red"}]
    refused = client.post("/api/positions/arranged", json=form)
    assert refused.json()["error"]["code"] == "bad_position"


PUT = {"game": "mississippi_queen", "to_move": "blue"}


def ships(red: str = "-1,1", blue: str = "-1,-1") -> list[dict[str, Any]]:
    return [
        {"cell": cell, "kind": "ship", "side": side, "rot": 0}
        for side, cell in (("red", red), ("blue", blue))
    ]


def test_numbers_of_ships_are_set_and_judged_by_the_rule_book(client: TestClient) -> None:
    text = new_game("mississippi_queen", seed=5).public_position()
    form = PUT | {"position": text, "pieces": ships(), "numbers": {"red": {"coal": 2, "speed": 4}}}
    made = client.post("/api/positions/arranged", json=form).json()
    facts = {
        side: {fact["key"]: fact["value"] for fact in made["board"]["sides"][side]["facts"]}
        for side in ("red", "blue")
    }
    assert (facts["red"]["coal"], facts["red"]["speed"], facts["blue"]["coal"]) == (2, 4, 6)
    assert made["to_move"] == "blue"
    form["numbers"] = {"red": {"coal": 7}, "blue": {"passengers": 3}}
    refused = client.post("/api/positions/arranged", json=form).json()["error"]
    assert [fault["code"] for fault in refused["faults"]] == ["coal", "passengers"]
    assert refused["faults"][0]["values"] == {"side": "red", "low": "0", "high": "6", "value": "7"}
    form["numbers"] = {"red": {"wings": 2}}
    assert client.post("/api/positions/arranged", json=form).json()["error"]["faults"][0]["code"] == "numbers"


def insects(*placed: tuple[str, str, int]) -> dict[str, Any]:
    keys = ("cell", "kind", "level")
    return {"pieces": [dict(zip(keys, one, strict=True)) | {"side": "red"} for one in placed]}


WRONG = [
    ("piranhas", {"pieces": [{"cell": "A1", "kind": "fish", "side": "red", "size": 9}]}, "weight"),
    ("hive", insects(("0,0", "queen", 0), ("0,1", "queen", 0)), "too_many"),
    ("hive", insects(("0,0", "ant", 0), ("3,0", "ant", 0)), "apart"),
    ("hive", insects(("0,0", "ant", 0), ("0,0", "spider", 1)), "climbers"),
    ("mississippi_queen", {"pieces": ships("0,0", "0,0")}, "same_field"),
    ("mississippi_queen", {"pieces": ships()[:1]}, "one_ship"),
    ("protista", {"pieces": [{"cell": "z9", "kind": "single", "side": "white"}]}, "pieces_and_cells"),
]


@pytest.mark.parametrize(("game", "said", "code"), WRONG)
def test_what_is_wrong_with_a_position_has_words_in_german(
    client: TestClient, game: str, said: dict[str, Any], code: str
) -> None:
    position = new_game(game, seed=5)
    form = {"game": game, "position": position.public_position(), "to_move": position.to_move} | said
    refused = client.post("/api/positions/arranged", json=form).json()["error"]
    assert [fault["code"] for fault in refused["faults"]] == [code], refused
    assert catalogue("de")["faults"].keys() == catalogue("en")["faults"].keys()


def test_arranging_leaves_judging_to_the_rule_book() -> None:
    game = new_game("hive", berries=0)
    arranging = game.setup.book.arranging
    assert arranging is not None
    two = [arranging.pieces[0], arranging.pieces[-1]]
    apart = [type(one)(cell, one.kind, one.side) for one, cell in zip(two, ("0,0", "3,0"), strict=True)]
    text = arranging.write(game, apart, "red")
    with pytest.raises(BadPosition, match="one swarm"):
        new_game("hive", position=text, berries=0)


# --- sound ------------------------------------------------------------------------------------------------
def test_sounds_are_heard_from_the_first_move_on_and_muted_in_the_menu(page: Page, site: Site) -> None:
    page.add_init_script(HEARD)
    start(page, site.url, "piranhas", side="red")
    expect_turn(page)
    assert page.evaluate("window.heard") == [], "nobody has moved yet"
    page.locator(".cell.can").first.click()
    page.locator(".cell.may").first.click()
    page.wait_for_function("() => window.heard.length")
    pick(page, "#sound")
    page.reload()
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "false")
    expect_turn(page)
    play(page, 1)
    expect_turn(page)  # the bot has answered, and was not heard either
    assert page.evaluate("window.heard") == []
    pick(page, "#sound")
    assert page.evaluate("window.heard") == [320]
    page.evaluate("() => { window.heard = []; }")
    page.click("#resign")
    page.click("#really-resign")
    expect(page.locator("#result")).to_be_visible()
    assert page.evaluate("window.heard") == [392, 523, 659]


def test_time_that_runs_short_is_heard_once_and_can_be_muted(page: Page, site: Site) -> None:
    page.add_init_script(HEARD)
    page.goto(f"{site.url}/rules")
    page.locator("h1").click()  # browsers let no page be heard that nobody touched
    show = """async ([left, running, sound]) => {
      const { setSound } = await import("/static/modules/tables/sound.js");
      const { Players } = await import("/static/modules/tables/players.js");
      setSound(sound);
      window.strips ??= new Players(document.createElement("div"), document.createElement("div"));
      const person = { kind: "person", name: "", level: "", here: true };
      const board = { sides: { red: { facts: [], taken: [] }, blue: { facts: [], taken: [] } } };
      const left_ms = { red: left, blue: left }, seats = { red: person, blue: person };
      const clock = { limit_ms: null, left_ms, used_ms: {}, running, thinking_ms: 1 };
      const state = { ply: 1, status: "running", sides: ["red", "blue"], seats, clock };
      window.strips.show(state, board, ["red"], running);
      return window.heard;
    }"""
    assert page.evaluate(show, [60_000, "red", True]) == []
    assert page.evaluate(show, [9_000, "blue", True]) == [], "the other's time is the other's"
    assert page.evaluate(show, [9_000, "red", True]) == [880, 880]
    for running in ("red", "blue", "red"):  # drawn anew, and after moves of both sides
        assert page.evaluate(show, [8_000, running, True]) == [880, 880]
    assert page.evaluate(show, [30_000, "red", True]) == [880, 880]
    assert page.evaluate(show, [7_000, "red", True]) == [880, 880] * 2, "it was long in between"
    assert page.evaluate(show, [30_000, "red", False]) == [880, 880] * 2
    assert page.evaluate(show, [7_000, "red", False]) == [880, 880] * 2, "muted"


def test_water_splashes_and_a_river_steams(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/rules")
    heard = page.evaluate(
        """async () => {
          const { groundSound } = await import("/static/modules/tables/sound.js");
          const cells = (kind) => [{ id: "a", x: 0, y: 0, kind }];
          const sea = { kind: "square", cells: cells("water") };
          const boards = [{ ...sea, kind: "river" }, sea, { ...sea, cells: cells("") }];
          return boards.map(groundSound);
        }"""
    )
    assert heard == ["steam", "splash", ""]


def test_captures_and_special_moves_sound_different(page: Page, site: Site) -> None:
    page.goto(site.url)
    heard = page.evaluate(
        """async () => {
          const { soundOf } = await import("/static/modules/tables/sound.js");
          const plain = { captured: [], struck: [], created: [], shape: [], moved: [] };
          const fish = { cell: "A1", kind: "fish" };
          return [
            soundOf(plain, true),
            soundOf(plain, false),
            soundOf({ ...plain, captured: [fish] }, true),
            soundOf({ ...plain, struck: ["a1"] }, true),
            soundOf({ ...plain, shape: ["a1", "a2"] }, true),
            soundOf({ ...plain, pushed: ["0,0", "1,0"] }, true),
          ];
        }"""
    )
    assert heard == ["move", "answer", "capture", "capture", "special", "special"]


# --- what calls one back ----------------------------------------------------------------------------------
def test_a_hidden_page_notifies_of_ones_turn_once(page: Page, site: Site) -> None:
    page.add_init_script(NOTIFIED)
    page.goto(site.url)
    pick(page, "#settings")
    page.wait_for_selector("#settings-dialog")
    page.select_option("#setting-notify", "on")
    page.keyboard.press("Escape")
    start(page, site.url, "piranhas", side="red")
    expect_turn(page)
    assert page.evaluate("window.notes") == []  # who looks needs no call
    move = page.evaluate("document.querySelector('square-board').scene.moves[0].move")
    page.evaluate("move => { document.querySelector('#move-text').value = move; }", move)
    page.evaluate("window.hide(true)")
    page.evaluate("document.querySelector('#type-move').requestSubmit()")
    page.wait_for_function("() => document.body.dataset.ply === '2'")
    assert page.evaluate("window.notes") == [["Your turn", "Piranhas"]]
    assert page.title().startswith("● Your turn")


def test_nothing_waits_on_purpose_where_no_person_plays(page: Page, site: Site) -> None:
    """A bot match is shown as it is played; a bot that plays a person takes its time."""
    start(page, site.url, "piranhas", side="red")
    expect_turn(page)
    waits = page.evaluate(
        """async () => {
          const { pauseOf } = await import("/static/modules/tables/pace.js");
          const seats = (one, other) => ({ red: { kind: one }, blue: { kind: other } });
          const state = (kinds, limit_ms, bank_ms = null) => ({ seats: kinds, clock: { limit_ms }, bank_ms });
          return [
            pauseOf(state(seats("bot", "bot"), null), "blue", 500),
            pauseOf(state(seats("program", "program"), null), "blue", 500),
            pauseOf(state(seats("person", "bot"), null), "blue", 500),
            pauseOf(state(seats("person", "bot"), 5000), "blue", 500),
            pauseOf(state(seats("person", "bot"), null, 300_000), "blue", 500),
            pauseOf(state(seats("person", "person"), null), "blue", 500),
          ];
        }"""
    )
    assert waits == [None, None, 500, 0, 0, 0]

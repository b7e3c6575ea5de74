"""The board of Blokus in the browser: trays, the ghost, fingers and keys."""

import re
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from schwarm import new_game
from schwarm.game.faces import data
from schwarm.games.blokus.tables import PIECES
from schwarm.teaching.lessons import lessons, opened
from schwarm.web import boards
from schwarm.web.words import words_of
from tests.web.boards.test_ahead import first_moves, sit_second
from tests.web.boards.test_touch import UPRIGHT, Finger, telephone
from tests.web.shared.access import SIDEWAYS, findings
from tests.web.shared.player import READY, choose_side, play, start
from tests.web.shared.site import Site

BOARD = "document.querySelector('blokus-board')"
MY_TURN = "() => document.title.startsWith('●') || document.body.dataset.status === 'ended'"
SMALL = "profile=duo&o.size=8&o.start_at=corner"  # a whole game in a few moves


def begin(page: Page, site: Site, rules: str) -> None:
    page.goto(f"{site.url}/?game=blokus&{rules}")
    page.wait_for_selector(READY)
    page.evaluate("localStorage.setItem('pace', '0')")
    page.select_option("#level", "random")
    choose_side(page, "one")
    page.click("#play")
    page.wait_for_selector("blokus-board .cell.can")


def square(page: Page, name: str) -> tuple[float, float]:
    box = page.locator(f"[data-cell={name}]").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_page_knows_the_pieces_that_the_rules_know() -> None:
    file = data("blokus", "page", "pieces.js")
    assert file
    told = re.findall(r'^  "?(\w+)"?: "([\d ]+)",$', file.read_text("utf-8"), re.MULTILINE)
    assert told == [(short, squares) for short, _, squares in PIECES]


def test_squares_tell_the_piece_that_is_meant() -> None:
    drawn, position, choose = boards.module("blokus"), new_game("blokus", start="5L"), Random(2)
    for _ in range(9):
        for move in position.legal_moves()[::7]:
            if move != "SKIP":
                assert drawn.text(position, drawn.path(position, str(move))) == move
        position.play(choose.choice(position.legal_moves()))
    assert drawn.text(position, ["A0", "C0"]) == "A0-C0"


def test_the_round_counts_the_slots_of_colours_that_dropped_out() -> None:
    position, choose = new_game("blokus", seed=3), Random(3)
    while not position.finished():
        shown = boards.module("blokus").board(position)
        slot = int(position.position().split()[1])
        assert shown["round"] == slot // 4 + 1
        assert [fact["key"] for fact in shown["sides"]["one"]["facts"]] == ["points", "blue", "red"]
        position.play(choose.choice([move for move in position.legal_moves() if move != "SKIP"]))
    assert position.turn < int(position.position().split()[1])


def test_a_round_of_two_colours_has_two_plies() -> None:
    position = new_game("blokus", profile="duo")
    for _ in range(4):
        position.play(position.legal_moves()[-1])
    assert boards.module("blokus").board(position)["round"] == 3


def test_words_of_a_move_tell_the_points_that_it_brings() -> None:
    position = new_game("blokus", start="5L")
    for move in ["5L@A0", "5L@T0", "5L@A15", "5L@T15"]:
        position.play(move if move in position.legal_moves() else position.legal_moves()[0])
    laid = next(move for move in position.legal_moves() if move.startswith("4T@"))
    assert words_of(position, laid)["en"].endswith("+4 points")
    single = next(move for move in position.legal_moves() if move.startswith("1@"))
    assert words_of(position, single)["de"].endswith("+1 Punkt")


def test_lessons_offer_no_skipped_turn_beside_the_skipped_lesson() -> None:
    for lesson in lessons("blokus"):
        assert "SKIP" not in opened(lesson).legal_moves()


def test_a_side_is_blue_or_yellow_wherever_it_is_shown(page: Page, site: Site) -> None:
    style = "(one, name) => getComputedStyle(document.querySelector(one))[name]"
    shown = f"([one, name]) => ({style})(one, name)"
    page.goto(f"{site.url}/position/blokus")
    page.wait_for_selector("blokus-board .cell")
    page.evaluate("document.querySelector('#evaluation').innerHTML = '<span class=\"fill one\"></span>'")
    assert page.evaluate(shown, ["#evaluation .fill", "backgroundColor"]) == "rgb(47, 116, 214)"
    # A move to come is the piece that it lays.
    squares = ["A0", "A1", "A2", "A3", "B3"]
    page.evaluate(f"(path) => {BOARD}.foresee([{{ side: 'one', path, words: {{}} }}])", squares)
    expect(page.locator(".foreseen .tile-piece.blue")).to_have_count(1)
    expect(page.locator(".to-come")).to_have_count(0)
    page.keyboard.press("?")
    expect(page.locator("#keys-dialog")).to_contain_text("turn the piece in hand")
    start(page, site.url, "blokus")
    begin = page.locator(".lay-note")
    expect(begin).to_have_text("Blue begins at the border: on a marked square.")
    page.goto(f"{site.url}/watch")
    page.wait_for_selector(".seat .badge.blokus.one")
    assert "rgb(47, 116, 214)" in page.evaluate(shown, [".seat .badge.blokus.one", "backgroundImage"])


def test_a_piece_is_turned_laid_and_refused_by_mouse_and_keys(page: Page, site: Site) -> None:
    begin(page, site, "o.start=5L")
    tile = page.locator(".rack .tile.on")
    expect(tile).to_have_attribute("data-piece", "5L")  # the only one there is: it is in hand at once
    assert page.locator(".rack .tile:not(:disabled)").count() == 1
    page.mouse.move(*square(page, "J9"))
    expect(page.locator(".carried")).to_be_visible()  # under the pointer, and nowhere on the board
    expect(page.locator(".ghost")).to_have_count(0)
    expect(page.locator(".lay-note")).to_have_text("The first piece must cover a marked square.")
    expect(page.locator("[data-lay=lay]")).to_be_disabled()
    held = f"JSON.stringify({BOARD}.hand.hold)"
    assert page.evaluate(held) == '{"kind":"5L","turn":0,"flip":false}'
    shown = tile.locator(".body").get_attribute("d")
    page.evaluate(f"{BOARD}.turn(true)")  # the pieces in the trays turn with the board
    assert tile.locator(".body").get_attribute("d") != shown
    page.evaluate(f"{BOARD}.turn(false)")
    assert tile.locator(".body").get_attribute("d") == shown
    page.keyboard.press("r")
    page.keyboard.press("f")
    assert page.evaluate(held) == '{"kind":"5L","turn":1,"flip":true}'
    page.mouse.wheel(0, 100)
    page.wait_for_function(f"() => {BOARD}.hand.hold.turn === 0")
    page.click("[data-lay=flip]")
    page.mouse.move(*square(page, "A0"))  # pieces that are held at the border stay on the board
    expect(page.locator(".ghost.fits")).to_have_attribute("data-ghost", "5L@A0")
    assert findings(page) == []
    page.mouse.click(*square(page, "A0"))
    page.wait_for_selector("body:not([data-ply='0'])")
    assert page.evaluate(f"{BOARD}.scene.history[0]") == "5L@A0"
    # By keys alone: a piece, a place where it fits, Enter.
    page.wait_for_selector("blokus-board .cell.can")
    page.focus(".rack .tile:not(:disabled)")
    page.keyboard.press("Enter")
    expect(page.locator(".ghost.fits")).to_have_count(1)
    before = page.evaluate("document.activeElement.dataset.cell")
    page.keyboard.press("n")
    assert page.evaluate("document.activeElement.dataset.cell") != before
    expect(page.locator(".lay-note")).to_contain_text("fits at")
    page.keyboard.press("Enter")
    page.wait_for_function(f"() => {BOARD}.scene.history.length > 2")


# In pixels: how far the board leaves the window, how far the trays lie on what is around them, and a square.
LAYOUT = """() => {
  const boxes = (names) => [...document.querySelectorAll(names)].map((one) => one.getBoundingClientRect());
  const [board] = boxes(".stage svg.board");
  const across = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = (a, b) => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  const others = boxes("#status, .player, .controls, #choices, #guide").filter((box) => box.width);
  const trays = boxes(".laying, .rack, .hands");
  const pairs = trays.flatMap((tray) => [board, ...others].map((other) => [tray, other]));
  return {
    outside: Math.max(-board.left, board.right - document.documentElement.clientWidth),
    covered: Math.max(...pairs.map(([a, b]) => Math.min(across(a, b), down(a, b)))),
    square: boxes(".cell")[0].width,
    ready: boxes(".rack [data-piece='2'] svg")[0].width / 2.2,
    wider: Math.max(...boxes(".rack .tile svg").map((one, i) => one.width - boxes(".rack .tile")[i].width)),
  };
}"""
PHONES = [(390, 844), (320, 568), (844, 390), (667, 375), (568, 320)]
ZOOMED = [(683, 312), (640, 360), (780, 640)]  # laptops at 200 %, half of a screen


def test_a_small_or_zoomed_window_shows_the_whole_board_beside_its_trays(page: Page, site: Site) -> None:
    start(page, site.url, "blokus")
    for width, height in PHONES + ZOOMED:
        page.set_viewport_size({"width": width, "height": height})
        found = page.evaluate(LAYOUT)
        assert found["outside"] <= 0, (width, height, found)
        assert found["covered"] < 1, (width, height, found)
        assert found["square"] >= 12, (width, height, found)
        assert found["ready"] >= 12 or height > 400, (width, height, found)
        assert found["wider"] <= 0, (width, height, found)


def test_a_whole_game_is_played_by_clicks(page: Page, site: Site) -> None:
    failures: list[str] = []
    page.on("console", lambda message: failures.append(message.text) if message.type == "error" else None)
    begin(page, site, SMALL)
    assert play(page, 60)["status"] == "ended"
    expect(page.locator("#result")).to_be_visible()
    expect(page.locator(".hand.out")).to_have_count(2)
    expect(page.locator("[data-latest]")).to_have_count(1)
    assert not failures


def tile(page: Page, kind: str) -> tuple[float, float]:
    box = page.locator(f".rack [data-piece='{kind}']").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def near(page: Page, name: str, across: float, down: float) -> tuple[float, float]:
    """A point so many squares from the middle of a square."""
    (x, y), (right, _), (_, below) = (square(page, at) for at in (name, "B0", "A1"))
    left, top = square(page, "A0")
    return x + across * (right - left), y + down * (below - top)


def put_back(page: Page) -> None:
    page.wait_for_function(f"() => !{BOARD}.hand.hold")
    expect(page.locator(".carried")).to_be_hidden()
    expect(page.locator("blokus-board.carrying")).to_have_count(0)


# Where the grip of the piece in hand fits only after a turn, the spot, and how often R turns it until then.
TURNED = f"""() => {{
  const {{ hand, places }} = {BOARD};
  const far = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
  const now = places.grips(hand.hold);
  const half = {{ ...hand.hold, turn: (hand.hold.turn + 2) % 4 }};
  return places.grips(half).find((spot) => now.every((other) => far(spot, other) > 1.6)) ?? null;
}}"""
# Squares with a large dot.
DOTS = """() => [...document.querySelectorAll(".mark.corner circle[r='0.19']")].map((dot) => {
  const [x, y] = dot.parentNode.getAttribute("transform").match(/[\\d.]+/g).map(Number);
  const cells = [...document.querySelector("blokus-board").cells.values()];
  return cells.find((one) => one.x === x && one.y === y).id;
})"""


def test_a_piece_is_dragged_snaps_turns_where_it_fits_and_goes_back(page: Page, site: Site) -> None:
    begin(page, site, "o.start=5L")
    page.mouse.move(*tile(page, "5L"))
    page.mouse.down()
    page.mouse.move(*near(page, "J9", 0, 0), steps=3)
    expect(page.locator(".carried")).to_be_visible()
    page.mouse.move(*near(page, "A2", 0.9, 0.9))  # within a square and a half of where it fits
    expect(page.locator(".ghost.fits")).to_have_attribute("data-ghost", re.compile("5L@"))
    expect(page.locator(".carried")).to_be_hidden()
    page.mouse.up()
    page.wait_for_selector("body:not([data-ply='0'])")
    assert page.evaluate(f"{BOARD}.scene.history[0]").startswith("5L@")
    # Dropped on the tray, by a click beside the board, and by Escape it is put back.
    play(page, 1)
    page.wait_for_selector("body[data-ply='4'] .rack .tile:not(:disabled)")
    kind = "4L"
    page.mouse.move(*tile(page, kind))
    page.mouse.down()
    page.mouse.move(*near(page, "J9", 0, 0), steps=3)
    page.mouse.move(*tile(page, "1"), steps=2)
    page.mouse.up()
    put_back(page)
    page.locator(f".rack [data-piece='{kind}']").click()
    page.locator("#player-top").click(position={"x": 300, "y": 5})
    put_back(page)
    page.locator(f".rack [data-piece='{kind}']").click()
    page.keyboard.press("Escape")
    put_back(page)
    # Dots are where the piece in hand fits as it is turned.
    page.locator(f".rack [data-piece='{kind}']").click()
    position = new_game("blokus", position=page.evaluate(f"{BOARD}.scene.position"))
    corners = {cell for mark in position.board().marks for cell in mark.cells}
    held = page.evaluate(f"{BOARD}.hand.hold")
    start_of = kind + ["", "r", "m", "l"][held["turn"]] + ("f" if held["flip"] else "") + "@"
    laid = [position.describe(move).created for move in position.legal_moves() if move.startswith(start_of)]
    assert sorted(page.evaluate(DOTS)) == sorted(corners & {name for squares in laid for name in squares})
    # R goes first to the turn that fits under the pointer.
    column, row = page.evaluate(TURNED)
    page.mouse.move(*near(page, "A0", column, row), steps=2)
    expect(page.locator(".ghost.fits")).to_have_count(0)
    page.keyboard.press("r")
    expect(page.locator(".ghost.fits")).to_have_count(1)
    page.keyboard.press("Escape")
    # A hint hands the piece over, in place.
    page.click("#hint")
    expect(page.locator(".ghost.fits")).to_have_count(1)
    page.click("[data-lay=lay]")
    page.wait_for_selector("body:not([data-ply='4'])")
    expect(page.locator(".score")).to_have_attribute("aria-label", re.compile(r"^Blue.s side \d+, yellow"))


def test_a_finger_drags_a_piece_to_its_place_and_lays_it_there(browser: Browser, site: Site) -> None:
    page = telephone(browser, UPRIGHT)
    start(page, site.url, "blokus")
    kind = page.locator(".rack .tile:not(:disabled)").get_attribute("data-piece") or ""
    finger = Finger(page)
    finger.drag(tile(page, kind), near(page, "C19", 0, 1.5))  # the piece is above the finger
    expect(page.locator(".ghost.fits")).to_have_count(1)
    assert page.get_attribute("body", "data-ply") == "0"  # it waits to be turned, or laid
    finger.drag(tile(page, kind), tile(page, "1"))
    put_back(page)
    finger.drag(tile(page, kind), near(page, "C19", 0, 1.5))
    page.click("[data-lay=lay]")  # a tap so soon after a drag is taken for half of a double one
    page.wait_for_selector("body:not([data-ply='0'])")
    page.context.close()


def test_a_piece_is_planned_on_the_other_s_turn(page: Page, site: Site) -> None:
    first = sit_second(page, site, "blokus", options={"start": "5L"})
    expect(page.locator(".lay-note")).to_contain_text("Yellow begins at the border")
    assert page.locator(".rack.yellow .tile:not(:disabled)").count() == 1
    for place in ("A0", "T15"):
        page.locator(".rack [data-piece='5L']").click()
        page.mouse.click(*near(page, place, 0, 0))
        expect(page.locator(".ghost.planned")).to_have_count(1)
        if place == "A0":
            page.mouse.click(*near(page, "A0", 0, 0))  # taken back
            expect(page.locator(".ghost.planned")).to_have_count(0)
    first_moves(page, site, first, "5L@A0")
    expect(page.locator("body")).to_have_attribute("data-ply", "2")
    assert page.evaluate(f"{BOARD}.scene.history[1]").startswith("5L")
    # Planned where the other lays: it is not played.
    page.wait_for_selector("[data-lay=lay]")
    page.locator(".rack.green [data-piece='5L']").click()
    page.mouse.click(*near(page, "A16", 0, 0))
    expect(page.locator(".ghost.planned")).to_have_count(1)
    first_moves(page, site, first, "5L@A16")
    expect(page.locator("#status")).to_contain_text("Your turn · Green")
    expect(page.locator("body")).to_have_attribute("data-ply", "3")
    expect(page.locator(".ghost.planned")).to_have_count(0)


def test_a_position_is_set_up_with_whole_pieces(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/position/blokus?o.start=5L")
    page.wait_for_selector("blokus-board .rack .tile")
    page.click("#edit")
    expect(page.locator(".palette")).to_have_count(0)
    for colour, kind, place in (("red", "5L", "C3"), ("blue", "5X", "H1")):
        page.click(f".paint.{colour}")
        page.locator(f".rack.{colour} [data-piece='{kind}']").click()
        page.mouse.click(*near(page, place, 0, 0))
        expect(page.locator(f".layer.pieces .tile-piece.{colour}")).to_have_count(1)
        expect(page.locator(f".rack.{colour} [data-piece='{kind}']")).to_have_count(0)
    expect(page.locator("#faults")).to_contain_text("This position can be played")
    assert page.locator("#text").text_content().count("R") >= 5  # type: ignore[union-attr]
    page.mouse.click(*near(page, "H1", 0, 0))  # taken up, and put back
    expect(page.locator(".layer.pieces .tile-piece.blue")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator(".rack.blue [data-piece='5X']")).to_have_count(1)


@pytest.mark.long  # daily: by clicks
def test_a_whole_game_is_played_by_taps_on_a_telephone(browser: Browser, site: Site) -> None:
    page = telephone(browser, UPRIGHT)
    begin(page, site, SMALL)
    assert page.evaluate(SIDEWAYS) <= 0
    assert findings(page) == []
    for _ in range(30):
        page.wait_for_function(MY_TURN)
        if page.get_attribute("body", "data-status") == "ended":
            break
        ply = page.get_attribute("body", "data-ply")
        page.locator(".rack .tile:not(:disabled)").last.tap()
        expect(page.locator(".ghost.fits")).to_have_count(1)  # it lies where it may, ready to be moved on
        page.tap(f"[data-cell={page.evaluate(f'[...{BOARD}.may()].pop()')}]")
        page.tap("[data-lay=lay]:not(:disabled)")
        page.wait_for_selector(f"body:not([data-ply='{ply}'])")
    expect(page.locator("#result")).to_be_visible()
    page.context.close()


def test_who_only_watches_sees_no_buttons_that_lay(page: Page, site: Site, browser: Browser) -> None:
    start(page, site.url, "blokus", side="one")
    expect(page.locator(".laying")).to_be_visible()
    context = browser.new_context(locale="en-GB")
    other = context.new_page()
    other.goto(page.url)
    other.wait_for_selector(".rack .tile")
    expect(other.locator(".laying")).to_be_hidden()
    context.close()


def test_an_invitation_speaks_of_a_picture_only_where_there_is_one(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/?opponent=link")
    page.wait_for_selector("body[data-ready]")
    page.click("#play")
    expect(page.locator("#invite")).to_contain_text("Only this computer")
    expect(page.locator("#invite")).not_to_contain_text("picture")

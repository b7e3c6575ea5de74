"""For everybody: keyboard alone, both languages, no serious accessibility finding."""

from playwright.sync_api import Browser, Page, expect

from schwarm import list_games
from tests.web.shared.access import SIDEWAYS, findings
from tests.web.shared.player import READY, expect_turn, pick, play, start
from tests.web.shared.site import Site


def test_pale_words_and_a_button_without_a_name_are_findings(page: Page) -> None:
    page.set_content('<html lang="en"><title>A</title><p style="color: #ddd">pale</p><button></button>')
    assert sorted(one.split(":")[0] for one in findings(page)) == ["button-name", "color-contrast"]
    assert [one.split(":")[0] for one in findings(page, only="color-contrast")] == ["color-contrast"]


def test_no_page_has_a_serious_finding_light_or_dark(browser: Browser, site: Site) -> None:
    context = browser.new_context(color_scheme="dark", locale="en-GB", reduced_motion="reduce")
    page = context.new_page()

    def look(where: str) -> None:
        assert findings(page) == [], f"{where} dark"
        page.emulate_media(color_scheme="light")
        assert findings(page, only="color-contrast") == [], f"{where} light"
        page.emulate_media(color_scheme="dark")

    for path in ("/", "/lobby", "/watch", "/replays", "/rules", "/rules/hive", "/nothing-here/"):
        page.goto(site.url + path)
        page.wait_for_load_state("networkidle")
        if path == "/":
            page.click("summary")
        look(path)
    for game in list_games():
        start(page, site.url, game)
        play(page, 2)
        assert findings(page) == [], f"{game} dark"  # light boards are looked at on telephones
        assert page.evaluate(SIDEWAYS) <= 0, game
    page.click("#resign")
    page.click("#really-resign")
    expect(page.locator("#result")).to_be_visible()
    look("a result")
    context.close()


def test_a_game_is_played_with_the_keyboard_alone(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/?game=piranhas&o.rounds=8")  # a short game, to its end
    page.wait_for_selector(READY)
    page.focus("#level")
    page.keyboard.type("random")
    page.focus("#play")
    page.keyboard.press("Enter")
    page.wait_for_selector("body[data-status=running] .cell")
    expect_turn(page)
    # By arrow keys to a fish, Enter, on to a target, Enter.
    page.evaluate("document.querySelector('.cell[tabindex=\"0\"]').focus()")
    focused = "document.activeElement.dataset.cell"
    for _ in range(12):
        if page.evaluate("document.activeElement.classList.contains('can')"):
            break
        page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.classList.contains('can')")
    chosen = page.evaluate(focused)
    page.keyboard.press("Enter")
    label = page.get_attribute(f"[data-cell={chosen}]", "aria-label") or ""
    assert "fish" in label
    goal = page.evaluate("document.querySelector('.cell.may').dataset.cell")
    for _ in range(20):
        here = page.evaluate(focused)
        if here == goal:
            break
        if here[0] != goal[0]:
            page.keyboard.press("ArrowRight" if here[0] < goal[0] else "ArrowLeft")
        else:
            page.keyboard.press("ArrowUp" if here[1] < goal[1] else "ArrowDown")
    assert page.evaluate(focused) == goal
    page.keyboard.press("Enter")
    expect(page.locator("body")).to_have_attribute("data-ply", "2")
    # The rest by typing moves.
    for ply in range(2, 200, 2):
        if page.get_attribute("body", "data-status") == "ended":
            break
        expect_turn(page)
        move = page.evaluate(
            "(() => { const b = document.querySelector('square-board'); return b.scene.moves[0].move; })()"
        )
        if not page.locator("#move-text").is_visible():
            page.focus("#more")
            page.keyboard.press("Enter")
        page.focus("#move-text")
        page.keyboard.type(move)
        page.keyboard.press("Enter")
        page.wait_for_function(
            "n => Number(document.body.dataset.ply) > n + 1 || document.body.dataset.status === 'ended'",
            arg=ply,
        )
    expect(page.locator("#result")).to_be_visible()
    assert "Red" in (page.text_content("#spoken") or "") or "Blue" in (page.text_content("#spoken") or "")


def test_a_mississippi_queen_move_is_composed_with_the_keyboard(page: Page, site: Site) -> None:
    start(page, site.url, "mississippi_queen", side="red")
    for step in ("S2", "F", "F", "confirm"):
        page.wait_for_selector(f'[data-step="{step}"]:not([disabled])')
        page.focus(f'[data-step="{step}"]')
        page.keyboard.press("Enter")
    page.wait_for_function("() => Number(document.body.dataset.ply) >= 1")


def test_steps_are_not_lost_by_who_is_quicker_than_the_answers(page: Page, site: Site) -> None:
    start(page, site.url, "mississippi_queen", side="red")
    page.wait_for_selector('[data-step="S2"]:not([disabled])')
    page.click('[data-step="S2"]')
    page.wait_for_selector('[data-step="F"]:not([disabled])')
    page.evaluate("const ahead = document.querySelector('[data-step=F]'); ahead.click(); ahead.click();")
    page.click('[data-step="confirm"]:not([disabled])')
    page.wait_for_function("() => Number(document.body.dataset.ply) >= 1")


def test_an_illegal_move_tells_the_rule_with_a_link_to_its_text(page: Page, site: Site) -> None:
    start(page, site.url, "piranhas", side="red")
    expect_turn(page)
    page.click("[data-cell=A4]")
    page.click("[data-cell=B7]")
    expect(page.locator(".toast")).to_contain_text("The target is not on the same row, column or diagonal.")
    page.goto(site.url + (page.get_attribute(".toast a", "href") or ""))
    expect(page.locator("#M2")).to_contain_text("exactly as far")


def test_a_piece_can_be_dragged(page: Page, site: Site) -> None:
    start(page, site.url, "piranhas", side="red")
    expect_turn(page)
    source = page.locator(".cell.can").first
    source.click()
    target = page.locator(".cell.may").first
    goal = target.bounding_box()
    source.click()
    begin = source.bounding_box()
    assert begin
    assert goal
    page.mouse.move(begin["x"] + 20, begin["y"] + 20)
    page.mouse.down()
    page.mouse.move(begin["x"] + 40, begin["y"] + 30, steps=3)
    page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=3)
    page.mouse.up()
    page.wait_for_function("() => Number(document.body.dataset.ply) >= 1")


def test_german_and_english(browser: Browser, site: Site) -> None:
    context = browser.new_context(locale="de-DE")
    page = context.new_page()
    page.goto(site.url)
    expect(page.locator("h1")).to_have_text("Viele Spiele, ein Schwarm")
    page.goto(f"{site.url}/rules/protista")
    expect(page.locator("#K4")).to_contain_text("Welle")
    pick(page, "a.lang")
    expect(page.locator("#K4")).to_contain_text("wave")
    page.goto(site.url)
    expect(page.locator("h1")).to_have_text("Many games, one swarm")
    context.close()


def test_undo_hint_and_share_are_at_hand(page: Page, site: Site) -> None:
    start(page, site.url, "hive", side="red")
    play(page, 2)
    expect_turn(page)
    expect(page.locator("#moves li")).to_have_count(4)
    page.click("#take-back")
    expect(page.locator("#moves li")).to_have_count(2)
    page.click("#hint")
    expect(page.locator(".hinted")).not_to_have_count(0)

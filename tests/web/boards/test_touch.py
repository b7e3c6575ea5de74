"""Fingers: pieces are dragged in a real touch context, and a telephone shows board and controls at once."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, CDPSession, Page, expect

from schwarm import list_games
from tests.sampling import sampled
from tests.web.shared.access import SIDEWAYS, findings
from tests.web.shared.player import start
from tests.web.shared.site import Site

UPRIGHT, ACROSS = {"width": 390, "height": 844}, {"width": 844, "height": 390}


def telephone(browser: Browser, viewport: dict[str, int]) -> Page:
    context = browser.new_context(
        viewport=viewport,  # type: ignore[arg-type]
        has_touch=True,
        is_mobile=True,
        locale="en-GB",
        reduced_motion="reduce",
    )
    return context.new_page()


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    page = telephone(browser, UPRIGHT)
    yield page
    page.context.close()


class Finger:
    """One finger on the glass, as the browser's own input pipeline knows it: it may scroll and cancel."""

    def __init__(self, page: Page) -> None:
        self._device: CDPSession = page.context.new_cdp_session(page)

    def _touch(self, kind: str, points: list[dict[str, float]]) -> None:
        self._device.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def drag(self, begin: tuple[float, float], end: tuple[float, float], lift: bool = True) -> None:
        self._touch("touchStart", [{"x": begin[0], "y": begin[1]}])
        for step in range(1, 11):
            x, y = (a + (b - a) * step / 10 for a, b in zip(begin, end, strict=True))
            self._touch("touchMove", [{"x": x, "y": y}])
        if lift:
            self.lift()

    def pinch(self, middle: tuple[float, float], apart: tuple[float, float], way: float = 0.0) -> None:
        """Two fingers, so far apart at first and at last, go sideways together by `way`."""
        for step in range(11):
            x, half = middle[0] + way * step / 10, (apart[0] + (apart[1] - apart[0]) * step / 10) / 2
            points = [{"x": x, "y": middle[1] + sign * half, "id": sign} for sign in (-1, 1)]
            self._touch("touchMove" if step else "touchStart", points)
        self.lift()

    def lift(self) -> None:
        self._touch("touchEnd", [])


def middle(page: Page, cell: str) -> tuple[float, float]:
    box = page.locator(f'[data-cell="{cell}"]').bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


LONGEST = """() => {
  const { scene, cells } = document.querySelector("#board > *");
  const far = ([a, b]) => Math.abs(cells.get(a).y - cells.get(b).y);
  return scene.moves.map((choice) => choice.path).filter((path) => path.length === 2)
    .sort((a, b) => far(b) - far(a))[0];
}"""


@pytest.mark.parametrize("game", sampled(["piranhas", "hive", "protista"], "protista"))
def test_a_piece_is_dragged_by_a_finger_while_the_page_stays(phone: Page, site: Site, game: str) -> None:
    start(phone, site.url, game, side={"protista": "white"}.get(game, "red"))
    expect(phone.locator("#status")).to_contain_text("Your turn")
    phone.evaluate("window.cancels = 0; addEventListener('pointercancel', () => window.cancels++, true)")
    begin, goal = phone.evaluate(LONGEST)
    Finger(phone).drag(middle(phone, begin), middle(phone, goal))
    if phone.locator(".chooser .choice").count():
        phone.locator(".choice").first.tap()
    phone.wait_for_function("() => Number(document.body.dataset.ply) >= 1")
    assert phone.evaluate("window.cancels") == 0
    assert phone.evaluate("scrollY") == 0


def test_the_piece_is_carried_above_the_finger_and_its_target_is_shown(phone: Page, site: Site) -> None:
    start(phone, site.url, "piranhas", side="red")
    expect(phone.locator("#status")).to_contain_text("Your turn")
    begin, goal = phone.evaluate(LONGEST)
    finger, (x, y) = Finger(phone), middle(phone, goal)
    finger.drag(middle(phone, begin), (x, y), lift=False)
    expect(phone.locator(f'.aim[data-aim="{goal}"]')).to_have_count(1)
    carried = phone.locator(".dragged").bounding_box()
    assert carried
    assert carried["y"] + carried["height"] / 2 < y - 20
    finger.lift()
    phone.wait_for_function("() => Number(document.body.dataset.ply) >= 1")


def test_a_piece_that_is_let_go_elsewhere_lies_where_it_lay(phone: Page, site: Site) -> None:
    start(phone, site.url, "piranhas", side="red")
    expect(phone.locator("#status")).to_contain_text("Your turn")
    begin, _ = phone.evaluate(LONGEST)
    place = f"document.querySelector('#board > *').tops.get('{begin}').getAttribute('transform')"
    before = phone.evaluate(place)
    x, y = middle(phone, begin)
    Finger(phone).drag((x, y), (x + 15, y + 12))
    assert phone.evaluate(place) == before
    assert phone.locator(".dragged, .aim").count() == 0
    assert phone.get_attribute("body", "data-ply") == "0"


def test_a_finger_beside_the_pieces_scrolls_the_page(phone: Page, site: Site) -> None:
    start(phone, site.url, "piranhas", side="red")
    x, y = middle(phone, "E5")
    Finger(phone).drag((x, y), (x, y - 200))
    phone.wait_for_function("() => scrollY > 50")


@pytest.mark.parametrize("game", sampled(list_games(), "mississippi_queen"))
@pytest.mark.parametrize("viewport", [UPRIGHT, ACROSS], ids=["upright", "across"])
def test_board_strips_and_controls_are_on_one_screen(
    browser: Browser, site: Site, game: str, viewport: dict[str, int]
) -> None:
    page = telephone(browser, viewport)
    start(page, site.url, game)
    expect(page.locator("#status")).to_contain_text("Your turn")
    needed = ["#status", "svg.board", "#player-top", "#player-bottom", "#take-back", "#hint", "#resign"]
    for selector in [*needed, *(["[data-step=confirm]"] if game == "mississippi_queen" else [])]:
        box = page.locator(selector).bounding_box()
        assert box, selector
        assert box["y"] >= 0, selector
        assert box["y"] + box["height"] <= viewport["height"] + 1, selector
        assert box["x"] >= 0, selector
        assert box["x"] + box["width"] <= viewport["width"] + 1, selector
    assert page.evaluate(SIDEWAYS) <= 0
    assert findings(page) == []
    page.context.close()


CAMERA = "document.querySelector('river-board').camera"


def test_two_fingers_zoom_the_river_and_carry_it_along(phone: Page, site: Site) -> None:
    start(phone, site.url, "mississippi_queen")
    phone.evaluate("window.cancels = 0; addEventListener('pointercancel', () => window.cancels++, true)")
    box = phone.locator("river-board svg.board").bounding_box()
    assert box
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    finger = Finger(phone)
    place = f"([x, y]) => {{ const at = {CAMERA}.place({{ x, y }}); return [at.x, at.y]; }}"
    for first, last, way in ((150.0, 100.0, 0.0), (100.0, 130.0, 0.0), (100.0, 100.0, 60.0)):
        wide, under = phone.evaluate(f"() => {CAMERA}.goal.wide"), phone.evaluate(place, list(middle))
        finger.pinch(middle, (first, last), way)
        wanted = phone.evaluate(f"(wide) => {CAMERA}.limited(wide)", wide * first / last)
        assert phone.evaluate(f"() => {CAMERA}.goal.wide") == pytest.approx(wanted, rel=0.02)
        now = phone.evaluate(place, [middle[0] + way, middle[1]])
        assert now == pytest.approx(under, abs=0.15)
    assert phone.evaluate(f"() => {CAMERA}.board.dataset.camera") == "free"
    assert (phone.evaluate("window.cancels"), phone.evaluate("scrollY")) == (0, 0)
    assert phone.evaluate("visualViewport.scale") == 1  # the page itself was not zoomed
    assert phone.locator("body[data-ply='0']").count() == 1  # and no finger was taken for a click

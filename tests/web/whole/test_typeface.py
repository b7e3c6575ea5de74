"""The page's typeface: a small file with its licence, there at once, and nothing jumps when it comes."""

from __future__ import annotations

from playwright.sync_api import Browser
from starlette.testclient import TestClient

from tests import ROOT
from tests.web.shared.site import Site

STATIC = ROOT / "src" / "schwarm" / "web" / "static" / "shared"
FONT = "atkinson-hyperlegible-next-5.3.0"
MOST_BYTES = 60_000
MOST_SHARE = 0.08  # of its width that a line of text becomes wider or narrower
WIDTHS = """() => [...document.querySelectorAll("h1, .newcomer, legend, .pill span, summary")].map((one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  const { width, height } = range.getBoundingClientRect();
  return [width, height];
})"""


def test_the_typeface_is_small_licensed_and_kept(client: TestClient) -> None:
    assert (STATIC / f"{FONT}.woff2").stat().st_size <= MOST_BYTES
    assert "SIL OPEN FONT LICENSE" in (STATIC / f"{FONT}-LICENSE.txt").read_text("utf-8").upper()
    answer = client.get(f"/static/shared/{FONT}.woff2")
    assert answer.headers["content-type"] == "font/woff2"
    assert "immutable" in answer.headers["cache-control"]
    home = client.get("/")
    assert f"{FONT}.woff2" in home.text
    assert "font-src 'self'" in home.headers["content-security-policy"]


def test_nothing_jumps_when_the_typeface_comes(browser: Browser, site: Site) -> None:
    found = []
    for refused in (False, True):
        context = browser.new_context(viewport={"width": 1366, "height": 625}, locale="de-DE")
        page = context.new_page()
        if refused:
            page.route("**/*.woff2", lambda route: route.abort())
        page.goto(site.url)
        page.wait_for_selector("body[data-ready]")
        page.evaluate("document.fonts.ready.then(() => 0)")
        loaded = "[...document.fonts].some((one) => one.status === 'loaded' && /Atkinson/.test(one.family))"
        assert page.evaluate(loaded) is not refused
        found.append(page.evaluate(WIDTHS))
        context.close()
    with_it, without = found
    for (width, height), (other, as_high) in zip(with_it, without, strict=True):
        assert abs(width - other) <= MOST_SHARE * width
        assert abs(height - as_high) <= 1


def test_german_letters_are_in_the_typeface(browser: Browser, site: Site) -> None:
    context = browser.new_context(locale="de-DE")
    page = context.new_page()
    page.goto(site.url)
    page.evaluate("document.fonts.ready.then(() => 0)")
    wide = """(text) => {
      const canvas = document.createElement("canvas").getContext("2d");
      return ["serif", "monospace"].map((other) => {
        canvas.font = `40px "Atkinson Hyperlegible Next", ${other}`;
        return canvas.measureText(text).width;
      });
    }"""
    for letter in "äöüÄÖÜß„“…0123456789":
        first, second = page.evaluate(wide, letter)
        assert first == second, letter
    context.close()

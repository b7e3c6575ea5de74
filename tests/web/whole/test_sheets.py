"""Style sheets and modules by feature: none can hit another's page, and none grows too long to be read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import ROOT

WEB = ROOT / "src" / "schwarm" / "web"
STATIC = WEB / "static"
SHEETS = sorted(STATIC.glob("*/*.css"))
OF_GAMES = [
    *(ROOT / "src/schwarm/games").glob("*/page/*.css"),
    *(ROOT / "src/schwarm/games").glob("*/page/*.js"),
]
LONGEST = 400  # lines
APART = ("print", "telephone")  # these weigh more than the features they are about
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
# What may stand outside of a sheet's layer: sheets it brings along, the order of layers, the size of paper.
OUTSIDE = re.compile(r"@import [^;]+;|@layer [\w, ]+;|@page \{[^}]*\}")
OWN = re.compile(r"[.#\[]|\b\w+-\w+")  # a class, an id, an attribute, or an element of ours


def selectors(text: str) -> Iterator[str]:
    """Every selector of a sheet, one by one."""
    for prelude in re.findall(r"([^{};]+)\{", COMMENT.sub("", text)):
        told = prelude.strip()
        if not told.startswith("@") and not re.fullmatch(r"(from|to|[\d.]+%)(, ?[\d.]+%)*", told):
            yield from (one.strip() for one in re.split(r",(?![^(]*\))", told))


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: f"{sheet.parent.name}/{sheet.name}")
def test_a_sheet_is_the_layer_of_its_feature(sheet: Path) -> None:
    text = OUTSIDE.sub("", COMMENT.sub("", sheet.read_text("utf-8"))).strip()
    layer = sheet.stem if sheet.stem in APART else sheet.parent.name
    if text:  # some only bring others along
        assert text.startswith(f"@layer {layer} {{")
        assert text.count("@layer") == 1
        depth = 0
        for place, sign in enumerate(text):
            depth += (sign == "{") - (sign == "}")
            assert depth or "{" not in text[:place] or place == len(text) - 1, "something follows the layer"


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: f"{sheet.parent.name}/{sheet.name}")
def test_only_what_all_pages_share_says_how_plain_elements_look(sheet: Path) -> None:
    if sheet.parent.name != "shared" and sheet.stem != "print":
        assert [one for one in selectors(sheet.read_text("utf-8")) if not OWN.search(one)] == []


def test_folders_are_those_of_the_pages_packages() -> None:
    packages = {file.parent.name for file in WEB.glob("*/__init__.py")}
    assert {folder.name for folder in STATIC.iterdir() if folder.is_dir()} <= packages


def test_all_layers_are_in_order_before_the_first_is_filled() -> None:
    first = (STATIC / "shared" / "style.css").read_text("utf-8")
    order = re.findall(r"@layer ([\w, ]+);", first)
    assert len(order) == 1
    assert {sheet.parent.name for sheet in SHEETS} | {"games", *APART} == set(order[0].split(", "))
    assert order[0].startswith("shared, boards, ")


def test_dark_colours_are_written_beside_the_light_ones() -> None:
    for sheet in [*SHEETS, *(file for file in OF_GAMES if file.suffix == ".css")]:
        text = sheet.read_text("utf-8")
        assert "prefers-color-scheme" not in text, sheet.name
        assert "data-theme" not in text or sheet.name == "style.css", sheet.name


def test_no_file_is_too_long() -> None:
    long = {
        str(file.relative_to(ROOT)): lines
        for file in [*STATIC.glob("**/*.js"), *STATIC.glob("**/*.css"), *OF_GAMES]
        if (lines := len(file.read_text("utf-8").splitlines())) > LONGEST
    }
    assert long == {}

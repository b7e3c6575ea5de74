"""All style sheets of a page come as one file, with what they import in its place."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from schwarm.web.boards.joined import MOST_KEPT, MOST_NAMES
from schwarm.web.boards.sheets import JoinedSheets
from tests.web.shared.site import in_memory


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.css").write_text(
        '/* first */\n@import url("/static/b.css") layer(deep);\n.a { margin: 0; }\n'
    )
    (tmp_path / "b.css").write_text('@import url("/static/c.css");\n.b { margin: 0; }\n')
    (tmp_path / "c.css").write_text(".c { margin: 0; }\n")
    return tmp_path


@pytest.fixture
def sheets(folder: Path) -> JoinedSheets:
    return JoinedSheets({f"/{file.name}": str(file) for file in folder.iterdir()})


def test_imported_sheets_stand_in_their_layer_where_they_are_imported(sheets: JoinedSheets) -> None:
    text = TestClient(sheets).get("/a+c.css").text
    assert re.findall(r"[@.]\w+(?: deep)?", text) == ["@layer deep", ".c", ".b", ".a", ".c"]
    assert "@import" not in text


def test_comments_and_indents_stay_at_home(sheets: JoinedSheets, folder: Path) -> None:
    (folder / "a.css").write_text("/* why\n  so */\n.a {\n  margin: 0 /* none */ auto;\n}\n")
    assert TestClient(sheets).get("/a.css").text == ".a {\nmargin: 0 auto;\n}\n"


def test_a_changed_sheet_is_read_again_also_where_it_is_imported(sheets: JoinedSheets, folder: Path) -> None:
    client = TestClient(sheets)
    first = client.get("/a.css")
    assert client.get("/a.css", headers={"if-none-match": first.headers["etag"]}).status_code == 304
    (folder / "c.css").write_text(".changed { margin: 0; }\n")
    os.utime(folder / "c.css", ns=(1, 1))
    assert ".changed" in client.get("/a.css", headers={"if-none-match": first.headers["etag"]}).text


@pytest.mark.parametrize(
    "asked", ["", "a", "x.css", "a+x.css", "%2e%2e/a.css", "a.css+b.css", "+".join(["a"] * (MOST_NAMES + 1))]
)
def test_only_sheets_of_the_page_are_joined(sheets: JoinedSheets, asked: str) -> None:
    assert TestClient(sheets).get(f"/{asked}").status_code == 404


def test_lists_that_visitors_think_of_fill_no_memory(sheets: JoinedSheets) -> None:
    client = TestClient(sheets)
    for number in range(MOST_KEPT + 20):
        name = "+".join("ab"[number >> bit & 1] for bit in range(8))
        assert client.get(f"/{name}.css").status_code == 200
    assert len(sheets.kept) <= MOST_KEPT


def test_every_page_has_one_sheet_and_one_file_of_modules(tmp_path: Path) -> None:
    with in_memory(tmp_path) as client:
        for path in (
            "/",
            "/lobby",
            "/rules/hive",
            "/learn/hive",
            "/puzzles/hive",
            "/studio/protista",
            "/events",
        ):
            text = client.get(path).text
            (sheet,) = re.findall(r'rel="stylesheet" href="(/static/sheets/[^"]+)"', text)
            assert client.get(sheet).status_code == 200, path
            (modules,) = re.findall(r'<script type="module" src="(/static/modules/[^"]+)"', text)
            assert client.get(modules).status_code == 200, path
            about = re.findall(r"/modules/(\w+)@", modules)
            assert about == ([path.rsplit("/", 1)[1]] if path.count("/") > 1 else []), path

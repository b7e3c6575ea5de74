"""The page's own files: kept in memory, compressed once, read again when they change, and nothing else."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from schwarm.web.shared.kept_files import KeptFolder

SHEET = "body { margin: 0 }\n" * 100


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "made"
    (made / "inside").mkdir(parents=True)
    (made / "inside" / "deep.css").write_text("below")
    (tmp_path / "secret.css").write_text("hidden")
    (made / "style.css").write_text(SHEET)
    (made / "small.js").write_text("export default 1;\n")
    return made


@pytest.fixture
def client(folder: Path) -> TestClient:
    return TestClient(KeptFolder(folder, {"more.css": folder.parent / "secret.css"}))


def test_a_file_has_its_kind_and_is_compressed_for_who_takes_that(client: TestClient) -> None:
    answer = client.get("/style.css", headers={"accept-encoding": "gzip"})
    assert answer.headers["content-type"] == "text/css; charset=utf-8"
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) == len(gzip.compress(SHEET.encode(), 6, mtime=0))
    assert answer.text == SHEET
    plain = client.get("/style.css", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == SHEET
    assert client.get("/small.js").headers["content-type"].startswith("text/javascript")


def test_who_has_a_file_already_is_told_so_until_it_changes(client: TestClient, folder: Path) -> None:
    mark = client.get("/style.css").headers["etag"]
    again = client.get("/style.css", headers={"if-none-match": mark})
    assert (again.status_code, again.content) == (304, b"")
    (folder / "style.css").write_text("body { margin: 1px }\n")
    os.utime(folder / "style.css", ns=(1, 1))
    changed = client.get("/style.css", headers={"if-none-match": mark})
    assert (changed.status_code, changed.text) == (200, "body { margin: 1px }\n")


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.css",
        "/..%2fsecret.css",
        "/%2e%2e/x",
        "/",
        "/nothing.js",
        "/inside",
    ],
)
def test_no_other_path_is_served(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_folders_below_are_served_by_their_names(client: TestClient) -> None:
    assert client.get("/inside/deep.css").text == "below"


def test_files_can_be_added_by_name_and_only_read(client: TestClient) -> None:
    assert client.get("/more.css").text == "hidden"
    head = client.head("/small.js")
    assert (head.status_code, head.content) == (200, b"")
    assert client.post("/small.js").status_code == 405

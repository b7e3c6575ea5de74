"""What a classroom says no with: data with a sentence in every language."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from schwarm.classroom.errors import ClassroomError
from schwarm.classroom.folders import ProgramFolders
from schwarm.classroom.limits import ClassLimits
from schwarm.game.errors import Refusal
from schwarm.store import open_store


def zipped(**files: str) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, text in files.items():
            archive.writestr(name.replace("_", "."), text)
    return made.getvalue()


@pytest.mark.parametrize(
    ("content", "code", "german"),
    [
        (b"hello", "no_zip", "das ist kein ZIP, oder es ist beschädigt"),
        (zipped(), "empty_zip", "das ZIP ist leer"),
        (zipped(readme_md="hi"), "no_start", "im ZIP ist keine start.sh. Darin liegt: readme.md"),
        (zipped(start_sh="#!/bin/sh\r\n"), "crlf", "start.sh hat Zeilenenden von Windows (CRLF), die Linux"),
        (zipped(start_sh="x" * 200), "zip_too_large", "im ZIP dürfen höchstens"),
    ],
)
def test_an_upload_is_refused_by_a_code_in_every_language(
    content: bytes, code: str, german: str, tmp_path: Path
) -> None:
    with open_store(str(tmp_path / "store.db")) as store:
        folders = ProgramFolders(store, ClassLimits(unpacked_bytes=100))
        try:
            with pytest.raises(ClassroomError) as refused:
                folders.check(content)
        finally:
            folders.close()
    why = refused.value.why
    assert isinstance(why, Refusal)
    assert why.code == code
    assert why.said("de").startswith(german)
    assert "/" not in why.said("de"), "where the server unpacks it is nobody's business"

"""Tests of what a board and a live table know, in their own language: no browser is needed."""

import shutil
import subprocess
from pathlib import Path

import pytest

TESTS = sorted(Path(__file__).parents[1].rglob("*.test.mjs"))


@pytest.mark.parametrize("file", TESTS, ids=lambda file: file.name)
def test_what_the_page_knows_is_as_its_own_tests_say(file: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("these tests need node")
    done = subprocess.run([node, "--test", file], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert "\n# pass 0\n" not in done.stdout

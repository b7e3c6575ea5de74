"""The tests of what a board knows, which are written in its own language and need no browser."""

import shutil
import subprocess
from pathlib import Path

import pytest

TESTS = sorted(Path(__file__).parent.glob("*.test.mjs"))


@pytest.mark.parametrize("file", TESTS, ids=lambda file: file.name)
def test_what_a_board_knows_is_as_its_own_tests_say(file: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("these tests need node")
    done = subprocess.run([node, "--test", file], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert "\n# pass 0\n" not in done.stdout

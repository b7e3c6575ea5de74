"""A run of pytest over a few tests that a test has written."""

import os
from pathlib import Path

from tools.suite.parts import ROOT, PytestRun


def pytest_run(folder: Path, *more: str) -> PytestRun:
    """All tests in a folder, by two processes, without anything of this project's own settings."""
    (folder / "pytest.ini").write_text("[pytest]\naddopts = -p no:cacheprovider\n")
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    return PytestRun(
        "small",
        home=folder / "logs",
        options=more,
        root=folder,
        environment={"PYTHONPATH": path},
    )

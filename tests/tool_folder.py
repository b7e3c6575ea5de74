"""The system's own programs (bubblewrap, taskset ...), looked for where a test wants them to be."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from schwarm.programs import tools


@contextmanager
def tools_only_in(folder: Path) -> Iterator[None]:
    """Meanwhile there is no program of the system but those in this folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", "")
        patch.setattr(tools, "FOLDERS", (str(folder),))
        tools.tool.cache_clear()
        try:
            yield
        finally:
            tools.tool.cache_clear()

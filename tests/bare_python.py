"""A Python with nothing but its standard library: what a player's package and the light core must do with."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def bare_python(folder: Path) -> Path:
    """The `bin` folder of a new environment without a single package; `python3` is in it."""
    base = getattr(sys, "_base_executable", sys.executable)
    subprocess.run([base, "-I", "-m", "venv", "--without-pip", "--symlinks", str(folder)], check=True)
    binaries = folder / "bin"
    held = [path.name for path in folder.rglob("site-packages/*")]
    assert held == [], "expected an environment without packages"
    return binaries


def bare_settings(binaries: Path) -> dict[str, str]:
    """The variables a program is started with there: nothing of this process's environment gets through."""
    return {"PATH": f"{binaries}:/usr/bin:/bin", "PYTHONNOUSERSITE": "1", "LANG": "C.UTF-8"}

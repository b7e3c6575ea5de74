"""Pythons with nothing but their standard library: what packed players and the light core need."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path


def bare_python(folder: Path, base: Path | None = None) -> Path:
    """The `bin` folder of a new environment without a single package; `python3` is in it."""
    used = base or Path(getattr(sys, "_base_executable", sys.executable))
    subprocess.run([str(used), "-I", "-m", "venv", "--without-pip", "--symlinks", str(folder)], check=True)
    binaries = folder / "bin"
    held = [path.name for path in folder.rglob("site-packages/*")]
    assert held == [], "expected an environment without packages"
    return binaries


def find_python(version: str) -> Path | None:
    """A Python such as 3.10: one on the path, or one of pyenv's; None where there is none."""
    on_path = shutil.which(f"python{version}")
    found = [Path(on_path)] if on_path else []
    for place in (*found, *Path.home().glob(f".pyenv/versions/{version}.*/bin/python3")):
        asked = [str(place), "-I", "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
        told = subprocess.run(asked, capture_output=True, encoding="utf-8", check=False)
        if told.stdout.strip() == version:
            return place
    return None


def bare_settings(binaries: Path) -> dict[str, str]:
    """The variables a program is started with there: nothing of this process's environment gets through."""
    return {"PATH": f"{binaries}:/usr/bin:/bin", "PYTHONNOUSERSITE": "1", "LANG": "C.UTF-8"}

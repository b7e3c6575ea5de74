"""The example package as its users have it: installed."""

import os
import subprocess
import sys
from pathlib import Path

import schwarm

EXAMPLE = Path(__file__).parent.parent / "examples" / "breakthrough"


def install(folder: Path) -> str:
    """Install the example below a folder; return the PYTHONPATH of processes that have it."""
    source = folder / "source"
    for path in ("pyproject.toml", "src/schwarm_breakthrough.py"):
        (source / path).parent.mkdir(parents=True, exist_ok=True)
        (source / path).write_text((EXAMPLE / path).read_text())
    target = folder / "installed"
    pip = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "--no-index",
    ]
    subprocess.run([*pip, "--target", str(target), str(source)], check=True, capture_output=True)
    return os.pathsep.join([str(Path(schwarm.__file__).parent.parent), str(target)])

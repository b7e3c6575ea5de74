"""The example package as its users have it: installed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import schwarm
from tests import ROOT

EXAMPLE = ROOT / "examples" / "breakthrough"


def install(folder: Path, package: Path = EXAMPLE) -> str:
    """Install the example, or another game, below a folder; return the PYTHONPATH that has it."""
    source = folder / "source"
    shutil.copytree(
        package, source, ignore=shutil.ignore_patterns("compiled", "__pycache__", "*.egg-info", "build")
    )
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

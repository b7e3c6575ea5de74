"""Installing as a newcomer would, with and without a C compiler."""

import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests import ROOT

CHECK = "import schwarm; print(schwarm.compiled(), schwarm.perft(schwarm.new_game('piranhas', seed=7), 2))"


@pytest.mark.long
@pytest.mark.parametrize(("compiler", "compiled"), [("cc", "True"), ("false", "False")])
def test_installs_compiled_or_plain(tmp_path: Path, compiler: str, compiled: str) -> None:
    """Extensions are optional: the same command installs the plain files where nothing compiles."""
    source = tmp_path / "source"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(source)], check=True)
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], check=True)
    python = str(tmp_path / "venv" / "bin" / "python")
    environment = {**os.environ, "CC": compiler, "SCHWARM_PURE": ""}
    subprocess.run([python, "-m", "pip", "install", "--quiet", str(source)], check=True, env=environment)
    done = subprocess.run([python, "-c", CHECK], check=True, capture_output=True, text=True, cwd=tmp_path)
    assert done.stdout.split() == [compiled, "1958"]


@pytest.mark.long
def test_a_wheel_without_compiled_modules_fits_every_system(tmp_path: Path) -> None:
    source = tmp_path / "source"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(source)], check=True)
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation",
         "--wheel-dir", str(tmp_path), str(source)],
        check=True,
        env={**os.environ, "CC": "false"},
    )  # fmt: skip
    wheel = next(tmp_path.glob("*.whl"))
    assert wheel.name.endswith("-py3-none-any.whl")
    with ZipFile(wheel) as archive:
        assert not [name for name in archive.namelist() if name.endswith((".so", ".pyd"))]
        facts = next(name for name in archive.namelist() if name.endswith(".dist-info/WHEEL"))
        assert "Root-Is-Purelib: true" in archive.read(facts).decode()

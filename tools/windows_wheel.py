"""A wheel for Windows (x64), made on Linux: `python -m tools.windows_wheel [FOLDER]`, in dist by itself.

It is for the version of this Python. C comes from setup.py, machine code from Debian's mingw compiler with
the headers of this Python, which are the same on every system but for one, and the DLL of a Windows Python.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
import shutil
import subprocess
import sys
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from sysconfig import get_path

from setuptools import Extension
from setuptools.dist import Distribution

import setup
from tools.windows_python import COMPILER, HERE, HOME, PYTHON, ROOT, TAG, NoWine, prepare

SUFFIX = f".{TAG}-win_amd64.pyd"
PLATFORM = f"{TAG}-{TAG}-win_amd64"
LIBRARY = f"python{TAG[2:]}"
COMPILED = HOME / "compiled"
EXPORT = re.compile(r"^\s*\[\s*\d+\]\s+(?:\+base\[\s*\d+\]\s+[0-9a-f]+\s+)?(\w+)$", re.MULTILINE)


def headers() -> Path:
    """Put the headers of this Python together with the one that describes Windows; their folder."""
    folder = HOME / "include" / TAG
    shutil.copytree(get_path("include"), folder, dirs_exist_ok=True)
    shutil.copy(HERE / "pyconfig.h", folder)
    return folder


def import_library() -> Path:
    """Make what a linker needs to know of Python's DLL, from the DLL itself; the folder it lies in."""
    folder = HOME / "library"
    made = folder / f"{LIBRARY}.lib"  # as it is called on Windows
    if made.exists():
        return folder
    folder.mkdir(parents=True, exist_ok=True)
    prefix = COMPILER.removesuffix("gcc")
    told = subprocess.run(
        [f"{prefix}objdump", "-p", str(PYTHON / f"{LIBRARY}.dll")],
        check=True, capture_output=True, encoding="utf-8",
    ).stdout  # fmt: skip
    names = EXPORT.findall(told.partition("[Ordinal/Name Pointer] Table")[2])
    list_ = made.with_suffix(".def")
    list_.write_text("\n".join([f"LIBRARY {LIBRARY}.dll", "EXPORTS", *names]) + "\n", encoding="ascii")
    subprocess.run([f"{prefix}dlltool", "-d", str(list_), "-l", str(made)], check=True)
    return folder


class Compile(setup.Compile):
    """Our build command for another system than this one."""

    def __init__(self) -> None:
        super().__init__(Distribution())
        self.compiler = setup.compiler_named(COMPILER, "win32")
        self.compiler.set_include_dirs([str(headers())])
        self.compiler.set_library_dirs([str(import_library())])

    def make(self, modules: list[Extension]) -> None:
        """Compile what is older than its C, on all cores."""
        stale = [module for module in modules if self._is_stale(module)]
        flags = {module.name: self.flags(module) for module in stale}
        stale.sort(key=lambda module: -os.path.getsize(module.sources[0]))
        with ThreadPoolExecutor(setup.CORES) as pool:
            for module in pool.map(lambda one: self._make(one, flags[one.name]), stale):
                print(f"compiled {module.name}", flush=True)

    def target(self, module: Extension) -> Path:
        """Where a compiled module lies."""
        return Path(COMPILED, TAG, module.name.replace(".", "/") + SUFFIX)

    def _is_stale(self, module: Extension) -> bool:
        made, sources = self.target(module), (*module.sources, setup.__file__)
        return not made.exists() or any(
            os.path.getmtime(path) > made.stat().st_mtime for path in sources if path
        )

    def _make(self, module: Extension, flags: list[str]) -> Extension:
        objects = self.compiler.compile(
            module.sources, output_dir=str(COMPILED / "objects" / TAG), extra_postargs=flags
        )
        self.compiler.link_shared_object(
            objects,
            str(self.target(module)),
            libraries=[LIBRARY],
            extra_postargs=setup.LAST_LINKED["win32"],
        )
        return module


def pure_wheel() -> Path:
    """Make the wheel of plain files."""
    folder = HOME / "plain"
    for old in folder.glob("*.whl"):
        old.unlink()
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation",
         f"--wheel-dir={folder}", "."],
        check=True, cwd=ROOT, env={**os.environ, "SCHWARM_COMPILE": "0"},
    )  # fmt: skip
    return next(folder.glob("*.whl"))


def with_modules(plain: Path, modules: dict[str, Path], folder: Path) -> Path:
    """Write the wheel of plain files anew with compiled modules among them, and with a tag that says so."""
    folder.mkdir(parents=True, exist_ok=True)
    wheel = folder / plain.name.replace("py3-none-any", PLATFORM)
    record: list[str] = []
    with zipfile.ZipFile(plain) as old, zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as new:

        def write(name: str, data: bytes) -> None:
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record.append(f"{name},sha256={digest},{len(data)}")
            new.writestr(name, data)

        listed = next(name for name in old.namelist() if name.endswith(".dist-info/RECORD"))
        for name in old.namelist():
            data = old.read(name)
            if name.endswith(".dist-info/WHEEL"):
                data = data.replace(b"Purelib: true", b"Purelib: false").replace(
                    b"py3-none-any", PLATFORM.encode()
                )
            if name != listed:
                write(name, data)
        for name, path in sorted(modules.items()):
            write(name, path.read_bytes())
        new.writestr(listed, "\n".join([*record, f"{listed},,"]) + "\n")
    return wheel


def make(folder: Path) -> Path:
    """Make the wheel; NoWine if there is no Windows Python or no compiler for it here."""
    prepare()
    os.chdir(ROOT)  # setup.py names its sources from there
    modules = setup.translate(setup.extensions())
    command = Compile()
    command.make(modules)
    compiled = {module.name.replace(".", "/") + SUFFIX: command.target(module) for module in modules}
    return with_modules(pure_wheel(), compiled, folder)


def main() -> int:
    """Make the wheel and say where it is."""
    try:
        wheel = make(Path(*sys.argv[1:2] or ["dist"]).absolute())
    except NoWine as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{wheel}: {wheel.stat().st_size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())

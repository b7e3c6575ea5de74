"""Installing as a newcomer would, with and without a C compiler, and the compilers that build the modules."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from setuptools import Extension
from setuptools._distutils.ccompiler import new_compiler
from setuptools.dist import Distribution

import setup
from tests import ROOT

CHECK = "import schwarm; print(schwarm.compiled(), schwarm.perft(schwarm.new_game('piranhas', seed=7), 2))"
COMPILED_TESTS = ["perft", "games", "search", "environments", "bots"]
PICKY = """#!/bin/sh
echo "$*" >> "$0.calls"
for word; do case $word in -fno-ipa*) echo "error: unknown argument: '$word'" >&2; exit 1; esac; done
exec gcc "$@"
"""


def command_for(compiler: Any, folder: Path) -> setup.Compile:
    """Our build command as `build_ext` leaves it before it compiles, with a given compiler."""
    command = setup.Compile(Distribution())
    compiler.set_include_dirs([str(folder)])
    command.compiler = compiler
    return command


@pytest.fixture
def picky(tmp_path: Path) -> Path:
    """gcc, but for one thing: a flag that clang does not know ends it, as it ends clang."""
    script = tmp_path / "picky-gcc"
    script.write_text(PICKY)
    script.chmod(0o755)
    return script


needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc")


@needs_gcc
def test_flags_that_a_compiler_does_not_know_are_left_out(picky: Path) -> None:
    command = command_for(setup.compiler_named(str(picky)), picky.parent)
    expected = [flag for flag in setup.FLAGS if "ipa" not in flag]
    assert command.flags(Extension("schwarm.search.pvs", ["pvs.c"])) == expected != setup.FLAGS
    calls = Path(f"{picky}.calls").read_text(encoding="utf-8").count("\n")
    assert command.flags(Extension("schwarm.search.mcts", ["mcts.c"])) == expected
    assert (
        Path(f"{picky}.calls").read_text(encoding="utf-8").count("\n") == calls == 1 + len(setup.FLAGS)
    )  # each once


@needs_gcc
def test_a_compiler_that_knows_every_flag_is_asked_once(tmp_path: Path) -> None:
    command = command_for(setup.compiler_named("gcc"), tmp_path)
    assert command.flags(Extension("schwarm.search.pvs", ["pvs.c"])) == setup.FLAGS
    assert not any(command.refused.values())


def test_a_compiler_that_cannot_compile_us_is_named_in_one_line(tmp_path: Path) -> None:
    nowhere = command_for(setup.compiler_named("no-such-compiler"), tmp_path)
    assert nowhere.unusable(".c") == "no-such-compiler: No such file or directory"
    failing = command_for(setup.compiler_named("false"), tmp_path)
    assert failing.unusable(".c") == "false: exit code 1"
    microsoft = command_for(new_compiler(compiler="msvc"), tmp_path)
    assert microsoft.unusable(".c") == setup.MSVC


def test_without_a_compiler_nothing_is_compiled_and_a_line_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = command_for(new_compiler(compiler="msvc"), tmp_path)
    command.extensions = [Extension("schwarm.search.pvs", ["pvs.c"])]
    command.build_extensions()
    said = capsys.readouterr().out
    assert command.extensions == []
    assert said.count("\n") == 1
    assert "plain Python, about 100 times slower" in said


@pytest.mark.parametrize(
    ("c", "cxx"),
    [
        ("gcc", "g++"),
        ("/usr/bin/clang-14", "/usr/bin/clang++-14"),
        ("x86_64-w64-mingw32-gcc", "x86_64-w64-mingw32-g++"),
    ],
)
def test_a_named_compiler_brings_the_one_for_wide_boards(c: str, cxx: str) -> None:
    compiler = setup.compiler_named(c, "win32")
    assert (compiler.compiler_so, compiler.compiler_so_cxx) == ([c, "-DMS_WIN64"], [cxx, "-DMS_WIN64"])


def test_sheets_name_no_type_that_is_narrower_on_windows() -> None:
    """C's `long` has 32 bits there: counts and places would be cut off without a word."""
    narrow = re.compile(r"(?<!long )\b(?:long|ulong)\b(?! long)|\b[0-9]+U?L\b")
    for sheet in ROOT.joinpath("src").rglob("*.pxd"):
        code = re.sub(r"#(?! *(?:define|if|endif|else|include)).*|/\*.*?\*/", "", sheet.read_text("utf-8"))
        assert not narrow.findall(code), f"{sheet.relative_to(ROOT)}: say Py_ssize_t instead"


def cloned(folder: Path) -> Path:
    """The last commit in a folder of its own."""
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=True)
    return folder


@pytest.mark.long
@pytest.mark.parametrize("compiler", ["clang", "gcc"])
def test_what_each_compiler_makes_passes_the_compiled_tests(tmp_path: Path, compiler: str) -> None:
    """Counts of moves, rules, searches, evaluators and arrays; the daily suite shows it of one compiler."""
    if shutil.which(compiler) is None:
        pytest.skip(f"no {compiler}")
    source = cloned(tmp_path / "source")
    environment = {**os.environ, "SCHWARM_COMPILER": compiler, "SCHWARM_PURE": ""}
    subprocess.run(
        [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"],
        check=True, cwd=source, env=environment,
    )  # fmt: skip
    assert len(list(source.rglob("src/**/*.so"))) == len(setup.extensions())
    folders = [f"tests/{name}" for name in COMPILED_TESTS]
    subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-m", "not long", *folders],
        check=True, cwd=source, env={**environment, "PYTHONPATH": str(source / "src")},
    )  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize(
    ("compiler", "compiled"),
    [({"CC": "cc"}, "True"), ({"CC": "false"}, "False"), ({"SCHWARM_COMPILER": "zig"}, "True")],
    ids=["cc", "none", "zig"],
)
def test_installs_compiled_or_plain(tmp_path: Path, compiler: Mapping[str, str], compiled: str) -> None:
    """Extensions are optional: the same command installs the plain files where nothing compiles."""
    source = cloned(tmp_path / "source")
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], check=True)
    python = str(tmp_path / "venv" / "bin" / "python")
    environment = {**os.environ, "SCHWARM_PURE": "", **compiler}
    subprocess.run([python, "-m", "pip", "install", "--quiet", str(source)], check=True, env=environment)
    done = subprocess.run([python, "-c", CHECK], check=True, capture_output=True, text=True, cwd=tmp_path)
    assert done.stdout.split() == [compiled, "1958"]
    version = [python, "-m", "schwarm", "--version"]
    said = subprocess.run(version, check=True, capture_output=True, text=True, cwd=tmp_path).stdout
    assert ("100 times slower" in said) is (compiled == "False")


@pytest.mark.long
def test_a_wheel_without_compiled_modules_fits_every_system(tmp_path: Path) -> None:
    source = cloned(tmp_path / "source")
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

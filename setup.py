"""Compile every module that has a .pxd beside it. Without a C compiler the .py files serve as they are.

`python setup.py build_ext --inplace` compiles what is older than its sources and puts it beside them. `make
build` and installations do the same, in the same folders, so that nothing is compiled twice.

SCHWARM_COMPILE=0       compile nothing
SCHWARM_COMPILER=zig    compile with the package ziglang, which `pip install` fetches for this build
SCHWARM_COMPILER=gcc    compile with this command, which takes gcc's options, on Windows too
"""

import ast
import os
import platform
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from sysconfig import get_config_var, get_platform
from tempfile import TemporaryDirectory
from typing import Any

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.errors import CCompilerError, CompileError

DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,  # hints are for people and mypy; C types come from the .pxd files
    "infer_types": True,  # locals take the type of what is assigned to them
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "emit_code_comments": False,  # nobody reads the C
}
SOURCES = Path("src")
ASSEMBLED = Path("build/assembled")
BOARDS = "from schwarm.bits cimport"
GUARD = spec_from_file_location("build_guard", SOURCES / "schwarm/build_guard.py")
assert GUARD is not None
assert GUARD.loader is not None
build_guard: Any = module_from_spec(GUARD)  # `import schwarm` would ask for compiled modules
GUARD.loader.exec_module(build_guard)
is_wide, WIDE_BOARDS = build_guard.is_wide, build_guard.WIDE_BOARDS
SHARED = "schwarm.cython_shared"  # helpers of Cython that each module would otherwise have a copy of
# A flag that the compiler does not know is left out (clang knows no -fno-ipa).
# No warnings: they are about C that nobody wrote. Three passes between functions are left out of -O3: they
# gain nothing. All others are needed: without thread-jumps lists of moves lost a fifth of their speed; gcse
# and schedule-insns2 are worth 3 to 5 %, tree-vrp a third of a search (`python -m bench.two_builds`).
FLAGS = ["-O3", "-g0", "-w", "-fno-ipa-cp", "-fno-ipa-sra", "-fno-ipa-icf"]
# What calls Python for everything, or others for all that takes long, is compiled in half the time so, and
# would gain nothing by more.
QUICK = ["-O1", "-g0", "-w"]
QUICKLY = re.compile(rf"{SHARED}|.*\.(python_game|python_evaluator|thinker|horizon|names)")
FAILED = "{module} could not be compiled, see above; SCHWARM_COMPILE=0 leaves all modules as plain Python"
# What is put together for wide boards is called less often: it is compiled in half of the time so, and is as
# fast as with -O3, once loops over the words of a board are unrolled (1.9 times as fast as without).
WIDE = ["-O1", "-fpeel-loops", "-g0", "-w", "-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics"]
# The processor it is compiled for, which on a Mac may be another than that of this machine.
PROCESSOR = get_platform().rpartition("-")[2]
if (platform.machine() if PROCESSOR == "universal2" else PROCESSOR).lower() in ("x86_64", "amd64"):
    # All that were built since 2008 count bits in one instruction: 1.15 to 1.33 times as fast.
    for flags in (FLAGS, QUICK, WIDE):
        flags.append("-mpopcnt")
PROBE = "#include <Python.h>\nunsigned __int128 board;\n"  # what every module needs
LAST_LINKED = {"win32": ["-Wl,-Bstatic"]}  # before what the compiler adds of its own
COMPILER = os.environ.get("SCHWARM_COMPILER", "")
ZIG = "ziglang>=0.14,<1"
PLAIN = "schwarm will run as plain Python, about 100 times slower than compiled: {why}"  # perft: 64 to 225
NO_WIDE = "boards will have at most 128 cells: {why}"
MSVC = "this compiler has no integers of 128 bits; `SCHWARM_COMPILER=zig pip install .` fetches one that has"
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def extensions() -> list[Extension]:
    """One for each module to compile, and one for what they share."""
    if os.environ.get("SCHWARM_COMPILE") == "0":
        return []
    names = build_guard.to_compile()
    parts = {name: parts_of(name) for name in names}
    inside = {part for name in names if not is_wide(name) for part in parts[name] if part != name}
    found = [Extension(SHARED, [str(SOURCES / (SHARED.replace(".", "/") + ".c"))])]
    for name in names:
        sheet = source_of(name).with_suffix(".pxd").read_text("utf-8")
        if parts[name]:
            found.append(assembled(name, parts[name]))
        elif any(parts[other] and f"from {other} cimport" in sheet for other in names):
            found.append(assembled(name, [name]))  # so that it sees the other one's whole sheet
        elif name not in inside:
            found.append(Extension(name, [str(source_of(name))]))
    return found


def source_of(name: str) -> Path:
    """The source file of a module."""
    return SOURCES / (name.replace(".", "/") + ".py")


def parts_of(name: str) -> list[str]:
    """The modules that one is put together of, itself the last, as its sheet says; as a rule none."""
    found: list[str] = build_guard.parts_of(name)
    return [*found, name] if found and not is_wide(name) else found


def assembled(name: str, parts: list[str]) -> Extension:
    """Several modules compiled as one: in half the time and in one piece, or once more with wide boards.

    Their sources are put one after the other. What they take from each other is there already; what only
    plain Python needs is left out; a constant that several sheets declare is declared once.
    """
    code = ["import cython"]
    sheet = ["cimport cython"]
    declared: set[str] = set()
    for part in parts:
        code += [text for text in statements(source_of(part)) if not taken_from(text, parts)]
        for text in declarations(source_of(part).with_suffix(".pxd")):
            if taken_from(text, parts):
                continue
            kind, names = constants(text)
            fresh = [name for name in names if name not in declared]
            declared.update(names)
            sheet += [f"{kind} {', '.join(fresh)}" if fresh else ""] if names else [text]
    file = ASSEMBLED / (name.replace(".", "/") + ".py")
    file.parent.mkdir(parents=True, exist_ok=True)
    for folder in file.relative_to(ASSEMBLED).parents:
        (ASSEMBLED / folder / "__init__.py").touch()
    wide = is_wide(name)
    sources = [source_of(part) for part in (*parts, name)]
    newest = max(path.stat().st_mtime for path in [*sources, *(path.with_suffix(".pxd") for path in sources)])
    for written, lines in ((file, code), (file.with_suffix(".pxd"), sheet)):
        text = "\n".join(lines) + "\n"
        if wide:
            text = text.replace(BOARDS, WIDE_BOARDS)
        if not written.exists() or written.stat().st_mtime < newest or written.read_text("utf-8") != text:
            written.write_text(text, "utf-8")
    return Extension(name, [str(file)], language="c++" if wide else None)


def statements(file: Path) -> list[str]:
    """What a module does when it is compiled, statement by statement."""
    source = file.read_text("utf-8")
    lines = source.splitlines()
    found = []
    for node in ast.parse(source).body:
        first = min([node.lineno, *(mark.lineno for mark in getattr(node, "decorator_list", []))])
        text = "\n".join(lines[first - 1 : node.end_lineno])
        if not text.startswith(("if not cython.compiled", "from __future__", "import cython")):
            found.append(text)
    return found


def declarations(sheet: Path) -> list[str]:
    """The lines of a sheet; what stands in brackets over several lines is one."""
    text = sheet.read_text("utf-8").replace("cimport cython\n", "")
    return re.sub(r"\(\s*\n[^()]*\)", lambda found: " ".join(found[0].split()), text).splitlines()


def taken_from(text: str, parts: list[str]) -> bool:
    """Does a statement bring names from one of these modules?"""
    words = text.split()
    return words[:1] == ["from"] and words[1] in parts


def constants(line: str) -> tuple[str, list[str]]:
    """The type and the names that a line declares for a whole module; no names where it does not."""
    found = re.fullmatch(r"(cdef \w+(?:\[[^]]*\])?) ([A-Z_]+(?:, *[A-Z_]+)*)", line)
    return (found[1], re.split(", *", found[2])) if found else ("", [])


def translate(modules: list[Extension]) -> list[Extension]:
    """Python to C, where the C is older than what it is made of; all of it after a change of this file."""
    from Cython.Build import cythonize  # late: most steps of an installation do not need it

    written = [path.stat().st_mtime for path in Path("build/cython").rglob("*.c")]
    translated: list[Extension] = cythonize(
        modules,
        build_dir="build/cython",
        include_path=[str(ASSEMBLED), str(SOURCES)],
        nthreads=CORES,
        quiet=True,
        force=Path(__file__).stat().st_mtime > min(written, default=0),
        compiler_directives=DIRECTIVES,
        shared_utility_qualified_name=SHARED,
        shared_utility_features_disabled=["MemoryView"],  # 20,000 lines of C, where pointers do as well
    )
    return translated


def compiler_named(command: str, system: str = sys.platform) -> Any:
    """A compiler that takes gcc's options; `zig` is the one of ziglang, `system` is like `sys.platform`."""
    from setuptools._distutils.ccompiler import new_compiler

    if command == "zig":  # baseline: else it compiles for the processor of this machine alone
        c, cxx = ([sys.executable, "-m", "ziglang", kind, "-mcpu=baseline"] for kind in ("cc", "c++"))
    else:
        c = [command]
        cxx = [re.sub(r"clang(?=(-\d+)?$)", "clang++", re.sub(r"gcc(?=(-\d+)?$)", "g++", command))]
    # Python's header knows only of Microsoft's compiler how wide Windows is.
    anywhere = ["-DMS_WIN64"] if system == "win32" else ["-fPIC"]
    link = {
        # Nothing of the compiler's has to be there later; Python itself is named next, and is a DLL.
        "win32": ["-shared", "-static", "-s", "-Wl,-Bdynamic"],
        "darwin": ["-bundle", "-undefined", "dynamic_lookup"],
    }.get(system, ["-shared"])
    compiler: Any = new_compiler(compiler="unix")
    compiler.set_executables(
        compiler=c,
        compiler_so=[*c, *anywhere],
        compiler_so_cxx=[*cxx, *anywhere],
        linker_so=[*c, *link],
        linker_so_cxx=[*cxx, *link],
    )
    return compiler


class Compile(build_ext):  # type: ignore[misc]
    """Compiles all modules or none, on all cores, and prints the progress."""

    compiler: Any

    def run(self) -> None:
        """Compile, then remove compiled modules whose sources have moved or gone."""
        super().run()
        if self.inplace:
            current = {SOURCES / self.get_ext_filename(module.name) for module in self.extensions}
            for path in SOURCES.rglob("*" + get_config_var("EXT_SUFFIX")):
                if path not in current:
                    path.unlink()

    def build_extensions(self) -> None:
        """Compile nothing without a usable C compiler; an error where only some modules can be compiled."""
        if COMPILER:
            named = compiler_named(COMPILER)
            named.set_include_dirs(self.compiler.include_dirs)
            named.set_library_dirs(self.compiler.library_dirs)
            self.compiler = named
        if why := self.unusable(".c"):
            print(PLAIN.format(why=why), flush=True)
            self.extensions: list[Extension] = []
            return
        if why := self.unusable(".cpp"):
            print(NO_WIDE.format(why=why), flush=True)
            self.extensions = [module for module in self.extensions if module.language is None]
        modules = translate(self.extensions)
        stale = self.stale(modules)
        flags = {module.name: self.flags(module) for module in stale}  # probed here, by one thread
        stale.sort(key=lambda module: -os.path.getsize(module.sources[0]))  # the longest first
        with ThreadPoolExecutor(CORES) as pool:
            tasks = {pool.submit(self.compile, module, flags[module.name]): module.name for module in stale}
            for number, task in enumerate(as_completed(tasks), 1):
                try:
                    task.result()
                except CCompilerError as error:
                    pool.shutdown(cancel_futures=True)
                    raise CompileError(FAILED.format(module=tasks[task])) from error
                print(f"compiling {number}/{len(stale)}: {tasks[task]}", flush=True)
        self.log().write_text(str(self.compiler.compiler_so))
        for module in modules:
            wanted = self.get_ext_fullpath(module.name)
            self.mkpath(os.path.dirname(wanted))
            self.copy_file(self.compiled(module), wanted)

    def unusable(self, suffix: str) -> str:
        """Why the compiler of this language cannot compile our modules; empty if it can.

        It has to be there, with Python's headers, and needs integers of 128 bits.
        """
        if self.compiler.compiler_type == "msvc":
            return MSVC
        return self.probe(suffix, PROBE, [])

    def flags(self, module: Extension) -> list[str]:
        """The flags for a module that the compiler knows; each is tried once, if all together fail."""
        wanted = WIDE if module.language else QUICK if QUICKLY.fullmatch(module.name) else FLAGS
        suffix = ".cpp" if module.language else ".c"
        refused: dict[tuple[str, str], bool] = self.__dict__.setdefault("refused", {})
        if fresh := [flag for flag in wanted if (suffix, flag) not in refused]:
            all_known = not self.probe(suffix, "", fresh)
            for flag in fresh:
                refused[suffix, flag] = not all_known and bool(self.probe(suffix, "", [flag]))
        return [flag for flag in wanted if not refused[suffix, flag]]

    def probe(self, suffix: str, source: str, flags: list[str]) -> str:
        """Compile some lines; what the compiler has against them, in one line, or nothing."""
        command = self.compiler.compiler_so_cxx if suffix == ".cpp" else self.compiler.compiler_so
        folders = [f"-I{folder}" for folder in self.compiler.include_dirs]
        with TemporaryDirectory() as folder:
            file = Path(folder, f"probe{suffix}")
            file.write_text(source, encoding="utf-8")
            try:
                done = subprocess.run(
                    [*command, *folders, *flags, "-c", str(file), "-o", str(file.with_suffix(".o"))],
                    capture_output=True, encoding="utf-8", errors="replace",
                )  # fmt: skip
            except OSError as error:
                return f"{command[0]}: {error.strerror}"
        lines = done.stderr.splitlines() or [f"exit code {done.returncode}"]
        why = next((line.strip() for line in lines if "error" in line), lines[-1])
        return f"{command[0]}: {why}" if done.returncode else ""

    def compiled(self, module: Extension) -> str:
        """The path of a compiled module, wherever it is copied to later."""
        return os.path.join("build/compiled", self.get_ext_filename(module.name))

    def log(self) -> Path:
        """A file with the command that compiled what lies in build/compiled."""
        return Path("build/compiled", "compiler" + get_config_var("EXT_SUFFIX") + ".txt")

    def stale(self, modules: list[Extension]) -> list[Extension]:
        """The modules not compiled since their C or this file changed, or compiled by another compiler."""
        log = self.log()
        if not log.exists() or log.read_text() != str(self.compiler.compiler_so):
            return list(modules)

        def is_stale(module: Extension) -> bool:
            file = Path(self.compiled(module))
            parts = [*module.sources, __file__]
            return not file.exists() or any(os.path.getmtime(part) > file.stat().st_mtime for part in parts)

        return [module for module in modules if is_stale(module)]

    def compile(self, module: Extension, flags: list[str]) -> None:
        """C to machine code."""
        objects = self.compiler.compile(module.sources, output_dir="build/objects", extra_postargs=flags)
        self.compiler.link_shared_object(
            objects,
            self.compiled(module),
            libraries=self.get_libraries(module),
            export_symbols=self.get_export_symbols(module),
            extra_postargs=LAST_LINKED.get(sys.platform, []),
        )


class Wheel(bdist_wheel):  # type: ignore[misc]
    """Where nothing could be compiled the wheel says so: its tag fits every Python 3 on every system."""

    def run(self) -> None:
        """Begin anew: files that have moved since the last wheel would otherwise be in this one too."""
        shutil.rmtree(self.get_finalized_command("build").build_lib, ignore_errors=True)
        super().run()

    def get_tag(self) -> tuple[str, str, str]:
        """The tag of what was built, which is known only now."""
        built = self.get_finalized_command("build_ext").get_outputs()
        self.root_is_pure = not any(Path(path).exists() for path in built)
        tag: tuple[str, str, str] = super().get_tag()
        return tag


if __name__ == "__main__":  # Cython's helper processes read this file too
    setup(
        ext_modules=extensions(),
        cmdclass={"build_ext": Compile, "bdist_wheel": Wheel},
        setup_requires=[ZIG] if COMPILER == "zig" else [],  # pip fetches it into the environment of the build
    )

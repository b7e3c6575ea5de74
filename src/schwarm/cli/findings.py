"""What `schwarm doctor` finds on a machine; nothing is started for longer than a moment."""

import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from schwarm.extras import pip_install
from schwarm.platform.sockets import bind_error, claim_address

ASK_S = 10.0  # seconds for a tool to print its version
CONNECT_S = 0.5
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "firefox", "open")
PAGE_PORT, CONTEST_PORT, POSTGRES_PORT = 8000, 13050, 5432


@dataclass(frozen=True, slots=True)
class Requirement:
    """One thing: is it there, what exactly, what it gives, and how to get it."""

    name: str
    there: bool
    found: str
    gives: str
    get: str = ""


def findings() -> list[Requirement]:
    """Everything worth knowing about this machine, the sandbox's escapes apart."""
    return [
        _compiled(),
        _compiler(),
        _machine(),
        _browser(),
        _sandbox(),
        _java(),
        Requirement("database", True, f"SQLite {sqlite3.sqlite_version}", "games kept in one file"),
        _postgres(),
        _package("ray", "Ray", "matches and tournaments on several machines", "cluster"),
        _package("py4swiss", "Swiss pairing", "the Swiss system in tournaments"),
        _package("prometheus-client", "metrics", "`schwarm server --metrics` for Prometheus", "server"),
        _port(PAGE_PORT, "port of the page", "`schwarm up`"),
        _port(CONTEST_PORT, "port of the contest", "`schwarm server`, and contest clients of `schwarm up`"),
    ]


def _compiled() -> Requirement:
    from schwarm import __version__, compiled

    kind = "compiled" if compiled() else "pure Python"
    found = f"{__version__}, {kind}, Python {sys.version.split()[0]}"
    return Requirement(
        "schwarm", compiled(), found, "rules and bots at full speed",
        "a wheel; or, from the sources, gcc, clang or SCHWARM_COMPILER=zig and `pip install .`",
    )  # fmt: skip


def _compiler() -> Requirement:
    found = next((path for name in ("cc", "gcc", "clang") if (path := shutil.which(name))), None)
    header = Path(sysconfig.get_path("include"), "Python.h").exists()
    state = f"{found or 'none'}, Python's headers {'there' if header else 'missing'}"
    return Requirement(
        "compiler", bool(found) and header, state, "building schwarm, and games of your own, compiled",
        "install `build-essential` and `python3-dev`",
    )  # fmt: skip


def _machine() -> Requirement:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    memory = "memory unknown"
    try:
        lines = dict(line.split(":", 1) for line in Path("/proc/meminfo").read_text("ascii").splitlines())
        memory = f"{int(lines['MemAvailable'].split()[0]) / (1 << 20):.1f} GiB free"
    except (OSError, KeyError, ValueError):
        pass
    found = f"{cores} core{'s' if cores > 1 else ''}, {memory}"
    return Requirement("machine", True, found, "as many games at once as cores")


def _browser() -> Requirement:
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    return Requirement(
        "browser", found is not None, found or "none", "`schwarm up --open`; with chromium the page's tests",
        "install `chromium` or `firefox`, or open the page from another machine",
    )  # fmt: skip


def _sandbox() -> Requirement:
    from schwarm.programs.sandbox import SandboxError, check_sandbox
    from schwarm.programs.tools import tool

    gives = "foreign programs locked in: `--sandbox`, tournaments"
    try:
        check_sandbox()
    except SandboxError as error:
        return Requirement("sandbox", False, str(error), gives, "install `bubblewrap` and `util-linux`")
    return Requirement("sandbox", True, _first_line([tool("bwrap"), "--version"]), gives)


def _java() -> Requirement:
    from schwarm.programs.tools import installed

    java = installed("java")
    found = _first_line([java, "-version"]) if java else "none"
    gives = "players that are .jar files"
    return Requirement("Java", java is not None, found, gives, "install `default-jre-headless`")


def _postgres() -> Requirement:
    driver = _version("psycopg")
    serves = _answers(POSTGRES_PORT)
    found = f"driver {driver or 'missing'}, {'a server' if serves else 'no server'} on port {POSTGRES_PORT}"
    return Requirement(
        "PostgreSQL", driver is not None and serves, found, "games of several servers in one database",
        f"{pip_install('postgres')}; install `postgresql`",
    )  # fmt: skip


def _package(name: str, title: str, gives: str, extra: str = "") -> Requirement:
    found = _version(name)
    wanted = pip_install(extra) if extra else f"pip install {name}"
    return Requirement(title, found is not None, found or "none", gives, wanted)


def _port(port: int, name: str, gives: str) -> Requirement:
    with socket.socket() as line:
        claim_address(line)
        try:
            line.bind(("127.0.0.1", port))
        except OSError as error:
            found = f"{port} cannot be had: {bind_error(error).lower()}"
            get = "end what listens there, or choose another by --port"
            return Requirement(name, False, found, gives, get)
    return Requirement(name, True, f"{port} is free", gives)


def _version(package: str) -> str | None:
    """A package's version, without importing it."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _answers(port: int) -> bool:
    """Does anything listen at this port of this machine?"""
    try:
        socket.create_connection(("127.0.0.1", port), CONNECT_S).close()
    except OSError:
        return False
    return True


def _first_line(command: list[str]) -> str:
    """The first line a tool prints about itself."""
    try:
        done = subprocess.run(
            command, capture_output=True, encoding="utf-8", errors="replace", timeout=ASK_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return "does not answer"
    lines = (done.stdout or done.stderr).strip().splitlines()
    return lines[0] if lines else "says nothing"

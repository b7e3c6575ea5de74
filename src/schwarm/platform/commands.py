"""Command lines as a person types them, and what they start."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

OWN_PYTHON = re.compile(r"(?:python3?|py)(?:\.exe)?", re.IGNORECASE)
# A file that passes its arguments on to the program in the next one, with modules beside it and in packages.
RUN = """import os, runpy, sys
sys.argv[:1] = []
folder = os.path.dirname(os.path.abspath(sys.argv[0]))
sys.path[:0] = [folder, os.path.join(folder, "packages")]
runpy.run_path(sys.argv[0], run_name="__main__")
"""
STARTED = re.compile(r"[\w.-]+(?:/[\w.-]+)*\.(?:py|jar|exe)\b")


def split_line(line: str) -> list[str]:
    """Split a line as a shell does; on Windows a backslash stands between folders.

    :raises ValueError: if a quote is never closed.
    """
    lexer = shlex.shlex(line, posix=True, punctuation_chars=False)
    lexer.whitespace_split = True
    lexer.commenters = ""
    if sys.platform == "win32":
        lexer.escape = ""
    return list(lexer)


def is_path(word: str) -> bool:
    """Return True for a program named by its place rather than by its name alone."""
    return "/" in word or (sys.platform == "win32" and "\\" in word)


def is_own_python(word: str) -> bool:
    """Return True for a word that means our interpreter: Windows has a shop in the place of `python3`."""
    return sys.platform == "win32" and OWN_PYTHON.fullmatch(word) is not None


def started_by(script: Path) -> list[str] | None:
    """Return the command of a shell script for a system without a shell; None if it starts nothing beside it.

    It is the last line that passes the script's arguments on. Python programs run with our interpreter.
    """
    if not script.is_file():
        return None
    for line in reversed(script.read_text("utf-8", "replace").splitlines()):
        if "$@" not in line or line.lstrip().startswith("#"):
            continue
        for name in STARTED.findall(line):
            parts = name.split("/")
            for first in range(len(parts)):  # a variable stands before the path
                file = script.parent.joinpath(*parts[first:])
                if file.is_file():
                    runs_in_python = file.suffix == ".py"
                    return [*([sys.executable, "-c", RUN] if runs_in_python else []), str(file)]
    return None

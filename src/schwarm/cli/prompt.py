"""A line that a person types: edited, remembered and completed on a terminal, read plainly elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType

Complete = Callable[[str], list[str]]  # what a line that begins so may become


class Prompt:
    """Asks for lines. `complete` is asked when Tab is pressed."""

    def __init__(self, complete: Complete) -> None:
        self._complete = complete
        self._found: list[str] = []
        self._readline = line_editor() if at_terminal() else None
        if self._readline is not None:
            self._readline.set_completer(self._offer)
            self._readline.set_completer_delims("")  # the line is completed as a whole: moves may hold blanks
            libedit = "libedit" in (self._readline.__doc__ or "")
            self._readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
            self._readline.parse_and_bind("set show-all-if-ambiguous on")

    def ask(self, prompt: str) -> str | None:
        """The next line, without the blanks around it; None if there is none any more."""
        try:
            if at_terminal():
                return input(prompt).strip()
            sys.stdout.write(prompt)
            sys.stdout.flush()
            line = sys.stdin.readline()
        except (EOFError, KeyboardInterrupt):
            line = ""
        if not line:
            print()
            return None
        return line.strip()

    def close(self) -> None:
        """Complete no more."""
        if self._readline is not None:
            self._readline.set_completer(None)

    def _offer(self, typed: str, number: int) -> str | None:
        """The line editor asks for one completion after the other."""
        if number == 0:
            self._found = self._complete(typed)
        return self._found[number] if number < len(self._found) else None


def at_terminal() -> bool:
    """Does a person type, and see what is typed?"""
    return sys.stdin.isatty() and sys.stdout.isatty()


def line_editor() -> ModuleType | None:
    """Python's readline; None on systems that have none."""
    try:
        import readline
    except ImportError:
        return None
    return readline

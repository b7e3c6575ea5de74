"""All ES modules of a page as one file, `/static/modules/hive@teaching/guide+tables/game.js`.

Each module becomes a function that returns what the module exports. They run in the order in which they need
each other, and each only once, even if several files bring it along: what they returned is kept under their
names in `pageModules`. A file of one module exports what that module does. A page about a game (`hive@`) gets
the board of that game alone, others get them all.

Modules are not parsed: every import and export is a statement at the start of a line, as prettier writes it.
What is said otherwise, and what a module cannot have here (bindings that change, circles of imports), is told
in the browser's console by name and line.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterable

from schwarm.game import list_games
from schwarm.game.vector import shapes
from schwarm.web.boards.joined import JoinedFiles
from schwarm.web.face import page_file

BOARDS = "boards.js"  # opens the boards of every shape, and those that games bring along
SHAPES = "shapes.js"  # the shapes that notebooks draw as well
# Types and descriptions, a quarter of what would go over the line; the licences of others stay.
DESCRIBED = re.compile(r"^[ \t]*/\*\*(?:(?!\*/).)*\*/[ \t]*\n", re.DOTALL | re.MULTILINE)
IMPORT = re.compile(r'^import (?:([^"]+?) from )?"([^"]+)";', re.MULTILINE)
IMPORTED_LATER = re.compile(r'\bimport\("([^"]+)"\)')
EXPORT = re.compile(r"^export (?=(?:async )?(?:function\b\*?|class|const) ?([\w$]+))", re.MULTILINE)
EXPORT_DEFAULT = re.compile(r"^export default ", re.MULTILINE)
EXPORT_LIST = re.compile(r'\bexport ?\{([^{}]*)\}(?: from "([^"]+)")?;')
UNKNOWN = re.compile(r"^(?:import|export)\b(?!\().*", re.MULTILINE)
AWAIT = re.compile(r"^(?:(?:const|let) [^=\n]+= |for )?await\b.*", re.MULTILINE)  # of the module itself
KEPT = "const made = (globalThis.pageModules ??= {});\n"


class CannotJoin(Exception):
    """A module says something that cannot be part of one file."""


class JoinedModules(JoinedFiles):
    """Answers with the modules that an address names, and all that they import."""

    ending = ".js"
    made = frozenset({BOARDS, SHAPES})

    def join(self, names: list[str], about: str) -> tuple[str, Iterable[str]]:
        """The functions of all modules that are needed."""
        joining = Joining(self, names, about)
        try:
            for name in names:
                joining.add(name, ())
        except CannotJoin as fault:
            joining.texts.append(f"throw new SyntaxError({json.dumps(str(fault))});\n")
        paths = [path for name in joining.known if (path := self.path(name))]
        return KEPT + "".join(joining.texts), paths


class Joining:
    """One file while it is being made."""

    def __init__(self, modules: JoinedModules, asked: list[str], about: str) -> None:
        self.modules = modules
        self.asked = asked
        self.about = about
        self.known: set[str] = set()  # modules that are in the file
        self.texts: list[str] = []

    def written(self, name: str) -> str:
        """A module as it stands."""
        if name == BOARDS:
            own = [game for game in list_games() if page_file(game, "board.js")]
            wanted = [f"games/{game}/board" for game in own if self.about in ("", game)]
            boards = ["boards/square-board", "boards/hex-board", *wanted]
            return "".join(f'import "/static/{board}.js";\n' for board in boards)
        if name == SHAPES:
            return f"export default {json.dumps(shapes(), separators=(',', ':'))};\n"
        return self.modules.written(name)

    def add(self, name: str, importers: tuple[str, ...]) -> None:
        """Put a module into the file, after all that it imports."""
        if name in importers:
            raise CannotJoin(f"{' imports '.join((*importers, name))}: a circle of imports")
        if name not in self.known:
            self.known.add(name)  # also if it cannot be joined: once it is mended, the file is made anew
            self.texts.append(Module(self, name, importers).text())

    def needed(self, name: str, where: str, importers: tuple[str, ...]) -> str:
        """The value of a module that another one imports; it stands before that one in the file."""
        found = resolved(name, where)
        if found not in self.modules.made and self.modules.path(found) is None:
            raise CannotJoin(f"{name} imports {where}, and there is no {found}")
        self.add(found, (*importers, name))
        return value(found)


class Module:
    """One module on its way to become a function."""

    def __init__(self, joining: Joining, name: str, importers: tuple[str, ...]) -> None:
        self.joining, self.name, self.importers = joining, name, importers
        self.value = value(name)
        self.exports: dict[str, str] = {}  # what others call it -> what it is in the function

    def text(self) -> str:
        """The function, and that it is called. A fault in one of the modules that were asked for does not
        stop the others."""
        asked = self.name in self.joining.asked
        written = self.joining.written(self.name)
        text = IMPORT.sub(self.imported, DESCRIBED.sub("", written))
        text = IMPORTED_LATER.sub(self.imported_later, text)
        text = EXPORT_DEFAULT.sub(self.exported_default, text)
        text = EXPORT.sub(self.exported, text)
        text = EXPORT_LIST.sub(self.listed, text)
        waits = "await " in text and asked and not self.exports  # a page's own module may wait for something
        if unknown := UNKNOWN.search(text) or (None if waits else AWAIT.search(text)):
            line = written.count("\n", 0, written.find(unknown[0])) + 1
            raise CannotJoin(f"{self.name}, line {line}: {unknown[0]!r} cannot be joined")
        begin = f"{self.value} ??= ({'async ' if waits else ''}() => {{"
        returned = ", ".join(f"{name}: {what}" for name, what in self.exports.items())
        call = f"{begin}\n{text}\nreturn {{ {returned} }};\n}})();"
        if self.joining.asked == [self.name] and not waits:
            own = ", ".join(name for name in self.exports if name != "default")
            call += f"\nexport const {{ {own} }} = {self.value};"
        elif asked:
            call = f"try {{\n{call}\n}} catch (fault) {{\nreportError(fault);\n}}"
        return f"// {self.name}\n{call}\n"

    def imported(self, found: re.Match[str]) -> str:
        """`import { a, b as c } from "./x.js"` and its kind."""
        other = self.joining.needed(self.name, found[2], self.importers)
        if found[1] is None:
            return ""
        whole = re.fullmatch(r"(?:\* as ([\w$]+)|([\w$]+)?(?:, )?(?:\{(.*)\})?)", found[1], re.DOTALL)
        if whole is None:
            raise CannotJoin(f"{self.name}: {found[0]!r} cannot be joined")
        everything, default, some = whole.groups()
        if everything:
            return f"const {everything} = {other};"
        names = ([f"default: {default}"] if default else []) + [*map(renamed, listed(some or ""))]
        return f"const {{ {', '.join(names)} }} = {other};"

    def imported_later(self, found: re.Match[str]) -> str:
        """`import("./x.js")`: the modules of that one come as a file of their own."""
        name = resolved(self.name, found[1])
        if self.joining.modules.path(name) is None:
            return found[0]  # a type in a comment
        return f'import("/static/modules/{name}")'

    def exported(self, found: re.Match[str]) -> str:
        """`export function f`, `export class C`, `export const c`."""
        self.exports[found[1]] = found[1]
        return ""

    def exported_default(self, found: re.Match[str]) -> str:
        """`export default VALUE`."""
        self.exports["default"] = "standard"
        return "const standard = "

    def listed(self, found: re.Match[str]) -> str:
        """`export { a, b as c };`, also of another module."""
        other = found[2] and self.joining.needed(self.name, found[2], self.importers)
        for pair in listed(found[1]):
            own, *renamed = pair.split(" as ")
            self.exports[renamed[0] if renamed else own] = f"{other}.{own}" if other else own
        return ""


def value(name: str) -> str:
    """What a module has returned, as the file's text says it."""
    return f"made[{json.dumps(name)}]"


def resolved(name: str, where: str) -> str:
    """The name of a module that another one means."""
    if where.startswith("/static/"):
        return where.removeprefix("/static/")
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), where))


def listed(names: str) -> list[str]:
    """
    >>> listed(" a, b as c, ")
    ['a', 'b as c']
    """
    return [stripped for name in names.split(",") if (stripped := name.strip())]


def renamed(name: str) -> str:
    """
    >>> renamed("b as c"), renamed("a")
    ('b: c', 'a')
    """
    return name.replace(" as ", ": ")

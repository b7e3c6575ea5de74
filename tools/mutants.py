"""Changes the code one place at a time and asks whether a test notices: `python -m tools.mutants PART`.

All tests of the part are collected once, and run once to see which functions each of them calls. Then every
mutant of a sample is tried in a copy of the process, by the tests that call its function, the quickest first.
What survives is printed to be read: a promise without a test, or a change that makes no difference.
"""

from __future__ import annotations

import argparse
import ast
import copy
import gc
import json
import os
import random
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FrameType, FunctionType

import pytest

SOURCES = Path(__file__).parents[1] / "src" / "schwarm"
PARTS = {  # the files that are changed, and the tests that should notice
    "rules": ("games/*/rules.py", "tests/games tests/game/test_contract.py"),
    "referee": ("referee/*.py", "tests/referee"),
    "ratings": ("ratings/*.py", "tests/ratings"),
    "store": ("store/writer.py", "tests/store"),
    "page": ("web/tables/actions.py", "tests/web/tables"),
}  # fmt: skip
SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or,
    ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip
QUIET = ("log", "cython")  # calls on these change nothing that a test should see
LIMIT_S = 60.0  # for the tests of one mutant; a mutant that hangs is noticed


class Mutator(ast.NodeTransformer):
    """Makes the change of one number in functions, and counts how many there are."""

    def __init__(self, number: int = -1) -> None:
        self.number, self.count, self.inside, self.line = number, 0, False, 0
        self.found: tuple[str, str] = ("", "")

    def visit(self, node: ast.AST) -> ast.AST:
        """This node, or what it becomes."""
        outer = self.inside
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            self.inside, node.returns, node.args = True, None, node.args
        for change in changes(node) if outer else ():
            if self.count == self.number:
                self.line, before = getattr(node, "lineno", 0), ast.unparse(node)
                node = ast.copy_location(change(copy.deepcopy(node)), node)
                self.found = (before.splitlines()[0], ast.unparse(node).splitlines()[0])
            self.count += 1
        if not isinstance(node, (ast.arguments, ast.JoinedStr, ast.AnnAssign)):
            node = self.generic_visit(node)
        self.inside = outer
        return node


def changes(node: ast.AST) -> Iterator[Callable[[ast.AST], ast.AST]]:
    """What a node can become."""
    op = node.ops[0] if isinstance(node, ast.Compare) else getattr(node, "op", None)
    if isinstance(node, (ast.Compare, ast.BoolOp, ast.BinOp)) and type(op) in SWAPS:

        def swapped(one: ast.AST) -> ast.AST:
            other = SWAPS[type(op)]()
            if isinstance(one, ast.Compare):
                one.ops[0] = other  # type: ignore[call-overload]
            else:
                one.op = other  # type: ignore[attr-defined]
            return one

        yield swapped
    elif isinstance(node, ast.UnaryOp) and isinstance(op, ast.Not):
        yield lambda one: one.operand  # type: ignore[attr-defined]
    elif isinstance(node, ast.Constant) and isinstance(node.value, (bool, int)):
        value = not node.value if isinstance(node.value, bool) else node.value + 1
        yield lambda one: ast.Constant(value)
    elif isinstance(node, (ast.Assign, ast.AugAssign)):
        yield lambda one: ast.Pass()
    elif isinstance(node, ast.Expr) and isinstance(node.value, (ast.Call, ast.Await)):
        if not ast.unparse(node).startswith(QUIET):
            yield lambda one: ast.Pass()


def codes(code: CodeType, depth: int = 0) -> Iterator[CodeType]:
    """The outermost functions of a module and of its classes."""
    for one in code.co_consts:
        if isinstance(one, CodeType):
            is_class = "__module__" in one.co_names and "__qualname__" in one.co_names
            yield from codes(one) if is_class else [one]


class Mutants:
    """The plugin that takes the place of pytest's own loop over the tests."""

    def __init__(self, words: argparse.Namespace) -> None:
        self.words = words
        self.files = {str(path) for path in SOURCES.glob(PARTS[words.part][0])}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Tests with a browser call the page in another process, where nothing is changed."""
        items[:] = [item for item in items if "playwright" not in getattr(item, "fixturenames", ())]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """See what calls what, then try the mutants."""
        calls: dict[str, list[int]] = {}
        took = self.apart(session, list(range(len(session.items))), None, 3600)
        assert isinstance(took, dict), "expected the tests to pass as they are"
        for number in sorted(range(len(session.items)), key=lambda one: took["s"][one]):
            for called in took["calls"][number]:
                calls.setdefault(called, []).append(number)
        every = [(file, number) for file in sorted(self.files) for number in range(counted(file))]
        chosen = random.Random(self.words.seed).sample(every, min(self.words.sample, len(every)))
        until, tried, killed = time.monotonic() + self.words.minutes * 60, 0, 0
        for file, number in chosen:
            if time.monotonic() > until:
                break
            mutator = Mutator(number)
            tree = ast.fix_missing_locations(mutator.visit(ast.parse(Path(file).read_bytes())))
            for code in codes(compile(tree, file, "exec")):
                if code.co_firstlineno <= mutator.line <= max(line or 0 for *_, line in code.co_lines()):
                    tests = calls.get(key(code), [])[: self.words.tests]
                    passed = self.apart(session, tests, code, LIMIT_S)
                    tried, killed = tried + (passed is not None), killed + (passed is False)
                    if passed:
                        where = f"{Path(file).relative_to(SOURCES)}:{mutator.line} {code.co_qualname}"
                        print(f"{where}: {' -> '.join(mutator.found)} ({len(tests)} tests)", flush=True)
                    break
        seed = self.words.seed
        print(f"{self.words.part}: {len(every)} mutants, {tried} tried (seed {seed}), {killed} noticed")
        return True

    def apart(
        self, session: pytest.Session, tests: list[int], mutant: CodeType | None, limit_s: float
    ) -> object:
        """Run these tests in a copy of this process: True if they pass; with no mutant, what they called."""
        line, answer = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.setpgid(0, 0)
            for stream in (1, 2):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
            try:
                with os.fdopen(answer, "w") as out:
                    json.dump(self.run(session, tests, mutant), out)
            finally:
                os._exit(0)
        os.close(answer)
        timer = threading.Timer(limit_s, os.killpg, (pid, signal.SIGKILL))
        timer.start()
        with os.fdopen(line) as told:
            said = told.read()
        timer.cancel()
        os.waitpid(pid, 0)
        return json.loads(said) if said else False

    def run(self, session: pytest.Session, tests: list[int], mutant: CodeType | None) -> object:
        """The same, here."""
        seconds, calls = {}, {}
        if mutant is not None:
            for one in gc.get_objects():
                if isinstance(one, FunctionType) and key(one.__code__) == key(mutant):
                    if one.__code__.co_freevars != mutant.co_freevars:
                        return None  # a function cannot become this one
                    one.__code__ = mutant
        for number, following in zip(tests, [*tests[1:], None], strict=True):
            seen: set[str] = set()

            def note(frame: FrameType, event: str, _: object, seen: set[str] = seen) -> None:
                if event == "call" and frame.f_code.co_filename in self.files:
                    seen.add(key(frame.f_code))

            if mutant is None:
                sys.setprofile(note)
                threading.setprofile(note)
            began, item = time.monotonic(), session.items[number]
            after = None if following is None else session.items[following]
            item.ihook.pytest_runtest_protocol(item=item, nextitem=after)
            if session.testsfailed and mutant is not None:
                return False
            seconds[number], calls[number] = time.monotonic() - began, sorted(seen)
        sys.setprofile(None)
        return True if mutant else {"s": [*seconds.values()], "calls": [*calls.values()]}


def key(code: CodeType) -> str:
    """Which function it is."""
    return f"{code.co_filename}:{code.co_firstlineno}:{code.co_qualname}"


def counted(file: str) -> int:
    """How many mutants a file has."""
    mutator = Mutator()
    mutator.visit(ast.parse(Path(file).read_bytes()))
    return mutator.count


def main() -> int:
    """Read the words and run pytest with the plugin."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    parser.add_argument("part", choices=PARTS)
    parser.add_argument("--sample", type=int, default=100, help="how many mutants are tried")
    parser.add_argument("--seed", type=int, default=1, help="which they are follows from it")
    parser.add_argument("--minutes", type=float, default=60, help="stop after so long")
    parser.add_argument("--tests", type=int, default=40, help="of the quickest tests that call the function")
    words = parser.parse_args()
    if words.part == "rules":  # compiled functions cannot be changed
        os.environ["SCHWARM_PURE"] = "1"
    kinds = "not long and not compiled_only" if words.part == "rules" else "not long"
    command = [*PARTS[words.part][1].split(), "-q", "-s", "-p", "no:cacheprovider", "-m", kinds]
    return int(pytest.main(command, plugins=[Mutants(words)]))


if __name__ == "__main__":
    sys.exit(main())

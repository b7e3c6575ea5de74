"""Changes the code in one place at a time and asks whether a test notices: `python -m tools.mutants PART`.

The tests of the part run once to see which functions each of them calls. Then every mutant of a sample is
tried in a copy of this process, by the tests that call its function, the quickest first. Survivors are
printed to be read: a promise without a test, or a change that makes no difference.
"""

from __future__ import annotations

import argparse
import ast
import gc
import json
import os
import random
import signal
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest

SOURCES = Path(__file__).parents[1] / "src" / "schwarm"
PARTS = {  # the files that are changed, and the tests that should notice
    "rules": ("games/*/rules.py", "tests/games tests/game/test_contract.py"),
    "referee": ("referee/*.py", "tests/referee"),
    "ratings": ("ratings/*.py", "tests/ratings"),
    "store": ("store/writer.py", "tests/store"),
    "page": ("web/tables/actions.py", "tests/web/tables"),
}
PAIRS = ((ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq), (ast.Is, ast.IsNot), (ast.In, ast.NotIn),
         (ast.And, ast.Or), (ast.Add, ast.Sub), (ast.BitAnd, ast.BitOr))  # fmt: skip
SWAPS: dict[type, type] = {one: other for pair in PAIRS for one, other in (pair, pair[::-1])}
PLAIN = (ast.arguments, ast.JoinedStr, ast.AnnAssign)  # what is in them is not changed
SLACK_S = 20.0  # and five times what its tests take: a mutant that needs longer hangs, and is noticed


class Mutator(ast.NodeTransformer):
    """Makes the change of a number in the functions of a module, and counts how many there are."""

    def __init__(self, number: int = -1) -> None:
        self.number, self.count, self.inside, self.line, self.text = number, 0, False, 0, ""

    def visit(self, node: ast.AST) -> ast.AST:
        """This node, or what it becomes."""
        outer, before = self.inside, "" if isinstance(node, ast.Module) else ast.unparse(node)
        other = changed(node) if outer and self.count == self.number else None
        self.count += bool(outer and changed(node))
        self.inside |= isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        if other is not None:
            self.line, self.text = getattr(node, "lineno", 0), f"{before} -> {ast.unparse(other)}"
            node = ast.copy_location(other, node)
        elif not isinstance(node, PLAIN):
            node = self.generic_visit(node)
        self.inside = outer
        return node


def changed(node: ast.AST) -> ast.AST | None:
    """What a node can become; None if nothing."""
    match node:
        case ast.Compare(left, [op], right) if type(op) in SWAPS:
            return ast.Compare(left, [SWAPS[type(op)]()], right)
        case ast.BoolOp(op, values):
            return ast.BoolOp(SWAPS[type(op)](), values)
        case ast.BinOp(left, op, right) if type(op) in SWAPS:
            return ast.BinOp(left, SWAPS[type(op)](), right)
        case ast.UnaryOp(ast.Not(), operand):
            return operand
        case ast.Constant(bool(value)):
            return ast.Constant(not value)
        case ast.Constant(int(value)):
            return ast.Constant(value + 1)
        case ast.Assign() | ast.AugAssign() | ast.Expr(ast.Call() | ast.Await()):
            return None if ast.unparse(node).startswith(("log.", "cython.")) else ast.Pass()
    return None


def functions(code: CodeType) -> Iterator[CodeType]:
    """The outermost functions of a module and of its classes."""
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield from functions(one) if "__module__" in one.co_names else [one]


def key(code: CodeType) -> str:
    """Which function it is."""
    return f"{code.co_filename}:{code.co_firstlineno}:{code.co_qualname}"


class Mutants:
    """The plugin that takes the place of pytest's own loop over the tests."""

    def __init__(self, words: argparse.Namespace) -> None:
        self.words = words
        self.files = sorted(map(str, SOURCES.glob(PARTS[words.part][0])))

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out tests with a browser: the page is another process, where nothing is changed."""
        items[:] = [item for item in items if "playwright" not in getattr(item, "fixturenames", ())]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """See what calls what, then try the mutants."""
        took = self.apart(session, range(len(session.items)), None, 3600)
        assert isinstance(took, list), "expected the tests to run as they are"
        order = sorted(range(len(took)), key=lambda number: took[number][0])
        every = []
        for file in self.files:
            counter = Mutator()
            counter.visit(ast.parse(Path(file).read_bytes()))
            every += [(file, number) for number in range(counter.count)]
        tried, noticed, until = 0, 0, time.monotonic() + 60 * self.words.minutes
        for file, number in random.Random(self.words.seed).sample(every, min(self.words.sample, len(every))):
            mutator = Mutator(number)
            tree = mutator.visit(ast.parse(Path(file).read_bytes()))
            assert isinstance(tree, ast.Module)
            inside = [
                code for code in functions(compile(ast.fix_missing_locations(tree), file, "exec"))
                if code.co_firstlineno <= mutator.line <= max(line or 0 for *_, line in code.co_lines())
            ]  # fmt: skip
            if time.monotonic() < until and inside:
                tests = [test for test in order if key(inside[0]) in took[test][1]]
                within_s = SLACK_S + 5 * sum(took[test][0] for test in tests)
                passed = self.apart(session, tests, inside[0], within_s)
                tried, noticed = tried + (passed is not None), noticed + (passed is False)
                if passed:
                    where = f"{Path(file).relative_to(SOURCES)}:{mutator.line} {inside[0].co_qualname}"
                    print(f"{where}: {mutator.text} ({len(tests)} tests)", flush=True)
        print(f"{self.words.part}: of {len(every)} mutants {tried} tried, {noticed} noticed")
        return True

    def apart(
        self, session: pytest.Session, tests: Sequence[int], mutant: CodeType | None, within_s: float
    ) -> Any:
        """What `run` returns in a copy of this process; False if that took too long, or died."""
        line, answer = os.pipe()
        if (pid := os.fork()) == 0:
            os.setpgid(0, 0)
            for stream in (1, 2):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
            try:
                os.write(answer, json.dumps(self.run(session, tests, mutant)).encode())
            finally:
                os._exit(0)
        os.close(answer)
        timer = threading.Timer(within_s, os.killpg, (pid, signal.SIGKILL))
        timer.start()
        with os.fdopen(line) as told:
            said = told.read()
        timer.cancel()
        os.waitpid(pid, 0)
        return json.loads(said) if said else False

    def run(self, session: pytest.Session, tests: Sequence[int], mutant: CodeType | None) -> object:
        """Return whether the tests pass with a mutant, None if it cannot be; without one, how each went."""
        for one in gc.get_objects() if mutant is not None else ():
            if isinstance(one, FunctionType) and mutant is not None and key(one.__code__) == key(mutant):
                if one.__code__.co_freevars != mutant.co_freevars:
                    return None
                one.__code__ = mutant
        found: list[tuple[float, list[str]]] = []
        for number, following in zip(tests, [*tests[1:], None], strict=True):
            seen: set[str] = set()

            def note(frame: FrameType, event: str, _: object, seen: set[str] = seen) -> None:
                if event == "call" and frame.f_code.co_filename in self.files:
                    seen.add(key(frame.f_code))

            if mutant is None:
                sys.setprofile(note)
                threading.setprofile(note)
            began, item = time.monotonic(), session.items[number]
            item.ihook.pytest_runtest_protocol(
                item=item, nextitem=None if following is None else session.items[following]
            )
            if mutant is not None and session.testsfailed:
                return False
            found.append((time.monotonic() - began, sorted(seen)))
        return found if mutant is None else True


def main() -> int:
    """Read the words, and run pytest with the plugin."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    parser.add_argument("part", choices=PARTS)
    parser.add_argument("--sample", type=int, default=100, help="how many mutants are tried")
    parser.add_argument("--seed", type=int, default=1, help="which they are follows from it")
    parser.add_argument("--minutes", type=float, default=60, help="begin no more after so long")
    words = parser.parse_args()
    kinds = "not long"
    if words.part == "rules":  # compiled functions cannot be changed
        os.environ["SCHWARM_PURE"] = "1"
        kinds += " and not compiled_only"
    options = ["-q", "-s", "-p", "no:cacheprovider", "-m", kinds]
    return int(pytest.main([*PARTS[words.part][1].split(), *options], plugins=[Mutants(words)]))


if __name__ == "__main__":
    sys.exit(main())

"""What is said while the parts run, and the one report at the end."""

from __future__ import annotations

import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import TextIO

from tools.suite.parts import Part

EVERY_S = 20.0  # between two lines of progress where nobody watches a terminal
SLOWEST = 10
OUTCOMES = ("passed", "failed", "skipped")


class Progress:
    """One line that changes on a terminal, and one now and then in a log; failures at once."""

    def __init__(self, parts: Sequence[Part], out: TextIO | None = None) -> None:
        self.parts = parts
        self.out = out or sys.stdout
        self.began = self.last = time.monotonic()
        self.told: Counter[str] = Counter()
        self.terminal = self.out.isatty()

    def __call__(self) -> None:
        """Say what is new."""
        for part in self.parts:
            fresh = part.results[self.told[part.name] :]
            self.told[part.name] += len(fresh)
            for result in fresh:
                if result.outcome == "failed":
                    self.line(f"FAILED  {part.name}: {result.test}")
        if self.terminal:
            print(f"\r{self.state()}\x1b[K", end="", file=self.out, flush=True)
        elif time.monotonic() - self.last >= EVERY_S:
            self.last = time.monotonic()
            self.line(self.state())

    def line(self, text: str) -> None:
        """A line that stays."""
        print(f"\r{text}\x1b[K" if self.terminal else text, file=self.out, flush=True)

    def state(self) -> str:
        """How far each part is."""
        minutes, seconds = divmod(int(time.monotonic() - self.began), 60)
        shares = (f"{part.name} {len(part.results)}/{part.expected or '?'}" for part in self.parts)
        return f"{minutes}:{seconds:02}  {'  '.join(shares)}"


def summary(parts: Sequence[Part]) -> Iterator[str]:
    """The report, line by line; its last line alone tells how it went.

    >>> from tools.suite.parts import Result
    >>> lint, tests = Part("lint"), Part("tests")
    >>> lint.results = [Result("mypy", "passed", 3.0)]
    >>> tests.results = [Result("a", "failed", 1.0, "1 != 2"), Result("b", "skipped", 0.0, "no java")]
    >>> list(summary([lint, tests]))[-1]
    '1 passed, 1 failed, 1 skipped'
    """
    for part in parts:
        for result in part.results:
            if result.outcome == "failed":
                yield f"\n=== FAILED  {part.name}: {result.test} ({result.seconds:.1f} s)"
                yield result.text
    reasons = Counter(result.text for part in parts for result in part.results if result.outcome == "skipped")
    for reason, count in reasons.most_common():
        yield f"skipped {count}: {' '.join(reason.split())[:150]}"
    results = [(result, part.name) for part in parts for result in part.results]
    yield "\nThe slowest:"
    for result, name in sorted(results, key=lambda one: -one[0].seconds)[:SLOWEST]:
        yield f"{result.seconds:7.1f} s  {name}: {result.test}"
    yield "\nProcessor time by folder (of what has ended with its test; pages and browsers serve many):"
    folders: defaultdict[str, float] = defaultdict(float)
    for result, name in results:
        folders[f"{name}: {result.test.partition('::')[0].rpartition('/')[0]}"] += result.processor_s
    for folder, spent in sorted(folders.items(), key=lambda one: -one[1])[:SLOWEST]:
        yield f"{spent:7.1f} s  {folder}"
    yield f"\n{'part':12}" + "".join(f"{head:>10}" for head in (*OUTCOMES, "wall s", "cpu s"))
    for part in parts:
        counts = "".join(f"{part.count(outcome):10}" for outcome in OUTCOMES)
        yield f"{part.name:12}{counts}{part.wall_s:10.0f}{part.processor_s:10.0f}"
    yield ""
    total = {outcome: sum(part.count(outcome) for part in parts) for outcome in OUTCOMES}
    yield ", ".join(f"{count} {outcome}" for outcome, count in total.items())

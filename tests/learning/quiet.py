"""A listener for runs of learning that nobody watches."""

from collections.abc import Iterator
from contextlib import contextmanager


class QuietBar:
    def update(self, done: int, text: str = "") -> None:
        pass


class Quiet:
    def __init__(self) -> None:
        self.lines: list[str] = []

    def say(self, text: str) -> None:
        self.lines.append(text)

    @contextmanager
    def bar(self, title: str, total: int) -> Iterator[QuietBar]:
        yield QuietBar()

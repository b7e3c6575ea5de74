"""The loop of every kill campaign: kill, compare, write down, until there were enough kills.

What is killed is a target: servers and the page (bench/server_kills.py) or tournaments
(bench/tournament_kills.py). Every kill is written down in bench/results/kills.jsonl, and a campaign goes on
where the last start of it stopped.
"""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from bench.compare import ROOT, Row

LEDGER = ROOT / "bench" / "results" / "kills.jsonl"
LOCK = threading.Lock()


@dataclass
class Counts:
    """What was found, by one kill or by all."""

    kills: int = 0
    games: int = 0
    announced: int = 0
    lost: int = 0
    doubled: int = 0
    unstarted: int = 0  # servers that did not come up again
    wrong: list[str] = field(default_factory=list)  # each game that is not as it should be, in a line

    def numbers(self) -> list[int]:
        """As they are written down."""
        return [self.kills, self.games, self.announced, self.lost, self.doubled, self.unstarted]

    def add(self, other: Counts) -> None:
        """Both together."""
        sums = [mine + theirs for mine, theirs in zip(self.numbers(), other.numbers(), strict=True)]
        self.kills, self.games, self.announced, self.lost, self.doubled, self.unstarted = sums
        self.wrong += other.wrong


class Target(Protocol):
    """What is started and killed."""

    def kill(self, chance: random.Random) -> Counts:
        """Start or go on, kill at a random moment, compare what was told with what is kept."""

    def close(self) -> None:
        """End its processes, from any thread."""


class Campaign:
    """So many kills of one kind of target."""

    def __init__(self, what: str, kills: int, seed: int, target: Callable[[], Target]) -> None:
        self.what = what
        self.kills = kills
        self.found = Counts()
        self._seed = seed
        self._make = target
        self._target: Target | None = None

    def run(self, advance: Callable[[int], None], stopped: threading.Event) -> None:
        """Kill again and again; `advance` hears of each kill, also of those of earlier starts."""
        for found in written(self.what):
            self.found.add(found)
        advance(self.found.kills)
        # Other moments and moves than those before the stop.
        chance = random.Random(f"{self.what} {self._seed} {self.found.kills}")
        try:
            while self.found.kills < self.kills and not stopped.is_set():
                self._target = self._target or self._make()
                found = self._target.kill(chance)
                if stopped.is_set() and not found.kills:
                    break
                self.found.add(found)
                write(self.what, found.numbers())
                advance(found.kills)
        finally:
            self.stop()

    def stop(self) -> None:
        """End its processes, from any thread."""
        target, self._target = self._target, None
        if target is not None:
            target.close()

    def line(self) -> str:
        """For people."""
        found = self.found
        return (
            f"{self.what}: {found.kills} kills, {found.games} games, {found.announced} announced, "
            f"{found.lost} lost, {found.doubled} doubled, {found.unstarted} not started"
        )

    def row(self) -> Row:
        """For the table; the target is met when nothing was lost or doubled."""
        wrong = self.found.lost + self.found.doubled + self.found.unstarted
        return Row(f"{self.line()}; wrong", wrong, 0, "allowed", 0.0 if wrong else 1.0, 1)


def written(what: str) -> list[Counts]:
    """What was written down of that campaign, kill by kill."""
    lines = LEDGER.read_text().splitlines() if LEDGER.exists() else []
    return [Counts(*row[1:]) for row in map(json.loads, lines) if row[0] == what]


def write(what: str, numbers: list[int]) -> None:
    """Write down what a kill brought."""
    with LOCK:
        LEDGER.parent.mkdir(parents=True, exist_ok=True)
        with LEDGER.open("a") as file:
            file.write(json.dumps([what, *numbers]) + "\n")

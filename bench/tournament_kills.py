"""Kills of whole tournaments: `schwarm tournament` is killed at random moments and resumed until it is over.

What its lines announced must be in the store, each game once, and every record must play.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from bench.kill_campaign import Counts
from schwarm.game import GameError
from schwarm.game.record import replay
from schwarm.store import open_store
from schwarm.tournament.journal import EventJournal, listed

EVENT = """
name = "Kills"
game = "{game}"
[[entrants]]
name = "A"
player = "random"
[[entrants]]
name = "B"
player = "random"
[[entrants]]
name = "C"
player = "random"
[[stages]]
name = "League"
kind = "round robin"
games = 20
"""
GAMES = 60
LONGEST_S = 0.4  # between the last line that was read and the kill


class KilledTournament:
    """One tournament after the other, each killed again and again; `kill` is one round."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._folder = tempfile.TemporaryDirectory(prefix="schwarm-kills-")
        self._store: Path | None = None
        self._made = 0
        self._told: list[tuple[int, ...]] = []
        self._program: subprocess.Popen[str] | None = None

    def kill(self, chance: random.Random) -> Counts:
        """Play on, and kill unless it was over before; the games are counted once all are over."""
        event = Path(self._folder.name, "event.toml")
        event.write_text(EVENT.format(game=self._game), encoding="utf-8")
        if self._store is None:
            self._made += 1
            self._store = Path(self._folder.name, f"{self._made}.db")
        words = ["resume", "1"] if self._kept() >= 0 else ["run", str(event)]
        command = [sys.executable, "-m", "schwarm", "tournament", *words, "--store", str(self._store)]
        program = self._program = subprocess.Popen(
            [*command, "--json", "--processes", "1"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert program.stdout is not None
        with program.stdout as lines:
            for _ in range(chance.randrange(1, 30)):
                self._hear(lines.readline())
            time.sleep(chance.uniform(0, LONGEST_S))
            program.kill()
            for line in lines:
                self._hear(line)
        program.wait()
        return self._compared() if self._kept() >= GAMES else Counts(kills=1)

    def _hear(self, line: str) -> None:
        if line.endswith("\n"):
            said = json.loads(line)
            if said["what"] == "game":
                self._told.append(tuple(said["key"]))

    def _kept(self) -> int:
        """How many games are there; -1 if the tournament itself is not."""
        if self._store is None or not self._store.exists():
            return -1
        with open_store(str(self._store)) as store:
            return len(EventJournal(store, 1).games()) if listed(store, 1) else -1

    def _compared(self) -> Counts:
        """What was told and what is kept; the next tournament is a new one."""
        with open_store(str(self._store)) as store:
            kept = [tuple(line.key) for line in EventJournal(store, 1).games()]
            wrong = 0
            for record in store.records():
                try:
                    replay(record)
                except GameError:
                    wrong += 1
            wrong += abs(len(kept) - GAMES) + abs(len(store.games(newest=10 * GAMES)) - GAMES)
        lost = len(set(self._told) - set(kept))
        wrong += sum(times - 1 for times in Counter(self._told).values())
        told = len(self._told)
        self._store, self._told = None, []
        return Counts(1, len(kept), told, lost, wrong)

    def close(self) -> None:
        """End what runs, forget the rest."""
        if self._program is not None:
            self._program.kill()
        self._folder.cleanup()

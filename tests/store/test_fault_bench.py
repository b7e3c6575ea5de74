"""The fault campaigns go on where they were stopped, and count what they were told of before."""

from __future__ import annotations

import random
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench import fuzz, kill_campaign
from bench.kill_campaign import Campaign, Counts
from bench.kill_rounds import Told
from bench.server_kills import compared
from schwarm.game import new_game
from schwarm.game.record import record_of


class Fragile:
    """A target that is killed in no time, and loses a ply at its third kill."""

    def __init__(self) -> None:
        self.moments: list[float] = []

    def kill(self, chance: random.Random) -> Counts:
        self.moments.append(chance.random())
        return Counts(1, 6, 10, lost=int(len(self.moments) == 3))

    def close(self) -> None:
        pass


def test_a_kill_campaign_goes_on_where_it_was_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kill_campaign, "LEDGER", tmp_path / "kills.jsonl")
    targets: list[Fragile] = []

    def target() -> Fragile:
        targets.append(Fragile())
        return targets[-1]

    stopped = threading.Event()

    def stop_after_four(kills: int) -> None:
        if len(targets) == 1 and len(targets[0].moments) == 4:
            stopped.set()

    Campaign("page", 6, 0, target).run(stop_after_four, stopped)
    again = Campaign("page", 6, 0, target)
    again.run(lambda kills: None, threading.Event())
    assert [len(one.moments) for one in targets] == [4, 2]
    assert targets[0].moments[:2] != targets[1].moments  # other moments than before
    assert again.found.numbers() == [6, 36, 60, 1, 0, 0]
    assert not again.row().reached
    other = Campaign("contest port", 0, 0, target)
    other.run(lambda kills: None, threading.Event())
    assert other.found == Counts()


def test_a_ply_that_was_told_and_is_not_kept_is_lost() -> None:
    game = new_game("piranhas", seed=7)
    game.play("A4-C4")
    told = Told(["A4-C4", "B1-B3"], ["A4-C4", "B1-B3"], record_of(game))
    assert compared(told).lost == 1
    assert compared(Told(["A4-C4"], ["A4-C4"], record_of(game))).numbers() == [0, 1, 1, 0, 0, 0]
    assert compared(Told([], ["A4-D4"], record_of(game))).doubled == 1


def test_fuzzing_tries_only_what_was_not_tried_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fuzz, "LEDGER", tmp_path / "fuzz.jsonl")
    monkeypatch.setattr(fuzz, "PIECE", 50)
    monkeypatch.setattr(signal, "signal", lambda number, handler: None)
    tried: list[fuzz.Piece] = []

    def results(tasks: list[fuzz.Piece], jobs: int) -> Iterator[fuzz.Found]:
        for task in tasks:
            if len(tried) == 2:
                raise KeyboardInterrupt
            tried.append(task)
            yield fuzz.Found(task[0], task, task[1], 0.5)

    monkeypatch.setattr(fuzz, "results", results)
    (found,) = fuzz.run(200, 0, 1, "moves, hive")
    assert found.inputs == 100
    first = list(tried)
    tried.clear()
    (found,) = fuzz.run(200, 0, 1, "moves, hive")
    assert found.inputs == 200
    assert found.seconds == 2.0
    assert not set(first) & set(tried)

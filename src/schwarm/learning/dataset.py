"""Positions to learn from: the rows of all quiet positions of recorded games, with their targets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from schwarm.bots import knowledge
from schwarm.bots.learned import new_rows
from schwarm.game import new_game
from schwarm.learning import marks
from schwarm.learning.records import Records, read_records
from schwarm.learning.thinker import list_samples
from schwarm.search.report import PROVEN
from schwarm.whole_file import whole_file
from schwarm.workers import Share

MOST = 128  # rows of a position: nets are trained for no more
SOFT = 50.0  # points: with a smaller scale a net that imitates would be too sure to learn on
CERTAIN = 0.997  # the chance that stands for a proven win
HELD_OUT = 40  # one file in so many is not learned from

Array = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Samples:
    """Positions: their rows, then the score, the result and the hand-made value for the side to move."""

    rows: Array  # 16 bits, MOST a position
    scores: Array
    results: Array
    values: Array
    clean: Array  # no random move came after it: the result tells something about it

    def __len__(self) -> int:
        return len(self.scores)

    def targets(self, scale: float, score_share: float) -> Array:
        """The chance to win that the net should see in each position."""
        chance = chances(self.scores, scale)
        chance = np.where(
            self.scores >= PROVEN, CERTAIN, np.where(self.scores <= -PROVEN, 1 - CERTAIN, chance)
        )
        won = (self.results.astype(np.float32) + 1) / 2
        share = np.where(self.clean, score_share, 1.0)
        found: Array = (share * chance + (1 - share) * won).astype(np.float32)
        return found


def chances(points: Array, scale: float) -> Array:
    """The chances to win that some numbers of points stand for."""
    found: Array = 1 / (1 + np.exp(np.clip(-points.astype(np.float32) / scale, -30, 30)))
    return found


def samples_of(records: Records) -> Samples:
    """The quiet positions of some games."""
    scores = np.frombuffer(records.scores, np.int16)
    kinds = np.frombuffer(records.marks, np.uint8)
    codes = np.frombuffer(records.codes, np.uint64)
    sides = np.frombuffer(records.sides, np.uint8)
    quiet = kinds == marks.QUIET
    rows = np.empty((int(quiet.sum()), MOST), np.uint16)
    results = np.empty(len(codes), np.int8)
    clean = np.empty(len(codes), np.bool_)
    values = np.empty(len(rows), np.int16)
    lister = new_rows(records.game)
    hand_made = knowledge(records.game).evaluator()
    place = found = 0
    for seed, count, result in zip(records.seeds, records.plies, records.results, strict=True):
        game = new_game(records.game, seed=seed, profile=records.profile)
        part = slice(place, place + count)
        found += list_samples(game, lister, codes[part], kinds[part], rows, found, hand_made, values)
        results[part] = np.where(sides[part] == 0, result, -result)
        strayed = np.flatnonzero(kinds[part] == marks.RANDOM)
        clean[part] = np.arange(count) > (strayed[-1] if len(strayed) else -1)
        place += count
    return Samples(rows, scores[quiet], results[quiet], values, clean[quiet])


def joined(parts: Sequence[Samples]) -> Samples:
    """Several lists of positions as one."""
    return Samples(
        np.concatenate([part.rows for part in parts]),
        np.concatenate([part.scores for part in parts]),
        np.concatenate([part.results for part in parts]),
        np.concatenate([part.values for part in parts]),
        np.concatenate([part.clean for part in parts]),
    )


def write_samples(path: Path, parts: Sequence[Samples]) -> None:
    """Positions as a file of arrays that numpy reads; `files` are the numbers of their files of games.

    Rows that a position lacks are EMPTY_ROW (8191).
    """
    whole = joined(parts)
    numbers = np.repeat(np.arange(len(parts), dtype=np.int32), [len(part) for part in parts])
    with whole_file(path) as draft, draft.open("wb") as file:
        np.savez_compressed(
            file,
            rows=whole.rows, scores=whole.scores, results=whole.results, values=whole.values,
            clean=whole.clean, files=numbers,
        )  # fmt: skip


def split_files(folder: Path) -> tuple[list[Path], list[Path]]:
    """The files of a folder to learn from, and those held out; a single file serves for both."""
    files = sorted(folder.glob("*.games"))
    held_out = files[::HELD_OUT]
    return [file for number, file in enumerate(files) if number % HELD_OUT] or held_out, held_out


class Data:
    """Positions to learn from and positions held out, with their targets."""

    learned: Samples
    targets: Array
    held_out: Samples
    held_out_targets: Array

    def __init__(self, score_share: float) -> None:
        self.score_share = score_share
        self.parts: list[tuple[Samples, Array, Samples, Array]] = []

    def add(
        self, learned: list[Path], held_out: list[Path], share: Share, watch: Callable[[int], None]
    ) -> float:
        """Add the games of one generation; the scale of its scores."""
        found: list[Samples] = []
        for samples in share.map(samples_of, map(read_records, learned)):
            found.append(samples)
            watch(len(found))
        part, others = joined(found), joined([samples_of(read_records(path)) for path in held_out])
        scale = fit_scale(part.scores[part.clean], part.results[part.clean])
        self.parts.append(
            (part, part.targets(scale, self.score_share), others, others.targets(scale, self.score_share))
        )
        return scale

    def join(self) -> None:
        """Put all parts together."""
        learned, targets, held_out, held_out_targets = zip(*self.parts, strict=True)
        self.learned, self.held_out = joined(learned), joined(held_out)
        self.targets, self.held_out_targets = np.concatenate(targets), np.concatenate(held_out_targets)
        self.parts = []

    def imitation(self) -> Array:
        """What a net that judges as the hand-made evaluation does should see in each position."""
        part = self.learned
        return chances(part.values, max(self.hand_made_scale(), SOFT))

    def hand_made_scale(self) -> float:
        """How many points of the hand-made evaluation make odds of e to 1."""
        part = self.learned
        return fit_scale(part.values[part.clean], part.results[part.clean])


def fit_scale(points: Array, results: Array) -> float:
    """The scale of scores or values: how many points make odds of e to 1, by the results of the games."""
    known = np.abs(points) < PROVEN
    scores = points[known].astype(np.float64)[:400_000]
    won = (results[known].astype(np.float64)[:400_000] + 1) / 2
    if len(scores) == 0:
        return 400.0
    slope = 1 / 400.0
    for _ in range(30):  # Newton's method in one number
        chance = 1 / (1 + np.exp(np.clip(-slope * scores, -30, 30)))
        gradient = float(((chance - won) * scores).mean())
        curvature = float((chance * (1 - chance) * scores * scores).mean()) + 1e-9
        slope = min(max(slope - gradient / curvature, 1 / 3000), 1 / 25)
    return 1 / slope

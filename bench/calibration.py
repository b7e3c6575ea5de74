"""Do the ratings know how much they know? Fields of known strength play, and what is said is compared.

Strengths are drawn from a normal distribution with the given spread, everyone plays everyone. A start favours
whoever moves first by 40 Elo and one of the colours by as much as chance has it (50 Elo); draws have a fixed
share as far as the difference allows it, which is not what the ratings assume. `python -m bench calibration`
prints the tables of bench/notes/ratings.md; `python -m bench.calibration PLAYERS PAIRS DRAWS FIELDS` looks at
one cell with so many fields for each spread, drawn from other seeds.
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import astuple, dataclass
from functools import lru_cache
from itertools import combinations, pairwise, product
from random import Random

from bench.compare import Row
from schwarm.ratings import FieldRating, rate
from schwarm.ratings.field import Duel
from schwarm.ratings.pairs import share

PLAYERS = (2, 4, 10, 20)
PAIRS = (1, 3, 10, 50)
SPREADS = (25, 50, 100, 200, 400)
DRAWS = (0.0, 0.25, 0.5)
FIELDS = {2: 250, 4: 80, 10: 24, 20: 10}  # for each spread of a cell
SHORT, SHORT_FIELDS = 3, 5_000  # two players with so few pairs have few results: many fields are cheap
SAMPLES = 600  # fewer than the ratings take by themselves, to save time; it costs a little precision
FIRST_MOVE, START = 40.0, 50.0  # Elo
BINS = (0.5, 0.6, 0.7, 0.8, 0.9, 0.97, 1.0)
WITHIN = 3.0  # points
COVER = (93.0, 97.0)


@dataclass(frozen=True, slots=True)
class Counts:
    """Of neighbours in the table: what was said and what was true. Of intervals: how many hold the truth."""

    neighbours: int = 0
    said: float = 0.0
    true: int = 0
    fields: int = 0
    said_best: float = 0.0
    true_best: int = 0
    intervals: int = 0
    covered: int = 0

    def plus(self, other: Counts) -> Counts:
        return Counts(*map(sum, zip(astuple(self), astuple(other), strict=True)))

    @property
    def off(self) -> float:
        """By how many points the said probability is too high."""
        return 100 * (self.said - self.true) / self.neighbours

    @property
    def off_best(self) -> float:
        return 100 * (self.said_best - self.true_best) / self.fields

    @property
    def cover(self) -> float:
        return 100 * self.covered / self.intervals


Cell = tuple[int, int, float, int]  # players, pairs, draws, spread
Said = tuple[float, bool]  # a probability, and whether it came true


def measure() -> list[Row]:
    """Everything, on two processes; the worst cell of each kind against the target."""
    cells = list(product(PLAYERS, PAIRS, DRAWS, SPREADS))
    cells.sort(key=lambda cell: -cell[0])  # the long ones first
    found: dict[Cell, Counts] = {}
    said: list[Said] = []
    with ProcessPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
        for cell, (counts, words) in zip(cells, pool.map(simulate, cells), strict=True):
            found[cell] = counts
            said += words
            print(f"\r{len(found)} of {len(cells)} cells", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    by_field = {
        (players, pairs, draws): together(found[players, pairs, draws, spread] for spread in SPREADS)
        for players, pairs, draws in product(PLAYERS, PAIRS, DRAWS)
    }
    print_tables(found, by_field, said)
    worst = max(abs(counts.off) for counts in by_field.values())
    covers = [counts.cover for counts in by_field.values()]
    least, most = min(covers), max(covers)
    return [
        Row("said probability, most points off in a cell", worst, WITHIN, "limit", WITHIN / worst, 1),
        Row("95 % intervals, least coverage in a cell", least, COVER[0], "limit", least / COVER[0], 1),
        Row("95 % intervals, most coverage in a cell", most, COVER[1], "limit", COVER[1] / most, 1),
    ]


def together(many: Iterable[Counts]) -> Counts:
    total = Counts()
    for counts in many:
        total = total.plus(counts)
    return total


def simulate(cell: Cell, fields: int = 0, *, known: bool = False) -> tuple[Counts, list[Said]]:
    """The fields of one cell; as many as the tables have, or another number from other seeds.

    `known`: the ratings are told the spread, instead of learning it from the games.
    """
    players, pairs, draws, spread = cell
    random = Random(repr((cell, fields) if fields else cell))
    names = [f"{number:02}" for number in range(players)]
    total, words = Counts(), []
    fields = fields or (SHORT_FIELDS if players == 2 and pairs <= SHORT else FIELDS[players])
    for _ in range(fields):
        true = {name: random.gauss(0, spread) for name in names}
        told = float(spread) if known else None
        rated = rated_field(tuple(names), tuple(sorted(season(random, true, pairs, draws))), told)
        mean = sum(true.values()) / players
        ranked = [rating.name for rating in rated.ratings]
        said = [(rated.above(a, b), true[a] > true[b]) for a, b in pairwise(ranked)]
        words += said
        total = total.plus(
            Counts(
                neighbours=len(said),
                said=sum(chance for chance, _ in said),
                true=sum(right for _, right in said),
                fields=1,
                said_best=rated.best(ranked[0]),
                true_best=ranked[0] == max(true, key=true.__getitem__),
                intervals=players,
                covered=sum(r.low <= true[r.name] - mean <= r.high for r in rated.ratings),
            )
        )
    return total, words


@lru_cache(maxsize=2_000)
def rated_field(names: tuple[str, ...], duels: tuple[Duel, ...], spread: float | None = None) -> FieldRating:
    """The ratings; two players have few different results, and each is worked out once."""
    return rate(names, duels, samples=SAMPLES, spread=spread)


def season(random: Random, true: dict[str, float], pairs: int, draws: float) -> list[Duel]:
    """Everyone against everyone."""
    made: list[Duel] = []
    for one, other in combinations(true, 2):
        gap = true[one] - true[other]
        for _ in range(pairs):
            # What a start gives to one game it takes from the other: Elo is the share of the points of both.
            favour = FIRST_MOVE + random.gauss(0, START)
            shift = (share(gap + favour) - share(gap - favour)) / 2
            points = played(random, share(gap) + shift, draws) + played(random, share(gap) - shift, draws)
            made.append((one, other, points, 2.0))
    return made


def played(random: Random, expected: float, draws: float) -> float:
    """One game."""
    drawn = min(draws, 2 * expected, 2 * (1 - expected))
    throw = random.random() - (expected - drawn / 2)
    return 1.0 if throw < 0 else 0.5 if throw < drawn else 0.0


def print_tables(
    found: dict[Cell, Counts], by_field: dict[tuple[int, int, float], Counts], said: list[Said]
) -> None:
    """Markdown, as it stands in the document."""
    print("\n| players | pairs | " + " | ".join(f"draws {100 * draws:.0f} %" for draws in DRAWS) + " |")
    print("|" + "---|" * (2 + len(DRAWS)))
    for players, pairs in product(PLAYERS, PAIRS):
        texts = []
        for draws in DRAWS:
            counts = by_field[players, pairs, draws]
            error = 100 * math.sqrt(counts.true / counts.neighbours * (1 - counts.true / counts.neighbours))
            error /= math.sqrt(counts.neighbours)
            texts.append(f"{counts.off:+.1f} ± {error:.1f}; {counts.cover:.1f} %")
        print(f"| {players} | {pairs} | {' | '.join(texts)} |")
    print("\n| spread | " + " | ".join(f"{pairs} pairs" for pairs in PAIRS) + " |")
    print("|" + "---|" * (1 + len(PAIRS)))
    for players, spread in product(PLAYERS, SPREADS):
        cells = [together(found[players, pairs, draws, spread] for draws in DRAWS) for pairs in PAIRS]
        texts = [f"{counts.off:+.1f}; {counts.cover:.1f} %" for counts in cells]
        print(f"| {players} players, {spread} Elo | {' | '.join(texts)} |")
    print("\n| said | neighbours | said on average | came true |")
    print("|---|---|---|---|")
    for low, high in pairwise(BINS):
        inside = [(chance, right) for chance, right in said if low <= chance < high or high == chance == 1.0]
        if inside:
            mean = 100 * sum(chance for chance, _ in inside) / len(inside)
            right = 100 * sum(right for _, right in inside) / len(inside)
            what = f"{100 * low:.0f} to {100 * high:.0f} %"
            print(f"| {what} | {len(inside):,} | {mean:.1f} % | {right:.1f} % |")
    print("\n| players | the first is said to be the strongest | is it |")
    print("|---|---|---|")
    for players in PLAYERS:
        counts = together(counts for cell, counts in found.items() if cell[0] == players)
        claimed, real = (100 * number / counts.fields for number in (counts.said_best, counts.true_best))
        print(f"| {players} | {claimed:.1f} % | {real:.1f} % ({counts.fields:,} fields) |")
    print()


def main(words: list[str]) -> None:
    """One cell, all spreads together."""
    players, pairs, fields = int(words[0]), int(words[1]), int(words[3])
    parts = [simulate((players, pairs, float(words[2]), spread), fields)[0] for spread in SPREADS]
    counts = together(parts)
    error = 100 * math.sqrt(0.05 * 0.95 / counts.intervals)
    print(
        f"{counts.fields:,} fields: {counts.off:+.2f} points off, {counts.cover:.2f} ± {error:.2f} % covered"
    )


if __name__ == "__main__":
    main(sys.argv[1:])

"""Tuning, in two ways: logistic regression on self-play (`tune`), or climbing by matches (`climb`).

A value v shall mean that the first side wins with probability 1 / (1 + exp(-v / scale)). The weights
that make this truest for the positions of self-play games are found by gradient descent; a pull towards
the old weights keeps facts that hardly occur where they were. They are to foresee half the game's result
and half what the search said of the position: results alone hold much chance, searches old errors.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from schwarm.bots.bot import SearchBot
from schwarm.bots.knowledge import Knowledge, knowledge
from schwarm.game.random64 import Stream
from schwarm.game.rulebook import OptionValue
from schwarm.players import BotSpec
from schwarm.referee import Limits
from schwarm.workers import Contestant, Share, Tally, Task, pairs, play_all, start

Weights = dict[str, list[int]]
RANDOM_SHARE = 12  # one ply in so many is random, so that unusual positions occur
TRUST = 0.5  # in what a search said, against the result
SKIPPED = 4  # positions this near to the end say more about tactics than about the facts
PULL = 3e-3
RATE = 0.4
SHIFT, LEAST_SHIFT, FOLLOW = 0.25, 100, 0.15  # how far SPSA looks to either side, and follows
AMPLE_MS = 60_000  # nodes limit a move, not time
MATCH_OPENING = 2  # random plies of the matches of new weights
NEW, OLD = "new weights", "old weights"
STEPS = (1.0, 0.35)  # how far to go towards the fitted weights: each is tried in a match


@dataclass(frozen=True, slots=True)
class Sample:
    """A position: its facts, how far the game was (0 to 1), the first side's share of the win, and its
    chance as a search saw it."""

    facts: tuple[int, ...]
    progress: float
    result: float
    said: float

    @property
    def chance(self) -> float:
        """What the weights are to foresee."""
        return TRUST * self.said + (1 - TRUST) * self.result


@dataclass(frozen=True, slots=True)
class TuningTerms:
    """The games that weights are tuned by: the usual rules by default."""

    game: str
    nodes: int  # of a move
    opening_plies: int
    profile: str = ""
    options: Mapping[str, OptionValue] = field(default_factory=dict)

    def pairs(self, first: BotSpec, second: BotSpec, games: int, seed: int) -> list[Task]:
        """A match by these terms."""
        return pairs(
            self.game,
            Contestant(NEW, first),
            Contestant(OLD, second),
            games,
            seed=seed,
            profile=self.profile,
            options=self.options,
            opening_plies=self.opening_plies,
            limits=Limits(AMPLE_MS, 2 * AMPLE_MS),
        )


def self_play(seed: int, terms: TuningTerms, weights: Weights) -> list[Sample]:
    """The positions of one game of a bot against itself."""
    known = replace(knowledge(terms.game), weights=weights)
    evaluator = known.feature_evaluator()
    bot = SearchBot("tuned", known, evaluator=known.evaluator())
    (task,) = terms.pairs(BotSpec("best"), BotSpec("best"), 1, seed)
    table = start(task)
    chance = Stream(seed, 1000)
    samples: list[tuple[tuple[int, ...], float, float]] = []
    while not table.finished():
        if chance.below(RANDOM_SHARE) == 0:
            table.play(chance.choice(table.legal_moves()))
            continue
        facts, progress = evaluator.features_of(table.view(seed=seed))
        report = bot.analyse(table, AMPLE_MS, nodes=terms.nodes)
        score = report.score if table.to_move == table.setup.book.sides[0] else -report.score
        samples.append((tuple(facts), progress / 256, chance_of(score, known.settings["scale"])))
        table.play(report.move)
    outcome = table.outcome()
    winner = None if outcome is None else outcome.winner
    result = 0.5 if winner is None else float(winner == table.setup.book.sides[0])
    kept = samples[:-SKIPPED] if len(samples) > 2 * SKIPPED else samples
    return [Sample(facts, progress, result, said) for facts, progress, said in kept]


def gather(terms: TuningTerms, weights: Weights, share: Share, *, games: int, seed: int) -> list[Sample]:
    """The positions of many games."""
    work = partial(self_play, terms=terms, weights=weights)
    return [sample for samples in share.map(work, range(seed, seed + games)) for sample in samples]


def chance_of(value: float, scale: float) -> float:
    """The first side's chance at a value."""
    return 1 / (1 + math.exp(-max(-40.0, min(40.0, value / scale))))


def fit(
    samples: list[Sample],
    names: tuple[str, ...],
    weights: Weights,
    scale: int,
    *,
    passes: int = 12,
    flat: bool = False,
) -> Weights:
    """Weights under which the samples' chances are likeliest, found by adaptive gradient descent.

    `flat` gives each fact one weight for the whole game: half as many to be misled by chance.
    """
    count = len(names)
    old = [weights[name][part] / 100 for part in range(2) for name in names]
    new = old[:]
    # Facts differ in size: each weight moves in steps of its own.
    spread = [1e-9 + sum(abs(s.facts[i]) for s in samples) / len(samples) for i in range(count)]
    squares = [1e-3] * (2 * count)
    order = Stream(len(samples), 7)
    for _ in range(passes):
        for number in order.sample(range(len(samples)), len(samples)):
            sample = samples[number]
            parts = (0.5, 0.5) if flat else (1 - sample.progress, sample.progress)
            terms = [(i + count * p, f * parts[p]) for i, f in enumerate(sample.facts) if f for p in range(2)]
            value = sum(new[place] * fact for place, fact in terms)
            error = chance_of(value, scale) - sample.chance
            for place, fact in terms:
                size = spread[place % count]
                slope = (error * fact + PULL * (new[place] - old[place]) / scale) / size
                squares[place] += slope * slope
                new[place] -= RATE * scale / 40 * slope / math.sqrt(squares[place]) / size
    if flat:
        new = 2 * [(new[i] + new[i + count]) / 2 for i in range(count)]
    return {name: [round(100 * new[i]), round(100 * new[i + count])] for i, name in enumerate(names)}


def part_way(old: Weights, new: Weights, step: float) -> Weights:
    """Weights between old and new ones: what regression likes best is not always what wins."""
    return {
        name: [round(was + step * (now - was)) for was, now in zip(old[name], new[name], strict=True)]
        for name in old
    }


def loss(samples: Iterable[Sample], names: tuple[str, ...], weights: Weights, scale: int) -> float:
    """Mean squared error of the chances the weights give."""
    total = 0.0
    number = 0
    for sample in samples:
        value = sum(
            f * (weights[n][0] * (1 - sample.progress) + weights[n][1] * sample.progress) / 100
            for f, n in zip(sample.facts, names, strict=True)
        )
        total += (chance_of(value, scale) - sample.chance) ** 2
        number += 1
    return total / max(number, 1)


def duel(
    terms: TuningTerms, first: Weights, second: Weights, share: Share, *, games: int, seed: int
) -> Tally:
    """A match between two sets of weights."""
    new, old = (
        BotSpec(
            "best", nodes=terms.nodes, weights=tuple((name, one, two) for name, (one, two) in tried.items())
        )
        for tried in (first, second)
    )
    total = Tally()
    for report in play_all(terms.pairs(new, old, games, seed), share):
        total = total.plus(Tally.of(report, NEW))
    return total


def tune(
    terms: TuningTerms,
    share: Share,
    *,
    rounds: int,
    games: int,
    seed: int,
    flat: bool = False,
    tell: Callable[[str], None],
) -> Weights:
    """Rounds of self-play, fitting and matches; new weights stay if they win theirs."""
    known = knowledge(terms.game)
    best: Weights = {name: list(pair) for name, pair in known.weights.items()}
    names = known.feature_evaluator().names
    scale = known.settings["scale"]
    samples: list[Sample] = []
    for number in range(rounds):
        first = seed + 10_000 * number
        fresh = gather(terms, best, share, games=games, seed=first)
        samples = [*samples[-60_000:], *fresh]
        fitted = fit(samples, names, best, scale, flat=flat)
        before, after = loss(samples, names, best, scale), loss(samples, names, fitted, scale)
        tell(f"round {number + 1}: {len(samples)} positions, error {before:.4f} -> {after:.4f}")
        old, most = best, 0.5
        for step in STEPS:
            tried = part_way(old, fitted, step)
            match = replace(terms, opening_plies=MATCH_OPENING)
            result = duel(match, tried, old, share, games=max(40, games // 4), seed=first + 5_000)
            tell(f"  step {step}: {result.text()}")
            if result.share > most:
                best, most = tried, result.share
    return best


def climb(
    terms: TuningTerms, share: Share, *, rounds: int, seed: int, tell: Callable[[str], None]
) -> Weights:
    """SPSA: shift all weights at random one way and the other, let both play, follow the winner a little.

    Slower than fitting, but it asks what wins games rather than what tells the result of one.
    """
    begun = {name: list(pair) for name, pair in knowledge(terms.game).weights.items()}
    now = {name: [float(weight) for weight in pair] for name, pair in begun.items()}
    for number in range(rounds):
        chance = Stream(seed, number)
        shift = {
            name: (2 * chance.below(2) - 1) * (SHIFT * max(abs(weight) for weight in pair) + LEAST_SHIFT)
            for name, pair in begun.items()
        }
        up, down = (
            {name: [round(weight + sign * shift[name]) for weight in pair] for name, pair in now.items()}
            for sign in (1, -1)
        )
        result = duel(terms, up, down, share, games=2, seed=seed + number)
        gain = FOLLOW * (2 * result.share - 1)
        for name, pair in now.items():
            now[name] = [weight + gain * shift[name] for weight in pair]
        if (number + 1) % 50 == 0:
            tell(f"{number + 1} pairs played")
    return {name: [round(weight) for weight in pair] for name, pair in now.items()}


def data_text(known: Knowledge, weights: Mapping[str, list[int]], obtained: str) -> str:
    """A game's data file with new weights."""
    parts = {
        "weights": weights,
        "search": known.settings,
        "levels": {
            name: {"nodes": level.nodes, "noise": level.noise} for name, level in known.levels.items()
        },
    }
    blocks = [f'  "obtained": {json.dumps(obtained)}']
    for title, entries in parts.items():
        lines = [f"    {json.dumps(key)}: {json.dumps(value)}" for key, value in entries.items()]
        blocks.append(f'  "{title}": {{\n' + ",\n".join(lines) + "\n  }")
    return "{\n" + ",\n".join(blocks) + "\n}\n"

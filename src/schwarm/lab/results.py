"""What a study found, as plain data: figures of every arm, and differences to the base.

Reports are drawn from this alone, so a file of it is enough to draw them again.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from functools import partial
from math import log2
from typing import Any

from pydantic import BaseModel

from schwarm import players as grammar
from schwarm.game import rule_book
from schwarm.lab.errors import BadStudy
from schwarm.lab.journal import RESULTS, Journal
from schwarm.lab.judging import arm_name, judged_games
from schwarm.lab.measures import Judged, Measured, Sum, judge_measures, measures
from schwarm.lab.measures.skill import DOUBLING, ELO, WEAKER
from schwarm.lab.statistics import (
    BLOCKS,
    Bootstrap,
    Comparison,
    Interval,
    block_of,
    difference,
    elo,
    holm,
    none_of,
    verdict,
)
from schwarm.lab.study import Study
from schwarm.lab.variants import BASE, VERSUS, Arm, arms, variants
from schwarm.players import BotSpec
from schwarm.store.studies import StudyGame

BIN = 10  # plies of a column of the histogram
NO_INTERVAL = ("heat",)  # drawn, not told
Games = Mapping[int, Measured]


class Figure(BaseModel):
    """A figure with its 95 % interval, and how many games it comes from."""

    value: float
    low: float
    high: float
    games: int


class Change(BaseModel):
    """A variant's difference to the base. `adjusted` is p after Holm's correction."""

    value: float
    low: float
    high: float
    p: float
    adjusted: float
    bound: float
    verdict: str


class ArmResult(BaseModel):
    """Everything of one variant and its players; `examples` are games to look at, by measure."""

    variant: str
    title: str
    players: str
    match: bool
    games: int
    starts: int
    searched: int
    shortest_win: int | None
    figures: dict[str, dict[str, Figure]]
    changes: dict[str, Change] = {}
    examples: dict[str, list[int]] = {}
    histogram: dict[str, int] = {}
    heat: dict[str, float] = {}


class MeasureText(BaseModel):
    """A measure in words."""

    title: str
    unit: str
    group: str
    definition: str
    formula: str
    compared: bool
    margin: float
    searched: bool


class Results(BaseModel):
    """A whole study."""

    name: str
    about: str
    game: str
    title: str
    profile: str
    players: list[str]
    games: int
    planned: int
    seed: int
    opening: int
    judging: tuple[int, int, int]  # games of an arm that were searched, every so many plies, nodes
    variants: dict[str, str]  # name -> title
    codes: int  # how many versions of the code played
    rungs: dict[str, tuple[int, int]] = {}  # variant -> players of the ladder told apart, of how many
    measures: dict[str, MeasureText]
    arms: list[ArmResult]

    def arm(self, variant: str, players: str) -> ArmResult | None:
        """One arm."""
        for arm in self.arms:
            if (arm.variant, arm.players) == (variant, players):
                return arm
        return None

    def of(self, players: str) -> list[ArmResult]:
        """The arms of some players, the base first."""
        return [arm for arm in self.arms if arm.players == players]


class _Found:
    """The games of one arm while figures are worked out."""

    def __init__(self, arm: Arm) -> None:
        self.arm = arm
        self.measured: dict[int, Measured] = {}
        self.judged: dict[int, Measured] = {}
        self.ids: dict[int, int] = {}

    def start(self, number: int) -> int:
        return number // 2 if self.arm.match else number

    @property
    def starts(self) -> int:
        return len({self.start(number) for number in self.measured})


def results(journal: Journal) -> Results:
    """Work out all that a study found so far."""
    study = journal.study
    found = {(arm.variant.name, arm.players): _Found(arm) for arm in arms(study)}
    games = journal.games()
    judged = judged_games(journal)
    for game in games:
        one = found.get((game.key.variant, game.key.players))
        if one is not None and game.measured:
            _take(one, game, judged.get(arm_name(*game.key[:2]), {}))
    known = [one for one in found.values() if one.measured]
    made = [_arm_result(one, blocks) for one, blocks in zip(known, _blocks(known), strict=True)]
    _compare(made)
    book = rule_book(study.game)
    return Results(
        name=study.name,
        about=study.about,
        game=study.game,
        title=book.title,
        profile=study.profile or next(iter(book.profiles)),
        players=list(dict.fromkeys(one.arm.players for one in known)),
        games=sum(len(one.measured) for one in known),
        planned=sum(arm.games for arm in arms(study)),
        seed=study.seed,
        opening=study.opening,
        judging=(study.judging.games, study.judging.every, study.judging.nodes),
        variants={one.name: one.title for one in variants(study)},
        codes=len({game.code for game in games}),
        rungs=_rungs(study, [result for result, _ in made]),
        measures={
            name: MeasureText(**{part: getattr(one, part) for part in MeasureText.model_fields})
            for name, one in measures().items()
            if book.moves_again or not one.needs_turns
        },
        arms=[result for result, _ in made],
    )


def keep(journal: Journal, found: Results) -> None:
    """Write results into the store: working them out takes a while, showing them does not."""
    journal.note(RESULTS, "all", found.model_dump(mode="json"))


def kept(journal: Journal) -> Results | None:
    """The results that were written last."""
    said = journal.notes(RESULTS).get("all")
    return None if said is None else Results.model_validate(said)


def figure_of(name: str, games: Games, *, match: bool) -> Figure | None:
    """One measure of some games by number; what a budget by width looks at."""
    if name not in measures():
        raise BadStudy(f"expected a measure of {', '.join(measures())}, not {name!r}")
    starts = {number // 2 if match else number for number in games}
    blocks = min(BLOCKS, len(starts))
    intervals = _intervals(name, games, _boot(blocks), blocks, match=match)
    return _figure(name, next(iter(intervals.values())), len(games)) if intervals else None


# --- putting games together --------------------------------------------------------------------------
def _take(one: _Found, game: StudyGame, judged: Mapping[int, Judged]) -> None:
    number = game.key.number
    one.measured[number] = json.loads(game.measured or "{}")
    one.ids[number] = game.game
    if number in judged:
        one.judged[number] = judge_measures(judged[number])


def _blocks(known: list[_Found]) -> list[int]:
    """As many blocks for all arms of the same players, so that their draws are the same."""
    fewest: dict[str, int] = {}
    for one in known:
        fewest[one.arm.players] = min(one.starts, fewest.get(one.arm.players, BLOCKS))
    return [max(1, fewest[one.arm.players]) for one in known]


_boots: dict[int, Bootstrap] = {}


def _boot(blocks: int) -> Bootstrap:
    return _boots.setdefault(blocks, Bootstrap(blocks))


def _arm_result(one: _Found, blocks: int) -> tuple[ArmResult, dict[str, Interval]]:
    """The figures of an arm, and the replicates of those that are compared."""
    arm = one.arm
    kept: dict[str, Interval] = {}
    figures: dict[str, dict[str, Figure]] = {}
    for name, measure in measures().items():
        games = one.judged if measure.searched else one.measured
        if name in NO_INTERVAL or not games:
            continue
        size = min(blocks, len({one.start(number) for number in games}))
        intervals = _intervals(name, games, _boot(size), size, match=arm.match)
        if intervals:
            figures[name] = {
                key: _figure(name, interval, _counted(name, games)) for key, interval in intervals.items()
            }
        if measure.compared and "" in intervals and arm.match == (name == WEAKER):
            kept[name] = intervals[""]
    if arm.match and WEAKER in figures:
        _add_elo(figures, arm)
    wins = [value[0] for game in one.measured.values() if (value := game.get("win_length"))]
    result = ArmResult(
        variant=arm.variant.name,
        title=arm.variant.title,
        players=arm.players,
        match=arm.match,
        games=len(one.measured),
        starts=one.starts,
        searched=len(one.judged),
        shortest_win=int(min(wins)) if wins else None,
        figures=figures,
        examples=_examples(one),
        histogram=_histogram(one.measured),
        heat=_heat(one.measured),
    )
    return result, kept


def _counted(name: str, games: Games) -> int:
    return len(games) if name == WEAKER else sum(game.get(name) is not None for game in games.values())


def _intervals(name: str, games: Games, boot: Bootstrap, blocks: int, *, match: bool) -> dict[str, Interval]:
    """A measure's figures by key; the key of a plain measure is empty."""
    measure = measures()[name]
    place = partial(_block, blocks=blocks, match=match)
    if name in (ELO, DOUBLING):
        return {}
    if name == WEAKER:
        if not match:
            return {}
        games = {
            number: {WEAKER: [_weaker(number, game["first_side"][0]), 1]} for number, game in games.items()
        }
    values = {number: game[name] for number, game in games.items() if game.get(name) is not None}
    if not values:
        return {}
    if measure.sum is Sum.MEDIAN:
        lists: list[list[float]] = [[] for _ in range(blocks)]
        for number, value in values.items():
            lists[place(number)].append(value)
        found = boot.median(lists)
        return {"": found} if found else {}
    parts: dict[str, tuple[list[float], list[float]]] = {}
    for key in _keys(measure.sum, values):
        over, under = [0.0] * blocks, [0.0] * blocks
        for number, value in values.items():
            top, bottom = _part(measure.sum, value, key)
            over[place(number)] += top
            under[place(number)] += bottom
        parts[key] = (over, under)
    made = {key: boot.ratio(over, under) for key, (over, under) in parts.items()}
    return {key: interval for key, interval in made.items() if interval is not None}


def _block(number: int, *, blocks: int, match: bool) -> int:
    return block_of(number // 2 if match else number, blocks)


def _weaker(number: int, first_side: float) -> float:
    """In games with even numbers the weaker player has the first move."""
    return first_side if number % 2 == 0 else 1 - first_side


def _keys(kind: Sum, values: Mapping[int, Any]) -> list[str]:
    if kind is Sum.RATIO:
        return [""]
    inside = [value["parts"] if kind is Sum.SHARES else value for value in values.values()]
    return sorted({key for part in inside for key in part}, key=lambda key: (len(key), key))


def _part(kind: Sum, value: Any, key: str) -> tuple[float, float]:
    if kind is Sum.RATIO:
        top, bottom = value
        return top, bottom
    if kind is Sum.SHARES:
        return value["parts"].get(key, 0), value["of"]
    top, bottom = value.get(key, (0, 0))
    return top, bottom


def _figure(name: str, interval: Interval, games: int) -> Figure:
    """What never or always happened gets the interval of that many games."""
    low, high = interval.low, interval.high
    if measures()[name].unit == "%" and low == high:
        if interval.value == 0:
            high = none_of(games)
        elif interval.value == 1:
            low = 1 - none_of(games)
    return Figure(value=interval.value, low=low, high=high, games=games)


def _add_elo(figures: dict[str, dict[str, Figure]], arm: Arm) -> None:
    share = figures[WEAKER][""]
    between = {part: elo(getattr(share, part), share.games) for part in ("value", "low", "high")}
    doublings = _doublings(arm)
    for name, by in ((ELO, 1.0), (DOUBLING, doublings)):
        if by:
            figures[name] = {
                "": Figure(
                    value=between["value"] / by,
                    low=between["high"] / by,
                    high=between["low"] / by,
                    games=share.games,
                )
            }


def _doublings(arm: Arm) -> float:
    """How often the nodes double from one player to the other; 0 if that cannot be said."""
    specs = [grammar.read(text) for text in arm.players.split(VERSUS)]
    nodes = [spec.nodes if isinstance(spec, BotSpec) else 0 for spec in specs]
    return log2(nodes[1] / nodes[0]) if len(nodes) == 2 and all(nodes) and nodes[0] != nodes[1] else 0.0


# --- differences -------------------------------------------------------------------------------------
def _compare(made: list[tuple[ArmResult, dict[str, Interval]]]) -> None:
    """Every variant against the base of the same players; a measure and its players are a family of tests."""
    bases = {result.players: kept for result, kept in made if result.variant == BASE}
    families: dict[tuple[str, str], list[tuple[ArmResult, Comparison]]] = {}
    for result, kept in made:
        base = bases.get(result.players)
        if base is None or result.variant == BASE:
            continue
        for name, interval in kept.items():
            if name in base and len(base[name].replicates) == len(interval.replicates):
                found = difference(interval, base[name], min(BLOCKS, result.starts))
                if measures()[name].unit == "%" and found.low == found.high:  # never or always in both
                    least = none_of(result.games)
                    found = Comparison(found.value, found.value - least, found.value + least, found.p, least)
                families.setdefault((result.players, name), []).append((result, found))
    for (_, name), family in families.items():
        for (result, found), adjusted in zip(family, holm([one.p for _, one in family]), strict=True):
            result.changes[name] = Change(
                value=found.value,
                low=found.low,
                high=found.high,
                p=found.p,
                adjusted=adjusted,
                bound=found.bound,
                verdict=verdict(found, adjusted, measures()[name].margin),
            )


def _rungs(study: Study, found: list[ArmResult]) -> dict[str, tuple[int, int]]:
    """For each ladder of three players or more: how many of them each beat the one below for sure."""
    known = {(arm.variant, arm.players): arm for arm in found if arm.match}
    made: dict[str, tuple[int, int]] = {}
    for ladder in study.skill:
        pairs = [
            f"{low}{VERSUS}{high}" for low, high in zip(ladder.players, ladder.players[1:], strict=False)
        ]
        for variant in dict.fromkeys(name for name, _ in known):
            steps = [known[variant, pair] for pair in pairs if (variant, pair) in known]
            if len(steps) == len(pairs) > 1:
                sure = sum(WEAKER in step.figures and step.figures[WEAKER][""].high < 0.5 for step in steps)
                made[variant] = (1 + sure, len(ladder.players))
    return made


# --- what else a report shows --------------------------------------------------------------------------
def _examples(one: _Found) -> dict[str, list[int]]:
    """Games to look at: with the least, the middle and the most of a measure; for shares one with it."""
    found: dict[str, list[int]] = {}
    for name, measure in measures().items():
        if measure.of is None or name == "heat":
            continue
        values = {n: game[name] for n, game in one.measured.items() if game.get(name) is not None}
        if measure.sum is Sum.RATIO and values:
            ordered = sorted(values, key=lambda n: (values[n][0] / (values[n][1] or 1), n))
            some = [ordered[0], ordered[len(ordered) // 2], ordered[-1]]
            found[name] = list(dict.fromkeys(one.ids[number] for number in some))
        elif measure.sum is Sum.SHARES:
            for number, value in values.items():
                for key in value["parts"]:
                    place = f"{name}:{key}"
                    if len(found.setdefault(place, [])) < 1:
                        found[place].append(one.ids[number])
    return found


def _histogram(games: Games) -> dict[str, int]:
    counted = Counter(int(game["plies"][0]) // BIN * BIN for game in games.values() if "plies" in game)
    return {str(size): counted[size] for size in sorted(counted)}


def _heat(games: Games) -> dict[str, float]:
    total: Counter[str] = Counter()
    for game in games.values():
        total.update(game.get("heat", {}).get("parts", {}))
    whole = sum(total.values())
    return {arm: round(count / whole, 5) for arm, count in sorted(total.items())} if whole else {}

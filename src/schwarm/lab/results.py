"""What a study found, as plain data: figures of every arm, and differences to the base.

Reports are drawn from this alone, so a file of it is enough to draw them again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import partial

from pydantic import BaseModel

from schwarm.game import rule_book
from schwarm.lab.arm_games import ArmGames
from schwarm.lab.calibration import Calibration
from schwarm.lab.examples import examples, heat, histogram
from schwarm.lab.figures import Figure, counted, figure, intervals, starts
from schwarm.lab.journal import RESULTS, StudyJournal
from schwarm.lab.judging import arm_name, judged_games
from schwarm.lab.measures import Judged, judge_measures, measures
from schwarm.lab.measures.skill import WEAKER
from schwarm.lab.skill import SkillTrace, add_elo, rungs, skill_trace
from schwarm.lab.standing import kind_of
from schwarm.lab.statistics import BLOCKS, EstimatedDifference, difference, holm, none_of, verdict
from schwarm.lab.variants import BASE, VERSUS, Arm, arms, variants
from schwarm.store.studies import StudyGame
from schwarm.workers import Share

LEAST_STARTS = 30  # of fewer nothing is sure: a bootstrap cannot tell how rare the rare is
NO_INTERVAL = ("heat",)  # drawn, not told
NEVER = "never"  # the verdict where all figures repeat the base's to the digit: the rule never came into play


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
    yardsticks: list[str] = []  # whom everybody met under every rule, strongest first
    kinds: dict[str, str] = {}  # what each player judges by
    calibration: Calibration | None = None  # of the chances that drama is measured by
    skill_trace: dict[str, SkillTrace] = {}  # by variant
    measures: dict[str, MeasureText]
    arms: list[ArmResult]

    def arm(self, variant: str, players: str) -> ArmResult | None:
        for arm in self.arms:
            if (arm.variant, arm.players) == (variant, players):
                return arm
        return None

    def of(self, players: str) -> list[ArmResult]:
        """The arms of some players, the base first."""
        return [arm for arm in self.arms if arm.players == players]

    @property
    def alone(self) -> list[str]:
        """The players who played themselves."""
        return [one for one in self.players if VERSUS not in one]


def results(journal: StudyJournal, share: Share | None = None) -> Results:
    """Work out all that a study found so far, on the workers of a share if there is one."""
    study = journal.study
    found = {(arm.variant.name, arm.players): ArmGames(arm) for arm in arms(study)}
    games = journal.games()
    judged, calibration = judged_games(journal)
    for game in games:
        one = found.get((game.key.variant, game.key.players))
        if one is not None and game.measured:
            _take(one, game, judged.get(arm_name(*game.key[:2]), {}))
    known = [one for one in found.values() if one.measured]
    made = list(share.map(_arm_result, known) if share else map(_arm_result, known))
    _compare(known, made, share)
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
        rungs=rungs(
            study, {(arm.variant, arm.players): arm.figures[WEAKER][""] for arm in made if arm.match}
        ),
        yardsticks=study.yardsticks.players if study.yardsticks else [],
        calibration=calibration,
        skill_trace=skill_trace(found.values()),
        kinds=_kinds((one.arm for one in known), study.game),
        measures={
            name: MeasureText(**{part: getattr(one, part) for part in MeasureText.model_fields})
            for name, one in measures().items()
            if book.moves_again or not one.needs_turns
        },
        arms=made,
    )


def keep(journal: StudyJournal, found: Results) -> None:
    """Write results into the store: working them out takes a while, showing them does not."""
    journal.note(RESULTS, "all", found.model_dump(mode="json"))


def kept(journal: StudyJournal) -> Results | None:
    """The results that were written last."""
    said = journal.notes(RESULTS).get("all")
    return None if said is None else Results.model_validate(said)


# --- putting games together --------------------------------------------------------------------------
def _take(one: ArmGames, game: StudyGame, judged: Mapping[int, Judged]) -> None:
    number = game.key.number
    one.measured[number] = json.loads(game.measured or "{}")
    one.ids[number] = game.game
    if number in judged:
        one.judged[number] = judge_measures(judged[number])


def _arm_result(one: ArmGames) -> ArmResult:
    arm = one.arm
    figures: dict[str, dict[str, Figure]] = {}
    for name in measures():
        games = one.games(name)
        if name in NO_INTERVAL or not games:
            continue
        found = intervals(name, games, min(BLOCKS, one.starts(name)), match=arm.match)
        if found:
            make = partial(figure, name, games=counted(name, games))
            figures[name] = {key: make(interval) for key, interval in found.items()}
    if arm.match and WEAKER in figures:
        add_elo(figures, arm)
    wins = [value[0] for game in one.measured.values() if (value := game.get("win_length"))]
    return ArmResult(
        variant=arm.variant.name,
        title=arm.variant.title,
        players=arm.players,
        match=arm.match,
        games=len(one.measured),
        starts=one.starts(),
        searched=len(one.judged),
        shortest_win=int(min(wins)) if wins else None,
        figures=figures,
        examples=examples(one.measured, one.ids),
        histogram=histogram(one.measured),
        heat=heat(one.measured),
    )


def _kinds(known: Iterable[Arm], game: str) -> dict[str, str]:
    texts = dict.fromkeys(text for arm in known for text in (arm.first, arm.second))
    return {text: kind_of(text, game) for text in texts}


# --- differences -------------------------------------------------------------------------------------
def _compare(known: list[ArmGames], made: list[ArmResult], share: Share | None) -> None:
    """Every variant against the base of the same players; a measure and its players are a family of tests."""
    bases = {one.arm.players: one for one in known if one.arm.variant.name == BASE}
    as_base = {arm.players: arm.figures for arm in made if arm.variant == BASE}
    others = [
        (result, one, base)
        for one, result in zip(known, made, strict=True)
        if (base := bases.get(one.arm.players)) is not None and base is not one
    ]
    paired = [(one, base) for _, one, base in others]
    differences = share.map(_differences, paired) if share else map(_differences, paired)
    families: dict[tuple[str, str], list[tuple[ArmResult, EstimatedDifference]]] = {}
    for (result, *_), compared in zip(others, differences, strict=True):
        for name, found in compared.items():
            families.setdefault((result.players, name), []).append((result, found))
    for (_, name), family in families.items():
        for (result, found), adjusted in zip(family, holm([one.p for _, one in family]), strict=True):
            said = verdict(found, adjusted, measures()[name].margin)
            if result.figures == as_base[result.players]:
                said = NEVER
            elif result.starts < LEAST_STARTS:
                said = "open"
            result.changes[name] = Change(
                value=found.value,
                low=found.low,
                high=found.high,
                p=found.p,
                adjusted=adjusted,
                bound=found.bound,
                verdict=said,
            )


def _differences(pair: tuple[ArmGames, ArmGames]) -> dict[str, EstimatedDifference]:
    """An arm against the base in all measures that are compared."""
    one, base = pair
    names = [name for name, measure in measures().items() if measure.compared]
    found = {name: _difference(name, one, base) for name in names if one.arm.match == (name == WEAKER)}
    return {name: made for name, made in found.items() if made is not None}


def _difference(name: str, one: ArmGames, base: ArmGames) -> EstimatedDifference | None:
    """An arm against the base, paired by start: only games that both have played count."""
    both = one.games(name).keys() & base.games(name).keys()
    blocks = min(BLOCKS, starts(both, match=one.arm.match))
    if blocks < 1:
        return None
    own, other = one.compared(name, blocks, both), base.compared(name, blocks, both)
    if own is None or other is None:
        return None
    found = difference(own, other, blocks)
    if measures()[name].unit == "%":
        for share in (own, other):
            if share.low == share.high:  # what never or always happened may be otherwise, too
                found = found.widened(none_of(len(both)), blocks)
    return found

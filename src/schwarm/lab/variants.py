"""From a study to what has to be played: variants of the rules, and arms of variant and players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product

from schwarm.game import new_game, rule_book
from schwarm.game.errors import GameError
from schwarm.game.random64 import Stream
from schwarm.game.rulebook import OptionValue
from schwarm.lab.errors import BadStudy
from schwarm.lab.study import Study

BASE = "base"  # the name of the study's own rules
VERSUS = " - "
CHECKED_STARTS = 3


@dataclass(frozen=True, slots=True)
class Variant:
    """Rules to be measured: a name that says what is changed, and all it takes to start a game."""

    name: str
    title: str
    profile: str
    options: Mapping[str, OptionValue]
    changed: Mapping[str, OptionValue]


@dataclass(frozen=True, slots=True)
class Arm:
    """Games of one variant by one pair of players. `ladder` arms are matches: each start twice."""

    variant: Variant
    first: str
    second: str
    games: int

    @property
    def players(self) -> str:
        """Who plays, as text."""
        return self.first if self.first == self.second else f"{self.first}{VERSUS}{self.second}"

    @property
    def match(self) -> bool:
        """Do two different players meet?"""
        return self.first != self.second


def variants(study: Study) -> list[Variant]:
    """The study's own rules first, then every variant once; BadStudy if a start of one cannot be made."""
    base = _variant(study, {}, "", "")
    found = {BASE: base}
    for changed in _designed(study):
        one = _variant(study, changed, "", "")
        if one.changed:
            found.setdefault(one.name, one)
    for said in study.variant:
        one = _variant(study, said.options, said.profile, said.title)
        found.setdefault(one.name, one)
    for one in found.values():
        _check(study, one)
    return list(found.values())


def arms(study: Study) -> list[Arm]:
    """All that a study plays, in the order of its file."""
    known = {one.name: one for one in variants(study)}

    def chosen(names: list[str]) -> list[Variant]:
        return _chosen(names, known)

    made = [
        Arm(variant, player, player, study.budget.games)
        for player in study.players
        for variant in known.values()
    ]
    for ladder in study.skill:
        for low, high in zip(ladder.players, ladder.players[1:], strict=False):
            made += [Arm(variant, low, high, ladder.games) for variant in chosen(ladder.variants)]
    for also in study.also:
        first, _, second = (part.strip() for part in also.players.partition(VERSUS))
        made += [Arm(variant, first, second or first, also.games) for variant in chosen(also.variants)]
    made += _measured(study, made)
    together: dict[tuple[str, str], Arm] = {}
    for arm in made:
        place = (arm.variant.name, arm.players)
        if place not in together or together[place].games < arm.games:
            together[place] = arm
    return list(together.values())


def stages(study: Study) -> list[tuple[list[int], int]]:
    """What is played first: places of arms, and how many games each has after the stage."""
    every = arms(study)
    known = {arm.variant.name: arm.variant for arm in every}
    found = []
    for stage in study.stage:
        strange = set(stage.players) - {arm.players for arm in every}
        if strange:
            some = ", ".join(dict.fromkeys(arm.players for arm in every))
            raise BadStudy(f"expected players of a stage such as {some}, not {min(strange)!r}")
        rules = {one.name for one in _chosen(stage.variants, known)}
        places = [
            place
            for place, arm in enumerate(every)
            if arm.variant.name in rules and (not stage.players or arm.players in stage.players)
        ]
        found.append((places, stage.games))
    return found


def _chosen(names: list[str], known: Mapping[str, Variant]) -> list[Variant]:
    """Variants by name or title; all if none is named."""
    titles = {one.title: one.name for one in known.values()}
    wanted = [titles.get(name, name) for name in names]
    strange = [name for name in wanted if name not in known]
    if strange:
        raise BadStudy(f"expected names of variants such as {', '.join(known)}, not {strange[0]!r}")
    return [known[name] for name in wanted] if wanted else list(known.values())


def _measured(study: Study, made: list[Arm]) -> list[Arm]:
    """Matches against the yardsticks, for everybody who plays itself, under the rules it plays."""
    if study.yardsticks is None:
        return []
    sticks = study.yardsticks.players
    found = []
    for arm in made:
        if not arm.match:
            weaker = sticks[sticks.index(arm.first) + 1 :] if arm.first in sticks else sticks
            found += [Arm(arm.variant, stick, arm.first, study.yardsticks.games) for stick in weaker]
    return found


def start_seed(seed: int, start: int) -> int:
    """What a start is drawn from: the same for all variants and players of a study."""
    return Stream(seed, start).word() >> 1


def _designed(study: Study) -> Iterator[dict[str, OptionValue]]:
    """The changes that the file's `vary` means."""
    single = [(name, value) for name, values in study.vary.items() for value in values]
    if study.design in ("one", "pairs"):
        yield from ({name: value} for name, value in single)
    if study.design == "pairs":
        yield from (dict(pair) for pair in combinations(single, 2) if pair[0][0] != pair[1][0])
    if study.design == "grid":
        names = list(study.vary)
        for values in product(*study.vary.values()):
            yield dict(zip(names, values, strict=True))


def _variant(study: Study, changed: Mapping[str, OptionValue], profile: str, title: str) -> Variant:
    book = rule_book(study.game)
    try:
        base = book.choose(study.profile or None, study.options)
        options = changed if profile else {**study.options, **changed}
        setup = book.choose(profile or study.profile or None, options)
    except GameError as error:
        raise BadStudy(str(error)) from None
    differing = {
        option: value for option, value in sorted(setup.options.items()) if value != base.options[option]
    }
    if profile and profile != base.profile and not changed:
        name = f"profile={profile}"
    else:
        name = ", ".join(f"{option}={plain(value)}" for option, value in differing.items()) or BASE
    return Variant(name[:255], title or name, setup.profile, dict(options), differing)


def plain(value: OptionValue) -> str:
    """An option's value as files and commands write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _check(study: Study, one: Variant) -> None:
    """Rules that cannot be started are told before the first game."""
    try:
        for start in range(CHECKED_STARTS):
            seed = start_seed(study.seed, start)
            new_game(study.game, profile=one.profile, seed=seed, position=None, **one.options)
    except GameError as error:
        raise BadStudy(f"{one.name}: {error}") from None

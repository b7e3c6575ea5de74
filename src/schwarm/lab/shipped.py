"""Studies that games bring along: the results in `studies/NAME.json.gz` of a game's folder."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from functools import cache

from schwarm.game import list_games
from schwarm.game.faces import listing
from schwarm.lab.results import ArmResult, Results
from schwarm.lab.variants import BASE
from schwarm.lab.wording import TELLING, Words, size

FOLDER, ENDING = "studies", ".json.gz"
MOST = 2  # measures that are told of one value of an option


@dataclass(frozen=True, slots=True)
class Finding:
    """What a study says of one value of an option, in a line; `sure` if something differs from the base."""

    value: str
    text: str
    sure: bool


@cache
def names() -> dict[str, str]:
    """The shipped studies, with their games."""
    return {
        file.name.removesuffix(ENDING): game
        for game in list_games()
        for file in listing(game, FOLDER)
        if file.name.endswith(ENDING)
    }


@cache
def shipped(name: str) -> Results:
    """A shipped study; KeyError if there is none of that name."""
    (file,) = (file for file in listing(names()[name], FOLDER) if file.name == name + ENDING)
    return Results.model_validate_json(gzip.decompress(file.read_bytes()))


@cache
def findings(game: str, language: str) -> dict[str, list[Finding]]:
    """What a game's shipped studies found of each option that was varied alone, by the strongest players."""
    found: dict[str, list[Finding]] = {}
    for name in (name for name, about in names().items() if about == game):
        results = shipped(name)
        alone = [players for players in results.players if not _match(results, players)]
        base = results.arm(BASE, alone[-1]) if alone else None
        if base is None:
            continue
        words = Words(language, results)
        for arm in results.of(alone[-1]):
            option, equals, value = arm.variant.partition("=")
            if equals and "=" not in value and option != "profile":
                found.setdefault(option, []).append(_finding(value, arm, base, words, results))
    return found


def _match(results: Results, players: str) -> bool:
    return any(arm.match for arm in results.of(players))


def _finding(value: str, arm: ArmResult, base: ArmResult, words: Words, results: Results) -> Finding:
    sure = [name for name, change in arm.changes.items() if change.verdict == "differs"]
    sure.sort(key=lambda name: (name not in TELLING, -size(arm.changes[name], name, results)))
    if not sure:
        same = all(change.verdict == "same" for change in arm.changes.values())
        return Finding(value, words.text("all_same" if same else "none_sure"), sure=False)
    told = [
        words.text(
            "instead",
            measure=words.title(name),
            figure=words.plain(arm.figures[name][""], name),
            base=words.plain(base.figures[name][""], name),
        )
        for name in sure[:MOST]
    ]
    return Finding(value, "; ".join(told), sure=True)

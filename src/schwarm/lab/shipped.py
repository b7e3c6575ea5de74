"""Studies that games bring along: the results in `studies/NAME.json.gz` of a game's folder."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from functools import cache

from schwarm.game import list_games
from schwarm.game.faces import listing
from schwarm.lab import agreement
from schwarm.lab.agreement import CommonAnswer
from schwarm.lab.results import NEVER, Results
from schwarm.lab.variants import BASE
from schwarm.lab.wording import TELLING, StudyWords, size

FOLDER, ENDING = "studies", ".json.gz"
MOST = 2  # measures that are told of one value of an option


@dataclass(frozen=True, slots=True)
class ShippedAnswer:
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
def findings(game: str, language: str) -> dict[str, list[ShippedAnswer]]:
    """What a game's shipped studies found of each option that was varied alone, as far as players agree."""
    found: dict[str, list[ShippedAnswer]] = {}
    for name in (name for name, about in names().items() if about == game):
        results = shipped(name)
        words = StudyWords(language, results)
        said: dict[str, list[agreement.Finding]] = {}
        for one in agreement.findings(results):
            said.setdefault(one.variant, []).append(one)
        for variant, about in said.items():
            option, equals, value = variant.partition("=")
            if equals and "=" not in value and option != "profile":
                found.setdefault(option, []).append(_finding(value, about, words, results))
    return found


def _finding(value: str, said: list[agreement.Finding], words: StudyWords, results: Results) -> ShippedAnswer:
    sure = [one for one in said if one.answer in (CommonAnswer.MORE, CommonAnswer.LESS)]
    sure.sort(key=lambda one: (one.measure not in TELLING, -size(_loudest(one).change, one.measure, results)))
    if not sure:
        same = all(one.answer is CommonAnswer.SAME for one in said)
        never = {voice.change.verdict for one in said for voice in one.voices} == {NEVER}
        text = "all_never" if never else "all_same" if same else "none_sure"
        return ShippedAnswer(value, words.text(text), sure=False)
    told = [
        words.text(
            "instead",
            measure=words.title(one.measure),
            figure=_plain(one, one.variant, words, results),
            base=_plain(one, BASE, words, results),
        )
        for one in sure[:MOST]
    ]
    return ShippedAnswer(value, "; ".join(told), sure=True)


def _loudest(found: agreement.Finding) -> agreement.Voice:
    """The last of the strong players, whom the study names as its strongest."""
    return (found.strong or found.voices)[-1]


def _plain(found: agreement.Finding, variant: str, words: StudyWords, results: Results) -> str:
    arm = results.arm(variant, _loudest(found).players)
    return words.plain(arm.figures[found.measure][""], found.measure) if arm is not None else ""

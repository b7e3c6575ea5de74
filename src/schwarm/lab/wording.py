"""Figures in words: numbers with intervals, verdicts, and the sentences that stand first in a report."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from schwarm.game import faces
from schwarm.lab import agreement
from schwarm.lab.agreement import CommonAnswer, Finding, Voice
from schwarm.lab.errors import LabError
from schwarm.lab.figures import Figure
from schwarm.lab.measures.skill import WEAKER
from schwarm.lab.results import NEVER, ArmResult, Change, Results
from schwarm.lab.standing import Grade, standing
from schwarm.lab.variants import BASE

MOST_FINDINGS = 12
TELLING = (
    "first_side",
    "stopped",
    "plies",
    "quick_wins",
)  # what says most of a game, whatever it is


@cache
def texts(language: str) -> dict[str, Any]:
    path = files("schwarm.lab").joinpath("texts", f"{language}.json")
    if not path.is_file():
        raise LabError(f"expected a language of en, de, not {language!r}")
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


class StudyWords:
    """One language, for the results of one study."""

    def __init__(self, language: str, results: Results) -> None:
        self.language = language
        self._texts = texts(language)
        self._measures = results.measures
        words = faces.data(results.game, "page", "texts", f"{language}.json")
        self._options = (
            json.loads(words.read_text("utf-8")).get(f"options/{results.game}", {}) if words else {}
        )

    def text(self, name: str, **values: object) -> str:
        """A text with values filled in."""
        return str(self._texts[name]).format(**values)

    def title(self, measure: str) -> str:
        """A measure's name."""
        known = self._texts.get("measures", {}).get(measure)
        return str(known[0]) if known else self._measures[measure].title

    def variant(self, name: str, title: str) -> str:
        """The options that a variant changes in the game's own words; its title where the game has none."""
        changes = [change.partition("=") for change in name.split(", ")]
        if not all(option in self._options for option, _, _ in changes):
            return title
        on_off = self._texts["on_off"]
        known = ((self._options[option], value) for option, _, value in changes)
        return "; ".join(
            f"{option['name']}: {option.get('values', {}).get(value, on_off.get(value, value))}"
            for option, value in known
        )

    def rank(self, level: Grade) -> str:
        """What a player of this level is, at the start of a line; "" where that is unknown."""
        rank = str(self._texts["ranks"].get(level, ""))
        return rank[:1].upper() + rank[1:]

    def definition(self, measure: str) -> str:
        """What a measure counts."""
        known = self._texts.get("measures", {}).get(measure)
        return str(known[1]) if known else self._measures[measure].definition

    def group(self, group: str) -> str:
        """A group's name."""
        return str(self._texts["groups"].get(group, group))

    def kind(self, kind: str) -> str:
        """A kind of move, or a reason."""
        return str(self._texts["kinds"].get(kind, kind.replace("_", " ")))

    def unit(self, measure: str) -> str:
        return self.plain_unit(self._measures[measure].unit)

    def plain_unit(self, unit: str) -> str:
        """A unit in this language."""
        return str(self._texts["units"].get(unit, unit))

    @property
    def points(self) -> str:
        """What differences of shares are counted in."""
        return str(self._texts["points"])

    # --- numbers -------------------------------------------------------------------------------------
    def number(self, value: float, digits: int | None = None) -> str:
        """A number as people write it here."""
        if digits is None:
            digits = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2
        text = f"{value:,.{digits}f}"
        text = (text.lstrip("-") if not text.strip("-0.") else text).replace("-", "\u2212")
        if self.language == "de":
            text = text.translate(str.maketrans(",.", ".,"))
        return text

    def percent(self, share: float) -> str:
        rare = 0 < share < 0.01 or 0.99 < share < 1
        return f"{self.number(100 * share, 1 if rare else 0)} %"

    def figure(self, figure: Figure, measure: str) -> str:
        low, high = figure.low, figure.high
        to = self.text("to")
        if self._measures[measure].unit == "%":
            small = figure.high < 0.1
            ends = [self.number(100 * end, 1 if small else 0) for end in (low, high)]
            return f"{self.number(100 * figure.value, 1 if small else 0)} % ({ends[0]} {to} {ends[1]})"
        digits = 0 if abs(figure.value) >= 100 else 1 if abs(figure.value) >= 10 else 2
        ends = [self.number(end, digits) for end in (low, high)]
        return f"{self.number(figure.value, digits)} ({ends[0]} {to} {ends[1]})"

    def plain(self, figure: Figure, measure: str) -> str:
        """A figure without its interval."""
        if self._measures[measure].unit == "%":
            return self.percent(figure.value)
        return self.number(figure.value)

    def signed(self, value: float, measure: str) -> str:
        share = self._measures[measure].unit == "%"
        scaled = 100 * value if share else value
        size = max(abs(scaled), self._measures[measure].margin * (100 if share else 1))
        digits = 0 if size >= 30 else 1 if size >= 3 else 2
        text = self.number(scaled, digits)
        return text if text.startswith("\u2212") or not text.strip("0.,") else f"+{text}"

    def change(self, change: Change, measure: str) -> str:
        """A difference with its interval; without, where there is none."""
        if change.verdict == NEVER:
            return self.text(NEVER)
        ends = f"{self.signed(change.low, measure)} {self.text('to')} {self.signed(change.high, measure)}"
        return f"{self.signed(change.value, measure)} ({ends})"

    def bound(self, change: Change, measure: str) -> str:
        """What a difference is no larger than."""
        return self.signed(change.bound, measure).lstrip("+")

    def verdict(self, change: Change, measure: str) -> str:
        """What a difference means."""
        if change.verdict == "same":
            return self.text("same", bound=f"{self.bound(change, measure)} {self._of(measure)}".strip())
        return self.text(change.verdict)

    # --- who says it ---------------------------------------------------------------------------------
    def who(self, players: str, level: Grade, scores: Mapping[str, Figure] | None = None) -> str:
        """How well a player plays, where that is known, and its name; of a strong one, whom it beats."""
        if level is Grade.UNKNOWN:
            return players
        beaten = self.beats(scores) if level is Grade.STRONG and scores else ""
        return f"{self._texts['ranks'][level]} ({players}{beaten and ', '}{beaten})"

    def beats(self, scores: Mapping[str, Figure]) -> str:
        """Whom a strong player beats, and how often: the first yardstick."""
        stick, score = next(iter(scores.items()))
        return self.text("beats", stick=stick, figure=self.figure(score, WEAKER), games=score.games)

    def level(self, level: Grade) -> str:
        """How well somebody plays."""
        return str(self._texts["levels"][level])

    def answer(self, answer: CommonAnswer) -> str:
        """What the strong players say together, in a word or a sign."""
        return str(self._texts["answers"][answer])

    def who_says_what(self, found: Finding, results: Results) -> str:
        """One measure of a variant, as a sentence: the answer, or who says what."""
        known = any(voice.level is not Grade.UNKNOWN for voice in found.voices)
        shown = found.strong if found.sure and known else found.voices
        text = self.text(
            f"says_{found.answer}",
            variant=found.title,
            measure=self.title(found.measure),
            unit=self._of(found.measure),
            voices="; ".join(self._voice(voice, found, results) for voice in shown),
        )
        if found.sure and known and found.one_kind:
            text += " " + self.text("one_kind", kind=self.judge(shown[0].kind))
        if found.contradicted:
            others = [voice for voice in found.voices if voice not in shown]
            said = "; ".join(self._voice(voice, found, results) for voice in others)
            text += " " + self.text("beginners_say", voices=said)
        return text

    def judge(self, kind: str) -> str:
        """What players of a kind judge positions by."""
        return str(self._texts["judges"].get(kind, kind))

    def _voice(self, voice: Voice, found: Finding, results: Results) -> str:
        arm = results.arm(found.variant, voice.players)
        figure = arm.figures[found.measure][""] if arm is not None else None
        return self.text(
            "voice",
            players=self.who(
                voice.players, voice.level, standing(results, found.variant, voice.players).scores
            ),
            change=self.change(voice.change, found.measure),
            figure="" if figure is None else self.figure(figure, found.measure),
            games=0 if figure is None else figure.games,
        )

    def _of(self, measure: str) -> str:
        return self.points if self._measures[measure].unit == "%" else self.unit(measure)


def findings(results: Results, words: StudyWords) -> list[dict[str, Any]]:
    """The sentences that a reader should see first, each with games to look at."""
    found = [_fairness(results, words, players) for players in results.alone]
    said = [one for one in agreement.findings(results) if one.measure in TELLING]
    answers = [one for one in said if one.answer in (CommonAnswer.MORE, CommonAnswer.LESS)]
    answers.sort(key=lambda one: -max(size(voice.change, one.measure, results) for voice in one.voices))
    divided = [one for one in said if one.answer is CommonAnswer.DIVIDED]
    for one in (*answers[:MOST_FINDINGS], *divided[:MOST_FINDINGS]):
        first = one.strong[-1:] or one.voices[-1:]
        arm = results.arm(one.variant, first[0].players)
        shown = _shown(arm, one.measure, first[0].change, words)
        found.append({"text": words.who_says_what(one, results)} | shown | {"answer": one.answer})
    matches = [(arm, arm.changes[WEAKER]) for arm in results.arms if arm.match and WEAKER in arm.changes]
    sure = [(arm, change) for arm, change in matches if change.verdict == "differs"]
    sure.sort(key=lambda one: -size(one[1], WEAKER, results))
    for arm, change in sure[:MOST_FINDINGS]:
        text = _sentence(arm, WEAKER, change, words, results)
        found.append({"text": text} | _shown(arm, WEAKER, change, words))
    return [one for one in found if one["text"]]


def _shown(arm: ArmResult | None, measure: str, change: Change, words: StudyWords) -> dict[str, Any]:
    """A difference to the base in parts: of which variant and measure, how large, and games to look at."""
    if arm is None:
        return {"games": []}
    return {
        "games": arm.examples.get(measure, []),
        "variant": arm.title,
        "named": words.variant(arm.variant, arm.title),
        "measure": words.title(measure),
        "answer": CommonAnswer.MORE if change.value > 0 else CommonAnswer.LESS,
        "figure": words.plain(arm.figures[measure][""], measure),
        "change": words.signed(change.value, measure),
        "by": arm.players if arm.match else "",
    }


def _fairness(results: Results, words: StudyWords, players: str) -> dict[str, Any]:
    """Whom the base favours when these play."""
    base = results.arm(BASE, players)
    if base is None or "first_side" not in base.figures:
        return {"text": "", "games": []}
    figure = base.figures["first_side"][""]
    how = "fair" if figure.low <= 0.5 <= figure.high else "favoured" if figure.value > 0.5 else "behind"
    there = standing(results, BASE, players)
    who = words.who(players, there.level, there.scores)
    said = words.text(
        how,
        players=players if who == players else who[0].upper() + who[1:],
        figure=words.figure(figure, "first_side"),
        games=figure.games,
    )
    games = base.examples.get("first_side", [])
    level = words.rank(there.level)
    return {"text": said, "games": games, "side": figure, "players": players, "level": level}


def size(change: Change, name: str, results: Results) -> float:
    """How large a difference is, in margins of its measure."""
    return abs(change.value) / (results.measures[name].margin or 1)


def _sentence(arm: ArmResult, name: str, change: Change, words: StudyWords, results: Results) -> str:
    figure = arm.figures[name][""]
    share = results.measures[name].unit == "%"
    return words.text(
        "finding",
        variant=arm.title,
        measure=words.title(name),
        figure=words.figure(figure, name),
        change=words.change(change, name),
        unit=words.points if share else words.unit(name),
        players=arm.players,
        games=figure.games,
    )

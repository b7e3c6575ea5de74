"""Do conclusions depend on who played? What strong players agree on is an answer, the rest is not.

Beginners are heard, too, because a game is also theirs; but what only they say is not said of the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from schwarm.lab.results import NEVER, Change, Results
from schwarm.lab.standing import Grade, level


class CommonAnswer(StrEnum):
    """What the strong players say together of one measure of a variant."""

    MORE = "more"
    LESS = "less"
    SAME = "same"
    DIVIDED = "divided"  # what one is sure of another contradicts
    OPEN = "open"  # nobody is contradicted, but not all of them are sure
    NOBODY = "nobody"  # no strong player has played both rules


@dataclass(frozen=True, slots=True)
class Voice:
    """What one player's games say."""

    players: str
    kind: str
    level: Grade
    change: Change

    @property
    def says(self) -> CommonAnswer:
        """A direction, no difference, or nothing for sure."""
        if self.change.verdict == "differs":
            return CommonAnswer.MORE if self.change.value > 0 else CommonAnswer.LESS
        return CommonAnswer.SAME if self.change.verdict in ("same", NEVER) else CommonAnswer.OPEN


@dataclass(frozen=True, slots=True)
class Finding:
    """One measure of one variant: who says what, strongest players last as the study names them."""

    variant: str
    title: str
    measure: str
    answer: CommonAnswer
    voices: tuple[Voice, ...]

    @property
    def strong(self) -> tuple[Voice, ...]:
        """Those who can play under both rules."""
        return tuple(voice for voice in self.voices if voice.level is Grade.STRONG)

    @property
    def sure(self) -> bool:
        """Is it an answer?"""
        return self.answer in (CommonAnswer.MORE, CommonAnswer.LESS, CommonAnswer.SAME)

    @property
    def one_kind(self) -> bool:
        """Do all strong players judge by the same thing, so that it might be that thing's opinion?"""
        return len({voice.kind for voice in self.strong}) < 2

    @property
    def contradicted(self) -> bool:
        """Does anybody who is no strong player say the opposite for sure, or that there is no difference?"""
        said = {voice.says for voice in self.voices if voice.level is not Grade.STRONG}
        return self.sure and bool(said - {self.answer, CommonAnswer.OPEN})


def findings(results: Results) -> list[Finding]:
    """Every compared measure of every variant, in the order of the study."""
    found = []
    for variant, title in results.variants.items():
        arms = [arm for arm in results.arms if arm.variant == variant and not arm.match and arm.changes]
        levels = {arm.players: level(results, variant, arm.players) for arm in arms}
        for name in dict.fromkeys(name for arm in arms for name in arm.changes):
            voices = tuple(
                Voice(arm.players, results.kinds.get(arm.players, ""), levels[arm.players], arm.changes[name])
                for arm in arms
                if name in arm.changes
            )
            found.append(Finding(variant, title, name, together(voices), voices))
    return found


def together(voices: tuple[Voice, ...]) -> CommonAnswer:
    """What the strong ones agree on; where nobody's strength was measured, all count alike."""
    measured = any(voice.level is not Grade.UNKNOWN for voice in voices)
    said = [voice.says for voice in voices if not measured or voice.level is Grade.STRONG]
    if not said:
        return CommonAnswer.NOBODY
    sure = set(said) - {CommonAnswer.OPEN}
    if len(sure) > 1:
        return CommonAnswer.DIVIDED
    return said[0] if len(set(said)) == 1 else CommonAnswer.OPEN


def disagreements(results: Results) -> list[Finding]:
    """Where players contradict each other: the strong ones first, then beginners against them."""
    found = [one for one in findings(results) if one.answer is CommonAnswer.DIVIDED or one.contradicted]
    return sorted(found, key=lambda one: one.answer is not CommonAnswer.DIVIDED)

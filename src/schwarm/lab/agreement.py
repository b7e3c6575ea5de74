"""Do conclusions depend on who played? Players of different strength and knowledge are compared here."""

from __future__ import annotations

from dataclasses import dataclass

from schwarm.lab.results import ArmResult, Change, Results


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Two players whose games say different things of a variant. `opposite`: one more, the other less."""

    variant: str
    title: str
    measure: str
    one: str
    other: str
    first: Change
    second: Change
    opposite: bool


def disagreements(results: Results) -> list[Disagreement]:
    """Where players contradict each other, the opposite directions first.

    A contradiction is a sure difference in both games with opposite signs, or a sure difference in one where
    the other shows that there is none larger than the margin.
    """
    by_variant: dict[str, list[ArmResult]] = {}
    for arm in results.arms:
        if not arm.match and arm.changes:
            by_variant.setdefault(arm.variant, []).append(arm)
    found = []
    for arms in by_variant.values():
        for place, one in enumerate(arms):
            for other in arms[place + 1 :]:
                found += _between(one, other)
    return sorted(found, key=lambda one: (not one.opposite, one.variant, one.measure))


def _between(one: ArmResult, other: ArmResult) -> list[Disagreement]:
    found = []
    for name in one.changes.keys() & other.changes.keys():
        first, second = one.changes[name], other.changes[name]
        verdicts = {first.verdict, second.verdict}
        opposite = verdicts == {"differs"} and first.value * second.value < 0
        if opposite or verdicts == {"differs", "same"}:
            found.append(
                Disagreement(
                    one.variant, one.title, name, one.players, other.players, first, second, opposite
                )
            )
    return found

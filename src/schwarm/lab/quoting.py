"""Documents that quote a study: a template with prose, whose figures are filled in from results.

In a template (Jinja) `figure("rows=11", "best#1000", "plies")` is a figure with its interval and its games,
`change` the difference to the base with its verdict, `answer` what the strong players say together, `brief`
all that they say of a rule in one line. Rules go by name or title. What has not been played says so, so a
document can be written before its study has ended.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from schwarm.lab import agreement
from schwarm.lab.errors import LabError
from schwarm.lab.kinds import plain_kinds
from schwarm.lab.markdown import base_table, rule_table, standing_table
from schwarm.lab.measures.skill import WEAKER
from schwarm.lab.report import USE
from schwarm.lab.results import ArmResult, Change, Results
from schwarm.lab.variants import BASE
from schwarm.lab.wording import StudyWords

MISSING = "not played yet"
BRIEFLY = {
    agreement.CommonAnswer.SAME: "no difference that matters in",
    agreement.CommonAnswer.DIVIDED: "the strong players are divided about",
    agreement.CommonAnswer.OPEN: "open:",
    agreement.CommonAnswer.NOBODY: "no strong player has played it:",
}


class Quotes:
    """What a template may ask of one study."""

    def __init__(self, results: Results) -> None:
        self.results = results
        self.words = StudyWords("en", results)
        self._names = {title: name for name, title in results.variants.items()}
        self._said = {(one.variant, one.measure): one for one in agreement.findings(results)}

    # --- single figures ------------------------------------------------------------------------------
    def games(self, variant: str, players: str) -> int:
        """How many games an arm has."""
        arm = self._arm(variant, players)
        return 0 if arm is None else arm.games

    def figure(self, variant: str, players: str, measure: str, *, games: bool = True) -> str:
        """A figure with its interval, and with the number of its games if they are wished."""
        arm = self._arm(variant, players)
        if arm is None or "" not in arm.figures.get(measure, {}):
            return MISSING
        found = arm.figures[measure][""]
        told = self.words.figure(found, measure)
        return f"{told} of {found.games} games" if games else told

    def change(self, variant: str, players: str, measure: str) -> str:
        """The difference to the base, and what it means."""
        arm = self._arm(variant, players)
        if arm is None or measure not in arm.changes:
            return MISSING
        return f"{self.words.change(arm.changes[measure], measure)}, {self._verdict(arm.changes[measure])}"

    def skill(self, variant: str, pair: str) -> str:
        """What the weaker of two takes under a rule, and the difference to the base."""
        share = self.figure(variant, pair, WEAKER)
        alone = share == MISSING or self.name(variant) == BASE
        return share if alone else f"{share} ({self.change(variant, pair, WEAKER)})"

    # --- answers -------------------------------------------------------------------------------------
    def answer(self, variant: str, measure: str) -> str:
        """What the strong players say of one measure together, or who says what."""
        found = self._said.get((self.name(variant), measure))
        if found is None:
            return f"{variant}, {self.words.title(measure)}: {MISSING}."
        return self.words.who_says_what(found, self.results)

    def answers(self, variant: str, *measures: str) -> str:
        """These answers as a list, without what is open if none is named."""
        wanted = measures or tuple(
            measure for (name, measure), one in self._said.items() if name == self.name(variant) and one.sure
        )
        lines = [f"- {self.answer(variant, measure)}" for measure in wanted]
        return "\n".join(lines) or f"- {variant}: nothing is sure."

    def brief(self, variant: str) -> str:
        """A rule in one line: what differs for sure and by how much, what does not, and what is not known."""
        name = self.name(variant)
        said = [one for (rule, _), one in self._said.items() if rule == name]
        told = [
            f"{self.words.title(one.measure)} {one.answer} ("
            + "; ".join(f"`{by.players}` {self.words.change(by.change, one.measure)}" for by in one.strong)
            + ")"
            for one in said
            if one.answer in (agreement.CommonAnswer.MORE, agreement.CommonAnswer.LESS)
        ]
        for answer, words in BRIEFLY.items():
            titles = [self.words.title(one.measure) for one in said if one.answer is answer]
            told += [f"{words} {', '.join(titles)}"] if titles else []
        return f"- **{self.results.variants[name]}**: {'; '.join(told) or MISSING}."

    def sure(self) -> dict[str, int]:
        """How many answers are sure, divided and open, and to how many rules a sure one belongs."""
        said = list(self._said.values())
        divided = sum(one.answer is agreement.CommonAnswer.DIVIDED for one in said)
        sure = [one for one in said if one.sure]
        return {
            "sure": len(sure), "divided": divided, "open": len(said) - len(sure) - divided,
            "rules": len({one.variant for one in sure}),
        }  # fmt: skip

    def contradictions(
        self, other: Quotes, instead: Mapping[str, str] = MappingProxyType({})
    ) -> tuple[int, list[str]]:
        """How many sure differences another study has looked at, too, and those that it denies for sure.

        `instead`: whose games there stand against a player's games here, where they are other ones.
        """
        looked, denied = 0, []
        for arm in self.results.arms:
            again = other.results.arm(arm.variant, instead.get(arm.players, arm.players))
            for measure, change in arm.changes.items():
                second = again.changes.get(measure) if again is not None else None
                if change.verdict != "differs" or second is None:
                    continue
                looked += 1
                if second.verdict == "differs" and (second.value > 0) != (change.value > 0):
                    told = f"{self.words.change(change, measure)} and {self.words.change(second, measure)}"
                    denied.append(f"{arm.title}, {self.words.title(measure)}, {arm.players}: {told}")
        return looked, denied

    # --- tables --------------------------------------------------------------------------------------
    def standing(self) -> str:
        """How everybody scores against the yardsticks, rule by rule."""
        return "\n".join(standing_table(self.results, self.words))

    def rules(self, players: str, *measures: str) -> str:
        """Every rule in some measures: bold differs for sure, `=` is shown not to."""
        return "\n".join(rule_table(self.results, players, measures, self.words))

    def base(self) -> str:
        """The base in all plain measures."""
        return "\n".join(base_table(self.results, self.words))

    def kinds(self, players: str) -> str:
        """Which kinds of moves are on offer, chosen, and decisive under the base."""
        arm = self._arm(BASE, players)
        found = {} if arm is None else {name: arm.figures.get(name, {}) for name in USE}
        lines = ["| kind | on offer | chosen | last move of the winner |", "| --- | ---: | ---: | ---: |"]
        for kind in plain_kinds(self.results.game, {key for one in found.values() for key in one}):
            told = [
                self.words.figure(found[name][kind], name) if kind in found[name] else "never" for name in USE
            ]
            lines.append(f"| {self.words.kind(kind)} | {' | '.join(told)} |")
        return "\n".join(lines)

    def trace(self) -> str:
        """What doubled thinking is worth, by rule."""
        lines = [
            f"- {self.results.variants[variant]}: "
            + "; ".join(
                f"{nodes} to {2 * nodes} nodes {self.words.figure(one, WEAKER)}"
                for nodes, one in found.steps.items()
            )
            + f"; on average {self.words.figure(found.mean, WEAKER)}."
            for variant, found in self.results.skill_trace.items()
        ]
        return "\n".join(lines) or f"- {MISSING}"

    # --- names ---------------------------------------------------------------------------------------
    def name(self, variant: str) -> str:
        """A rule's name by its name or title."""
        found = self._names.get(variant, variant)
        if found not in self.results.variants:
            raise LabError(f"expected a rule of {', '.join(self.results.variants)}, not {variant!r}")
        return found

    def _arm(self, variant: str, players: str) -> ArmResult | None:
        return self.results.arm(self.name(variant), players)

    def _verdict(self, change: Change) -> str:
        return {"differs": "sure", "same": "no difference that matters"}.get(change.verdict, "open")


def quoted(template: Path, results: Results, other: Callable[[str], Results | None]) -> str:
    """A document from its template; `other` finds further studies by name, None where there is none."""
    from jinja2 import Environment, StrictUndefined, TemplateError

    def study(name: str) -> Quotes | None:
        found = other(name)
        return None if found is None else Quotes(found)

    house = Environment(undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    own = Quotes(results)
    offered: dict[str, Any] = {
        name: getattr(own, name) for name in dir(own) if not name.startswith("_") and name != "results"
    }
    try:
        text = house.from_string(template.read_text("utf-8")).render(
            offered, study=study, own=own, played=results.games, planned=results.planned,
            variants=results.variants, calibration=results.calibration,
        )  # fmt: skip
    except (TemplateError, UnicodeDecodeError) as error:
        raise LabError(f"{template}: expected a template of a document: {error}") from None
    return text.rstrip() + "\n"

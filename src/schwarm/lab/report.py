"""Reports of a study: a page that stands alone, Markdown, CSV and JSON, all drawn from its results."""

from __future__ import annotations

import csv
import gzip
import io
import json
from functools import partial
from importlib.resources import files
from math import log2
from pathlib import Path
from typing import Any

from schwarm.game import new_game
from schwarm.lab import plots, wording
from schwarm.lab.agreement import CommonAnswer, Finding, disagreements, findings
from schwarm.lab.errors import LabError
from schwarm.lab.examples import BIN
from schwarm.lab.figures import Figure
from schwarm.lab.kinds import plain_kinds
from schwarm.lab.measures.skill import DOUBLING, ELO, WEAKER
from schwarm.lab.plots import PlotMark
from schwarm.lab.results import ArmResult, Results
from schwarm.lab.skill import SkillTrace
from schwarm.lab.standing import standing
from schwarm.lab.variants import BASE
from schwarm.lab.wording import StudyWords

TEMPLATES = files("schwarm.lab").joinpath("templates")
REPORTS = files("schwarm.tournament").joinpath("templates")  # whose reports stand alone in the same style
COLUMNS = ("variant", "players", "measure", "key", "value", "low", "high", "games", "unit")
CHANGES = ("change", "change_low", "change_high", "p", "p_holm", "no_larger_than", "verdict")
USE = ("offered", "chosen", "decisive")
SHOWN = {"first_side", "plies", "stopped", "branching", WEAKER, ELO, DOUBLING}  # of every variant


def to_json(results: Results) -> str:
    """Everything, for other programs and for drawing it again."""
    return results.model_dump_json(indent=None) + "\n"


def read_json(path: Path) -> Results:
    """Results that were written before, compressed or not."""
    data = path.read_bytes()
    try:
        return Results.model_validate_json(gzip.decompress(data) if path.suffix == ".gz" else data)
    except (ValueError, OSError):
        raise LabError(f"{path}: expected the results of a study as JSON") from None


def to_shipped(results: Results) -> bytes:
    """Compressed JSON of what a report shows, for a game to bring along: the rest of the figures would be 15
    times as large. Numbers have six digits, and games have no numbers, as they are elsewhere."""
    said = results.model_dump(mode="json")
    for arm in said["arms"]:
        arm["examples"] = {}
        if arm["variant"] != BASE:
            told = SHOWN | arm["changes"].keys()
            arm["figures"] = {name: {"": one[""]} for name, one in arm["figures"].items() if name in told}
            arm["histogram"] = arm["heat"] = {}
    text = json.dumps(_short(said), ensure_ascii=False, separators=(",", ":"))
    return gzip.compress(text.encode(), 9, mtime=0)


def _short(said: Any) -> Any:
    if isinstance(said, dict):
        return {key: _short(value) for key, value in said.items()}
    if isinstance(said, list):
        return [_short(value) for value in said]
    return float(f"{said:.6g}") if isinstance(said, float) else said


def to_csv(results: Results) -> str:
    """One line for each figure; differences to the base beside the plain ones."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow((*COLUMNS, *CHANGES))
    for arm in results.arms:
        for name, figures in arm.figures.items():
            change = arm.changes.get(name)
            unit = results.measures[name].unit if name in results.measures else ""
            for key, figure in figures.items():
                numbers = [round(number, 6) for number in (figure.value, figure.low, figure.high)]
                row = [arm.variant, arm.players, name, key, *numbers, figure.games, unit]
                if change is not None and key == "":
                    sizes = (change.value, change.low, change.high, change.p, change.adjusted, change.bound)
                    row += [*(float(f"{size:.6g}") for size in sizes), change.verdict]
                writer.writerow(row)
    return out.getvalue()


def to_html(results: Results, language: str = "en") -> str:
    """A page that stands alone: no scripts, no further files."""
    from jinja2 import Environment, PackageLoader, select_autoescape

    templates = Environment(
        loader=PackageLoader("schwarm.lab"),
        autoescape=select_autoescape(),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    sheets = (REPORTS.joinpath("paper.css"), TEMPLATES.joinpath("lab.css"))
    style = "".join(sheet.read_text("utf-8") for sheet in sheets)
    report = templates.get_template("report.html")
    return report.render(style=style, language=language, **shown(results, language)) + "\n"


def shown(results: Results, language: str, *, links: bool = False) -> dict[str, Any]:
    """What the template of a study shows; `links` lead to games on the page."""
    words = StudyWords(language, results)
    alone = results.alone
    return {
        "study": results,
        "w": words,
        "links": links,
        "alone": alone,
        "matches": [players for players in results.players if players not in alone],
        "standing": partial(standing, results),
        "answers": answers(results),
        "unanswered": unanswered(results),
        "base": {players: results.arm(BASE, players) for players in results.players},
        "compared": compared(results),
        "groups": groups(results),
        "forests": forests(results, words, alone),
        "drawings": drawings(results, words, alone),
        "disagreements": disagreements(results),
        "findings": (found := wording.findings(results, words)),
        "sides": [one for one in found if "side" in one],
        "by_variant": by_variant(found),
    }


def by_variant(found: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """The findings about variants, those of one together."""
    grouped: dict[str, list[dict[str, Any]]] = {}
    for one in found:
        if "variant" in one:
            grouped.setdefault(one["variant"], []).append(one)
    return grouped


def answers(results: Results) -> dict[str, dict[str, Finding]]:
    """What the strong players say together, by variant and measure; none without known strong players."""
    found: dict[str, dict[str, Finding]] = {}
    for one in findings(results) if results.yardsticks else ():
        found.setdefault(one.variant, {})[one.measure] = one
    return {
        variant: said
        for variant, said in found.items()
        if any(one.answer is not CommonAnswer.NOBODY for one in said.values())
    }


def unanswered(results: Results) -> list[str]:
    """The variants under which no player is strong: nothing can be said of them."""
    played = {one.variant for one in findings(results)} if results.yardsticks else set()
    return [title for name, title in results.variants.items() if name in played - answers(results).keys()]


def compared(results: Results) -> list[str]:
    """The measures whose differences are shown."""
    seen = {name for arm in results.arms for name in arm.changes}
    return [name for name, text in results.measures.items() if text.compared and name in seen]


def groups(results: Results) -> dict[str, list[str]]:
    """Plain measures by group."""
    found: dict[str, list[str]] = {}
    for name, text in results.measures.items():
        if any("" in arm.figures.get(name, {}) for arm in results.arms):
            found.setdefault(text.group, []).append(name)
    return found


# --- plots -------------------------------------------------------------------------------------------
def forests(results: Results, words: StudyWords, alone: list[str]) -> dict[str, str]:
    """A forest plot of the differences for each compared measure."""
    return {name: forest(results, words, name, alone) for name in compared(results)}


def forest(results: Results, words: StudyWords, name: str, players: list[str]) -> str:
    """The differences of one measure: a row for each variant, a mark for each kind of player."""
    by = 100 if results.measures[name].unit == "%" else 1
    shown_players = [one for one in results.players if any(name in c.changes for c in results.of(one))]
    series = [one for one in players if one in shown_players] or shown_players
    rows: list[tuple[str, list[PlotMark | None]]] = []
    for variant in results.variants:
        marks: list[PlotMark | None] = []
        for one in series:
            arm = results.arm(variant, one)
            change = arm.changes.get(name) if arm is not None else None
            marks.append(
                None
                if change is None
                else PlotMark(
                    by * change.value,
                    by * change.low,
                    by * change.high,
                    change.verdict == "differs",
                    f"{one}: {words.change(change, name)}",
                )
            )
        if any(mark is not None for mark in marks):
            rows.append((results.variants[variant], marks))
    unit = words.points if by == 100 else words.unit(name)
    return plots.forest(words.title(name), rows, unit, words.text("difference"), series)


def drawings(results: Results, words: StudyWords, alone: list[str]) -> dict[str, str]:
    """Curves, histograms, use of kinds and heat maps of the base."""
    base = {players: arm for players in alone if (arm := results.arm(BASE, players)) is not None}
    found = {}
    for name, across, unit, top in (
        ("branching_over_plies", "ply", "moves", None),
        ("winners_lead_over_time", "tenth", "", None),
        ("uncertainty_over_time", "tenth", "", 1.0),
        ("forced_wins_over_plies", "ply", "%", None),
    ):
        by = 100 if unit == "%" else 1
        lines = {players: _line(arm, name, by) for players, arm in base.items() if name in arm.figures}
        if lines:
            told = words.plain_unit(unit)
            found[name] = plots.curve(words.title(name), lines, words.text(across), told, top)
    if results.skill_trace:
        traces = {results.variants[name]: _steps(one) for name, one in results.skill_trace.items()}
        found["skill_trace"] = plots.curve(
            words.text("skill_trace"), traces, words.text("doublings"), "%", 100
        )
    histograms = {players: arm.histogram for players, arm in base.items()}
    found["length"] = plots.histogram(words.title("plies"), histograms, BIN, words.plain_unit("plies"))
    board = new_game(results.game, profile=results.profile, seed=results.seed).board()
    for players, arm in base.items():
        kinds = {key for name in USE for key in arm.figures.get(name, {})}
        rows = [
            (words.kind(kind), [_mark(arm.figures.get(name, {}).get(kind), words) for name in USE])
            for kind in plain_kinds(results.game, kinds)
        ]
        series = [words.title(name) for name in USE]
        found[f"use {players}"] = plots.bars(f"{words.text('use')}, {players}", rows, series)
        found[f"heat {players}"] = plots.heat_map(f"{words.title('heat')}, {players}", board, arm.heat)
    return found


def _line(arm: ArmResult, name: str, by: float) -> list[tuple[float, PlotMark]]:
    """A curve without the points of which hardly anything is known: few games last that long."""
    figures = arm.figures[name]
    most = max(figure.high - figure.low for figure in figures.values())
    least = min(figure.high - figure.low for figure in figures.values())
    return [
        (float(key), PlotMark(by * figure.value, by * figure.low, by * figure.high, True))
        for key, figure in figures.items()
        if figure.high - figure.low <= max(8 * least, most / 4)
    ]


def _steps(trace: SkillTrace) -> list[tuple[float, PlotMark]]:
    """The score of doubled nodes by how often the nodes had been doubled before."""
    least = min(trace.steps)
    return [
        (log2(nodes / least), PlotMark(100 * one.value, 100 * one.low, 100 * one.high, True))
        for nodes, one in trace.steps.items()
    ]


def _mark(figure: Figure | None, words: StudyWords) -> PlotMark | None:
    if figure is None:
        return None
    return PlotMark(figure.value, figure.low, figure.high, True, words.percent(figure.value))

"""Events for other programs and for keeps: JSON, CSV, and a page that needs nothing else."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import cache
from importlib.resources import files
from typing import Any

from schwarm.games import rule_book
from schwarm.ratings import percent
from schwarm.tournament.chart import chart
from schwarm.tournament.errors import TournamentError
from schwarm.tournament.journal import GameLine
from schwarm.tournament.tree import tree
from schwarm.tournament.views import EventView

TEMPLATES = files("schwarm.tournament").joinpath("templates")
GAME_COLUMNS = (
    "stage",
    "group",
    "day",
    "match",
    "number",
    "first",
    "second",
    "first_points",
    "second_points",
    "reason",
    "first_fault",
    "second_fault",
    "plies",
    "first_ms",
    "second_ms",
    "first_slowest_ms",
    "second_slowest_ms",
    "wall_ms",
    "game",
    "first_scores",
    "second_scores",
)
TABLE_COLUMNS = (
    "stage",
    "group",
    "rank",
    "name",
    "matches_won",
    "matches_drawn",
    "matches_lost",
    "games_won",
    "games_drawn",
    "games_lost",
    "elo",
    "elo_low",
    "elo_high",
    "above_next",
    "criteria",
)


def to_json(view: EventView) -> str:
    """The whole event."""
    return json.dumps(asdict(view), indent=1) + "\n"


def games_csv(lines: Iterable[GameLine]) -> str:
    """One line for each game."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(GAME_COLUMNS)
    for line in lines:
        game = line.played
        scores = [" ".join(map(str, numbers)) for numbers in game.scores]
        times = [round(number, 1) for number in (*line.think_ms, *line.slowest_ms, line.wall_ms)]
        writer.writerow(
            [
                *line.key,
                *game.players,
                *game.points,
                game.reason,
                *(line.faults.get(name, "") for name in game.players),
                line.plies,
                *times,
                game.game,
                *scores,
            ]
        )
    return out.getvalue()


def tables_csv(view: EventView) -> str:
    """One line for each row of every table."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(TABLE_COLUMNS)
    for stage in view.stages:
        for group in stage.groups:
            for row in group.rows:
                criteria = "; ".join(
                    f"{name}={value}" for name, value in zip(group.criteria, row.values, strict=False)
                )
                elo = (row.elo, *(row.elo_interval or (None, None)), row.above_next)
                writer.writerow(
                    [
                        stage.name,
                        group.number + 1,
                        row.rank,
                        row.name,
                        *row.matches,
                        *row.games,
                        *elo,
                        criteria,
                    ]
                )
    return out.getvalue()


def to_html(view: EventView, curves: Mapping[str, Sequence[float]], language: str = "en") -> str:
    """A page that stands alone: no scripts, no further files. `curves` are the ratings after each day."""
    from jinja2 import Environment, PackageLoader, select_autoescape

    templates = Environment(
        loader=PackageLoader("schwarm.tournament"),
        autoescape=select_autoescape(),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    style = "".join(TEMPLATES.joinpath(name).read_text("utf-8") for name in ("report.css", "event.css"))
    report = templates.get_template("report.html")
    return report.render(style=style, language=language, **shown(view, curves, language)) + "\n"


def shown(view: EventView, curves: Mapping[str, Sequence[float]], language: str) -> dict[str, Any]:
    """What the template of an event shows, on the page and in the report."""
    book, told = rule_book(view.game), words(language)
    if language == "de":  # a game's own scores are criteria, too
        scores = dict(zip(book.score_names, book.german_score_names, strict=False))
        told = told | {"criteria": scores | told["criteria"]}
    return {
        "event": view,
        "title": book.title,
        "chart": chart(curves),
        "tree": tree,
        "percent": percent,
        "w": told,
    }


def languages() -> list[str]:
    """The languages of the report."""
    found = files("schwarm.tournament").joinpath("texts").iterdir()
    return sorted(path.name.removesuffix(".json") for path in found if path.name.endswith(".json"))


@cache
def words(language: str) -> dict[str, Any]:
    """The words of the template in a language."""
    if language not in languages():
        raise TournamentError(f"expected a language of {', '.join(languages())}, not {language!r}")
    text = files("schwarm.tournament").joinpath("texts", f"{language}.json").read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return found

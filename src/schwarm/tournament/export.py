"""Events for other programs and for keeps: JSON, CSV, and a page that needs nothing else."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from schwarm.games import rule_book
from schwarm.ratings import percent
from schwarm.tournament.chart import chart
from schwarm.tournament.errors import TournamentError
from schwarm.tournament.journal import EventJournal
from schwarm.tournament.tree import tree
from schwarm.tournament.views import EventView, GameView

TEMPLATES = files("schwarm.tournament").joinpath("templates")
MOST_GAMES, MOST_FAULTS, MOST_LINKS = 2_000, 100, 50  # that a report lists; links of one fault
GAME_COLUMNS = (
    "event",
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
    "event",
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


def games_csv(journal: EventJournal) -> str:
    """One line for each game, with the keys of `tables_csv`.

    Event, stage and group together with a name are one line of the tables; all numbers count from 1.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(GAME_COLUMNS)
    stages = [stage.name for stage in journal.event.stages]
    for line in journal.games():
        game = line.played
        scores = [" ".join(map(str, numbers)) for numbers in game.scores]
        times = [round(number, 1) for number in (*line.think_ms, *line.slowest_ms, line.wall_ms)]
        writer.writerow(
            [
                journal.number,
                stages[line.key.stage],
                *(number + 1 for number in line.key[1:]),
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
                        view.id,
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


def to_html(
    view: EventView,
    curves: Mapping[str, Sequence[float]],
    language: str = "en",
    *,
    logs: Mapping[int, Mapping[str, str]] | None = None,
    page: str = "",
) -> str:
    """A page that stands alone: no scripts, no further files. `curves` are the ratings after each day.

    `logs` is what programs said in games that were lost by a fault, by the game's number and the player's
    name. Games lead to the address `page` if one is given, where `schwarm up` serves the same store; else to
    their line in the report.
    """
    if page and not page.startswith(("http://", "https://")):
        raise TournamentError(f"expected the address of a page such as http://localhost:8000, not {page!r}")
    from jinja2 import Environment, PackageLoader, select_autoescape

    templates = Environment(
        loader=PackageLoader("schwarm.tournament"),
        autoescape=select_autoescape(),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    sheets = ("paper.css", "report.css", "event.css")
    style = "".join(TEMPLATES.joinpath(name).read_text("utf-8") for name in sheets)
    games = list(_games(view))
    page = page.rstrip("/")
    lists = {
        "games": games,
        "faults": _faults([game for _, game in games], logs or {}),
        "most_links": MOST_LINKS,
        "page": page,
        "most_games": MOST_GAMES,
        "most_faults": MOST_FAULTS,
    }
    known = shown(view, curves, language) | {"records": f"{page}/record/" if page else "#game-"}
    report = templates.get_template("report.html")
    return report.render(style=style, language=language, **lists, **known) + "\n"


@dataclass(frozen=True, slots=True)
class FaultView:
    """What somebody did wrong, in these games, and what its program said in the first of them."""

    name: str
    what: str
    games: list[int]
    said: str


def _faults(games: Sequence[GameView], logs: Mapping[int, Mapping[str, str]]) -> list[FaultView]:
    """Every different fault once, the most frequent ones first."""
    found: dict[tuple[str, str], FaultView] = {}
    for game in games:
        number = game.game or 0
        for name, what in game.faults.items():
            said = logs.get(number, {}).get(name, "")
            found.setdefault((name, what), FaultView(name, what, [], said)).games.append(number)
    return sorted(found.values(), key=lambda fault: -len(fault.games))


def _games(view: EventView) -> Iterator[tuple[str, GameView]]:
    """Every game that is in the store, with its stage."""
    for stage in view.stages:
        for group in stage.groups:
            for day in group.days:
                for match in day:
                    yield from ((stage.name, game) for game in match.games if game.game is not None)


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
        "records": "/record/",
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

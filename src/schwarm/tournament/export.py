"""Events for other programs and for keeps: JSON, CSV, and a page that needs nothing else."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.resources import files
from typing import Any

from schwarm.game import rule_book
from schwarm.game.errors import Refusal
from schwarm.ratings import percent
from schwarm.tournament.chart import chart
from schwarm.tournament.errors import TournamentError
from schwarm.tournament.journal import EventJournal
from schwarm.tournament.listing import listed
from schwarm.tournament.tree import tree
from schwarm.tournament.views import EventView, GameView
from schwarm.tournament.words import languages, words

__all__ = ["games_csv", "languages", "shown", "tables_csv", "to_html", "to_json", "to_xlsx", "words"]

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
    "first_processor_ms",
    "second_processor_ms",
    "wall_ms",
    "game",
    "first_scores",
    "second_scores",
    "counts",
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


Cell = str | float | None  # of a table for a spreadsheet
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a cell begins with that a spreadsheet would work out


def to_json(view: EventView) -> str:
    """The whole event."""
    return json.dumps(asdict(view), indent=1) + "\n"


def games_csv(journal: EventJournal) -> str:
    """One line for each game, with the keys of `tables_csv`; a game that nobody played has no number.

    Event, stage and group together with a name are one line of the tables; all numbers count from 1. Games
    that do not count are those of matches that were annulled.
    """
    return csv_text(GAME_COLUMNS, _game_rows(journal))


def tables_csv(view: EventView) -> str:
    """One line for each row of every table."""
    return csv_text(TABLE_COLUMNS, _table_rows(view))


def to_xlsx(view: EventView, journal: EventJournal, language: str = "en") -> bytes:
    """Tables and games as a workbook, in which numbers are numbers whatever the reader's country."""
    import xlsxwriter

    told, out = words(language), io.BytesIO()
    sheets = (("standings", TABLE_COLUMNS, _table_rows(view)), ("games", GAME_COLUMNS, _game_rows(journal)))
    plain = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    with xlsxwriter.Workbook(out, plain) as book:
        bold = book.add_format({"bold": True})
        for name, columns, rows in sheets:
            sheet = book.add_worksheet(told[name])
            sheet.write_row(0, 0, [told["columns"][column] for column in columns], bold)
            for number, row in enumerate(rows, 1):
                cells = [_translated(*pair, language) for pair in zip(columns, row, strict=True)]
                sheet.write_row(number, 0, cells)
            sheet.freeze_panes(1, 0)
            sheet.autofit()
    return out.getvalue()


def _translated(column: str, cell: Cell, language: str) -> Cell:
    """A cell in the reader's language, where it holds words of ours; names stay as they are."""
    told = words(language)
    if not isinstance(cell, str):
        return cell
    if isinstance(cell, Refusal):
        return cell.said(language)
    known = {"stage": told["stages"], "reason": told["reasons"] | told["endings"], "counts": told["answers"]}
    return str(known.get(column, {}).get(cell, cell))


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """Rows as CSV; no cell is taken for a formula."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_harmless(cell) for cell in row] for row in rows)
    return out.getvalue()


def _harmless(cell: Cell) -> Cell:
    """A text that a spreadsheet would take for a formula gets a mark in front that makes it a text."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell


def _game_rows(journal: EventJournal) -> Iterator[list[Cell]]:
    stages = [stage.name for stage in journal.event.stages]
    for found in listed(journal):
        game, line = found.played, found.line
        scores = [" ".join(map(str, numbers)) for numbers in game.scores]
        spent: tuple[float | None, ...] = (0.0,) * 7
        if line:
            spent = (*line.think_ms, *line.slowest_ms, *line.processor_ms, line.wall_ms)
        yield [
            journal.number,
            stages[found.key.stage],
            *(number + 1 for number in found.key[1:]),
            *game.players,
            *game.points,
            game.reason,
            *((line.faults if line else {}).get(name, "") for name in game.players),
            line.plies if line else 0,
            *(None if number is None else round(number, 1) for number in spent),
            game.game,
            *scores,
            "yes" if found.counts else "no",
        ]


def _table_rows(view: EventView) -> Iterator[list[Cell]]:
    for stage in view.stages:
        for group in stage.groups:
            for row in group.rows:
                criteria = "; ".join(
                    f"{name}={value}" for name, value in zip(group.criteria, row.values, strict=False)
                )
                elo = (row.elo, *(row.elo_interval or (None, None)), row.above_next)
                own = (view.id, stage.name, group.number + 1, row.rank, row.name)
                yield [*own, *row.matches, *row.games, *elo, criteria]


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
    what: Refusal
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
    """Every game, with its stage."""
    for stage in view.stages:
        for group in stage.groups:
            for day in group.days:
                for match in day:
                    yield from ((stage.name, game) for game in match.games)


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
        "reasons": told["reasons"] | told["endings"],
        "percent": percent,
        "w": told,
        "records": "/record/",
    }

"""Events for other programs and for keeps: JSON, CSV, and a page that needs nothing else."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from dataclasses import asdict
from html import escape

from schwarm.tournament.journal import GameLine
from schwarm.tournament.tree import tree
from schwarm.tournament.views import EventView, GroupView, MatchView, StageView

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
h1, h2, h3 { line-height: 1.2; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { padding: .25rem .6rem; border-bottom: 1px solid #d5dbe3; text-align: right; white-space: nowrap; }
th:nth-child(2), td:nth-child(2) { text-align: left; }
.cross td, .cross th { text-align: center; padding: .2rem .4rem; font-size: .85rem; }
.cross td:first-child { text-align: left; }
.bracket { display: flex; gap: 2rem; overflow-x: auto; }
.bracket > div { display: flex; flex-direction: column; }
.tie { flex: 1; display: flex; align-items: center; position: relative; padding: .4rem 0; }
.tie::before, .tie::after { content: ""; position: absolute; width: 1rem; border: 0 solid #b9c3d0; }
.bracket > div:not(:first-child) .tie::before { right: 100%; top: 50%; border-top-width: 1px; }
.bracket > div:not(:last-child) .tie::after { left: 100%; border-right-width: 1px; }
.bracket > :not(:last-child) .tie:nth-of-type(odd)::after { top: 50%; bottom: 0; border-top-width: 1px; }
.bracket > :not(:last-child) .tie:nth-of-type(even)::after { top: 0; bottom: 50%; border-bottom-width: 1px; }
.match { border: 1px solid #b9c3d0; border-radius: .4rem; padding: .4rem .7rem; min-width: 12rem; }
.match small, .note { color: #5b6675; }
.third { display: inline-block; margin: .6rem 0; }
.winner { font-weight: 600; }
.days { columns: 18rem; }
.days section { break-inside: avoid; }
@media (prefers-color-scheme: dark) {
  body { background: #12161c; color: #dfe6ee; }
  th, td { border-color: #303947; }
  .match, .tie::before, .tie::after { border-color: #46515f; }
  .match small, .note { color: #97a3b2; }
}
"""

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
    "detail",
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
                line.detail,
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


def to_html(view: EventView) -> str:
    """A page that stands alone: no scripts, no further files."""
    state = "finished" if view.finished else f"{view.played} of {view.known} known games played"
    parts = [
        f"<h1>{escape(view.name)}</h1>",
        f"<p class=note>{escape(view.game)}, {view.played} games, {state}</p>",
        *(_stage(stage) for stage in view.stages),
    ]
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(view.name)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head>'
        f"<body>\n{body}\n</body></html>\n"
    )


def _stage(stage: StageView) -> str:
    parts = [f"<h2>{escape(stage.name)}</h2>"]
    if not stage.groups:
        parts.append("<p class=note>not begun</p>")
    for group in stage.groups:
        if len(stage.groups) > 1:
            parts.append(f"<h3>Group {group.number + 1}</h3>")
        if stage.kind == "knock-out":
            parts.append(_bracket(group))
        parts += [_table(group), _sureness(group)]
        if stage.kind != "knock-out":
            parts += [_cross(group), _days(group)]
    if stage.test is not None:
        test = stage.test
        parts.append(
            f"<p>{escape(test.first)} against {escape(test.second)}: Elo {test.elo:+.1f} "
            f"({test.elo_interval[0]:+.1f} to {test.elo_interval[1]:+.1f}), LLR {test.llr:.2f}, "
            f"{escape(test.verdict or 'undecided')}</p>"
        )
    return "\n".join(parts)


def _table(group: GroupView) -> str:
    rated = any(row.elo is not None for row in group.rows)
    heads = [
        "",
        "entrant",
        "matches",
        "games",
        *group.criteria,
        *(["Elo", "95 %", "above next"] if rated else []),
    ]
    lines = ["".join(f"<th>{escape(head)}</th>" for head in heads)]
    for row in group.rows:
        cells = [str(row.rank), row.name, "-".join(map(str, row.matches)), "-".join(map(str, row.games))]
        cells += [f"{value:g}" for value in row.values]
        if rated:
            interval = f"{row.elo_interval[0]:+.0f} to {row.elo_interval[1]:+.0f}" if row.elo_interval else ""
            sure = "" if row.above_next is None else f"{100 * row.above_next:.0f} %"
            cells += [f"{row.elo:+.0f}" if row.elo is not None else "", interval, sure]
        lines.append("".join(f"<td>{escape(cell)}</td>" for cell in cells))
    return "<table>" + "\n".join(f"<tr>{line}</tr>" for line in lines) + "</table>"


def _sureness(group: GroupView) -> str:
    if group.first_best is None or group.order_right is None or not group.rows:
        return ""
    return (
        f"<p class=note>{escape(group.rows[0].name)} is really the strongest with probability "
        f"{100 * group.first_best:.0f} %; the whole order is right with probability "
        f"{100 * group.order_right:.0f} % (200 resampled events).</p>"
    )


def _cross(group: GroupView) -> str:
    names = [row.name for row in group.rows]
    heads = "<th></th>" + "".join(f"<th>{place}</th>" for place in range(1, len(names) + 1))
    lines = [heads]
    for place, (name, row) in enumerate(zip(names, group.cross, strict=True), 1):
        cells = "".join(f"<td>{'-'.join(map(str, cell)) if cell else ''}</td>" for cell in row)
        lines.append(f"<td>{place} {escape(name)}</td>{cells}")
    return "<table class=cross>" + "\n".join(f"<tr>{line}</tr>" for line in lines) + "</table>"


def _days(group: GroupView) -> str:
    parts = []
    for number, day in enumerate(group.days, 1):
        lines = "<br>".join(_line(match) for match in day)
        parts.append(f"<section><h4>Day {number}</h4><p>{lines}</p></section>")
    return f"<details><summary>Match days</summary><div class=days>{''.join(parts)}</div></details>"


def _line(match: MatchView) -> str:
    if match.away is None:
        return f"{escape(match.home)} rests"
    result = f"{match.won[0]}:{match.won[1]}" if match.games else "-"
    return f"{escape(match.home)} - {escape(match.away)} {result}"


def _bracket(group: GroupView) -> str:
    drawn = tree(group.days)
    columns = "".join(
        "<div>"
        + "".join(f"<div class=tie>{_box(one.title, match)}</div>" for match in one.matches)
        + "</div>"
        for one in drawn.rounds
    )
    third = "" if drawn.third is None else f"<div class=third>{_box(drawn.third.title, drawn.third)}</div>"
    return f"<div class=bracket>{columns}</div>{third}"


def _box(title: str, match: MatchView | None) -> str:
    note = title + (f", decided by {match.decided_by}" if match and match.decided_by else "")
    lines = [f"<small>{escape(note)}</small>"]
    for place in range(2):
        name = None if match is None else (match.home, match.away)[place]
        if match is not None and name is not None:
            kind = " class=winner" if name == match.winner else ""
            lines.append(f"<div{kind}>{escape(name)} {match.won[place] if match.games else ''}</div>")
        elif match is None:
            lines.append("<div>?</div>")
    return f"<div class=match>{''.join(lines)}</div>"

"""Plots as SVG text: forest plots, curves, bars, histograms, heat maps. Colours come from the style sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, cos, floor, log10, pi, sin

from schwarm.game.board import Board, Shape

WIDTH = 760
LABEL = 230  # room for the names of rows
ROW = 18
SIGNS = ("a", "b", "c", "d")  # style classes of series


@dataclass(frozen=True, slots=True)
class PlotMark:
    """A figure with its interval in one row and one series of a plot; `sure` ones are filled."""

    value: float
    low: float
    high: float
    sure: bool
    hint: str = ""


def nice(low: float, high: float, count: int = 6) -> list[float]:
    """Round numbers that cover a range.

    >>> nice(0, 1)
    [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    """
    if high <= low:
        high = low + 1
    rough = (high - low) / (count - 1)
    size = 10 ** floor(log10(rough))
    step = next(size * part for part in (1, 2, 5, 10) if size * part >= rough * 0.999)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [round(number * step, 10) for number in range(first, last + 1)]


def plain(number: float) -> str:
    return f"{number:g}".replace("-", "\u2212")


def svg(width: float, height: float, title: str, body: Sequence[str]) -> str:
    """A picture with a name for those who cannot see it."""
    return (
        f'<svg class="plot" viewBox="0 0 {width:.0f} {height:.0f}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{''.join(body)}</svg>"
    )


def forest(
    title: str,
    rows: Sequence[tuple[str, Sequence[PlotMark | None]]],
    unit: str,
    zero: str,
    series: Sequence[str],
) -> str:
    """Differences with intervals: a row for each variant, a mark for each series."""
    marks = [mark for _, found in rows for mark in found if mark is not None]
    if not marks:
        return ""
    ticks = nice(min(0, *(mark.low for mark in marks)), max(0, *(mark.high for mark in marks)))
    left, right = LABEL + 10, WIDTH - 20
    span = ticks[-1] - ticks[0]
    step = max(ROW, 9 * len(series) + 4)
    top, bottom = 34, 34 + step * len(rows)

    def x(value: float) -> float:
        return left + (right - left) * (value - ticks[0]) / span

    body = [_legend(series, left, 12)]
    for tick in ticks:
        body.append(f'<line class="grid" x1="{x(tick):.1f}" x2="{x(tick):.1f}" y1="{top}" y2="{bottom}"/>')
        body.append(f'<text class="tick" x="{x(tick):.1f}" y="{bottom + 14}">{plain(tick)}</text>')
    body.append(f'<line class="zero" x1="{x(0):.1f}" x2="{x(0):.1f}" y1="{top}" y2="{bottom}"/>')
    body.append(
        f'<text class="axis" x="{(left + right) / 2:.0f}" y="{bottom + 30}">'
        f"{escape(zero)} ({escape(unit)})</text>"
    )
    for number, (name, found) in enumerate(rows):
        middle = top + step * (number + 0.5)
        body.append(f'<text class="name" x="{LABEL}" y="{middle + 4:.1f}">{escape(name)}</text>')
        for place, mark in enumerate(found):
            if mark is None:
                continue
            y = middle + 9 * (place - (len(found) - 1) / 2)
            kind = f"{SIGNS[place % 4]}{' sure' if mark.sure else ''}"
            body.append(
                f'<g class="mark {kind}"><title>{escape(mark.hint)}</title>'
                f'<line x1="{x(mark.low):.1f}" x2="{x(mark.high):.1f}" y1="{y:.1f}" y2="{y:.1f}"/>'
                f'<circle cx="{x(mark.value):.1f}" cy="{y:.1f}" r="3.2"/></g>'
            )
    return svg(WIDTH, bottom + 38, title, body)


def _legend(series: Sequence[str], left: float, y: float) -> str:
    if len(series) < 2:
        return ""
    parts, x = [], left
    for place, name in enumerate(series):
        parts.append(f'<g class="mark {SIGNS[place % 4]} sure"><circle cx="{x:.0f}" cy="{y}" r="4"/></g>')
        parts.append(f'<text class="legend" x="{x + 9:.0f}" y="{y + 4}">{escape(name)}</text>')
        x += 24 + 7.2 * len(name)
    return "".join(parts)


def curve(
    title: str,
    series: Mapping[str, Sequence[tuple[float, PlotMark]]],
    across: str,
    unit: str,
    top: float | None = None,
) -> str:
    """Lines with bands, one for each series, over a number such as the ply."""
    points = [point for line in series.values() for point in line]
    if len(points) < 2:
        return ""
    ups = nice(0, top or max(mark.high for _, mark in points), 5)
    overs = nice(min(place for place, _ in points), max(place for place, _ in points), 7)
    left, right, above, below = 60, WIDTH - 20, 30, 250

    def x(value: float) -> float:
        return left + (right - left) * (value - overs[0]) / (overs[-1] - overs[0])

    def y(value: float) -> float:
        return below - (below - above) * min(value, ups[-1]) / ups[-1]

    body = [_legend(list(series), left, 12)]
    for tick in ups:
        body.append(f'<line class="grid" x1="{left}" x2="{right}" y1="{y(tick):.1f}" y2="{y(tick):.1f}"/>')
        body.append(f'<text class="up" x="{left - 6}" y="{y(tick) + 4:.1f}">{plain(tick)}</text>')
    body += [f'<text class="tick" x="{x(tick):.1f}" y="{below + 16}">{plain(tick)}</text>' for tick in overs]
    body.append(f'<text class="axis" x="{(left + right) / 2:.0f}" y="{below + 34}">{escape(across)}</text>')
    body.append(f'<text class="unit" x="6" y="{above - 8}">{escape(unit)}</text>')
    for place, line in enumerate(series.values()):
        kind = SIGNS[place % 4]
        ordered = sorted(line, key=lambda point: point[0])
        band = [f"{x(over):.1f},{y(mark.high):.1f}" for over, mark in ordered]
        band += [f"{x(over):.1f},{y(mark.low):.1f}" for over, mark in reversed(ordered)]
        way = " ".join(f"{x(over):.1f},{y(mark.value):.1f}" for over, mark in ordered)
        body.append(f'<polygon class="band {kind}" points="{" ".join(band)}"/>')
        body.append(f'<polyline class="line {kind}" points="{way}"/>')
    return svg(WIDTH, below + 42, title, body)


def histogram(title: str, series: Mapping[str, Mapping[str, int]], size: int, across: str) -> str:
    """Columns side by side, as shares of each series."""
    bins = sorted({int(place) for counts in series.values() for place in counts})
    if not bins:
        return ""
    shares = {
        name: {int(place): count / max(1, sum(counts.values())) for place, count in counts.items()}
        for name, counts in series.items()
    }
    ups = nice(0, max(share for counts in shares.values() for share in counts.values()), 5)
    overs = nice(0, bins[-1] + size, 7)
    left, right, above, below = 60, WIDTH - 20, 30, 230

    def x(value: float) -> float:
        return left + (right - left) * value / overs[-1]

    def y(value: float) -> float:
        return below - (below - above) * value / ups[-1]

    body = [_legend(list(series), left, 12)]
    for tick in ups:
        body.append(f'<line class="grid" x1="{left}" x2="{right}" y1="{y(tick):.1f}" y2="{y(tick):.1f}"/>')
        body.append(f'<text class="up" x="{left - 6}" y="{y(tick) + 4:.1f}">{plain(100 * tick)} %</text>')
    body += [f'<text class="tick" x="{x(tick):.1f}" y="{below + 16}">{plain(tick)}</text>' for tick in overs]
    body.append(f'<text class="axis" x="{(left + right) / 2:.0f}" y="{below + 34}">{escape(across)}</text>')
    wide = (x(size) - x(0) - 2) / len(shares)
    for place, counts in enumerate(shares.values()):
        for start, share in counts.items():
            at = x(start) + 1 + place * wide
            body.append(
                f'<rect class="bar {SIGNS[place % 4]}" x="{at:.1f}" y="{y(share):.1f}" width="{wide:.1f}" '
                f'height="{below - y(share):.1f}"/>'
            )
    return svg(WIDTH, below + 42, title, body)


def bars(title: str, rows: Sequence[tuple[str, Sequence[PlotMark | None]]], series: Sequence[str]) -> str:
    """Shares from 0 to 100 % with intervals: a row for each kind, a bar for each series."""
    left, right, top = LABEL - 60, WIDTH - 60, 30
    step = 13 * len(series) + 8
    bottom = top + step * len(rows)

    def x(value: float) -> float:
        return left + (right - left) * value

    body = [_legend(series, left, 12)]
    for tick in (0, 0.25, 0.5, 0.75, 1):
        body.append(f'<line class="grid" x1="{x(tick):.1f}" x2="{x(tick):.1f}" y1="{top}" y2="{bottom}"/>')
        body.append(f'<text class="tick" x="{x(tick):.1f}" y="{bottom + 14}">{plain(100 * tick)} %</text>')
    for number, (name, found) in enumerate(rows):
        middle = top + step * (number + 0.5) + 4
        body.append(f'<text class="name" x="{left - 8}" y="{middle:.1f}">{escape(name)}</text>')
        for place, mark in enumerate(found):
            if mark is None:
                continue
            y, kind = top + step * number + 4 + 13 * place, SIGNS[place % 4]
            wide, after = x(mark.value) - left, x(max(mark.high, mark.value)) + 5
            body.append(
                f'<g class="mark {kind} sure"><title>{escape(mark.hint)}</title>'
                f'<rect class="bar {kind}" x="{left}" y="{y}" width="{wide:.1f}" height="11"/>'
                f'<line x1="{x(mark.low):.1f}" x2="{x(mark.high):.1f}" y1="{y + 5.5}" y2="{y + 5.5}"/></g>'
                f'<text class="value" x="{after:.1f}" y="{y + 9.5}">{escape(mark.hint)}</text>'
            )
    return svg(WIDTH, bottom + 22, title, body)


def heat_map(title: str, board: Board, shares: Mapping[str, float]) -> str:
    """The board with each cell shaded by its share of all arrivals."""
    cells = [cell for cell in board.cells if board.shape is not Shape.RIVER or cell.name in shares]
    if not cells or not shares:
        return ""
    scale, most = 22.0, max(shares.values())
    left, top = min(cell.x for cell in cells), min(cell.y for cell in cells)
    body = []
    for cell in cells:
        x, y = scale * (cell.x - left + 0.7), scale * (cell.y - top + 0.7)
        share = shares.get(cell.name, 0.0)
        shade = f'class="heat" fill-opacity="{0.04 + 0.96 * share / most:.2f}"'
        hint = f"<title>{escape(cell.name)}: {100 * share:.2f} %</title>"
        if board.shape is Shape.SQUARE:
            body.append(
                f'<rect {shade} x="{x - 10.5:.1f}" y="{y - 10.5:.1f}" width="21" height="21">{hint}</rect>'
            )
        else:
            corners = " ".join(
                f"{x + 12.4 * sin(pi / 3 * k):.1f},{y + 12.4 * cos(pi / 3 * k):.1f}" for k in range(6)
            )
            body.append(f'<polygon {shade} points="{corners}">{hint}</polygon>')
    width = scale * (max(cell.x for cell in cells) - left + 1.4)
    height = scale * (max(cell.y for cell in cells) - top + 1.4)
    return svg(width, height, title, body).replace('class="plot"', 'class="plot board"', 1)

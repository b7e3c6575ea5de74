"""Small line charts as SVG, without any library: the loss of each training and the strength of each net."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

WIDE = 640
HIGH = 320
LEFT = 60
RIGHT = 130
TOP = 40
BOTTOM = 40
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")


@dataclass(frozen=True, slots=True)
class Curve:
    """A named list of points; `spans` are vertical ranges of doubt, one a point."""

    name: str
    points: Sequence[tuple[float, float]]
    spans: Sequence[tuple[float, float]] = ()


def chart(title: str, across: str, curves: Sequence[Curve]) -> str:
    """A whole SVG file; without any points an empty frame."""
    xs = [x for curve in curves for x, _ in curve.points]
    ys = [y for curve in curves for _, y in curve.points] + [
        y for curve in curves for span in curve.spans for y in span
    ]
    low_x, high_x = (min(xs), max(xs)) if xs else (0.0, 1.0)
    low_y, high_y = (min(ys), max(ys)) if ys else (0.0, 1.0)
    span_x = (high_x - low_x) or 1.0
    room = 0.05 * (high_y - low_y) or 0.05
    low_y, high_y = low_y - room, high_y + room

    def place(x: float, y: float) -> tuple[float, float]:
        return (
            round(LEFT + (x - low_x) / span_x * (WIDE - LEFT - RIGHT), 1),
            round(HIGH - BOTTOM - (y - low_y) / (high_y - low_y) * (HIGH - TOP - BOTTOM), 1),
        )

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDE}" height="{HIGH}" fill="white"/>',
        f'<text x="{LEFT}" y="22" font-size="15">{escape(title)}</text>',
        f'<text x="{(LEFT + WIDE - RIGHT) / 2}" y="{HIGH - 8}" text-anchor="middle">{escape(across)}</text>',
    ]
    for i in range(5):
        value = low_y + i / 4 * (high_y - low_y)
        _, y = place(low_x, value)
        parts.append(f'<line x1="{LEFT}" x2="{WIDE - RIGHT}" y1="{y}" y2="{y}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4}" text-anchor="end">{value:.3g}</text>')
    for value in sorted({low_x, low_x + span_x / 2, low_x + span_x}):
        x, _ = place(value, low_y)
        parts.append(f'<text x="{x}" y="{HIGH - BOTTOM + 16}" text-anchor="middle">{value:g}</text>')
    for number, curve in enumerate(curves):
        colour = COLOURS[number % len(COLOURS)]
        spots = [place(x, y) for x, y in curve.points]
        line = " ".join(f"{x},{y}" for x, y in spots)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for x, y in spots:
            parts.append(f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>')
        for (x, _), (low, high) in zip(curve.points, curve.spans, strict=False):
            left, bottom = place(x, low)
            _, top = place(x, high)
            parts.append(f'<line x1="{left}" x2="{left}" y1="{bottom}" y2="{top}" stroke="{colour}"/>')
        y = TOP + 18 * number
        parts.append(f'<rect x="{WIDE - RIGHT + 12}" y="{y}" width="10" height="10" fill="{colour}"/>')
        parts.append(f'<text x="{WIDE - RIGHT + 28}" y="{y + 9}">{escape(curve.name)}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"

"""Tables of events on a terminal: whatever its width, no result is cut."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from schwarm.tournament.terminal import print_event
from schwarm.tournament.views import EventView, GroupView, RowView, StageView

CRITERIA = ["match points", "victory points", "head-to-head", "Sonneborn-Berger", "lot"]


def row(rank: int, name: str) -> RowView:
    return RowView(
        rank=rank,
        name=name,
        matches=(3, 1, 2),
        games=(12, 10, 14),
        values=[33, 204, 7, 150.5, 0],
        elo=104.0 - rank,
        elo_interval=(-127.0, 314.0),
        above_next=0.99,
    )


@pytest.mark.parametrize("width", [80, 100, 140])
def test_no_number_of_a_table_is_cut(width: int) -> None:
    rows = [row(1, "Ada"), row(2, "The School of a Very Long Name, Second Team")]
    group = GroupView(
        number=0, criteria=CRITERIA, rows=rows, days=[], cross=[], finished=True,
        order_right=0.5, first_best=0.5,
    )  # fmt: skip
    stage = StageView(
        name="League", kind="round robin", bracket=False, finished=True, groups=[group], test=None
    )
    event = EventView(
        id=1, name="Cup", game="piranhas", finished=True, played=2, known=2, results=0, stages=[stage]
    )
    out = io.StringIO()
    print_event(Console(file=out, width=width, highlight=False), event)
    lines = out.getvalue().splitlines()
    assert max(map(len, lines)) <= width
    assert "…" not in out.getvalue()
    for number in ("3-1-2", "12-10-14", "33", "204", "+103 (-127, +314)", "99 %"):
        assert number in out.getvalue()
    assert ("not shown" in out.getvalue()) == (width == 80)

"""A table of another page: told once, passed on to all who watch here, healed where something is missing."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest

from schwarm.web.shared.connections import Push
from schwarm.web.tables.far_crowds import FarCrowd, letter_of, read_letter
from schwarm.web.tables.far_table import FarTable
from schwarm.web.tables.watchers import Watchers
from tests.web.shared.live import Live
from tests.web.tables.test_pushes import SlowLine, listening


class Asked:
    """The line to the page that has the table."""

    def __init__(self) -> None:
        self.times = 0

    def ask(self, table: FarTable) -> None:
        self.times += 1


def said(text: str) -> dict[str, Any]:
    return {"side": "red", "line": "", "text": text, "at": 1.0}


def whole(ply: int, *more: dict[str, Any]) -> list[str]:
    state = {"status": "running", "ply": ply, **clock(50)}
    del state["type"]
    return [json.dumps(one) for one in ({"type": "state", "number": 100 + ply, "state": state}, *more)]


def change(ply: int) -> Push:
    message = {"type": "change", "number": 100 + ply, "change": {"ply": [ply]}}
    return Push(json.dumps(message).encode(), number=100 + ply)


def clock(thinking_ms: int) -> dict[str, Any]:
    return {"type": "clock", "clock": {"thinking_ms": thinking_ms}}


@pytest.fixture
def table() -> FarTable:
    made = FarTable("table")
    owner: Any = Asked()
    made.owner = owner
    made.whole(7, whole(0, clock(50)))
    return made


def times_asked(table: FarTable) -> int:
    owner: Any = table.owner
    return int(owner.times)


def watching(table: FarTable) -> SlowLine:
    client, line = listening()
    table.enter(client)
    return line


def seen(line: SlowLine) -> Live:
    live = Live()
    for text in line.written:
        live.hear(json.loads(text))
    return live


def test_newcomers_get_the_state_that_all_others_have_reached(table: FarTable) -> None:
    early = watching(table)
    table.hear(8, change(1))
    table.hear(9, change(2))
    late = watching(table)
    table.hear(10, change(3))
    assert (
        seen(early).state == seen(late).state == {"status": "running", "ply": 3, "clock": {"thinking_ms": 50}}
    )
    assert times_asked(table) == 0
    told = [json.loads(text) for text in late.written]
    assert [one["type"] for one in told] == ["welcome", "state", "clock", "change"]
    assert told[2]["clock"]["thinking_ms"] >= 50


def test_a_letter_that_is_lost_or_empty_is_healed_by_the_whole_state(table: FarTable) -> None:
    line = watching(table)
    table.hear(9, change(2))
    table.hear(10, change(3))
    assert times_asked(table) == 1, "it is under way"
    assert seen(line).state["ply"] == 0
    table.whole(9, whole(2))
    assert times_asked(table) == 2, "a newer letter had come meanwhile"
    table.whole(10, whole(3))
    table.hear(11, None)  # too long for the relay
    assert times_asked(table) == 3
    table.whole(11, whole(4))
    table.hear(11, change(4))  # on its way when the state was told
    table.hear(12, change(5))
    assert seen(line).state["ply"] == 5
    table.hear(12, None)  # nothing was lost
    assert times_asked(table) == 3


def test_what_was_said_is_heard_once(table: FarTable) -> None:
    line = watching(table)
    table.hear(8, Push(json.dumps({"type": "said", "said": [said("one")]}).encode(), lasting=True))
    table.look()
    table.whole(9, whole(0, {"type": "said", "said": [said("one"), said("two")]}))
    heard = [one["said"] for one in map(json.loads, line.written) if one["type"] == "said"]
    assert heard == [[said("one")], [said("two")]]
    assert json.loads(watching(table).written[-1])["said"] == [said("one"), said("two")]


def test_letters_read_as_they_were_written_and_long_ones_are_empty() -> None:
    push = Push('{"type":"said","text":"grün\\n"}'.encode(), number=5, lasting=True)
    key, sent, read = read_letter(letter_of("12", 3, push))
    assert (key, sent) == ("12", 3)
    assert read is not None
    assert (read.data, read.number, read.lasting) == (push.data, 5, True)
    letters: list[str] = []
    watched = SimpleNamespace(watchers=Watchers(), plan=SimpleNamespace(id="table"))
    crowd = FarCrowd(watched, "12", letters.append, longest=20)  # type: ignore[arg-type]
    crowd.push(Push(b"short"))
    crowd.push(Push(b"much too long for it"))
    crowd.beat()
    assert letters == ["12 1 0 0\nshort", "12 2", "12 2"]

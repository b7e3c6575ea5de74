"""A loss one can learn from: notes beside the moves, statistics, and all games of a team to take home."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest

from schwarm.classroom.notes import beside
from schwarm.programs.output import KEPT, Output
from tests.classroom.classes import in_class

pytestmark = pytest.mark.compiled_only  # about tournaments, not about rules


def test_what_is_said_stands_beside_the_move_it_was_said_for() -> None:
    output = Output()
    output.add(b"ready\n")
    for move, said in ((1, b"depth 3"), (3, b""), (5, b"depth 4\nsure\n")):
        output.mark(move)
        output.add(said)
    assert output.text() == "ready\ndepth 3depth 4\nsure\n"
    assert beside(output.marked()) == {0: "ready\n", 1: "depth 3\n", 5: "depth 4\nsure\n"}
    silent = Output()
    silent.mark(1)
    assert silent.marked() == ""


def test_the_middle_of_a_long_output_is_left_out_where_it_was() -> None:
    output = Output()
    for move in range(1, 8):
        output.mark(move)
        output.add(bytes([96 + move]) * (KEPT // 2))
    found = beside(output.marked())
    assert (found[1][0], found[2][0], found[7][0]) == ("a", "b", "g")
    assert "bytes left out" in output.marked()
    assert output.marked().count("left out") == 1
    assert 4 not in found  # nothing of it is kept


def test_a_team_sees_how_it_does_against_whom_and_takes_all_games_home(tmp_path: Path) -> None:
    with in_class(tmp_path) as room:
        made = room.create()
        ada, *_ = (room.join(made, name) for name in ("Ada", "Bob", "Cy"))
        room.did(made["id"], "start")
        room.finished(made["id"])
        shown = room.team(ada)
        assert [one["opponent"] for one in shown["statistics"]] == ["Bob", "Cy"]
        for one in shown["statistics"]:
            for side in ("first", "second"):
                assert sum(one[side][key] for key in ("won", "drawn", "lost")) == 1
                assert one[side]["plies"] > 0
        record = shown["games"][0]["record"]
        notes = room.client.get(f"/api/class/teams/{ada}/games/{record}/notes", headers=room.own(ada)).json()
        assert len(notes["plies"]) == shown["games"][0]["plies"]
        assert notes["side"] in ("red", "blue")
        other = {"authorization": f"Bearer {room.tokens[ada + 1]}"}
        address = f"/api/class/teams/{ada}/games/{record}/notes"
        assert room.client.get(address, headers=other).status_code == 403
        own = room.client.get(f"/record/{record}?team={ada}", follow_redirects=False).headers["location"]
        assert own.endswith(f"?team={ada}&record={record}")
        assert "classroom/notes+tables/game.js" in room.client.get(own).text
        content = room.client.get(f"/api/class/teams/{ada}/export", headers=room.own(ada)).content
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            lines = archive.read("games.jsonl").splitlines()
            table = archive.read("games.csv").decode().splitlines()
        assert len(lines) == 4
        assert all("Ada" in json.loads(line)["seats"].values() for line in lines)
        assert table[0].startswith("opponent,first,result")
        assert len(table) == 5

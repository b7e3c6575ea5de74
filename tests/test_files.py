"""Games out of files of every kind, and games as tables."""

from __future__ import annotations

import csv
import gzip
import json
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import schwarm
from schwarm.cli import run
from schwarm.files import KeptGame
from schwarm.game.record import End, Irregular
from schwarm.store import open_store
from tests import ROOT

REPLAY = ROOT / "tests" / "vectors" / "protocol" / "2026" / "replay.xml.gz"


def records() -> list[schwarm.Record]:
    """Two short games: one that somebody gave up, one that still runs."""
    made = []
    for seed in (7, 2**64 - 1):
        game = schwarm.new_game("piranhas", seed=seed)
        for _ in range(3):
            game.play(game.legal_moves()[0])
        made.append(schwarm.record_of(game, {"red": "Ada", "blue": "Bob"}))
    timed = replace(made[0].plies[0], think_ms=7.5, server_ms=0.5, processor_ms=7.25)
    first = replace(made[0], plies=(timed, *made[0].plies[1:]))
    return [first.ended(End("red", Irregular.RESIGNED, {})), made[1]]


def lines() -> str:
    return "".join(record.to_json() + "\n" for record in records())


def table(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(Path(name).read_text(encoding="utf-8").splitlines()))


def test_records_are_read_from_files_packed_or_not_and_from_the_journal_of_a_match(tmp_path: Path) -> None:
    (tmp_path / "games.jsonl").write_text(lines())
    (tmp_path / "games.gz").write_bytes(gzip.compress(lines().encode()))
    said = {"task": "x", "faults": {}, "logs": {}, "record": json.loads(records()[0].to_json())}
    (tmp_path / "journal").write_text(json.dumps(said) + "\n")
    assert list(schwarm.load_games(tmp_path / "games.jsonl")) == records()
    assert list(schwarm.load_games(str(tmp_path / "games.gz"))) == records()
    assert list(schwarm.load_games(tmp_path / "journal")) == records()[:1]


def test_a_store_and_a_replay_are_known_by_what_they_hold_and_folders_are_read_whole(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "b-store")) as store:
        for record in records():
            store.save(record)
    (replayed,) = schwarm.load_games(REPLAY)
    shutil.copyfile(REPLAY, tmp_path / "a-replay")
    found = list(schwarm.load_games(tmp_path))
    assert found[:2] == [replayed, records()[0]]
    assert found[2].plies == records()[1].plies
    assert schwarm.replay(replayed).outcome() is not None


@pytest.mark.parametrize(
    ("name", "held", "told"),
    [
        ("x.jsonl", lines().encode() + b"nonsense", "x.jsonl, line 3: expected a game record"),
        ("x.jsonl", b"", "x.jsonl: expected at least one record"),
        ("x.xml", b"<protocol>", "x.xml: expected at least one state"),
        ("x.gz", b"\x1f\x8bnonsense", "x.gz: expected a gzip file"),
        ("x.db", b"SQLite format 3\0nonsense", "is no database"),
    ],
)
def test_what_holds_no_games_is_told_with_its_name_and_line(
    tmp_path: Path, name: str, held: bytes, told: str
) -> None:
    (tmp_path / name).write_bytes(held)
    with pytest.raises(schwarm.GameError, match=told):
        list(schwarm.load_games(tmp_path / name))


def test_an_export_has_a_row_for_each_ply_or_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("games.jsonl").write_text(lines(), encoding="utf-8")
    assert run(["export", "games.jsonl", "--to", "plies.csv"]) == 0
    assert capsys.readouterr().out == "6 plies to plies.csv\n"
    rows = table("plies.csv")
    assert [row["result"] for row in rows] == ["1", "-1", "1", "", "", ""]
    assert [row["player"] for row in rows[:3]] == ["Ada", "Bob", "Ada"]
    assert [(row["think_ms"], row["processor_ms"]) for row in rows[:2]] == [("7.5", "7.25"), ("", "")]
    for row in rows:
        assert row["move"] in schwarm.new_game(row["game"], position=row["position"]).legal_moves()
    assert run(["export", "games.jsonl", "--to", "games.csv", "--rows", "games"]) == 0
    games = table("games.csv")
    assert [row["reason"] for row in games] == ["resigned", ""]
    assert games[1]["seed"] == str(2**64 - 1)
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize("kind", ["plies", "games"])
def test_parquet_says_the_same_as_csv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="needs the extra data")
    monkeypatch.chdir(tmp_path)
    Path("games.jsonl").write_text(lines(), encoding="utf-8")
    for name in ("table.parquet", "table.csv"):
        assert run(["export", "games.jsonl", "--to", name, "--rows", kind]) == 0
    told = table("table.csv")
    read = parquet.read_table("table.parquet").to_pylist()
    assert [
        {name: "" if value is None else str(value) for name, value in row.items()} for row in read
    ] == told


def test_without_its_extra_parquet_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    (tmp_path / "games.jsonl").write_text(lines())
    assert run(["export", str(tmp_path / "games.jsonl"), "--to", str(tmp_path / "x.parquet")]) == 2
    assert "Parquet needs pyarrow: pip install '" in capsys.readouterr().err
    assert not (tmp_path / "x.parquet").exists()


def test_what_a_program_wrote_is_kept_with_the_move_it_was_asked_for() -> None:
    log = "hello\n--- move 1 ---\nI have 45 moves\nA1\n--- move 3 ---\nbye\n"
    kept = KeptGame(records()[0], logs={"bot": log, "other": ""})
    assert [kept.said_for(move) for move in range(4)] == [
        ["bot: hello"],
        ["bot: I have 45 moves", "bot: A1"],
        [],
        ["bot: bye"],
    ]

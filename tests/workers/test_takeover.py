"""Games that other code has played: they count again where some of them, played anew, are the same."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from schwarm.game.record import End, Ply, Record
from schwarm.players import BotSpec
from schwarm.workers import Contestant, Journal, hired, pairs
from schwarm.workers import journal as journals
from schwarm.workers.takeover import Difference, of_other_code, parting, take_over
from tests.workers.crews import InProcess, played

ONE, OTHER = Contestant("one", BotSpec("1")), Contestant("other", BotSpec("random"))
PLAN = pairs("piranhas", ONE, OTHER, 6, options={"rounds": 6}, opening_plies=4)


@pytest.fixture
def noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The journal of a match that was played by other code."""
    path = tmp_path / "games.jsonl"
    with monkeypatch.context() as older:
        older.setattr(journals, "code_of", lambda game: "other code")
        played(PLAN, InProcess(), Journal(path))
    return path


def checked(path: Path, replays: int) -> tuple[Difference | None, list[int], Journal]:
    """What `take_over` found, the numbers of the games played again for that, and the journal after it."""
    crew, journal = InProcess(), Journal(path)
    with hired(crew) as share:
        found = take_over(PLAN, journal, share, replays)
    return found, [task.key[-1] for task in crew.played], journal


def test_games_that_are_the_same_when_played_again_let_all_count(noted: Path) -> None:
    before = Journal(noted).reports()
    assert of_other_code(PLAN, Journal(noted)) == PLAN
    found, again, journal = checked(noted, 2)
    assert found is None
    assert again == [0, 3], "spread over the match"
    assert [report.key[-1] for report in before] == list(range(6))
    for known in (journal, Journal(noted)):
        assert of_other_code(PLAN, known) == []
        assert all(known.find(task) for task in PLAN)
        assert [report.record.plies[-1].move for report in known.reports()] == [
            report.record.plies[-1].move for report in before
        ]
    lines = [json.loads(line) for line in noted.read_text().splitlines()]
    assert len(lines) == len(PLAN), "what was played anew replaces what was noted"
    told = [line["taken_over"]["replayed"] for line in lines if "taken_over" in line]
    assert told == [2] * 4
    crew = InProcess()
    assert len(played(PLAN, crew, Journal(noted))) == 6
    assert crew.played == []


def test_one_game_that_goes_another_way_lets_none_count(noted: Path) -> None:
    lines = noted.read_text().splitlines()
    changed = json.loads(lines[3])
    changed["record"]["plies"][4][0] = "another move"
    noted.write_text("\n".join([*lines[:3], json.dumps(changed), *lines[4:]]) + "\n")
    found, again, journal = checked(noted, 2)
    assert found == Difference(seed=1, plies=4)
    assert again == [0, 3]
    assert [task.key for task in of_other_code(PLAN, journal)] == [(1,), (2,), (4,), (5,)]
    assert all(journal.find(PLAN[number]) for number in (0, 3)), "what was played anew counts"
    assert len(journal) == 6


def test_more_replays_than_games_play_all_of_them_and_a_torn_line_costs_its_game_only(noted: Path) -> None:
    noted.write_bytes(noted.read_bytes()[:-20])
    found, again, journal = checked(noted, 100)
    assert found is None
    assert again == [0, 1, 2, 3, 4]
    assert journal.find(PLAN[5]) is None
    assert len(Journal(noted)) == 5
    assert checked(noted, 3)[:2] == (None, []), "nothing is left to look at"


def test_two_games_part_where_a_move_or_their_end_differs(noted: Path) -> None:
    record = Journal(noted).reports()[0].record
    shorter = replace(record, plies=record.plies[:-1])
    other = replace(record, plies=(Ply("x"), *record.plies[1:]))
    slower = replace(record, plies=tuple(replace(ply, think_ms=1e6) for ply in record.plies))
    lost = record.ended(End("red", "a reason", {}))
    found = [parting(record, one) for one in (record, slower, shorter, other, lost)]
    assert found == [None, None, len(shorter.plies), 0, len(record.plies)]
    assert parting(Record.from_json(record.to_json()), record) is None

"""Games that other code has played: they count again where some of them, played anew, are the same."""

import json
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from schwarm.game.record import End, Ply, Record
from schwarm.players import BotSpec
from schwarm.workers import BadJournal, Bar, Contestant, Journal, Lines, Report, hired, pairs
from schwarm.workers import journal as journals
from schwarm.workers.takeover import Difference, Older, of_other_code, parting, take_over
from tests.workers.crews import InProcess, played

ONE, OTHER = Contestant("one", BotSpec("1")), Contestant("other", BotSpec("random"))
PLAN = pairs("piranhas", ONE, OTHER, 6, options={"rounds": 6}, opening_plies=4)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.jsonl"


@pytest.fixture
def code(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Sets the code of today, so that what is noted from then on is its work."""

    def become(name: str) -> None:
        monkeypatch.setattr(journals, "code_of", lambda game: name)

    become("first")
    return become


@pytest.fixture
def noted(path: Path, code: Any) -> Path:
    """The journal of a match that was played by other code."""
    played(PLAN, InProcess(), Journal(path))
    code("second")
    return path


def checked(path: Path, replays: int) -> tuple[list[Older], list[int], Journal]:
    """What was found of each other code, the numbers of the games played again, and the journal after it."""
    crew, journal = InProcess(), Journal(path)
    found = of_other_code(PLAN, journal)
    with hired(crew) as share:
        for older in found:
            take_over(older, journal, share, replays)
    return found, [task.key[-1] for task in crew.played], journal


def alter(path: Path, *numbers: int) -> None:
    """Let noted games go another way at their fifth ply."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for line in lines:
        if line["key"][-1] in numbers:
            line["record"]["plies"][4][0] = "another move"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


def counting(path: Path) -> list[int]:
    """The numbers of the games that count today."""
    journal = Journal(path)
    return [number for number, task in enumerate(PLAN) if journal.find(task)]


def moves(reports: list[Report]) -> list[list[str]]:
    return [[ply.move for ply in report.record.plies] for report in reports]


def test_games_that_are_the_same_when_played_again_let_all_count(noted: Path) -> None:
    before = Journal(noted).reports()
    (found,), again, journal = checked(noted, 2)
    assert found.different is None
    assert again == [0, 3], "spread over the match"
    assert counting(noted) == list(range(6))
    assert of_other_code(PLAN, journal) == []
    assert moves(journal.reports()) == moves(Journal(noted).reports()) == moves(before)
    lines = [json.loads(line) for line in noted.read_text(encoding="utf-8").splitlines()]
    assert [line["key"][-1] for line in lines] == list(range(6)), (
        "what was played anew replaces what was noted"
    )
    told = [line["taken_over"] for line in lines if "taken_over" in line]
    assert [[one["replayed"] for one in each] for each in told] == [[2]] * 4
    crew = InProcess()
    assert len(played(PLAN, crew, Journal(noted))) == 6
    assert crew.played == []


def test_one_game_that_goes_another_way_lets_none_count_however_often_one_asks(noted: Path) -> None:
    alter(noted, 0)
    for asked in range(2):
        (found,), again, _ = checked(noted, 6)
        assert found.different == Difference(seed=0, plies=4)
        assert len(again) < 6 if asked == 0 else again == [], "one difference is enough, and it is known then"
        assert 0 in counting(noted), "what was played anew counts"
        assert len(counting(noted)) < 6
    assert len(Journal(noted)) == 6


def test_an_interrupted_check_goes_on_with_what_it_has_seen(
    noted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, crew = Journal(noted), InProcess()
    (older,) = of_other_code(PLAN, journal)

    class Interrupted(Bar):
        def __init__(self) -> None:
            pass

        def note(self, text: str = "") -> None:
            raise KeyboardInterrupt

    with hired(crew) as share, pytest.raises(KeyboardInterrupt):
        take_over(older, journal, share, 2, Interrupted())
    assert len(counting(noted)) in (1, 2)
    seen = len(counting(noted))
    (found,), again, _ = checked(noted, 3)
    assert len(again) == 3 - seen
    assert len(found.replayed) == 3
    assert counting(noted) == list(range(6))


def test_the_games_of_each_code_are_checked_by_themselves(noted: Path, code: Any) -> None:
    alter(noted, 0, 1, 2, 3, 4, 5)
    checked(noted, 1)  # the second code has played game 0 by itself, and the others are not like its own
    code("third")
    found, again, _ = checked(noted, 1)
    assert [len(one.tasks) for one in found] == [1, 5]
    assert again == [0, 1]
    assert [one.different for one in found] == [None, Difference(seed=0, plies=4)]
    assert counting(noted) == [0, 1]


def test_a_line_tells_every_code_from_which_its_game_was_taken_over(noted: Path, code: Any) -> None:
    checked(noted, 1)
    code("third")
    checked(noted, 1)
    lines = [json.loads(line) for line in noted.read_text(encoding="utf-8").splitlines()]
    chains = [[one["from"] for one in line.get("taken_over", ())] for line in lines]
    assert [len(chain) for chain in chains] == [0, 2, 2, 2, 2, 2]
    assert len({code for chain in chains for code in chain}) == 2


def test_more_replays_than_games_play_all_of_them_and_a_torn_line_costs_its_game_only(noted: Path) -> None:
    noted.write_bytes(noted.read_bytes()[:-20])
    (found,), again, _ = checked(noted, 100)
    assert found.different is None
    assert again == [0, 1, 2, 3, 4]
    assert counting(noted) == [0, 1, 2, 3, 4]
    assert checked(noted, 3)[:2] == ([], []), "nothing is left to look at"


def test_games_are_taken_over_beside_a_line_that_is_torn(noted: Path) -> None:
    noted.write_bytes(noted.read_bytes()[:-20])
    journal = Journal(noted)
    (older,) = of_other_code(PLAN, journal)
    journal.take_over(older.tasks, older.code, 0)
    assert counting(noted) == [0, 1, 2, 3, 4]


def test_what_another_match_adds_while_games_are_taken_over_stays(noted: Path) -> None:
    mine, other = Journal(noted), Journal(noted)
    (older,) = of_other_code(PLAN, mine)
    task = replace(PLAN[0], seed=77)
    (report,) = played([task], InProcess())
    other.add(task, report)
    mine.take_over(older.tasks, older.code, 0)
    other.add(replace(task, seed=78), report)
    assert counting(noted) == list(range(6))
    assert Journal(noted).find(task)
    assert Journal(noted).find(replace(task, seed=78))


def test_two_journals_of_a_torn_file_both_keep_what_they_add(noted: Path) -> None:
    noted.write_bytes(noted.read_bytes()[:-20])
    journals_of_it = Journal(noted), Journal(noted)
    for journal, task in zip(journals_of_it, (PLAN[5], replace(PLAN[0], seed=77)), strict=True):
        (report,) = played([task], InProcess())
        journal.add(task, report)
    assert counting(noted) == [5]
    assert Journal(noted).find(replace(PLAN[0], seed=77))
    assert len(Journal(noted)) == 7


ADD = """
import sys
from pathlib import Path
from schwarm.workers import Lines

lines = Lines(Path(sys.argv[1]), "numbers", lambda said: said["number"])
for number in range(100):
    lines.add({"number": number}, number)
"""


@pytest.mark.compiled_only  # about processes, not about rules
def test_a_file_that_is_rewritten_loses_nothing_of_what_another_process_adds(tmp_path: Path) -> None:
    path = tmp_path / "numbers.jsonl"
    lines = Lines(path, "numbers", lambda said: said["number"])
    lines.add({"number": -1}, -1)
    with subprocess.Popen([sys.executable, "-c", ADD, str(path)]) as other:
        while other.poll() is None:
            lines.rewrite(list)
            time.sleep(0.002)  # else the other one hardly ever has its turn
    assert other.returncode == 0
    assert Lines(path, "numbers", lambda said: said["number"]).entries == list(range(-1, 100))


@pytest.mark.parametrize("name", ["task", "code"])
def test_a_line_whose_names_are_no_texts_is_no_line_of_a_journal(name: str, noted: Path) -> None:
    line = json.loads(noted.read_text(encoding="utf-8").splitlines()[0]) | {name: [1]}
    noted.write_text(json.dumps(line) + "\n", encoding="utf-8")
    with pytest.raises(BadJournal, match="not line 1"):
        Journal(noted)


def test_two_games_part_where_a_move_or_their_end_differs(noted: Path) -> None:
    record = Journal(noted).reports()[0].record
    shorter = replace(record, plies=record.plies[:-1])
    other = replace(record, plies=(Ply("x"), *record.plies[1:]))
    slower = replace(record, plies=tuple(replace(ply, think_ms=1e6) for ply in record.plies))
    lost = record.ended(End("red", "a reason", {}))
    found = [parting(record, one) for one in (record, slower, shorter, other, lost)]
    assert found == [None, None, len(shorter.plies), 0, len(record.plies)]
    assert parting(Record.from_json(record.to_json()), record) is None

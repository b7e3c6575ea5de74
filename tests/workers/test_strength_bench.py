"""The long matches: what was played is noted, and not played again."""

from pathlib import Path

from bench import strength
from schwarm.workers import Task
from schwarm.workers.tally import Tally
from tests.workers.crews import InProcess

PLAN = strength.plan("piranhas", "random", "random", 4, 60_000, 0)


def match(tasks: list[Task], notes: Path) -> tuple[Tally, list[Task]]:
    crew = InProcess()
    return strength.match("a match", tasks, 1, notes, crew), crew.played


def test_a_match_stopped_in_the_middle_goes_on_where_it_was(tmp_path: Path) -> None:
    notes = tmp_path / "results" / "notes.jsonl"
    first, _ = match(PLAN[:3], notes)
    whole, played = match(PLAN, notes)
    assert (first.games, whole.games) == (3, 4)
    assert [task.seed for task in played] == [task.seed for task in PLAN[3:]]
    again, played = match(PLAN, notes)
    assert again == whole
    assert played == []

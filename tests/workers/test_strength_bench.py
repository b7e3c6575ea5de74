"""The long matches: what was played is noted, and not played again."""

import json
import re
from functools import reduce
from itertools import cycle, groupby
from pathlib import Path

import pytest

import schwarm
from bench import agreed_wins, foresight, gate, shuffles, strength
from bench.compare import ROOT
from schwarm.bots.learned import shipped_file
from schwarm.workers import Journal, Report, Task
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


def test_a_gate_counts_whole_pairs_and_goes_on_from_its_notes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = [
        "gate",
        "hive",
        str(shipped_file("hive")),
        "--nodes",
        "5",
        "--notes",
        str(tmp_path / "notes.jsonl"),
    ]
    for games in ("3", "6"):
        monkeypatch.setattr("sys.argv", [*words, "--games", games])
        gate.main()
    first, second = (line for line in capsys.readouterr().out.splitlines() if "against best-0.2" in line)
    assert sum(int(number) for number in re.findall(r"(\d+) (?:won|drawn|lost)", first)) == 2
    assert sum(int(number) for number in re.findall(r"(\d+) (?:won|drawn|lost)", second)) == 6
    assert len((tmp_path / "notes.jsonl").read_text("utf-8").splitlines()) == 6


def test_agreed_wins_are_played_on_and_those_that_do_not_hold_are_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = tmp_path / "notes.jsonl"
    match(PLAN, notes)
    lines = [json.loads(line) for line in notes.read_text("utf-8").splitlines()]
    for line, winner in zip(lines, ("red", "blue"), strict=False):  # red leads by five pieces in both
        line["record"]["plies"].pop()
        line["record"]["end"] |= {"winner": winner, "reason": "adjudicated"}
    notes.write_text("".join(json.dumps(line) + "\n" for line in lines))
    monkeypatch.setattr("sys.argv", ["agreed_wins", str(notes), "--nodes", "50"])
    agreed_wins.main()
    assert "4 games, 2 of them agreed on: 1 end as agreed, 1.0 plies later" in capsys.readouterr().out


def test_scores_are_compared_with_what_came_of_them_by_the_plies_that_are_left(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = tmp_path / "notes.jsonl"
    match(strength.plan("piranhas", "greedy", "1", 4, 60_000, 0), notes)
    capsys.readouterr()
    monkeypatch.setattr("sys.argv", ["foresight", str(notes), "--nodes", "64", "--share", "1"])
    foresight.main()
    lines = capsys.readouterr().out.splitlines()
    told = [re.search(r" (\d+) positions: scored ([\d.]+), expected ([\d.]+), drawn", line) for line in lines]
    found = [tuple(map(float, one.groups())) for one in told if one]
    assert len(found) == len(lines)
    plies = [len(report.record.plies) for report in Journal(notes).reports()]
    assert sum(count for count, _, _ in found) == sum(plies)
    assert lines[0].startswith("0 plies left to 11")
    assert "36 plies left or more" in lines[-1]
    last = [one for line, one in zip(lines, found, strict=True) if line.startswith("0 plies left")]
    assert last[0][1] == 0, "who is lost by far near the end loses"
    assert last[-1][1] == 1
    assert last[0][2] < 0.1
    assert last[-1][2] > 0.9


def test_positions_made_again_and_again_are_counted_in_the_games_of_a_journal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = schwarm.new_game("hive", seed=0)
    for move in ("Q@0,0", "Q@1,0", "A@-1,0", "A@2,0"):
        game.play(move)
    for move in cycle(("-1,0>-1,1", "2,0>1,1", "-1,1>-1,0", "1,1>2,0")):  # red and blue by turns, to and fro
        game.play(move)
        if game.finished():
            break
    (task,) = strength.plan("hive", "random", "greedy", 1, 60_000, 0)
    notes = tmp_path / "notes.jsonl"
    record = schwarm.record_of(game, {"red": "random", "blue": "greedy"})
    Journal(notes).add(task, Report(task.key, record, wall_ms=0.0))
    words = ["shuffles", "hive", "--journal", str(notes)]
    for judge in (["--nodes", "50"], ["--judge", "best", "--judge-nodes", "50"]):
        monkeypatch.setattr("sys.argv", [*words, *judge])
        shuffles.main()
        told = capsys.readouterr().out
        assert "greedy: 1 of 1 games with such moves" in told
        assert "random: 1 of 1 games with such moves" in told
    monkeypatch.setattr("sys.argv", [*words, "--judge", "random"])
    with pytest.raises(SystemExit):
        shuffles.main()
    assert "expected a judge that searches, such as best, not random" in capsys.readouterr().err


def profile(report: Report) -> str:
    return report.record.profile


@pytest.mark.parametrize(
    "path", sorted((ROOT / "bench" / "journals").glob("*.jsonl")), ids=lambda path: path.stem
)
def test_the_figures_at_two_seconds_are_those_of_the_journals(path: Path) -> None:
    told = (ROOT / "bench" / "notes" / "two-seconds.md").read_text("utf-8")
    reports = sorted(Journal(path).reports(), key=profile)
    players = {name for report in reports for name in report.record.seats.values()}
    (name,) = (player for player in players if player.startswith("best#"))
    for _, games in groupby(reports, profile):
        tally = reduce(Tally.plus, (Tally.of(report, name) for report in games))
        assert tally.text().partition(" of the points")[0] in told

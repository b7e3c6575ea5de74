"""`schwarm match`: whoever can be named can play, and whoever does not has lost."""

import json
import os
import sys
from pathlib import Path

import pytest

from schwarm.cli import run
from schwarm.cli.language import texts
from schwarm.cli.unfinished import kept_while_played
from schwarm.players import BotSpec
from schwarm.workers import Contestant, Journal, Task
from schwarm.workers import journal as journals
from tests.workers.foreign import NO_SHOWS, honest, program

pytestmark = pytest.mark.compiled_only  # about processes, not about rules
SHORT = ["--option", "rounds=4", "--time", "60000", "--processes", "1"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def played(capsys: pytest.CaptureFixture[str], *arguments: str, codes: tuple[int, ...] = (0,)) -> str:
    assert run(["match", "piranhas", *arguments, *SHORT]) in codes
    return " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("case", NO_SHOWS)
def test_a_program_that_does_not_play_loses_every_game_and_the_reason_is_told(
    case: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    body, told = NO_SHOWS[case]
    games = "2" if case == "never connects" else "4"
    arrive = ["--arrive", "3"] if case == "never connects" else []
    codes = (1,) if told.startswith("never came") else (0, 1)  # who joins and closes may have been seen
    text = played(capsys, program(folder, body), "random", "--games", games, *arrive, codes=codes)
    assert f"0 won, 0 drawn, {games} lost" in text
    assert f"{games} lost by ./player.py: " in text
    assert told in text


def test_two_programs_that_do_not_play_both_lose(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = program(folder, "sys.exit(1)")
    text = played(capsys, command, command, "--games", "2", codes=(1,))
    assert "0 won, 0 drawn, 2 lost" in text
    assert "2 lost by ./player.py: never came" in text
    assert "2 lost by ./player.py (2): never came" in text


def test_programs_functions_and_commands_with_arguments_play(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "my_bots.py").write_text("def think(game, budget_ms):\n    return game.legal_moves()[0]\n")
    honest(folder)
    text = played(capsys, "my_bots:think", "python3 player.py", "--games", "2")
    assert "my_bots:think against python3 player.py, 2 games" in text
    assert "lost by" not in text


@pytest.mark.parametrize(
    "command", ["v/bin/python player.py", "./v/bin/python bots/player.py", "bots/run.sh"]
)
def test_a_program_runs_in_the_folder_where_it_is_named_as_in_a_shell(
    command: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "v" / "bin").mkdir(parents=True)
    (folder / "v" / "bin" / "python").symlink_to(sys.executable)
    (folder / "bots").mkdir()
    honest(folder)
    honest(folder / "bots")
    (folder / "bots" / "run.sh").write_text('#!/bin/sh\nexec v/bin/python bots/player.py "$@"\n')
    (folder / "bots" / "run.sh").chmod(0o755)
    text = played(capsys, command, "random", "--games", "2")
    assert "lost by" not in text


def test_what_a_program_says_cannot_command_the_terminal(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not in the match, not when its journal is shown later."""
    says = r"print('\033]0;owned\007 \033[2J all \x9b31mred \u202ereversed', flush=True); sys.exit(3)"
    command = program(folder, f"sys.stdout.reconfigure(encoding='utf-8')\n{says}")
    played(capsys, command, "random", "--games", "2", "--journal", "games.jsonl", codes=(1,))
    assert run(["match", "piranhas", command, "random", "--games", "1", *SHORT]) == 1
    shown = capsys.readouterr().out
    assert run(["replay", "games.jsonl", "--all"]) == 0
    for said in (shown, capsys.readouterr().out):
        assert r"\x1b]0;owned\x07 \x1b[2J all \x9b31mred \u202ereversed" in said
        assert said.replace("\n", "").isprintable()


@pytest.mark.parametrize(
    ("player", "told"),
    [
        ("./nonexist", "there is no such file"),
        ("v/bin/python nonexist.py", "there is no file nonexist.py"),
        ("python3 nonexist.py", "there is no file nonexist.py"),
        ("my_bots:missing", "my_bots has no function missing"),
        ("no_bots:think", "no_bots cannot be imported"),
        ("team.zip", "team.zip: there is no such file"),
        ("nonexist.py", "there is no file nonexist.py"),
        ("./plain", "is not executable: chmod +x"),
    ],
)
def test_who_cannot_play_is_refused_before_the_first_game(
    player: str, told: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "my_bots.py").write_text("")
    (folder / "v" / "bin").mkdir(parents=True)
    (folder / "v" / "bin" / "python").symlink_to(sys.executable)
    (folder / "plain").write_text("no line that says who runs this")
    assert run(["match", "piranhas", player, "random"]) == 2
    said = capsys.readouterr()
    assert told in said.err
    assert said.err.count("\n") == 1
    assert said.out == ""


@pytest.mark.parametrize(
    "wish", ["--opening -1", "--time 0", "--games 0", "--seed -1", "--processes 0", "--arrive 0", "--sandbox"]
)
def test_numbers_out_of_bounds_are_refused(wish: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["match", "piranhas", "1", "random", *wish.split()]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_match_with_a_journal_plays_only_what_is_missing(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = folder / "games.jsonl"
    before = played(capsys, "1", "random", "--games", "2", "--journal", str(journal))
    text = journal.read_text("utf-8")
    assert played(capsys, "1", "random", "--games", "2", "--journal", str(journal)) == before
    assert journal.read_text("utf-8") == text
    played(capsys, "1", "random", "--games", "3", "--journal", str(journal))
    assert journal.read_text("utf-8").startswith(text)
    assert len(Journal(journal)) == 3
    (folder / "notes.txt").write_text("dear diary\n")
    assert run(["match", "piranhas", "1", "random", "--journal", "notes.txt"]) == 2
    assert "notes.txt: expected a journal" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("hive 1 random --journal games.jsonl", "holds games of piranhas between 1 - random"),
        ("piranhas 2 random --journal games.jsonl", "holds games of piranhas between 1 - random"),
        ("piranhas 1 random --journal a/b/games.jsonl", f"There is no folder {Path('a/b')}."),
    ],
)
def test_a_journal_of_another_match_is_refused_and_no_folder_is_made(
    words: str, told: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played(capsys, "1", "random", "--games", "1", "--journal", "games.jsonl")
    before = Path("games.jsonl").read_bytes()
    assert run(["match", *words.split(), "--games", "1"]) == 2
    assert told in capsys.readouterr().err
    assert [path.name for path in folder.iterdir()] == ["games.jsonl"]
    assert Path("games.jsonl").read_bytes() == before


def test_one_game_is_called_one_game_and_unmeasured_processor_time_is_left_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = played(capsys, "random", "random", "--games", "1")
    assert ", 1 game 1 won" in text or ", 1 game 0 won" in text
    assert "of it on a processor" not in text
    for language in ("en", "de"):
        lines = texts(language)["lines"]
        assert {key for key in lines if key.endswith("_one")} == {
            "match_one",
            "repeated_one",
            "other_faults_one",
            "repeated_pairs_one",
        }


def test_games_of_other_code_are_told_and_count_again_once_they_were_rechecked(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["match", "piranhas", "1", "random", "--games", "4", "--journal", "games.jsonl", *SHORT]
    with monkeypatch.context() as older:
        older.setattr(journals, "code_of", lambda game: "other code")
        assert run(words) == 0
        before = capsys.readouterr().out
        assert run([*words, "--recheck", "2"]) == 0
        assert capsys.readouterr().err == "", "nothing to say where the code is the same"
    assert run([*words, "--recheck", "2"]) == 0
    said = capsys.readouterr()
    told = "games that other code had played, and that count: 4 (2 played again are the same)\n"
    assert said.err == told
    assert said.out.splitlines()[:3] == before.splitlines()[:3]
    monkeypatch.setattr(journals, "code_of", lambda game: "yet other code")
    assert run(words) == 0
    told = "games.jsonl: noted games that do not count: 4, because a program, the rules or the bots"
    assert capsys.readouterr().err.startswith(told)
    lines = [json.loads(line) for line in Path("games.jsonl").read_text(encoding="utf-8").splitlines()]
    first = next(line for line in lines if line["key"] == [0])
    first["record"]["plies"][0][0] = "another move"
    Path("games.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines[:4]), encoding="utf-8")
    assert run([*words, "--recheck", "1"]) == 0
    told = "that do not count: 4 (start 0 goes another way after 0 plies)\n"
    assert capsys.readouterr().err.endswith(told)
    assert len(Journal(Path("games.jsonl"))) == 4
    assert run(["match", "piranhas", "1", "random", "--recheck", "1"]) == 2
    assert capsys.readouterr().err == "schwarm: expected --journal FILE beside --recheck\n"


def test_a_programs_time_is_measured_at_the_socket(folder: Path) -> None:
    """Starting the program is not thinking, and its pauses are.

    Moments in which the server itself was held up are not booked: the program has the benefit of the doubt.
    So the pauses are made longer until such moments of a busy machine no longer matter.
    """
    for pause_ms in (50, 500, 5_000):
        command = honest(folder, pause_s=pause_ms / 1000)
        journal = folder / f"{pause_ms}.jsonl"
        match = ["match", "piranhas", command, "random", "--games", "1", "--journal", str(journal)]
        assert run([*match, *SHORT]) == 0
        (report,) = Journal(journal).reports()
        moves = [ply.think_ms or 0.0 for ply in report.record.plies[::2]]
        assert report.think_ms[0] == pytest.approx(sum(moves))
        assert report.think_ms[0] < report.wall_ms - 100  # a new Python takes longer than that to start
        assert None not in report.processor_ms
        assert [report.processor_ms[0]] == [sum(ply.processor_ms or 0.0 for ply in report.record.plies[::2])]
        if min(moves) >= 0.9 * pause_ms:
            return
    pytest.fail(f"of pauses of {pause_ms} ms only {min(moves)} ms were booked")


def test_a_finished_match_removes_its_journal_while_no_other_process_may_take_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(folder))
    anybody, close, left = Contestant("A", BotSpec("random")), os.close, list[list[Path]]()

    def unlock(descriptor: int) -> None:
        left.append(list(folder.rglob("*.jsonl")))
        close(descriptor)

    monkeypatch.setattr(os, "close", unlock)
    with kept_while_played([Task((0,), "piranhas", 3, (anybody, anybody))], None) as journal:
        assert journal is not None
        journal.path.touch()
    assert left[-1] == []

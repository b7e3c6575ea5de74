"""Clocks, openings from a book, agreed ends and tracebacks: in workers, in events, on the command line."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from schwarm import players
from schwarm.cli import run
from schwarm.game.openings import BadOpening, Opening, check_book, read_book
from schwarm.game.record import Irregular
from schwarm.players import BotSpec, Place
from schwarm.referee import CONTEST, Adjudication, Agreement, Limits
from schwarm.tournament.errors import BadFormat
from schwarm.tournament.formats import from_json, read, read_file
from schwarm.tournament.progress import progress
from schwarm.tournament.run import task_of
from schwarm.workers import Contestant, Task, pairs, play, start

BOOK = "# a comment\n\nseed=7 A4-C4 B0-B2\nseed=7 A1-C1 | B0-B2\nposition {}\n"
ONE, OTHER = Contestant("one", BotSpec("best", nodes=50)), Contestant("other", BotSpec("2"))


@pytest.fixture
def book(tmp_path: Path) -> Path:
    position = start(Task((0,), "piranhas", 3, (ONE, OTHER))).position()
    path = tmp_path / "book.txt"
    path.write_text(BOOK.format(position))
    return path


def test_the_openings_of_a_book_are_played_in_turn_from_both_sides(book: Path) -> None:
    openings = check_book(read_book(book), "piranhas")
    assert openings[:2] == (Opening(7, None, ("A4-C4", "B0-B2")), Opening(7, None, ("A1-C1", "B0-B2")))
    tasks = pairs("piranhas", ONE, OTHER, 8, openings=openings)
    assert [task.opening for task in tasks] == [openings[number] for number in (0, 0, 1, 1, 2, 2, 0, 0)]
    assert [str(move) for move in start(tasks[2]).history] == ["A1-C1", "B0-B2"]
    assert start(tasks[4]).position() == openings[2].position
    report = asyncio.run(play(tasks[1], place=Place(inside=True)))
    assert [ply.move for ply in report.record.plies[:2]] == ["A4-C4", "B0-B2"]


def test_a_book_is_checked_before_the_first_game(tmp_path: Path) -> None:
    with pytest.raises(BadOpening, match=r"opening 2, 'A1-B7': A1-B7: M"):
        check_book(("A1-C1", "A1-B7"), "piranhas")
    with pytest.raises(BadOpening, match="opening 1, 'position nonsense'"):
        check_book(("position nonsense",), "piranhas")
    (tmp_path / "empty.txt").write_text("# nothing\n")
    with pytest.raises(BadOpening, match="expected at least one opening"):
        read_book(tmp_path / "empty.txt")
    with pytest.raises(BadOpening, match="expected a text file of openings"):
        read_book(tmp_path / "missing.txt")


def test_contest_clients_keep_their_time_for_each_move() -> None:
    bank = Limits(bank_ms=5_000, increment_ms=50)
    clients = (Contestant("ours", BotSpec("best")), Contestant("theirs", players.read("./program")))
    task = Task((0,), "piranhas", 7, clients, limits=bank)
    assert task.limits_of(0) == bank
    assert task.limits_of(1) == CONTEST


def test_our_bots_play_a_whole_game_by_a_small_bank() -> None:
    """Or by a larger one, where a busy machine took the rest of it; without a bank they take more still."""
    for bank_ms in (2_000, 8_000, 32_000):
        limits = Limits(bank_ms=bank_ms, increment_ms=20)
        task = Task((0,), "hive", 7, (Contestant("a", BotSpec("best")), OTHER), limits=limits)
        report = asyncio.run(play(task, place=Place(inside=True)))
        if report.faults == {}:
            assert report.think_ms[0] < bank_ms + 20 * len(report.record.plies)
            return
    pytest.fail(str(report.faults))


def test_agreed_games_end_early() -> None:
    rules = Adjudication(draw=Agreement(score=1000, plies=4, from_ply=6), judge="best#20")
    players_ = (ONE, Contestant("random", BotSpec("random")))
    report = asyncio.run(
        play(Task((0,), "piranhas", 7, players_, adjudication=rules), place=Place(inside=True))
    )
    assert report.record.end is not None
    assert (report.record.end.reason, len(report.record.plies)) == (Irregular.ADJUDICATED, 6)


@pytest.mark.parametrize("inside", [True, False])
def test_the_traceback_of_a_crashed_function_is_kept(tmp_path: Path, inside: bool) -> None:
    (tmp_path / f"crashes_{inside}.py").write_text(
        "def weigh(game):\n    return 1 / 0\n\n\ndef think(game, budget_ms):\n    return weigh(game)\n"
    )
    spec = players.FunctionSpec(f"crashes_{inside}", "think", str(tmp_path), inside=inside)
    task = Task((0,), "piranhas", 7, (Contestant("mine", spec), OTHER))
    report = asyncio.run(play(task, place=Place(inside=True)))
    assert report.faults == {"mine": "crashed (ZeroDivisionError: division by zero)"}
    assert "in weigh\n    return 1 / 0" in report.logs["mine"]
    assert report.logs["mine"].rstrip().endswith("ZeroDivisionError: division by zero")


def test_replay_shows_the_traceback_of_a_journal_and_of_a_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "broken_bot.py").write_text("def think(game, budget_ms):\n    return {}['missing']\n")
    command = ["match", "piranhas", "broken_bot:think", "random", "--games", "2", "--processes", "1"]
    assert run([*command, "--journal", "games.jsonl"]) == 0
    assert "KeyError: 'missing'" in capsys.readouterr().out
    assert run(["replay", "games.jsonl", "--all"]) == 0
    assert "return {}['missing']" in capsys.readouterr().out
    assert json.loads((tmp_path / "games.jsonl").read_text("utf-8").splitlines()[0])["logs"]
    event = 'name = "x"\ngame = "piranhas"\n'
    event += (
        '[[entrants]]\nname = "Bad"\nplayer = "broken_bot:think"\n[[entrants]]\nname = "B"\nplayer = "1"\n'
    )
    (tmp_path / "cup.toml").write_text(event + '[[stages]]\nname = "Only"\nkind = "pair"\ngames = 2\n')
    assert run(["tournament", "run", "cup.toml", "--quiet", "--processes", "1"]) == 0
    capsys.readouterr()
    assert run(["replay", "schwarm.db", "--game", "1", "--all"]) == 0
    assert "return {}['missing']" in capsys.readouterr().out
    assert run(["replay", "schwarm.db", "--list"]) == 0
    assert "Bad" in capsys.readouterr().out
    assert run(["tournament", "export", "cup.html"]) == 0
    assert "return {}[&#39;missing&#39;]" in (tmp_path / "cup.html").read_text("utf-8")


def test_an_event_file_names_its_clock_book_and_agreements(tmp_path: Path, book: Path) -> None:
    (tmp_path / "cup.toml").write_text(
        'name = "x"\ngame = "piranhas"\nbank_ms = 60000\nincrement_ms = 500\nopenings = "book.txt"\n'
        "[adjudication]\nwin = { score = 950, plies = 8 }\ndraw = { score = 20, plies = 16, from_ply = 40 }\n"
        'judge = "best#500"\n'
        '[[entrants]]\nname = "A"\nplayer = "best"\n[[entrants]]\nname = "B"\nplayer = "1"\n'
        '[[stages]]\nname = "Only"\nkind = "pair"\ngames = 6\n'
    )
    event = read_file(tmp_path / "cup.toml")
    assert from_json(event.to_json()) == event
    tasks = [task_of(event, game) for game in progress(event, {}).open]
    assert str(tasks[0].limits) == "60000+500"
    assert tasks[0].adjudication == Adjudication(Agreement(950, 8), Agreement(20, 16, 40), "best#500")
    assert [task.opening and task.opening.moves for task in tasks[:4]] == [
        ("A4-C4", "B0-B2"), ("A4-C4", "B0-B2"), ("A1-C1", "B0-B2"), ("A1-C1", "B0-B2"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"increment_ms": 5}, "increment_ms: expected a bank_ms beside it"),
        ({"bank_ms": 0}, "bank_ms: expected a number above 0, not 0"),
        ({"openings": ["A1-B7"]}, "openings: opening 1, 'A1-B7'"),
        ({"openings": "nowhere.txt"}, "openings: .*expected a text file of openings"),
        (
            {"adjudication": {"win": {"score": 2000, "plies": 8}}},
            "adjudication.win.score: expected",
        ),
        ({"adjudication": {"win": {"score": 900, "plies": 8}}}, "adjudication: expected a judge"),
    ],
)
def test_what_is_wrong_with_the_terms_of_an_event_is_told(said: dict[str, object], told: str) -> None:
    entrants = [{"name": name, "player": "random"} for name in "AB"]
    whole = {"name": "x", "game": "piranhas", "entrants": entrants, "stages": [{"name": "s", "games": 2}]}
    with pytest.raises(BadFormat, match=told):
        read(whole | said)

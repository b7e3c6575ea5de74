"""Running events: in worker processes, through crashes, and again after a kill."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from schwarm.game.record import replay
from schwarm.programs.processes import descendants
from schwarm.store import open_store
from schwarm.store.store import Store
from schwarm.tournament import run as running
from schwarm.tournament.errors import Busy, NoSuchEvent
from schwarm.tournament.formats import Event
from schwarm.tournament.journal import EventJournal, create, listed
from schwarm.tournament.progress import Progress, progress
from schwarm.tournament.run import EventRun, Finished, GivenUp, News
from schwarm.workers import LocalCrew, hired
from tests.programs.foreign import alive
from tests.tournament.events import event, stage, told
from tests.waiting import wait

CRASHED = "ended with code 11" if sys.platform == "win32" else "ended by SIGSEGV"


def bot(name: str, inside: bool = True) -> dict[str, Any]:
    return {"name": name, "player": f"tests.tournament.bots:{name}", "inside": inside}


def run(store: Store, said: Event, slots: int = 2) -> tuple[EventJournal, list[News]]:
    journal = create(store, said)
    news: list[News] = []
    with hired(LocalCrew(slots)) as crew:
        EventRun(journal, crew, news.append).play()
    return journal, news


def test_an_event_is_played_and_every_game_can_be_replayed(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "games.db")) as store:
        journal, news = run(store, event(4, stages=stage("round robin", games=2), opening_plies=3))
        games = journal.games()
        assert len(games) == 12
        starts: dict[tuple[int, ...], set[str]] = {}
        for line in games:
            assert line.played.game is not None
            record = store.record(line.played.game)
            played = replay(record)
            assert played.finished()
            assert list(record.seats.values()) == list(line.played.players)
            assert line.plies == len(record.plies)
            opening = f"{record.seed} {' '.join(ply.move for ply in record.plies[:3])}"
            starts.setdefault(line.key.pair, set()).add(opening)
            assert [ply.think_ms is None for ply in record.plies[:4]] == [True, True, True, False]
        assert all(len(found) == 1 for found in starts.values())
        assert len(set.union(*starts.values())) == 6
        (found,) = listed(store)
        assert (found.games, found.running, found.finished is not None) == (12, False, True)
        assert sum(isinstance(item, Finished) for item in news) == 12


def test_the_same_event_gives_the_same_results_whoever_plays_it(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "games.db")) as store:
        tables = []
        for slots in (1, 2):
            journal, _ = run(store, event(3, seed=5), slots)
            tables.append(progress(journal.event, journal.results()).phases[0].groups[0].table)
        assert tables[0] == tables[1]


@pytest.mark.parametrize(
    ("name", "inside", "reason", "said"),
    [
        ("raises", True, "left the game", "crashed (ValueError: no idea)"),
        pytest.param("raises", False, "left the game", "no idea", marks=pytest.mark.long),
        ("illegal", True, "illegal move", "A1-A1"),
        ("late", True, "time up", "within 300 ms"),
        ("hangs", False, "time up", "within 900 ms, none came"),
        pytest.param("hangs", True, "left the game", "does not return", marks=pytest.mark.long),
        ("dies", True, "left the game", CRASHED),
        pytest.param("dies", False, "left the game", "its process ended", marks=pytest.mark.long),
        pytest.param("leaves", True, "left the game", "ended with code 3", marks=pytest.mark.long),
    ],
)
def test_a_bot_that_misbehaves_loses_its_games_and_harms_nothing_else(
    name: str, inside: bool, reason: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("schwarm.workers.worker.GRACE_MS", 1_000)
    # Short limits only where the clock is what decides, against bots of ours: those are excused where the
    # machine is busy.
    timed = name in ("late", "hangs")
    soft_ms, hard_ms = (300, 900) if timed else (200_000, 250_000)
    others = [{"name": other, "player": "random"} if timed else bot(other) for other in ("first", "last")]
    entrants = [bot(name, inside), *others]
    with open_store(str(tmp_path / "games.db")) as store:
        journal, _ = run(store, event(0, entrants=entrants, soft_ms=soft_ms, hard_ms=hard_ms))
        games = journal.games()
        assert len(games) == 6
        for line in games:
            if name in line.played.players:
                assert line.played.points_of(name) == 0
                assert line.played.reason == reason
                assert said in told(line)
                assert told(line).startswith(f"{name}: ")
            else:
                assert told(line) == ""


def test_a_bot_that_floods_the_output_plays_on_unheard(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with open_store(str(tmp_path / "games.db")) as store:
        said = event(0, entrants=[bot("floods"), bot("first")], options={"rounds": 2})
        journal, _ = run(store, said, 1)
        assert len(journal.games()) == 2
        assert all(told(line) == "" for line in journal.games())
    captured = capfd.readouterr()
    assert "glub" not in captured.out + captured.err


def test_a_game_that_cannot_be_played_is_given_up_and_the_others_go_on(tmp_path: Path) -> None:
    module = tmp_path / "here_then_gone.py"
    module.write_text("def think(game, budget_ms):\n    return game.legal_moves()[0]\n")
    entrants = [
        {"name": "gone", "player": "here_then_gone:think", "folder": str(tmp_path), "inside": True},
        bot("first"),
        bot("last"),
    ]
    said = event(0, entrants=entrants)
    module.unlink()  # after it was checked
    with open_store(str(tmp_path / "games.db")) as store:
        journal, news = run(store, said)
        assert len(journal.games()) == 2
        given_up = [item.failed for item in news if isinstance(item, GivenUp)]
        assert len(given_up) == 4
        assert "here_then_gone" in given_up[0].why
        assert listed(store)[0].finished is None


def test_one_program_at_a_time_plays_an_event(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "games.db")) as store, open_store(str(tmp_path / "games.db")) as other:
        journal = create(store, event(2))
        journal.claim()
        with pytest.raises(Busy, match="another program"):
            EventJournal(other, journal.number).claim()
        journal.release(finished=False)
        EventJournal(other, journal.number).claim()


def test_an_event_that_is_stopped_with_its_last_game_is_listed_as_finished(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "games.db")) as store, hired(LocalCrew(1)) as crew:
        journal = create(store, event(2))

        def stop_at_the_last(item: News) -> None:
            if isinstance(item, Finished) and item.key.number == 1:
                stopping.stop()

        stopping = EventRun(journal, crew, stop_at_the_last)
        assert stopping.play()
        assert [(line.games, line.finished is not None) for line in listed(store)] == [(2, True)]


def test_an_event_that_is_not_there(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "games.db")) as store, pytest.raises(NoSuchEvent, match="not 7"):
        EventJournal(store, 7)


def test_a_stopped_event_resumes_without_repeating_or_losing_a_game(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "games.db")) as store:
        journal = create(store, event(4, stages=stage("round robin", games=4)))
        seen: list[object] = []
        while len(seen) < 24:
            with hired(LocalCrew(2)) as crew:
                stopping = EventRun(journal, crew)

                def count(item: News, stopping: EventRun = stopping) -> None:
                    if isinstance(item, Finished):
                        seen.append(item.report.key)
                        if len(seen) % 7 == 0:
                            stopping.stop()

                stopping._tell = count
                assert stopping.play() == (len(seen) == 24)
        assert len(set(seen)) == len(seen) == len(journal.games())


@pytest.mark.compiled_only
@pytest.mark.parametrize("most", [2, pytest.param(8, marks=pytest.mark.long)])
def test_after_kill_9_at_any_moment_the_event_resumes(tmp_path: Path, most: int) -> None:
    """A program plays 60 games and is killed again and again; each of its games is there once in the end."""
    url = str(tmp_path / "games.db")
    with open_store(url) as store:
        number = create(
            store,
            event(
                0, entrants=[bot("slow"), bot("first"), bot("last")], stages=stage("round robin", games=20)
            ),
        ).number
    random = Random(3)
    told: set[str] = set()
    kills = 0
    while True:
        program = subprocess.Popen(
            [sys.executable, "-m", "tests.tournament.runner", url, str(number)],
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        assert program.stdout is not None
        if kills < most:
            for _ in range(random.randrange(1, 12)):
                told.add(program.stdout.readline())
            time.sleep(random.random() * 0.05)
            program.kill()
            kills += 1
        told |= set(program.stdout.readlines())
        program.stdout.close()
        if program.wait() == 0:
            break
        assert program.returncode == (1 if sys.platform == "win32" else -signal.SIGKILL)
    with open_store(url) as store:
        games = EventJournal(store, number).games()
        assert len(games) == 60
        assert {f"{line.key} {line.played.game}\n" for line in games} >= {
            line for line in told if line.endswith("\n")
        }
        assert len(store.games(newest=1000)) == 60  # nothing half-written, nothing twice
        for line in games:
            assert line.played.game is not None
            replay(store.record(line.played.game))


def test_workers_end_with_the_program_that_started_them(tmp_path: Path) -> None:
    url = str(tmp_path / "games.db")
    with open_store(url) as store:
        number = create(
            store, event(0, entrants=[bot("slow"), bot("first")], stages=stage("pair", games=200))
        ).number
    program = subprocess.Popen(
        [sys.executable, "-m", "tests.tournament.runner", url, str(number), "processes"],
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    assert program.stdout is not None
    workers = {int(pid) for pid in program.stdout.readline().split()}
    children = workers | descendants(program.pid) - {program.pid}
    assert any(map(alive, workers))
    program.kill()
    program.stdout.close()
    program.wait()
    wait(lambda: not any(alive(pid) for pid in children))


def test_pinned_workers_keep_to_one_core(tmp_path: Path) -> None:
    if not hasattr(os, "sched_setaffinity"):
        pytest.skip("needs Linux")
    with open_store(str(tmp_path / "games.db")) as store:
        journal = create(store, event(0, entrants=[bot("slow"), bot("first")], stages=stage("pair", games=2)))
        crew = LocalCrew(1, pin=True)
        cores: set[int] = set()

        def look(item: News) -> None:
            if isinstance(item, Finished):
                process = crew._hired[0]._process
                assert process is not None
                assert process.pid is not None
                cores.update(os.sched_getaffinity(process.pid))

        with hired(crew) as share:
            EventRun(journal, share, look).play()
    assert len(cores) == 1


def test_the_plan_is_made_anew_seldom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plans = []

    def plan(*known: Any) -> Progress:
        plans.append(1)
        return progress(*known)

    monkeypatch.setattr(running, "progress", plan)
    monkeypatch.setattr(running, "PLAN_S", 1e9)  # however long the games take
    with open_store(str(tmp_path / "games.db")) as store:
        run(store, event(4, stages=stage("round robin", games=6)))
    assert len(plans) < 36

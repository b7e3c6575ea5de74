"""Many games: handed out, tried again, noted, and the same whoever plays them."""

import asyncio
import json
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

import schwarm
from schwarm.game import Game
from schwarm.game.errors import Refusal
from schwarm.game.record import End, Irregular, replay
from schwarm.players import BotSpec, FunctionSpec, PlayerSpec
from schwarm.players.thinking import function_thinker
from schwarm.programs.processes import scheduled_ms
from schwarm.referee import Asked, Ended, Limits, ProcessSeat, TimeUp
from schwarm.referee.bot_seats import RandomSeat
from schwarm.workers import (
    BadJournal,
    Contestant,
    Failed,
    Journal,
    LocalCrew,
    Report,
    Task,
    Unplayable,
    Urgency,
    pairs,
    start,
    working,
)
from schwarm.workers import journal as journals
from schwarm.workers.waiting import BusyWatch, Had, had
from schwarm.workers.worker import Worker
from tests.workers.crews import InProcess, played

AMPLE = Limits(60_000, 120_000)


def match(games: int, first: PlayerSpec, second: PlayerSpec) -> list[Task]:
    one, other = Contestant("one", first), Contestant("other", second)
    short = {"rounds": 6}
    return pairs("piranhas", one, other, games, options=short, opening_plies=4, limits=AMPLE)


PLAN = match(4, BotSpec("1"), BotSpec("random"))


def test_each_start_is_played_twice_with_sides_changed() -> None:
    assert [task.seed for task in PLAN] == [0, 0, 1, 1]
    assert [task.players[0].name for task in PLAN] == ["one", "other", "one", "other"]
    assert len({task.key for task in PLAN}) == 4


def test_the_same_games_are_played_whoever_plays_them() -> None:
    moves = []
    for slots in (1, 2):
        found = {report.key: report.record for report in played(PLAN, LocalCrew(slots))}
        moves.append([[ply.move for ply in found[task.key].plies] for task in PLAN])
    here = {report.key: report.record for report in played(PLAN, InProcess())}
    moves.append([[ply.move for ply in here[task.key].plies] for task in PLAN])
    assert moves[0] == moves[1] == moves[2]
    assert all(replay(record).finished() for record in here.values())


def test_a_game_that_fails_for_our_own_reasons_is_tried_again() -> None:
    assert len(played(PLAN, InProcess(failures=2))) == 4
    with pytest.raises(Unplayable, match="one - other cannot be played: the disk is full"):
        played(PLAN[:1], InProcess(failures=3))


def test_a_worker_that_cannot_be_started_fails_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(worker: Worker) -> None:
        raise RuntimeError("no more processes")

    monkeypatch.setattr(Worker, "_start", refuse)
    with pytest.raises(Unplayable, match="RuntimeError: no more processes"):
        played(PLAN, LocalCrew(1))


def test_what_a_journal_knows_is_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "games.jsonl"
    before = played(PLAN[:3], InProcess(), Journal(path))
    crew = InProcess()
    after = played(PLAN, crew, Journal(path))
    assert [task.seed for task in crew.played] == [task.seed for task in PLAN[3:]]
    assert after[:3] == before
    assert len(Journal(path)) == 4


def test_a_line_cut_short_by_a_crash_costs_its_game_only(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    played(PLAN, InProcess(), Journal(path))
    whole = path.read_bytes()
    for cut in (len(whole) - 1, len(whole) - 20, whole[:-1].rfind(b"\n") + 3):
        path.write_bytes(whole[:cut])
        crew = InProcess()
        assert len(played(PLAN, crew, Journal(path))) == 4
        assert len(crew.played) == 1
        assert all(json.loads(line) for line in path.read_text("utf-8").splitlines())


@pytest.mark.parametrize("text", ["dear diary", "dear diary\n", '{"task": 1}\n', '[]\n{"task'])
def test_a_file_that_is_no_journal_is_left_alone(text: str, tmp_path: Path) -> None:
    path = tmp_path / "diary.txt"
    path.write_text(text)
    with pytest.raises(BadJournal, match="expected a journal of finished games"):
        Journal(path)
    assert path.read_text("utf-8") == text


def test_games_of_other_code_or_other_players_do_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.py").write_text("def think(game, budget_ms):\n    return game.legal_moves()[0]\n")
    mine = FunctionSpec("mine", "think", str(tmp_path), inside=True)
    path = tmp_path / "games.jsonl"
    plan = match(2, mine, BotSpec("random"))
    played(plan, InProcess(), Journal(path))
    assert all(Journal(path).find(task) for task in plan)
    assert not any(Journal(path).find(replace(task, opening_plies=5)) for task in plan)
    assert not any(Journal(path).find(task) for task in match(2, mine, BotSpec("greedy")))
    (tmp_path / "mine.py").write_text("def think(game, budget_ms):\n    return game.legal_moves()[-1]\n")
    assert not any(Journal(path).find(task) for task in plan)
    monkeypatch.setattr(journals, "code_of", lambda game: "other code")
    assert not any(Journal(path).find(task) for task in match(2, mine, BotSpec("random")))


def test_naming_rules_that_hold_anyway_makes_no_other_game(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "games.jsonl")
    task = PLAN[0]
    played([task], InProcess(), journal)
    rules = schwarm.rule_book(task.game).choose(None, task.options)
    assert journal.find(replace(task, profile=rules.profile))
    assert journal.find(replace(task, options=dict(rules.options)))
    assert not journal.find(replace(task, profile="official"))
    assert not journal.find(replace(task, options={"rounds": 7}))


def test_a_change_of_one_games_knowledge_leaves_the_others_results_valid() -> None:
    names = schwarm.list_games()
    assert len({journals.code_of(game) for game in names}) == len(names)


@pytest.mark.parametrize("name", ["rules.py", "bots.json", "best.net"])
def test_a_change_of_rules_weights_or_net_makes_noted_games_invalid(name: str) -> None:
    assert [path.name for path in journals.files_of("hive")].count(name) == 1


def double(number: int) -> int:
    return 2 * number


def test_work_goes_to_processes_and_comes_back_in_order() -> None:
    for processes in (1, 2):
        with working("local", processes, Urgency.LEARNING) as share:
            assert list(share.map(double, range(20))) == [2 * number for number in range(20)]


WAITED = Refusal("held_up", name="one", ms=70)


@pytest.mark.parametrize("times", [0, 1, 2, 9])
def test_a_game_that_a_busy_machine_decided_is_played_once_more_and_marked(times: int) -> None:
    class Busy(InProcess):
        """A machine that keeps its bots waiting so often."""

        def outcome(self, task: Task) -> Report | Failed:
            report = super().outcome(task)
            assert isinstance(report, Report)
            return replace(report, held_up=WAITED if len(self.played) <= times else None)

    crew = Busy()
    (report,) = played(PLAN[:1], crew)
    assert len(crew.played) == (1 if times == 0 else 2)
    assert report.repeated == (None if times == 0 else WAITED)
    assert bool(report.held_up) == (times > 1), "what counts if it was so again"


def test_a_late_player_is_excused_only_for_the_time_it_waited(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, told = 0.0, Had(0.0, 0.0)
    monkeypatch.setattr("schwarm.workers.waiting.now_ms", lambda: clock)
    monkeypatch.setattr("schwarm.workers.waiting.had", lambda seat: told)
    game = start(PLAN[0])
    for late, ran, waited, excused in (
        (80, 30, 40, True),
        (80, 30, 20, False),  # it slept, or did nothing for its answer
        (600, 0, 0, False),
        (600, 590, 590, False),  # a crowd of threads that waited for each other
        (51, 48, 9_900, False),  # 200 children: they waited for each other, and had nearly all there was
        (51, 20, 9_900, True),  # the same on a machine where others had most of it
    ):
        excuses = BusyWatch({"red": RandomSeat("one"), "blue": RandomSeat("other")})
        clock, told = 0.0, Had(0.0, 0.0)
        excuses.listen(Asked("red", Limits(50, 1_000)))
        clock, told = float(late), Had(ran, waited)
        excuses.listen(Ended(game, End(None, Irregular.TIME_UP, {}), {"red": TimeUp(50, hard=False)}))
        assert bool(excuses.held_up) == excused


def idle(game: Game, budget_ms: float) -> str:
    return str(game.legal_moves()[0])


def test_what_each_kind_of_player_has_had_of_processors_is_known() -> None:
    async def asked() -> list[Had | None]:
        apart = ProcessSeat("apart", partial(function_thinker, FunctionSpec(__name__, "idle")))
        game = start(PLAN[0])
        await apart.join(game, "red", lambda fault: None)
        try:
            return [had(apart), had(RandomSeat("here"))]
        finally:
            await apart.close()

    for found in asyncio.run(asked()):
        assert found is not None
        assert found.ran_ms > 0 or sys.platform == "win32"  # where such a clock ticks every 16 ms


def test_waiting_for_a_processor_is_told_by_the_system() -> None:
    before = scheduled_ms()
    now = scheduled_ms()
    assert all(0 <= then <= later for then, later in zip(before, now, strict=True))

"""Lazy SMP: several threads, one transposition table."""

import threading
import time

import pytest

from schwarm import compiled, new_game
from schwarm.bots import SearchBot, knowledge
from schwarm.game import GameError, list_games
from schwarm.search.alphabeta import AlphaBeta
from schwarm.search.evaluator import Evaluator
from schwarm.search.parallel import ParallelAlphaBeta
from schwarm.search.report import SearchReport
from tests.search.positions import CASES, FORCED_WINS

# A ship that cannot move has lost, which shows only when its moves are listed: one ply later.
BLIND = {"blokus": 0, "hive": 0, "mississippi_queen": 1, "piranhas": 0, "protista": 0}


def searcher(name: str, threads: int) -> ParallelAlphaBeta:
    return ParallelAlphaBeta([knowledge(name).evaluator() for _ in range(threads)], 1 << 14)


@pytest.mark.parametrize(("name", "text", "plies"), CASES)
def test_forced_wins_are_found_with_their_length(name: str, text: str, plies: int) -> None:
    game = new_game(name, position=text, seed=1)
    before = game.position()
    report = searcher(name, 3).search(game, depth=plies + BLIND[name])
    assert report.best.score_text() == f"win {plies}"
    assert game.position() == before


@pytest.mark.parametrize("name", list_games())
def test_the_nodes_of_all_threads_are_counted(name: str) -> None:
    parallel = searcher(name, 2)
    report = parallel.search(new_game(name, seed=1), nodes=4000 if compiled() else 400)
    assert report.nodes == parallel.nodes == parallel.first.nodes + parallel.helpers[0].nodes
    assert parallel.first.nodes >= (2000 if compiled() else 200)
    assert report.move in new_game(name, seed=1).legal_moves()


def test_no_thread_is_left_behind() -> None:
    before = threading.active_count()
    parallel = searcher("piranhas", 3)
    for _ in range(20):
        parallel.search(new_game("piranhas", seed=1), depth=1)
    assert threading.active_count() == before


def test_an_ended_game_is_refused_before_a_thread_starts() -> None:
    game = new_game("piranhas", position=FORCED_WINS["piranhas"][0][0])
    game.play(searcher("piranhas", 2).search(game, depth=1).move)
    before = threading.active_count()
    with pytest.raises(GameError, match="not over"):
        searcher("piranhas", 2).search(game, depth=1)
    assert threading.active_count() == before


def test_progress_is_told_and_can_stop_all_threads() -> None:
    parallel = searcher("piranhas", 2)
    told: list[SearchReport] = []

    def listen(report: SearchReport) -> None:
        told.append(report)
        if report.depth == 2:
            parallel.stop()

    parallel.search(new_game("piranhas", seed=3), depth=50, listener=listen)
    assert [report.depth for report in told] == [1, 2]


def test_a_bot_on_two_threads_answers_and_keeps_its_deadline() -> None:
    for name in list_games():
        game = new_game(name, seed=3)
        bot = SearchBot("best", knowledge(name), threads=2)
        report = bot.analyse(game, 100, started=time.monotonic() - 5, lines=2)
        assert report.move in game.legal_moves()


def test_thread_numbers_that_make_no_sense_are_refused() -> None:
    with pytest.raises(GameError, match="expected 1 thread or more, not 0"):
        ParallelAlphaBeta([])
    with pytest.raises(GameError, match="expected 1 thread or more, not 0"):
        SearchBot("best", knowledge("hive"), threads=0)
    with pytest.raises(GameError, match="expected 1 thread for a level, whose answers repeat, not 2"):
        SearchBot("3", knowledge("hive"), knowledge("hive").levels["3"], threads=2)


def test_one_thread_searches_as_alpha_beta_does() -> None:
    game = new_game("piranhas", seed=3)
    plain = AlphaBeta(knowledge("piranhas").evaluator(), 1 << 19).search(game, depth=3)
    alone = ParallelAlphaBeta([knowledge("piranhas").evaluator()], 1 << 19).search(game, depth=3)
    assert (alone.lines, alone.nodes) == (plain.lines, plain.nodes)
    assert ParallelAlphaBeta([Evaluator()]).search(game, depth=1).move in game.legal_moves()

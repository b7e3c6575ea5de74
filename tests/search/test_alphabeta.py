from random import Random

import pytest

from schwarm import compiled, new_game
from schwarm.bots import knowledge
from schwarm.game import Game, GameError, list_games, rule_book
from schwarm.game.faces import having
from schwarm.search.alphabeta import AlphaBeta
from schwarm.search.evaluator import Evaluator, NoisyEvaluator
from schwarm.search.report import WIN, SearchReport
from tests.search.positions import CASES, FORCED_WINS

# What `AlphaBeta` visits from the start of seed 1: depth -> nodes. They change when a search, an evaluation
# or its weights change, and then on purpose.
SIGNATURES = {
    "blokus": {2: 1598},
    "hive": {2: 2551},
    "mississippi_queen": {1: 659},
    "piranhas": {3: 1057},
    "protista": {2: 591},
}
# A ship that cannot move has lost, which shows only when its moves are listed: one ply later.
BLIND = {"blokus": 0, "hive": 0, "mississippi_queen": 1, "piranhas": 0, "protista": 0}


def late(game: str) -> Game:
    """A position near the end of a game."""
    return new_game(game, position=FORCED_WINS[game][-1][0])


def minimax(game: Game, evaluator: Evaluator, depth: int, ply: int = 0) -> int:
    """The value for the side to move, in the plainest way there is."""
    outcome = game.outcome()
    if outcome is not None:
        if outcome.winner is None:
            return 0
        return WIN - ply if outcome.winner == game.to_move else ply - WIN
    if depth == 0:
        value = evaluator.evaluate(game)
        return value if game.to_move == game.setup.book.sides[0] else -value
    best = -WIN
    for move in game.legal_moves():
        mover = game.to_move
        game.play(move)
        value = minimax(game, evaluator, depth - 1, ply + 1)
        best = max(best, value if game.to_move == mover else -value)
        game.undo()
    return best


@pytest.mark.parametrize(("name", "text", "plies"), CASES)
def test_forced_wins_are_found_with_their_length(name: str, text: str, plies: int) -> None:
    searcher = AlphaBeta(knowledge(name).evaluator())
    report = searcher.search(new_game(name, position=text), depth=plies + BLIND[name])
    assert report.best.score_text() == f"win {plies}"


@pytest.mark.parametrize(("name", "text", "plies"), [case for case in CASES if case[2] == 3])
def test_a_forced_win_stays_one_after_every_reply(name: str, text: str, plies: int) -> None:
    game = new_game(name, position=text)
    searcher = AlphaBeta(knowledge(name).evaluator())
    winner = game.to_move
    game.play(searcher.search(game, depth=plies + BLIND[name]).move)
    for reply in game.legal_moves()[: None if compiled() else 5]:
        game.play(reply)
        outcome = game.outcome()
        if outcome is None:
            assert searcher.search(game, depth=1 + BLIND[name]).best.score_text() == "win 1"
        else:
            assert outcome.winner == winner
        game.undo()


@pytest.mark.parametrize("name", list_games())
def test_exact_search_is_plain_minimax(name: str) -> None:
    game = late(name)
    depth = 2 if compiled() else 1
    evaluator = knowledge(name).evaluator()
    evaluator.quiescence_plies = 0
    report = AlphaBeta(evaluator, exact=True).search(game, depth=depth)
    assert report.score == minimax(game.copy(), evaluator, depth)


@pytest.mark.parametrize("name", list_games())
def test_results_are_equal_with_and_without_a_table(name: str) -> None:
    for game in (late(name), new_game(name, seed=5)):
        depth = (3 if name in ("piranhas", "hive") else 2) if compiled() else 1
        found = [
            AlphaBeta(knowledge(name).evaluator(), size, exact=True).search(game, depth=depth)
            for size in (2, 1 << 14)
        ]
        assert found[0].score == found[1].score
        assert found[0].depth == found[1].depth


@pytest.mark.parametrize("name", having("evaluation"))
def test_node_counts_at_a_fixed_depth_are_fixed(name: str) -> None:
    for depth, nodes in SIGNATURES[name].items():
        searcher = AlphaBeta(knowledge(name).evaluator(), 1 << 14)
        assert searcher.search(new_game(name, seed=1), depth=depth).nodes == nodes


@pytest.mark.parametrize("name", list_games())
def test_the_game_comes_back_as_it_was(name: str) -> None:
    game = late(name)
    before = (game.position(), game.zobrist(), game.history)
    AlphaBeta(knowledge(name).evaluator()).search(game, nodes=500)
    assert (game.position(), game.zobrist(), game.history) == before


def test_a_search_that_tries_draws_leaves_the_games_own_draws_alone() -> None:
    games = [new_game("protista", seed=4) for _ in range(2)]
    AlphaBeta(knowledge("protista").evaluator()).search(games[0], depth=4 if compiled() else 2)
    assert games[0].play("R") == games[1].play("R")


def test_drawn_moves_are_seen_with_the_draw_of_the_game_given() -> None:
    game = new_game("protista", seed=4)
    (code,) = (move.code for move in game.legal_moves() if move == "R")
    searcher = AlphaBeta(knowledge("protista").evaluator())
    scores = [searcher.search(game.view(seed), depth=1, only=(code,)).score for seed in range(6)]
    assert len(set(scores)) > 1


@pytest.mark.skipif(not compiled(), reason="searches five plies")
def test_lines_that_end_in_a_draw_are_playable() -> None:
    for seed in range(12):
        game = new_game("protista", seed=seed)
        line = AlphaBeta(knowledge("protista").evaluator()).search(game, depth=5).pv
        for move in line:
            assert move in game.legal_moves()
            game.play(move)


def test_a_deadline_gone_by_still_yields_a_move() -> None:
    game = new_game("piranhas", seed=2)
    report = AlphaBeta(knowledge("piranhas").evaluator()).search(game, deadline=0.0)
    assert report.move in game.legal_moves()
    assert report.nodes < 100


def test_a_limit_on_nodes_is_kept() -> None:
    report = AlphaBeta(knowledge("hive").evaluator()).search(new_game("hive", seed=2), nodes=1000)
    assert 900 < report.nodes < 1100


def test_searches_repeat() -> None:
    game = new_game("piranhas", seed=3)
    first, second = (AlphaBeta(knowledge("piranhas").evaluator()).search(game, nodes=2000) for _ in range(2))
    assert first.lines == second.lines
    assert first.nodes == second.nodes


def test_memory_can_be_forgotten() -> None:
    game = new_game("piranhas", seed=3)
    searcher = AlphaBeta(knowledge("piranhas").evaluator(), 1 << 12)
    first = searcher.search(game, depth=3)
    searcher.forget()
    assert searcher.search(game, depth=3).nodes == first.nodes


def test_several_lines_are_different_moves_best_first() -> None:
    game = new_game("piranhas", seed=3)
    report = AlphaBeta(knowledge("piranhas").evaluator(), exact=True).search(game, depth=2, lines=4)
    scores = [line.score for line in report.lines]
    assert len({line.move for line in report.lines}) == 4
    assert scores == sorted(scores, reverse=True)
    alone = AlphaBeta(knowledge("piranhas").evaluator(), exact=True).search(game, depth=2)
    assert report.score == alone.score


def test_lines_are_playable() -> None:
    for name in list_games():
        game = late(name)
        for move in AlphaBeta(knowledge(name).evaluator()).search(game, depth=3, nodes=3000).pv:
            game.play(move)


@pytest.mark.parametrize("name", list_games())
def test_a_line_has_no_move_twice_and_ends_with_the_game(name: str) -> None:
    """Found where a side has to pass again and again, and where both sides come to make the same move."""
    book = rule_book(name)
    for seed in range(15 if compiled() else 2):
        game = new_game(name, seed=seed)
        chooser = Random(seed)
        for _ in range(chooser.choice([20, 44, 50])):
            if moves := game.legal_moves():
                game.play(chooser.choice(moves))
        if game.finished():
            continue
        report = AlphaBeta(knowledge(name).evaluator(), 1 << 14).search(
            game.view(), depth=12 if compiled() else 2, nodes=3000, lines=3
        )
        for line in report.lines:
            assert len(set(line.moves)) == len(line.moves)
            played = game.copy()
            for move in () if book.chance or book.hidden else line.moves:
                assert not played.finished()
                played.play(move)


def test_the_choice_can_be_narrowed() -> None:
    game = new_game("piranhas", seed=3)
    wanted = game.legal_moves()[5]
    report = AlphaBeta(knowledge("piranhas").evaluator()).search(game, depth=2, only=(wanted.code,))
    assert report.move == wanted
    with pytest.raises(GameError, match="candidates"):
        AlphaBeta(Evaluator()).search(game, depth=1, only=(1,))


def test_progress_is_told_and_can_stop_the_search() -> None:
    searcher = AlphaBeta(knowledge("piranhas").evaluator())
    told: list[SearchReport] = []

    def listen(report: SearchReport) -> None:
        told.append(report)
        if report.depth == 2:
            searcher.stop()

    searcher.search(new_game("piranhas", seed=3), depth=30, listener=listen)
    assert [report.depth for report in told] == [1, 2]
    assert told[0].info()[0].startswith("info depth 1 score ")
    assert " pv " in told[0].info()[0]


def test_an_ended_game_is_refused() -> None:
    game = new_game("piranhas", position=FORCED_WINS["piranhas"][0][0])
    game.play(AlphaBeta(Evaluator()).search(game, depth=1).move)
    with pytest.raises(GameError, match="not over"):
        AlphaBeta(Evaluator()).search(game, depth=1)


def test_noise_is_the_same_for_the_same_position() -> None:
    game = new_game("piranhas", seed=3)
    plain = knowledge("piranhas").evaluator()
    noisy = NoisyEvaluator(plain, 50, seed=1)
    assert noisy.evaluate(game) == noisy.evaluate(game)
    assert abs(noisy.evaluate(game) - plain.evaluate(game)) <= 50
    assert noisy.evaluate(game) != NoisyEvaluator(plain, 50, seed=2).evaluate(game)


@pytest.mark.skipif(not compiled(), reason="only compiled searches cannot call Python")
def test_an_evaluator_written_in_python_is_refused() -> None:
    class Mine(Evaluator):
        pass

    with pytest.raises(TypeError, match="not compiled"):
        Mine()


@pytest.mark.parametrize("name", list_games())
def test_a_search_that_is_stopped_lists_no_move_twice_and_the_best_first(name: str) -> None:
    """Wherever the limit falls: between two lines, in the middle of one, before the first depth is done."""
    chooser = Random(3)
    game = new_game(name, seed=5)
    while game.turn < 15:
        game.play(chooser.choice(game.legal_moves()))
        if game.finished():
            game.undo()
            break
    wanted = min(4, len(game.legal_moves()))
    for nodes in range(64, 30 * 64 if compiled() else 6 * 64, 64):
        report = AlphaBeta(knowledge(name).evaluator()).search(game, nodes=nodes, lines=wanted)
        moves = [line.move for line in report.lines]
        scores = [line.score for line in report.lines]
        assert len(set(moves)) == len(moves) <= wanted, f"{nodes} nodes"
        assert scores == sorted(scores, reverse=True), f"{nodes} nodes"
        assert len(moves) == wanted or report.depth == 0, f"{nodes} nodes"

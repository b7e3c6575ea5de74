import pytest

from schwarm import compiled, new_game
from schwarm.bots import knowledge, simulate
from schwarm.game import GameError, list_games
from schwarm.search.evaluator import Evaluator
from schwarm.search.forest import mcts
from schwarm.search.mcts import Tree
from schwarm.search.open_loop import OpenLoopTree
from tests.search.positions import CASES, FORCED_WINS

MANY = 2000 if compiled() else 60


@pytest.mark.parametrize(("name", "text", "plies"), [case for case in CASES if case[2] == 1])
def test_a_win_in_one_is_proven(name: str, text: str, plies: int) -> None:
    game = new_game(name, position=text)
    report = mcts(game, [Tree(knowledge(name).evaluator())], simulations=20_000)
    game.play(report.move)
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winner is not None
    assert report.score == 1000


@pytest.mark.skipif(not compiled(), reason="takes many simulations")
def test_a_win_in_three_is_proven() -> None:
    game = new_game("hive", position=FORCED_WINS["hive"][1][0])
    tree = Tree(knowledge("hive").evaluator(), 1 << 20)
    report = mcts(game, [tree], simulations=500_000)
    assert report.score == 1000
    assert tree.simulations < 500_000


@pytest.mark.parametrize("name", list_games())
@pytest.mark.parametrize("kind", [Tree, OpenLoopTree])
def test_every_simulation_is_counted_and_the_game_comes_back(name: str, kind: type[Tree]) -> None:
    game = new_game(name, position=FORCED_WINS[name][1][0])
    before = game.position()
    tree = kind(knowledge(name).evaluator(), 1 << 14)
    tree.search(game, simulations=50)
    assert tree.simulations == 50
    assert game.position() == before
    assert sum(visits for visits, _, _ in tree.root_statistics().values()) >= 49
    assert {game.move_of(code) for code in tree.root_statistics()} <= set(game.legal_moves())


def test_searches_repeat_for_equal_seeds() -> None:
    game = new_game("piranhas", seed=4)

    def run(seed: int) -> list[int]:
        tree = Tree(Evaluator(), 1 << 14, rollout_plies=1000, seed=seed)
        tree.search(game, simulations=40)
        return [visits for visits, _, _ in tree.root_statistics().values()]

    assert run(1) == run(1)
    assert run(1) != run(2)


def test_what_lies_below_a_move_is_kept() -> None:
    game = new_game("piranhas", seed=4)
    tree = Tree(knowledge("piranhas").evaluator(), 1 << 16)
    tree.search(game, simulations=MANY)
    move = mcts(game, [tree], simulations=2).move
    visits = tree.root_statistics()[move.code][0]
    tree.follow(move.code)
    game.play(move)
    assert tree.simulations == visits
    assert {game.move_of(code) for code in tree.root_statistics()} <= set(game.legal_moves())
    tree.search(game, simulations=MANY)
    assert tree.simulations == visits + MANY


def test_a_full_tree_goes_on_without_growing() -> None:
    game = new_game("piranhas", seed=4)
    for kind in (Tree, OpenLoopTree):
        tree = kind(knowledge("piranhas").evaluator(), 128)
        tree.search(game, simulations=MANY)
        assert tree.size <= 128
        assert tree.simulations == MANY


def test_threads_are_merged() -> None:
    game = new_game("hive", seed=4)
    trees = [Tree(knowledge("hive").evaluator(), 1 << 14, seed=seed) for seed in range(2)]
    report = mcts(game, trees, simulations=100, lines=3)
    assert report.nodes == 100
    assert 1 <= len(report.lines) <= 3
    assert report.move in game.legal_moves()


@pytest.mark.parametrize("name", list_games())
def test_simulations_answer_for_every_game(name: str) -> None:
    game = new_game(name, seed=4)
    report = simulate(game, simulations=30, lines=2)
    assert report.move in game.legal_moves()


def test_an_ended_game_is_refused() -> None:
    game = new_game("hive", position=FORCED_WINS["hive"][0][0])
    game.play(mcts(game, [Tree(knowledge("hive").evaluator())], simulations=3000).move)
    with pytest.raises(GameError, match="not over"):
        Tree(Evaluator()).search(game, simulations=1)


def test_a_capacity_must_be_a_power_of_two() -> None:
    with pytest.raises(ValueError, match="power of two"):
        Tree(Evaluator(), 1000)

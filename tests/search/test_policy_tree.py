"""Tree search with a policy: in every game, and what is its own."""

import pytest

from schwarm import compiled, new_game
from schwarm.bots import knowledge
from schwarm.bots.bot import new_forest, policy_tree, simulate
from schwarm.bots.rollouts import rollout_forest
from schwarm.game import list_games
from schwarm.search.evaluator import Evaluator
from schwarm.search.policy import Policy
from schwarm.search.policy_tree import PolicyTree
from tests.search.positions import FORCED_WINS

MANY = 400 if compiled() else 12
CERTAIN = [name for name in list_games() if name not in ("mississippi_queen", "protista")]


@pytest.mark.parametrize("name", list_games())
def test_the_policy_that_knows_nothing_holds_all_moves_equal(name: str) -> None:
    game = new_game(name, seed=3)
    shares = Policy().shares(game)
    assert set(shares) <= set(game.legal_moves())  # those that searches look at
    assert max(shares.values()) == pytest.approx(1 / len(shares))


@pytest.mark.parametrize("name", CERTAIN)
def test_every_simulation_is_counted_and_the_game_comes_back(name: str) -> None:
    game = new_game(name, position=FORCED_WINS[name][1][0])
    before = game.position()
    tree = PolicyTree(knowledge(name).evaluator(), Policy(), 1 << 14)
    tree.search(game, simulations=MANY)
    assert game.position() == before
    statistics = tree.root_statistics()
    assert tree.simulations == MANY or game.move_of(max(statistics, key=lambda code: statistics[code][0]))
    assert {game.move_of(code) for code in statistics} <= set(game.legal_moves())


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_searches_repeat_for_equal_seeds(share: float) -> None:
    def run(seed: int) -> dict[int, tuple[int, float, int]]:
        known = knowledge("blokus")
        tree = policy_tree(known, known.evaluator(), playout_share=share, seed=seed)
        tree.search(new_game("blokus", seed=4), simulations=MANY)
        return tree.root_statistics()

    assert run(1) == run(1)
    assert (run(1) == run(2)) == (share == 0.0)  # only random games need chance


def test_a_subtree_keeps_what_it_learned_when_the_game_goes_on() -> None:
    game, known = new_game("blokus", seed=5), knowledge("blokus")
    tree = policy_tree(known, known.evaluator())
    tree.search(game, simulations=4 * MANY)
    code, (visits, _, _) = max(tree.root_statistics().items(), key=lambda item: item[1][0])
    tree.follow(code)
    assert tree.simulations == visits
    below = tree.root_statistics()
    game.play(game.move_of(code))
    assert {game.move_of(each) for each in below} <= set(game.legal_moves())
    tree.search(game, simulations=MANY)
    assert tree.simulations == visits + MANY


def test_trees_and_random_games_use_the_policy_of_a_game_that_has_one() -> None:
    for forest in (new_forest("blokus", seed=1), rollout_forest("blokus", seed=1)):
        assert all(isinstance(tree, PolicyTree) for tree in forest.trees)
        report = simulate(new_game("blokus", seed=2), simulations=MANY, forest=forest)
        assert report.move in new_game("blokus", seed=2).legal_moves()
    assert not any(isinstance(tree, PolicyTree) for tree in new_forest("piranhas").trees)


def test_moves_that_hardly_count_are_left_out() -> None:
    game, known = new_game("blokus", seed=2), knowledge("blokus")
    policy = known.policy()
    assert policy is not None
    for _ in range(8):
        game.play(max(policy.shares(game).items(), key=lambda item: item[1])[0])
    tree = PolicyTree(Evaluator(), policy, 1 << 14, least_share=0.2, playout_share=0.0)
    tree.search(game, simulations=2)
    shares = policy.shares(game)
    best = max(shares.values())
    assert set(tree.root_statistics()) == {move.code for move, share in shares.items() if share >= 0.2 * best}


def test_the_first_move_looked_at_is_the_one_after_which_the_evaluator_expects_most() -> None:
    game, evaluator = new_game("blokus", seed=2, profile="classic"), knowledge("blokus").evaluator()

    def expected(code: int) -> float:
        after = game.copy()
        after.play(game.move_of(code))
        return evaluator.win_expectation(after)

    for refinement in (0.0, 50.0):
        tree = PolicyTree(evaluator, Policy(), 1 << 14, refinement=refinement)
        tree.search(game, simulations=2)
        (first,) = (code for code, (visits, _, _) in tree.root_statistics().items() if visits)
        best = max(tree.root_statistics(), key=expected)
        assert (expected(first) == expected(best)) == bool(refinement)

"""Evaluators written in Python, and tree search that has its leaves evaluated in batches."""

from collections.abc import Sequence

import pytest

from schwarm import compiled, new_game
from schwarm.bots import knowledge
from schwarm.game import Game, list_games
from schwarm.search.alphabeta import AlphaBeta
from schwarm.search.batch import BatchEvaluator, Evaluation
from schwarm.search.evaluator import Evaluator
from schwarm.search.forest import mcts
from schwarm.search.mcts import Tree
from schwarm.search.open_loop import OpenLoopTree
from tests.search.positions import CASES, FORCED_WINS

MANY = 1500 if compiled() else 60


class Borrowed(BatchEvaluator):
    """Says in Python what a compiled evaluator says, and counts how it is asked."""

    def __init__(self, inner: Evaluator) -> None:
        super().__init__()
        self.inner = inner
        self.sizes: list[int] = []

    def evaluate_batch(self, games: list[Game]) -> Sequence[Evaluation]:
        self.sizes.append(len(games))
        return [Evaluation(self.inner.win_expectation(game), self.inner.policy_of(game)) for game in games]


def borrowed(name: str) -> Borrowed:
    return Borrowed(knowledge(name).evaluator())


def visits(tree: Tree) -> dict[int, int]:
    return {code: tried for code, (tried, _, _) in tree.root_statistics().items()}


@pytest.mark.parametrize("name", list_games())
def test_batches_of_one_agree_with_the_plain_search(name: str) -> None:
    game = new_game(name, seed=4)
    plain = Tree(knowledge(name).evaluator(), 1 << 16)
    batched = Tree(borrowed(name), 1 << 16, batch_size=1)
    assert plain.search(game, simulations=MANY) == batched.search(game, simulations=MANY) == MANY
    assert visits(batched) == visits(plain)
    for code, (_, total, proven) in batched.root_statistics().items():
        assert plain.root_statistics()[code][1] == pytest.approx(total)
        assert plain.root_statistics()[code][2] == proven


@pytest.mark.parametrize("name", ["protista", "mississippi_queen"])
def test_open_loop_trees_take_batches_too(name: str) -> None:
    game = new_game(name, seed=4).view()
    evaluator = borrowed(name)
    tree = OpenLoopTree(evaluator, 1 << 14, batch_size=4)
    many = 200 if compiled() else 40
    assert tree.search(game, simulations=many) == many
    assert sum(visits(tree).values()) == many
    assert max(evaluator.sizes) == 4
    assert {game.move_of(code) for code in visits(tree)} <= set(game.legal_moves())


@pytest.mark.parametrize(("name", "text", "plies"), [case for case in CASES if case[2] == 1])
def test_batches_of_eight_find_a_forced_win(name: str, text: str, plies: int) -> None:
    game = new_game(name, position=text)
    winner = game.to_move
    report = mcts(game, [Tree(borrowed(name), batch_size=8)], simulations=20_000)
    assert report.score == 1000
    game.play(report.move)
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winner == winner


@pytest.mark.skipif(not compiled(), reason="takes many simulations")
def test_batches_of_eight_prove_a_win_in_three() -> None:
    game = new_game("hive", position=FORCED_WINS["hive"][1][0])
    evaluator = borrowed("hive")
    tree = Tree(evaluator, 1 << 20, batch_size=8)
    assert mcts(game, [tree], simulations=60_000).score == 1000
    assert tree.simulations < 60_000


def test_batches_are_full_and_the_game_comes_back() -> None:
    game = new_game("piranhas", seed=4)
    before = game.position()
    evaluator = borrowed("piranhas")
    tree = Tree(evaluator, 1 << 16, batch_size=8)
    assert tree.search(game, simulations=MANY) == MANY
    assert game.position() == before
    assert max(evaluator.sizes) == 8
    assert sum(evaluator.sizes) / len(evaluator.sizes) > 6
    # No virtual loss is left: the root's children hold real values and one visit for each simulation.
    assert MANY - 2 <= sum(visits(tree).values()) <= MANY
    assert all(abs(total) <= tried + 1e-9 for tried, total, _ in tree.root_statistics().values())


def test_a_position_met_again_is_not_asked_about_again() -> None:
    game = new_game("piranhas", seed=4)
    evaluator = borrowed("piranhas")
    Tree(evaluator, 1 << 16, batch_size=4).search(game, simulations=40)
    asked = sum(evaluator.sizes)
    Tree(evaluator, 1 << 16, batch_size=4).search(game, simulations=40)
    assert sum(evaluator.sizes) < asked + 5


def test_priors_lead_the_search() -> None:
    game = new_game("piranhas", seed=4)
    liked = game.legal_moves()[7]

    class Fan(BatchEvaluator):
        def evaluate_batch(self, games: list[Game]) -> Sequence[Evaluation]:
            return [Evaluation(0.0, {str(liked): 1.0}) for _ in games]

    tree = Tree(Fan(), 1 << 14, batch_size=2)
    tree.search(game, simulations=20)
    assert visits(tree)[liked.code] >= 18


def test_without_priors_all_moves_are_equal() -> None:
    game = new_game("piranhas", seed=4)

    class Fair(BatchEvaluator):
        def evaluate_batch(self, games: list[Game]) -> Sequence[Evaluation]:
            return [Evaluation(0.0) for _ in games]

    shares = Fair().policy_of(game)
    assert set(shares) <= set(game.legal_moves())
    assert set(shares.values()) == {1 / len(shares)}


@pytest.mark.parametrize(
    ("evaluations", "complaint"),
    [
        ([], "expected 1 evaluations, not 0"),
        ([Evaluation(1.5)], "expected a value from -1 to 1, not 1.5"),
        ([Evaluation(float("nan"))], "expected a value from -1 to 1, not nan"),
        ([Evaluation(0.0, {"A4-C4": -1.0})], "expected a prior of 0 or more for A4-C4, not -1.0"),
    ],
)
def test_evaluations_that_make_no_sense_are_refused(evaluations: list[Evaluation], complaint: str) -> None:
    class Wrong(BatchEvaluator):
        def evaluate_batch(self, games: list[Game]) -> Sequence[Evaluation]:
            return evaluations

    with pytest.raises(ValueError, match=complaint):
        Tree(Wrong()).search(new_game("piranhas", seed=4), simulations=5)


def test_an_error_in_an_evaluator_comes_through_and_leaves_a_usable_tree() -> None:
    class Fragile(Borrowed):
        broken = False

        def evaluate_batch(self, games: list[Game]) -> Sequence[Evaluation]:
            if self.broken:
                raise RuntimeError("the network is gone")
            return super().evaluate_batch(games)

    game = new_game("piranhas", seed=4)
    before = game.position()
    evaluator = Fragile(knowledge("piranhas").evaluator())
    tree = Tree(evaluator, 1 << 14, batch_size=8)
    tree.search(game, simulations=20)
    evaluator.broken = True
    with pytest.raises(RuntimeError, match="the network is gone"):
        tree.search(game, simulations=20)
    assert game.position() == before
    evaluator.broken = False
    assert tree.search(game, simulations=20) == 20
    assert tree.simulations == 20


def test_alpha_beta_and_rollouts_refuse_batch_evaluators() -> None:
    with pytest.raises(TypeError, match="expected a compiled evaluator for alpha-beta, not Borrowed"):
        AlphaBeta(borrowed("hive"))
    with pytest.raises(ValueError, match="no rollouts with a batch evaluator"):
        Tree(borrowed("hive"), rollout_plies=10)
    with pytest.raises(ValueError, match="batch size of 1 or more, not 0"):
        Tree(borrowed("hive"), batch_size=0)


def test_a_batch_evaluator_answers_for_single_positions() -> None:
    game = new_game("hive", seed=4)
    inner = knowledge("hive").evaluator()
    evaluator = borrowed("hive")
    assert evaluator.win_expectation(game) == inner.win_expectation(game)
    assert evaluator.policy_of(game) == pytest.approx(inner.policy_of(game))
    with pytest.raises(TypeError, match="BatchEvaluator: expected a method evaluate_batch"):
        BatchEvaluator().win_expectation(game)

"""Trees that follow a game: what they keep, and that nothing kept does harm."""

import pytest

from schwarm import compiled, new_game
from schwarm.bots import knowledge, new_forest, simulate
from schwarm.game import list_games
from schwarm.search.mcts import Tree
from schwarm.search.open_loop import OpenLoopTree

MANY = 3000 if compiled() else 60
PLIES = 12 if compiled() else 4


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", list_games())
@pytest.mark.parametrize("kind", [Tree, OpenLoopTree])
def test_both_kinds_of_tree_keep_what_lies_below_a_move(name: str, kind: type[Tree]) -> None:
    game = new_game(name, seed=4).view()
    tree = kind(knowledge(name).evaluator(), 1 << 16)
    tree.search(game, simulations=MANY)
    code, (visits, total, _) = max(tree.root_statistics().items(), key=lambda item: item[1][0])
    line = tree.line(game, code)
    size = tree.size
    tree.follow(code)
    game.play(line[0])
    assert tree.simulations == visits
    assert tree.size < size
    if len(line) > 1:
        assert tree.line(game, line[1].code) == line[1:]
    # All visits but the first, and for `Tree` the one that added the children, went on to a child.
    assert visits - 2 <= sum(tried for tried, _, _ in tree.root_statistics().values()) < visits
    assert abs(sum(value for _, value, _ in tree.root_statistics().values()) - total) <= 2
    assert tree.search(game, simulations=MANY) == MANY
    assert tree.simulations >= MANY


@pytest.mark.parametrize("name", list_games())
def test_moves_kept_from_other_determinizations_are_never_chosen(name: str) -> None:
    game = new_game(name, seed=5)
    forest = new_forest(name)
    for _ in range(PLIES):
        if game.finished():
            return
        report = simulate(game, simulations=MANY // 4, lines=5, forest=forest)
        legal = set(game.legal_moves())
        assert {line.move for line in report.lines} <= legal
        assert {game.move_of(code) for tree in forest.trees for code in tree.root_statistics()} <= legal
        game.play(report.move)


def test_leftovers_at_the_root_are_forgotten() -> None:
    game = new_game("piranhas", seed=4)
    tree = OpenLoopTree(knowledge("piranhas").evaluator(), 1 << 14)
    tree.search(game, simulations=MANY)
    other = new_game("piranhas", seed=9)  # a tree of another position is nothing but leftovers
    shared = {move.code for move in game.legal_moves()} & {move.code for move in other.legal_moves()}
    assert set(tree.root_statistics()) - shared
    known = sum(visits for code, (visits, _, _) in tree.root_statistics().items() if code in shared)
    tree.search(other, simulations=MANY)
    assert {other.move_of(code) for code in tree.root_statistics()} <= set(other.legal_moves())
    assert sum(visits for visits, _, _ in tree.root_statistics().values()) == known + MANY


def test_a_creation_as_made_is_followed_by_the_choice_to_create() -> None:
    game = new_game("protista", seed=4)
    forest = new_forest("protista")
    simulate(game, simulations=MANY, forest=forest)
    (tree,) = forest.trees
    choice = next(move for move in game.legal_moves() if move == "R")
    visits = tree.root_statistics()[choice.code][0]
    made = game.play(choice)
    assert made.startswith("R=")
    assert game.before_chance(made.code) == choice.code
    forest.go_to(game.view())
    assert tree.simulations == visits > 0
    assert simulate(game, simulations=50, forest=forest).move in game.legal_moves()


@pytest.mark.parametrize("name", list_games())
def test_a_forest_goes_along_with_a_game(name: str) -> None:
    game = new_game(name, seed=6)
    forest = new_forest(name, threads=2)
    report = simulate(game, simulations=MANY, forest=forest)
    assert report.nodes == MANY
    kept = sum(tree.root_statistics()[report.move.code][0] for tree in forest.trees)
    game.play(report.move)
    if game.finished():
        return
    forest.go_to(game.view())
    assert sum(tree.simulations for tree in forest.trees) == kept
    assert simulate(game, simulations=20, forest=forest).nodes == 20


def test_a_forest_follows_several_moves_at_once() -> None:
    game = new_game("piranhas", seed=6)
    forest = new_forest("piranhas")
    report = simulate(game, simulations=MANY, forest=forest)
    for move in report.pv[:2]:
        game.play(move)
    forest.go_to(game)
    assert 0 < forest.trees[0].simulations < MANY


def test_a_forest_starts_afresh_in_another_game() -> None:
    game = new_game("piranhas", seed=6)
    forest = new_forest("piranhas")
    for other in (new_game("piranhas", seed=7), new_game("piranhas", seed=6, rounds=20)):
        simulate(game, simulations=20, forest=forest)
        forest.go_to(other)
        assert forest.trees[0].simulations == 0
    game.play(game.legal_moves()[0])
    simulate(game, simulations=20, forest=forest)
    game.undo()
    forest.go_to(game)  # back: what is known lies below, not above
    assert forest.trees[0].simulations == 0


def test_a_position_asked_again_is_known_better() -> None:
    game = new_game("hive", seed=6)
    forest = new_forest("hive")
    for times in (1, 2):
        assert simulate(game, simulations=30, forest=forest).nodes == 30
        assert forest.trees[0].simulations == 30 * times

"""Protista on boards of more than 128 cells: the same rules, the author's board, its bots."""

import ast
import random
from dataclasses import replace
from pathlib import Path

import pytest

import schwarm
from schwarm import bots, build_guard
from schwarm.bits import MOST_CELLS
from schwarm.game import Game, rule_book
from schwarm.games.protista import wide
from schwarm.games.protista.rules import Protista

BOOK = rule_book("protista")
PARTS = [f"{build_guard.path_of(part)}.py" for part in build_guard.parts_of("schwarm.games.protista.wide")]


def both(profile: str, seed: int) -> tuple[Game, Game]:
    """One game in both widths of boards."""
    setup = replace(BOOK.choose(profile, {}), seed=seed)
    return Protista(setup), wide.Protista(setup)


@pytest.mark.parametrize("profile", ["standard", "small", "literal", "unity"])
def test_small_boards_are_played_alike_in_both_widths(profile: str) -> None:
    for seed in range(3 if schwarm.compiled() else 1):
        narrow, broad = both(profile, seed)
        chooser = random.Random(seed)
        while narrow.turn < 40 and (moves := narrow.legal_moves()):
            assert broad.legal_moves() == moves
            assert (broad.position(), broad.zobrist()) == (narrow.position(), narrow.zobrist())
            move = chooser.choice(moves)
            assert broad.play(move) == narrow.play(move)
        while narrow.turn:
            narrow.undo()
            broad.undo()
        assert broad.position() == narrow.position()


@pytest.mark.compiled_only
def test_the_evaluations_of_both_widths_agree() -> None:
    known = bots.knowledge("protista")
    small, large = known.evaluator(), wide.ProtistaEvaluator(known.weights, known.settings)
    narrow, broad = both("standard", 5)
    chooser = random.Random(5)
    while narrow.turn < 60 and (moves := narrow.legal_moves()):
        assert large.evaluate(broad) == small.evaluate(narrow) == small.evaluate(broad)
        assert large.policy_of(broad) == small.policy_of(narrow) == small.policy_of(broad)
        move = chooser.choice(moves)
        assert narrow.play(move) == broad.play(move)


def test_the_parts_of_one_module_do_not_take_names_from_each_other() -> None:
    """Put together, a constant or function of one file would replace that of another."""
    owners: dict[str, str] = {}
    assert len(PARTS) > 10
    for path in sorted(PARTS):
        for node in ast.parse(Path(path).read_text(encoding="utf-8")).body:
            names = [node.name] if isinstance(node, ast.FunctionDef | ast.ClassDef) else []
            if isinstance(node, ast.Assign):
                names = [
                    part.id
                    for target in node.targets
                    for part in ast.walk(target)
                    if isinstance(part, ast.Name)
                ]
            for name in names:
                assert owners.setdefault(name, path) == path, name


# --- the author's board ----------------------------------------------------------------------------
def test_the_author_plays_on_19_rows_of_15_cells_with_15_pieces() -> None:
    game = schwarm.new_game("protista", profile="author", seed=3)
    board = game.board()
    assert len(board.cells) == 285
    assert [len([piece for piece in board.pieces if piece.side == side]) for side in BOOK.sides] == [15, 15]
    theirs = {**BOOK.profiles["unity"], "rows": 19, "cols": 15, "pieces": 15, "turn_limit": 240}
    assert BOOK.profiles["author"] == theirs


@pytest.mark.parametrize(("rows", "cols"), [(17, 19), (13, 25)])
def test_boards_end_at_320_cells(rows: int, cols: int) -> None:
    assert rows * cols > MOST_CELLS
    with pytest.raises(schwarm.BadOption, match=f"at most 320 cells, not {rows} x {cols}"):
        schwarm.new_game("protista", rows=rows, cols=cols)


def test_seven_created_pieces_need_a_board_of_256_cells_at_most() -> None:
    with pytest.raises(schwarm.BadOption, match="create_count: expected at most 6"):
        schwarm.new_game("protista", profile="author", create_count=7)
    game = schwarm.new_game("protista", rows=15, cols=17, create_count=7, supply=0, seed=2)
    made = game.play("R")
    assert len(made.split(".")) == 7
    again = schwarm.new_game(
        "protista", rows=15, cols=17, create_count=7, supply=0, seed=9, position=game.public_start()
    )
    assert again.play(made) == made
    assert again.position() == game.position()
    with pytest.raises(schwarm.BadNotation, match="at most 6 cells"):
        schwarm.new_game("protista", profile="author").play("R=a1.b1.c1.d1.e1.f1.g1")


def test_a_walk_of_more_steps_than_any_row_allows_is_refused() -> None:
    game = schwarm.new_game("protista", rows=11, cols=26, seed=1)
    with pytest.raises(schwarm.IllegalMove, match="K3 expected up to 15 steps"):
        game.play("C:a1-z1")


# White holds h15 and wins by a step to h13, its second target.
ONE_MOVE = "15/15/15/15/7w7/15/6w8/15/15/15/15/15/15/15/15/15/8b6/15/15 w 1 a1.c1.e1|h13.h15.a19 0 20 20 -"


@pytest.mark.parametrize("name", ["greedy", "3", "best"])
def test_bots_win_where_they_can(name: str) -> None:
    game = schwarm.new_game("protista", profile="author", position=ONE_MOVE, seed=1)
    bot = bots.player("protista", name, seed=1)
    assert isinstance(bot, bots.SearchBot)
    found = bot.analyse(game, 600_000, nodes=300)
    game.play(found.move)
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winner, str(outcome.reason)) == ("white", "targets")


@pytest.mark.compiled_only
def test_best_beats_random_on_the_authors_board() -> None:
    """Where the net does not know the board, the hand-made evaluation judges."""
    best, chance = bots.player("protista", "best"), bots.player("protista", "random", seed=4)
    assert isinstance(best, bots.SearchBot)
    game = schwarm.new_game("protista", profile="author", seed=4)
    while not game.finished() and game.turn < 200:
        first = game.to_move == "white"
        game.play(best.analyse(game, 600_000, nodes=300).move if first else chance.choose(game))
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winner == "white"

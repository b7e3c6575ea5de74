"""The prover says yes exactly where plain minimax over every move says yes."""

import pytest

from schwarm.bots import knowledge
from schwarm.game import Game, new_game
from schwarm.games.mississippi_queen.teaching.horizon import RiverHorizon
from schwarm.teaching.puzzles import puzzle_games, shipped
from schwarm.teaching.puzzles.proof import Judge, choices
from schwarm.teaching.puzzles.prover import Prover
from schwarm.teaching.puzzles.puzzle import start_at

ENOUGH = 10_000_000
# Blue's queen in the middle has one free field left, 1,0; the red ant on 1,-2 walks there round the swarm.
NEARLY = (
    "....../......./......../...g...../....S...../....sqS..../...QaBA.../...a...../......../......./...... 30"
)


def minimax(game: Game, attacker: int, plies: int) -> bool:
    """Does a side win within so many plies? Without any memory or order."""
    outcome = game.outcome()
    if outcome is not None:
        return outcome.winner == game.setup.book.sides[attacker]
    if plies == 0:
        return False
    found = (game.after(move.code, lambda: minimax(game, attacker, plies - 1)) for move in choices(game))
    return any(found) if game.side == attacker else all(found)


@pytest.mark.parametrize("name", [game for game in puzzle_games() if game != "mississippi_queen"])
def test_it_agrees_with_plain_minimax(name: str) -> None:
    judge = Judge(name)
    asked = 0
    for puzzle in sorted(shipped(name), key=lambda one: len(one.start().legal_moves()))[:5]:
        game = puzzle.start()
        judge.prover.begin(game)
        for side in (0, 1):
            for plies in (1, 2):
                asked += 1
                assert judge.wins(game, side, plies) == minimax(game, side, plies), puzzle.position
    assert asked == 20


def test_hive_a_ring_that_one_move_closes_is_won_in_one_ply_and_not_without_a_ply() -> None:
    judge = Judge("hive")
    game = start_at("hive", NEARLY)
    judge.prover.begin(game)
    assert game.to_move == "red"
    assert judge.wins(game, 0, 1)
    assert not judge.wins(game, 0, 0)
    assert not judge.wins(game, 1, 3), "blue is far from winning"
    proof = judge.prove(game)
    assert proof is not None
    assert (proof.answer, proof.plies) == ("1,-2>1,0", 1)


def test_too_few_nodes_are_no_answer() -> None:
    prover = Prover(knowledge("hive").evaluator(), may_block=False)
    game = new_game("hive", seed=1)
    assert prover.forces(game, 0, 4, nodes=50) is None
    assert game.turn == 0


def test_a_river_that_comes_into_sight_proves_nothing() -> None:
    game = new_game("mississippi_queen", seed=7)
    horizon = RiverHorizon()
    prover = Prover(knowledge("mississippi_queen").evaluator(), horizon=horizon)
    prover.begin(game)
    for _ in range(6):  # sail on until another segment is in sight
        game.play(max(choices(game), key=lambda move: game.after(move.code, game.points)[game.side]))  # type: ignore[attr-defined]
    assert prover.forces(game, 0, 1, nodes=ENOUGH) is False
    assert prover.nodes == 1, "nothing behind the horizon is even looked at"


def test_a_ship_is_trapped_in_one_ply_however_long_the_lists_of_other_moves_are() -> None:
    river = "0WWWWWWWWWWWWWWWWWWWW/0WBWWWWWBWWS5WWWWWWWW/0WWWWBSLWBWWWWWBWWWWW/?/"
    game = start_at("mississippi_queen", river + "?/?/?/? -1,0,3,6,2,0,1 3,0,1,5,4,0,1 4 red 1")
    judge = Judge("mississippi_queen")
    proof = judge.prove(game)
    assert proof is not None
    assert (proof.answer, proof.plies) == ("A-1 T+3 M4 P1", 1)

"""Action numbers: every legal move has exactly one path, in every position of recorded and random games."""

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

import schwarm
from schwarm.game import Game
from tests.vectors import lines

np = pytest.importorskip("numpy", reason="the environments need numpy")

from schwarm import environments  # noqa: E402
from schwarm.environments.single import arrays_for  # noqa: E402

# Plain Python is some hundred times slower: it goes through a part of the records.
EVERY = 1 if schwarm.compiled() else 40
GAMES = schwarm.list_games()


def check_paths(game: Game) -> int:
    """Paths are different, none begins another one, and they stand for the legal moves; their number."""
    arrays = arrays_for(game)
    pairs = arrays.paths(game)
    moves = [move for _, move in pairs]
    paths = sorted(path for path, _ in pairs)
    assert sorted(moves) == game.legal_moves()
    for path, following in pairwise(paths):
        assert path != following[: len(path)], (game.position(), path)
    assert all(0 <= action < arrays.actions for path in paths for action in path)
    return len(paths)


def test_every_recorded_position_of_piranhas() -> None:
    count = 0
    for record in list(lines("piranhas/share.jsonl.gz"))[:: 4 * EVERY]:
        for number, (cells, legal, *_) in enumerate(record["plies"]):
            rows = "/".join(cells[10 * y : 10 * y + 10] for y in range(10))
            turn = record["turn"] + number
            game = schwarm.new_game("piranhas", position=f"{rows} {turn} -")
            if not game.finished():
                assert check_paths(game) == len(legal.split())
                count += 1
    assert count > (500 if EVERY == 1 else 3)


def test_every_recorded_position_of_hive() -> None:
    count = 0
    for record in list(lines("hive/share.jsonl.gz"))[:: 8 * EVERY]:
        game = schwarm.new_game("hive", hand=record["pieces"], berries=" ".join(record["obstructed"]))
        for move in record["moves"]:
            if game.finished():
                break
            count += check_paths(game)
            game.play(move)
    assert count > (3000 if EVERY == 1 else 100)


def test_every_recorded_position_of_mississippi_queen() -> None:
    count = 0
    for record in list(lines("mississippi_queen/share.jsonl.gz"))[:: 40 * EVERY]:
        game = schwarm.new_game("mississippi_queen", profile="official", board=record["board"])
        for ply in record["plies"]:
            if game.finished():
                break
            count += check_paths(game)
            game.play(ply["m"])
    assert count > (3000 if EVERY == 1 else 100)


@pytest.mark.parametrize("name", ["share", "options"])
def test_every_recorded_position_of_protista(name: str) -> None:
    count = 0
    for record in list(lines(f"protista/{name}.jsonl.gz"))[:: 9 * EVERY]:
        position = record["start"] if record.get("from") == "position" else None
        game = schwarm.new_game(
            "protista", profile=record["preset"], seed=record["seed"], position=position, **record["set"]
        )
        for ply in record["plies"]:
            count += check_paths(game)
            game.play("R" if ply["m"].startswith("R=") else ply["m"])
    assert count > (1000 if EVERY == 1 else 100)


def test_crowded_positions_of_protista_under_random_options() -> None:
    count = 0
    for record in list(lines("protista/positions.jsonl.gz"))[::EVERY]:
        game = schwarm.new_game("protista", position=record["position"], **record["set"])
        count += check_paths(game)
    assert count > (500 if EVERY == 1 else 10)


def test_moves_through_debts_have_paths_of_their_own() -> None:
    chooser = random.Random(5)
    count = 0
    for seed in range(6 if EVERY == 1 else 1):
        game = schwarm.new_game("mississippi_queen", seed=seed, overdraw_onto_sandbank=True)
        while moves := game.legal_moves():
            check_paths(game)
            count += sum(move.code >> 63 for move in moves)
            game.play(chooser.choice(moves))
    assert count > 0 or EVERY > 1


def random_games(name: str, count: int, **options: Any) -> Iterator[Game]:
    for seed in range(count):
        game = schwarm.new_game(name, seed=seed, **options)
        chooser = random.Random(seed)
        while (move := game.random_move(chooser.getrandbits(64))) is not None:
            yield game
            game.play(move)


@pytest.mark.parametrize("name", GAMES)
def test_playing_by_actions_is_playing_by_text(name: str) -> None:
    chooser = random.Random(1)
    for seed in range(12 if EVERY == 1 else 1):
        table = environments.ArrayGame(schwarm.new_game(name, seed=seed))
        text = schwarm.new_game(name, seed=seed)
        while actions := table.legal_actions():
            chosen = table.chosen
            if seed == 0:
                assert actions == sorted({path[len(chosen)] for path, _ in table.options})
                assert (table.observe() == environments.observe(table.game, chosen=chosen)).all()
            assert table.sample() in actions
            made = table.act(chooser.choice(actions))
            if made is not None:
                text.play(made)
                assert table.game.position() == text.position()
        assert table.game.outcome() == text.outcome() is not None


@pytest.mark.parametrize("name", GAMES)
def test_the_mover_sees_the_same_whichever_side_it_is(name: str) -> None:
    """A start is symmetric between the sides: the second side's view of it is the first side's view."""
    game = schwarm.new_game(name, seed=3)
    position = game.position()
    swapped = {
        "blokus": position.replace(" 0 5", " 1 5"),
        "hive": position.replace(" 0", " 1"),
        "piranhas": position.replace(" 0 -", " 1 -"),
        "protista": position.replace(" w 1", " b 1"),
    }.get(name)
    if swapped is None:
        pytest.skip("the river is not symmetric")
    other = schwarm.new_game(name, position=swapped)
    ours, theirs = environments.observe(game), environments.observe(other)
    told = environments.layout_of(name).plane_bytes
    if name != "piranhas":  # the kraken lie where they lie
        assert (ours[:told] == theirs[:told]).all()
        assert (environments.legal_mask(game) == environments.legal_mask(other)).all()
    else:
        assert (ours[: told - 100] == theirs[: told - 100]).all()


def test_nothing_hidden_is_observed() -> None:
    """Drawing all that the players cannot know anew changes no byte."""
    for name in ("mississippi_queen", "protista"):
        for game in random_games(name, 3):
            if game.turn < 12:
                seen = environments.observe(game)
                assert (environments.observe(game.view(seed=99)) == seen).all()


@pytest.mark.parametrize("game", GAMES)
def test_actions_become_the_move_they_came_from(game: str) -> None:
    start = schwarm.new_game(game, seed=3)
    for move in start.legal_moves()[:3]:
        path = environments.move_to_actions(start, move)
        assert environments.actions_to_move(start, *path) == move
    with pytest.raises(schwarm.IllegalMove if game == "blokus" else schwarm.GameError):
        environments.move_to_actions(start, "1@K10")
    with pytest.raises(environments.BadAction, match="expected the actions of one legal move, not"):
        environments.actions_to_move(start)


@pytest.mark.parametrize("game", GAMES)
def test_a_printed_layout_names_every_plane_and_scalar(game: str) -> None:
    layout = environments.layout_of(game)
    head, *lines = str(layout).splitlines()
    names = (*layout.planes, *layout.scalars)
    assert f"{layout.actions:,} actions" in head
    assert all(line.endswith(name) for line, name in zip(lines, names, strict=True))

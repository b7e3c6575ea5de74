"""Protista against recorded games and positions: lists, loops, positions, creations and results."""

import hashlib
from collections.abc import Iterable
from typing import Any

import pytest

import schwarm
from schwarm.game import rule_book
from schwarm.games.protista import wide
from schwarm.games.protista.rules import Protista
from tests.vectors import lines

SIDE = {"w": "white", "b": "black", None: None}
# Plain Python is some hundred times slower: it goes through a part of the records.
EVERY = 1 if schwarm.compiled() else 9


def digest(moves: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(moves).encode()).hexdigest()[:16]


def put_up(preset: str, changed: dict[str, Any], seed: int, position: str | None) -> Protista:
    game = schwarm.new_game("protista", profile=preset, seed=seed, position=position, **changed)
    assert isinstance(game, Protista | wide.Protista)
    return game


def open_record(record: dict[str, Any]) -> Protista:
    position = record["start"] if record.get("from") == "position" else None
    game = put_up(record["preset"], record["set"], record["seed"], position)
    assert game.position() == record["start"]
    return game


def check_end(game: Protista, record: dict[str, Any]) -> None:
    assert game.position() == record["final"]
    outcome = game.outcome()
    if record["result"] is None:
        assert outcome is None
    else:
        assert outcome is not None
        assert (outcome.winner, outcome.reason) == (SIDE[record["result"][0]], record["result"][1])
        assert game.legal_moves() == []


@pytest.mark.parametrize(("name", "plies"), [("share", 7687), ("options", 4083), ("wide", 652)])
def test_every_ply_of_the_recorded_games(name: str, plies: int) -> None:
    played = 0
    for number, record in enumerate(lines(f"protista/{name}.jsonl.gz")):
        if number % EVERY:
            continue
        game = open_record(record)
        for ply in record["plies"]:
            moves = game.legal_moves()
            assert len(moves) == ply["n"]
            assert digest(moves) == ply["h"]
            if "legal" in ply:
                assert moves == ply["legal"]
            made = game.play("R" if ply["m"].startswith("R=") else ply["m"])
            assert made == ply["m"]  # the seed draws the recorded cells
            assert game.new_loops == ply["new"]
            assert game.position() == ply["after"]
            played += 1
        check_end(game, record)
        while game.turn > game.start_turn:
            game.undo()
        assert game.position() == record["start"]
    assert played == plies or EVERY > 1


def test_whole_games_by_their_counts() -> None:
    for number, record in enumerate(lines("protista/games.jsonl.gz")):
        if number % EVERY:
            continue
        game = open_record(record)
        for move, count, new in zip(record["moves"], record["counts"], record["new"], strict=True):
            assert len(game.legal_moves()) == count
            game.play(move)
            assert game.new_loops == new
        check_end(game, record)


def test_positions_under_random_combinations_of_options() -> None:
    for number, record in enumerate(lines("protista/positions.jsonl.gz")):
        if number % EVERY:
            continue
        game = put_up("small", record["set"], record["seed"], record["position"])
        assert game.position() == record["position"]
        moves = game.legal_moves()
        assert (len(moves), digest(moves)) == (record["n"], record["h"])
        for kind in "SJCWVGU":
            alone = game.moves_of_kind(kind)
            assert [len(alone), digest(alone)] == record["kinds"].get(kind, [0, digest([])])
        before = (game.position(), game.zobrist())
        for made, new, after in record["plies"]:
            assert game.play("R" if made.startswith("R=") else made) == made
            assert game.new_loops == new
            assert game.position() == after
            game.undo()
            assert (game.position(), game.zobrist()) == before


def test_every_option_is_changed_in_some_recorded_game() -> None:
    book = rule_book("protista")
    changed = {
        key
        for name in ("share", "options")
        for record in lines(f"protista/{name}.jsonl.gz")
        for key in record["set"]
    }
    assert changed == {option.name for option in book.options}
    for option in book.options:
        values = {
            record["set"].get(option.name, option.default)
            for name in ("share", "options")
            for record in lines(f"protista/{name}.jsonl.gz")
        }
        assert values >= set(option.choices)

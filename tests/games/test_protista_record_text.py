"""Protista games on one line of text."""

import random

import pytest

import schwarm
from schwarm.games.protista.options import PROFILES
from schwarm.games.protista.record_text import read_record, write_record


def played(seed: int, plies: int, profile: str | None = None, turn_limit: int = 120) -> schwarm.Game:
    game = schwarm.new_game("protista", seed=seed, profile=profile, turn_limit=turn_limit)
    chooser = random.Random(seed)
    while (moves := game.legal_moves()) and game.turn < plies:
        game.play(chooser.choice(moves))
    return game


@pytest.mark.parametrize("profile", PROFILES)
def test_a_record_reads_back_to_the_same_game(profile: str) -> None:
    for seed in range(4):
        game = played(seed, 25, profile, turn_limit=60)
        again = read_record(write_record(game))
        assert again.position() == game.position()
        assert again.history == game.history
        assert again.options == game.options


def test_turns_are_separated_and_the_moves_of_a_turn_are_not() -> None:
    game = played(3, 40)
    text = write_record(game)
    head, _, moves = text.partition(": ")
    assert head == "seed=3"
    assert sum(len(turn.split()) for turn in moves.split(" / ")) == game.turn
    assert "R=" in write_record(schwarm_with_creation())


def schwarm_with_creation() -> schwarm.Game:
    game = schwarm.new_game("protista", seed=1)
    game.play("R")
    return game


@pytest.mark.parametrize("text", ["", "seed=7", "seed=x: R", "tiny seed=1: R", ": R", "rows= seed=1: R"])
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(schwarm.GameError):
        read_record(text)


def test_a_game_put_up_from_text_has_no_such_record() -> None:
    start = schwarm.new_game("protista", seed=1).position()
    with pytest.raises(schwarm.BadNotation, match="drawn from a seed"):
        write_record(schwarm.new_game("protista", position=start))

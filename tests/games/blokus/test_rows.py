"""Blokus: the rows that a net judges, held against the rules."""

from collections.abc import Iterator

import pytest

from schwarm.bots.learned import new_rows
from schwarm.game import Game, new_game
from schwarm.game.random64 import Stream
from schwarm.games.blokus import rows_layout as layout
from schwarm.games.blokus import tables


def positions(profile: str, seed: int) -> Iterator[Game]:
    """Every third position of a random game."""
    game = new_game("blokus", seed=seed, profile=profile)
    words = Stream(seed, 5)
    while (move := game.random_move(words.word())) is not None:
        if game.turn % 3 == 0:
            yield game
        game.play(move)


@pytest.mark.parametrize("profile", ["official", "duo"])
def test_the_pieces_that_fit_are_those_of_the_legal_moves(profile: str) -> None:
    lister = new_rows("blokus")
    for game in positions(profile, 3):
        rows = lister.rows_of(game)
        if layout.UNTOUCHED in rows:
            continue
        listed = {tables.KINDS[row] for row in rows if row < tables.COUNT}
        codes = [move.code for move in game.legal_moves() if move.code != tables.SKIP]
        assert listed == {tables.KINDS[tables.KIND_OF[tables.place_of(code)[0]]] for code in codes}


@pytest.mark.parametrize("profile", ["official", "classic", "duo"])
def test_no_position_has_more_rows_than_nets_take(profile: str) -> None:
    lister = new_rows("blokus")
    for game in positions(profile, 4):
        rows = lister.rows_of(game)
        assert len(rows) <= 128
        assert max(rows) < layout.COUNT
        assert len(rows) == len(set(rows))


def passed_on(text: str) -> str:
    """The same position a slot later, every colour in the place of the one before it."""
    rows, slot, start, hands, valid, mono, *made = text.split()
    turn = str.maketrans("BYRG", "YRGB")
    held = hands.split("/")
    there = ["".join(sorted(letters.translate(turn), key="BYRG-".index)) for letters in (valid, mono)]
    more = [str(int(plies) + 1) for plies in made]
    return " ".join(
        (rows.translate(turn), str(int(slot) + 1), start, "/".join(held[-1:] + held[:-1]), *there, *more)
    )


def test_all_colours_are_seen_alike() -> None:
    lister = new_rows("blokus")
    slots = set(range(layout.SLOT, layout.SLOT + 96))
    seen = 0
    for game in positions("official", 5):
        slot = int(game.position().split()[1])
        if slot >= 4 and slot % 8 < 7:  # the next slot belongs to the same phase of the game
            turned = new_game("blokus", position=passed_on(game.position()))
            assert set(lister.rows_of(game)) - slots == set(lister.rows_of(turned)) - slots
            seen += 1
    assert seen > 10

"""Blokus: the rows that a net judges, held against the rules."""

from collections.abc import Iterator

import pytest

from schwarm.bots.learned import new_rows
from schwarm.game import Game, new_game
from schwarm.game.random64 import Stream
from schwarm.games.blokus import rows_layout as layout
from schwarm.games.blokus import tables
from schwarm.games.blokus.rules import Blokus


def positions(profile: str, seed: int) -> Iterator[Game]:
    """Every third position of a random game."""
    game = new_game("blokus", seed=seed, profile=profile)
    words = Stream(seed, 5)
    while (move := game.random_move(words.word())) is not None:
        if game.turn % 3 == 0:
            yield game
        game.play(move)


def facts(rows: list[int], turn: int) -> dict[str, int]:
    """The values of a colour's facts."""
    found = {}
    for row in rows:
        colour, place = divmod(row, layout.PHASES * layout.SPAN)
        place %= layout.SPAN
        if colour == turn and row < layout.SLOT:
            for name, size in layout.FACTS:
                if layout.place(name) <= place < layout.place(name) + size:
                    found[name] = place - layout.place(name)
    return found


@pytest.mark.parametrize("profile", ["official", "duo"])
def test_corners_are_those_that_legal_moves_cover(profile: str) -> None:
    lister = new_rows("blokus")
    for game in positions(profile, 3):
        known = facts(lister.rows_of(game), 0)
        moves = [move.code for move in game.legal_moves() if move.code != tables.SKIP]
        assert known["safe"] <= known["corners"] <= known["near"]
        assert known["private"] <= known["first"] <= known["reach"]
        single = [code for code in moves if tables.SIZE_OF[tables.place_of(code)[0]] == 1]
        if single:  # the smallest piece fits at every corner and nowhere else
            assert known["corners"] == len(single)


@pytest.mark.parametrize("profile", ["official", "classic", "duo"])
def test_every_colour_in_the_game_has_a_row_of_each_fact(profile: str) -> None:
    lister = new_rows("blokus")
    for game in positions(profile, 4):
        rows = lister.rows_of(game)
        assert max(rows) < layout.COUNT
        assert len(rows) == len(set(rows))
        assert (len(rows) - 2) % len(layout.FACTS) == 0
        assert len(facts(rows, 0)) == len(layout.FACTS)


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
    slots = set(range(layout.SLOT, layout.SLOT + layout.SLOTS))
    seen = 0
    for game in positions("official", 5):
        slot = int(game.position().split()[1])
        if slot >= 4 and slot % 16 < 15:  # the next slot belongs to the same phase of the game
            turned = new_game("blokus", position=passed_on(game.position()))
            assert set(lister.rows_of(game)) - slots == set(lister.rows_of(turned)) - slots
            seen += 1
    assert seen > 10


@pytest.mark.parametrize("profile", ["official", "duo"])
def test_the_lead_is_that_of_the_side_to_move(profile: str) -> None:
    lister = new_rows("blokus")
    for game in positions(profile, 6):
        assert isinstance(game, Blokus)
        points = game.colour_points()
        lead = (sum(points[::2]) - sum(points[1::2])) * (1 - 2 * game.side)
        assert abs(lead) <= layout.MOST_LEAD
        assert lister.rows_of(game)[-1] == layout.LEAD + lead

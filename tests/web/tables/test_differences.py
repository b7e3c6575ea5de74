"""What has changed of a table, and the state made of it again: small, exact, and healed by its number."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schwarm import list_games, new_game
from schwarm.game.record import Ply
from schwarm.web import boards
from schwarm.web.shared.connections import Push, encoded
from schwarm.web.tables.differences import applied, difference
from schwarm.web.words.teller import MovesInWords

MOST = 1000  # bytes of a ply on the line
keys = st.sampled_from("abc")
values = st.recursive(
    st.none() | st.booleans() | st.integers(2, 5) | st.text("xy", max_size=2),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=12,
)


def states(game_name: str, seed: int, most: int = 10**6) -> list[dict[str, Any]]:
    """What a table tells of a random game, ply by ply, as JSON; without what is the same all the time."""
    game = new_game(game_name, seed=seed)
    drawn, teller, chance = boards.of(game), MovesInWords(), random.Random(seed)
    plies: list[Ply] = []
    used = dict.fromkeys(game.setup.book.sides, 0)
    found = []
    while True:
        found.append(
            {
                "ply": len(plies), "turn": game.turn, "to_move": None if game.finished() else game.to_move,
                "board": drawn.board(game), "last": drawn.last(game), "position": game.public_position(),
                "history": [ply.move for ply in plies], "told": teller.last(game, plies), "moves": None,
                "clock": {"used_ms": dict(used), "running": game.to_move, "thinking_ms": None},
            }
        )  # fmt: skip
        if game.finished() or len(plies) >= most:
            return [json.loads(encoded(state)) for state in found]
        plies.append(Ply(str(chance.choice(game.legal_moves())), think_ms=chance.uniform(1, 60_000)))
        used[game.to_move] += round(plies[-1].think_ms or 0)
        game.play(plies[-1].move)


@pytest.mark.parametrize("game", list_games())
def test_of_a_whole_game_each_ply_is_told_in_less_than_a_kilobyte(game: str) -> None:
    told = states(game, seed=1)
    shown = told[0]
    for number, state in enumerate(told[1:], 10**12):
        message = {"type": "change", "number": number, "change": difference(shown, state)}
        push = Push(encoded(message), number=number)
        assert len(push.deflated) < MOST
        before = json.dumps(shown)
        made = applied(shown, json.loads(push.data)["change"])
        assert made == state
        assert json.dumps(shown) == before  # nothing was altered
        shown = made


begun = cache(lambda game: states(game, seed=2, most=12))


@settings(max_examples=50, deadline=None)
@given(st.sampled_from(list_games()), st.integers(0, 12), st.integers(0, 12))
def test_any_state_is_made_of_any_other_one(game: str, one: int, other: int) -> None:
    """Also back: moves are taken back."""
    told = begun(game)
    old, new = told[one % len(told)], told[other % len(told)]
    change = difference(old, new)
    assert (change is None) == (old == new)
    assert change is None or applied(old, json.loads(encoded({"": change}))[""]) == new


@settings(max_examples=80, deadline=None)
@given(st.dictionaries(keys, values), st.dictionaries(keys, values))
def test_any_object_is_made_of_any_other_one(old: dict[str, Any], new: dict[str, Any]) -> None:
    change = difference(old, new)
    assert new == (old if change is None else applied(old, change))

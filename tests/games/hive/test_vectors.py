"""Hive against the recorded games: legal lists, liberties, boards and verdicts under both end rules."""

from typing import Any

import pytest

import schwarm
from schwarm.games.hive.rules import Hive
from tests.sampling import thinned
from tests.vectors import lines

WINNER = {"RED": "red", "BLUE": "blue", "DRAW": None}
GAMES = list(lines("hive/share.jsonl.gz"))


def start(record: dict[str, Any], end_check: str) -> Hive:
    berries = " ".join(record["obstructed"])
    game = schwarm.new_game("hive", hand=record["pieces"], berries=berries, end_check=end_check)
    assert isinstance(game, Hive)
    return game


def play(game: Hive, record: dict[str, Any], plies: int) -> None:
    """Play so many plies and compare all there is to see before each of them."""
    for i in range(plies):
        assert list(game.liberties()) == record["free"][i]
        assert game.outcome() is None
        assert game.legal_moves() == (record["legal"][i] or ["SKIP"])
        game.play(record["moves"][i])


def judged_by_liberties(red: int, blue: int) -> tuple[str | None, str]:
    """The verdict on an ended game, from the rule sheet's words."""
    if red == 0 or blue == 0:
        if red == blue:
            return None, "both queens surrounded"
        return "blue" if red == 0 else "red", "queen surrounded"
    if red == blue:
        return None, "equally free queens"
    return "red" if red > blue else "blue", "more free fields around the queen"


def test_there_are_200_games() -> None:
    assert len(GAMES) == 200
    assert sum(len(record["moves"]) for record in GAMES) == 9410
    assert sum(len(legal) for record in GAMES for legal in record["legal"]) == 292408


@pytest.mark.parametrize("record", GAMES, ids=lambda record: str(record["id"]))
def test_recorded_game_judged_at_the_end_of_rounds(record: dict[str, Any]) -> None:
    game = start(record, "round")
    play(game, record, record["turns"])
    assert game.turn == record["turns"]
    assert {f"{x},{y}": stack for (x, y), stack in game.stacks().items()} == record["board"]
    red, blue = record["free"][-1]
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winner == WINNER[record["winner"]]
    assert (outcome.winner, outcome.reason) == judged_by_liberties(red, blue)
    points = {"red": (2, 0), "blue": (0, 2), None: (1, 1)}[outcome.winner]
    assert outcome.scores == {"red": (points[0], red), "blue": (points[1], blue)}


@pytest.mark.parametrize("record", GAMES, ids=lambda record: str(record["id"]))
def test_recorded_game_judged_after_every_ply(record: dict[str, Any]) -> None:
    last = next((i for i, free in enumerate(record["free"]) if i and 0 in free), 60)
    game = start(record, "ply")
    play(game, record, last)
    assert game.legal_moves() == []
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == judged_by_liberties(*record["free"][last])


@pytest.mark.parametrize("record", thinned(GAMES[::10], 5), ids=lambda record: str(record["id"]))
def test_refusals_and_lists_are_two_views_of_the_same_rules(record: dict[str, Any]) -> None:
    game = start(record, "round")
    for number, move in enumerate(record["moves"]):
        if number % 12 == 11:
            legal = set(game.legal_moves())
            for text in candidates(game):
                rule, why = game.refusal(game.read(text))
                assert (why == "is legal") == (text in legal), (text, rule, why)
        game.play(move)


def candidates(game: Hive) -> list[str]:
    """Sets of every kind and moves from every occupied field, to all fields of the board."""
    fields = [f"{x},{y}" for x in range(-5, 6) for y in range(-5, 6) if abs(x + y) <= 5]
    starts = [f"{x},{y}" for x, y in game.stacks()]
    sets = [f"{kind}@{field}" for kind in "QSGBA" for field in fields]
    return sets + [f"{start}>{field}" for start in starts for field in fields]

"""Blokus against the recorded games: legal lists, slots, colours, points, ends of both profiles, mistakes."""

import hashlib
from typing import Any

import pytest

import schwarm
from schwarm.games.blokus import refusals
from schwarm.games.blokus.notation import COLUMNS, letters
from schwarm.games.blokus.options import COLOURS, SIDES
from schwarm.games.blokus.rules import Blokus
from schwarm.games.blokus.season import MISTAKES as SEASON_MISTAKES
from schwarm.games.blokus.tables import KINDS, OFFICIAL, SHAPE_OF
from tests.vectors import lines

GAMES = list(lines("blokus/share.jsonl.gz"))
WINNER = {"ONE": "one", "TWO": "two", None: None}
TURN = {"NONE": "", "RIGHT": "r", "MIRROR": "m", "LEFT": "l"}
MISTAKES = {rule: name for rule, (name, _, _) in SEASON_MISTAKES.items()}


def blokus(**told: Any) -> Blokus:
    game = schwarm.new_game("blokus", **told)
    assert isinstance(game, Blokus)
    return game


def check_end(game: Blokus, recorded: dict[str, Any]) -> None:
    outcome = game.outcome()
    assert outcome is not None
    assert (game.facts()[0], game.colour_points()) == (recorded["t"], recorded["p"])
    assert [outcome.scores[side][1] for side in SIDES] == recorded["teams"]
    assert outcome.winner == WINNER[recorded["winner"]]


def replayed(record: dict[str, Any]) -> int:
    """Play a recorded game by both profiles; how many legal moves were compared."""
    game = blokus(start=record["start"])
    text = blokus(start=record["start"], profile="text")
    compared = 0
    for ply in record["plies"]:
        slot, valid, _, _ = game.facts()
        assert (slot, letters(valid), game.colour_points()) == (ply["t"], ply["v"], ply["p"])
        legal = game.legal_moves()
        assert len(legal) == ply["n"]
        assert hashlib.sha256("\n".join(legal).encode()).hexdigest()[:16] == ply["h"]
        compared += len(legal)
        game.play(ply["m"])
        if not text.finished():
            text.play(ply["m"])
    check_end(game, record["end"])
    assert letters(game.facts()[1]).strip("-") == record["end"]["v"]
    assert game.position().split()[0] == record["end"]["board"]
    if record["text"] is None:
        assert text.outcome() is None
    else:
        check_end(text, record["text"])
        assert text.turn == record["text"]["plies"]
    return compared


@pytest.mark.compiled_only
def test_every_ply_of_the_recorded_games() -> None:
    assert sum(map(replayed, GAMES)) == sum(ply["n"] for game in GAMES for ply in game["plies"]) > 450_000


def test_a_recorded_game_by_the_plain_rules() -> None:
    assert replayed(GAMES[5]) > 3000


def tried(game: Blokus, text: str) -> str | None:
    """The mistake that we name; the wire's texts can say what ours cannot."""
    words = text.split()
    colour = COLOURS.index((words[1] if words[0] == "SKIP" else words[0]).lower())
    if colour != game.facts()[0] % 4:
        return MISTAKES["R9"]
    move = "SKIP"
    if words[0] != "SKIP":
        shape = KINDS[OFFICIAL.index(words[1])] + TURN[words[2]] + "f" * (words[3] == "true")
        x, y = int(words[4]), int(words[5])
        if not (0 <= x < 20 and 0 <= y < 20):
            return MISTAKES[refusals.at(game, colour, SHAPE_OF[shape], x, y)[0]]
        move = f"{shape}@{COLUMNS[x]}{y}"
    try:
        game.code_of(move)
    except schwarm.IllegalMove as refusal:
        return MISTAKES[refusal.rule]
    return None


def test_every_recorded_mistake_is_named_as_the_server_names_it() -> None:
    seen = set()
    for record in lines("blokus/mistakes.jsonl.gz"):
        game = blokus(position=record["position"])
        assert game.position() == record["position"]
        for text, mistake, *others in record["tries"]:
            assert tried(game, text) in (others[0] if others else [mistake]), text
            seen.add(mistake)
    assert seen >= {None, *MISTAKES.values()}

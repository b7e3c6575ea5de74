"""Moves in words: every move of every game in both languages, from values alone; Hive also in UHP."""

from __future__ import annotations

from random import Random

import pytest
from starlette.testclient import TestClient

from schwarm import list_games, new_game
from schwarm.game import Game, Move
from schwarm.game.record import Ply
from schwarm.games.hive.uhp import uhp_texts
from schwarm.web.env import env_of
from schwarm.web.shared.texts import LANGUAGES
from schwarm.web.words import words_of
from schwarm.web.words.teller import MovesInWords
from tests.web.shared.requests import bearer, begin


def told(game: Game, *moves: str) -> list[str]:
    for move in moves:
        game.play(move)
    return [one["words"]["en"] for one in MovesInWords().all(game, [])]


@pytest.mark.parametrize("game", list_games())
def test_every_move_of_a_game_is_told_in_both_languages(game: str) -> None:
    for seed in range(3):
        position, choose, teller = new_game(game, seed=seed), Random(seed), MovesInWords()
        plies: list[Ply] = []
        while not position.finished() and len(plies) < 60:
            move = choose.choice(position.legal_moves())
            before = words_of(position, move)
            assert set(before) == set(LANGUAGES)
            plies.append(Ply(str(position.play(move)), 1234.5))
            found = teller.last(position, plies)
            assert found is not None
            assert found["ms"] == 1234
            for language in LANGUAGES:
                assert not found["words"][language][0].islower()
                assert "{" not in found["words"][language]
            assert found["words"]["en"] != found["words"]["de"]
        assert MovesInWords().all(position, plies) == teller.all(position, plies)


def test_a_teller_follows_moves_that_are_taken_back() -> None:
    game, teller = new_game("piranhas", seed=7), MovesInWords()
    game.play("A4-C4")
    game.play(game.legal_moves()[0])
    assert len(teller.all(game, [])) == 2
    game.undo()
    assert [one["side"] for one in teller.all(game, [])] == ["red"]


def test_hive_names_the_neighbour_that_matters() -> None:
    assert told(new_game("hive", berries=0), "Q@0,0", "Q@1,-1", "A@-1,1", "A@2,-2", "-1,1>0,-1") == [
        "Queen as the first piece",
        "New queen next to the red queen",
        "New ant next to the red queen",
        "New ant next to the blue queen",
        "Ant next to the blue queen",
    ]


def test_piranhas_tells_line_distance_and_prey() -> None:
    game = new_game("piranhas", seed=7)
    captures = [move for move in legal_after(game, 8) if game.describe(move).captured]
    for move in captures:
        assert "-fish" in words_of(game, move)["en"]
    assert words_of(new_game("piranhas", seed=7), "A1-C3")["en"] == "3-fish swims 2 squares diagonally"


def legal_after(game: Game, plies: int) -> list[Move]:
    choose = Random(3)
    for _ in range(plies):
        game.play(choose.choice(game.legal_moves()))
    return game.legal_moves()


def test_a_captain_gives_orders() -> None:
    game = new_game("mississippi_queen", seed=7)
    assert words_of(game, "A+1 M2")["en"] == "Faster to 2, 2 ahead"
    assert words_of(game, "A+1 M2")["de"] == "Schneller auf 2, 2 Felder vor"
    burning = [move for move in game.legal_moves() if move.startswith("A+5")]
    assert burning
    for move in burning:
        assert words_of(game, move)["en"].startswith("Full steam")
        assert "coal" in words_of(game, move)["en"]


def test_chance_is_not_told_before_it_has_decided() -> None:
    assert words_of(new_game("protista", seed=7), "R")["en"] == "Creates pieces at random"


# --- the Universal Hive Protocol --------------------------------------------------------------------------
def uhp(*moves: str) -> list[str]:
    game = new_game("hive", berries=0)
    start, made = game.board(), []
    for move in moves:
        made.append(game.describe(move))
        game.play(move)
    return uhp_texts(start, made)


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("1,-1", "bG1 wS1-"),  # right of it
        ("1,0", "bG1 wS1/"),  # above right
        ("0,1", "bG1 \\wS1"),  # above left
        ("-1,1", "bG1 -wS1"),  # left
        ("-1,0", "bG1 /wS1"),  # below left
        ("0,-1", "bG1 wS1\\"),  # below right
    ],
)
def test_uhp_puts_the_sign_where_the_piece_lies(field: str, text: str) -> None:
    assert uhp("S@0,0", f"G@{field}") == ["wS1", text]


def test_uhp_signs_agree_with_what_is_drawn() -> None:
    board = new_game("hive", berries=0).board()
    centre, right, above = board.cell("0,0"), board.cell("1,-1"), board.cell("1,0")
    assert (right.x > centre.x, right.y) == (True, centre.y)
    assert above.x > centre.x
    assert above.y < centre.y


def test_uhp_numbers_pieces_as_they_are_set_and_lets_beetles_climb() -> None:
    moves = ["Q@0,0", "Q@1,-1", "B@-1,1", "A@2,-2", "A@-1,0", "A@2,-1", "-1,1>0,0", "SKIP"]
    texts = uhp(*moves[:-1])
    assert texts == ["wQ", "bQ wQ-", "wB1 -wQ", "bA1 bQ-", "wA1 /wQ", "bA2 bQ/", "wB1 wQ"]


# --- on the page ------------------------------------------------------------------------------------------
def test_the_list_of_moves_tells_sides_times_and_words(client: TestClient) -> None:
    seat = begin(client, "hive", opponent="here", side="red")
    table = f"/api/tables/{seat['id']}"
    for _ in range(3):
        shown = env_of(client.app).tables.tables[seat["id"]].course.shown
        form = {"move": str(shown.legal_moves()[0]), "side": shown.to_move}
        assert client.post(f"{table}/moves", json=form, headers=bearer(seat)).status_code == 200
    found = client.get(f"{table}/moves").json()
    assert [one["side"] for one in found] == ["red", "blue", "red"]
    assert all(one["ms"] >= 0 and one["players"] and set(one["words"]) == set(LANGUAGES) for one in found)
    state = client.get(table).json()
    assert state["told"] == found[-1]

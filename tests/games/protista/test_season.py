"""Protista on the wire: our own codec in the manner of 2026."""

import asyncio
import random
from functools import partial

import pytest

from schwarm.contest.wire import Element, Malformed, Reader, render, season_of_game, tag
from schwarm.contest.wire.element import data_of
from schwarm.contest.wire.season import Finish
from schwarm.game import Game, new_game
from tests.contest.peers import Peer, play_on, served, server

pytestmark = pytest.mark.compiled_only  # about XML, not about rules

SEASON = season_of_game("protista")
NAMES = ("A", "")


@pytest.mark.parametrize("options", [{}, {"profile": "small"}, {"win": "king"}, {"setup": "checkers"}])
def test_a_state_survives_the_wire_in_every_position_of_a_game(options: dict[str, str]) -> None:
    chance = random.Random(1)
    game = new_game("protista", seed=4, **options)
    for _ in range(60):
        if game.outcome() is not None:
            break
        data = SEASON.state(game, NAMES, None)
        (again,) = Reader().feed(f"<protocol>{render(data)}".encode())
        assert SEASON.read_position(again.need("state"), None) == game.position()
        move = chance.choice(game.legal_moves())
        assert SEASON.read_move(SEASON.write_move(move, game), game).text == move
        game.play(move)


def test_the_state_tells_whose_turn_it_is_and_the_cells_of_a_creation() -> None:
    game = new_game("protista", seed=3)
    sent = SEASON.read_move(data_of("move", tag("text", "R")), game)
    made = game.play(sent.text)
    state = SEASON.state(game, NAMES, SEASON.made(sent, made, game)).need("state")
    assert state.attributes["currentTeam"] == "TWO"
    assert state.need("lastMove").need("text").text.startswith("R=")
    assert [child.name for child in state.children] == ["lastMove", "board", "targets", "targets", "seen"]


@pytest.mark.parametrize(
    "data", [data_of("move"), data_of("move", tag("text")), data_of("x", tag("text", "R"))]
)
def test_half_a_move_is_malformed(data: Element) -> None:
    with pytest.raises(Malformed):
        SEASON.read_move(data, new_game("protista", seed=1))


def test_scores_have_victory_points_targets_and_material() -> None:
    assert SEASON.judge(new_game("protista", seed=1)).scores == ((1, 0, 12), (1, 0, 12))
    game = new_game("protista", profile="small", seed=47)
    while moves := game.legal_moves():
        game.play(moves[game.turn * 7 % len(moves)])
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == ("white", "targets")
    numbers = outcome.scores["white"], outcome.scores["black"]
    result = SEASON.result(game, NAMES, Finish(0, outcome.reason, (numbers[0], numbers[1])))
    assert result.need("winner").attributes["reason"] == "A hat genug Ziele erreicht"
    told = SEASON.read_result(result).scores
    assert told == numbers
    assert [len(scores) for scores in told] == [len(SEASON.fragments)] * 2
    assert [scores[0] for scores in told] == [2, 0]


def short(game: str, turn_limit: int) -> Game:
    return new_game(game, profile="small", seed=2, turn_limit=turn_limit)


@served
async def test_two_clients_play_a_whole_game() -> None:
    async with server(start=partial(short, turn_limit=20)) as running:
        white, black = await Peer.connect(running), await Peer.connect(running)
        await white.join("protista")
        await black.join("protista")
        first, second = await asyncio.gather(
            play_on(white, "protista", profile="small"), play_on(black, "protista", profile="small")
        )
        assert first == second
        assert first.need("winner").attributes["regular"] == "true"


@served
async def test_an_illegal_move_names_the_rule() -> None:
    async with server() as running:
        white, black = await Peer.connect(running), await Peer.connect(running)
        room = await white.join("protista")
        await black.join("protista")
        await white.until("moveRequest")
        white.say(f'<room roomId="{room}"><data class="move"><text>S:a1-i13</text></data></room>')
        assert "InvalidMoveException" in (await white.expect("error")).attributes["message"]
        result = await white.expect("result")
        assert result.need("winner").attributes["reason"].startswith("Regelverletzung von ONE: ")


@served
async def test_a_played_game_is_told_and_added_up_in_three_columns() -> None:
    async with server(start=partial(short, turn_limit=6)) as running:
        admin, white, black = [await Peer.connect(running) for _ in range(3)]
        await admin.authenticate()
        admin.say('<testMode testMode="true"/>')
        await admin.expect("testing")
        _, codes = await admin.prepare(game="protista")
        for peer, code in zip((white, black), codes, strict=True):
            peer.say(f'<joinPrepared reservationCode="{code}"/>')
        first, _ = await asyncio.gather(
            play_on(white, "protista", profile="small"), play_on(black, "protista", profile="small")
        )
        scores = [entry.need("score") for entry in first.need("scores").children]
        columns = len(first.need("definition").children)
        assert [len(score.children) for score in scores] == [columns] * 2 == [3, 3]
        admin.say('<scoreForPlayer displayName="Alice"/>')
        told = (await admin.expect("playerScore")).need("score")
        sums = [int(float(values.need("value").text)) for values in told.children]
        assert sums == [int(part.text) for part in scores[0].children]

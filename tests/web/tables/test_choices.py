"""Slow rules hold up nobody but their own table."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from schwarm.game import Game
from schwarm.web.boards import Drawn, messages
from tests.web.shared.live import LiveSocket
from tests.web.shared.requests import bearer, begin, state
from tests.web.shared.site import in_memory


def test_the_page_answers_others_while_a_games_moves_are_described(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, may_end = threading.Event(), threading.Event()
    quick = Drawn.choices

    def slow(drawn: Drawn, game: Game) -> list[messages.Choice]:
        begun.set()
        may_end.wait()
        return quick(drawn, game)

    monkeypatch.setattr(Drawn, "choices", slow)
    with in_memory(tmp_path) as client:
        seat = begin(client, opponent="here", side="red")
        found: list[object] = []
        asked = threading.Thread(target=lambda: found.append(state(client, seat, **bearer(seat))["moves"]))
        asked.start()
        begun.wait()
        assert client.get("/robots.txt").status_code == 200
        assert state(client, seat)["moves"] is None  # a spectator need not wait either
        assert found == []
        may_end.set()
        asked.join()
    (moves,) = found
    assert isinstance(moves, list)
    assert len(moves) > 10


def test_nobodys_moves_are_described_for_spectators(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    described: list[Game] = []
    quick = Drawn.choices

    def noted(drawn: Drawn, game: Game) -> list[messages.Choice]:
        described.append(game)
        return quick(drawn, game)

    monkeypatch.setattr(Drawn, "choices", noted)
    with in_memory(tmp_path) as client:
        seat = begin(client, opponent="here", side="red")
        form = {"move": "A1-C1", "side": "red"}
        made = client.post(f"/api/tables/{seat['id']}/moves", json=form, headers=bearer(seat))
        assert made.status_code == 200, made.text
        assert state(client, seat)["ply"] == 1
    assert described == []


def test_the_state_is_told_at_once_and_the_moves_follow_to_the_side_to_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_end = threading.Event()
    may_end.set()
    quick = Drawn.choices

    def slow(drawn: Drawn, game: Game) -> list[messages.Choice]:
        may_end.wait()
        return quick(drawn, game)

    monkeypatch.setattr(Drawn, "choices", slow)
    with in_memory(tmp_path) as client:
        seat = begin(client, opponent="here", side="red")
        with client.websocket_connect(f"/api/tables/{seat['id']}/socket") as line:
            socket = LiveSocket(line)
            socket.say(type="hello", token=next(iter(seat["tokens"].values())))
            while (first := socket.until("moves"))["state"]["ply"] != 0:
                pass
            may_end.clear()
            form = {"move": "A1-C1", "side": "red"}
            client.post(f"/api/tables/{seat['id']}/moves", json=form, headers=bearer(seat))
            while (now := socket.until("state")["state"])["ply"] != 1:
                pass
            assert now["clock"]["running"] == "blue", "one message tells the move and whose clock runs"
            may_end.set()
            told = socket.until("moves")
            assert told["state"]["ply"] == 1
            assert told["moves"]
            assert told["moves"] != first["moves"]


def test_moves_are_described_for_no_side_that_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    described: list[str] = []
    quick = Drawn.choices

    def noted(drawn: Drawn, game: Game) -> list[messages.Choice]:
        described.append(game.to_move)
        return quick(drawn, game)

    monkeypatch.setattr(Drawn, "choices", noted)
    with in_memory(tmp_path) as client:
        seat = begin(client, side="red")
        with client.websocket_connect(f"/api/tables/{seat['id']}/socket") as line:
            socket = LiveSocket(line)
            socket.say(type="hello", token=seat["tokens"]["red"])
            socket.until("moves")
            socket.say(type="move", move="A1-C1")
            while socket.until("moves")["state"]["ply"] != 2:  # the bot has answered
                pass
    assert set(described) == {"red"}

"""Games without a season of their own play with the generic codec: positions and moves as text.

Breakthrough, the example of a game from elsewhere, is rules alone; ours are installed under other names.
"""

import random
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

from schwarm.cli import run
from schwarm.contest.client import Client, ClientGame, SeatRequest, follow
from schwarm.contest.replay import BadReplay, read_replay, write_replay
from schwarm.contest.wire import (
    Element,
    Malformed,
    Reader,
    game_types,
    render,
    season_of_game,
    season_of_type,
    tag,
)
from schwarm.contest.wire.element import data_of
from schwarm.contest.wire.generic import Generic
from schwarm.game import RuleBook, UnknownGame, catalogue, new_game, rule_book
from schwarm.game.record import End, Irregular, record_of
from tests import ROOT
from tests.contest.servers import ServerThread
from tests.contest.test_client import first_move

TWINS = [f"twin_of_{name}" for name in catalogue.own_games()]
GAMES = [*TWINS, "breakthrough"]
NAMES = ("A", "")


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each of our games once more under another name, and the example of a game from elsewhere."""
    for twin in TWINS:
        book = replace(rule_book(twin.removeprefix("twin_of_")), name=twin)
        monkeypatch.setitem(catalogue.books(), twin, book)
    monkeypatch.setitem(catalogue.books(), "breakthrough", breakthrough())
    yield
    season_of_game.cache_clear()


def breakthrough() -> RuleBook:
    """The rule book of examples/breakthrough, in plain Python; known without its folder, it has no codec."""
    folder = str(ROOT / "examples" / "breakthrough" / "src")
    if folder not in sys.path:
        sys.path.insert(0, folder)
    book: RuleBook = import_module("schwarm_breakthrough").BOOK
    return book


@pytest.mark.parametrize("game", GAMES)
def test_a_registered_game_has_a_type_and_a_codec(game: str) -> None:
    season = season_of_game(game)
    assert isinstance(season, Generic)
    assert season.game_type == f"swc_x_{game}"
    assert game_types()[season.game_type] == game
    assert season_of_type(season.game_type) is season
    assert next(iter(game_types().values())) == "blokus"  # what a server offers by default


def test_a_game_that_nobody_registered_has_none() -> None:
    with pytest.raises(UnknownGame):
        season_of_game("chess")
    assert season_of_type("swc_x_chess") is None


@pytest.mark.parametrize("game", GAMES)
def test_states_and_moves_survive_the_wire(game: str) -> None:
    season, chance = season_of_game(game), random.Random(3)
    current, known, last = new_game(game, seed=4), None, None
    for _ in range(40):
        data = season.state(current.view(), NAMES, last)
        (again,) = Reader().feed(f"<protocol>{render(data)}".encode())
        known = follow(season, again, known)
        assert known.public_position() == current.public_position()
        assert known.to_move == current.to_move
        assert again.need("state").attributes["currentTeam"] == season.colours[current.side]
        word = chance.getrandbits(64)
        move = current.random_move(word)
        if move is None:
            break
        sent = season.read_move(season.write_move(move, current), current)
        assert sent.text == move
        last = season.made(sent, current.play(sent.text), current)


@pytest.mark.parametrize("game", GAMES)
def test_two_clients_play_a_whole_game_on_the_server(game: str) -> None:
    def play(port: int) -> ClientGame:
        with Client(game, "127.0.0.1", port) as client:
            return client.play(SeatRequest(), first_move)

    with ServerThread(start=lambda name: new_game(name, seed=3)) as server, ThreadPoolExecutor(2) as pool:
        first, second = pool.map(lambda _: play(server.port), range(2))
        server.wait_for_records(1)
        (record,) = server.records
    assert first.told == second.told
    assert first.told.cause is None
    assert record.game == game
    assert record.end is not None
    assert record.end.reason in first.told.reason or first.told.winner is None
    assert [tuple(scores) for scores in first.told.scores] == list(record.end.scores.values())
    assert read_replay(write_replay(record).encode()).record == replace(
        record, plies=tuple(replace(ply, think_ms=None, server_ms=None) for ply in record.plies)
    )


@pytest.mark.parametrize("game", GAMES)
def test_an_irregular_end_is_read_back(game: str) -> None:
    current = new_game(game, seed=1)
    current.play(current.legal_moves()[0])
    first, second = rule_book(game).sides
    for reason in (Irregular.ILLEGAL_MOVE, Irregular.TIME_UP, Irregular.LEFT, Irregular.CANCELLED):
        record = replace(record_of(current), end=End(second, reason, current.standing()))
        end = read_replay(write_replay(record).encode()).record.end
        assert end is not None
        assert end.reason == reason
        assert end.winner == second or reason is Irregular.CANCELLED
    assert first != second


@pytest.mark.parametrize(
    "data", [data_of("move"), data_of("move", tag("text", "x" * 1000)), data_of("x", tag("text", "R"))]
)
def test_half_a_move_is_malformed(data: Element) -> None:
    with pytest.raises(Malformed):
        season_of_game(TWINS[0]).read_move(data, new_game(TWINS[0], seed=1))


def test_a_replay_of_a_game_that_is_not_installed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    text = write_replay(record_of(new_game(TWINS[2], seed=1)))
    monkeypatch.delitem(catalogue.books(), TWINS[2])
    with pytest.raises(BadReplay, match=f"a game that is installed, not of '{TWINS[2]}'"):
        read_replay(text.encode())


def test_a_package_without_the_rules_of_its_game_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "player.zip"
    assert run(["package", "breakthrough", "--bot", "random", "--to", str(target)]) == 2
    assert "the ZIP would not hold the rules of breakthrough" in capsys.readouterr().err
    assert not target.exists()

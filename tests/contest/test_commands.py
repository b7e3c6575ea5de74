"""The commands: server, client, replay, convert, as a person or the contest starts them."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from schwarm.cli import run
from schwarm.contest.client import Client, SeatRequest
from schwarm.contest.wire import render, season_of_game, tag
from schwarm.game import new_game
from schwarm.game.record import Record, replay
from schwarm.store import open_store
from tests.contest.peers import Peer
from tests.contest.servers import ServerThread
from tests.contest.streams import FOLDER
from tests.contest.test_client import first_move
from tests.waiting import PATIENCE_S, wait

REPLAY = FOLDER / "2026" / "replay.xml.gz"
CLIENT = [sys.executable, "-m", "schwarm.cli", "client"]


@pytest.fixture(autouse=True)
def own_logs() -> Iterator[None]:
    """A server started inside the test must not leave its way of logging behind."""
    logger = logging.getLogger("schwarm")
    before = logger.handlers[:], logger.level, logger.propagate
    yield
    logger.handlers[:], logger.level, logger.propagate = before


class ServerProgram:
    """`schwarm server` as a program."""

    def __init__(self, *arguments: str, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "schwarm.cli", "server", "--port", "0", *arguments],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert "contest server on" in line, self.process.communicate()
        self.port = int(line.split(" port ")[1].split(":")[0])

    def end(self, number: int = signal.SIGTERM) -> str:
        """Send a signal and wait; what it logged comes back."""
        self.process.send_signal(number)
        return self.process.communicate(timeout=PATIENCE_S)[1]


@contextmanager
def server_program(*arguments: str, folder: Path) -> Iterator[ServerProgram]:
    program = ServerProgram(*arguments, folder=folder)
    try:
        yield program
    finally:
        program.process.kill()
        program.process.wait(PATIENCE_S)
        for pipe in (program.process.stdout, program.process.stderr):
            assert pipe is not None
            pipe.close()


async def sit_down(port: int, count: int) -> list[Peer]:
    """That many clients of Piranhas, all seated."""
    peers = []
    for _ in range(count):
        peer = Peer(*await asyncio.open_connection("127.0.0.1", port))
        peer.say("<protocol>")
        await peer.join()
        peers.append(peer)
    return peers


def test_a_terminated_server_records_running_games_as_interrupted(tmp_path: Path) -> None:
    async def meet(program: ServerProgram) -> None:
        red, blue = await sit_down(program.port, 2)
        await red.until("moveRequest")
        program.process.send_signal(signal.SIGTERM)
        for peer in (red, blue):
            await peer.until("left")
            assert (await peer.closed()).endswith(b"</protocol>")
            peer.hang_up()

    with server_program("--grace", "0.2", "--log-json", folder=tmp_path) as program:
        asyncio.run(meet(program))
        logged = program.process.communicate(timeout=PATIENCE_S)[1]
        assert program.process.returncode == 0
    events = [json.loads(line) for line in logged.splitlines()]
    assert [event["event"] for event in events] == [
        "listening",
        "waiting for running games",
        "game over",
        "stopped",
    ]
    assert events[2]["reason"] == "interrupted"
    with open_store(str(tmp_path / "schwarm.db")) as store:
        assert len(store.interrupted()) == 1


def test_no_acknowledged_move_is_lost_when_a_server_is_killed(tmp_path: Path) -> None:
    """Twenty games at once, killed without warning: what any client was told is in the database."""

    async def meet(program: ServerProgram) -> list[int]:
        peers = await sit_down(program.port, 40)
        told = dict.fromkeys(peers, 0)  # the last turn that each of them heard of
        tasks = [asyncio.create_task(answer(peer, told)) for peer in peers]
        while min(told.values()) < 1 or sum(told.values()) < 100:
            await asyncio.sleep(0.01)
        program.process.kill()
        await asyncio.gather(*tasks)
        for peer in peers:
            peer.hang_up()
        return [max(told[red], told[blue]) for red, blue in zip(peers[::2], peers[1::2], strict=True)]

    async def answer(peer: Peer, told: dict[Peer, int]) -> None:
        """Play on until the server is gone."""
        season, position = season_of_game("piranhas"), ""
        with suppress(EOFError, ConnectionError):
            while True:
                message = await peer.next()
                if message.name != "room":
                    continue
                data = message.need("data")
                if data.attributes["class"] == "memento":
                    told[peer] = data.need("state").number("turn")
                    position = season.read_position(data.need("state"), None)
                elif season.is_request(data):
                    current = new_game("piranhas", profile="official", position=position)
                    move = season.write_move(current.legal_moves()[0], current)
                    peer.say(render(tag("room", move, roomId=message.attributes["roomId"])))

    with server_program("--no-timeout", folder=tmp_path) as program:
        told = asyncio.run(meet(program))
    with open_store(str(tmp_path / "schwarm.db")) as store:
        written = [len(record.plies) for record in store.records()]
    assert len(written) == len(told) == 20
    for known, kept in zip(sorted(told), sorted(written), strict=True):
        assert known <= kept <= known + 2


def test_metrics_are_served_on_request(tmp_path: Path) -> None:
    with server_program("--metrics", "0", "--store", "none", folder=tmp_path) as program:
        assert program.process.stdout
        address = program.process.stdout.readline().split(" on ")[1].strip()

        async def leave() -> None:
            red, blue = await sit_down(program.port, 2)
            await red.until("moveRequest")
            red.hang_up()
            await blue.until("left")
            blue.hang_up()

        asyncio.run(leave())
        wanted = (
            'schwarm_games_total{game="piranhas",reason="left the game"} 1.0',
            "schwarm_games_running 0.0",
        )

        def counted() -> bool:
            """The clients are told a moment before the game is counted."""
            with urllib.request.urlopen(address) as answer:
                text = answer.read().decode()
            return all(line in text for line in wanted)

        wait(counted)
        assert "stopped" in program.end(signal.SIGINT)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--host", "0.0.0.0", "--password", "examplepassword"], "a password of your own"),
        (["--game", "chess"], "expected a game of"),
        (["--soft", "3000", "--hard", "2000"], "--hard not below --soft"),
        (["--load", "nothing.xml"], "nothing.xml"),
        (["--store", "nonsense://x"], "nonsense"),
    ],
)
def test_wrong_arguments_are_one_line(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["server", "--port", "0", *arguments]) == 2
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1


def test_a_server_starts_games_from_a_replay(tmp_path: Path) -> None:
    arguments = ["--load", str(REPLAY), "--turn", "5", "--store", "none"]

    async def look(port: int) -> str:
        red, blue = await sit_down(port, 2)
        state = (await red.until("memento")).need("state")
        assert state.child("lastMove") is not None
        await blue.until("moveRequest")  # ply 5: the second player is to move
        red.hang_up()
        blue.hang_up()
        return state.attributes["turn"]

    with server_program(*arguments, folder=tmp_path) as program:
        assert asyncio.run(look(program.port)) == "5"


@pytest.mark.parametrize("bot", [["greedy"], ["best", "--ponder"]])
def test_the_client_command_plays_a_game(bot: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with ServerThread() as server:
        arguments = ["-h", "127.0.0.1", "-p", str(server.port), "--time", "100"]
        other = subprocess.Popen(
            [*CLIENT, "piranhas", "--bot", "random", *arguments], stdout=subprocess.PIPE, encoding="utf-8"
        )
        assert run(["client", "piranhas", "--bot", *bot, *arguments]) == 0
        assert "won" in other.communicate(timeout=PATIENCE_S)[0]
        assert "won" in capsys.readouterr().out
        assert run(["client", "piranhas", "-h", "127.0.0.1", "-p", str(server.port), "-r", "nope"]) == 2
        assert "refused the seat" in capsys.readouterr().err
        names = server.records[0].seats.values()
    assert len(set(names)) == 2
    assert all(re.fullmatch(r"client \d+", name) for name in names)


def test_replays_are_saved_under_the_official_name_and_read_again(tmp_path: Path) -> None:
    with ServerThread(replays=tmp_path) as server:
        codes = server.prepare("hive", ("Ann Lee", "../Bob")).codes
        other = subprocess.Popen(
            [*CLIENT, "hive", "--bot", "random", "--port", str(server.port), "-r", codes[1]],
            stdout=subprocess.DEVNULL,
        )
        with Client("hive", "127.0.0.1", server.port) as client:
            client.play(SeatRequest(reservation=codes[0]), first_move)
        other.wait(PATIENCE_S)
        server.wait_for_records(1)
    (path,) = tmp_path.iterdir()
    assert path.name.startswith("replay_swc_2020_hive_20")
    assert "_Ann_Lee_.._Bob_" in path.name
    assert run(["convert", str(path), "--to", str(tmp_path / "game.jsonl")]) == 0
    record = Record.from_json((tmp_path / "game.jsonl").read_text("utf-8"))
    assert record.seats == {"red": "Ann Lee", "blue": "../Bob"}
    assert [ply.move for ply in record.plies] == [ply.move for ply in server.records[0].plies]
    replay(record)


def test_convert_goes_both_ways(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records, again = tmp_path / "games.jsonl", tmp_path / "again.xml"
    assert run(["convert", str(REPLAY), str(REPLAY), "--to", str(records)]) == 0
    assert len(records.read_text("utf-8").splitlines()) == 2
    assert run(["convert", str(records), "--to", str(again)]) == 2
    assert "a folder for 2 replays" in capsys.readouterr().err
    assert run(["convert", str(records), "--to", str(tmp_path)]) == 0
    assert len(list(tmp_path.glob("replay_*.xml.gz"))) == 2
    assert run(["convert", str(REPLAY), "--to", str(again)]) == 0
    assert again.read_text("utf-8").startswith("<protocol>\n<room")


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="pipes have no names here")
def test_convert_writes_records_to_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    reading, writing = os.pipe()
    assert run(["convert", str(REPLAY), "--to", f"/dev/fd/{writing}"]) == 0
    os.close(writing)
    with open(reading, "rb") as pipe:
        assert len(pipe.read().splitlines()) == 1
    assert capsys.readouterr().out == "", "nothing but records where /dev/stdout is asked for"


@pytest.mark.parametrize("target", ["games.txt", "games", "nofolder/games.txt"])
def test_convert_refuses_a_target_whose_name_says_no_format(
    target: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["convert", str(REPLAY), "--to", str(tmp_path / target)]) == 2
    assert "expected a file that ends in .jsonl, .xml or .xml.gz" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_replay_steps_and_plays_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["replay", str(REPLAY), "--ply", "1", "--position"]) == 0
    position = capsys.readouterr().out.strip()
    assert new_game("piranhas", profile="official", position=position).turn == 1
    assert run(["replay", str(REPLAY), "--all"]) == 0
    shown = capsys.readouterr().out
    assert "ply 1: A4-C4" in shown
    assert "red wins (heavier swarm)" in shown
    words = iter(["", "n", "p", "7", "what", "q"])
    monkeypatch.setattr("rich.console.Console.input", lambda *_: next(words))
    assert run(["replay", str(REPLAY)]) == 0
    shown = capsys.readouterr().out
    assert shown.count("ply 1: A4-C4") == 2
    assert "ply 7: " in shown
    assert run(["replay", str(REPLAY), "--ply", "99"]) == 2
    assert run(["replay", str(REPLAY), "--ply", "57", "--play", "--side", "none", "--bot", "random"]) == 0
    shown = capsys.readouterr().out
    assert "wins (" in shown or "draw (" in shown

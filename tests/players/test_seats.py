"""Contest clients and programs are seats of any referee: one referee, one clock, one place for no-shows."""

from __future__ import annotations

import asyncio
import sys
import zipfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from schwarm import new_game, players
from schwarm.contest.client import Client
from schwarm.contest.client import SeatRequest as Request
from schwarm.contest.door import Door
from schwarm.contest.server import stamping_loop
from schwarm.game.record import Irregular, Record, replay
from schwarm.players import ArchiveSpec, Place, PlayerSpec
from schwarm.players.seats import ProgramSeat, unpacked
from schwarm.programs.output import Output
from schwarm.referee import Limits, Referee, Seat
from tests.waiting import PATIENCE_S

KILLED = "ended with code 9" if sys.platform == "win32" else "ended by SIGKILL"
LIMITS = Limits(200_000, 250_000)  # nobody is late on a busy machine
CLIENT = """
import sys
from schwarm.contest.program import ContestBot

class First(ContestBot):
    game = "{game}"

    def choose(self, game, budget_ms):
        {body}
        return game.legal_moves()[0]

sys.exit(First().main())
"""


def client(folder: Path, body: str = "pass", game: str = "piranhas") -> str:
    """A program in Python; `body` runs before every move."""
    (folder / "player.py").write_text(CLIENT.format(body=body, game=game))
    return f"{sys.executable} player.py"


def script(folder: Path, text: str) -> str:
    path = folder / "broken.py"
    path.write_text(f"#!{sys.executable}\nimport os, sys, time\n{text}\n", encoding="utf-8")
    path.chmod(0o755)
    return "./broken.py"


def play(
    first: str | PlayerSpec,
    second: str | PlayerSpec,
    folder: Path,
    *,
    game: str = "piranhas",
    arrive_s: float = PATIENCE_S,
) -> tuple[Record, Referee]:
    """A short game of two players by one referee."""

    async def host() -> tuple[Record, Referee]:
        async with Door() as door:
            options: dict[str, Any] = {"rounds": 3} if game in ("piranhas", "hive") else {}
            start = new_game(game, seed=5, **options)
            place = Place(door=door, inside=True, arrive_s=arrive_s)
            specs = [
                players.read(said, folder) if isinstance(said, str) else said for said in (first, second)
            ]
            seats: dict[str, Seat] = {
                side: players.open(spec, game, name=f"player {number}", place=place)
                for number, (side, spec) in enumerate(zip(start.setup.book.sides, specs, strict=True))
            }
            referee = Referee(start, seats, limits=LIMITS)
            return await referee.run(), referee

    with asyncio.Runner(loop_factory=stamping_loop) as runner:
        return runner.run(host())


def fault(referee: Referee, side: str) -> str:
    assert referee.ended is not None
    return str(referee.ended.faults[side])


@pytest.mark.parametrize("game", ["piranhas", "hive", "mississippi_queen", "protista"])
def test_a_program_plays_against_a_bot_under_one_referee(game: str, tmp_path: Path) -> None:
    record, referee = play("random", client(tmp_path, game=game), tmp_path, game=game)
    assert referee.faults == {}
    assert record.end is not None
    assert record.end.reason not in list(Irregular)
    assert list(record.seats.values()) == ["player 0", "player 1"]
    replay(record)


def test_two_programs_play_each_other(tmp_path: Path) -> None:
    command = client(tmp_path)
    record, _ = play(command, command, tmp_path)
    assert record.end is not None
    assert record.end.reason not in list(Irregular)
    assert all(ply.think_ms is not None for ply in record.plies)


def archive(folder: Path, body: str = "pass") -> Path:
    """A ZIP as it is uploaded to the contest; `body` runs before every move."""
    client(folder, body)
    with zipfile.ZipFile(folder / "team.zip", "w") as file:
        file.write(folder / "player.py", "team/player.py")
        file.writestr("team/start.sh", f'#!/bin/sh\nexec {sys.executable} team/player.py "$@"\n')
    (folder / "player.py").unlink()
    return folder / "team.zip"


def test_an_uploaded_archive_plays(tmp_path: Path) -> None:
    archive(tmp_path)
    record, referee = play("team.zip", "random", tmp_path)
    assert referee.faults == {}
    assert record.end is not None


def test_programs_of_one_unpacked_archive_write_into_files_of_their_own(tmp_path: Path) -> None:
    log = "self.log = getattr(self, 'log', None) or open('moves.log', 'x', encoding='utf-8')"
    spec = unpacked(ArchiveSpec(str(archive(tmp_path, log))), tmp_path / "unpacked")
    _, referee = play(spec, spec, tmp_path)
    assert referee.faults == {}
    assert not list(tmp_path.rglob("moves.log"))


@pytest.mark.parametrize(
    ("text", "words", "arrive_s"),
    [
        ("sys.exit('no engine here')", "ended with code 1: no engine here", PATIENCE_S),
        ("time.sleep(100)", "did not connect within 2 s", 2.0),
        ("os.kill(os.getpid(), 9)", KILLED, PATIENCE_S),
    ],
)
def test_whoever_never_comes_has_lost_an_unplayed_game(
    text: str, words: str, arrive_s: float, tmp_path: Path
) -> None:
    record, referee = play(script(tmp_path, text), "random", tmp_path, arrive_s=arrive_s)
    assert record.end is not None
    assert (record.end.winner, record.end.reason) == ("blue", Irregular.LEFT)
    assert record.end.scores == {"red": (0,), "blue": (2,)}
    assert words in fault(referee, "red")


def test_if_neither_comes_nobody_wins_and_both_are_told(tmp_path: Path) -> None:
    record, referee = play(script(tmp_path, "sys.exit(3)"), "./nowhere", tmp_path)
    assert record.end is not None
    assert record.end.winner is None
    assert record.end.scores == {"red": (0,), "blue": (0,)}
    assert "ended with code 3" in fault(referee, "red")
    assert "there is no such file" in fault(referee, "blue")


def test_a_program_that_crashes_in_mid_game_loses_and_its_last_words_are_told(tmp_path: Path) -> None:
    command = client(
        tmp_path, 'print("out of ideas", file=sys.stderr, flush=True); __import__("os")._exit(7)'
    )
    record, referee = play("random", command, tmp_path)
    assert record.end is not None
    assert (record.end.winner, record.end.reason) == ("red", Irregular.LEFT)
    assert len(record.end.scores["red"]) > 1
    assert "ended with code 7: out of ideas" in fault(referee, "blue")


JOIN_AND_CLOSE = """
import socket, sys
arguments = dict(zip(sys.argv[1::2], sys.argv[2::2]))
line = socket.create_connection((arguments["-h"], int(arguments["-p"])))
line.sendall(b"<protocol><joinPrepared reservationCode='" + arguments["-r"].encode() + b"'/>")
line.recv(1000)
"""


def test_a_program_that_joins_and_closes_at_once_loses(tmp_path: Path) -> None:
    (tmp_path / "player.py").write_text(JOIN_AND_CLOSE)
    record, referee = play(f"{sys.executable} player.py", "random", tmp_path)
    assert record.end is not None
    assert record.end.winner == "blue"
    assert "red" in referee.faults


def test_a_remote_client_comes_with_its_reservation(tmp_path: Path) -> None:
    async def host() -> Record:
        async with Door() as door:
            place = Place(door=door)
            seats: dict[str, Seat] = {
                "red": players.open(
                    players.read("remote"), "piranhas", name="far", place=place, code="TICKET"
                ),
                "blue": players.open(players.read("random"), "piranhas", place=place),
            }
            game = Referee(new_game("piranhas", seed=1, rounds=2), seats, limits=LIMITS)
            playing = asyncio.create_task(game.run())
            while "TICKET" not in door.server.lobby._reservations:
                await asyncio.sleep(0)

            def visit() -> str:
                with Client("piranhas", door.host, door.port) as far:
                    return far.play(
                        Request(reservation="TICKET"), lambda game, ms: game.legal_moves()[0]
                    ).side

            assert await asyncio.to_thread(visit) == "red"
            return await playing

    with asyncio.Runner(loop_factory=stamping_loop) as runner:
        record = runner.run(host())
    assert record.seats == {"red": "far", "blue": "random"}
    assert record.end is not None
    assert record.end.reason not in list(Irregular)


def test_what_a_program_said_is_told_before_it_has_ended() -> None:
    # A game at a table of a class is reported as soon as it is over, while its program is still being ended.
    seat = ProgramSeat("Ada", None, None, None, 1.0)  # type: ignore[arg-type]
    assert seat.said == ""
    output = Output()
    output.mark(2)
    output.add(b"depth 3\n")
    seat._program = SimpleNamespace(output=output)  # type: ignore[assignment]
    assert seat.said == "--- move 2 ---\ndepth 3\n"

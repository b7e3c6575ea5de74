"""Foreign programs as opponents on the page: offered by whoever starts it; all they do is an outcome."""

import os
import shutil
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from starlette.testclient import TestClient

from schwarm import list_games
from schwarm.cli import run
from schwarm.players import BotSpec, PlayerError, ProgramSpec
from schwarm.referee import Limits
from schwarm.web.env import env_of
from schwarm.web.shared.programs import OfferedProgram, read_offer
from schwarm.web.tables.table import Table
from tests import ROOT
from tests.waiting import wait
from tests.web.shared.player import READY, expect_turn, play, start_by_form
from tests.web.shared.requests import bearer, begin, error, state
from tests.web.shared.site import Site, in_memory

MY_BOT = ROOT / "examples" / "my_bot.py"
CLIENT = ("-m", "schwarm.cli", "client")
CRASH = "import sys; sys.exit(3)"
GARBAGE = """
import socket, sys
args = sys.argv
line = socket.create_connection((args[args.index("-h") + 1], int(args[args.index("-p") + 1])))
line.sendall(f'<protocol><joinPrepared reservationCode="{args[args.index("-r") + 1]}"/>'.encode())
while data := line.recv(65536):
    line.sendall(b"<nonsense")
    line.sendall(b"</</</>")
"""


def offer(*words: str, game: str | None = None) -> OfferedProgram:
    return OfferedProgram(ProgramSpec((sys.executable, *words)), game)


OFFERS = {
    "My bot": offer(str(MY_BOT), game="piranhas"),
    "crash": offer("-c", CRASH),
    "garbage": offer("-c", GARBAGE),
    **{f"ours-{game}": offer(*CLIENT, game, "--bot", "random", game=game) for game in list_games()},
}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[TestClient]:
    with in_memory(tmp_path, programs=OFFERS) as made:
        yield made


def against(client: TestClient, name: str, game: str = "piranhas", **more: Any) -> dict[str, Any]:
    return begin(client, game, opponent="program", program=name, **more)


def wait_for(client: TestClient, seat: dict[str, Any], ply: int) -> dict[str, Any]:
    """The table once so many plies were made or the game has ended."""

    def look() -> dict[str, Any]:
        found = state(client, seat, **bearer(seat))
        return found if found["ply"] >= ply or found["end"] else {}

    return wait(look)


def test_offers_are_read_from_words(tmp_path: Path) -> None:
    bot = str(MY_BOT)
    assert read_offer(f"Mine={sys.executable} {bot}") == ("Mine", offer(bot, game="piranhas"))
    assert read_offer(f"piranhas/Mine={bot}")[1].game == "piranhas"
    assert read_offer("Ours=best@50") == ("Ours", OfferedProgram(BotSpec("best", time_ms=50)))
    for text in ("Mine", "=true", f"Mine={tmp_path}/none", "Mine=", "Mine=no_such_module:think"):
        with pytest.raises(PlayerError):
            read_offer(text)


def test_only_what_is_offered_can_be_played_against(house: TestClient) -> None:
    assert house.get("/api/programs").json()["hive"] == ["crash", "garbage", "ours-hive"]
    for name in ("/bin/sh", "", "My bot"):
        form = {"game": "hive", "opponent": "program", "program": name}
        answer = house.post("/api/tables", json=form)
        assert answer.status_code == 422
        assert "program" in error(answer)["message"]


def test_a_game_against_the_example_bot_to_its_end(house: TestClient) -> None:
    seat = against(house, "My bot", side="blue")
    found = wait_for(house, seat, 1)
    known = {"kind": "program", "name": "My bot", "level": "", "here": True}
    assert known.items() <= found["seats"]["red"].items()
    while not found["end"]:
        move = found["moves"][0]["move"]
        made = house.post(f"/api/tables/{seat['id']}/moves", json={"move": move}, headers=bearer(seat))
        assert made.status_code == 200, made.text
        found = wait_for(house, seat, found["ply"] + 2)
    assert found["end"]["faults"] == {}
    assert found["clock"]["used_ms"]["red"] > 0


@pytest.mark.parametrize("game", list_games())
def test_programs_play_from_where_the_game_stands(house: TestClient, game: str) -> None:
    """A move taken back starts the program anew, from the position there is."""
    seat = against(house, f"ours-{game}", game)
    own = next(iter(seat["tokens"]))
    table = env_of(house.app).tables.tables[seat["id"]]
    for _ in range(2):
        found = until_turn(house, seat, own)
        form = {"move": str(table.course.shown.legal_moves()[0])}
        made = house.post(f"/api/tables/{seat['id']}/moves", json=form, headers=bearer(seat))
        assert made.status_code == 200, made.text
        assert until_turn(house, seat, own)["ply"] > found["ply"]
        back = house.post(f"/api/tables/{seat['id']}/take-back", json={}, headers=bearer(seat))
        assert back.json() == {"ply": found["ply"]}


def test_while_a_program_starts_nobody_moves_in_an_old_position(tmp_path: Path) -> None:
    """After a take-back the table shows the position there is, though the program is still coming."""
    slow = OfferedProgram(ProgramSpec((sys.executable, "-c", "import time; time.sleep(600)")))
    with in_memory(tmp_path, programs={"slow": slow}) as client:
        seat = against(client, "slow", side="red")
        open_tables = env_of(client.app).tables
        table = open_tables.tables[seat["id"]]
        later = table.plan.start()
        later.play(later.legal_moves()[0])
        table.course.shown = later
        client.portal.call(run_again, table)  # type: ignore[union-attr]
        assert table.course.shown.turn == 0
        assert state(client, seat)["turn"] == 0


async def run_again(table: Table) -> None:
    """What taking back does once the store has forgotten the plies."""
    await table.course.stop()
    table.course.begin()


def until_turn(client: TestClient, seat: dict[str, Any], own: str) -> dict[str, Any]:
    found = wait_for(client, seat, 0)
    while found["to_move"] != own:
        assert not found["end"], found["end"]
        found = wait_for(client, seat, found["ply"] + 1)
    return found


def test_crashes_and_garbage_lose_the_game(house: TestClient) -> None:
    for name, words in (("crash", "ended with code 3"), ("garbage", "")):
        seat = against(house, name, side="red")
        found = wait_for(house, seat, 10)
        assert found["end"]["winner"] == "red"
        assert words in found["end"]["faults"]["blue"]["en"]


def test_a_program_that_hangs_loses_by_time(tmp_path: Path) -> None:
    hang = GARBAGE.split("while")[0] + "while line.recv(65536): pass"
    limits = Limits(300, 600)
    with in_memory(tmp_path, programs={"hang": offer("-c", hang)}, program_limits=limits) as client:
        seat = against(client, "hang", side="blue")
        found = wait_for(client, seat, 10)
        assert found["end"]["winner"] == "blue"
        assert found["end"]["reason"] == "time up"


def test_a_visitor_holds_only_so_many_programs(house: TestClient) -> None:
    seats = [against(house, "My bot", side="red") for _ in range(2)]
    form = {"game": "piranhas", "opponent": "program", "program": "My bot"}
    assert house.post("/api/tables", json=form).status_code == 429
    house.post(f"/api/tables/{seats[0]['id']}/resign", json={}, headers=bearer(seats[0]))
    assert house.post("/api/tables", json=form).status_code == 201


@pytest.mark.long  # daily: the same by the API
def test_the_form_offers_programs(page: Page, tmp_path: Path, picture: Callable[[str], str]) -> None:
    with Site(tmp_path / "page.db", "--program", f"piranhas/My bot={sys.executable} {MY_BOT}") as site:
        page.goto(f"{site.url}/?game=piranhas&lang=de")
        page.wait_for_selector(READY)
        assert page.locator("#level optgroup").nth(1).get_attribute("label") == "Programme"
        page.screenshot(path=picture("programs"))
        page.goto(f"{site.url}/?lang=en")
        start_by_form(page, site.url, "piranhas", "program:My bot", side="red")
        expect(page.locator("#player-top .name")).to_have_text("My bot")
        play(page, 2)
        expect_turn(page)
        expect(page.locator("#moves li")).to_have_count(4)
        page.goto(f"{site.url}/?game=hive")
        page.wait_for_selector(READY)
        expect(page.locator("#level optgroup")).to_have_count(0)


@pytest.mark.skipif(shutil.which("bwrap") is None, reason="bubblewrap is not installed")
def test_a_program_in_a_sandbox_reaches_its_game(tmp_path: Path) -> None:
    """It hears of the game, says so by leaving with a code of its own, and has lost."""
    python = os.path.realpath(getattr(sys, "_base_executable", sys.executable))
    body = GARBAGE.split("while")[0] + "line.recv(65536); sys.exit(9)"
    own = tmp_path / "own"  # it holds nothing else, whatever lies beside the tests
    own.mkdir()
    offers = {"locked in": OfferedProgram(ProgramSpec((python, "-c", body), str(own)))}
    with in_memory(tmp_path, programs=offers, sandbox=True) as client:
        found = wait_for(client, against(client, "locked in", side="blue"), 10)
        assert found["end"]["winner"] == "blue"
        assert "ended with code 9" in found["end"]["faults"]["red"]["en"]
        assert "ended with code" not in found["end"]["faults"]["red"]["de"]


def test_a_sandbox_without_programs_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["up", "--sandbox"]) != 0
    assert run(["up", "--program", "Mine=/no/such/program"]) != 0
    assert "no such file" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="there it is the only way to take uploads")
def test_trusted_programs_do_without_a_sandbox_on_windows_only(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:  # a server that started by mistake would end
        assert run(["up", "--trusted-programs", "--port", str(taken.getsockname()[1])]) != 0
    assert "Windows only" in capsys.readouterr().err


def test_a_restart_starts_the_program_anew_and_forgets_none_of_the_game(tmp_path: Path) -> None:
    with in_memory(tmp_path, programs=OFFERS) as client:
        seat = against(client, "My bot", side="blue")
        before = until_turn(client, seat, "blue")["history"]
    with in_memory(tmp_path, programs=OFFERS) as client:
        found = until_turn(client, seat, "blue")
        assert found["history"] == before
        form = {"move": found["moves"][0]["move"]}
        client.post(f"/api/tables/{seat['id']}/moves", json=form, headers=bearer(seat))
        assert until_turn(client, seat, "blue")["ply"] == len(before) + 2
    with in_memory(tmp_path) as client:  # not offered now: nobody has lost for that
        assert client.get(f"/api/tables/{seat['id']}").status_code == 404
    with in_memory(tmp_path, programs=OFFERS) as client:
        assert until_turn(client, seat, "blue")["ply"] == len(before) + 2

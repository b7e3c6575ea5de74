"""A net is a player by its file, wherever players are named."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from schwarm import new_game, players
from schwarm.bots.learned import read_net, shipped_file, write_net
from schwarm.cli import run
from schwarm.lab.study import check_player
from schwarm.players import NetSpec, PlayerError
from schwarm.players.thinking import bot_of, bot_thinker
from schwarm.referee import Thought
from schwarm.tournament.formats import from_json, read
from schwarm.web.shared.programs import OfferedProgram, read_offer
from schwarm.web.shared.thinking import check_bot
from tests.waiting import wait
from tests.web.shared.requests import begin, state
from tests.web.shared.site import in_memory

pytestmark = pytest.mark.compiled_only  # about files and names, not about rules


@pytest.fixture
def net(tmp_path: Path) -> Path:
    """The net that comes with the package, as a file of one's own."""
    shipped = shipped_file("piranhas")
    assert shipped is not None
    path = tmp_path / "generation-1.net"
    path.write_bytes(shipped.read_bytes())
    return path


def changed(net: Path) -> Path:
    """The same net with other numbers: it judges everything the other way round."""
    known = read_net(net.read_bytes())
    numbers = known.numbers
    other = replace(
        numbers,
        direct=[-number for number in numbers.direct],
        third=[-number for number in numbers.third],
        third_bias=-numbers.third_bias,
    )
    path = net.with_name("upside-down.net")
    path.write_bytes(write_net(replace(known, numbers=other)))
    return path


def thought(text: str) -> Thought:
    spec = players.read(text)
    assert isinstance(spec, players.BotSpec | NetSpec)
    found = bot_thinker(spec, "piranhas")(new_game("piranhas", seed=7), None)
    assert isinstance(found, Thought)
    return found


def test_a_bot_judges_by_the_net_it_is_named_with(net: Path) -> None:
    assert thought(f"net:{net}#2000") == thought("best#2000")
    assert thought(f"{changed(net)}#2000") != thought("best#2000")


def test_several_threads_judge_by_that_net_too(net: Path) -> None:
    bot = bot_of(NetSpec(str(net)), "piranhas", threads=2)
    assert bot.choose(new_game("piranhas", seed=7), 200)


def test_what_is_no_net_for_the_game_is_told_before_the_first_game(net: Path, tmp_path: Path) -> None:
    known = read_net(net.read_bytes())
    (tmp_path / "text.net").write_text("no net")
    (tmp_path / "torn.net").write_bytes(net.read_bytes()[:1000])
    (tmp_path / "old.net").write_bytes(write_net(replace(known, rows=0)))
    players.check(players.read("generation-1.net", tmp_path), "piranhas")
    for name, game, words in (
        ("missing.net", "piranhas", "expected the file of a net: No such file"),
        ("text.net", "piranhas", "expected the file of a net"),
        ("torn.net", "piranhas", "not a damaged one"),
        ("old.net", "piranhas", f"expected a net for rows {known.rows} of piranhas, not for rows 0"),
        ("generation-1.net", "hive", "expected a net for hive, not for piranhas"),
    ):
        with pytest.raises(PlayerError, match=words) as caught:
            players.check(players.read(name, tmp_path), game)
        assert "\n" not in str(caught.value)


def test_nets_play_matches_and_are_named_by_their_files(
    net: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(net.parent)
    match = ["match", "piranhas", "generation-1.net#300", "net:upside-down.net#300", "--games", "2"]
    changed(net)
    assert run([*match, "--option", "rounds=4", "--time", "60000"]) == 0
    said = capsys.readouterr().out
    assert "net:generation-1.net#300 against net:upside-down.net#300, 2 games" in said
    assert "0 late, 0 illegal" in said
    assert run(["match", "hive", "generation-1.net", "random"]) == 2
    assert "expected a net for hive" in capsys.readouterr().err


def test_nets_take_part_in_tests_and_tournaments(
    net: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(net.parent)
    sprt = ["sprt", "generation-1.net#100", "random", "--game", "piranhas", "--games", "2", "--time", "60000"]
    assert run([*sprt, "--quiet"]) in (0, 1)
    assert "net:" in capsys.readouterr().out
    entrants = [
        {"name": "Mine", "player": "generation-1.net@50"},
        {"name": "Random", "player": "random"},
    ]
    stages = [{"name": "League", "kind": "round robin", "games": 2}]
    event = read({"name": "Cup", "game": "piranhas", "entrants": entrants, "stages": stages}, net.parent)
    assert event.entrant("Mine").player == NetSpec(str(net), time_ms=50)
    assert from_json(event.to_json()) == event


def test_a_position_is_analysed_by_a_net(net: Path, capsys: pytest.CaptureFixture[str]) -> None:
    analyse = ["analyse", "piranhas", "--seed", "7"]
    told = []
    for bot in ("best#2000", f"net:{net}#2000", f"net:{changed(net)}#2000"):
        assert run([*analyse, "--bot", bot]) == 0
        told.append([line for line in capsys.readouterr().out.splitlines() if line.startswith("│")])
    assert told[0] == told[1] != told[2]
    assert run([*analyse, "--bot", "3", "--depth", "2"]) == 0
    assert run([*analyse, "--bot", "random"]) == 2
    assert "expected best, a level or net:FILE" in capsys.readouterr().err
    assert run([*analyse, "--bot", "3", "--threads", "2"]) == 2


def test_a_visitor_of_the_page_names_no_file_of_its_machine(net: Path) -> None:
    with pytest.raises(PlayerError, match="expected a bot of"):
        check_bot(f"net:{net}", "piranhas")


def test_nets_are_offered_on_a_page_for_their_own_game_and_play_in_studies(net: Path, tmp_path: Path) -> None:
    assert read_offer(f"My net=net:{net}@50") == (
        "My net",
        OfferedProgram(NetSpec(str(net), time_ms=50), "piranhas"),
    )
    with pytest.raises(PlayerError, match="expected the file of a net"):
        read_offer(f"My net=net:{tmp_path}/missing.net")
    check_player(f"net:{net}#100", "piranhas")
    with pytest.raises(PlayerError, match="expected a net for hive"):
        check_player(f"net:{net}#100", "hive")


def test_a_net_on_a_page_thinks_in_a_worker_of_the_page(net: Path, tmp_path: Path) -> None:
    offers = dict([read_offer(f"My net=net:{net}#50")])
    with in_memory(tmp_path, programs=offers) as page:
        seat = begin(
            page, "piranhas", opponent="program", program="My net", side="blue", options={"rounds": 1}
        )
        assert wait(lambda: state(page, seat)["ply"]) == 1
        assert not state(page, seat)["end"]

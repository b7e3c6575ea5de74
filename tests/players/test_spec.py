"""One grammar for whoever can play, and everything that can be known before the first game."""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwarm import players
from schwarm.bots import SearchBot, knowledge
from schwarm.bots.features import FeatureEvaluator
from schwarm.game import new_game
from schwarm.game.errors import BadOption
from schwarm.players import ArchiveSpec, BotSpec, FunctionSpec, NetSpec, PlayerError, ProgramSpec, RemoteSpec
from schwarm.players.thinking import bot_of


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("best", BotSpec("best")),
        ("7", BotSpec("7")),
        ("best@200", BotSpec("best", time_ms=200)),
        ("best#5000", BotSpec("best", nodes=5000)),
        ("best@200#5000", BotSpec("best", 200, 5000)),
        ("best#500~40", BotSpec("best", nodes=500, noise=40)),
        ("best#500~0", BotSpec("best", nodes=500, noise=0)),
        ("mcts#2000", BotSpec("mcts", nodes=2000)),
        ("best-0.1", BotSpec("best-0.1")),
        ("net:learn/generation-3.net", NetSpec(str(Path("learn/generation-3.net")))),
        ("learn/generation-3.net", NetSpec(str(Path("learn/generation-3.net")))),
        ("generation-3.net@200", NetSpec("generation-3.net", time_ms=200)),
        ("net:a net of mine#5000", NetSpec("a net of mine", nodes=5000)),
        ("package.module:function", FunctionSpec("package.module", "function")),
        ("my_bots:think@50", FunctionSpec("my_bots", "think", time_ms=50)),
        ("./program --with arguments", ProgramSpec(("./program", "--with", "arguments"))),
        ("python my_bot.py", ProgramSpec(("python", "my_bot.py"))),
        ("'./a program' x", ProgramSpec(("./a program", "x"))),
        ("player.jar", ProgramSpec(("player.jar",))),
        ("team.zip", ArchiveSpec("team.zip")),
        ("remote", RemoteSpec()),
    ],
)
def test_a_line_of_text_names_a_player_and_the_player_says_that_line(text: str, spec: object) -> None:
    assert players.read(text) == spec
    assert players.read(str(players.read(text))) == spec


@pytest.mark.parametrize(
    "text", ["", " ", "best@", "best@0", "best#0", "a:b:c", "best@1#", "net:", "x.net@0", "'", "x y'", "a\0b"]
)
def test_what_names_nobody_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(PlayerError, match="expected") as caught:
        players.read(text)
    assert "\n" not in str(caught.value)


@given(st.text())
def test_any_text_is_a_player_or_refused(text: str) -> None:
    try:
        spec = players.read(text)
    except PlayerError:
        return
    assert players.read(str(spec)) == spec


def test_files_are_looked_for_in_the_folder_they_were_named_in(tmp_path: Path) -> None:
    assert players.read("team.zip", tmp_path) == ArchiveSpec(str(tmp_path / "team.zip"))
    assert players.read("./x", tmp_path) == ProgramSpec(("./x",), str(tmp_path))
    (tmp_path / "beside_the_event.py").write_text("def think(game, budget_ms):\n    return 'x'\n")
    players.check(players.read("beside_the_event:think", tmp_path), "hive")
    with pytest.raises(PlayerError, match="cannot be imported: ModuleNotFoundError"):
        players.check(players.read("beside_the_event:think"), "hive")


def write(path: Path, text: str, mode: int = 0o755) -> Path:
    path.write_text(text, encoding="utf-8")
    path.chmod(mode)
    return path


def zipped(path: Path, names: list[str]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name in names:
            archive.writestr(name, "#!/bin/sh\n")
    return path


def test_check_finds_what_is_wrong_before_the_first_game(tmp_path: Path) -> None:
    write(tmp_path / "plain", "#!/bin/sh\n", 0o644)
    write(tmp_path / "no_line.py", "print()\n")
    write(tmp_path / "broken_bots.py", "import no_such_thing_anywhere\n")
    write(tmp_path / "empty_bots.py", "think = 3\n")
    zipped(tmp_path / "empty.zip", ["readme.txt"])
    write(tmp_path / "text.zip", "no archive")
    wrong = {
        "nobody": "expected a bot of random",
        "random#5": "counts no nodes",
        "7#500~40": "best#NODES~NOISE",
        "best~40": "best#NODES~NOISE",
        "no_such_module:f": "cannot be imported: ModuleNotFoundError",
        "broken_bots:f": "no_such_thing_anywhere",
        "empty_bots:think": "has no function think",
        "./nonexist": "there is no such file",
        **({} if sys.platform == "win32" else {"./plain": "chmod", "./no_line.py": "`#!` line"}),
        "python3 nonexist.py": "there is no file nonexist.py",
        "missing.zip": "there is no such file",
        "text.zip": "this is no ZIP",
        "empty.zip": "the ZIP has no start.sh",
    }
    for text, words in wrong.items():
        with pytest.raises(BadOption) as caught:
            players.check(players.read(text, tmp_path), "piranhas")
        assert words in str(caught.value), text
        assert "\n" not in str(caught.value)


def test_check_accepts_what_can_play(tmp_path: Path) -> None:
    write(tmp_path / "player", "#!/bin/sh\n")
    write(tmp_path / "my_bot.py", "")
    zipped(tmp_path / "team.zip", ["team/start.sh"])
    for text in (
        "best",
        "1",
        "greedy",
        "random",
        "mcts#10",
        "./player -x",
        "python3 my_bot.py",
        "team.zip",
        "remote",
    ):
        players.check(players.read(text, tmp_path), "protista")


@pytest.mark.parametrize("text", ["./program\0", "python my\0bot.py", "te\0am.zip", "best\0"])
def test_a_zero_byte_is_no_part_of_any_player(text: str) -> None:
    with pytest.raises(PlayerError, match="expected NAME, NAME@MS"):
        players.read(text)


def test_a_player_by_the_rules_alone_plays_where_a_game_says_what_its_rules_count() -> None:
    game = new_game("protista", seed=3)
    spec = players.read("rules#64")
    players.check(spec, "protista")
    assert isinstance(spec, BotSpec)
    bot = bot_of(spec, "protista")
    assert isinstance(bot, SearchBot)
    weighed = bot.searcher.evaluator
    assert isinstance(weighed, FeatureEvaluator)
    counted = dict(zip(weighed.names, weighed.features_of(game)[0], strict=True))
    whole = sum(weight * counted[name] for name, weight in knowledge("protista").rules.items())
    assert weighed.evaluate(game) == int(whole / 100) * (1 if game.to_move == "white" else -1)
    with pytest.raises(PlayerError, match="weighs what its rules count, not hive"):
        players.check(spec, "hive")

"""The command line as people expect it: -h, examples, "did you mean", JSON, Tab, a config file, a store."""

from __future__ import annotations

import contextlib
import io
import json
import shlex
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import typer

from schwarm.cli import COMMANDS, COMPLETE, run
from schwarm.cli.examples import EXAMPLES, lines
from schwarm.cli.places import config_file, default_store, shown_store
from schwarm.cli.start import RENAMED, parser, settings
from schwarm.store import open_store
from tests.documents import blocks
from tests.waiting import PATIENCE_S


def found(name: str) -> dict[str, Any]:
    """A command and its own commands, by what one types."""
    made = parser(name, import_module(f"schwarm.cli.{name}"))
    inside = made.commands if isinstance(made, typer.core.TyperGroup) else {}
    return {name: made} | {f"{name} {inner}": one for inner, one in inside.items()}


def understand(arguments: list[str]) -> None:
    """Let a command read its arguments without running it."""
    known, inner = found(arguments[0]), " ".join(arguments[:2])
    taken = 2 if inner in known else 1
    command = known[" ".join(arguments[:taken])]
    is_group = isinstance(command, typer.core.TyperGroup)
    command.make_context("schwarm", arguments[taken:], resilient_parsing=is_group).close()


@pytest.mark.parametrize("name", COMMANDS)
def test_every_help_has_examples_that_the_command_understands(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for words, command in found(name).items():
        assert EXAMPLES[words]
        short = ["--help"] if settings(command)["help_option_names"] == ["--help"] else ["-h"]
        assert run([*words.split(), *short]) == 0
        said = capsys.readouterr().out
        for line in lines(words):
            assert line in said
            _, *arguments = shlex.split(line)
            understand(arguments)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("gmaes", "games"),
        ("perft piranas 1", "piranhas"),
        ("perft HIVE 1", "hive"),
        ("show piranhas --profile oficial", "official"),
        ("show piranhas -o round=3", "rounds"),
        ("match piranhas bst 1", "best"),
        ("perft piranhas 1 --sed 7", "--seed"),
    ],
)
def test_a_wrong_name_comes_with_the_right_one(
    line: str, meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(line.split()) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "did you mean" in said.lower()
    assert meant in said.lower().partition("did you mean")[2]


def test_what_is_typed_wrong_is_told_without_stray_quotes(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["server", "--port", "80000"]) == 2
    told = "schwarm: --port / -p: expected a number up to 65535, not '80000' (see schwarm server --help)\n"
    assert capsys.readouterr().err == told


def test_the_examples_of_play_play(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for line in lines("play"):
        monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
        assert run(shlex.split(line)[1:]) == 0, capsys.readouterr().err
    assert not any("human" in line for line in lines("play"))


def test_a_wrong_move_comes_with_legal_ones() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "schwarm.cli", "play", "piranhas", "--seed", "7", "--against", "random"],
        input="a4c4\nquit\n",
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE_S,
    )
    assert "did you mean A4-C4" in done.stdout


@pytest.mark.parametrize(
    ("line", "keys"),
    [
        ("games piranhas --json", {"name", "sides", "profiles", "bots"}),
        ("moves piranhas --seed 7 --json", {"position", "to_move", "moves"}),
        ("analyse piranhas --seed 7 --depth 1 --json", {"depth", "nodes", "lines"}),
        ("perft piranhas 1 --seed 7 --json", {"depth", "count", "seconds"}),
        ("perft piranhas 1 --seed 7 --divide --json", {"A4-C4"}),
        ("match piranhas random random --games 2 --json", {"won", "drawn", "lost", "players"}),
    ],
)
def test_programs_get_json(line: str, keys: set[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(line.split()) == 0
    for told in capsys.readouterr().out.splitlines():
        assert keys <= json.loads(told).keys()


def test_games_of_a_file_come_as_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(tmp_path / "games.jsonl")
    assert run(["match", "piranhas", "random", "random", "--games", "2", "--journal", file]) == 0
    capsys.readouterr()
    assert run(["replay", file, "--list", "--json"]) == 0
    assert [json.loads(line)["game"] for line in capsys.readouterr().out.splitlines()] == ["piranhas"] * 2
    assert run(["replay", file, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["plies"]


@pytest.mark.parametrize("name", ["lab", "tournament", "puzzles"])
def test_a_command_of_commands_alone_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([name]) == 0
    said = capsys.readouterr()
    assert "Commands:" in said.out
    assert said.err == ""


def test_one_option_has_one_name_everywhere_and_an_old_one_is_told_the_new(
    capsys: pytest.CaptureFixture[str],
) -> None:
    parts = [part for name in COMMANDS for one in found(name).values() for part in one.params]
    every = {word for part in parts for word in part.opts}
    assert not {"--workers", "--event-workers", "--database", "--db", "--jobs"} & every
    for old, new in RENAMED.items():
        assert new in every
        assert run(["up", old, "1"]) == 2
        assert f"there is no option {old}: did you mean {new}?" in capsys.readouterr().err


def completed(*words: str) -> list[str]:
    """What a shell offers behind these words, of which the last one is unfinished."""
    line = {"COMP_WORDS": " ".join(words).strip(), "COMP_CWORD": str(len(words) - 1)}
    with pytest.MonkeyPatch.context() as asked, contextlib.redirect_stdout(io.StringIO()) as offered:
        for name, value in {**line, COMPLETE: "complete_bash"}.items():
            asked.setenv(name, value)
        assert run([]) == 0
    return offered.getvalue().split()


def test_a_shell_completes_commands_options_games_profiles_and_bots(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert completed("schwarm", "per") == ["perft"]
    assert completed("schwarm", "perft", "pir") == ["piranhas"]
    assert completed("schwarm", "perft", "--se") == ["--seed"]
    assert completed("schwarm", "show", "piranhas", "--profile", "off") == ["official"]
    assert completed("schwarm", "show", "piranhas", "--profile", "") == ["official", "seed"], "of this game"
    assert completed("schwarm", "lab", "look", "piranhas", "--profile", "") == ["official", "seed"]
    assert completed("schwarm", "server", "--game", "piranhas", "--profile", "") == ["official", "seed"]
    assert completed("schwarm", "match", "piranhas", "gre") == ["greedy"]
    assert completed("schwarm", "tournament", "res") == ["resume"]
    assert run(["completion", "bash"]) == 0
    assert "_SCHWARM_COMPLETE=complete_bash" in capsys.readouterr().out


def test_the_store_is_found_again_from_every_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("SCHWARM_STORE")
    places = set()
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        monkeypatch.chdir(tmp_path / folder)
        open_store(default_store()).close()
        assert run(["tournament", "list"]) == 0
        places.add(default_store())
    assert places == {str(tmp_path / "data" / "schwarm" / "schwarm.db")}
    assert Path(places.pop()).exists()
    Path("schwarm.db").touch()
    assert default_store() == "schwarm.db", "one that lies here comes first"
    assert shown_store("schwarm.db") == str(tmp_path / "two" / "schwarm.db")
    assert shown_store("postgresql://me:secret@host/games") == "postgresql://host/games"


def test_the_config_file_has_options_for_all_commands_and_for_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.delenv("SCHWARM_STORE")
    config_file().parent.mkdir()
    kept = tmp_path / "kept.db"
    config_file().write_text(f"store = '{kept}'\n[moves]\nseed = 7\n")
    assert run(["tournament", "list"]) == 2
    assert f"there is no database at {kept}" in capsys.readouterr().err
    assert run(["moves", "piranhas", "--json"]) == 0
    first = capsys.readouterr().out
    assert run(["moves", "piranhas", "--json", "--seed", "7"]) == 0
    assert capsys.readouterr().out == first
    for text, told in (
        ("[mvoes]\nseed = 1\n", "did you mean moves?"),
        ("[moves]\nsed = 1\n", "did you mean seed?"),
        ("x = [", "config.toml: "),
    ):
        config_file().write_text(text)
        assert run(["moves", "piranhas"]) == 2
        said = capsys.readouterr().err
        assert told in said
        assert said.count("\n") == 1
    (example,) = (body for kind, body in blocks("docs/reference/command-line.md") if kind == "toml config")
    assert tomllib.loads(example)["up"] == {"port": 8080}
    config_file().write_text(example.replace("/srv/games", tmp_path.as_posix()))
    assert run(["moves", "piranhas"]) == 0


COUNTING = """
import gc, runpy, webbrowser
webbrowser.open = lambda address: print("looked at no more:", gc.get_freeze_count(), flush=True)
runpy.run_module("schwarm.cli", run_name="__main__")
"""


def test_the_address_is_told_when_the_page_answers_there_and_the_store_with_it(tmp_path: Path) -> None:
    import urllib.request

    words = ["up", "--port", "0", "--contest", "0", "--quiet", "--open"]
    command = [sys.executable, "-c", COUNTING, *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8", cwd=tmp_path) as page:
        try:
            assert page.stdout is not None
            address = page.stdout.readline().split()[4]
            with urllib.request.urlopen(f"{address}robots.txt", timeout=PATIENCE_S) as answer:
                assert answer.status == 200
            assert (
                page.stdout.readline().strip() == f"games are kept in {(tmp_path / 'schwarm.db').resolve()}"
            )
            # Looking through all of a page for garbage takes a tenth of a second, in which everybody waits.
            counted = next(line for line in page.stdout if line.startswith("looked at no more:"))
            assert int(counted.split()[-1]) > 100_000
        finally:
            page.terminate()
            page.wait(PATIENCE_S)

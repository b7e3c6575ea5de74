"""Help: the options that most people need, all of them with --help-all, and -h nearly everywhere."""

from __future__ import annotations

import os
import shutil
from importlib import import_module
from typing import Any

import pytest

from schwarm.cli import COMMANDS, overview, run
from schwarm.cli.examples import EXAMPLES, lines
from schwarm.cli.language import PLACES
from schwarm.cli.option_groups import GROUP_OF, GROUPS, MOST, SHOWN, long_name
from schwarm.cli.start import inside, parser

# The options of every command as they were before its plain help left some out.
OPTIONS = """
games --json
show --seed --position --profile --option -o
moves --seed --position --profile --option -o --lines --json
play --side --against --bot --time --seed --position --profile --option -o --record --name
up --port --host --lan --chat --name --contest --store --inner --relay --processes --bot-seed --open --no-open
up --program --sandbox --proxy --proxy-address --time --uploads --no-uploads --on --event-processes --series
up --names --operator-token-file --quiet
match --games --time --seed --opening --openings --adjudicate-win --adjudicate-draw --judge --processes --pin
match --on --journal --recheck --sandbox --arrive --host --port --profile --option -o --spread --json
lab-run --store --processes --pin --on
lab-look --vary --player --games --profile --option -o --seed --design --store --processes --on
lab-report --study --store --from --figures --language --processes
lab-list --store
puzzle --theme --daily --themes --file
puzzles-make --games --seed --most --processes --on --journal --to
puzzles-check --file --processes --on
analyse --position --seed --profile --option -o --bot --time --depth --lines --threads --json
tune --rounds --games --nodes --opening --seed --processes --on --method --flat --to
learn --quick --generations --positions --nodes --epochs --keep --gate-games --gate-ms --gate-nodes --start
learn --go-on --seed --processes --on --folder --arrays
tournament-run --store --processes --pin --on --quiet --json --host --port --seed
tournament-resume --store --processes --pin --on --quiet --json --host --port
tournament-list --store
tournament-table --store
tournament-export --store --tables --language --page
sprt --game --elo0 --elo1 --alpha --beta --model --time --games --opening --openings --adjudicate-win
sprt --adjudicate-draw --judge --profile --seed --sandbox --processes --pin --on --host --port --store --quiet
sprt --json
perft --seed --position --profile --option -o --threads --divide --json
server --host --port -p --game --profile --soft --hard --no-timeout --password --replays --store --load --turn
server --metrics --exact --grace --log-json --quiet
client --host -h --port -p --reservation --table -r --room --bot --time --ponder --games
replay --game --ply --list --all --position --play --against --bot --side --json
convert --to
export --to --rows
new-bot --game --example
check --game --time --games
package --bot --file --to --wheel
bench --seconds
doctor --quick --groups --no-groups --json
completion --install
"""
RUNS = ("up", "sprt", "match")
OWN = {"games", "time", "json"}  # mean another thing in one of them


def commands() -> dict[str, Any]:
    """Every command, and every command of a command, by what one types."""
    found: dict[str, Any] = {}
    for name in COMMANDS:
        made = parser(name, import_module(f"schwarm.cli.{name}"))
        found |= {name: made} | {f"{name} {inner}": one for inner, one in inside(made).items()}
    return found


def options(command: Any) -> list[Any]:
    return [part for part in command.params if part.param_type_name == "option"]


def said(words: str, wish: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert run([*words.split(), wish]) == 0
    return capsys.readouterr().out


def told(text: str, option: Any) -> bool:
    return any(f" {word}" in text for word in option.opts)


def test_every_option_of_before_is_still_there() -> None:
    known = {words: {word for part in options(one) for word in (*part.opts, *part.secondary_opts)}
             for words, one in commands().items()}  # fmt: skip
    for line in OPTIONS.strip().splitlines():
        words, *before = line.split()
        assert {*before} <= known[words.replace("-", " ", 1)], words


def test_a_plain_help_shows_few_options_and_help_all_every_one(capsys: pytest.CaptureFixture[str]) -> None:
    for words, command in commands().items():
        if not options(command):
            continue
        plain, whole = said(words, "--help", capsys), said(words, "--help-all", capsys)
        shown = [part for part in options(command) if told(plain, part)]
        assert 0 < len(shown) <= MOST, words
        assert ("--help-all" in plain) == (len(shown) < len(options(command))) == (words in SHOWN), words
        assert all(told(whole, part) for part in options(command)), words
        rest = [part for part in options(command) if part not in shown]
        assert all(f"\n{GROUP_OF[long_name(part)]}:\n" in whole for part in rest), words
    assert {*SHOWN} <= {*commands()}
    assert len(GROUP_OF) == sum(len(names.split()) for names in GROUPS.values()), "in one group each"


def test_what_is_shown_and_grouped_are_options_of_commands() -> None:
    found = {
        words: {word.removeprefix("--").replace("-", "_") for part in options(one) for word in part.opts}
        for words, one in commands().items()
    }
    for words, names in SHOWN.items():
        assert {*names.split()} <= found[words], words
    assert {*GROUP_OF} <= set().union(*found.values())


def test_a_help_fits_a_terminal_of_80_columns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "get_terminal_size", lambda *_: os.terminal_size((80, 24)))
    for place in ("de_DE.UTF-8", "C.UTF-8"):
        for variable in PLACES:
            monkeypatch.setenv(variable, place)
        assert max(map(len, overview().splitlines())) <= 80
    for words in EXAMPLES:
        assert max(map(len, said(words, "--help-all", capsys).splitlines())) <= 80, words
        assert max(map(len, lines(words))) <= 78, words


def test_minus_h_is_help_but_where_the_contest_says_host(capsys: pytest.CaptureFixture[str]) -> None:
    hosts = {words for words, one in commands().items() if any("-h" in part.opts for part in one.params)}
    assert hosts == {"client"}
    for words in commands():
        if words not in hosts:
            assert "Usage: schwarm" in said(words, "-h", capsys)
    assert run(["-h"]) == 0


def test_up_sprt_and_match_share_their_options() -> None:
    found = {name: {long_name(part): part for part in options(commands()[name])} for name in RUNS}
    shared = {name for name in found["up"] if name in found["match"] or name in found["sprt"]}
    shared |= {*found["match"]} & {*found["sprt"]}
    assert len(shared) >= 17
    for name in shared - OWN:
        parts = [known[name] for known in found.values() if name in known]
        assert len({(part.help, part.metavar, *part.opts) for part in parts}) == 1, name

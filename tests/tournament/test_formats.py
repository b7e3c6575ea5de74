"""Event files: presets, overrides, bounds, and every fault told at once."""

from __future__ import annotations

import json
import os
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schwarm.players import ArchiveSpec, BotSpec, FunctionSpec, PlayerSpec, ProgramSpec, RemoteSpec
from schwarm.tournament.errors import BadFormat
from schwarm.tournament.formats import KINDS, Event, from_json, presets, read, read_file
from schwarm.tournament.formats.event import group_sizes
from schwarm.tournament.formats.knock_out import KnockOut
from schwarm.tournament.formats.reading import EntrantTable
from tests.tournament.events import event, stage

TWO = [{"name": "A", "player": "random"}, {"name": "B", "player": "random"}]


def test_the_presets_of_the_contest_and_of_a_class_are_there() -> None:
    contest = [f"software-challenge-{year}" for year in (2017, 2020, 2026, 2027)]
    assert presets() == ["class-knock-out", "class-ladder", "class-round-robin", "class-swiss", *contest]


def test_piranhas_ranks_the_heaviest_swarm_in_the_league_and_not_in_the_final_eight() -> None:
    contest = read({"preset": "software-challenge-2026", "entrants": TWO})
    assert [stage.name for stage in contest.stages] == ["Championship", "Champions League", "Final Eight"]
    assert "average heaviest swarm" in contest.stages[0].criteria
    assert "average heaviest swarm" in contest.stages[1].criteria
    final = contest.stages[2]
    assert isinstance(final, KnockOut)
    assert (final.level, final.games) == (("lot",), 6)


def folder_with_players(folder: Path) -> Path:
    """An event's folder with a program, a ZIP and a module in it."""
    (folder / "a").mkdir()
    program = folder / "a" / "run"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    with zipfile.ZipFile(folder / "b b.zip", "w") as archive:
        archive.writestr("team/start.sh", "#!/bin/sh\n")
        archive.writestr("team/go.sh", "#!/bin/sh\n")
    (folder / "my_bots.py").write_text("def think(game, budget_ms):\n    return game.legal_moves()[0]\n")
    return folder


def test_a_file_overrides_its_preset(tmp_path: Path) -> None:
    path = folder_with_players(tmp_path) / "event.toml"
    path.write_text(
        """
        preset = "software-challenge-2026"
        name = "School cup"
        soft_ms = 50
        entrants = [{ name = "A", command = ["./a/run", "-v"] }, { name = "B", zip = "b b.zip" }]
        [stage."Final Eight"]
        take = 4
        most_games = 8
        """
    )
    cup = read_file(path)
    assert (cup.name, cup.game, cup.soft_ms) == ("School cup", "piranhas", 50)
    final = cup.stages[2]
    assert isinstance(final, KnockOut)
    assert (final.take, final.most_games, cup.stages[1].take) == (4, 8, 8)
    program = str(tmp_path / "a" / "run")
    assert cup.entrants[0].player == ProgramSpec((program, "-v"), str(tmp_path / "a"))
    assert cup.entrants[1].player == ArchiveSpec(str(tmp_path / "b b.zip"))


@pytest.mark.parametrize(
    ("said", "player"),
    [
        ({"player": "greedy@200"}, BotSpec("greedy", 200)),
        ({"player": "7@30#5000"}, BotSpec("7", 30, 5000)),
        ({"player": "my_bots:think@20", "inside": True}, FunctionSpec("my_bots", "think", "HERE", 20, True)),
        ({"player": "my_bots:think"}, FunctionSpec("my_bots", "think", "HERE")),
        (
            {"player": "./a/run -v 'x y'", "scratch": True},
            ProgramSpec(("./a/run", "-v", "x y"), "HERE", True),
        ),
        ({"command": ["./run"], "folder": "a"}, ProgramSpec(("./run",), "HERE/a")),
        ({"player": "'b b.zip'", "start": "team/go.sh"}, ArchiveSpec("HERE/b b.zip", "team/go.sh")),
        ({"player": "remote"}, RemoteSpec()),
        ({}, None),
    ],
)
def test_a_player_is_said_in_the_one_grammar(
    tmp_path: Path, said: dict[str, Any], player: PlayerSpec | None
) -> None:
    """Files and modules are looked for beside the event's file, and the store keeps all of it."""
    path = folder_with_players(tmp_path) / "event.toml"
    table = ", ".join(f"{key} = {json.dumps(value)}" for key, value in said.items())
    path.write_text(f'name = "X"\ngame = "piranhas"\nentrants = [{{ name = "A"{", " * bool(said)}{table} }}, '
                    '{ name = "B" }]\n[[stages]]\nname = "S"\n')  # fmt: skip
    cup = read_file(path)
    found = cup.entrants[0]
    place = repr(player).replace("HERE/", f"HERE{os.sep}").replace("HERE", str(tmp_path))
    assert repr(found.player) == place.replace("\\", "\\\\")
    assert found.running == (player is not None)
    assert from_json(cup.to_json()) == cup


def test_an_event_survives_its_text() -> None:
    stages = [{"name": kind, "kind": kind, "take": 2} for kind in KINDS if kind != "swiss"]
    stages.append({"name": "rounds", "kind": "swiss", "rounds": 1, "points": {"win": 5}})
    for said in (
        event(3),
        event(2, stages=stages),
        read({"preset": "software-challenge-2026", "entrants": TWO}),
    ):
        assert from_json(said.to_json()) == said


def faults(**said: object) -> str:
    with pytest.raises(BadFormat) as caught:
        read({"name": "X", "game": "piranhas", "entrants": TWO, "stages": [{"name": "S"}]} | said)
    return str(caught.value)


def test_all_faults_are_told_at_once() -> None:
    wrong = [{"name": "S", "kind": "pyramid"}, {"name": "T", "games": 0, "draw": "straws"}]
    text = faults(stages=wrong, absent="cries", entrants=[*TWO, {"name": "C", "player": 3}])
    for part in ("absent", "'pyramid'", "'T': games: expected a number from 1, not 0", "draw", "'C': player"):
        assert part in text
    text = faults(
        stages=[{"name": "S", "ranking": ["beauty", "wit"]}, {"name": "T", "kind": "knock-out", "games": 3}],
        entrants=[*TWO, {"name": "C", "player": "x"}, {"name": "C", "zip": "x.zip"}],
    )
    for part in ("'beauty'", "'wit'", "even number", "a bot of", "x.zip", "the name is there twice"):
        assert part in text


def only(kind: str, **said: Any) -> dict[str, Any]:
    return {"stages": stage(kind, **said)}


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"game": "chess"}, "chess"),
        ({"entrants": TWO[:1]}, "at least two entrants, not 1"),
        ({"entrants": [TWO[0], TWO[0]]}, "entrant 'A': the name is there twice"),
        (
            {"entrants": [*TWO, {"name": "C", "player": "random", "zip": "c.zip"}]},
            "'C': expected one of player, zip",
        ),
        (
            {"entrants": [*TWO, {"name": "C", "player": "deepthought"}]},
            "entrant 'C': expected a bot of random, ",
        ),
        (
            {"entrants": [*TWO, {"name": "C", "player": "best@0"}]},
            "entrant 'C': player: expected a number from 1",
        ),
        ({"entrants": [*TWO, {"name": "C", "command": ["./nonexist"]}]}, "'./nonexist'"),
        ({"entrants": [*TWO, {"name": "C", "zip": "nonexist.zip"}]}, "nonexist.zip"),
        ({"entrants": [*TWO, {"name": "C", "player": "nonexist:think"}]}, "No module named 'nonexist'"),
        ({"entrants": [*TWO, {"player": "random"}]}, "entrant: name is missing"),
        ({"entrants": {"name": "A"}}, "entrants: expected a list of tables, not {'name': 'A'}"),
        ({"entrants": 2000 * TWO}, "entrants: expected at most 1000, not 4000"),
        ({"stages": []}, "at least one stage"),
        ({"stages": ["S"]}, "stages: expected a list of tables"),
        ({"stages": [{"name": "S", "games": "six"}]}, "stage 'S': games: expected a whole number, not 'six'"),
        ({"stages": [{"name": "S", "games": True}]}, "games: expected a whole number, not True"),
        (only("round robin", games=10**9), "games: expected a number up to 1000000, not 1000000000"),
        (
            only("round robin", rounds=3),
            "expected a key of kind, name, take, draw, games, trial, points, ranking, ",
        ),
        (only("round robin", take=-1), "take: expected a number from 0, not -1"),
        (only("round robin", draw="straws"), "draw: expected 'lot', 'order' or 'snake', not 'straws'"),
        (only("round robin", points={"win": -2}), "points.win: expected a number from 0, not -2"),
        (only("round robin", points={"tie": 2}), "points: there is no key 'tie'"),
        (only("round robin", points=3), "points: expected a table, not 3"),
        (only("round robin", ranking="lot"), "ranking: expected a list, not 'lot'"),
        (only("round robin", ranking=["lot", 3]), "ranking.2: expected a text, not 3"),
        (only("round robin", cycles=10**6), "cycles: expected a number up to 1000, not 1000000"),
        (only("gauntlet", heroes=2), "heroes: expected a number from 1 to 1, not 2"),
        (only("swiss", rounds=2), "rounds: expected a number from 1 to 1 with 2 entrants, not 2"),
        (only("knock-out", games=5), "games: expected an even number of games, not 5"),
        (only("knock-out", most_games=4), "most_games: expected a number from games = 6, not 4"),
        (only("knock-out", level=["beauty"]), "not 'beauty'"),
        (only("pair") | {"entrants": [*TWO, {"name": "C"}]}, "expected two entrants, not 3"),
        (only("pair", stop={"alpha": 2}), "stop.alpha: expected a number below 0.5, not 2"),
        (only("pair", stop={"beta": 0}), "stop.beta: expected a number above 0, not 0"),
        (only("pair", stop={"elo0": 5, "elo1": 5}), "stop.elo1: expected a number above elo0 = 5, not 5"),
        (only("pair", stop={"elo1": 1e9}), "stop.elo1: expected a number up to 4000, not 1000000000.0"),
        (only("pair", stop={"model": "fast"}), "stop.model: expected 'normalised' or 'logistic', not 'fast'"),
        ({"soft_ms": -3}, "soft_ms: expected a number above 0, not -3"),
        ({"soft_ms": 0}, "soft_ms: expected a number above 0, not 0"),
        ({"soft_ms": float("nan")}, "soft_ms: expected a number that is not infinite, not nan"),
        ({"hard_ms": float("inf")}, "hard_ms: expected a number that is not infinite, not inf"),
        (
            {"adjudication": {"win": {"score": 5_000, "plies": 2}}},
            "adjudication.win.score: expected a number up to 1000, not 5000",
        ),
        ({"hard_ms": 1e12}, "hard_ms: expected a number up to 86400000, not 1000000000000.0"),
        ({"soft_ms": 20_000}, "hard_ms: expected a number from soft_ms = 20000, not 10000"),
        ({"opening_plies": -1}, "opening_plies: expected a number from 0, not -1"),
        ({"seed": 2**64}, "seed: expected a number up to 18446744073709551615"),
        ({"name": ""}, "name: expected at least 1 character, not ''"),
        ({"name": 300 * "x"}, "name: expected at most 200 characters, not 'xxx"),
        ({"colour": "red"}, "not 'colour'"),
        ({"options": {"rounds": 0}}, "option rounds"),
        ({"options": 3}, "options: expected a table, not 3"),
        ({"preset": "software-challenge-1999"}, "expected a preset of"),
        ({"preset": ["x"]}, "expected a preset of"),
        ({"preset": "software-challenge-2026", "stage": 3}, "stage: expected tables"),
    ],
)
def test_a_fault_names_the_field_and_what_was_expected(said: dict[str, object], message: str) -> None:
    assert message in faults(**said)


def test_stages_that_follow_are_checked_with_the_number_that_reaches_them() -> None:
    stages = [*stage("round robin", groups=2), {"name": "Then", "kind": "swiss", "take": 2, "rounds": 4}]
    with pytest.raises(BadFormat, match="'Then': rounds: expected a number from 1 to 3 with 4 entrants"):
        event(9, stages=stages)
    stages[1]["rounds"] = 3
    said = event(9, stages=stages)
    assert list(group_sizes(said.stages, 9)) == [[5, 4], [4]]


plain = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.dates()
values = st.recursive(
    plain, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
)


small = st.integers(-1, 12) | st.sampled_from(
    ["lot", "order", "random", ["lot"], {"win": 3}, True, 0.5, 2000]
)


def tables(*kinds: type, **sure: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Tables that often have the right keys, and sometimes the right values."""
    keys = sorted({key for kind in kinds for key in kind.__dataclass_fields__})  # type: ignore[attr-defined]
    loose = st.dictionaries(st.sampled_from(keys) | st.text(max_size=8), small | values, max_size=4)
    return st.builds(lambda given, loosely: loosely | given, st.fixed_dictionaries({}, optional=sure), loose)


entrant_tables = tables(
    EntrantTable,
    name=st.sampled_from("ABCDE"),
    bot=st.sampled_from(["random", "7"]),
    player=st.text(max_size=12),
)
stage_tables = tables(*KINDS.values(), name=st.just("S"), kind=st.sampled_from(list(KINDS)))


@st.composite
def nearly_right(draw: st.DrawFn) -> dict[str, Any]:
    """A playable event with one value changed."""
    kind = draw(st.sampled_from(list(KINDS)))
    keys: dict[str, dict[str, Any]] = {"swiss": {"rounds": 1}, "pair": {"stop": {"elo0": 0, "elo1": 10}}}
    said: dict[str, Any] = {"name": "X", "game": "piranhas", "soft_ms": 50, "seed": 3, "opening_plies": 2}
    said |= {"entrants": [dict(entrant) for entrant in TWO], "options": {"rounds": 20}}
    said |= {"stages": stage(kind, games=2, take=2, draw="lot", **keys.get(kind, {}))}
    spots: list[tuple[Any, Any]] = []
    inner: list[Any] = [said]
    while inner:
        table = inner.pop()
        for key in table if isinstance(table, dict) else range(len(table)):
            spots.append((table, key))
            if isinstance(table[key], dict | list):
                inner.append(table[key])
    table, key = draw(st.sampled_from(spots))
    table[key] = draw(small if draw(st.booleans()) else values)
    return said


@settings(max_examples=300, deadline=None)
@given(
    nearly_right()
    | tables(
        Event,
        name=st.just("X"),
        game=st.sampled_from(["piranhas", "hive"]),
        preset=st.sampled_from(presets()),
        entrants=st.lists(entrant_tables, max_size=4) | values,
        stages=st.lists(stage_tables, max_size=3) | values,
        stage=st.dictionaries(st.sampled_from(["Championship", "Final Eight"]), stage_tables) | values,
    )
)
def test_whatever_a_file_says_it_is_an_event_or_told_in_one_line(said: dict[str, Any]) -> None:
    told = ""
    try:
        event = read(said)
        assert from_json(event.to_json()) == event
        assert 0 < event.soft_ms <= event.hard_ms
    except BadFormat as error:
        told = str(error) or "nothing"
    assert told != "nothing"
    assert "\n" not in told


def test_a_change_of_a_stage_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadFormat, match="no stage called 'Finals'"):
        read({"preset": "software-challenge-2026", "entrants": TWO, "stage": {"Finals": {}}})


@pytest.mark.parametrize("text", ["name = ", "x = " + 5000 * "1", "x = " + 2000 * "[" + 2000 * "]"])
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "event.toml"
    path.write_text(text)
    with pytest.raises(BadFormat, match=r"event\.toml"):
        read_file(path)

"""Event files: presets, overrides, and every fault told at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from schwarm.tournament.errors import BadFormat
from schwarm.tournament.formats import Event, from_json, presets, read, read_file
from tests.tournament.events import event

TWO = [{"name": "A", "bot": "random"}, {"name": "B", "bot": "random"}]


def test_the_contests_presets_are_there() -> None:
    assert presets() == ["software-challenge-2017", "software-challenge-2020", "software-challenge-2026"]


def test_piranhas_ranks_the_heaviest_swarm_in_the_league_and_not_in_the_final_eight() -> None:
    contest = read({"preset": "software-challenge-2026", "entrants": TWO})
    assert [stage.name for stage in contest.stages] == ["Championship", "Champions League", "Final Eight"]
    assert "average heaviest swarm" in contest.stages[0].ranking
    assert "average heaviest swarm" in contest.stages[1].ranking
    assert contest.stages[2].level == ("lot",)
    assert contest.stages[2].games == 6


def test_a_file_overrides_its_preset(tmp_path: Path) -> None:
    path = tmp_path / "event.toml"
    path.write_text(
        """
        preset = "software-challenge-2026"
        name = "School cup"
        soft_ms = 50
        entrants = [{ name = "A", command = ["./a/run", "-v"] }, { name = "B", zip = "b.zip" }]
        [stage."Final Eight"]
        take = 4
        most_games = 8
        """
    )
    cup = read_file(path)
    assert (cup.name, cup.game, cup.soft_ms) == ("School cup", "piranhas", 50)
    assert (cup.stages[2].take, cup.stages[2].most_games, cup.stages[1].take) == (4, 8, 8)
    assert cup.entrants[1].zip == str(tmp_path / "b.zip")
    assert cup.entrants[0].command == (str(tmp_path / "a" / "run"), "-v")
    assert cup.entrants[0].folder == str(tmp_path / "a")


def test_an_event_survives_its_text() -> None:
    for said in (event(3), read({"preset": "software-challenge-2026", "entrants": TWO})):
        assert from_json(said.to_json()) == said


def faults(**said: object) -> str:
    with pytest.raises(BadFormat) as caught:
        read({"name": "X", "game": "piranhas", "entrants": TWO, "stages": [{"name": "S"}]} | said)
    return str(caught.value)


def test_all_faults_are_told_at_once() -> None:
    text = faults(
        stages=[{"name": "S", "kind": "pyramid", "games": 0, "ranking": ["beauty"]}], absent="cries"
    )
    for part in ("absent", "'pyramid'", "games: expected a number from 1, not 0", "'beauty'"):
        assert part in text


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"game": "chess"}, "chess"),
        ({"entrants": TWO[:1]}, "at least two entrants, not 1"),
        ({"entrants": [TWO[0], TWO[0]]}, "the name is there twice"),
        ({"entrants": [*TWO, {"name": "C", "bot": "random", "zip": "c.zip"}]}, "expected one of bot, zip"),
        ({"entrants": [*TWO, {"name": "C", "bot": "deep thought"}]}, "expected a bot of random, "),
        ({"stages": []}, "at least one stage"),
        ({"stages": [{"name": "S", "games": "six"}]}, "games: expected int, not 'six'"),
        ({"stages": [{"name": "S", "kind": "knock-out", "games": 5}]}, "even number of games"),
        (
            {"stages": [{"name": "S", "kind": "pair"}], "entrants": [*TWO, {"name": "C"}]},
            "expected two entrants",
        ),
        ({"colour": "red"}, "not 'colour'"),
        ({"options": {"rounds": 0}}, "option rounds"),
        ({"preset": "software-challenge-1999"}, "expected a preset of"),
    ],
)
def test_a_fault_says_what_was_expected(said: dict[str, object], message: str) -> None:
    assert message in faults(**said)


def test_a_change_of_a_stage_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadFormat, match="no stage called Finals"):
        read({"preset": "software-challenge-2026", "entrants": TWO, "stage": {"Finals": {}}})


def test_broken_toml_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "event.toml"
    path.write_text("name = ")
    with pytest.raises(BadFormat, match=r"event\.toml"):
        read_file(path)


def test_kinds_of_entrants() -> None:
    said: Event = event(
        0, entrants=[*TWO, {"name": "C"}, {"name": "D", "command": ["./bot"]}, {"name": "E", "remote": True}]
    )
    assert [entrant.kind for entrant in said.entrants] == ["bot", "bot", "none", "command", "remote"]

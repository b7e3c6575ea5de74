"""What an operator may ask for: checked by building the tournament, refused in one line."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from schwarm.classroom.errors import ClassroomError, NameRefused
from schwarm.classroom.names import check, folded
from schwarm.classroom.setup import ClassSetup, offered_presets, read_setup
from schwarm.tournament.formats import Entrant
from schwarm.tournament.formats import preset as preset_of
from tests.classroom.classes import SHORT

ROUND_ROBIN = SHORT | {"preset": "class-round-robin"}


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({"preset": "class-hockey"}, "preset: expected one of"),
        ({"preset": None}, "a preset or a format"),
        ({"preset": None, "format": {"kind": "gauntlet"}}, "format: expected a kind of"),
        ({"preset": None, "format": {"kind": "round robin", "games": 0}}, "games: expected a number from 1"),
        ({"preset": None, "format": {"kind": "swiss", "third_place": True}}, "third_place"),
        ({"preset": "software-challenge-2020"}, "game: expected hive"),
        ({"game": "chess"}, "chess"),
        ({"options": {"wings": 2}}, "wings"),
        ({"days": ["tomorrow"]}, "days.1: expected a time"),
        ({"deadline": 5}, "deadline: expected a time"),
        ({"days": ["2026-05-04T10:00", "2026-05-03T10:00"]}, "one after the other"),
        ({"deadline": "2026-05-04T10:00", "days": ["2026-05-03T10:00"]}, "after the deadline"),
        ({"limits": {"move_ms": -5}}, "move_ms"),
        ({"limits": {"hours": 5}}, "limits: there is no key 'hours'"),
        ({"limits": {"increment_ms": 5}}, "bank_ms"),
        ({"kinds": ["robot"]}, "kinds.1: expected 'upload', 'remote', 'level' or 'hand', not 'robot'"),
        ({"hand_s": 1}, "hand_s"),
    ],
)
def test_a_setup_that_cannot_be_played_is_refused_in_one_line(said: dict[str, object], expected: str) -> None:
    with pytest.raises(ClassroomError) as refusal:
        read_setup(ROUND_ROBIN | said)
    assert expected in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("preset", offered_presets())
@pytest.mark.parametrize("teams", [2, 3, 5, 30])
def test_every_preset_can_be_played_by_classes_of_any_size(preset: str, teams: int) -> None:
    game = preset_of(preset).get("game", "piranhas")  # those of the contest know theirs
    setup = read_setup({"name": "Cup", "game": game, "preset": preset})
    event = setup.event([Entrant(f"team {number}") for number in range(teams)], seed=7)
    assert (event.sandbox, event.seed, len(event.entrants)) == (True, 7, teams)


def test_a_setup_is_the_same_after_the_database() -> None:
    setup = read_setup(ROUND_ROBIN | {"days": ["2026-05-04T10:00:00+02:00"], "kinds": ["level", "upload"]})
    assert setup.days == (datetime(2026, 5, 4, 8, tzinfo=UTC),)
    assert setup.kinds == ("upload", "level")
    assert ClassSetup.model_validate_json(setup.model_dump_json()) == setup


@pytest.mark.parametrize("name", ["", "  ", "x" * 31, "a\x00b", "\u202eevil", "...", "\n"])
def test_names_that_nobody_could_read_are_refused(name: str) -> None:
    with pytest.raises(NameRefused, match="readable letters"):
        check(name, [])


def test_a_name_that_looks_like_another_one_is_refused_with_a_free_one() -> None:
    with pytest.raises(NameRefused) as refusal:
        check("ADA  lovelace", ["Ada Lovelace", "ada LOVELACE 2"])
    assert refusal.value.free == "ADA lovelace 3"
    with pytest.raises(NameRefused) as long:
        check("x" * 30, ["X" * 30])
    assert len(long.value.free) == 30
    with pytest.raises(NameRefused):
        check("Random Player", [])


@pytest.mark.parametrize(
    "name", ["Ada", "ADA.", "a d a", "\u0410\u0501\u0430", "A-d_a!", "\U0001d400da", "Ada\ufe0f"]
)
def test_names_that_look_or_sound_the_same_are_one(name: str) -> None:
    with pytest.raises(NameRefused, match="taken") as refusal:
        check(name, ["Ada"])
    assert check(refusal.value.free, ["Ada"]) == refusal.value.free


@pytest.mark.parametrize(
    ("one", "other"), [("Ivan", "lvan"), ("Team 1", "Team l"), ("Oslo", "0slo"), ("Modern", "Modem")]
)
def test_signs_that_cannot_be_told_apart_make_no_other_name(one: str, other: str) -> None:
    for name, taken in ((one, other), (other, one)):
        with pytest.raises(NameRefused, match="taken"):
            check(name, [taken])


@pytest.mark.parametrize(
    ("one", "other"),
    [("C", "C++"), ("M\u00fcller", "Muller"), ("Team 1", "Team 2"), ("Ivan", "Jvan"), ("Ada", "Adam")],
)
def test_other_names_are_others(one: str, other: str) -> None:
    assert check(one, [other]) == one


def test_words_of_the_operators_list_are_found_however_they_are_dressed_up() -> None:
    words = [folded("dumb")]
    for name in ("Dumb", "so DUMB!", "d.u.m.b", "D u m b 7", "\uff44\uff55\uff4d\uff42", "\u0501umb"):
        with pytest.raises(NameRefused, match="not wanted"):
            check(name, [], words)
    assert check("Thumb", [], words) == "Thumb"

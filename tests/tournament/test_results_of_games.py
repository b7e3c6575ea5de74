"""What a finished game is worth in a tournament, and what an entrant without a running bot becomes."""

from __future__ import annotations

import pytest

from schwarm.game.record import End, Irregular
from schwarm.tournament.formats import read
from schwarm.tournament.formats.event import without
from schwarm.tournament.formats.knock_out import KnockOut
from schwarm.tournament.formats.swiss import Swiss
from schwarm.tournament.results import played
from tests.tournament.events import event, stage

SIDES = ("red", "blue")
SCORES = {"red": (2, 7), "blue": (0, 4)}


@pytest.mark.parametrize(
    ("winner", "reason", "points"),
    [
        ("red", "swarm", (2, 0)),
        ("blue", "swarm", (0, 2)),
        ("blue", Irregular.LEFT, (0, 2)),
        (None, "swarm", (1, 1)),
        (None, Irregular.CANCELLED, (1, 1)),
        (None, Irregular.LEFT, (0, 0)),
        (None, Irregular.INTERRUPTED, (0, 0)),
    ],
)
def test_a_win_is_two_points_a_tie_one_each_and_who_broke_the_rules_gets_none(
    winner: str | None, reason: str, points: tuple[int, int]
) -> None:
    found = played("A", "B", End(winner, reason, SCORES), SIDES, 17)
    assert found.points == points
    assert (found.points_of("A"), found.points_of("B")) == points
    assert (found.scores, found.reason, found.game) == (((2, 7), (0, 4)), str(reason), 17)


def test_who_failed_to_qualify_is_a_team_without_a_bot_and_nobody_else_is() -> None:
    before = event(3)
    after = without(before, ["B"])
    assert [entrant.name for entrant in after.entrants] == ["A", "B", "C"]
    for name in "AC":
        assert after.entrant(name) == before.entrant(name)
        assert after.entrant(name).name == name
    assert after.entrant("B") != before.entrant("B")
    entrants = [{"name": "A", "player": "random"}, {"name": "B"}, {"name": "C", "player": "random"}]
    assert after == event(0, entrants=entrants)


def test_an_event_file_that_says_little_means_the_contests_limits_and_a_plain_bracket() -> None:
    entrants = [{"name": name, "player": "random"} for name in "AB"]
    said = read({"name": "Cup", "game": "piranhas", "entrants": entrants, "stages": stage("knock-out")})
    assert (said.seed, said.opening_plies, said.soft_ms, said.hard_ms) == (0, 0, 2000, 10_000)
    assert (said.absent, said.sandbox, said.qualification) == ("loses", True, False)
    (knock_out,) = said.stages
    assert isinstance(knock_out, KnockOut)
    assert (knock_out.games, knock_out.third_place, knock_out.take, knock_out.draw) == (6, True, 0, "order")
    (swiss,) = event(8, stages=stage("swiss")).stages
    assert isinstance(swiss, Swiss)
    assert (swiss.rounds, swiss.groups) == (0, 1), "as many as suit the number of entrants"

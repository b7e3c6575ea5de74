"""Who meets whom and who begins, in a gauntlet, after an upset, and where the lot draws groups."""

from __future__ import annotations

from dataclasses import replace

from schwarm.tournament.formats.gauntlet import gauntlet
from schwarm.tournament.formats.knock_out import rounds
from schwarm.tournament.progress import Planned, progress
from schwarm.tournament.results import Played
from schwarm.tournament.schedule import groups, lot
from tests.tournament.events import better_name_wins, event, play, stage


def upset(game: Planned) -> Played:
    """The worse name wins."""
    made = better_name_wins(game)
    return replace(made, points=made.points[::-1], scores=made.scores[::-1])


def test_a_hero_is_at_home_in_half_of_its_matches_and_in_one_of_two_against_each() -> None:
    days = gauntlet("ABCDE", heroes=1, cycles=2)
    pairings = [pairing for day in days for pairing in day]
    assert sum(home == "A" for home, _ in pairings) == 4
    assert sorted(pairings) == sorted([("A", name) for name in "BCDE"] + [(name, "A") for name in "BCDE"])
    once = [pairing for day in gauntlet("ABCDE") for pairing in day]
    assert sum(home == "A" for home, _ in once) == 2


def test_a_gauntlet_is_over_when_all_its_games_are_played() -> None:
    said = event(3, stages=stage("gauntlet", games=2))
    assert not progress(said, {}).finished
    assert play(said)[0].finished


def test_after_upsets_the_beaten_play_for_third_place_and_the_winners_in_the_final() -> None:
    state, _ = play(event(4, stages=stage("knock-out", games=2)), upset)
    group = state.phases[0].groups[0]
    assert [{match.home, match.away} for match in group.days[1]] == [{"A", "B"}, {"C", "D"}]
    assert [(row.rank, row.name) for row in group.table] == [(1, "D"), (2, "C"), (3, "B"), (4, "A")]


def test_a_knock_out_halves_the_field_each_round() -> None:
    assert [rounds(entrants) for entrants in range(10)] == [0, 0, 1, 2, 2, 3, 3, 3, 3, 4]


def test_groups_drawn_by_lot_are_the_lots_and_not_the_order_of_the_file() -> None:
    names = "ABCDEFGH"
    for seed in range(5):
        drawn = lot(names, seed, 3)
        assert groups(names, 2, "lot", seed, 3) == [drawn[0::2], drawn[1::2]]
    assert len({str(groups(names, 2, "lot", seed, 3)) for seed in range(5)}) > 1
    assert groups(names, 2, "order", 0, 3) == [list("ACEG"), list("BDFH")]


def test_nobody_is_alone_in_a_group() -> None:
    state = progress(event(5, stages=stage("round robin", groups=4)), {})
    assert sorted(len(group.names) for group in state.phases[0].groups) == [2, 3]

"""Tables of invented results, worked out by hand, for every criterion."""

from __future__ import annotations

from fractions import Fraction

import pytest

from schwarm.tournament.errors import BadFormat
from schwarm.tournament.results import Match, Played, walkover
from schwarm.tournament.table import Field, MatchPoints, Row, Score, rank

SCORES = ("victory points", "heaviest swarm")
POINTS = {"+": (2, 0), "=": (1, 1), "-": (0, 2)}


def match(home: str, away: str, results: str, swarms: str = "") -> Match:
    """`+=-` are results as home sees them; swarms such as `12:9 7:7` the heaviest ones."""
    pairs = [tuple(map(int, pair.split(":"))) for pair in swarms.split()] or [(10, 10)] * len(results)
    games = []
    for number, (mark, (ours, theirs)) in enumerate(zip(results, pairs, strict=True)):
        points = POINTS[mark]
        scores = ((points[0], ours), (points[1], theirs))
        if number % 2 == 0:
            games.append(Played(home, away, points, scores, ""))
        else:
            games.append(Played(away, home, points[::-1], scores[::-1], ""))
    return Match(home, away, tuple(games), finished=True)


def table(
    matches: list[Match], *criteria: str, seed: int = 0, points: MatchPoints | None = None
) -> list[Row]:
    names = sorted({name for m in matches for name in m.players})
    return rank(Field(names, matches, points or MatchPoints(), SCORES, seed, 0), criteria)


def places(rows: list[Row]) -> list[tuple[int, str]]:
    return [(row.rank, row.name) for row in rows]


def values(rows: list[Row], criterion: int) -> dict[str, Fraction]:
    return {row.name: row.values[criterion] for row in rows}


def test_match_points_count_two_one_and_nothing() -> None:
    rows = table([match("A", "B", "++"), match("B", "C", "+-"), match("C", "A", "++")], "match points")
    assert values(rows, 0) == {"A": 2, "B": 1, "C": 3}
    assert places(rows) == [(1, "C"), (2, "A"), (3, "B")]
    assert {row.name: row.matches for row in rows} == {
        "A": Score(1, 0, 1),
        "B": Score(0, 1, 1),
        "C": Score(1, 1, 0),
    }
    assert {row.name: row.games for row in rows} == {
        "A": Score(2, 0, 2),
        "B": Score(1, 0, 3),
        "C": Score(3, 0, 1),
    }


def test_match_points_are_data() -> None:
    rows = table(
        [match("A", "B", "++"), match("A", "C", "=="), match("B", "C", "++")],
        "match points",
        points=MatchPoints(3, 1, 0),
    )
    assert values(rows, 0) == {"A": 4, "B": 3, "C": 1}


def test_a_match_of_equal_wins_is_drawn_whatever_the_draws() -> None:
    rows = table([match("A", "B", "+-====")], "match points")
    assert places(rows) == [(1, "A"), (1, "B")]


def test_unfinished_matches_give_no_match_points_yet() -> None:
    running = Match("A", "B", match("A", "B", "++").games, finished=False)
    rows = table([running], "match points", "victory points")
    assert values(rows, 0) == {"A": 0, "B": 0}
    assert values(rows, 1) == {"A": 4, "B": 0}


def test_victory_points_separate_equal_match_points() -> None:
    rows = table(
        [match("A", "B", "+-"), match("A", "C", "++"), match("B", "C", "+=")],
        "match points",
        "victory points",
    )
    # A: 1+2 match points, 2+4 victory points; B: 1+2, 2+3.
    assert places(rows) == [(1, "A"), (2, "B"), (3, "C")]
    assert values(rows, 1) == {"A": 6, "B": 5, "C": 1}


def test_the_heaviest_swarm_is_averaged_over_games() -> None:
    rows = table(
        [
            match("A", "B", "+-", "12:9 6:20"),
            match("A", "C", "==", "7:7 8:8"),
            match("B", "C", "==", "7:7 8:9"),
        ],
        "match points",
        "victory points",
        "average heaviest swarm",
    )
    # all 2 match points and 4 victory points; A (12+6+7+8)/4, B (9+20+7+8)/4, C (7+8+7+9)/4
    assert values(rows, 2) == {"A": Fraction(33, 4), "B": Fraction(44, 4), "C": Fraction(31, 4)}
    assert places(rows) == [(1, "B"), (2, "A"), (3, "C")]


def test_the_games_own_number_can_be_summed() -> None:
    rows = table([match("A", "B", "==", "3:4 3:4"), match("A", "C", "==", "3:2 3:2")], "sum heaviest swarm")
    assert values(rows, 0) == {"A": 12, "B": 8, "C": 4}


def test_a_walkover_counts_as_lost_and_leaves_averages_alone() -> None:
    lost = Match("A", "B", (walkover("A", "B", ["B"]), walkover("B", "A", ["B"])), finished=True)
    rows = table([lost, match("A", "C", "--", "5:6 7:6")], "victory points", "average heaviest swarm")
    assert values(rows, 0) == {"A": 4, "B": 0, "C": 4}
    assert values(rows, 1) == {"A": 6, "B": 0, "C": 6}


def test_a_no_show_costs_neither_side_its_average() -> None:
    """A game that never began has victory points alone, whoever stayed away."""
    one = Played("A", "B", (2, 0), ((2,), (0,)), "left the game")
    both = Played("B", "A", (0, 0), ((0,), (0,)), "left the game")
    missed = Match("A", "B", (one, both), finished=True)
    rows = table(
        [missed, match("A", "C", "--", "5:6 7:6"), match("B", "C", "==", "3:4 5:4")],
        "victory points",
        "average heaviest swarm",
        "sum heaviest swarm",
    )
    assert values(rows, 0) == {"A": 2, "B": 2, "C": 6}
    assert values(rows, 1) == {"A": 6, "B": 4, "C": 5}
    assert values(rows, 2) == {"A": 12, "B": 8, "C": 20}


def test_a_game_broken_off_counts_what_its_players_had() -> None:
    broken = Match("A", "B", (Played("A", "B", (2, 0), ((2, 9), (0, 0)), "left the game"),), finished=True)
    rows = table([broken], "average heaviest swarm")
    assert values(rows, 0) == {"A": 9, "B": 0}


def test_the_referee_s_own_forfeit_leaves_averages_alone() -> None:
    import schwarm
    from schwarm.referee import Left, forfeit
    from schwarm.tournament.results import played

    game = schwarm.new_game("piranhas", seed=1)
    end = forfeit(game, {"blue": Left("never came")}, begun=False)
    missed = Match("A", "B", (played("A", "B", end, ("red", "blue")),), finished=True)
    rows = table([missed, match("A", "C", "=", "5:5")], "victory points", "average heaviest swarm")
    assert values(rows, 0) == {"A": 3, "B": 0, "C": 1}
    assert values(rows, 1) == {"A": 5, "B": 0, "C": 5}


def test_head_to_head_looks_only_at_the_tied() -> None:
    # A, B and C all have 4 match points; D has none. Among the three: A beat B, B beat C, and A drew C.
    matches = [
        match("A", "B", "++"),
        match("B", "C", "++"),
        match("A", "C", "=="),
        match("A", "D", "=="),
        match("B", "D", "++"),
        match("C", "D", "++"),
        match("C", "E", "=="),
        match("A", "E", "--"),
    ]
    rows = table(matches, "match points", "head-to-head")
    assert values(rows, 0) == {"A": 4, "B": 4, "C": 4, "D": 1, "E": 3}
    assert {name: values(rows, 1)[name] for name in "ABC"} == {"A": 3, "B": 2, "C": 1}
    assert places(rows) == [(1, "A"), (2, "B"), (3, "C"), (4, "E"), (5, "D")]


def test_sonneborn_berger_weighs_opponents_by_their_points() -> None:
    matches = [
        match("A", "C", "++"),
        match("A", "D", "--"),
        match("B", "C", "--"),
        match("B", "D", "++"),
        match("C", "D", "=="),
    ]
    rows = table(matches, "match points", "Sonneborn-Berger")
    # A 2, B 2, C 3, D 3. A beat C: 3. B beat D: 3. C: beat B 2, drew D 3/2. D: beat A 2, drew C 3/2.
    assert values(rows, 1) == {"A": 3, "B": 3, "C": Fraction(7, 2), "D": Fraction(7, 2)}
    uneven = table([*matches, match("C", "E", "++")], "match points", "Sonneborn-Berger")
    assert values(uneven, 1)["A"] == 5
    assert places(uneven) == [(1, "C"), (2, "D"), (3, "A"), (4, "B"), (5, "E")]


def test_buchholz_adds_the_opponents_points() -> None:
    rows = table([match("A", "B", "++"), match("B", "C", "++"), match("A", "C", "==")], "Buchholz")
    assert values(rows, 0) == {"A": 3, "B": 4, "C": 5}


def test_the_lot_separates_everybody_and_depends_on_the_seed() -> None:
    matches = [match("A", "B", "=="), match("C", "D", "==")]
    orders = {
        tuple(row.name for row in table(matches, "match points", "lot", seed=seed)) for seed in range(60)
    }
    assert len(orders) > 15
    rows = table(matches, "match points", "lot", seed=1)
    assert [row.rank for row in rows] == [1, 2, 3, 4]
    assert rows == table(matches[::-1], "match points", "lot", seed=1)


def test_equals_share_a_rank() -> None:
    rows = table(
        [match("A", "B", "=="), match("A", "C", "++"), match("B", "C", "++")],
        "match points",
        "victory points",
    )
    assert places(rows) == [(1, "A"), (1, "B"), (3, "C")]


def test_a_game_that_both_lost_gives_nobody_points() -> None:
    both = Match("A", "B", (walkover("A", "B", ["A", "B"]),), finished=True)
    rows = table([both], "match points", "victory points")
    assert values(rows, 1) == {"A": 0, "B": 0}
    assert [row.games for row in rows] == [Score(0, 0, 1)] * 2


def test_an_unknown_criterion_lists_the_known_ones() -> None:
    with pytest.raises(BadFormat, match=r"average heaviest swarm.* not 'average beauty'"):
        table([match("A", "B", "=")], "average beauty")

"""What the games of `schwarm match` say of strength: pairs are the unit, and a game counts once."""

from dataclasses import replace
from io import StringIO

from rich.console import Console

from schwarm.cli.match import print_result
from schwarm.game import new_game
from schwarm.game.errors import Refusal
from schwarm.game.record import End, Ply, record_of
from schwarm.ratings import elo_of, match_rating
from schwarm.workers import Report, Tally


def report(number: int, winner: str | None, moves: str = "", faults: tuple[str, ...] = ()) -> Report:
    """A game of a match between A and B, of which the first begins games 0, 2, 4 ..."""
    red, blue = ("A", "B") if number % 2 == 0 else ("B", "A")
    record = record_of(new_game("piranhas", seed=number // 2), {"red": red, "blue": blue})
    side = None if winner is None else "red" if winner == red else "blue"
    ended = record.ended(End(side, "end", {"red": (0,), "blue": (0,)}))
    plies = tuple(Ply(move) for move in moves.split())
    made = replace(ended, plies=plies)
    return Report((number,), made, 1.0, faults=dict.fromkeys(faults, Refusal("crashed")))


def test_games_are_rated_in_pairs_in_whatever_order_they_end() -> None:
    reports = [report(3, "A"), report(0, "A"), report(2, None), report(1, "B"), report(4, "A")]
    rated = match_rating(reports, "A")
    assert rated.pairs == (0, 0, 1, 1, 0)
    assert rated.single == 1
    assert rated.elo == elo_of((0, 0, 1, 1, 0), [1.0])
    low, high = rated.shares
    assert low < 0.5 < high


def test_pairs_that_repeat_another_count_once_and_are_told() -> None:
    def again(number: int) -> Report:
        first = report(number % 2, "A", "a1 b2" if number % 2 else "c3 d4")
        return Report((number,), first.record, 1.0)

    rated = match_rating([again(number) for number in range(20)], "A")
    assert rated.pairs == (0, 0, 0, 0, 1)
    assert rated.repeated == 9
    told = StringIO()
    print_result(Console(file=told, width=200), Tally(wins=20), rated)
    assert "9 of the pairs repeat another one move for move and are not counted" in told.getvalue()


def test_a_game_that_both_broke_off_says_nothing_of_strength() -> None:
    both = [report(number, None, faults=("A", "B")) for number in range(2)]
    assert match_rating(both, "A").pairs == match_rating(both, "B").pairs == (0, 0, 1, 0, 0)

"""What a match adds up to."""

from schwarm.game import new_game
from schwarm.game.errors import Refusal
from schwarm.game.record import End, Irregular, record_of
from schwarm.workers import Report, Tally


def report(winner: str | None, reason: str, offenders: str) -> Report:
    game = new_game("piranhas", seed=1)
    record = record_of(game, {"red": "A", "blue": "B"}).ended(
        End(winner, reason, {"red": (0,), "blue": (0,)})
    )
    return Report((0,), record, 1.0, faults={name: Refusal("never_came") for name in offenders})


def test_whoever_breaks_a_game_off_has_lost_it_and_nobody_has_drawn() -> None:
    left = report("blue", Irregular.LEFT, "A")
    assert (Tally.of(left, "A").losses, Tally.of(left, "B").wins) == (1, 1)
    both = report(None, Irregular.LEFT, "AB")
    assert Tally.of(both, "A").losses == Tally.of(both, "B").losses == 1
    late = Tally.of(report("red", Irregular.TIME_UP, "B"), "A")
    assert (late.wins, late.late, late.illegal) == (1, 1, 0)
    drawn = Tally.of(report(None, "equal swarms", ""), "A")
    assert (drawn.draws, drawn.reasons) == (1, {"equal swarms": 1})


def test_tallies_add_up() -> None:
    total = Tally()
    for winner in ("red", "blue", "red", None):
        total = total.plus(Tally.of(report(winner, "end", ""), "A"))
    assert (total.wins, total.losses, total.draws, total.games) == (2, 1, 1, 4)
    assert total.share == 0.625
    assert total.reasons == {"end": 4}


def test_a_tally_is_told_in_a_line() -> None:
    told = Tally(wins=700, losses=300).text()
    assert told == "700 won, 0 drawn, 300 lost: 70.0 % of the points, 0 late, 0 illegal"

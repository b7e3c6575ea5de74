import pytest

from schwarm.bots.match import Pairing, Spec, Tally, pairings, play_all, play_game
from schwarm.games import BadOption, Game, Move
from schwarm.search.report import Listener


def test_specs_are_read() -> None:
    assert Spec.read("best") == Spec("best")
    assert Spec.read("best@200") == Spec("best", time_ms=200)
    assert Spec.read("7#5000") == Spec("7", nodes=5000)
    for text in ("best@", "best#x", "best@0"):
        with pytest.raises(BadOption, match="expected a number"):
            Spec.read(text)


def test_each_start_is_played_twice_with_sides_changed() -> None:
    plan = pairings("hive", (Spec("1"), Spec("2")), 4, time_ms=100, seed=7)
    assert [(game.seed, game.swapped) for game in plan] == [(7, False), (7, True), (8, False), (8, True)]


def test_a_match_adds_up_and_repeats() -> None:
    plan = pairings("piranhas", (Spec("greedy"), Spec("random")), 4, time_ms=60_000, opening_plies=50)
    results = [list(play_all(plan))[-1] for _ in range(2)]
    assert results[0].games == 4
    assert sum(results[0].reasons.values()) == 4
    assert (results[0].wins, results[0].plies) == (results[1].wins, results[1].plies)


def test_processes_give_the_same_result() -> None:
    plan = pairings("piranhas", (Spec("greedy"), Spec("random")), 2, time_ms=60_000, opening_plies=54)
    alone, together = (list(play_all(plan, processes))[-1] for processes in (1, 2))
    assert (alone.wins, alone.draws, alone.plies) == (together.wins, together.draws, together.plies)


class Cheat:
    """Answers whatever it was told to."""

    name = "cheat"

    def __init__(self, answer: str) -> None:
        self.answer = answer

    def choose(
        self,
        game: Game,
        budget_ms: int = 2000,
        *,
        started: float | None = None,
        listener: Listener | None = None,
    ) -> Move:
        return Move(self.answer, 5)


def test_illegal_and_late_moves_lose() -> None:
    pairing = Pairing("piranhas", {}, 1, (Spec("greedy"), Spec("greedy")), False, 60_000, 0)
    result = play_game(pairing, (Cheat("A0-A1"), Cheat("A0-A1")))
    assert (result.losses, result.illegal) == (1, 1)
    late = Pairing("piranhas", {}, 1, (Spec("greedy"), Spec("greedy")), True, 0, 0)
    result = play_game(late, (Cheat("A0-A1"), Cheat("A0-A1")))
    assert (result.wins, result.late) == (1, 1)


def test_intervals_hold_the_share_and_narrow() -> None:
    few, many = Tally(wins=7, losses=3), Tally(wins=700, losses=300)
    assert few.share == many.share == 0.7
    assert few.interval()[0] < many.interval()[0] < 0.7 < many.interval()[1] < few.interval()[1]
    assert Tally(wins=10).interval()[1] <= 1.0
    assert "700 won, 0 drawn, 300 lost: 70.0 %" in many.text()

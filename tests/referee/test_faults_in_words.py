"""What a player did wrong is told in one line, and the contest's limits are the contest's."""

from __future__ import annotations

import pytest

import schwarm
from schwarm.bots.clock import BUDGET_MS
from schwarm.referee import CONTEST, UNLIMITED, Left, NeverCame, SeatError, TimeUp
from schwarm.referee.bot_errors import bot_traceback


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (TimeUp(2000, hard=False), "expected an answer within 2000 ms, it came later"),
        (TimeUp(10_000, hard=True), "expected an answer within 10000 ms, none came"),
        (Left("crashed"), "crashed"),
        (Left("crashed", "exit status 3"), "crashed (exit status 3)"),
        (NeverCame("no such file"), "never came (no such file)"),
    ],
)
def test_a_fault_says_what_was_expected_or_what_happened(fault: SeatError, words: str) -> None:
    assert str(fault) == words


def test_in_the_contest_an_answer_has_two_seconds_and_is_waited_for_ten() -> None:
    assert (CONTEST.soft_ms, CONTEST.hard_ms) == (2000, 10_000)
    assert (UNLIMITED.soft_ms, UNLIMITED.hard_ms) == (None, None)


def test_a_bot_without_another_budget_thinks_as_long_as_the_contest_allows() -> None:
    assert CONTEST.soft_ms == BUDGET_MS


def test_a_bots_traceback_ends_with_its_own_line_and_shows_none_of_ours() -> None:
    def think() -> None:
        schwarm.new_game("chess")

    with pytest.raises(schwarm.GameError) as caught:
        think()
    said = bot_traceback(caught.value)
    assert said.startswith("Traceback (most recent call last):\n")
    assert 'schwarm.new_game("chess")' in said
    assert "catalogue.py" not in said
    assert said.rstrip().splitlines()[-1].startswith("schwarm.game.errors.UnknownGame: expected a game of")

"""Nothing a caller passes ends the process: wrong games, wrong types and wrong orders get one line each."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import schwarm
from schwarm import bots
from schwarm.game import GameError, RuleBook
from schwarm.game.catalogue import own_games
from schwarm.game.faces import having
from schwarm.search.alphabeta import AlphaBeta

GAMES = own_games()
WITH_BOTS = having("evaluation")
WRONG = st.one_of(
    st.none(), st.integers(), st.text(max_size=6), st.binary(max_size=4), st.floats(), st.just([])
)


@pytest.mark.parametrize(("bot", "other"), [pair for pair in permutations(GAMES, 2) if pair[0] in WITH_BOTS])
@pytest.mark.parametrize("name", ["greedy", "1", "best"])
def test_a_bot_refuses_a_game_of_another_kind_in_one_line(bot: str, other: str, name: str) -> None:
    game = schwarm.new_game(other, seed=1)
    with pytest.raises(GameError, match="expected a game of"):
        bots.player(bot, name).choose(game, 200)
    with pytest.raises(GameError, match="expected a game of"):
        bots.knowledge(bot).evaluator().evaluate(game)
    with pytest.raises(GameError, match="expected a game of"):
        AlphaBeta(bots.knowledge(bot).strongest()).search(game, depth=1)
    with pytest.raises(GameError, match="expected a game of"):
        bots.simulate(game, simulations=4, forest=bots.new_forest(bot))


def test_a_rule_book_has_two_sides() -> None:
    book = schwarm.rule_book("hive")
    for sides in (("a", "b", "c", "d"), ("a",), ("a", "a")):
        with pytest.raises(GameError, match="expected two sides"):
            RuleBook(name="x", title="x", game=book.game, sides=sides)  # type: ignore[arg-type]


CALLS = (
    "play",
    "undo",
    "describe",
    "view",
    "random_move",
    "legal_moves",
    "position",
    "copy",
    "outcome",
    "code_of",
)


@settings(max_examples=60 if schwarm.compiled() else 10)
@given(
    name=st.sampled_from(GAMES),
    calls=st.lists(st.tuples(st.sampled_from(CALLS), st.lists(WRONG, max_size=2)), max_size=12),
)
def test_wrong_calls_in_any_order_are_refused_and_leave_a_game_that_works(
    name: str, calls: list[tuple[str, list[object]]]
) -> None:
    game = schwarm.new_game(name, seed=3)
    for call, arguments in calls:
        with contextlib.suppress(GameError, TypeError, ValueError, OverflowError, AttributeError):
            getattr(game, call)(*arguments)
    assert game.position() == schwarm.new_game(name, seed=3).position() or game.history == game.copy().history
    assert game.legal_moves() or game.outcome()


RULES_THAT_TAKE_LONG = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # who starts tests in the background ignores it
sys.path.insert(0, {example!r})
import schwarm
from schwarm_breakthrough import BOOK
game = BOOK.game(BOOK.choose(None, {{}}))
print("counting", flush=True)
schwarm.perft(game, 9, threads=1)
"""


@pytest.mark.compiled_only
def test_ctrl_c_ends_a_search_in_rules_written_in_python_at_once() -> None:
    example = os.path.join(os.path.dirname(__file__), "..", "..", "examples", "breakthrough", "src")
    command = [sys.executable, "-c", RULES_THAT_TAKE_LONG.format(example=os.path.abspath(example))]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "counting\n"
        time.sleep(0.3)  # somewhere inside; it counts for hours
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate()
    assert process.returncode not in (0, -signal.SIGSEGV, -signal.SIGABRT)
    assert "KeyboardInterrupt" in errors
    assert "Exception ignored" not in errors

"""What a search keeps back for moments in which the machine stalls; on a clock that the test moves."""

import pytest

from schwarm import compiled
from schwarm.search import limits
from schwarm.search.evaluator import Evaluator
from schwarm.search.pvs import NodeSearch
from schwarm.search.table import TranspositionTable

pytestmark = pytest.mark.skipif(compiled(), reason="the clock of compiled searches cannot be moved")
MOVE_US = 2_000_000


class Moves:
    """Moves of two seconds each; some of them stall once."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0
        self.node = NodeSearch(Evaluator(), TranspositionTable(1 << 10), False)
        monkeypatch.setattr(limits, "clock_us", lambda: self.now)

    def make(self, stall: int = 1000, searches: int = 1) -> int:
        """One move; what is kept in reserve at its beginning."""
        latest = self.now + MOVE_US
        kept = -1
        for number in range(1, searches + 1):
            self.node.begin(limits.FAR, self.now + MOVE_US * number // searches, latest + number, 0, 0)
            kept = self.node.stall if kept < 0 else kept
            self.now += stall
            self.node.check_limits()
        self.now = latest
        return kept


def test_a_single_stall_is_forgotten_within_three_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    moves = Moves(monkeypatch)
    for _ in range(limits.STALLS + 1):
        moves.make()
    assert moves.make(stall=200_000) < limits.FIRST_STALL
    assert [moves.make() for _ in range(4)] == [200_000, 200_000, 1000, 1000]


def test_several_searches_of_a_move_are_one_move(monkeypatch: pytest.MonkeyPatch) -> None:
    moves = Moves(monkeypatch)
    for _ in range(limits.STALLS + 1):
        moves.make(searches=7)
    moves.make(stall=200_000, searches=7)
    assert [moves.make(searches=7) for _ in range(4)] == [200_000, 200_000, 1000, 1000]


def test_a_machine_that_stalls_often_stays_known_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    moves = Moves(monkeypatch)
    for number in range(60):
        kept = moves.make(stall=150_000 if number % 7 == 0 else 1000)
        assert number < 8 or kept == 150_000


def test_before_anything_is_known_some_time_is_kept_back(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Moves(monkeypatch).make() == limits.FIRST_STALL

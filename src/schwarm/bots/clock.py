"""The time a bot has for a move: when it must stop, and when it may stop sooner."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass, replace

BUDGET_MS = 2000  # the contest's time for a move
RESERVE_MS = 30  # kept back for what happens around a search, and for a core shared with others
RESERVE_MOST = 0.3  # but no more than this part of a short budget
RESERVE_SHARE = 0.05  # kept back of every budget on top of that
LEAST_SHARE = 0.2  # of the budget is used however late earlier searches came back
DELAYS = 16  # searches of which the delay is remembered
FRESH = 3  # of the last ones every delay counts, of all others only what has happened twice
CLEAR_SHARE = 0.125  # of the time is enough for a game as good as won


GAME_MOVES = 30  # own moves of a game, as far as anybody can know at its start
MOVES_LEFT = 8  # and at least so many are still to come, however long it has lasted
EAGER = 1.4  # early moves decide more than late ones, which are often forced or as good as won
GIVEN_BACK = 0.8  # of an increment is used at once
BANK_MOST = 0.4  # of what is left is the most for one move


def share_of_bank(left_ms: float, increment_ms: float, plies: int) -> float:
    """What a bot should use for its next move of a bank that has to last for the whole game.

    >>> round(share_of_bank(60_000, 500, plies=0)), round(share_of_bank(400, 500, plies=80))
    (3200, 160)
    """
    moves = max(GAME_MOVES - plies // 2, MOVES_LEFT)
    return min(EAGER * left_ms / moves + GIVEN_BACK * increment_ms, BANK_MOST * left_ms)


class DeadlineClock:
    """Turns budgets into deadlines; after a delay on a busy machine it keeps back more time.

    A single delay is forgotten after three moves; a machine that holds searches up often stays known as one.
    """

    def __init__(self) -> None:
        self.delays: deque[float] = deque(maxlen=DELAYS)

    @property
    def delay_ms(self) -> float:
        """The delay to be expected: the longest of the last three, or the second longest remembered."""
        ranked = sorted(self.delays)
        return max([0.0, *list(self.delays)[-FRESH:], *ranked[-2:-1]])

    def deadline(self, budget_ms: int, started: float | None) -> float:
        """When a search must stop, on the clock time.monotonic()."""
        reserve = min(RESERVE_MS, RESERVE_MOST * budget_ms) + RESERVE_SHARE * budget_ms + 2 * self.delay_ms
        usable = max(budget_ms - reserve, LEAST_SHARE * budget_ms)
        return (time.monotonic() if started is None else started) + usable / 1000

    def note_delay(self, deadline: float) -> None:
        """Note how long after its deadline a search came back."""
        self.delays.append(max(0.0, 1000 * (time.monotonic() - deadline)))


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """What a search may use up: plies, nodes (0 means any number), and time until a moment.

    With a score of `clear_lead` or more the game is as good as won and a search may stop early; 0: never.
    Limits of one of several searches for a move know when the last of them must be over (`latest`).
    """

    depth: int
    nodes: int
    deadline: float
    clear_lead: int = 0
    latest: float | None = None

    def may_stop(self, score: int, began: float, now: float) -> bool:
        """May a search that began then stop now, with this score?"""
        return 0 < self.clear_lead <= score and now - began > CLEAR_SHARE * (self.deadline - began)

    def split(self, count: int, share: float) -> list[SearchLimits]:
        """Limits for `count` searches one after the other that together use a share of what is left."""
        now = time.monotonic()
        nodes = max(1, int(share * self.nodes / count)) if self.nodes else 0
        step = share * (self.deadline - now) / count
        latest = self.deadline if self.latest is None else self.latest
        return [
            replace(self, nodes=nodes, deadline=now + step * (i + 1), latest=latest) for i in range(count)
        ]

"""What a search may use: a number of nodes, and time, of which a busy machine takes away some at times."""

from __future__ import annotations

import cython

if not cython.compiled:
    from schwarm.bits import clock_us

FIRST_STALL = 20_000  # microseconds kept in reserve before anything is known of the machine
STALLS = 16  # moves of which the longest stall is remembered
FRESH = 3  # of the last ones every stall counts, of all others only what has happened twice
AT_ONCE = 1000  # microseconds between moments that are the same
FAR = 1 << 62  # a number of nodes or a moment that is never reached


class LimitedSearch:
    """Counts nodes and looks at the clock; `stopped` is set when the search has to end."""

    nodes: int
    stopped: bool
    node_limit: int
    deadline: int
    latest: int
    checked_at: int
    check_every: int
    stall: int  # kept in reserve
    stalls: list[int]  # the longest stall of each of the last moves
    stall_place: int  # of the present move

    def __init__(self) -> None:
        self.check_every = 63 if cython.compiled else 7
        self.nodes = 0
        self.stopped = False
        self.node_limit = FAR
        self.deadline = FAR
        self.latest = FAR
        self.checked_at = 0
        self.stall = FIRST_STALL
        self.stalls = [20_000] * 16
        self.stall_place = 0

    def limit(self, node_limit: int, deadline: int, latest: int) -> None:
        """A new search begins; a single stall is forgotten in three moves.

        It ends at the deadline. Only `latest`, when all searches of a move must be over, is kept with a
        reserve for stalls, so that a move of many short searches forgets no faster than one of a long one.
        """
        self.checked_at = clock_us()
        if latest > self.latest + AT_ONCE or latest < self.latest - AT_ONCE:
            self.next_stall()  # another move
        self.stopped = False
        self.nodes = 0
        self.node_limit = node_limit
        self.deadline = deadline
        self.latest = latest

    def next_stall(self) -> None:
        """A move begins: find out how long a stall is to be expected.

        That is the longest of the last three moves, or the second longest of the last sixteen: a machine that
        stalls often is known by that, and what happened once is soon forgotten.
        """
        self.stall_place = (self.stall_place + 1) % STALLS
        self.stalls[self.stall_place] = 0
        longest = 0
        second = 0
        self.stall = 0
        for i in range(STALLS):
            stall = self.stalls[i]
            if (self.stall_place + STALLS - i) % STALLS < FRESH:
                self.stall = max(self.stall, stall)
            if stall > longest:
                second = longest
                longest = stall
            elif stall > second:
                second = stall
        self.stall = max(self.stall, second)

    def check_limits(self) -> None:
        """Stop when the nodes are used up, or the time may be over before the next check.

        A busy machine may take the processor away for longer than a search needs between two checks; the
        longest such stall that is to be expected (`next_stall`) is kept in reserve.
        """
        now = clock_us()
        if self.deadline < FAR:
            self.stalls[self.stall_place] = max(self.stalls[self.stall_place], now - self.checked_at)
            self.stall = max(self.stall, now - self.checked_at)
        self.checked_at = now
        if self.nodes >= self.node_limit or now >= self.deadline or now + self.stall >= self.latest:
            self.stopped = True

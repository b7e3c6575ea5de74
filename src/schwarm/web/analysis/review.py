"""A finished game judged position by position: which one comes next, and how long it is looked at.

What a move costs is known in two ways: by the search that compares it with the best one, and by what
searches say of the positions before and after it. Where the two disagree, where the next position takes a
jump back, and where a move is called a mistake, the position is searched longer before it is shown.
"""

from __future__ import annotations

from schwarm.web.shared.thinking import Judgement

SHOWN = 0.06  # of the chance to win: what costs less is never shown
JUMP = 0.12  # between neighbours: what is less needs no second look


class Review:
    """The judgements of a game so far; the first `settled` of them are final."""

    def __init__(self, plies: int) -> None:
        """A game of so many plies; one position more is judged."""
        self.total = plies + 1
        self.judged: list[Judgement] = []
        self.settled = 0
        self._movers: list[int] = []  # of each position, 0 for the first side
        self._longer: set[int] = set()

    def next(self) -> tuple[int, bool] | None:
        """The plies before the position to judge next, and whether to take longer; None at the end."""
        while self.settled < self.total:
            if len(self.judged) < min(self.settled + 2, self.total):
                return len(self.judged), False
            if self.settled not in self._longer and self._is_doubtful(self.settled):
                return self.settled, True
            self.settled += 1
        return None

    def add(self, ply: int, found: Judgement, mover: int) -> None:
        """Note what was found for the position that `next` named, and which side moves there."""
        if ply == len(self.judged):
            self.judged.append(found)
            self._movers.append(mover)
        else:
            self.judged[ply] = found
            self._longer.add(ply)

    def _is_doubtful(self, ply: int) -> bool:
        """Return True if a short search of this position is not to be believed."""
        after = self._step(ply)
        before = self._step(ply - 1)
        if min(abs(before), abs(after)) >= JUMP and before * after < 0:
            return True
        fell = max(0.0, -after if self._movers[ply] == 0 else after)
        lost = self.judged[ply].lost
        if lost >= JUMP:
            return True
        return max(lost, fell) >= SHOWN and abs(lost - fell) >= max(SHOWN, max(lost, fell)) / 2

    def _step(self, ply: int) -> float:
        """By how much the first side's chance changes from a position to the next; 0 outside of the game."""
        if not 0 <= ply < len(self.judged) - 1:
            return 0.0
        return self.judged[ply + 1].chance - self.judged[ply].chance

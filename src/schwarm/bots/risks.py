"""What a move risks where something is hidden: in how many of many drawings it loses at once."""

from __future__ import annotations

import time

from schwarm.bits import mix
from schwarm.games.game import Game
from schwarm.search.alphabeta import AlphaBeta
from schwarm.search.parallel import ParallelAlphaBeta
from schwarm.search.report import CAPPED, PROVEN, Line

DEPTH = 3  # plies: the move, a reply, and that no move is left then
NODES = 2000  # of a drawing, if there are very many replies
SALT = 0x51A3


class Risks:
    """Drawings of the hidden part, in each of which moves are looked at briefly until a deadline."""

    def __init__(self, searcher: AlphaBeta | ParallelAlphaBeta, drawn: list[Game], deadline: float) -> None:
        self.searcher = searcher
        self.drawn = drawn
        self.deadline = deadline

    def worth(self, line: Line) -> float:
        """The score of a move, less what it risks."""
        seen = lost = 0
        for number, view in enumerate(self.drawn):
            if time.monotonic() < self.deadline:
                seen += 1
                lost += self.loses(line.move.code, view, mix(SALT + number))
        return (line.score * (seen - lost) - CAPPED * lost) / seen if seen else line.score

    def loses(self, code: int, view: Game, salt: int) -> bool:
        """Does a move lose at once in this drawing?"""
        report = self.searcher.search(
            view, depth=DEPTH, nodes=NODES, only=(code,), salt=salt, deadline=self.deadline
        )
        return report.score <= -PROVEN

"""What studies of Breakthrough are told at once: a move takes a pawn or it does not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from schwarm.game import Game, Move
from schwarm.lab.kinds import MoveKinds
from schwarm_breakthrough.rules import EMPTY, Breakthrough


def kinds_of(game: Game, moves: Sequence[Move]) -> set[str]:
    """The kinds of all these moves."""
    squares = cast(Breakthrough, game).squares
    return {"step" if squares[move.code & 255] == EMPTY else "capture" for move in moves}


STUDY = MoveKinds(kinds_of, ("step", "capture"))

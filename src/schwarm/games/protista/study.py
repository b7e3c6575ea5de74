"""What studies of Protista are told at once: a move's code says its kind."""

from __future__ import annotations

from collections.abc import Sequence

from schwarm.game.game import Game
from schwarm.game.rulebook import Move
from schwarm.games.protista import codes
from schwarm.games.protista.options import KINDS
from schwarm.games.protista.tables import CANNON, CONTIGUOUS, PASS, SHARP_V, SINGLE, STACKS
from schwarm.lab.kinds import MoveKinds

WALKS = (SINGLE, CONTIGUOUS, CANNON, SHARP_V)


def kinds_of(game: Game, moves: Sequence[Move]) -> set[str]:
    """The kinds of all these moves."""
    found: set[str] = set()
    for move in moves:
        kind = codes.kind_of(move.code)
        found.add("pass" if kind == PASS else KINDS[kind][0])
        if kind in WALKS:
            if codes.jumps_of(move.code):
                found.add("portal")
            if codes.ending_of(move.code) == STACKS:
                found.add("stacking")
    return found


STUDY = MoveKinds(kinds_of, tuple(name for name, _ in KINDS.values()))

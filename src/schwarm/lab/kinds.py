"""Which kinds of moves a position offers, and which kind a move is.

Describing every legal move of every position would cost more than playing, so some positions are looked at.
Where a game's codes say the kind at once, that is used; elsewhere some of the moves are described.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache

from schwarm.games.board import Description
from schwarm.games.game import Game
from schwarm.games.rulebook import Move

OFTEN, SELDOM = 4, 32  # every so many positions are looked at: where codes say the kind, and elsewhere
MOST = 12  # moves that are described there
GENERIC = ("move", "set")  # these say little without the piece
Reader = Callable[[Game, Sequence[Move]], set[str]]


def kinds_of(description: Description) -> tuple[str, ...]:
    """The kinds that a move is of: of its steps if it has some, else its own and those that act inside it."""
    if description.steps:
        return tuple(sorted({step.kind for step in description.steps}))
    own = description.kind
    if own in GENERIC and description.piece is not None and description.piece.kind:
        own = f"{own} {description.piece.kind}"
    return (own, *description.also)


def described(game: Game, moves: Sequence[Move]) -> set[str]:
    """The kinds of some of the moves, evenly taken from all."""
    some: Iterable[Move] = moves[:: 1 + len(moves) // MOST]
    return {kind for move in some for kind in kinds_of(game.describe(move))}


def offered(game: Game, place: int) -> set[str] | None:
    """The kinds on offer; None where a position, by its place, is not looked at."""
    reader = _readers().get(game.name)
    if place % (OFTEN if reader is not None else SELDOM):
        return None
    return (reader or described)(game, game.legal_moves())


@cache
def _readers() -> dict[str, Reader]:
    """Games whose codes say the kind; imported when the first game is measured."""
    from schwarm.games.protista import codes
    from schwarm.games.protista.options import KINDS
    from schwarm.games.protista.tables import CANNON, CONTIGUOUS, PASS, SHARP_V, SINGLE, STACKS

    walks = (SINGLE, CONTIGUOUS, CANNON, SHARP_V)

    def protista(game: Game, moves: Sequence[Move]) -> set[str]:
        found: set[str] = set()
        for move in moves:
            kind = codes.kind_of(move.code)
            found.add("pass" if kind == PASS else KINDS[kind][0])
            if kind in walks:
                if codes.jumps_of(move.code):
                    found.add("portal")
                if codes.ending_of(move.code) == STACKS:
                    found.add("stacking")
        return found

    return {"protista": protista}


def plain_kinds(game: str, kinds: Iterable[str]) -> list[str]:
    """Kinds in the order in which a rule sheet has them, or in that of the alphabet."""
    if game == "protista":
        from schwarm.games.protista.options import KINDS

        order = [name for name, _ in KINDS.values()]
        return sorted(kinds, key=lambda kind: (order.index(kind) if kind in order else len(order), kind))
    return sorted(kinds)

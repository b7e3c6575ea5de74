"""Which kinds of moves a position offers, and which kind a move is.

Describing every legal move of every position would cost more than playing, so some positions are looked at.
Where a game's codes say the kind at once, that is used; elsewhere some of the moves are described.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from schwarm.game.board import Description
from schwarm.game.faces import face
from schwarm.game.game import Game
from schwarm.game.rulebook import Move

OFTEN, SELDOM = 4, 32  # every so many positions are looked at: where codes say the kind, and elsewhere
MOST = 12  # moves that are described there
GENERIC = ("move", "set")  # these say little without the piece


@dataclass(frozen=True, slots=True)
class MoveKinds:
    """What a game's folder tells studies: the kinds of all moves at once, and in which order to name them."""

    read: Callable[[Game, Sequence[Move]], set[str]]
    order: tuple[str, ...] = ()


def kinds_face(game: str) -> MoveKinds | None:
    """That of a game, None where its moves are described one by one."""
    found: MoveKinds | None = face(game, "study")
    return found


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
    own = kinds_face(game.name)
    if place % (OFTEN if own is not None else SELDOM):
        return None
    return (own.read if own is not None else described)(game, game.legal_moves())


def plain_kinds(game: str, kinds: Iterable[str]) -> list[str]:
    """Kinds in the order in which a rule sheet has them, or in that of the alphabet."""
    own = kinds_face(game)
    order = own.order if own is not None else ()
    return sorted(kinds, key=lambda kind: (order.index(kind) if kind in order else len(order), kind))

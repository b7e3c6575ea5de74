"""The seam between the referee and whoever plays: a bot, a person, a contest client, a program."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from schwarm.bots.clock import share_of_bank
from schwarm.game.errors import GameError
from schwarm.game.game import Game
from schwarm.referee.clock import Limits
from schwarm.referee.errors import SeatError
from schwarm.referee.events import Event

# Tells the referee what the player of a seat did, at any moment of the game; it ends the game.
Blame = Callable[[SeatError | GameError], None]


@dataclass(frozen=True)
class Request:
    """A seat is asked for its move. `shown` is what the player may know, shared with others."""

    shown: Game
    side: str
    limits: Limits

    @property
    def budget_ms(self) -> float | None:
        """The time a bot should take for this move: all that it may, or a good part of its bank."""
        if self.limits.bank_ms is None:
            return self.limits.soft_ms
        return share_of_bank(self.limits.bank_ms, self.limits.increment_ms, self.shown.turn)

    @cached_property
    def game(self) -> Game:
        """The seat's own copy, to try moves on; made when first asked for: a client far away needs none."""
        return self.shown.copy()


class Thought(str):
    """A move with what its player thinks of the position, in thousandths of a sure win for itself.

    >>> Thought("A4-C4", score=120).score
    120
    """

    __slots__ = ("score",)

    score: int | None

    def __new__(cls, move: str, score: int | None = None) -> Thought:
        """The same text as the move."""
        made = super().__new__(cls, move)
        made.score = score
        return made

    def __reduce__(self) -> tuple[type[Thought], tuple[str, int | None]]:
        return Thought, (str(self), self.score)


@dataclass(frozen=True, slots=True)
class Answer:
    """A move as the player said it, unchecked, with the clock when the request left and the answer arrived.

    The time between the two is what the player is charged, in every seat: a clock on the wall, which also
    runs while the player waits for a processor, but not before its request was handed over. A seat behind a
    socket stamps `left_ms` as the request is handed to it and `arrived_ms` as the answer's last bytes come
    out of it, so that a busy server costs the player nothing. `processor_ms` is what the player had of
    processors meanwhile; None where nobody can tell. `score` is what the player says of the position for
    itself, in thousandths of a sure win; most say nothing.
    """

    move: str
    left_ms: float
    arrived_ms: float
    score: int | None = None
    processor_ms: float | None = None


class Seat(Protocol):
    """A player of one game."""

    @property
    def name(self) -> str:
        """Who plays, for the record."""

    @property
    def said(self) -> str:
        """What its program wrote, or how its bot failed; '' if there is nothing to keep."""

    async def join(self, game: Game, side: str, blame: Blame) -> None:
        """Come to the game to play this side; SeatError if the player never comes.

        `game` is the position as players may know it, shared with others. Whatever the player does
        outside of `choose` and `tell`, such as hanging up, goes to `blame`.
        """

    async def choose(self, request: Request) -> Answer:
        """The move; SeatError if the player is gone or gives up. Cancelled when the game ends meanwhile."""

    def tell(self, event: Event) -> None:
        """Hear what happened; must neither wait nor change the event's game. SeatError ends the game."""

    async def close(self) -> None:
        """The game is over and nothing more will be told: let go of what it held."""

"""Games that end early because everybody agrees on how they will end.

Scores are thousandths of a sure win: 0 is even, 1000 a win for whoever says it. Every ply has one: what the
player who made the move says of the position, or what a judge says who sits in neither seat.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from schwarm.game.game import Game
from schwarm.game.record import End, Irregular
from schwarm.referee.forfeit import LOSS, WIN

SURE = 1000  # the score of a game that is won
DRAW = 1  # victory points
STRICT: dict[str, Any] = {"extra": "forbid"}  # an event file may say nothing else

# The score of the side to move; None where nothing can be said. Works in a thread of its own.
Judge = Callable[[Game], int | None]


@dataclass(frozen=True, slots=True)
class Between:
    """The limits of a number, as pydantic reads them; the package for that would be in every player's ZIP."""

    least: int
    most: int

    def __get_pydantic_core_schema__(self, source: Any, handler: Callable[[Any], Any]) -> Any:
        return {**handler(source), "ge": self.least, "le": self.most}


@dataclass(frozen=True, slots=True)
class Agreement:
    """A result is agreed once scores have said it for so many plies in a row, not before a ply.

    `score` is the least for a win, and the most to either side for a draw.
    """

    __pydantic_config__ = STRICT

    score: Annotated[int, Between(0, SURE)]
    plies: Annotated[int, Between(2, 1_000)]  # two at least: one of each player
    from_ply: Annotated[int, Between(0, 100_000)] = 0


@dataclass(frozen=True, slots=True)
class Adjudication:
    """Which results are agreed on, and who says the scores that players do not say themselves."""

    __pydantic_config__ = STRICT

    win: Agreement | None = None
    draw: Agreement | None = None
    judge: str = ""


class Adjudicator:
    """Hears the scores of one game and says when it is decided."""

    def __init__(self, rules: Adjudication, sides: Sequence[str], judge: Judge | None = None) -> None:
        self._rules = rules
        self._first, self._second = sides
        self._judge = judge
        self._scores: list[int] = []  # for the first side

    async def hear(self, game: Game, side: str, score: int | None) -> End | None:
        """`side` made a move, and this position came of it; the end if it is agreed now."""
        if score is None and self._judge is not None and not game.finished():
            side = game.to_move
            score = await asyncio.to_thread(self._judge, game.copy())
        if score is not None:
            self._scores.append(score if side == self._first else -score)
        return None if game.finished() else self._agreed(game)

    def _agreed(self, game: Game) -> End | None:
        win, draw = self._rules.win, self._rules.draw
        made = len(game.history)
        if win is not None and (last := self._last(win, made)):
            if min(last) >= win.score:
                return _ended(game, self._first)
            if max(last) <= -win.score:
                return _ended(game, self._second)
        if draw is not None and (last := self._last(draw, made)) and max(map(abs, last)) <= draw.score:
            return _ended(game, None)
        return None

    def _last(self, agreement: Agreement, made: int) -> list[int]:
        """The scores that have to agree; none before it is time."""
        enough = made >= agreement.from_ply and len(self._scores) >= agreement.plies
        return self._scores[-agreement.plies :] if enough else []


def thousandths(score: int, scale: int) -> int:
    """A search's score as part of a sure win; a value of `scale` wins with probability 73 percent.

    >>> thousandths(0, 300), thousandths(300, 300), thousandths(-31_990, 300)
    (0, 462, -1000)
    """
    return round(SURE * math.tanh(score / (2 * scale)))


def agreed_draw(game: Game) -> End:
    """The end of a game whose players agreed on a draw."""
    return _ended(game, None, Irregular.AGREED)


def _ended(game: Game, winner: str | None, reason: Irregular = Irregular.ADJUDICATED) -> End:
    """The numbers of the position, with the victory points that were agreed on."""
    scores = {
        side: (DRAW if winner is None else WIN if side == winner else LOSS, *numbers[1:])
        for side, numbers in game.standing().items()
    }
    return End(winner, reason, scores)

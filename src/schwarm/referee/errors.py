"""What a player can do to its game besides making a legal move.

SeatError         the game ends and the seat that raised it has lost
  TimeUp          no answer within a limit; says whether the soft or the hard one
  Left            gone: connection lost, program ended, garbage instead of a move
    NeverCame     was not there when the game was to begin
  Resigned        gave the game up
  Unasked         a move nobody asked for
These are data to the referee, as is a GameError about a seat's move; anything else that a seat
raises is our own mistake.
"""

from schwarm.game.errors import GameError
from schwarm.game.record import Irregular


class SeatError(Exception):
    """What a player did; the game ends and that player has lost."""

    irregular = Irregular.LEFT


class TimeUp(SeatError):
    """No answer in time. `hard`: none at all came and nobody waits any more. `bank`: its clock ran out."""

    irregular = Irregular.TIME_UP

    def __init__(self, limit_ms: float, *, hard: bool, bank: bool = False) -> None:
        self.limit_ms = limit_ms
        self.hard = hard
        self.bank = bank
        came = "none came" if hard else "it came later"
        within = f"the {limit_ms:.0f} ms left on its clock" if bank else f"{limit_ms:.0f} ms"
        super().__init__(f"expected an answer within {within}, {came}")


class Left(SeatError):
    """The player is gone; `why` is a word or two for the result, `detail` a line for the log."""

    def __init__(self, why: str, detail: str = "") -> None:
        self.why = why
        self.detail = detail
        super().__init__(f"{why} ({detail})" if detail else why)


class NeverCame(Left):
    """The player was not there when the game was to begin; `detail` says how far it got."""

    def __init__(self, detail: str) -> None:
        super().__init__("never came", detail)


class Resigned(SeatError):
    """The player gave the game up."""

    irregular = Irregular.RESIGNED


class Unasked(SeatError):
    """A move nobody asked for."""

    irregular = Irregular.ILLEGAL_MOVE


def irregular(fault: SeatError | GameError) -> Irregular:
    """How the record calls an end by this fault."""
    return fault.irregular if isinstance(fault, SeatError) else Irregular.ILLEGAL_MOVE

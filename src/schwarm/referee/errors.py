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

from schwarm.game.errors import GameError, IllegalMove, Refusal, refusals
from schwarm.game.record import Irregular


class SeatError(Exception):
    """What a player did, as data in `fault`; the game ends and that player has lost."""

    irregular = Irregular.LEFT

    def __init__(self, code: str, /, **values: object) -> None:
        self.fault = Refusal(code, **{name: value for name, value in values.items() if value != ""})
        super().__init__(str(self.fault))


class TimeUp(SeatError):
    """No answer in time. `hard`: none at all came and nobody waits any more. `bank`: its clock ran out."""

    irregular = Irregular.TIME_UP

    def __init__(self, limit_ms: float, *, hard: bool, bank: bool = False) -> None:
        self.limit_ms = limit_ms
        self.hard = hard
        self.bank = bank
        super().__init__(("silent" if hard else "late") + ("_bank" if bank else ""), ms=f"{limit_ms:.0f}")


class Left(SeatError):
    """The player is gone; `code` says why, `detail` is for the log, a text or what a program ended with."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(code, detail=detail)


class NeverCame(Left):
    """The player was not there when the game was to begin; `detail` says how far it got."""

    def __init__(self, detail: str = "") -> None:
        super().__init__("never_came", detail)


class Resigned(SeatError):
    """The player gave the game up."""

    irregular = Irregular.RESIGNED

    def __init__(self) -> None:
        super().__init__("resigned")


class Unasked(SeatError):
    """A move nobody asked for; `detail` is what the contest says of it."""

    irregular = Irregular.ILLEGAL_MOVE

    def __init__(self, detail: str = "") -> None:
        super().__init__("unasked", detail=detail)


def fault_of(error: SeatError | GameError) -> Refusal:
    """What a player did wrong, as data."""
    if isinstance(error, SeatError):
        return error.fault
    if isinstance(error, IllegalMove):
        return Refusal("illegal", move=error.move, rule=error.rule, why=refusals(error)[0])
    return refusals(error)[0] if error.args else Refusal("told", text=str(error))


def irregular(fault: SeatError | GameError) -> Irregular:
    """How the record calls an end by this fault."""
    return fault.irregular if isinstance(fault, SeatError) else Irregular.ILLEGAL_MOVE

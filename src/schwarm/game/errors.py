"""What can be wrong with what a caller says about a game.

GameError (a ValueError)
  UnknownGame     no game of that name
  BadOption       no such option or profile, or a value it cannot have
  BadPosition     a position text that does not parse or cannot stand on the board
  BadNotation     a move text that does not parse
  IllegalMove     a move that parses but is not allowed here; carries the rule's id
"""

from __future__ import annotations

import errno
from collections.abc import Callable, Mapping
from functools import reduce
from typing import TYPE_CHECKING, Any

from schwarm.game.sentences import say

if TYPE_CHECKING:
    from typing import Self


class Refusal(str):
    """Why not, or what went wrong, as data: a code, and the values that fill its sentence.

    As a text it is the English sentence, which nobody takes apart: every language has a sentence of the same
    code (sentences.py). Codes of one game begin with its name. Values may be more than a sentence needs, and
    may be refusals themselves; one called `detail` is told in brackets behind the sentence.

    >>> why = Refusal("piranhas/kraken", goal="C4")
    >>> print(why, why.code, why.values)
    a kraken lies on C4 piranhas/kraken {'goal': 'C4'}
    >>> fault = Refusal("never_came", detail=Refusal("exit_code", code=1))
    >>> print(fault, fault.said("de"), sep="; ")
    never came (ended with code 1); nie erschienen (endete mit Code 1)
    """

    code: str
    values: dict[str, str]

    def __new__(cls, code: str, /, **values: object) -> Self:
        return cls._made("", code, values)

    @classmethod
    def _made(cls, beginning: str, code: str, values: Mapping[str, object]) -> Self:
        told = {name: value if isinstance(value, Refusal) else str(value) for name, value in values.items()}
        made = super().__new__(cls, beginning + say(code, told))
        made.code, made.values = code, told
        return made

    def after(self, beginning: str) -> Refusal:
        """The same behind English words that say where."""
        return Refusal._made(beginning, self.code, self.values)

    def said(self, language: str) -> str:
        """The sentence for people, in a language."""
        values = {
            name: value.said(language) if isinstance(value, Refusal) else value
            for name, value in self.values.items()
        }
        return say(self.code, values, language)

    def without(self, name: str) -> Refusal:
        """The same without one of its values."""
        return Refusal(self.code, **{key: value for key, value in self.values.items() if key != name})

    @property
    def data(self) -> dict[str, Any]:
        """The same as JSON keeps it; `of` reads it."""
        values = {
            name: value.data if isinstance(value, Refusal) else value for name, value in self.values.items()
        }
        return {"code": self.code, "values": values}

    @classmethod
    def of(cls, data: Any) -> Refusal:
        """Return what was kept as data; a plain sentence stays as it is."""
        if not isinstance(data, dict):
            return Refusal("told", text=data)
        values = {
            name: cls.of(value) if isinstance(value, dict) else value
            for name, value in data["values"].items()
        }
        return Refusal(data["code"], **values)

    def __reduce__(self) -> tuple[object, ...]:
        return Refusal._made, (self.removesuffix(say(self.code, self.values)), self.code, self.values)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: Callable[[type], Any]) -> Any:
        """In the answers of a page it is the English sentence."""
        return handler(str)


Faults = Mapping[str, Refusal]  # what each offender did, by side or by name


class GameError(ValueError):
    """A caller's mistake, told in one line: what was expected and what came. All others are kinds of it.

    >>> import schwarm
    >>> try:
    ...     schwarm.new_game("piranhas", seed=-1)
    ... except schwarm.GameError as error:
    ...     print(error)
    expected a seed from 0 to 2**64-1, not -1
    """

    def __str__(self) -> str:
        return "; ".join(map(str, self.args))


class UnknownGame(GameError):
    """No game of that name.

    >>> import schwarm
    >>> schwarm.new_game("chess")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    schwarm.game.errors.UnknownGame: expected a game of ..., not 'chess'
    """


class BadOption(GameError):
    """No such option or profile, or a value it cannot have.

    >>> import schwarm
    >>> schwarm.new_game("piranhas", rounds=0)
    Traceback (most recent call last):
    ...
    schwarm.game.errors.BadOption: option rounds: expected a number from 1 to 500, not 0
    """


class BadPosition(GameError):
    """A position text that does not parse or cannot stand on the board; lists all its faults.

    >>> import schwarm
    >>> schwarm.new_game("piranhas", position="x")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    schwarm.game.errors.BadPosition: ...expected three fields...
    """


class BadFace(GameError):
    """A file of a game's folder that does not open or does not hold what it should (faces.py)."""


class BadNotation(GameError):
    """A move text that does not parse.

    >>> import schwarm
    >>> schwarm.new_game("piranhas", seed=7).play("nonsense")
    Traceback (most recent call last):
    ...
    schwarm.game.errors.BadNotation: expected a move such as A4-C4, not 'nonsense'
    """


# What the system says of a file -> its code.
FILE_FAULTS = {
    errno.ENOENT: "file_gone",
    errno.EACCES: "file_forbidden",
    errno.EISDIR: "file_is_folder",
    errno.ENOSPC: "disk_full",
    errno.EROFS: "disk_read_only",
}
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def fields_of(text: str, names: str, *, more: int = 0) -> list[str]:
    """The fields of a position text, with one blank between two; at most so many `more` than have names.

    >>> fields_of("3/4 7", "ROWS TURN")
    ['3/4', '7']
    """
    fields, wanted = text.split(" "), len(names.split())
    if not wanted <= len(fields) <= wanted + more:
        shown = repr(text[:60])
        raise BadPosition(
            Refusal("fields", number=NUMBERS[wanted], names=names, count=len(fields), text=shown)
        )
    return fields


class IllegalMove(GameError):
    """A well-formed move that is not allowed here; `rule` is the id of the rule that forbids it.

    >>> import schwarm
    >>> try:
    ...     schwarm.new_game("piranhas", seed=7).play("A4-B4")
    ... except schwarm.IllegalMove as error:
    ...     print(error.rule, error.why)
    M2 there are 2 fish on the line, expected 2 squares, not 1
    """

    def __init__(self, move: str, rule: str, why: str) -> None:
        self.move = move
        self.rule = rule
        self.why = why
        super().__init__(f"{move}: {rule} {why}")

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[str, str, str]]:
        return IllegalMove, (self.move, self.rule, self.why)


def refusals(error: Exception) -> list[Refusal]:
    """Each thing that is wrong, as data; what somebody tells in plain words is `told`."""
    return [_data(one) for one in ([error.why] if isinstance(error, IllegalMove) else error.args)]


def reason_of(error: Exception) -> Refusal:
    """All that an error says, as one piece of data.

    >>> reason_of(BadPosition(Refusal("over"), "no board")).said("de")
    'die Partie ist zu Ende; no board'
    """
    if isinstance(error, IllegalMove):
        return Refusal("illegal", move=error.move, rule=error.rule, why=error.why)
    if isinstance(error, OSError):
        code = FILE_FAULTS.get(error.errno or 0)
        return Refusal(code) if code else Refusal("told", text=error.strerror or error)
    told = refusals(error) or [Refusal("told", text=type(error).__name__)]
    return reduce(lambda one, other: Refusal("and_also", first=one, second=other), told)


def failure_of(error: Exception) -> Refusal:
    """What went wrong by nobody's mistake: the kind of an error, and what it says."""
    why = reason_of(error) if isinstance(error, GameError) else error
    return Refusal("failure", kind=type(error).__name__, why=why)


def _data(said: object) -> Refusal:
    return said if isinstance(said, Refusal) else Refusal("told", text=said)

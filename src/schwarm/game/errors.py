"""What can be wrong with what a caller says about a game.

GameError (a ValueError)
  UnknownGame     no game of that name
  BadOption       no such option or profile, or a value it cannot have
  BadPosition     a position text that does not parse or cannot stand on the board
  BadNotation     a move text that does not parse
  IllegalMove     a move that parses but is not allowed here; carries the rule's id
"""

from typing import Self

from schwarm.game.sentences import say


class Refusal(str):
    """Why not, as data: a code, and the values that fill its sentence. As a text it is the English sentence.

    Nobody takes the text apart: every language has a sentence of the same code (sentences.py). Codes of one
    game begin with its name. Values may be more than the English sentence needs.

    >>> why = Refusal("piranhas/kraken", goal="C4")
    >>> print(why, why.code, why.values)
    a kraken lies on C4 piranhas/kraken {'goal': 'C4'}
    """

    code: str
    values: dict[str, str]

    def __new__(cls, code: str, *, beginning: str = "", **values: object) -> Self:
        """`beginning` are English words that say where, before the sentence."""
        told = {name: str(value) for name, value in values.items()}
        made = super().__new__(cls, beginning + say(code, told))
        made.code, made.values = code, told
        return made

    def after(self, beginning: str) -> "Refusal":
        """The same behind English words that say where."""
        return Refusal(self.code, beginning=beginning, **self.values)

    def __reduce__(self) -> tuple[object, ...]:
        return _refusal, (str(self), self.code, self.values)


def _refusal(text: str, code: str, values: dict[str, str]) -> Refusal:
    return Refusal(code, beginning=text.removesuffix(say(code, values)), **values)


class GameError(ValueError):
    """A caller's mistake, told in one line: what was expected and what came. All others are kinds of it.

    >>> import schwarm
    >>> try:
    ...     schwarm.new_game("piranhas", seed=-1)
    ... except schwarm.GameError as error:
    ...     print(error)
    expected a seed from 0 to 2**64-1, not -1
    """


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

    def __init__(self, *faults: str) -> None:
        self.faults = faults
        super().__init__("; ".join(faults))

    def __reduce__(self) -> tuple[type["BadPosition"], tuple[str, ...]]:
        return BadPosition, self.faults


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

    def __reduce__(self) -> tuple[type["IllegalMove"], tuple[str, str, str]]:
        return IllegalMove, (self.move, self.rule, self.why)

"""What can be wrong with what a caller says about a game.

GameError (a ValueError)
  UnknownGame     no game of that name
  BadOption       no such option or profile, or a value it cannot have
  BadPosition     a position text that does not parse or cannot stand on the board
  BadNotation     a move text that does not parse
  IllegalMove     a move that parses but is not allowed here; carries the rule's id
"""


class GameError(ValueError):
    """A caller's mistake, told in one line: what was expected and what came."""


class UnknownGame(GameError):
    """No game of that name."""


class BadOption(GameError):
    """No such option or profile, or a value it cannot have."""


class BadPosition(GameError):
    """A position text that does not parse or cannot stand on the board; lists all its faults."""


class BadNotation(GameError):
    """A move text that does not parse."""


class IllegalMove(GameError):
    """A well-formed move that is not allowed here."""

    def __init__(self, move: str, rule: str, why: str) -> None:
        self.move = move
        self.rule = rule
        self.why = why
        super().__init__(f"{move}: {rule} {why}")

    def __reduce__(self) -> tuple[type["IllegalMove"], tuple[str, str, str]]:
        return IllegalMove, (self.move, self.rule, self.why)

"""What can be wrong with what comes over the wire.

WireError (a ValueError)
  Malformed    not XML, not of the protocol, or without what a message needs
  TooLong      a message larger or deeper than anybody needs
  OutOfTurn    a well-formed message at a moment when nobody asked for it
"""


class WireError(ValueError):
    """A peer's mistake, told in one line: what was expected and what came."""


class Malformed(WireError):
    """Not XML, not of the protocol, or without what a message needs."""


class TooLong(WireError):
    """A message larger or deeper than anybody needs."""


class OutOfTurn(WireError):
    """A well-formed message at a moment when nobody asked for it."""

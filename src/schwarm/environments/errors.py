"""What can go wrong between arrays and a game.

EnvironmentFault      something is wrong with how an environment is used (a ValueError)
  BadAction           an action number that is not legal here, or out of range
  BadArray            an array of the wrong shape or type
  NotOffered          a game or a set of options that has no arrays
"""


class EnvironmentFault(ValueError):
    """Something is wrong with how an environment is used."""


class BadAction(EnvironmentFault):
    """An action that is not legal here."""


class BadArray(EnvironmentFault):
    """An array of the wrong shape or type."""


class NotOffered(EnvironmentFault):
    """A game or a set of options that has no arrays."""

"""What Python 3.11 brought, for 3.10: computers of the contest start packed bots with it."""

import sys

if sys.version_info >= (3, 11):  # noqa: UP036
    from enum import StrEnum
else:
    from enum import Enum

    class StrEnum(str, Enum):  # noqa: UP042
        """Named texts; each member is its text, also when it is printed."""

        __str__ = str.__str__
        __format__ = str.__format__


__all__ = ["StrEnum"]

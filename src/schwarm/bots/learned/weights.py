"""The numbers a net consists of; never compiled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

ROOM = 8192  # rows a table has at most; the last one is empty
EMPTY_ROW = 8191
WIDTHS = (32, 64)  # numbers that a row may have
WIDTH = 32  # ... in a file that does not say how many
HIDDEN = 16
CEILING = 128  # sums and units are clipped to 0 .. CEILING
LIMIT = 29_000


@dataclass(frozen=True, slots=True)
class Numbers:
    """All numbers of a net: the table row by row, the direct numbers, the layers."""

    table: Sequence[int]
    direct: Sequence[int]
    first_bias: Sequence[int]  # what the sums begin with
    second: Sequence[int]  # as many numbers a unit
    second_bias: Sequence[int]
    third: Sequence[int]
    third_bias: int

    @property
    def width(self) -> int:
        """How many numbers of a row are summed."""
        return len(self.first_bias)

    def check(self) -> None:
        """ValueError unless the sizes fit."""
        rows, width = len(self.direct), self.width
        sizes = (len(self.table), len(self.second), len(self.second_bias), len(self.third))
        if rows >= ROOM or width not in WIDTHS or sizes != (width * rows, width * HIDDEN, HIDDEN, HIDDEN):
            raise ValueError(
                f"expected the numbers of a net with under {ROOM} rows, not {rows} of {width}, {sizes}"
            )

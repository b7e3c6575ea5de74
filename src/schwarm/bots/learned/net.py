"""A small net of integers that judges a position by its rows.

The active rows' 32 or 64 numbers are summed and clipped (first layer), 16 units weigh the sums and are
clipped (second layer), one number weighs the units; each row also adds a number directly. All numbers are so
small that no sum leaves 16 bits in the first layer or 32 bits elsewhere (`quantise` sees to that), so the
result is the same on every machine, compiled or not.

    layer    numbers                        1.0 is stored as
    first    16 bits, sums in 16 bits       128
    second   16 bits, sums in 32 bits       64 (times 128 of the sums)
    third    16 bits, sums in 32 bits       64 (times 128 of the units)
    direct   16 bits, sums in 32 bits       8192
"""

from __future__ import annotations

import cython

from schwarm.bots.learned.rows import Rows
from schwarm.bots.learned.weights import EMPTY_ROW, LIMIT, Numbers


class Net:
    """A net's numbers. They never change, so searches in several threads may share it."""

    points: int  # points of an evaluation that make odds of e to 1
    edge: int
    width: int
    table: list[int]
    direct: list[int]
    first_bias: list[int]
    second: list[int]
    second_bias: list[int]
    third: list[int]
    third_bias: int

    def __init__(self, numbers: Numbers, points: int) -> None:
        numbers.check()
        self.points = points
        self.table = [0] * 524320
        self.direct = [0] * 8192
        self.first_bias = [0] * 64
        self.second = [0] * 1024
        self.second_bias = [0] * 16
        self.third = [0] * 16
        self.edge = 0
        if cython.compiled:  # let every row be whole cache lines
            self.edge = (64 - cython.cast(cython.size_t, cython.address(self.table[0])) % 64) % 64 // 2
        self.width = numbers.width
        for i in range(len(numbers.table)):
            self.table[self.edge + i] = numbers.table[i]
        for i in range(len(numbers.direct)):
            self.direct[i] = numbers.direct[i]
        for i in range(self.width):
            self.first_bias[i] = numbers.first_bias[i]
        for i in range(16 * self.width):
            self.second[i] = numbers.second[i]
        for i in range(16):
            self.second_bias[i] = numbers.second_bias[i]
            self.third[i] = numbers.third[i]
        self.third_bias = numbers.third_bias

    def weigh(self, rows: Rows) -> int:
        """The worth of a position with these rows to the side to move, in points."""
        if self.width == 32:  # known numbers, so that the compiler can unroll its loops
            return self.weigh_columns(rows, 32)
        return self.weigh_columns(rows, 64)

    def weigh_columns(self, rows: Rows, width: int) -> int:
        """The same for rows of so many numbers."""
        sums = [0] * 64  # a list of its own, so that the compiler can keep it in vector registers
        for j in range(width):
            sums[j] = self.first_bias[j]
        while rows.listed & 3:
            rows.rows[rows.listed] = EMPTY_ROW
            rows.listed += 1
        rows.rows[rows.listed] = -1  # a counted loop would be rearranged by GCC so that nothing is in vectors
        result = self.third_bias
        i = 0
        one = rows.rows[0]
        while one >= 0:  # four at a time: fewer additions wait for each other
            two = rows.rows[i + 1]
            three = rows.rows[i + 2]
            four = rows.rows[i + 3]
            result += self.direct[one] + self.direct[two] + self.direct[three] + self.direct[four]
            one = self.edge + width * one
            two = self.edge + width * two
            three = self.edge + width * three
            four = self.edge + width * four
            for j in range(width):
                sums[j] += (
                    self.table[one + j] + self.table[two + j] + self.table[three + j] + self.table[four + j]
                )
            i += 4
            one = rows.rows[i]
        for j in range(width):
            sums[j] = max(0, min(128, sums[j]))
        for unit in range(16):
            inner = self.second_bias[unit]
            for j in range(width):
                inner += sums[j] * self.second[width * unit + j]
            result += max(0, min(128, inner >> 6)) * self.third[unit]
        value = (result >> 5) * self.points >> 8
        return max(-LIMIT, min(LIMIT, value))

    # --- for people ------------------------------------------------------------------------------
    def judge_rows(self, scratch: Rows, rows: list[int]) -> int:
        """The worth of a position with these rows; `scratch` lends the room to count in."""
        for i in range(len(rows)):
            scratch.rows[i] = rows[i]
        scratch.listed = len(rows)
        return self.weigh(scratch)

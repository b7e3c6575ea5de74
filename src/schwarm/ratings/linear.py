"""The little linear algebra that ratings need, so that the package needs no library for it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import mul

Matrix = list[list[float]]


def cholesky(matrix: Sequence[Sequence[float]]) -> Matrix:
    """The lower triangle whose product with its transpose is the matrix, which is positive definite.

    >>> cholesky([[4.0, 2.0], [2.0, 10.0]])
    [[2.0], [1.0, 3.0]]
    """
    lower: Matrix = []
    for i, given in enumerate(matrix):
        row: list[float] = []
        for j in range(i):
            row.append((given[j] - sum(map(mul, row, lower[j]))) / lower[j][j])
        row.append(math.sqrt(given[i] - sum(map(mul, row, row))))
        lower.append(row)
    return lower


def inverse(lower: Matrix) -> Matrix:
    """The columns of the inverse of a lower triangle, each from its diagonal down.

    >>> inverse([[2.0], [1.0, 4.0]])
    [[0.5, -0.125], [0.25]]
    """
    size = len(lower)
    columns: Matrix = []
    for start in range(size):
        column = [1 / lower[start][start]]
        for i in range(start + 1, size):
            column.append(-sum(map(mul, lower[i][start:i], column)) / lower[i][i])
        columns.append(column)
    return columns


def solve(columns: Matrix, right: Sequence[float]) -> list[float]:
    """Solve with the matrix itself, from the columns of its triangle's inverse."""
    size = len(right)
    half = [0.0] * size
    for start, column in enumerate(columns):
        given = right[start]
        for i, value in enumerate(column, start):
            half[i] += value * given
    return [sum(map(mul, column, half[start:])) for start, column in enumerate(columns)]


def spread_out(columns: Matrix, normal: Sequence[float]) -> list[float]:
    """Turn independent normal numbers into ones whose covariance is the matrix's inverse."""
    return [sum(map(mul, column, normal[start:])) for start, column in enumerate(columns)]


def variances(columns: Matrix) -> Matrix:
    """The matrix's inverse, as its lower triangle: the covariance."""
    return [
        [sum(map(mul, columns[i], columns[j][i - j :])) for j in range(i + 1)] for i in range(len(columns))
    ]

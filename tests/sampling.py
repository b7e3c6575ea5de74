"""Some of many cases in `make test`, all of them in `make test-long`."""

from collections.abc import Iterable
from typing import TypeVar

import pytest
from _pytest.mark import ParameterSet

import schwarm

Case = TypeVar("Case")


def sampled(cases: Iterable[str], *daily: str) -> list[str | ParameterSet]:
    """Cases for a parametrized test: those named here every day, the others in the long run.

    >>> everyday, later = sampled(["hive", "protista"], "hive")
    >>> everyday, later.values, [mark.name for mark in later.marks]
    ('hive', ('protista',), ['long'])
    """
    cases = list(cases)
    assert set(daily) <= set(cases), f"expected some of {cases}, not {daily}"
    return [case if case in daily else pytest.param(case, marks=pytest.mark.long) for case in cases]


def in_parts(count: int) -> pytest.MarkDecorator:
    """One part of all cases in each run, the others in the long one."""
    return pytest.mark.parametrize(
        "part", [0, *(pytest.param(part, marks=pytest.mark.long) for part in range(1, count))]
    )


def thinned(cases: Iterable[Case], step: int) -> list[Case]:
    """All of the cases for the compiled rules; every so many for plain Python, which is slower by far."""
    return list(cases)[:: 1 if schwarm.compiled() else step]

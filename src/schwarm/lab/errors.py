"""What can go wrong with a study, each told in one line.

LabError
  BadStudy       a file that says no study
  NoSuchStudy    a number or name the store does not know
  Busy           another program plays the study
"""

from __future__ import annotations


class LabError(Exception):
    """A study cannot be read, played or shown; told in one line."""


class BadStudy(LabError):
    """A file that says no study, or one that does not fit what was played before."""


class NoSuchStudy(LabError):
    """A number or name the store does not know."""


class Busy(LabError):
    """Another program plays the study."""

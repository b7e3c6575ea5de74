"""What can be wrong with a store, each told in one line.

StoreError
  BadUrl          not a database address we can use, or its driver is missing
  OtherSchema     made by another version of this program, or none of its databases
  Away            for now; it may be there again in a moment
    Unreachable   nobody answers there, or the file cannot be opened
    Locked        another program holds the database and does not let go
    Full          no room left on the disk
    ReadOnly      the file, or the disk that it lies on, can only be read
  NoSuchGame      no game of that number, or not in the state that was asked for
  SignedOff       others took this program for dead, and do its work now
  OnePage         another page has the file open: SQLite serves one
  Conflict        that ply or end is there already: two writers for one game
"""

from __future__ import annotations


class StoreError(Exception):
    """Something is wrong with the store; told in one line."""


class BadUrl(StoreError):
    """Not a database address we can use, or its driver is missing."""


class Away(StoreError):
    """The database cannot be used for now; it may be there again in a moment."""


class Unreachable(Away):
    """Nobody answers there, or the file cannot be opened."""


class OtherSchema(StoreError):
    """The database was made by a version of this program that this one does not know, or by another."""


class Locked(Away):
    """Another program holds the database and does not let go."""


class Full(Away):
    """No room left on the disk, until somebody makes some."""


class ReadOnly(Away):
    """The file, or the disk that it lies on, can only be read."""


class NoSuchGame(StoreError):
    """No game of that number, or not in the state that was asked for."""


class Conflict(StoreError):
    """That ply or end is there already: two writers for one game."""


class SignedOff(StoreError):
    """Others took this program for dead and do its work now: it may write nothing any more."""


class OnePage(StoreError):
    """Another page has the file open: SQLite serves one."""

"""What the page adds to what a classroom tells: addresses, tokens, boards."""

from __future__ import annotations

from typing_extensions import TypedDict

from schwarm.classroom.messages import RemotePlace, TestGameLine
from schwarm.web.boards.messages import Snapshot


class ClassBoard(TypedDict):
    """A game under way as it is drawn; one at a table names it."""

    key: list[int]
    names: list[str]
    sides: dict[str, str]
    ply: int
    table: str | None
    snapshot: Snapshot


class Registered(TypedDict):
    """A team that takes part; its token is told once."""

    id: int
    name: str
    token: str
    address: str
    reservation: RemotePlace | None


class EnteredTeam(TypedDict):
    """A team of a list, with its link."""

    id: int
    name: str
    kind: str
    address: str


class CreatedEvent(TypedDict):
    """A new tournament, and where teams come in."""

    id: int
    code: str
    address: str


class NewLink(TypedDict):
    """A team's new link."""

    token: str
    address: str


class VersionNumber(TypedDict):
    """The number of a version."""

    version: int


class TestNumber(TypedDict):
    """The number of a test match."""

    id: int


class TestGames(TypedDict):
    """The finished games of a test match."""

    games: list[TestGameLine]


class Address(TypedDict):
    """Where something is looked at."""

    address: str


class Log(TypedDict):
    """What a program wrote."""

    log: str

"""What the API of class tournaments takes, as types."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from schwarm.classroom.setup import ClassClock, Kind, Seconds, Short, Text
from schwarm.web.shared.forms import Form, example


class MatchKey(Form):
    """A match of a tournament, or one of its games; all count from 0."""

    stage: Annotated[int, Field(strict=True)]
    group: Annotated[int, Field(strict=True)]
    day: Annotated[int, Field(strict=True)]
    match: Annotated[int, Field(strict=True)]
    game: Annotated[int, Field(strict=True)] | None = None


class NewTeam(Form):
    """A team that wants to take part."""

    model_config = example(code="k7m2p", name="Bees", kind="upload")
    code: Short
    name: Text
    kind: Kind = "upload"
    level: Short = ""


class ChosenVersion(Form):
    """The version that plays from now on, or from the next match day on."""

    model_config = example(version=2)
    version: Annotated[int, Field(ge=1, le=2**31, strict=True)]


class NewTest(Form):
    """A match for the team alone."""

    model_config = example(against="level 3", games=10)
    against: Short
    games: Annotated[int, Field(ge=1, le=10_000, strict=True)] = 10


class Reply(Form):
    """What a team says to another that has asked it for a match."""

    model_config = example(agreed=True)
    agreed: bool


class OperatorAction(Form):
    """What an operator does."""

    model_config = example(what="pause", reason="a break")
    what: Short
    team: Annotated[int, Field(ge=1, le=2**53, strict=True)] | None = None
    match: MatchKey | None = None
    points: tuple[int, int] | None = Field(None, description="of a game whose result is set")
    limits: ClassClock | None = None
    games: Annotated[int, Field(ge=1, le=1_000, strict=True)] | None = None
    hand_s: Seconds | None = None
    reason: Annotated[str, StringConstraints(max_length=500)] | None = None
    name: Text | None = None

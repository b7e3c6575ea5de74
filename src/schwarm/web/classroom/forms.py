"""What the API of class tournaments takes, as types."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from schwarm.classroom.setup import HAND_S, READY_S
from schwarm.web.shared.forms import GAME, Form, example

Text = Annotated[str, StringConstraints(max_length=200)]
Short = Annotated[str, StringConstraints(max_length=64)]


class NewEvent(Form):
    """A tournament: a preset, or a format spelled out; times are ISO 8601."""

    model_config = example(name="Autumn cup", game=GAME, preset="class-round-robin", kinds=["upload", "hand"])
    name: Annotated[str, StringConstraints(min_length=1, max_length=100, strip_whitespace=True)]
    game: Short
    profile: Short | None = None
    options: dict[str, bool | int | str] = Field(default_factory=dict, max_length=60)
    preset: Short | None = None
    format: dict[str, Any] | None = Field(None, max_length=20)
    games: Annotated[int, Field(ge=1, le=1_000)] | None = Field(None, description="of a match of a preset")
    limits: dict[str, float | None] = Field(default_factory=dict, max_length=4)
    days: Literal["now", "hand"] | Annotated[list[Short], Field(max_length=100)] = "now"
    closes_min: float = Field(
        0, description="minutes before a match day until which programs for it are taken"
    )
    trials: int = Field(0, description="match days before the real ones that count for nothing")
    deadline: Short | None = None
    kinds: Annotated[list[Short], Field(max_length=8)] | None = None
    hand_s: float = Field(HAND_S, description="for a move by hand")
    ready_s: float = Field(READY_S, description="until whoever plays by hand is ready for a game")
    leaving: Literal["keep", "annul"] = Field(
        "keep",
        description="of a team that leaves played games stay and open ones are lost, or all are annulled",
    )
    on: Text = "local"
    rehearsal: bool = Field(False, description="played at once by example teams, to see it before")


class NewTeam(Form):
    """A team that wants to take part."""

    model_config = example(code="k7m2p", name="Bees", kind="upload")
    code: Short
    name: Text
    kind: Literal["upload", "remote", "level", "hand"] = "upload"
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
    match: dict[str, int] | None = None
    points: tuple[int, int] | None = Field(None, description="of a game whose result is set")
    limits: dict[str, float | None] | None = Field(None, max_length=4)
    games: Annotated[int, Field(ge=1, le=1_000, strict=True)] | None = None
    hand_s: float | None = None
    reason: Annotated[str, StringConstraints(max_length=500)] | None = None
    name: Text | None = None

"""What an operator says of a class tournament, checked by building the tournament it asks for.

The words of an event file and their one reader serve here as well: a setup is what such a file would say,
without entrants, and a few things that only a class needs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Final, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
    field_validator,
    model_validator,
)
from pydantic_core import PydanticCustomError

from schwarm.classroom.errors import ClassroomError
from schwarm.contest.wire.seasons import usual_game
from schwarm.game.errors import Refusal, reason_of
from schwarm.game.wrong_values import wrong_value
from schwarm.players import ArchiveSpec
from schwarm.referee.clock import hard_ms
from schwarm.tournament.errors import TournamentError
from schwarm.tournament.formats import Entrant, Event, preset, presets, read

UPLOAD: Final = "upload"
REMOTE: Final = "remote"
LEVEL: Final = "level"
HAND: Final = "hand"
Kind = Literal["upload", "remote", "level", "hand"]
KINDS: tuple[Kind, ...] = (UPLOAD, REMOTE, LEVEL, HAND)
FORMATS = ("round robin", "swiss", "knock-out", "ladder")
FIRST_PRESETS = ("class-round-robin", "class-swiss", "class-knock-out", "class-ladder")
EXAMPLE: dict[str, Any] = {"name": "Autumn cup", "game": usual_game(), "preset": FIRST_PRESETS[0]}
LADDER: Final = "ladder"
LADDER_KINDS = (UPLOAD, LEVEL)  # whoever plays a whole year long
TRIAL = "Trial match day"
REHEARSED_GAMES, REHEARSED_MS = 2, 100.0
STAGE_NAMES = {
    "round robin": "Everyone against everyone", "swiss": "Swiss rounds", "knock-out": "Knock-out",
    "ladder": "Ladder",
}  # fmt: skip
CLOCK = ("soft_ms", "hard_ms", "bank_ms", "increment_ms")  # the keys of an event file for it
PLACEHOLDERS = 64  # entrants that a setup is tried with
KEEP: Final = "keep"  # played games stay, open ones are lost
ANNUL: Final = "annul"  # all of them count for nobody, where everybody meets everybody


def offered_presets() -> list[str]:
    """The ready-made formats: first those made for a class, then the contest's, as games bring them along."""
    return [*FIRST_PRESETS, *(name for name in presets() if name not in FIRST_PRESETS)]


def _moment(said: object) -> object:
    """A time as ISO 8601 tells it; without a zone it is this machine's."""
    if isinstance(said, datetime):
        return said
    with suppress(ValueError, OverflowError, OSError):
        if isinstance(said, str):
            return datetime.fromisoformat(said).astimezone(UTC)
    example = {"example": "2026-05-04T10:00"}
    raise PydanticCustomError("a_time", "expected a time such as {example}", example)


Moment = Annotated[datetime, BeforeValidator(_moment)]
Seconds = Annotated[float, Field(ge=5, le=3_600)]
Text = Annotated[str, Field(max_length=200)]
Short = Annotated[str, Field(max_length=64)]


class ClassTerms(BaseModel):
    """What an operator says of a class tournament and the class remembers."""

    model_config = ConfigDict(frozen=True)
    preset: Short = ""
    kinds: tuple[Kind, ...] = Field(KINDS, min_length=1, max_length=8)
    closes_min: float = Field(
        0, ge=0, le=100_000, description="minutes between the last program and a match day"
    )
    deadline: Moment | None = Field(None, description="for teams, and programs of the first match day")
    hand_s: Seconds = Field(60.0, description="for a move by hand")
    ready_s: Seconds = Field(300.0, description="until whoever plays by hand is ready for a game")
    leaving: Literal["keep", "annul"] = Field(
        KEEP, description="what becomes of a team's games when it leaves"
    )
    on: Text = "local"
    rehearsal: bool = Field(False, description="played at once by example teams, to see it before")

    @field_validator("kinds")
    @classmethod
    def in_order(cls, kinds: tuple[Kind, ...]) -> tuple[Kind, ...]:
        """Each of them once."""
        return tuple(kind for kind in KINDS if kind in kinds)


class ClassClock(BaseModel):
    """A thinking time for each move, or for a game with what each move gives back."""

    model_config = ConfigDict(extra="forbid")
    move_ms: Annotated[float, Field(ge=1, le=3_600_000)] | None = None
    bank_ms: float | None = None
    increment_ms: float | None = None


class NewEvent(ClassTerms):
    """A tournament: a preset, or a format spelled out; times are ISO 8601."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [EXAMPLE]})
    name: Annotated[str, StringConstraints(strip_whitespace=True)] = Field(min_length=1, max_length=100)
    game: Short
    profile: Short = ""
    options: dict[str, bool | int | str] = Field(default_factory=dict, max_length=60)
    format: dict[str, Any] | None = Field(None, max_length=20)
    games: Annotated[int, Field(ge=1, le=1_000)] | None = Field(None, description="of a match of a preset")
    limits: ClassClock = ClassClock()
    days: Literal["now", "hand"] | Annotated[list[Short], Field(min_length=1, max_length=100)] = "now"
    trials: int = Field(0, ge=0, le=5, description="match days before the real ones that count for nothing")

    @model_validator(mode="before")
    @classmethod
    def without_nulls(cls, form: Any) -> Any:
        """What is null is not said."""
        if not isinstance(form, dict):
            return form
        return {key: value for key, value in form.items() if value is not None}


class ClassSetup(ClassTerms):
    """A class tournament. `said` is what an event file would say of it, without entrants."""

    said: dict[str, Any]
    days: tuple[Moment, ...] = ()  # of match days; without any: as soon as the operator starts it
    by_hand: bool = False  # does the operator begin each match day?
    begun: int = 0  # match days that have begun, each with the programs that were there then

    @property
    def name(self) -> str:
        """What the tournament is called."""
        return str(self.said["name"])

    @property
    def game(self) -> str:
        """What is played."""
        return str(self.said["game"])

    @property
    def endless(self) -> bool:
        """Is it a ladder?"""
        return bool(self.said["stages"][0].get("kind") == LADDER)

    @property
    def staged(self) -> bool:
        """Does each match day begin at its own time, so that programs may be changed in between?"""
        return bool(self.days) or self.by_hand

    def may_begin(self, day: int) -> bool:
        """May games of this match day be played? Days beyond the last known time follow at once."""
        return not self.staged or day < self.begun or (bool(self.days) and self.begun >= len(self.days))

    @property
    def closes(self) -> datetime | None:
        """Until when programs for the next match day are taken; None if nobody has said that."""
        if not self.begun and self.deadline is not None:
            return self.deadline
        if self.begun < len(self.days):
            return self.days[self.begun] - timedelta(minutes=self.closes_min)
        return None

    def event(self, entrants: Sequence[Entrant], seed: int = 0) -> Event:
        """The tournament of these entrants; ClassroomError says why there is none."""
        said = dict(self.said) | {"seed": seed, "stages": self._stages(len(entrants))}
        # A program's ZIP is in the database, not at a path that could be looked at here.
        plain = [Entrant(one.name) if isinstance(one.player, ArchiveSpec) else one for one in entrants]
        try:
            made = read(said | {"entrants": [one.said() for one in plain]})
        except TournamentError as error:
            raise ClassroomError(Refusal("class_unplayable", why=reason_of(error))) from None
        return replace(made, entrants=tuple(entrants))

    def _stages(self, entrants: int) -> list[dict[str, Any]]:
        """The stages, with no more Swiss rounds than so many entrants can play."""
        stages = [dict(stage) for stage in self.said["stages"]]
        for stage in stages:
            if stage.get("kind") == "swiss" and isinstance(stage.get("rounds"), int) and stage["rounds"]:
                size = entrants // max(int(stage.get("groups", 1)), 1)
                stage["rounds"] = max(min(stage["rounds"], size - 1 + size % 2), 1)
            entrants = min(int(stage.get("take", 0)) or entrants, entrants)
        return stages


def utc_now() -> datetime:
    """The present moment, as days and deadlines are compared with it."""
    return datetime.now(UTC)


def read_setup(form: NewEvent | Mapping[str, Any]) -> ClassSetup:
    """The setup a form asks for; ClassroomError says, in one line, everything that is wrong with it.

    >>> read_setup({"name": "Cup", "game": "hive", "preset": "class-knock-out"}).said["stages"][0]["kind"]
    'knock-out'
    """
    try:
        asked = NewEvent.model_validate(form)
        terms = asked.model_dump(include=set(ClassTerms.model_fields))
        days: Any = () if isinstance(asked.days, str) else asked.days
        setup = ClassSetup(said=_said(asked), days=days, by_hand=asked.days == HAND, **terms)
    except ValidationError as error:
        wrong = wrong_value(error.errors()[0])
        raise ClassroomError(wrong) from None
    if list(setup.days) != sorted(setup.days):
        raise ClassroomError(Refusal("class_days_order"))
    if setup.rehearsal:
        setup = _rehearsed(setup)
    if setup.endless:
        if setup.staged or setup.deadline:
            raise ClassroomError(Refusal("class_endless"))
        kinds = tuple(kind for kind in setup.kinds if kind in LADDER_KINDS)
        setup = setup.model_copy(update={"kinds": kinds})
        if not kinds:
            raise ClassroomError(Refusal("one_of_these", what="kinds", names=", ".join(LADDER_KINDS)))
    if setup.deadline and setup.days and setup.days[0] < setup.deadline:
        raise ClassroomError(Refusal("class_days_early"))
    setup.event([Entrant(f"team {number}") for number in range(PLACEHOLDERS)])
    return setup


def _rehearsed(setup: ClassSetup) -> ClassSetup:
    """The same in short: two games a match, a tenth of a second a move, at once."""
    stages = [
        stage | {"games": min(stage.get("games", REHEARSED_GAMES), REHEARSED_GAMES)}
        for stage in setup.said["stages"]
    ]
    said = _with_clock(setup.said, {"move_ms": REHEARSED_MS}) | {"stages": stages}
    at_once = {"kinds": LADDER_KINDS, "days": (), "by_hand": False, "deadline": None, "closes_min": 0.0}
    return setup.model_copy(update={"said": said, **at_once})


def changed(setup: ClassSetup, form: Mapping[str, Any]) -> ClassSetup:
    """The setup with another thinking time or number of games; ClassroomError says what is wrong with it."""
    said = _with_clock(setup.said, form["limits"]) if form.get("limits") else dict(setup.said)
    if form.get("games") is not None:
        said["stages"] = [stage | {"games": form["games"]} for stage in said["stages"]]
    made = setup.model_copy(update={"said": said, "hand_s": form.get("hand_s", setup.hand_s)})
    made.event([Entrant(f"team {number}") for number in range(PLACEHOLDERS)])
    return made


def _said(asked: NewEvent) -> dict[str, Any]:
    """What an event file would say."""
    if bool(asked.preset) == bool(asked.format):
        raise ClassroomError(Refusal("class_preset_or_format"))
    if asked.format:
        base: dict[str, Any] = {"stages": [_stage(asked.format)], "absent": "loses"}
    elif asked.preset in offered_presets():
        base = preset(asked.preset)
        if asked.games is not None:
            base["stages"] = [stage | {"games": asked.games} for stage in base["stages"]]
    else:
        offered = ", ".join(offered_presets())
        raise ClassroomError(Refusal("one_of", what="preset", names=offered, said=repr(asked.preset)))
    if base.get("game") not in (None, asked.game):
        raise ClassroomError(Refusal("class_preset_game", game=base["game"], said=repr(asked.game)))
    own = asked.model_dump(include={"name", "game", "profile", "options"})
    said = _with_clock(base | {key: value for key, value in own.items() if value}, asked.limits.model_dump())
    stages = [*_trials(asked.trials, said["stages"][0]), *said["stages"]]
    return said | {"sandbox": True, "stages": stages}


def _trials(days: int, first: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The match days before the real ones, as a stage of its own that counts for nothing."""
    if days and first.get("kind") == LADDER:
        raise ClassroomError(Refusal("class_no_trials"))
    stage = {"name": TRIAL, "kind": "round robin", "games": first.get("games", 2), "most_days": days}
    return [stage | {"draw": "lot", "trial": True}] if days else []


def _stage(form: Mapping[str, Any]) -> dict[str, Any]:
    """One stage out of a form; what its keys may be, the format itself knows."""
    if form.get("kind") not in FORMATS:
        raise ClassroomError(Refusal("class_format", names=", ".join(FORMATS)))
    stage = {key: value for key, value in form.items() if value is not None}
    return {"name": STAGE_NAMES[form["kind"]]} | stage


def _with_clock(said: Mapping[str, Any], limits: Mapping[str, float | None]) -> dict[str, Any]:
    """What an event file would say with another clock, if there is one."""
    clock = {key: value for key, value in limits.items() if value is not None}
    if move_ms := clock.pop("move_ms", None):
        clock |= {"soft_ms": move_ms, "hard_ms": hard_ms(move_ms)}
    return {key: value for key, value in said.items() if not clock or key not in CLOCK} | clock

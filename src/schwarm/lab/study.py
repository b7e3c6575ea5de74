"""Studies as data: what a TOML file says, checked as a whole before the first game.

>>> study = read_text('''
... name = "how much does the first swarm matter"
... game = "piranhas"
... players = ["best#200"]
... [vary]
... first_swarm = ["mover", "colour"]
... ''')
>>> study.budget.games, study.design
(200, 'one')
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from schwarm import players
from schwarm.game import rule_book
from schwarm.game.errors import GameError
from schwarm.game.wrong_values import wrong_value
from schwarm.lab.errors import BadStudy
from schwarm.players import BotSpec, FunctionSpec, NetSpec

Value = bool | int | str
Name = Annotated[str, StringConstraints(min_length=1, max_length=120, strip_whitespace=True)]
Games = Annotated[int, Field(ge=1, le=1_000_000)]
TUNED = "tuned"  # the strongest search with weights tuned for the variant


class FileTable(BaseModel):
    """A table of a study's file: nothing unknown, nothing of another type."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class VariantTable(FileTable):
    """A variant that is spelled out."""

    title: str = ""
    profile: str = ""  # the study's own if empty
    options: dict[str, Value] = {}


class Until(FileTable):
    """Play on until the 95 % interval of a measure is narrower than this."""

    measure: Name
    width: Annotated[float, Field(gt=0)]
    least: Games = 40  # games before the first look


class Budget(FileTable):
    """How much is played: games of each variant by each player, at most so many minutes."""

    games: Games = 200
    minutes: Annotated[float, Field(ge=0)] = 0  # 0: as long as it takes
    until: Until | None = None


class NeighbourMatches(FileTable):
    """Matches between neighbouring players: how much skill tells."""

    players: Annotated[list[Name], Field(min_length=2)]
    games: Games = 100
    variants: list[str] = []  # names of variants; all if empty


class Also(FileTable):
    """Further games: by other players, or of a few variants."""

    players: Name  # one plays itself; `one - other` is a match
    games: Games = 100
    variants: list[str] = []


class Yardsticks(FileTable):
    """Matches of every player under every rule against these: how well it plays there."""

    players: Annotated[list[Name], Field(min_length=1)] = ["greedy", "random"]  # strongest first
    games: Games = 40


class StudyStage(FileTable):
    """What is played before the rest: so many games of some arms, named by their players and variants."""

    players: list[Name] = []  # all if empty; `one - other` is a match
    variants: list[str] = []
    games: Games


class Tuning(FileTable):
    """What a `tuned#NODES` player may cost before its first game: the tuner's own numbers."""

    rounds: Games = 1
    games: Games = 100
    nodes: Games = 200
    method: Literal["fit", "climb"] = "fit"


class Judging(FileTable):
    """Searches of positions: so many games of each variant and player, every so many plies, so many nodes."""

    games: Annotated[int, Field(ge=0)] = 20
    every: Games = 4
    nodes: Games = 400


class Study(FileTable):
    """All that a study's file says."""

    name: Name
    about: str = ""
    game: Name
    profile: str = ""
    options: dict[str, Value] = {}
    players: Annotated[list[Name], Field(min_length=1)]  # each plays itself; weakest first
    opening: Annotated[int, Field(ge=0, le=100)] = 2  # random plies
    seed: Annotated[int, Field(ge=0, lt=2**63)] = 1
    design: Literal["one", "pairs", "grid", "list"] = "one"
    vary: dict[str, list[Value]] = {}
    variant: list[VariantTable] = []
    budget: Budget = Budget()
    skill: list[NeighbourMatches] = []
    also: list[Also] = []
    yardsticks: Yardsticks | None = None
    stage: list[StudyStage] = []
    tuning: Tuning = Tuning()
    judging: Judging = Judging()

    def to_json(self) -> str:
        """As one line of JSON."""
        return self.model_dump_json()


def read_file(path: Path) -> Study:
    try:
        text = path.read_text("utf-8")
    except UnicodeDecodeError:
        raise BadStudy(f"{path}: expected a text in UTF-8") from None
    try:
        return read_text(text)
    except BadStudy as error:
        raise BadStudy(f"{path}: {error}") from None


def read_text(text: str) -> Study:
    """The study that a TOML text says; BadStudy tells everything that is wrong in one line."""
    try:
        said = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadStudy(f"expected TOML: {error}") from None
    return checked(said)


def from_json(text: str) -> Study:
    """A study as the store keeps it."""
    return Study.model_validate(json.loads(text))


def checked(said: dict[str, Any]) -> Study:
    """The study in parsed TOML, its game, options and players included."""
    try:
        study = Study.model_validate(said)
    except ValidationError as error:
        raise BadStudy("; ".join(map(wrong_value, error.errors()))) from None
    try:
        book = rule_book(study.game)
        book.choose(study.profile or None, study.options)
        for text in players_of(study):
            check_player(text, study.game)
    except GameError as error:
        raise BadStudy(str(error)) from None
    return study


def players_of(study: Study) -> list[str]:
    """Everybody who plays in a study, each named once."""
    texts = [*study.players, *(study.yardsticks.players if study.yardsticks else ())]
    texts += [text for ladder in study.skill for text in ladder.players]
    texts += [text for also in study.also for text in also.players.split(" - ")]
    return list(dict.fromkeys(text.strip() for text in texts))


def check_player(text: str, game: str) -> None:
    """GameError if the text names nobody who can play many games here."""
    spec = players.read(text)
    if isinstance(spec, BotSpec) and spec.bot == TUNED:
        if not spec.nodes:
            raise BadStudy(f"expected {TUNED}#NODES, not {text!r}")
        return
    if not isinstance(spec, BotSpec | NetSpec | FunctionSpec):
        raise BadStudy(f"expected bots, nets and functions as a study's players, not {text!r}")
    players.check(spec, game)

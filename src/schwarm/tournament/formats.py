"""Events as data: what an event file says, checked once, with all its faults told together.

A file names a preset or spells everything out; what it says itself comes before the preset.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

from schwarm import bots, players
from schwarm.games import rule_book
from schwarm.games.errors import GameError
from schwarm.games.rulebook import OptionValue
from schwarm.players import ArchiveSpec, BotSpec, FunctionSpec, PlayerSpec, ProgramSpec, RemoteSpec
from schwarm.tournament.errors import BadFormat
from schwarm.tournament.table import MatchPoints, criterion

Made = TypeVar("Made")
KINDS = ("round robin", "gauntlet", "swiss", "pair", "knock-out")
DRAWS = ("lot", "order", "snake")
ABSENT = ("loses", "random")
MODELS = ("normalised", "logistic")


@dataclass(frozen=True, slots=True)
class Stop:
    """A sequential test that ends a pair before its last game (ratings/sprt.py)."""

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05
    model: str = "normalised"


@dataclass(frozen=True, slots=True)
class Stage:
    """One phase of an event. Only round robin, gauntlet and Swiss know groups."""

    name: str
    kind: str = "round robin"
    take: int = 0  # the best so many of each group of the stage before; 0: all
    groups: int = 1
    draw: str = "order"  # how groups, or the places of a bracket, are filled
    games: int = 6  # of a match
    cycles: int = 1  # round robin, gauntlet: how often everybody meets
    rounds: int = 5  # Swiss
    heroes: int = 1  # gauntlet: how many play against all others
    points: MatchPoints = field(default_factory=MatchPoints)
    ranking: tuple[str, ...] = ("match points", "victory points", "head-to-head", "Sonneborn-Berger", "lot")
    most_games: int = 20  # knock-out: a level match goes on by pairs up to here
    level: tuple[str, ...] = ("lot",)  # knock-out: what decides a match that is level even then
    third_place: bool = True
    stop: Stop | None = None  # pair


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who takes part: a named bot, a program, a ZIP as uploaded to the contest, or a remote client.

    At most one of `bot`, `command`, `zip` and `remote`; with none of them it has no running bot.
    """

    name: str
    player: str = ""
    bot: str = ""
    command: tuple[str, ...] = ()
    zip: str = ""
    remote: bool = False
    think: str = ""  # MODULE:FUNCTION of a Python bot, played in a process of its own ...
    inside: bool = False  # ... or, quicker, inside the worker process: for bots that are trusted
    budget_ms: float = 0.0  # thinks at most so long a move, whatever the event allows; 0: as allowed
    folder: str = ""  # where a program runs; its own folder by default
    scratch: bool = False  # in the sandbox it may write into a copy of its folder; ZIPs always may
    start: str = ""  # the start script inside a ZIP, if it is not the first start.sh

    @property
    def kind(self) -> str:
        """Which sort of player it is; `none` without a running bot."""
        return next(
            (kind for kind in ("player", "bot", "command", "zip", "remote", "think") if getattr(self, kind)),
            "none",
        )


@dataclass(frozen=True, slots=True)
class Event:
    """Everything an event file says."""

    name: str
    game: str
    entrants: tuple[Entrant, ...]
    stages: tuple[Stage, ...]
    profile: str = ""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    seed: int = 0
    opening_plies: int = 0  # random plies from the seed before the players take over
    soft_ms: float = 2_000
    hard_ms: float = 10_000
    absent: str = "loses"  # a team without a running bot
    sandbox: bool = True
    qualification: bool = False  # two games against the random player before the event

    def entrant(self, name: str) -> Entrant:
        """By name."""
        return next(entrant for entrant in self.entrants if entrant.name == name)

    @property
    def score_names(self) -> tuple[str, ...]:
        """What the game's own numbers count."""
        return rule_book(self.game).score_names

    def to_json(self) -> str:
        """The whole event on one line."""
        return json.dumps(asdict(self), separators=(",", ":"))


def presets() -> list[str]:
    """The names of the formats that come with the package."""
    folder = files("schwarm.tournament").joinpath("presets")
    return sorted(path.name.removesuffix(".toml") for path in folder.iterdir() if path.name.endswith(".toml"))


def preset(name: str) -> dict[str, Any]:
    """What a preset says."""
    if name not in presets():
        raise BadFormat(f"expected a preset of {', '.join(presets())}, not {name!r}")
    text = files("schwarm.tournament").joinpath("presets", f"{name}.toml").read_text("utf-8")
    return tomllib.loads(text)


def read_file(path: Path) -> Event:
    """The event of a file; programs and ZIPs are looked for beside it."""
    try:
        said = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadFormat(f"{path}: {error}") from None
    for entrant in said.get("entrants", []):
        if isinstance(entrant, dict):
            if "zip" in entrant:
                entrant["zip"] = str(path.parent / str(entrant["zip"]))
            if "folder" in entrant:
                entrant["folder"] = str((path.parent / str(entrant["folder"])).resolve())
            elif "/" in str((entrant.get("command") or [""])[0]):
                program = (path.parent / str(entrant["command"][0])).resolve()
                entrant["command"] = [str(program), *entrant["command"][1:]]
                entrant["folder"] = str(program.parent)
    return read(said, path.parent)


def from_json(text: str) -> Event:
    """The event that `to_json` wrote."""
    return read(json.loads(text))


def read(said: Mapping[str, Any], folder: Path | None = None) -> Event:
    """The event these keys say; BadFormat lists everything that is wrong."""
    said = dict(said)
    beside = "" if folder is None else str(folder.resolve())
    for entrant in said.get("entrants", []) if beside else []:
        if isinstance(entrant, dict) and ("player" in entrant or "think" in entrant):
            entrant.setdefault("folder", beside)
    if "preset" in said:
        base = preset(str(said.pop("preset")))
        changes = said.pop("stage", {})
        said = base | said
        said["stages"] = [stage | changes.pop(stage["name"], {}) for stage in said["stages"]]
        if changes:
            raise BadFormat(f"stage: the preset has no stage called {', '.join(changes)}")
    faults: list[str] = []
    stages = [_stage(table, faults) for table in said.pop("stages", [])]
    entrants = [_make(Entrant, table, "entrant", faults) for table in said.pop("entrants", [])]
    said["options"] = dict(said.get("options", {}))
    event = _make(Event, said | {"entrants": tuple(entrants), "stages": tuple(stages)}, "event", faults)
    faults += _faults(event) if not faults else []
    if faults:
        raise BadFormat("; ".join(faults))
    return event


def _stage(table: Mapping[str, Any], faults: list[str]) -> Stage:
    table = dict(table)
    points = table.get("points", {})
    if isinstance(points, dict):
        table["points"] = _make(MatchPoints, points, "points", faults)
    if isinstance(table.get("stop"), dict):
        table["stop"] = _make(Stop, table["stop"], "stop", faults)
    stage = _make(Stage, table, "stage", faults)
    if stage.kind == "swiss" and "rest" not in points:
        # Whoever rests in a Swiss event has won that round: that is what the pairing assumes.
        return replace(stage, points=replace(stage.points, rest=stage.points.win))
    return stage


def _make(kind: type[Made], table: Mapping[str, Any], what: str, faults: list[str]) -> Made:
    """A dataclass from a TOML table; wrong keys and types are noted, not raised."""
    blank = {"name": "?", "game": "?", "entrants": (), "stages": ()}
    known = {item.name: item for item in fields(kind)}  # type: ignore[arg-type]
    label = f"{what} {table['name']!r}" if "name" in table else what
    made = {}
    for key, value in table.items():
        if key not in known:
            faults.append(f"{label}: expected a key of {', '.join(known)}, not {key!r}")
        elif not _fits(value, str(known[key].type)):
            faults.append(f"{label}: {key}: expected {known[key].type}, not {value!r}")
        else:
            made[key] = tuple(value) if isinstance(value, list) else value
    missing = [key for key, value in blank.items() if key in known and key not in made]
    faults += [f"{label}: {key} is missing" for key in missing if key in ("name", "game")]
    return kind(**{key: blank[key] for key in missing} | made)


def _fits(value: object, kind: str) -> bool:
    """Is a TOML value of a field's type?"""
    if kind == "bool":
        return isinstance(value, bool)
    if kind in ("int", "float"):
        return isinstance(value, int if kind == "int" else int | float) and not isinstance(value, bool)
    if kind == "str":
        return isinstance(value, str)
    if kind.startswith("tuple[str"):
        return isinstance(value, list | tuple) and all(isinstance(item, str) for item in value)
    return True


def _faults(event: Event) -> list[str]:
    """Everything that keeps an event from being played."""
    faults = []
    try:
        rule_book(event.game).choose(event.profile or None, event.options)
    except GameError as error:
        return [str(error)]
    known = bots.names(event.game)
    names = [entrant.name for entrant in event.entrants]
    faults += [
        f"entrant {name!r}: the name is there twice" for name in {n for n in names if names.count(n) > 1}
    ]
    if len(names) < 2:
        faults.append(f"expected at least two entrants, not {len(names)}")
    for entrant in event.entrants:
        kinds = [
            kind for kind in ("player", "bot", "command", "zip", "remote", "think") if getattr(entrant, kind)
        ]
        if len(kinds) > 1:
            faults.append(f"entrant {entrant.name!r}: expected one of {', '.join(kinds)}")
        if entrant.bot and entrant.bot not in known:
            faults.append(
                f"entrant {entrant.name!r}: expected a bot of {', '.join(known)}, not {entrant.bot!r}"
            )
    if event.absent not in ABSENT:
        faults.append(f"absent: expected one of {', '.join(ABSENT)}, not {event.absent!r}")
    if not event.stages:
        faults.append("expected at least one stage")
    for stage in event.stages:
        faults += [f"stage {stage.name!r}: {fault}" for fault in _stage_faults(stage, event)]
    return faults


def _stage_faults(stage: Stage, event: Event) -> list[str]:
    faults = []
    if stage.kind not in KINDS:
        faults.append(f"kind: expected one of {', '.join(KINDS)}, not {stage.kind!r}")
    if stage.draw not in DRAWS:
        faults.append(f"draw: expected one of {', '.join(DRAWS)}, not {stage.draw!r}")
    for key in ("groups", "games", "cycles", "rounds", "heroes"):
        if getattr(stage, key) < 1:
            faults.append(f"{key}: expected a number from 1, not {getattr(stage, key)}")
    if stage.kind == "knock-out" and (stage.games % 2 or stage.most_games < stage.games):
        faults.append("expected an even number of games, and most_games not less than that")
    if stage.kind == "pair" and stage is event.stages[0] and len(event.entrants) != 2:
        faults.append(f"expected two entrants, not {len(event.entrants)}")
    if stage.stop is not None and stage.stop.model not in MODELS:
        faults.append(f"stop: expected a model of {', '.join(MODELS)}, not {stage.stop.model!r}")
    for text in (*stage.ranking, *stage.level):
        try:
            criterion(text, event.score_names)
        except BadFormat as error:
            faults.append(str(error))
    return faults


def with_seed(event: Event, seed: int) -> Event:
    """The same event, drawn from another seed."""
    return replace(event, seed=seed)


def without(event: Event, failed: list[str]) -> Event:
    """The event with some entrants as teams without a running bot."""
    entrants = tuple(
        Entrant(entrant.name) if entrant.name in failed else entrant for entrant in event.entrants
    )
    return replace(event, entrants=entrants)


def spec_of(entrant: Entrant) -> PlayerSpec | None:
    """Who plays for an entrant; None for a team without a running bot."""
    own_ms = -int(-entrant.budget_ms // 1)
    folder = Path(entrant.folder) if entrant.folder else None
    if entrant.player:
        return players.read(entrant.player, folder)
    if entrant.bot:
        return BotSpec(entrant.bot, own_ms)
    if entrant.command:
        return ProgramSpec(entrant.command, entrant.folder, entrant.scratch)
    if entrant.zip:
        return ArchiveSpec(entrant.zip, entrant.start)
    if entrant.think:
        module, _, function = entrant.think.partition(":")
        return FunctionSpec(module, function, entrant.folder, own_ms, entrant.inside)
    return RemoteSpec() if entrant.remote else None


def check(event: Event) -> None:
    """BadFormat lists everything that keeps an event from being played here."""
    faults = []
    for entrant in event.entrants:
        try:
            spec = spec_of(entrant)
            if spec is not None:
                players.check(spec, event.game)
        except GameError as error:
            faults.append(f"entrant {entrant.name!r}: {error}")
    if faults:
        raise BadFormat("; ".join(faults))

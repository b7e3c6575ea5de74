"""Event files become events; everything that is wrong is told together, on one line.

A file names a preset or spells everything out; what it says itself comes before the preset.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from annotated_types import Ge, Le, Len

from schwarm import players
from schwarm.game import list_games, rule_book
from schwarm.game.catalogue import folder
from schwarm.game.errors import GameError, Refusal, reason_of
from schwarm.game.openings import BadOpening, check_book, read_book
from schwarm.game.wrong_values import shown, wrong_value
from schwarm.platform.commands import is_path
from schwarm.players import ArchiveSpec, BotSpec, FunctionSpec, PlayerSpec, ProgramSpec
from schwarm.tournament.errors import BadFormat
from schwarm.tournament.formats.event import Entrant, Event, Terms, group_sizes
from schwarm.tournament.formats.gauntlet import Gauntlet
from schwarm.tournament.formats.knock_out import KnockOut
from schwarm.tournament.formats.ladder import LadderFormat
from schwarm.tournament.formats.pair import Pair
from schwarm.tournament.formats.round_robin import RoundRobin
from schwarm.tournament.formats.stage import MOST, Name, Stage
from schwarm.tournament.formats.swiss import Swiss
from schwarm.tournament.table import STRICT

if TYPE_CHECKING:
    from pydantic import TypeAdapter

Made = TypeVar("Made")
Table = Mapping[str, Any]
KINDS: dict[str, type[Stage]] = {
    kind.kind: kind for kind in (RoundRobin, Gauntlet, Swiss, Pair, KnockOut, LadderFormat)
}
PLAYERS = ("player", "command", "zip")
ADAPTERS: dict[type, TypeAdapter[Any]] = {}  # made once for each kind of table
PRESETS = "presets"  # the folder of ready-made formats, here and in games


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrantTable:
    """An entrant as event files say it: `player`, or a program's words or ZIP."""

    __pydantic_config__ = STRICT

    name: Name
    player: str = ""
    command: Annotated[tuple[str, ...], Len(0, 1_000)] = ()
    zip: str = ""
    inside: bool = False  # a function that is trusted to play in the referee's process
    folder: str = ""  # where a program runs or a module is looked for
    scratch: bool = False
    start: str = ""
    version: Annotated[int, Ge(0), Le(2**31 - 1)] = 0


def _preset_files() -> dict[str, Traversable]:
    """The formats for any game, and those that games bring along in their folders `presets`."""
    folders = [files("schwarm.tournament"), *(files(place) for place in map(folder, list_games()) if place)]
    found = [file for home in folders if (home / PRESETS).is_dir() for file in (home / PRESETS).iterdir()]
    return {file.name.removesuffix(".toml"): file for file in found if file.name.endswith(".toml")}


def presets() -> list[str]:
    """The names of the formats that come with the package and its games."""
    return sorted(_preset_files())


def preset(name: str) -> dict[str, Any]:
    """What a preset says."""
    if name not in presets():
        raise BadFormat(f"expected a preset of {', '.join(presets())}, not {shown(name)}")
    return tomllib.loads(_preset_files()[name].read_text("utf-8"))


def read_file(path: Path) -> Event:
    """The event of a file; programs, ZIPs and modules are looked for beside it."""
    try:
        said = tomllib.loads(path.read_text("utf-8"))
    except (ValueError, RecursionError) as error:  # no TOML, no UTF-8, or a number of thousands of digits
        raise BadFormat(f"{path}: {error}") from None
    return read(said, path.parent)


def read(said: Table, folder: Path | None = None) -> Event:
    """The event these keys say, ready to be played; BadFormat lists everything that is wrong."""
    event = _event(_with_book(_with_preset(said), folder), folder)
    check(event)
    return event


def from_json(text: str) -> Event:
    """The event that `to_json` wrote. Whether it can be played is not asked."""
    return _event(json.loads(text), None)


def check(event: Event) -> None:
    """BadFormat lists everything that keeps an event from being played here."""
    if faults := list(_faults(event)):
        raise BadFormat(*faults)


def _with_preset(said: Table) -> dict[str, Any]:
    said = dict(said)
    if "preset" not in said:
        return said
    base = preset(said.pop("preset"))
    changes = said.pop("stage", {})
    if not isinstance(changes, dict) or not all(isinstance(table, dict) for table in changes.values()):
        raise BadFormat(f'stage: expected tables such as [stage."Final Eight"], not {shown(changes)}')
    base["stages"] = [stage | changes.pop(stage["name"], {}) for stage in base["stages"]]
    if changes:
        raise BadFormat(f"stage: the preset has no stage called {', '.join(map(shown, changes))}")
    return base | said


def _with_book(said: dict[str, Any], folder: Path | None) -> dict[str, Any]:
    """The lines of the file that `openings` names, so that a stopped event needs the file no more."""
    if isinstance(named := said.get("openings"), str):
        try:
            return said | {"openings": list(read_book(Path(folder or "", named)))}
        except BadOpening as error:
            raise BadFormat(_of("openings", error)) from None
    return said


def _event(said: dict[str, Any], folder: Path | None) -> Event:
    """An event of the right keys and values; whether it can be played is another question."""
    faults: list[str] = []
    stages = [_stage(table, faults) for table in _tables(said, "stages", faults)]
    entrants = [_entrant(table, folder, faults) for table in _tables(said, "entrants", faults)]
    rest = {key: value for key, value in said.items() if key not in ("stages", "entrants")}
    terms = _made(Terms, rest, "", faults, extra=("preset", "entrants", "stages"))
    if faults or terms is None:
        raise BadFormat(*faults)
    own = {key.name: getattr(terms, key.name) for key in fields(Terms)}
    return Event(
        **own,
        entrants=tuple(entrant for entrant in entrants if entrant is not None),
        stages=tuple(stage for stage in stages if stage is not None),
    )


def _tables(said: Table, key: str, faults: list[str]) -> list[Table]:
    """A list of tables, of which there may be too many to be meant."""
    found = said.get(key, [])
    if not isinstance(found, list | tuple) or not all(isinstance(table, dict) for table in found):
        faults.append(f"{key}: expected a list of tables, not {shown(found)}")
        return []
    if len(found) > MOST:
        faults.append(f"{key}: expected at most {MOST}, not {len(found)}")
        return []
    return list(found)


def _stage(table: Table, faults: list[str]) -> Stage | None:
    rest = dict(table)
    kind = rest.pop("kind", RoundRobin.kind)
    if not isinstance(kind, str) or kind not in KINDS:
        faults.append(f"{_label('stage', table)}kind: expected one of {', '.join(KINDS)}, not {shown(kind)}")
        return None
    return _made(KINDS[kind], rest, "stage", faults, extra=("kind",))


def _entrant(table: Table, folder: Path | None, faults: list[str]) -> Entrant | None:
    said = _made(EntrantTable, table, "entrant", faults)
    if said is None:
        return None
    label = _label("entrant", table)
    given = [key for key in PLAYERS if getattr(said, key)]
    if len(given) > 1:
        faults.append(f"{label}expected one of {', '.join(given)}")
        return None
    try:
        return Entrant(said.name, _player(said, folder) if given else None, said.version)
    except GameError as error:
        faults.append(f"{label}{given[0]}: {error}")
        return None


def _player(said: EntrantTable, folder: Path | None) -> PlayerSpec:
    """Who plays, from whichever key says it."""
    base = None if folder is None else folder.resolve()
    beside = str(Path(base or "", said.folder)) if base is not None or said.folder else ""
    if said.zip:
        return ArchiveSpec(str(Path(base or "", said.zip)), said.start)
    if said.command:
        return _program(said, base, beside)
    spec = players.read(said.player, Path(beside) if beside else None)
    match spec:
        case FunctionSpec():
            return replace(spec, inside=said.inside)
        case ProgramSpec():
            return replace(spec, scratch=said.scratch)
        case ArchiveSpec():
            return replace(spec, start=said.start)
    return spec


def _program(said: EntrantTable, base: Path | None, beside: str) -> ProgramSpec:
    """A program given as a list of words; it runs in its own folder unless another one is named."""
    first, *rest = said.command
    if base is None or said.folder or not is_path(first):
        return ProgramSpec(said.command, beside, said.scratch)
    program = (base / first).resolve()
    return ProgramSpec((str(program), *rest), str(program.parent), said.scratch)


def _faults(event: Event) -> Iterator[str]:
    try:
        rule_book(event.game).choose(event.profile or None, event.options)
    except GameError as error:
        yield reason_of(error)
        return
    names = [entrant.name for entrant in event.entrants]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"entrant {shown(name)}: the name is there twice"
    for name in sorted(set(event.withdrawn) - set(names)):
        yield f"withdrawn: expected names of entrants, not {shown(name)}"
    if len(names) < 2:
        yield f"expected at least two entrants, not {len(names)}"
    if event.hard_ms < event.soft_ms:
        yield f"hard_ms: expected a number from soft_ms = {event.soft_ms:g}, not {event.hard_ms:g}"
    if event.increment_ms and event.bank_ms is None:
        yield "increment_ms: expected a bank_ms beside it"
    try:
        check_book(event.openings, event.game, event.profile, event.options)
    except BadOpening as error:
        yield _of("openings", error)
    if not event.stages:
        yield "expected at least one stage"
    for stage, sizes in zip(event.stages, group_sizes(event.stages, len(names)), strict=True):
        for fault in stage.faults(sizes, event.score_names):
            yield f"stage {shown(stage.name)}: {fault}"
    for entrant in event.entrants:
        if entrant.player is not None:
            try:
                players.check(entrant.player, event.game)
            except GameError as error:
                yield Refusal("entrant", name=shown(entrant.name), why=reason_of(error))
    if event.adjudication is not None:
        try:
            specs = [entrant.player or BotSpec("random") for entrant in event.entrants]
            players.check_adjudication(event.adjudication, specs, event.game)
        except GameError as error:
            yield _of("adjudication", error)


def _of(key: str, error: GameError) -> Refusal:
    return Refusal("said_of", what=key, why=reason_of(error))


# --- what pydantic is asked, and what it says -------------------------------------------------------------
def _adapter(kind: type[Made]) -> TypeAdapter[Made]:
    from pydantic import TypeAdapter  # takes a tenth of a second to import

    if kind not in ADAPTERS:
        ADAPTERS[kind] = TypeAdapter(kind)
    return ADAPTERS[kind]


def _made(
    kind: type[Made], table: Table, what: str, faults: list[str], extra: Sequence[str] = ()
) -> Made | None:
    """A dataclass from a table; None, and what is wrong noted. `extra` are keys that were read before."""
    from pydantic import ValidationError

    try:
        # As JSON, because then the types are strict and a list is good for a tuple nonetheless.
        return _adapter(kind).validate_json(json.dumps(table, default=str), strict=True)
    except ValidationError as error:
        keys = [*extra, *(key.name for key in fields(kind))]  # type: ignore[arg-type]
        found = [wrong_value(detail, keys=keys) for detail in error.errors(include_url=False)]
        faults += [fault.after(_label(what, table)) for fault in found]
    except (TypeError, ValueError, RecursionError) as error:
        faults.append(f"{_label(what, table)}expected texts, numbers, lists and tables: {error}")
    return None


def _label(what: str, table: Table) -> str:
    name = f" {shown(table['name'])}" if "name" in table else ""
    return f"{what}{name}: " if what else ""

"""What an operator says of a class tournament, checked by building the tournament it asks for.

The words of an event file and their one reader serve here as well: a setup is what such a file would say,
without entrants, and a few things that only a class needs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from schwarm.classroom.errors import ClassroomError
from schwarm.game.errors import Refusal, reason_of
from schwarm.players import ArchiveSpec
from schwarm.referee.clock import hard_ms
from schwarm.tournament.errors import TournamentError
from schwarm.tournament.formats import Entrant, Event, preset, presets, read

if TYPE_CHECKING:
    from pydantic import TypeAdapter

UPLOAD: Final = "upload"
REMOTE: Final = "remote"
LEVEL: Final = "level"
HAND: Final = "hand"
KINDS = (UPLOAD, REMOTE, LEVEL, HAND)
FORMATS = ("round robin", "swiss", "knock-out", "ladder")
FIRST_PRESETS = ("class-round-robin", "class-swiss", "class-knock-out", "class-ladder")
LADDER: Final = "ladder"
LADDER_KINDS = (UPLOAD, LEVEL)  # whoever plays a whole year long
TRIAL = "Trial match day"
MOST_TRIALS = 5
REHEARSED_GAMES, REHEARSED_MS = 2, 100.0
STAGE_NAMES = {
    "round robin": "Everyone against everyone", "swiss": "Swiss rounds", "knock-out": "Knock-out",
    "ladder": "Ladder",
}  # fmt: skip
CLOCK = ("soft_ms", "hard_ms", "bank_ms", "increment_ms")  # the keys of an event file for it
PLACEHOLDERS = 64  # entrants that a setup is tried with
MOST_DAYS = 100
HAND_S = 60.0  # for a move of somebody who plays by hand
KEEP: Final = "keep"  # played games stay, open ones are lost
ANNUL: Final = "annul"  # all of them count for nobody, where everybody meets everybody
LEAVING = (KEEP, ANNUL)
READY_S = 300.0  # until somebody who plays by hand says that they are ready


def offered_presets() -> list[str]:
    """The ready-made formats: first those made for a class, then the contest's, as games bring them along."""
    return [*FIRST_PRESETS, *(name for name in presets() if name not in FIRST_PRESETS)]


@dataclass(frozen=True, slots=True)
class ClassSetup:
    """A class tournament. `said` is what an event file would say of it, without entrants."""

    said: Mapping[str, Any]
    preset: str = ""
    kinds: tuple[str, ...] = KINDS
    days: tuple[datetime, ...] = ()  # when match days begin; without any: as soon as the operator starts it
    by_hand: bool = False  # does the operator begin each match day?
    closes_min: float = 0.0  # so many minutes before a match day the last program for it is taken
    begun: int = 0  # match days that have begun, each with the programs that were there then
    deadline: datetime | None = None  # for registration, and for uploads before the first match day
    hand_s: float = HAND_S
    ready_s: float = READY_S
    leaving: str = KEEP  # what becomes of the games of a team that leaves
    on: str = "local"
    rehearsal: bool = False  # is it played by example teams, so that somebody has seen it?

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

    def to_json(self) -> str:
        return _json().dump_json(self).decode()

    @classmethod
    def from_json(cls, text: str) -> ClassSetup:
        return _json().validate_json(text)

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


@cache
def _json() -> TypeAdapter[ClassSetup]:
    from pydantic import TypeAdapter  # takes a tenth of a second to import

    return TypeAdapter(ClassSetup)


def utc_now() -> datetime:
    """The present moment, as days and deadlines are compared with it."""
    return datetime.now(UTC)


def read_setup(form: Mapping[str, Any]) -> ClassSetup:
    """The setup a form asks for; ClassroomError says, in one line, everything that is wrong with it.

    >>> read_setup({"name": "Cup", "game": "hive", "preset": "class-knock-out"}).said["stages"][0]["kind"]
    'knock-out'
    """
    said = _said(form)
    setup = ClassSetup(
        said=said,
        preset=str(form.get("preset") or ""),
        kinds=_kinds(form.get("kinds") or KINDS),
        days=_days(form.get("days") or "now"),
        by_hand=form.get("days") == HAND,
        closes_min=_number(form, "closes_min", 0.0, "from_to_minutes", 0, 100_000),
        deadline=_moment(form["deadline"], "deadline") if form.get("deadline") else None,
        hand_s=_seconds(form, "hand_s", HAND_S),
        ready_s=_seconds(form, "ready_s", READY_S),
        leaving=_leaving(form.get("leaving") or KEEP),
        on=str(form.get("on") or "local"),
    )
    if form.get("rehearsal"):
        setup = _rehearsed(setup)
    if setup.endless:
        if setup.staged or setup.deadline:
            raise ClassroomError(Refusal("class_endless"))
        setup = replace(setup, kinds=_kinds([kind for kind in setup.kinds if kind in LADDER_KINDS]))
    if setup.deadline and setup.days and setup.days[0] < setup.deadline:
        raise ClassroomError(Refusal("class_days_early"))
    setup.event([Entrant(f"team {number}") for number in range(PLACEHOLDERS)])
    return setup


def _rehearsed(setup: ClassSetup) -> ClassSetup:
    """The same in short: two games a match, a tenth of a second a move, at once."""
    said = dict(setup.said)
    stages = [
        stage | {"games": min(stage.get("games", REHEARSED_GAMES), REHEARSED_GAMES)}
        for stage in said["stages"]
    ]
    said = {key: value for key, value in said.items() if key not in CLOCK} | _clock({"move_ms": REHEARSED_MS})
    return replace(
        setup, said=said | {"stages": stages}, kinds=LADDER_KINDS, days=(), by_hand=False, deadline=None,
        closes_min=0.0, rehearsal=True,
    )  # fmt: skip


def changed(setup: ClassSetup, form: Mapping[str, Any]) -> ClassSetup:
    """The setup with another thinking time or number of games; ClassroomError says what is wrong with it."""
    said = dict(setup.said)
    if form.get("limits"):
        said = {key: value for key, value in said.items() if key not in CLOCK} | _clock(form["limits"])
    if form.get("games") is not None:
        said["stages"] = [stage | {"games": form["games"]} for stage in said["stages"]]
    made = replace(setup, said=said, hand_s=_seconds(form, "hand_s", setup.hand_s))
    made.event([Entrant(f"team {number}") for number in range(PLACEHOLDERS)])
    return made


def _said(form: Mapping[str, Any]) -> dict[str, Any]:
    """What an event file would say."""
    chosen, own = form.get("preset"), form.get("format")
    if bool(chosen) == bool(own):
        raise ClassroomError(Refusal("class_preset_or_format"))
    if chosen and chosen not in offered_presets():
        offered = ", ".join(offered_presets())
        raise ClassroomError(Refusal("one_of", what="preset", names=offered, said=repr(chosen)))
    base = preset(str(chosen)) if chosen else {"stages": [_stage(own)], "absent": "loses"}
    said = base | {key: form[key] for key in ("name", "game", "profile", "options") if form.get(key)}
    if chosen and base.get("game") not in (None, said["game"]):
        raise ClassroomError(Refusal("class_preset_game", game=base["game"], said=repr(said["game"])))
    if chosen and "games" in form and isinstance(form["games"], int):
        said["stages"] = [stage | {"games": form["games"]} for stage in said["stages"]]
    said = said | _clock(form.get("limits") or {}) | {"sandbox": True}
    return said | {"stages": [*_trials(form, said["stages"][0]), *said["stages"]]}


def _trials(form: Mapping[str, Any], first: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The match days before the real ones, as a stage of its own that counts for nothing."""
    days = form.get("trials") or 0
    if isinstance(days, bool) or not isinstance(days, int) or not 0 <= days <= MOST_TRIALS:
        raise ClassroomError(Refusal("class_trials", most=MOST_TRIALS, said=repr(days)))
    if days and first.get("kind") == LADDER:
        raise ClassroomError(Refusal("class_no_trials"))
    stage = {"name": TRIAL, "kind": "round robin", "games": first.get("games", 2), "most_days": days}
    return [stage | {"draw": "lot", "trial": True}] if days else []


def _stage(form: object) -> dict[str, Any]:
    """One stage out of a form; what its keys may be, the format itself knows."""
    if not isinstance(form, Mapping) or form.get("kind") not in FORMATS:
        raise ClassroomError(Refusal("class_format", names=", ".join(FORMATS)))
    stage = {key: value for key, value in form.items() if value is not None}
    return {"name": STAGE_NAMES[form["kind"]]} | stage


def _clock(form: object) -> dict[str, Any]:
    """The keys of an event file for a clock."""
    if not isinstance(form, Mapping):
        raise ClassroomError(Refusal("class_clock", example="{move_ms: 500}"))
    unknown = set(form) - {"move_ms", "bank_ms", "increment_ms"}
    if unknown:
        raise ClassroomError(Refusal("class_clock_keys", said=repr(min(unknown))))
    said = {key: form[key] for key in ("bank_ms", "increment_ms") if form.get(key) is not None}
    move_ms = form.get("move_ms")
    if move_ms is not None:
        if isinstance(move_ms, bool) or not isinstance(move_ms, int | float) or not 1 <= move_ms <= 3_600_000:
            why = Refusal("from_to_ms", what="limits.move_ms", low=1, high=3600000, said=repr(move_ms))
            raise ClassroomError(why)
        said |= {"soft_ms": move_ms, "hard_ms": hard_ms(move_ms)}
    return said


def _kinds(form: object) -> tuple[str, ...]:
    if not isinstance(form, list | tuple) or not form or not set(form) <= set(KINDS):
        raise ClassroomError(Refusal("class_kinds", names=", ".join(KINDS)))
    return tuple(kind for kind in KINDS if kind in form)


def _days(form: object) -> tuple[datetime, ...]:
    if form in ("now", HAND):
        return ()
    if not isinstance(form, list | tuple) or not 1 <= len(form) <= MOST_DAYS:
        raise ClassroomError(Refusal("class_days", most=MOST_DAYS))
    days = tuple(_moment(day, "days") for day in form)
    if list(days) != sorted(days):
        raise ClassroomError(Refusal("class_days_order"))
    return days


def _moment(form: object, where: str) -> datetime:
    """A time as ISO 8601 tells it; without a zone it is this machine's."""
    try:
        if not isinstance(form, str):
            raise ValueError
        return datetime.fromisoformat(form).astimezone(UTC)
    except (ValueError, OverflowError, OSError):
        said = repr(form)[:60]
        raise ClassroomError(Refusal("a_time", what=where, example="2026-05-04T10:00", said=said)) from None


def _leaving(said: object) -> str:
    if said not in LEAVING:
        raise ClassroomError(Refusal("one_of", what="leaving", names=", ".join(LEAVING), said=repr(said)))
    return str(said)


def _seconds(form: Mapping[str, Any], key: str, usual: float) -> float:
    return _number(form, key, usual, "from_to_seconds", 5, 3_600)


def _number(form: Mapping[str, Any], key: str, usual: float, code: str, low: int, high: int) -> float:
    said = form.get(key, usual)
    if isinstance(said, bool) or not isinstance(said, int | float) or not low <= said <= high:
        raise ClassroomError(Refusal(code, what=key, low=low, high=high, said=repr(said)))
    return float(said)

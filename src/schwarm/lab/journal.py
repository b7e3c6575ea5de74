"""A study in the store: its plan, every finished game, and what was worked out once.

A game and its line in the study are one transaction, so after a crash a game is either there as a whole or
was never played.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import asdict
from datetime import datetime
from typing import Any

from pydantic import BaseModel

from schwarm.game.record import Record
from schwarm.lab.errors import BadStudy, Busy, NoSuchStudy
from schwarm.lab.study import Study, from_json
from schwarm.lab.variants import arms, stages
from schwarm.store import studies
from schwarm.store.store import Store
from schwarm.store.studies import StudyGame, StudyKey

FIXED = ("game", "profile", "options", "opening", "seed")  # what games of one study have in common
PROGRESS, WEIGHTS, JUDGED, RESULTS = "progress", "weights", "scored", "results"  # kinds of notes


class StudyLine(BaseModel):
    """A study's line in a list; `left_s` is the time it will still take, as far as that is known."""

    id: int
    name: str
    about: str
    game: str
    created: datetime
    finished: datetime | None
    running: bool
    planned: int
    games: int
    left_s: float | None = None


class StudyJournal:
    """One study in a store."""

    def __init__(self, store: Store, number: int) -> None:
        entry = studies.get(store, number)
        if entry is None:
            raise NoSuchStudy(f"expected the number of a study in the store, not {number}")
        self.store = store
        self.number = number
        self.study: Study = from_json(entry.plan)

    # --- writing -------------------------------------------------------------------------------------
    def claim(self) -> None:
        """This program plays the study from now on; Busy if another one does."""
        if not studies.claim(self.store, self.number):
            raise Busy(f"study {self.number} is being played by another program")

    def release(self, *, finished: bool) -> None:
        """Nobody plays the study any more."""
        studies.release(self.store, self.number, finished=finished)

    def add(
        self, key: StudyKey, record: Record, *, code: str, wall_ms: float, measured: Mapping[str, Any] | None
    ) -> Future[int]:
        """Write a finished game; its number, once it would survive a crash. It may be measured later."""
        text = None if measured is None else json.dumps(measured, separators=(",", ":"))
        return studies.add_game(
            self.store, self.number, key, record, code=code, wall_ms=wall_ms, measured=text
        )

    def note(self, kind: str, name: str, said: Any) -> None:
        """Keep something that was worked out."""
        studies.note(self.store, self.number, kind, name, json.dumps(said, separators=(",", ":")))

    def note_measured(self, measured: Mapping[StudyKey, Mapping[str, Any]]) -> None:
        """Keep what was measured of games that had been played before."""
        texts = {key: json.dumps(one, separators=(",", ":")) for key, one in measured.items()}
        studies.note_measured(self.store, self.number, texts)

    # --- reading -------------------------------------------------------------------------------------
    def keys(self) -> set[StudyKey]:
        """Which games have been played."""
        return studies.keys(self.store, self.number)

    def games(self) -> list[StudyGame]:
        return studies.games(self.store, self.number)

    def notes(self, kind: str) -> dict[str, Any]:
        """Everything that was worked out of a kind, by name."""
        return {name: json.loads(text) for name, text in studies.notes(self.store, self.number, kind).items()}


def open_study(store: Store, study: Study) -> StudyJournal:
    """The study of this name, with this plan from now on; a new one if there is none.

    More games and further variants are added to what was played; another seed, opening or base would mix
    games that cannot be compared, so that needs another name.
    """
    planned = sum(arm.games for arm in arms(study))
    stages(study)
    entry = studies.find(store, study.name)
    if entry is None:
        return StudyJournal(store, studies.create(store, study.name, study.to_json(), planned))
    old = from_json(entry.plan)
    for part in FIXED:
        if getattr(old, part) != getattr(study, part):
            raise BadStudy(
                f"expected another name for a study with another {part}: {study.name!r} has "
                f"{getattr(old, part)!r}"
            )
    if entry.plan != study.to_json():
        studies.change(store, entry.id, study.to_json(), planned)
    return StudyJournal(store, entry.id)


def listed(store: Store, newest: int = 100) -> list[StudyLine]:
    """The newest studies, newest first."""
    found = []
    for entry in studies.listed(store, newest):
        plan = json.loads(entry.plan)
        progress = studies.notes(store, entry.id, PROGRESS)
        left_s = json.loads(progress["left_s"]) if entry.running and "left_s" in progress else None
        found.append(
            StudyLine(about=plan.get("about", ""), game=plan["game"], left_s=left_s, **asdict(entry))
        )
    return found


def number_of(store: Store, said: str | None) -> int:
    """The number of a study given by number or name; the newest if nothing was said."""
    known = listed(store)
    if said is None and known:
        return known[0].id
    for line in known:
        if said in (str(line.id), line.name):
            return line.id
    raise NoSuchStudy(
        "expected a store with a study in it, not an empty one"
        if said is None
        else f"expected the number or name of a study in the store, not {said!r}"
    )

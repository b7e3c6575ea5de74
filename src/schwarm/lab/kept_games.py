"""A study's games as a file, so that it goes on in a store that has never seen them.

A line of JSON for each game, compressed: where it belongs, the code that played it, and its record without
times. The first line tells whose games these are, with the weights that were tuned for variants.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from schwarm.game.errors import GameError
from schwarm.game.record import Ply, Record, replay
from schwarm.lab.errors import BadStudy
from schwarm.lab.journal import FIXED, WEIGHTS, StudyJournal
from schwarm.store.studies import StudyKey

ENDING = ".jsonl.xz"
NAME = "games" + ENDING
BEHIND = 64  # games that may wait for the disk
Line = tuple[StudyKey, str, Record]


def games_beside(study: Path) -> Path | None:
    """The games that lie beside a study's file: NAME/games.jsonl.xz for NAME.toml."""
    path = study.with_suffix("") / NAME
    return path if path.is_file() else None


def write_games(journal: StudyJournal, path: Path) -> int:
    """Write all games of a study, the whole file or nothing; how many there are."""
    head = {"weights": journal.notes(WEIGHTS)} | _fixed(journal)
    games = journal.games()
    beside = path.with_name(path.name + ".new")
    with lzma.open(beside, "wt", encoding="utf-8", preset=6) as file:
        file.write(json.dumps(head, separators=(",", ":"), sort_keys=True) + "\n")
        for game in games:
            record = journal.store.record(game.game)
            plies = tuple(Ply(ply.move, None if ply.think_ms is None else 0.0) for ply in record.plies)
            line = [*game.key, game.code, json.loads(replace(record, plies=plies).to_json())]
            file.write(json.dumps(line, separators=(",", ":")) + "\n")
    beside.replace(path)
    return len(games)


def take_games(journal: StudyJournal, path: Path) -> int:
    """Add the games of a file that the study lacks, each proven by its replay; how many were added."""
    known = journal.keys()
    added = 0
    writing = []
    try:
        with lzma.open(path, "rt", encoding="utf-8") as file:
            lines = (json.loads(line) for line in file)
            _check(journal, next(lines, None), path)
            for key, code, record in _read(lines):
                if key in known:
                    continue
                replay(record)
                writing.append(journal.add(key, record, code=code, wall_ms=0.0, measured=None))
                added += 1
                if len(writing) > BEHIND:
                    writing.pop(0).result()
    except (lzma.LZMAError, EOFError, ValueError, TypeError, KeyError, GameError) as error:
        raise BadStudy(f"{path}: expected the games of a study: {error}") from None
    finally:
        for one in writing:
            one.result()
    return added


def _fixed(journal: StudyJournal) -> dict[str, Any]:
    return {part: getattr(journal.study, part) for part in ("name", *FIXED)}


def _check(journal: StudyJournal, head: Any, path: Path) -> None:
    """Games of another study cannot be compared; weights that were tuned before are taken over."""
    for part, value in _fixed(journal).items():
        if head[part] != value:
            raise BadStudy(f"{path}: expected games of a study with {part} {value!r}, not {head[part]!r}")
    known = journal.notes(WEIGHTS)
    for variant, weights in head["weights"].items():
        if variant not in known:
            journal.note(WEIGHTS, variant, weights)


def _read(lines: Iterator[Any]) -> Iterator[Line]:
    for variant, players, number, code, record in lines:
        yield StudyKey(variant, players, number), code, Record.from_json(json.dumps(record))

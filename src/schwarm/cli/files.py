"""Files with games: the contest's replays, our records, the journals of matches, and stores."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from schwarm.contest.replay import load_replay
from schwarm.game.errors import BadOption
from schwarm.game.record import BadRecord, Record
from schwarm.programs.harmless import harmless

REPLAYS = (".xml", ".xml.gz")
STORE = ".db"
LISTED = 200  # games of a store that are listed


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game with what is known beside its record, by player's name: faults, and what programs said."""

    record: Record
    faults: Mapping[str, str] = field(default_factory=dict)
    logs: Mapping[str, str] = field(default_factory=dict)

    def lines(self) -> list[str]:
        """What went wrong, for people: the fault in one line, then what the player's program said."""
        made = []
        for name, fault in self.faults.items():
            made.append(harmless(f"{name} lost: {fault}"))
            made += [f"    {line}" for line in harmless(self.logs.get(name, "")).rstrip().splitlines()]
        return made


def is_replay(path: Path) -> bool:
    """Does the name say that this is a replay of the contest?"""
    return path.name.endswith(REPLAYS)


def is_store(path: Path) -> bool:
    """Does the name say that this is a database of games?"""
    return path.suffix == STORE


def read_games(path: Path) -> list[Record]:
    """All games of a file: one of a replay, one for each line of a file of records or a match's journal."""
    return [kept.record for kept in read_kept(path)]


def read_kept(path: Path) -> list[KeptGame]:
    """The same, with what the journal of a match knows beside the records."""
    if is_replay(path):
        return [KeptGame(load_replay(path).record)]
    lines = path.read_text().splitlines()
    games = [_kept(line) for line in lines if line.strip()]
    if not games:
        raise BadRecord(f"{path.name}: expected at least one record")
    return games


def read_stored(path: Path, number: int | None) -> KeptGame:
    """A game of a store by its number, the newest without one; BadOption if there is none."""
    from schwarm.store import StoreError, open_store
    from schwarm.store.events import told_of

    if not path.is_file():
        raise BadOption(f"expected a file, not {path}")
    try:
        with open_store(str(path), create=False) as store:
            newest = store.games(newest=1)
            if number is None and not newest:
                raise BadOption(f"{path}: expected a store with a game in it")
            wanted = newest[0].id if number is None else number
            return KeptGame(store.record(wanted), *told_of(store, wanted))
    except StoreError as error:
        raise BadOption(str(error)) from None


def list_stored(path: Path) -> list[tuple[int, Record]]:
    """The newest games of a store that are over, oldest first, with their numbers."""
    from schwarm.store import StoreError, open_store
    from schwarm.store.schema import GameStatus

    if not path.is_file():
        raise BadOption(f"expected a file, not {path}")
    try:
        with open_store(str(path), create=False) as store:
            found = store.games(GameStatus.ENDED, newest=LISTED)
            return [(entry.id, store.record(entry.id)) for entry in reversed(found)]
    except StoreError as error:
        raise BadOption(str(error)) from None


def _kept(line: str) -> KeptGame:
    """A line of a journal holds its record beside how the game went; any other line is one itself."""
    if line.startswith('{"task"'):
        try:
            said = json.loads(line)
            return KeptGame(Record.from_json(json.dumps(said["record"])), said["faults"], said["logs"])
        except (ValueError, KeyError):
            pass  # cut short by a crash: told as what it is
    return KeptGame(Record.from_json(line))

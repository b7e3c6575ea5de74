"""Files with games: the contest's replays, our records, the journals of matches, and stores.

What a file holds is seen by its first bytes, not by its name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from schwarm.game.errors import BadOption, Faults, Refusal, reason_of
from schwarm.game.record import BadRecord, Record

if TYPE_CHECKING:
    from schwarm.store.store import Store

REPLAYS = (".xml", ".xml.gz")
SQLITE = b"SQLite format 3\0"
MOVE_LINES = re.compile(r"^--- move (\d+) ---\n?", re.MULTILINE)  # as programs.output writes them
LISTED = 200  # games of a store that are listed


def load_games(path: str | PathLike[str]) -> Iterator[Record]:
    """The records of all games of a file, one after the other, so that a store may be as long as it likes.

    A file holds records (a line of JSON each, such as `match --journal` and `convert` write), one replay of
    the contest (.xml, of any season), either of them compressed by gzip or not, or it is a store (.db). Of a
    folder all files are read, in the order of their names; `postgresql://...` is a store on a server.
    `replay(record)` plays a record again.

    :raises BadRecord: if a line is no record or, as BadReplay, if a file is no replay; it says which.
    :raises BadOption: if a store cannot be read.
    :raises OSError: if there is no such file, or it may not be read.

    >>> import tempfile, pathlib, schwarm
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "games.jsonl")
    ...     _ = file.write_text(schwarm.record_of(schwarm.new_game("hive", seed=7)).to_json())
    ...     [(record.game, record.seed) for record in schwarm.load_games(file)]
    [('hive', 7)]
    """
    if "://" in str(path):
        with opened_store(str(path)) as store:
            yield from store.records()
        return
    path = Path(path)
    files = sorted(one for one in path.iterdir() if one.is_file()) if path.is_dir() else [path]
    if not files:
        raise BadRecord(Refusal("games_folder", file=path))
    for file in files:
        if is_store(file):
            with opened_store(str(file)) as store:
                yield from store.records()
        else:
            for kept in read_kept(file):
                yield kept.record


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game with what is known beside its record, by player's name: faults, and what programs said."""

    record: Record
    faults: Faults = field(default_factory=dict)
    logs: Mapping[str, str] = field(default_factory=dict)

    def said_for(self, move: int) -> list[str]:
        """What programs wrote while they were asked for a move, counted from 1; 0: what they wrote before."""
        from schwarm.programs.harmless import harmless

        made = []
        for name, log in self.logs.items():
            parts = MOVE_LINES.split(log)  # text, number, text, number, text
            numbers = ["0", *parts[1::2]]
            for number, text in zip(numbers, parts[::2], strict=True):
                if int(number) == move:
                    made += [f"{harmless(name)}: {line}" for line in harmless(text).strip().splitlines()]
        return made

    def lines(self) -> list[str]:
        """What went wrong, for people: the fault in one line, then what the player's program said."""
        from schwarm.programs.harmless import harmless

        made = []
        for name, fault in self.faults.items():
            made.append(harmless(f"{name} lost: {fault}"))
            made += [f"    {line}" for line in harmless(self.logs.get(name, "")).rstrip().splitlines()]
        return made


def is_replay(path: Path) -> bool:
    """Does the name say that this is to be a replay of the contest?"""
    return path.name.endswith(REPLAYS)


def is_store(path: Path) -> bool:
    """Is this a database of games? One that is not there yet goes by its name."""
    if not path.is_file():
        return path.suffix == ".db"
    with path.open("rb") as file:
        return file.read(len(SQLITE)) == SQLITE


def read_kept(path: Path) -> list[KeptGame]:
    """All games of a file that is no store, with what the journal of a match knows beside the records."""
    from schwarm.contest.replay import load_replay, unpacked

    data = unpacked(path)
    if is_replay(path) or data.lstrip()[:1] == b"<":
        return [KeptGame(load_replay(path).record)]
    lines = data.decode("utf-8", "replace").splitlines()
    games = [_kept(line, path.name, number) for number, line in enumerate(lines, 1) if line.strip()]
    if not games:
        raise BadRecord(f"{path.name}: expected at least one record")
    return games


@contextmanager
def opened_store(url: str) -> Iterator[Store]:
    """A store that is there already; BadOption if it is none."""
    from schwarm.store import StoreError, open_store

    if "://" not in url and not Path(url).is_file():
        raise BadOption(Refusal("no_database", file=url))
    try:
        with open_store(url, create=False) as store:
            yield store
    except StoreError as error:
        raise BadOption(*error.args) from None


def read_stored(path: Path, number: int | None) -> KeptGame:
    """A game of a store by its number, the newest without one; BadOption if there is none."""
    from schwarm.store.events import told_of

    with opened_store(str(path)) as store:
        newest = store.games(newest=1)
        if number is None and not newest:
            raise BadOption(f"{path}: expected a store with a game in it")
        wanted = newest[0].id if number is None else number
        return KeptGame(store.record(wanted), *told_of(store, wanted))


def list_stored(path: Path) -> list[tuple[int, Record]]:
    """The newest games of a store that are over, oldest first, with their numbers."""
    from schwarm.store.schema import GameStatus

    with opened_store(str(path)) as store:
        found = store.games(GameStatus.ENDED, newest=LISTED)
        return [(entry.id, store.record(entry.id)) for entry in reversed(found)]


def _kept(line: str, file: str, number: int) -> KeptGame:
    """A line of a journal holds its record beside how the game went; any other line is one itself."""
    faults: Faults = {}
    logs: Mapping[str, str] = {}
    if line.startswith('{"task"'):
        try:
            said = json.loads(line)
            line, logs = json.dumps(said["record"]), said["logs"]
            faults = {name: Refusal.of(fault) for name, fault in said["faults"].items()}
        except (ValueError, KeyError):
            pass  # cut short by a crash: told as what it is
    try:
        return KeptGame(Record.from_json(line), faults, logs)
    except BadRecord as error:
        raise BadRecord(Refusal("in_line", file=file, line=number, why=reason_of(error))) from None

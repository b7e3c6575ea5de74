"""Files with games: the contest's replays, our records, and the journals of matches."""

import json
from pathlib import Path

from schwarm.contest.replay import load_replay
from schwarm.games.record import BadRecord, Record

REPLAYS = (".xml", ".xml.gz")


def is_replay(path: Path) -> bool:
    """Does the name say that this is a replay of the contest?"""
    return path.name.endswith(REPLAYS)


def read_games(path: Path) -> list[Record]:
    """All games of a file: one of a replay, one for each line of a file of records or a match's journal."""
    if is_replay(path):
        return [load_replay(path).record]
    lines = path.read_text().splitlines()
    records = [Record.from_json(_record_of_line(line)) for line in lines if line.strip()]
    if not records:
        raise BadRecord(f"{path.name}: expected at least one record")
    return records


def _record_of_line(line: str) -> str:
    """A line of a journal holds its record beside how the game went; any other line is one itself."""
    if not line.startswith('{"task"'):
        return line
    try:
        return json.dumps(json.loads(line)["record"])
    except (ValueError, KeyError):
        return line  # cut short by a crash: told as what it is

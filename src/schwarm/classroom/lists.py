"""A list of teams as a spreadsheet saves it: a line for each, with a name and perhaps how it plays."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence

from schwarm.classroom.errors import ClassroomError
from schwarm.classroom.setup import HAND, KINDS, LEVEL, REMOTE, UPLOAD
from schwarm.game.errors import Refusal

MOST_BYTES = 200_000
# What the first line may call a column, in the languages of the page.
HEADS = {
    "name": ("name", "team", "mannschaft", "teamname"),
    "kind": ("kind", "plays", "art", "spielt"),
    "level": ("level", "strength", "stufe", "stärke", "spielstärke"),
}
KIND_WORDS = {
    UPLOAD: ("upload", "program", "programm", "zip"),
    REMOTE: ("remote", "client"),
    LEVEL: ("level", "bot"),
    HAND: ("hand", "by hand", "von hand"),
}


def read_list(content: bytes, kinds: Sequence[str]) -> list[dict[str, str]]:
    """The teams of such a file, as registrations are made of them; ClassroomError names the line.

    Columns are divided by a semicolon, a comma or a tab. Without a line of heads the first one is the name,
    the second how the team plays, the third a bot's strength. `kinds` are those that may take part.
    """
    if len(content) > MOST_BYTES:
        raise ClassroomError(Refusal("class_list_size", most=MOST_BYTES // 1000))
    rows = [row for row in _rows(_text(content)) if any(row[1])]
    columns = _columns(rows[0][1]) if rows else None
    if columns is None:
        columns = {"name": 0, "kind": 1, "level": 2}
    else:
        rows = rows[1:]
    if not rows:
        raise ClassroomError(Refusal("class_list_empty"))
    usual = next(kind for kind in KINDS if kind in kinds)
    return [{"line": str(number)} | _team(number, cells, columns, kinds, usual) for number, cells in rows]


def _text(content: bytes) -> str:
    """As a spreadsheet of today or of yesterday has written it."""
    for encoding in ("utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig", "cp1252"):
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            pass
    raise ClassroomError(Refusal("class_list_text"))


def _rows(text: str) -> list[tuple[int, list[str]]]:
    """The cells of each line, with its number."""
    first = text.lstrip().partition("\n")[0]
    mark = max(";,\t", key=first.count)
    reader = csv.reader(text.splitlines(), delimiter=mark)
    try:
        return [(reader.line_num, [cell.strip() for cell in cells]) for cells in reader]
    except csv.Error:
        raise ClassroomError(Refusal("class_list_text")) from None


def _columns(cells: Sequence[str]) -> dict[str, int] | None:
    """Which column is what, if this is a line of heads."""
    words = [cell.casefold() for cell in cells]
    found = {
        what: place for what, heads in HEADS.items() for place, word in enumerate(words) if word in heads
    }
    return found if "name" in found else None


def _team(
    number: int, cells: Sequence[str], columns: Mapping[str, int], kinds: Sequence[str], usual: str
) -> dict[str, str]:
    said = {what: cells[place] if place < len(cells) else "" for what, place in columns.items()}
    word = said.get("kind", "").casefold()
    kind = next((kind for kind, words in KIND_WORDS.items() if word in words), usual if not word else "")
    if kind not in kinds:
        raise ClassroomError(Refusal("class_list_kind", line=number, said=said.get("kind", "")[:60]))
    if not said["name"]:
        raise ClassroomError(Refusal("class_list_name", line=number))
    return {"name": said["name"], "kind": kind, "level": said.get("level", "") if kind == LEVEL else ""}

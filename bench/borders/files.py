"""Whole games and programs as files: records, replays and ZIPs."""

from __future__ import annotations

import io
import json
import random
import shutil
import tempfile
import zipfile
from pathlib import Path

from bench.borders.border import Border, WrongAnswer, as_bytes, played, spoilt, with_changes
from schwarm.contest.replay import write_replay
from schwarm.game import list_games
from schwarm.game.record import Record, record_of
from schwarm.programs.archive import BadArchive, start_script, unpack
from schwarm.web.analysis.reading import Unreadable, provable, read_import

SECONDS = 60.0  # of processor time: a finding long before
LONGEST_WORDS = 1000  # bytes of a refusal


def records() -> list[Record]:
    """Short finished games of each kind: whole ones would be read at a tenth of the speed."""
    short = {"piranhas": {"rounds": 3}, "hive": {"rounds": 5}, "mississippi_queen": {"rounds": 3}}
    made = []
    for name in list_games():
        game = played(name, 5, 10, **short.get(name, {}))
        record = record_of(game, dict.fromkeys(game.setup.book.sides, "Ada"))
        if record.end is None:
            made.append(Record.from_json(record.to_json().replace('"end":null', CANCELLED)))
        else:
            made.append(record)
    return made


CANCELLED = '"end":{"winner":null,"reason":"cancelled","scores":{}}'


class Import(Border):
    """What `POST /api/records` takes: refused in one line, or it comes out again as it went in."""

    def attempt(self, given: str | bytes) -> None:
        """Read it as the importing process does."""
        assert isinstance(given, bytes)
        found = read_import(given, SECONDS)
        if isinstance(found, Unreadable):
            if "\n" in found.why or len(found.why.encode(errors="surrogatepass")) > LONGEST_WORDS:
                raise WrongAnswer(f"a refusal of more than a line: {found.why}")
        elif provable(found.to_json()) != found:
            raise WrongAnswer("a record that reads otherwise when it is written again")


class Records(Import):
    """Records as JSON, spoilt as texts and as values."""

    def __init__(self) -> None:
        self._texts = [record.to_json() for record in records()]
        self._values = [json.loads(text) for text in self._texts]

    def draw(self, chance: random.Random) -> bytes:
        """The body of a request."""
        if chance.random() < 0.5:
            text = spoilt(chance, self._texts)
        else:
            text = json.dumps(with_changes(chance, chance.choice(self._values)))
        body = json.dumps({"text": text})
        return as_bytes(chance, spoilt(chance, (body,)) if chance.random() < 0.05 else body)


class Replays(Import):
    """Replay files as XML."""

    def __init__(self) -> None:
        self._pool = [write_replay(record) for record in records()]

    def draw(self, chance: random.Random) -> bytes:
        """The body of a request."""
        text = "<" + spoilt(chance, self._pool).lstrip("<")
        return json.dumps({"text": text}).encode()


class Archives(Border):
    """ZIPs: unpacked or refused in one line, and nothing stays outside or of a refused one."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="schwarm-fuzz-"))
        kinds = (zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2, zipfile.ZIP_STORED)
        self._good = [archive(kind) for kind in kinds]

    def draw(self, chance: random.Random) -> bytes:
        """A ZIP with a few bytes changed, cut out, doubled or missing at its end."""
        if chance.random() < 0.05:
            return chance.randbytes(int(chance.random() * 300))
        data = bytearray(chance.choice(self._good))
        for _ in range(chance.choice((1, 1, 2, 3, 6))):
            place = chance.randrange(max(1, len(data)))
            if chance.random() < 0.8:
                data[place : place + 1] = bytes((chance.choice((0, 1, 255, chance.randrange(256))),))
            elif chance.random() < 0.5:
                del data[place : place + chance.randrange(20)]
            else:
                data[place:place] = data[max(0, place - 30) : place]
        return bytes(data[: chance.randrange(len(data) + 1)] if chance.random() < 0.1 else data)

    def attempt(self, given: str | bytes) -> None:
        """Unpack it."""
        assert isinstance(given, bytes)
        path, inside = self._folder / "team.zip", self._folder / "inside"
        path.write_bytes(given)
        said = ""
        try:
            start_script(path)
            unpack(path, inside)
        except BadArchive as error:
            said = str(error)
        if "\n" in said or "\x1b" in said:
            raise WrongAnswer(f"a refusal of more than a line: {said!r}")
        if said and "start script" not in said and inside.exists():
            raise WrongAnswer("a refused ZIP has left something")
        if {found.name for found in self._folder.iterdir()} - {"team.zip", "inside"}:
            raise WrongAnswer("a ZIP has written outside its folder")
        shutil.rmtree(inside, ignore_errors=True)

    def close(self) -> None:
        """Delete the folder."""
        shutil.rmtree(self._folder, ignore_errors=True)


def archive(compression: int) -> bytes:
    """A program as a team uploads it."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", compression) as out:
        out.writestr("team/start.sh", b"#!/bin/sh\necho hello\n" * 20)
        out.writestr("team/player.py", b"print()\n" * 30)
        out.writestr("team/", b"")
    return made.getvalue()

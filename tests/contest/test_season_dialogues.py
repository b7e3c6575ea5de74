"""The dialogues of examples/dialogues are what clients and our server really say, line by line.

In a file `red > ` stands before what a client says, `red < ` before what it hears, `...` for lines
that are left out, and `#` before a note. ROOM is the room's id.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

import pytest

from schwarm.contest.server import ContestServer
from schwarm.contest.wire import season_of_game
from schwarm.game import Game, catalogue, new_game
from tests import ROOT
from tests.contest.peers import served, server
from tests.contest.test_season_generic import breakthrough
from tests.waiting import PATIENCE_S

FOLDER = ROOT / "examples" / "dialogues"
SPOKEN = re.compile(r"(\w+) ([<>]) ?(.*)")
LEFT_OUT = r"(?:\n[^\n]*)*?"


def start(game: str) -> Game:
    """The start of each dialogue: two plies before the end, so that a whole game is short."""
    if game == "breakthrough":
        return new_game(game, seed=7, position="....b./....../....../W...../.....b/....W. 30")
    words = new_game(game, profile="official", seed=7).position().split(" ")
    words[3 if game == "mississippi_queen" else 1] = "58"  # plies made, of 60
    return new_game(game, profile="official", seed=7, position=" ".join(words))


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A game without a season."""
    monkeypatch.setitem(catalogue.books(), "breakthrough", breakthrough())
    yield
    season_of_game.cache_clear()


@dataclass
class Talker:
    """A connection that says what it is told to and knows what it has heard and not yet compared."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    heard: str = ""
    begun: bool = False

    @classmethod
    async def connect(cls, running: ContestServer) -> Talker:
        return cls(*await asyncio.open_connection("127.0.0.1", running.port))

    def say(self, lines: list[str], room: str) -> None:
        self.writer.write("".join(f"{line}\n" for line in lines).replace("ROOM", room).encode())

    async def hear(self, lines: list[str], room: str) -> str:
        """Compare with what comes next; the room's id comes back, once it is known."""
        pattern = ""
        for number, line in enumerate(lines):
            newline = "\n" if self.begun or number else ""
            pattern += LEFT_OUT if line.strip() == "..." else re.escape(newline + line)
        self.begun = True
        pattern = pattern.replace("ROOM", room or r"[0-9a-f-]{36}")
        while not (found := re.match(pattern, self.heard)):
            data = await asyncio.wait_for(self.reader.read(65536), PATIENCE_S)
            assert data, f"expected {lines}, heard {self.heard!r}"
            self.heard += data.decode()
        said = found.group()
        self.heard = self.heard[found.end() :]
        known = re.search(r'joined roomId="([^"]+)"', said)
        return known.group(1) if known else room

    async def end(self) -> str:
        """What was said beyond the dialogue until the connection closed."""
        while data := await asyncio.wait_for(self.reader.read(65536), PATIENCE_S):
            self.heard += data.decode()
        self.writer.close()
        return self.heard


@pytest.mark.parametrize("game", ["mississippi_queen", "hive", "piranhas", "breakthrough"])
@served
async def test_the_dialogue_in_the_document_is_what_is_really_said(game: str) -> None:
    lines = (FOLDER / f"{season_of_game(game).game_type}.txt").read_text("utf-8").splitlines()
    spoken = [found.groups() for line in lines if (found := SPOKEN.fullmatch(line))]
    assert len(spoken) == sum(not line.startswith("#") for line in lines)
    talkers: dict[str, Talker] = {}
    room = ""
    async with server(start=start) as running:
        for (who, way), group in groupby(spoken, key=lambda line: line[:2]):
            texts = [text for _, _, text in group]
            if who not in talkers:
                talkers[who] = await Talker.connect(running)
            if way == ">":
                talkers[who].say(texts, room)
            else:
                room = await talkers[who].hear(texts, room)
        for talker in talkers.values():
            assert await talker.end() == ""
    assert len(talkers) == 2

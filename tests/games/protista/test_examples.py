"""Protista's worked positions: each kind of move, loops, ends and texts, drawn in tests/vectors/protista."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

import schwarm
from schwarm.bits import OFF
from schwarm.games.protista.rules import Protista
from schwarm.games.protista.tables import DIRECTIONS, WAYS, grid
from tests.games.protista.drawings import rows_of
from tests.vectors import HERE

SIDE = {"w": "white", "b": "black", "None": None}


@dataclass
class Entry:
    key: str
    value: list[str]

    @property
    def flat(self) -> str:
        return " ".join(line.strip() for line in self.value).strip()


@dataclass
class Example:
    title: str
    entries: list[Entry] = field(default_factory=list)


def examples() -> Iterator[Example]:
    example = Example("")
    for line in (HERE / "protista" / "examples.txt").read_text("utf-8").splitlines():
        if line.startswith("=== "):
            if example.entries:
                yield example
            example = Example(line[4:])
        elif not line.strip() or line.startswith("#"):
            continue
        elif re.match(r"(rule|moves|play) ", line):
            key, _, value = line.partition(" = ")
            example.entries.append(Entry(key.strip(), [value]))
        elif re.match(r"[a-z]+( [a-z]\d*)?:", line):
            key, _, value = line.partition(":")
            example.entries.append(Entry(key.strip(), [value] if value.strip() else []))
        else:
            example.entries[-1].value.append(line)
    yield example


def targets_text(text: str) -> str:
    named = {part[0]: part[2:] for part in text.split()}
    return f"{named.get('w', '-')}|{named.get('b', '-')}"


class Checker:
    """Puts a position up, then checks one entry after the other."""

    def __init__(self) -> None:
        self.options: dict[str, Any] = {}
        self.side, self.left, self.targets = "w", "1", "-|-"
        self.game: Protista | None = None
        self.checks = 0

    def open(self, position: str | None, seed: int = 0) -> None:
        if position:
            rows = position.split(" ")[0].split("/")
            cols = sum(
                int(token) if token.isdigit() else 1
                for token in re.findall(r"\d+|[wb]\*?|[WB]\d\*?", rows[0])
            )
            self.options |= {"rows": len(rows), "cols": cols}
        game = schwarm.new_game("protista", seed=seed, position=position, **self.options)
        assert isinstance(game, Protista)
        self.game = game

    def run(self, entry: Entry) -> None:
        word, *rest = entry.key.split()
        if self.game is None:
            self.prepare(word, entry)
        else:
            self.checks += 1
            getattr(self, f"check_{word}")(self.game, rest, entry)

    def prepare(self, word: str, entry: Entry) -> None:
        if word == "set":
            self.options |= dict(pair.split("=") for pair in entry.flat.split())
        elif word == "side":
            self.side = entry.flat
        elif word == "left":
            self.left = entry.flat
        elif word == "targets":
            self.targets = targets_text(entry.flat)
        elif word == "board":
            self.open(f"{rows_of(entry.value)} {self.side} {self.left} {self.targets} 0 0 0 -")
        elif word == "setup":
            self.open(None, int(entry.flat))
        else:
            assert word == "fen"
            self.open(entry.flat)

    def check_fen(self, game: Protista, rest: list[str], entry: Entry) -> None:
        assert game.position() == entry.flat

    def check_near(self, game: Protista, rest: list[str], entry: Entry) -> None:
        cells = grid(game.rows, game.cols)
        ways = cells.ways[WAYS * cells.find(rest[0]) :][:6]
        found = [f"{d}={cells.names[n]}" for d, n in zip(DIRECTIONS, ways, strict=True) if n != OFF]
        assert found == entry.flat.split()

    def check_axial(self, game: Protista, rest: list[str], entry: Entry) -> None:
        row, column = divmod(grid(game.rows, game.cols).find(rest[0]), game.cols)
        assert f"{column - row // 2},{row}" == entry.flat

    def check_rule(self, game: Protista, rest: list[str], entry: Entry) -> None:
        found = [str(move) for move in game.moves_of_kind(rest[0])]
        if len(rest) == 3:
            found = [text for text in found if re.match(rf"\w:{rest[2]}(?!\d)", text)]
        assert found == sorted(text for text in entry.flat.split() if text != "none")

    def check_moves(self, game: Protista, rest: list[str], entry: Entry) -> None:
        kinds = ["-" if kind == "P" else kind for kind in rest]
        found = [str(move) for move in game.legal_moves() if move[0] in kinds]
        assert found == sorted(text for text in entry.flat.split() if text != "none")

    def check_count(self, game: Protista, rest: list[str], entry: Entry) -> None:
        assert len(game.legal_moves()) == int(entry.flat)

    def check_holes(self, game: Protista, rest: list[str], entry: Entry) -> None:
        found = {frozenset(hole) for hole in game.holes(str(SIDE[rest[0]]))}
        assert found == {frozenset(hole.split(".")) for hole in entry.flat.split() if hole != "none"}

    def check_portals(self, game: Protista, rest: list[str], entry: Entry) -> None:
        assert set(game.portals()) == {cell for cell in entry.flat.split() if cell != "none"}

    def check_play(self, game: Protista, rest: list[str], entry: Entry) -> None:
        words = entry.flat.split()
        game.play(rest[0])
        assert game.new_loops == int(words[1])
        outcome = game.outcome()
        if words[2] == "result":
            assert outcome is not None
            assert (outcome.winner, outcome.reason) == (SIDE[words[3]], " ".join(words[4:]))
        else:
            assert outcome is None
            assert (game.left, game.to_move) == (int(words[3]), SIDE[words[5]])

    def check_after(self, game: Protista, rest: list[str], entry: Entry) -> None:
        assert game.position().split(" ")[0] == rows_of(entry.value)


@pytest.mark.parametrize("example", list(examples()), ids=lambda example: example.title.split()[0])
def test_worked_position(example: Example) -> None:
    checker = Checker()
    for entry in example.entries:
        checker.run(entry)
    assert checker.checks > 0


def test_no_worked_position_is_missing() -> None:
    numbers = [example.title.split()[0] for example in examples()]
    assert len(numbers) == len(set(numbers)) == 126

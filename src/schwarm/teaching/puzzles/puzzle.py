"""A puzzle as a value, and the files that puzzles ship in."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import cache
from hashlib import sha256

from schwarm.game import Game, list_games, new_game
from schwarm.game.errors import BadOption, Refusal
from schwarm.game.meant import expected
from schwarm.teaching.face import PuzzleRules, puzzle_games, teaching_file, teaching_of


class Goal(StrEnum):
    """What the only right move does."""

    WIN = "win"  # it forces a win
    SAVE = "save"  # it is the only one that does not lose by force


class NoPuzzles(BadOption):
    """There are no puzzles of that game, or none of that name or theme.

    >>> from schwarm.teaching.puzzles import shipped
    >>> shipped("chess")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    schwarm.teaching.puzzles.puzzle.NoPuzzles: expected a game of blokus, ... not 'chess'
    """


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with one right move, and what was proven of it.

    WIN: the first move of `line` wins for certain within `plies` plies, and no other move wins within
    `depth`; where that is no more than `plies`, others may win later. SAVE: every other move loses for
    certain within `plies` plies, counted with it, and the first move of `line` does not lose within `depth`.
    """

    game: str
    profile: str
    position: str
    goal: Goal
    plies: int
    depth: int
    line: tuple[str, ...]  # the right move, the best defence, and so on to the end
    themes: tuple[str, ...]
    solved: tuple[int, ...]  # by levels 1 to 10: how many tries in a hundred found the right move
    rating: int

    @property
    def name(self) -> str:
        """Eight letters and digits that stand for the position."""
        return sha256(f"{self.game} {self.profile} {self.position}".encode()).hexdigest()[:8]

    @property
    def answer(self) -> str:
        """The right move."""
        return self.line[0]

    @property
    def fastest(self) -> bool:
        """Does the right move win fastest, and perhaps not alone?"""
        return self.goal is Goal.WIN and self.depth == self.plies

    def start(self) -> Game:
        """The game at the puzzle's position; it knows nothing of what came before."""
        return start_at(self.game, self.position, self.profile)


def puzzle_rules(game: str) -> PuzzleRules:
    """How puzzles of a game are found and proven; NoPuzzles where it has none."""
    found = teaching_of(game).puzzles if game in list_games() else None
    if found is None:
        raise NoPuzzles(expected("expected_game", puzzle_games(), game))
    return found


def start_at(game: str, position: str, profile: str | None = None) -> Game:
    """A game that begins at a position, under the options of puzzles."""
    return new_game(game, profile=profile, position=position, seed=0, **puzzle_rules(game).options)


def packed(puzzles: Iterable[Puzzle]) -> bytes:
    """The content of a puzzle file: one line of JSON each, compressed; equal puzzles give equal bytes."""
    lines = [json.dumps(asdict(puzzle), separators=(",", ":"), ensure_ascii=False) for puzzle in puzzles]
    return gzip.compress("".join(f"{line}\n" for line in lines).encode(), 9, mtime=0)


def read(said: dict[str, object]) -> Puzzle:
    """A puzzle out of its JSON; ValueError if it is none."""
    try:
        return Puzzle(
            game=str(said["game"]),
            profile=str(said["profile"]),
            position=str(said["position"]),
            goal=Goal(str(said["goal"])),
            plies=_number(said["plies"]),
            depth=_number(said["depth"]),
            line=_texts(said["line"]),
            themes=_texts(said["themes"]),
            solved=tuple(map(_number, _list(said["solved"]))),
            rating=_number(said["rating"]),
        )
    except KeyError as missing:
        raise ValueError(f"expected a puzzle with {missing}") from None


def _number(value: object) -> int:
    if type(value) is not int:
        raise ValueError(f"expected a number, not {value!r}")
    return value


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise ValueError(f"expected a list, not {value!r}")
    return value


def _texts(value: object) -> tuple[str, ...]:
    return tuple(map(str, _list(value)))


def unpacked(data: bytes) -> tuple[Puzzle, ...]:
    """The puzzles of a file's content."""
    return tuple(read(json.loads(line)) for line in gzip.decompress(data).splitlines())


@cache
def shipped(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game that come with the package, easiest first.

    >>> from schwarm.teaching.puzzles import shipped
    >>> puzzles = shipped("piranhas")
    >>> len(puzzles) >= 200, puzzles[0].answer in puzzles[0].start().legal_moves()
    (True, True)
    """
    puzzle_rules(game)  # says what is wrong with the name
    file = teaching_file(game, "puzzles.jsonl.gz")
    return () if file is None else unpacked(file.read_bytes())


def find(game: str, name: str) -> Puzzle:
    """A shipped puzzle by its name."""
    for puzzle in shipped(game):
        if puzzle.name == name:
            return puzzle
    raise NoPuzzles(Refusal("said_of", what=game, why=Refusal("expected_puzzle", said=repr(name))))

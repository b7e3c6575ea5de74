"""Openings from a text file: one a line, as moves or as a position, to be played from both sides.

    # the moves, with | between them where a move has blanks inside
    A4-C4 B0-B2
    seed=7 A4-C4 | B0-B2
    position .65446666./3........3/...

Moves begin at the start that the seed gives (0 unless the line says another one), positions where they say.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from schwarm.game import new_game
from schwarm.game.errors import BadNotation, BadOption, GameError, Refusal, reason_of
from schwarm.game.game import Game
from schwarm.game.rulebook import OptionValue

MOST = 20_000  # openings of a book
SEED = re.compile(r"seed=(\d{1,19})\s+")
POSITION = "position "
BETWEEN = re.compile(r"\s+\|\s+")


class BadOpening(BadOption):
    """A line of a book that is no opening of the game; told with its number."""


@dataclass(frozen=True, slots=True)
class Opening:
    """Where a game begins: at a position, or after moves from the start of a seed."""

    seed: int | None = None
    position: str | None = None
    moves: tuple[str, ...] = ()

    def start(
        self,
        game: str,
        seed: int,
        profile: str | None = None,
        options: Mapping[str, OptionValue] | None = None,
    ) -> Game:
        """A game with this opening made; `seed` decides what a position leaves open."""
        chosen = self.seed if self.seed is not None else 0 if self.position is None else seed
        made = new_game(game, profile=profile or None, seed=chosen, position=self.position, **(options or {}))
        for move in self.moves:
            made.play(move)
        return made


def read_book(path: Path) -> tuple[str, ...]:
    """The lines of a book that hold openings; BadOpening if it holds none or is no text."""
    try:
        lines = tuple(text for line in path.read_text("utf-8").splitlines() if (text := _said(line)))
    except (OSError, UnicodeDecodeError) as error:
        why = reason_of(error) if isinstance(error, OSError) else Refusal("no_utf8")
        raise BadOpening(Refusal("openings_file", file=path, why=why)) from None
    if not lines:
        raise BadOpening(f"{path}: expected at least one opening")
    return lines


def check_book(
    lines: Sequence[str],
    game: str,
    profile: str | None = None,
    options: Mapping[str, OptionValue] | None = None,
) -> tuple[Opening, ...]:
    """The openings of these lines, each of them tried; BadOpening names the first line that is none."""
    if len(lines) > MOST:
        raise BadOpening(f"expected at most {MOST} openings, not {len(lines)}")
    made = []
    for number, line in enumerate(lines, 1):
        try:
            opening = read_opening(line, game, profile, options)
            finished = opening.start(game, 0, profile, options).finished()
        except GameError as error:
            raise BadOpening(f"opening {number}, {line[:60]!r}: {error}") from None
        if finished:
            raise BadOpening(f"opening {number}, {line[:60]!r}: expected a game that is not over")
        made.append(opening)
    return tuple(made)


def read_opening(
    line: str,
    game: str,
    profile: str | None = None,
    options: Mapping[str, OptionValue] | None = None,
) -> Opening:
    """The opening that a line says.

    >>> read_opening("seed=7 A4-C4 | B0-B2", "piranhas")
    Opening(seed=7, position=None, moves=('A4-C4', 'B0-B2'))
    """
    text = line.strip()
    seed = None
    if found := SEED.match(text):
        seed, text = int(found[1]), text[found.end() :]
    if text.startswith(POSITION):
        return Opening(seed, text.removeprefix(POSITION).strip())
    if BETWEEN.search(text):
        return Opening(seed, None, tuple(BETWEEN.split(text)))
    whole = Opening(seed, None, (text,))
    try:  # one move, which may have blanks inside
        whole.start(game, 0, profile, options)
    except BadNotation:
        return Opening(seed, None, tuple(text.split()))
    return whole


def _said(line: str) -> str:
    return "" if line.lstrip().startswith("#") else line.strip()

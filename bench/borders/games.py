"""Positions and moves as texts, for each game."""

from __future__ import annotations

import random

from bench.borders.border import Border, WrongAnswer, played, spoilt
from schwarm.game import GameError, new_game


class Positions(Border):
    """Position texts; what is accepted can be written, read and played."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._pool = [
            played(game, seed, plies).position() for seed in range(6) for plies in (0, 3, 12, 30, 10_000)
        ]
        self._pool += [played(game, seed, 20).public_position() for seed in range(4)]

    def draw(self, chance: random.Random) -> str:
        """A spoilt position."""
        return spoilt(chance, self._pool)

    def attempt(self, given: str | bytes) -> None:
        """Put it up."""
        assert isinstance(given, str)
        try:
            game = new_game(self._game, position=given, seed=1)
        except GameError as error:
            one_line(error)
            return
        text = game.position()
        if new_game(self._game, position=text, seed=1).position() != text:
            raise WrongAnswer(f"{text!r} reads as another position")
        moves = game.legal_moves()
        if moves:
            game.play(moves[0])


class Moves(Border):
    """Move texts at a few positions; a refused move changes nothing."""

    def __init__(self, game: str) -> None:
        self._games = [played(game, seed, plies) for seed, plies in enumerate((0, 1, 4, 11, 25, 10_000))]
        self._before = [game.position() for game in self._games]
        self._pool = sorted({str(move) for game in self._games for move in game.legal_moves()[:40]})

    def draw(self, chance: random.Random) -> str:
        """A spoilt move, with the number of the position it is for."""
        return f"{chance.randrange(len(self._games))} {spoilt(chance, self._pool)}"

    def attempt(self, given: str | bytes) -> None:
        """Play it and take it back."""
        assert isinstance(given, str)
        number, _, text = given.partition(" ")
        game = self._games[int(number)]
        try:
            game.play(text)
        except GameError as error:
            one_line(error)
        else:
            game.undo()
        if game.position() != self._before[int(number)]:
            raise WrongAnswer(f"{text!r} has changed the position")


def one_line(error: Exception) -> None:
    """WrongAnswer if an error is told in several lines."""
    if "\n" in str(error):
        raise WrongAnswer(f"a refusal of more than one line: {error}") from error

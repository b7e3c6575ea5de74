"""Games as pictures: what the page draws, and which clicks build each legal move.

One module a game, each with the same few names (see `Drawn`). They read what a Game shows to everybody
and know no rules: legal moves come from the game, and what a move does is seen by making it on a copy.

A board is JSON: `cells` at x, y (y grows downwards, neighbours one unit apart), `pieces` on cells, `marks`
that explain the position, `links` between cells, and for each side its `facts`, `taken` pieces and more.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Protocol, cast

from schwarm.games import Game, UnknownGame
from schwarm.games import names as games

Json = dict[str, Any]


class Drawn(Protocol):
    """What each module of this package offers."""

    HIDDEN: bool  # is something hidden from the players?
    COMPOSED: bool  # are moves built step by step, by asking `compose`?

    def board(self, game: Game) -> Json:
        """The position, for the page to draw."""

    def choices(self, game: Game) -> list[Json]:
        """Each legal move: `move`, its text; `path`, the cells to click; `kind`, where a game has kinds."""

    def last(self, game: Game) -> Json | None:
        """The last move: its text, who made it, and the way the piece took."""

    def path(self, game: Game, move: str) -> list[str]:
        """The cells of a legal move of this position, start and target at least."""

    def text(self, game: Game, path: list[str]) -> str:
        """The move somebody means who clicks on these cells, legal or not."""

    def compose(self, game: Game, steps: list[str]) -> Json:
        """What a move begun with these steps looks like and how it may go on."""


def module(name: str) -> Drawn:
    """The pictures of a game."""
    if name not in games():
        raise UnknownGame(f"expected a game of {', '.join(games())}, not {name!r}")
    return cast(Drawn, import_module(f"schwarm.web.boards.{name}"))


def of(game: Game) -> Drawn:
    """The pictures of this game."""
    return module(game.name)


def before(game: Game) -> tuple[Game, str] | None:
    """The game before its last move, and that move."""
    moves = game.history
    if not moves:
        return None
    back = game.copy()
    back.undo()
    return back, str(moves[-1])


def last_way(game: Game, path: Callable[[Game, str], list[str]]) -> Json | None:
    """The last move with the way that `path` gives it; None before the first."""
    found = before(game)
    if found is None:
        return None
    back, move = found
    return {"move": move, "side": back.to_move, "path": path(back, move)}


def not_composed(game: Game) -> Json:
    """The answer of a game whose moves are not built step by step."""
    from schwarm.web.errors import Problem

    raise Problem(409, "not_composed", f"moves of {game.name} are not built step by step")

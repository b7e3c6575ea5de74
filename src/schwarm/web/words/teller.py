"""The course of a game in words, move by move."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from schwarm.game import Board, Game, GameError
from schwarm.game.record import Ply
from schwarm.web import boards
from schwarm.web.boards import messages
from schwarm.web.face import Notation, page_of
from schwarm.web.words import Moment, in_words


def as_players_write(game: Game, line: Sequence[str]) -> list[str]:
    """Moves from a position on as players of the game write them; none where they have no notation."""
    notation = page_of(game.name).notation
    if notation is None:
        return []
    walker = game.copy()
    moves = [*walker.history, *line]
    while walker.history:
        walker.undo()
    writer, written = notation(walker.board()), []
    with suppress(GameError):  # the bot had chosen anew what is hidden, and saw something else there
        for move in moves:
            walker.play(move)
            told = walker.last_move()
            assert told is not None
            written.append(writer.play(told))
    return written[len(moves) - len(line) :]


class MovesInWords:
    """Tells the moves of one game; each is looked at once, however often somebody asks."""

    def __init__(self) -> None:
        self._moves: list[str] = []
        self._told: list[messages.Told] = []
        self._board: Board | None = None  # after the last of them
        self._notation: Notation | None = None

    def last(self, game: Game, plies: Sequence[Ply]) -> messages.Told | None:
        """The last move of a game; None before the first."""
        found = self.all(game, plies)
        return found[-1] if found else None

    def all(self, game: Game, plies: Sequence[Ply]) -> list[messages.Told]:
        """All moves of a game, with the time that each took."""
        moves = [str(move) for move in game.history]
        if moves[:-1] == self._moves and moves and self._board is not None:
            self._add(game)
        elif moves != self._moves or self._board is None:
            self._start(game)
        for told, ply in zip(self._told, plies, strict=False):
            told["ms"] = None if ply.think_ms is None else round(ply.think_ms)
        return self._told

    def _start(self, game: Game) -> None:
        """Tell a game from its start on."""
        walker = game.copy()
        moves = walker.history
        while walker.history:
            walker.undo()
        self._moves, self._told, self._board = [], [], walker.board()
        notation = page_of(game.name).notation
        self._notation = None if notation is None else notation(self._board)
        for move in moves:
            walker.play(move)
            self._add(walker)

    def _add(self, game: Game) -> None:
        """Tell the last move of a game whose moves before it were told."""
        told, before = game.last_move(), self._board
        assert told is not None
        assert before is not None
        self._board = game.board()
        words = in_words(game.name, Moment(told, before, self._board))
        path = boards.module(game.name).way(told) or [*told.created, *told.struck]
        made: messages.Told = {"side": told.side, "ms": None, "words": words, "path": path}
        if self._notation is not None:
            made["players"] = self._notation.play(told)
        self._told.append(made)
        self._moves.append(str(game.history[-1]))

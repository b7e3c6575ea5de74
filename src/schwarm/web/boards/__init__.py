"""Games as pictures: what the page draws, and which clicks build each legal move.

Everything comes from `Game.board()` and `Game.describe(move)`: no rule is computed, no text taken apart.
`Drawn` draws any game; a game's folder may have a class of its own that adds to it (face.py).

A board is JSON: `cells` at x, y (y grows downwards, neighbours one unit apart), `pieces` on cells, `marks`
that explain the position, `links` between cells, and for each side its `facts`, `taken` pieces and more.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from schwarm.game import Board, Description, Game, IllegalMove, Piece, RuleBook, new_game, rule_book
from schwarm.game.board import Cell, Mark, Shape
from schwarm.web.boards import messages
from schwarm.web.face import page_of
from schwarm.web.shared.errors import Problem

Json = dict[str, Any]
PLAIN = "field"  # the ground of cells that are nothing in particular
LEG = 2  # cells of a way that has no steps between its ends
EDGE = 0.7  # between the outermost cells' centres and the edge of the picture


class Drawn:
    """The pictures of one game."""

    def __init__(self, book: RuleBook) -> None:
        self.book = book
        self.HIDDEN = book.hidden or book.chance  # is something hidden from the players?
        self.COMPOSED = False  # are moves built step by step, by asking `compose`?
        self.OUT_OF_REACH: frozenset[str] = frozenset()  # rules that refuse targets no such piece could reach

    def board(self, game: Game) -> messages.Board:
        """The position, for the page to draw."""
        return picture(game, game.board())

    def choices(self, game: Game) -> list[messages.Choice]:
        """Each legal move: `move`, its text; `path`, the cells to click; `kind`, where a game has kinds."""
        found: list[messages.Choice] = []
        for move in game.legal_moves():
            told = game.describe_code(move.code)
            for clicks in self.clicks(told) or [[]]:
                choice: messages.Choice = {"move": str(move), "path": clicks, "capture": bool(told.captured)}
                if len(told.path) > LEG:
                    choice["way"] = list(told.path)
                found.append(choice)
        return found

    def clicks(self, told: Description) -> list[list[str]]:
        """The cells that point a move out, one list for each way to do so."""
        return [list(cells) for cells in told.clicks]

    def last(self, game: Game) -> messages.Last | None:
        """The last move: its text, who made it, the way the piece took, and what became of others."""
        told = game.last_move()
        if told is None:
            return None
        return {
            "move": told.text,
            "side": told.side,
            "kind": told.kind,
            "path": self.way(told),
            "moved": list(told.moved),
            "captured": [drawn_piece(piece) for piece in told.captured],
            "created": list(told.created),
            "struck": list(told.struck),
            "shape": list(told.shape),
        }

    def path(self, game: Game, move: str) -> list[str]:
        """The cells of a legal move of this position, start and target at least."""
        told = game.describe(move)
        return (self.clicks(told) or [self.way(told)])[0]

    def way(self, told: Description) -> list[str]:
        """The cells of a move in the order in which they are shown."""
        return list(told.path)

    def text(self, game: Game, path: list[str]) -> str:
        """The move somebody means who clicks on these cells, legal or not; on one alone: see `stuck`."""
        if len(path) == 1:
            return self.stuck(game, path[0])
        meant = [choice["move"] for choice in self.choices(game) if choice["path"] == path]
        return str(meant[0]) if meant else "-".join(path)

    def stuck(self, game: Game, cell: str) -> str:
        """A move of a piece without legal moves whose refusal tells best why it cannot move."""
        refused: dict[str, list[str]] = {}
        for goal in game.board().cells:
            text = self.text(game, [cell, goal.name])
            try:
                game.code_of(text)
            except IllegalMove as error:
                if goal.name != cell:
                    refused.setdefault(error.rule, []).append(text)
        telling = [rule for rule in refused if rule not in self.OUT_OF_REACH] or list(refused)
        return max((refused[rule] for rule in telling), key=len, default=[cell])[0]

    def compose(self, game: Game, steps: list[str]) -> messages.Draft:
        """What a move begun with these steps looks like and how it may go on."""
        raise Problem(409, "not_composed", f"moves of {game.name} are not built step by step")


def turned_to(game: Game, side: str) -> Game:
    """The position as if it were a side's turn already: what a move planned ahead is composed in."""
    arranging = game.setup.book.arranging
    if game.to_move == side:
        return game
    if arranging is None:
        raise Problem(409, "not_arranged", f"moves of {game.name} are not planned ahead")
    text = arranging.write(game, list(game.board().pieces), side)
    return new_game(game.name, profile=game.profile, seed=None, position=text, **game.options)


def picture(game: Game, board: Board) -> messages.Board:
    """A board as the page draws it, if its game has nothing to add."""
    cells = [drawn_cell(cell) for cell in board.cells]
    edge = 0.5 if board.shape is Shape.SQUARE else EDGE
    sides = game.setup.book.sides
    xs, ys = [cell.x for cell in board.cells] or [0.0], [cell.y for cell in board.cells] or [0.0]
    made, in_round = game.setup.book.slots(game)
    return {
        "kind": str(board.shape),
        "cells": cells,
        "pieces": [drawn_piece(piece) for piece in board.pieces],
        "marks": [drawn_mark(mark, cell) for mark in board.marks for cell in mark.cells],
        "links": [],
        "sides": {
            side: {
                "facts": [
                    {"key": fact.name, "value": fact.value} for fact in board.facts if fact.side == side
                ],
                "taken": [
                    {"kind": taken.kind, "size": taken.value, "side": side, "count": taken.count}
                    for taken in board.taken
                    if taken.side == side
                ],
            }
            for side in sides
        },
        "view": (min(xs) - edge, min(ys) - edge, max(xs) - min(xs) + 2 * edge, max(ys) - min(ys) + 2 * edge),
        "rounds": int(game.options.get("rounds", 0)) or None,
        "round": made // in_round + 1,
    }


def drawn_cell(cell: Cell) -> messages.Cell:
    """A cell as the page draws it."""
    return {"id": cell.name, "x": cell.x, "y": cell.y, "kind": cell.kind or PLAIN}


def drawn_mark(mark: Mark, cell: str) -> messages.Mark:
    """A mark on one of its cells."""
    made: messages.Mark = {"cell": cell, "kind": mark.kind}
    if mark.side is not None:
        made["side"] = mark.side
    if mark.course is not None:
        made["rot"] = mark.course
    if mark.around:
        made["around"] = list(mark.around)
    return made


def drawn_piece(piece: Piece) -> messages.Piece:
    """A piece as the page draws it."""
    made: messages.Piece = {
        "cell": piece.cell,
        "kind": piece.kind,
        "size": piece.value,
        "level": piece.height - 1,
    }
    if piece.side is not None:
        made["side"] = piece.side
    if piece.covered:
        made["covered"] = True
    if piece.course is not None:
        made["rot"] = piece.course
    return made


@cache
def module(name: str) -> Drawn:
    """The pictures of a game: its own where it has some, else those any game has."""
    return (page_of(name).drawn or Drawn)(rule_book(name))


def of(game: Game) -> Drawn:
    """The pictures of this game."""
    return module(game.name)

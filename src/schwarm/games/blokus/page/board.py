"""Blokus as a picture: squares and corners; the legal places of all pieces as a short list."""

from __future__ import annotations

from typing import cast

from schwarm.game import Game
from schwarm.games.blokus.notation import square, write_move
from schwarm.games.blokus.rules import Blokus
from schwarm.games.blokus.tables import SHAPE_BY, SKIP, code_of, squares_of
from schwarm.web import boards
from schwarm.web.boards import messages

RIM = 0.6  # around the outermost squares: room for letters and numbers


class Drawn(boards.Drawn):
    """The page takes a piece from a tray and lays it: a move is told by its text alone, not by clicks."""

    def board(self, game: Game) -> messages.Board:
        """The board; of each side its points and those of its colours."""
        blokus = cast(Blokus, game)
        found = boards.picture(game, game.board())
        found["kind"] = "blokus"
        for side in found["sides"].values():
            side["facts"] = [fact for fact in side["facts"] if ":" not in fact["key"]]
        for mark in found["marks"]:
            mark["note"] = blokus.colour_to_move()  # whose corner it is
        found["mover"] = blokus.colour_to_move()
        x, y, width, height = found["view"]
        found["view"] = (x - RIM, y - RIM, width + 2 * RIM, height + 2 * RIM)
        rounds = int(game.options["rounds"])
        found["round"] = min(rounds, blokus.facts()[0] // len(blokus.hands()) + 1)
        return found

    def choices(self, game: Game) -> list[messages.Choice]:
        """All moves, without describing each: there may be some 950 of them."""
        return [
            {"move": str(move), "path": [] if move.code == SKIP else [square(*squares_of(move.code)[0])]}
            for move in game.legal_moves()
        ]

    def text(self, game: Game, path: list[str]) -> str:
        """The piece that covers these squares, wherever they are."""
        places = {cell.name: (cell.column, cell.row) for cell in game.board().cells}
        covered = [places[name] for name in path if name in places]
        left, top = min((x for x, _ in covered), default=0), min((y for _, y in covered), default=0)
        shape = SHAPE_BY.get(frozenset((x - left, y - top) for x, y in covered))
        return "-".join(path) if shape is None else write_move(code_of(shape, left, top))

"""Hive as a picture: the hexagon with blackberries, stacks, both hands, the queens' free fields."""

from __future__ import annotations

from schwarm.game import Description, Game, Piece
from schwarm.web import boards
from schwarm.web.boards import drawn_piece, messages, picture

SPACING = 1.35  # between the pieces of a hand
GAP = 1.45  # between a hand and the board


class Drawn(boards.Drawn):
    """Hands are cells beside the board, named after side and piece: `red:Q`."""

    def board(self, game: Game) -> messages.Board:
        """The swarm, the hands and the queens' liberties."""
        board = game.board()
        found = picture(game, board)
        height = max(cell.y for cell in board.cells)
        for side in self.book.sides:
            hand = [supply for supply in board.hands if supply.side == side]
            for place, supply in enumerate(hand):
                name = in_hand(side, supply.kind)
                x = (place - (len(hand) - 1) / 2) * SPACING
                y = (height + GAP) * (1 if side == self.book.sides[0] else -1)
                found["cells"].append(
                    {"id": name, "x": x, "y": y, "kind": "hand", "side": side, "count": supply.count}
                )
                if supply.count:
                    piece = Piece(name, supply.kind, side)
                    found["pieces"].append(drawn_piece(piece))
        for facts in found["sides"].values():
            for fact in facts["facts"]:
                if fact["key"] == "liberties" and int(fact["value"]) < 0:
                    fact["value"] = "-"
        width = max(cell.x for cell in board.cells)
        found["view"] = (-width - 0.6, -height - 2.1, 2 * width + 1.2, 2 * height + 4.2)
        return found

    def clicks(self, told: Description) -> list[list[str]]:
        """From the hand or a field to a field; a skip needs no click."""
        if told.piece is not None and told.kind == "set":
            return [[in_hand(told.side, told.piece.kind), str(told.goal)]]
        return super().clicks(told)

    def way(self, told: Description) -> list[str]:
        """A piece from the hand comes from there; others go their way around the swarm."""
        if told.kind == "set":
            return self.clicks(told)[0]
        return list(told.path)

    def text(self, game: Game, path: list[str]) -> str:
        """A set if the way begins in a hand, else a move."""
        if len(path) == 1:
            return self.stuck(game, path[0])
        start, _, letter = path[0].partition(":")
        return f"{letter}@{path[-1]}" if letter else f"{start}>{path[-1]}"


def in_hand(side: str, kind: str) -> str:
    """The cell of the pieces of a kind that a side has in hand."""
    return f"{side}:{kind[0].upper()}"

"""Protista as a picture: pieces and stacks, targets, loops and portals, and every move with its kind."""

from __future__ import annotations

from schwarm.game import Board, Description, Game
from schwarm.games.protista.options import KINDS
from schwarm.web import boards
from schwarm.web.boards import EDGE, messages, picture

LETTERS = dict(KINDS.values()) | {"pass": "-"}
ENDLESS = "∞"
SHOWN = ("hole", "target", "reached", "portal")


STOCK_GAP = 0.28  # between the last cell of a home row and the side's stock


class Drawn(boards.Drawn):
    """A wave can be begun with any of its pieces, a pair with either, a creation with the side's stock."""

    def board(self, game: Game) -> messages.Board:
        """The whole position; nothing on the board is hidden, only what chance will bring."""
        board = game.board()
        found = picture(game, board)
        found["marks"] = [mark for mark in found["marks"] if mark["kind"] in SHOWN]
        for mark in board.marked("colony"):
            found["links"] += [
                {"from": start, "to": goal, "side": mark.side, "strong": False} for start, goal in mark.links
            ]
        self.lay_stocks(found, board)
        needed = board.fact("targets_needed")
        for side in found["sides"].values():
            for fact in side["facts"]:
                if fact["key"] == "targets":
                    fact["value"] = f"{fact['value']}/{needed}"
                elif fact["key"] == "stock" and int(fact["value"]) < 0:
                    fact["value"] = ENDLESS
        rounds = (int(game.options["turn_limit"]) + 1) // 2  # a round is a turn of each side
        made = int(board.fact("turns")) // 2 + 1
        found["rounds"] = rounds or None
        found["round"] = min(rounds, made) if rounds else made
        found["left"] = board.fact("left")
        return found

    def lay_stocks(self, found: messages.Board, board: Board) -> None:
        """Put each side's stock beside its home row, as a cell to click on."""
        right = max(cell.column for cell in board.cells) + 1 + STOCK_GAP
        rows = (max(cell.y for cell in board.cells), min(cell.y for cell in board.cells))
        for side, y in zip(self.book.sides, rows, strict=True):
            left = board.fact("stock", side)
            cell: messages.Cell = {"id": stock(side), "x": right, "y": y, "kind": "stock", "side": side}
            if left >= 0:
                cell["count"] = left
            found["cells"].append(cell)
        x, y, _, height = found["view"]
        found["view"] = (x, y, right + EDGE - x, height)

    def clicks(self, told: Description) -> list[list[str]]:
        """A creation is begun, and made, at the stock."""
        return [[stock(told.side)]] if told.kind == "creation" else super().clicks(told)

    def choices(self, game: Game) -> list[messages.Choice]:
        """Each move with the letter of its kind, all cells it has to do with and the shape that allows it."""
        found: list[messages.Choice] = []
        for move in game.legal_moves():
            told = game.describe_code(move.code)
            choice: messages.Choice = {"move": str(move), "path": [], "kind": LETTERS[told.kind]}
            choice["capture"] = bool(told.captured)
            choice["cells"] = list(dict.fromkeys([*told.path, *told.shape, *told.created]))
            if told.shape:
                choice["shape"] = list(told.shape)
            if told.path:
                choice["way"] = list(told.path)
            if told.moved or told.created:
                choice["goals"] = [*(goal for _, goal in told.moved), *told.created]
            if told.also:
                choice["also"] = list(told.also)
            if told.chance:
                choice["chance"] = True
            for way in self.clicks(told) or [[]]:
                found.append({**choice, "path": way})
        return found

    def path(self, game: Game, move: str) -> list[str]:
        """The cells of a move; of a wave all its pieces; of a creation the stock."""
        told = game.describe(move)
        return list(told.path or told.shape or told.created) or [stock(told.side)]

    def text(self, game: Game, path: list[str]) -> str:
        """A step from one cell to another; from the stock a creation."""
        if path[0] == stock(game.to_move):
            return LETTERS["creation"]
        if len(path) == 1:
            return self.stuck(game, path[0])
        return f"S:{path[0]}-{path[-1]}"


def stock(side: str) -> str:
    """The cell of the pieces that a side can still create."""
    return f"{side}:stock"

"""Piranhas as a picture: fish by weight, kraken, and the swarms as lines between the fish."""

from __future__ import annotations

from schwarm.game import Game, RuleBook
from schwarm.web import boards
from schwarm.web.boards import messages, picture


class Drawn(boards.Drawn):
    """The heaviest swarm of each side stands out."""

    def __init__(self, book: RuleBook) -> None:
        super().__init__(book)
        self.OUT_OF_REACH = frozenset({"M2"})

    def board(self, game: Game) -> messages.Board:
        """Fish, kraken and swarms."""
        board = game.board()
        found = picture(game, board)
        found["marks"] = []
        for mark in board.marked("swarm"):
            strong = mark.value == board.fact("swarm", mark.side) and len(mark.cells) > 1
            found["links"] += [
                {"from": start, "to": goal, "side": mark.side, "strong": strong} for start, goal in mark.links
            ]
            if strong:
                found["marks"] += [{"cell": cell, "kind": "swarm", "side": mark.side} for cell in mark.cells]
        for side in found["sides"].values():
            (credit,) = (fact for fact in side["facts"] if fact["key"] == "first_swarm")
            if credit["value"]:
                credit["value"] = "✓"
            else:
                side["facts"].remove(credit)
        for name, side in found["sides"].items():
            weights = sorted(
                (mark.value for mark in board.marked("swarm") if mark.side == name), reverse=True
            )
            for fact in side["facts"]:
                if fact["key"] == "swarm":
                    fact["parts"] = weights
                elif fact["key"] in ("swarms", "weight"):
                    fact["hidden"] = True
        return found

    def text(self, game: Game, path: list[str]) -> str:
        """Start and target joined."""
        if len(path) == 1:
            return self.stuck(game, path[0])
        return "-".join([path[0], path[-1]])

"""Protista as a picture: pieces and stacks, targets, loops and portals, and every move with its kind."""

from __future__ import annotations

from schwarm.games import Game
from schwarm.web import boards
from schwarm.web.boards import Json, picture

SHOWN = ("hole", "target", "reached", "portal")


class Drawn(boards.Drawn):
    """A wave can be begun with any of its pieces, a pair with either."""

    def board(self, game: Game) -> Json:
        """The whole position; nothing on the board is hidden, only what chance will bring."""
        board = game.board()
        found = picture(game, board)
        found["marks"] = [mark for mark in found["marks"] if mark["kind"] in SHOWN]
        needed = board.fact("targets_needed")
        for side in found["sides"].values():
            for fact in side["facts"]:
                if fact["key"] == "targets":
                    fact["value"] = f"{fact['value']}/{needed}"
                elif fact["key"] == "stock" and fact["value"] < 0:
                    fact["value"] = "∞"
        found["rounds"] = game.options["turn_limit"] or None
        found["round"] = board.fact("turns") + 1
        found["left"] = board.fact("left")
        return found

    def choices(self, game: Game) -> list[Json]:
        """Each move with the letter of its kind and all cells it has to do with."""
        found: list[Json] = []
        for move in game.legal_moves():
            told = game.describe_code(move.code)
            shown = list(dict.fromkeys([*told.path, *told.shape, *told.created]))
            for way in self.clicks(told) or [[]]:
                choice = {"move": str(move), "path": way, "kind": move[0], "cells": shown}
                found.append(choice | {"capture": bool(told.captured)})
        return found

    def last(self, game: Game) -> Json | None:
        """The piece's way; several cells where a move changes several."""
        told = game.last_move()
        if told is None:
            return None
        changed = sorted({goal for _, goal in told.moved}.union(told.created, told.struck))
        one = told.piece is not None and not told.created
        return {
            "move": told.text,
            "side": told.side,
            "path": list(told.path) if one else [],
            "cells": [] if one else changed,
        }

    def path(self, game: Game, move: str) -> list[str]:
        """The cells of a move; of a wave all its pieces."""
        told = game.describe(move)
        return list(told.path or told.shape or told.created)

    def text(self, game: Game, path: list[str]) -> str:
        """A step from one cell to another."""
        return f"S:{path[0]}-{path[-1]}"

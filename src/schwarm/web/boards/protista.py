"""Protista as a picture: pieces and stacks, targets, loops and portals, and every move with its kind."""

from __future__ import annotations

from schwarm.games import Game
from schwarm.games.protista.options import KINDS
from schwarm.web import boards, messages
from schwarm.web.boards import picture

LETTERS = dict(KINDS.values()) | {"pass": "-"}
SHOWN = ("hole", "target", "reached", "portal")


class Drawn(boards.Drawn):
    """A wave can be begun with any of its pieces, a pair with either."""

    def board(self, game: Game) -> messages.Board:
        """The whole position; nothing on the board is hidden, only what chance will bring."""
        board = game.board()
        found = picture(game, board)
        found["marks"] = [mark for mark in found["marks"] if mark["kind"] in SHOWN]
        needed = board.fact("targets_needed")
        for side in found["sides"].values():
            for fact in side["facts"]:
                if fact["key"] == "targets":
                    fact["value"] = f"{fact['value']}/{needed}"
                elif fact["key"] == "stock" and int(fact["value"]) < 0:
                    fact["value"] = "∞"
        found["rounds"] = int(game.options["turn_limit"]) or None
        found["round"] = board.fact("turns") + 1
        found["left"] = board.fact("left")
        return found

    def choices(self, game: Game) -> list[messages.Choice]:
        """Each move with the letter of its kind and all cells it has to do with."""
        found: list[messages.Choice] = []
        for move in game.legal_moves():
            told = game.describe_code(move.code)
            shown = list(dict.fromkeys([*told.path, *told.shape, *told.created]))
            for way in self.clicks(told) or [[]]:
                found.append(
                    {
                        "move": str(move),
                        "path": way,
                        "kind": LETTERS[told.kind],
                        "cells": shown,
                        "capture": bool(told.captured),
                    }
                )
        return found

    def path(self, game: Game, move: str) -> list[str]:
        """The cells of a move; of a wave all its pieces."""
        told = game.describe(move)
        return list(told.path or told.shape or told.created)

    def text(self, game: Game, path: list[str]) -> str:
        """A step from one cell to another."""
        return f"S:{path[0]}-{path[-1]}"

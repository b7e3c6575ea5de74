"""Mississippi Queen as a picture: the visible river, both ships, and a move as it is being composed."""

from __future__ import annotations

from typing import cast

from schwarm.game import BadNotation, Description, Game, RuleBook
from schwarm.games.mississippi_queen.drafts import Cost, Draft
from schwarm.games.mississippi_queen.rules import MississippiQueen
from schwarm.web import boards
from schwarm.web.boards import drawn_cell, messages, picture
from schwarm.web.shared.errors import Problem

MOST_STEPS = 60


class Drawn(boards.Drawn):
    """Moves are composed of steps, which the rule book's own Draft understands."""

    def __init__(self, book: RuleBook) -> None:
        super().__init__(book)
        self.COMPOSED = True

    def board(self, game: Game) -> messages.Board:
        """The visible segments and how they flow, ships, passengers and their landing stages."""
        board = game.board()
        found = picture(game, board)
        empty = {cell for mark in board.marked("gone") for cell in mark.cells}
        flow = {mark.value: mark.course or 0 for mark in board.marked("stream")}
        for drawn, cell in zip(found["cells"], board.cells, strict=True):
            drawn["segment"] = cell.group
            drawn["flow"] = flow[cell.group]
            if cell.name in empty:
                drawn["note"] = "gone"
        for piece in found["pieces"]:
            if "side" in piece:
                piece["speed"] = board.fact("speed", piece["side"])
                piece["coal"] = board.fact("coal", piece["side"])
        found["marks"] = [mark for mark in found["marks"] if mark["kind"] == "stage"]
        found["behind"] = [drawn_cell(cell) for cell in board.behind]
        found["hidden"] = len(board.marked("hidden"))
        return found

    def choices(self, game: Game) -> list[messages.Choice]:
        """One move for each distinct outcome."""
        queen = cast(MississippiQueen, game)
        return [{"move": str(move), "path": []} for move in queen.distinct_moves()]

    def last(self, game: Game) -> messages.Last | None:
        """The way of the ship with its turns, and that of a pushed one, as far as it is still to be seen."""
        told, found = game.last_move(), super().last(game)
        if told is None or found is None:
            return None
        shown = {cell.name for cell in game.board().cells}
        pushed = [step.path for step in told.steps if step.kind == "push"]
        way = [pushed[0][0], *(path[-1] for path in pushed)] if pushed else []
        found["path"] = [name for name in told.path if name in shown]
        found["pushed"] = [name for name in way if name in shown]
        found["poses"] = [pose for pose in poses(told) if pose["cell"] in shown]
        return found

    def text(self, game: Game, path: list[str]) -> str:
        """Clicks compose steps here, they are no move."""
        raise Problem(409, "not_composed", "build the move step by step")

    def compose(self, game: Game, steps: list[str]) -> messages.Draft:
        """The ship after these steps, the steps that may follow, and the move's text once it is whole."""
        if len(steps) > MOST_STEPS:
            raise Problem(422, "bad_request", f"expected at most {MOST_STEPS} steps")
        if game.finished():
            raise Problem(409, "ended", "the game has ended")
        try:
            draft = Draft(cast(MississippiQueen, game), steps)
        except BadNotation as error:
            raise Problem(422, "bad_step", str(error)) from None
        options, cells = draft.options(), draft.cells()
        return {
            "steps": steps,
            "options": options,
            "costs": {step: drawn_cost(draft.cost([step])) for step in options},
            "cells": cells,
            "cell_costs": {cell: drawn_cost(draft.cost(way)) for cell, way in cells.items()},
            "ship": drawn_ship(draft),
            "whole": draft.whole(),
            "move": draft.text() if draft.whole() else None,
        }


def drawn_ship(draft: Draft) -> messages.Ship:
    """The mover's ship by now."""
    trip = draft.trip
    path, pushed = draft.ways()
    return {
        "cell": draft.name(trip.field),
        "rot": trip.course,
        "speed": trip.speed,
        "coal": trip.coal,
        "points": max(0, trip.points),
        "free_turns": trip.free,
        "path": path,
        "pushed": pushed,
        "burnt": draft.burnt(),
    }


def drawn_cost(cost: Cost) -> messages.Cost:
    """What a step takes."""
    return {"coal": cost.coal, "points": cost.points, "speed": cost.speed, "stops": cost.stops}


def poses(told: Description) -> list[messages.Pose]:
    """The ship field by field and turn by turn; courses are not reduced, so that turns keep their sense."""
    if told.piece is None or told.piece.course is None:
        return []
    course = told.piece.course
    found: list[messages.Pose] = [{"cell": told.piece.cell, "rot": course}]
    for step in told.steps:
        if step.kind == "turn":
            course += step.number
            found.append({"cell": found[-1]["cell"], "rot": course})
        elif step.kind != "push":
            found += [{"cell": cell, "rot": course} for cell in step.path[1:]]
    return found

"""What a lesson asks for: a small set of predicates over boards, descriptions of moves, and outcomes.

A goal is a table with the name of its predicate in `is`; what else it holds says which piece, cell or number:

- `made`: the last own move is as described: its `kind`, the `piece` that moves, its `start`, its `goal` (one
  cell or a list of them), a further kind that acts in it (`also`).
- `captured`: own moves took at least `count` (1) pieces, of the kind `piece` and of at least the `value`.
- `fact`: the number `name` of the board (of `side`: the learner's if not said, "" for the whole game) is at
  `least`, at `most` or `exactly` so much.
- `stands`: a `piece` of `side` (the learner's if not said) stands on the `cell`, or on this kind of `ground`.
- `covered`: the `piece` of `side` lies under another one.
- `stuck`: whoever is to move cannot move the piece on `cell`.
- `won`: the game has ended and the learner has won it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from schwarm.game import Description, Game

Goal = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Course:
    """How far a lesson has come: the position, and each own move as the position before it and its code."""

    game: Game
    side: str  # the learner's
    made: tuple[tuple[Game, int], ...] = ()

    def own(self) -> list[Description]:
        """What each own move did; told only when a goal asks, since a search asks for many moves."""
        return [before.describe_code(code) for before, code in self.made]


def reached(goals: Sequence[Goal], course: Course) -> bool:
    """Do all goals hold?"""
    return all(PREDICATES[goal["is"]](goal, course) for goal in goals)


def made(goal: Goal, course: Course) -> bool:
    """The last own move is as described."""
    if not course.made:
        return False
    told = course.own()[-1]
    ends = goal.get("goal", told.goal)
    return (
        goal.get("kind", told.kind) == told.kind
        and ("piece" not in goal or (told.piece is not None and told.piece.kind == goal["piece"]))
        and goal.get("start", told.start) == told.start
        and told.goal in (ends if isinstance(ends, list) else [ends])
        and ("also" not in goal or goal["also"] in told.also)
    )


def captured(goal: Goal, course: Course) -> bool:
    """Own moves took enough pieces."""
    taken = [piece for told in course.own() for piece in told.captured]
    fitting = [
        piece
        for piece in taken
        if goal.get("piece", piece.kind) == piece.kind and piece.value >= goal.get("value", 0)
    ]
    return len(fitting) >= int(goal.get("count", 1))


def fact(goal: Goal, course: Course) -> bool:
    """A number of the board is what it should be."""
    value = course.game.board().fact(goal["name"], goal.get("side", course.side) or None)
    exactly = goal.get("exactly", value)
    return bool(goal.get("least", value) <= value <= goal.get("most", value) and value == exactly)


def stands(goal: Goal, course: Course) -> bool:
    """A piece stands where it should."""
    board = course.game.board()
    side = goal.get("side", course.side)
    pieces = [one for one in board.pieces if one.side == side and one.kind == goal.get("piece", one.kind)]
    if "cell" in goal:
        return any(one.cell == goal["cell"] and not one.covered for one in pieces)
    return any(board.cell(one.cell).kind == goal["ground"] for one in pieces)


def covered(goal: Goal, course: Course) -> bool:
    """A piece lies under another."""
    pieces = course.game.board().pieces
    return any(one.covered and one.kind == goal["piece"] and one.side == goal["side"] for one in pieces)


def stuck(goal: Goal, course: Course) -> bool:
    """A piece has no move."""
    told = map(course.game.describe, course.game.legal_moves())
    return all(one.start != goal["cell"] for one in told)


def won(goal: Goal, course: Course) -> bool:
    """The learner has won."""
    outcome = course.game.outcome()
    return outcome is not None and outcome.winner == course.side


PREDICATES: dict[str, Callable[[Goal, Course], bool]] = {
    "made": made,
    "captured": captured,
    "fact": fact,
    "stands": stands,
    "covered": covered,
    "stuck": stuck,
    "won": won,
}

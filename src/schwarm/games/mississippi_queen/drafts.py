"""Mississippi Queen: a move as it is being put together, and the steps that may follow.

Steps are `S4` sail at speed 4, `L` and `R` turn by one sixth, `F` go one field on, `B` one back off a
sandbank, `P3` push in direction 3.
"""

from __future__ import annotations

import re
from copy import copy
from dataclasses import dataclass

from schwarm.game.errors import BadNotation, IllegalMove, Refusal
from schwarm.games.mississippi_queen.actions import Trip
from schwarm.games.mississippi_queen.notation import FASTEST, Action
from schwarm.games.mississippi_queen.rules import MississippiQueen
from schwarm.games.mississippi_queen.tables import UNITS


@dataclass(frozen=True, slots=True)
class Cost:
    """What a step takes, and how the ship goes on after it."""

    coal: int
    points: int  # movement points
    speed: int  # after it: a log or a sandbank slows the ship
    stops: bool  # on a sandbank nothing may follow


class Draft:
    """A move begun. A turn counts only with the action after it, so turning back costs nothing."""

    def __init__(self, game: MississippiQueen, steps: list[str]) -> None:
        self.game = game
        self.steps = steps
        self.turn = 0  # pending, in sixths to the left
        self.words: list[Action] = []
        self.trip = Trip(game, " ".join(steps))
        self.path = [self.trip.field]
        self.pushed = [self.trip.other]
        for number, step in enumerate(steps):
            if step in ("L", "R"):
                self.turn = (self.turn + (1 if step == "L" else -1)) % 6
            elif re.fullmatch("S[1-6]|B", step) and number == 0:
                self.act(self.first(step))
            elif re.fullmatch("F|P[0-5]", step):
                self.act(
                    _turn(self.turn), Action("M", 1, "M1") if step == "F" else Action("P", int(step[1]), step)
                )
                self.turn = 0
            else:
                raise BadNotation(Refusal("mississippi_queen/step", said=repr(step)))
        self.base = copy(self.trip)  # before the pending turn
        self.act(_turn(self.turn))

    def first(self, step: str) -> Action | None:
        """The action of a speed chosen, or of going back off a sandbank."""
        if step == "B":
            return Action("M", -1, "M-1")
        change = int(step[1]) - self.trip.speed
        return Action("A", change, f"A{change:+d}") if change else None

    def act(self, *actions: Action | None) -> None:
        """Carry actions out; IllegalMove says which rule forbids it."""
        for action in actions:
            if action is None:
                continue
            self.words.append(action)
            self.trip.act(len(self.words), action)
            if self.trip.field != self.path[-1]:
                self.path.append(self.trip.field)
            if self.trip.other != self.pushed[-1]:
                self.pushed.append(self.trip.other)

    def options(self) -> list[str]:
        """The steps that may follow."""
        found = []
        started = Trip(self.game, "")
        if not any(action.letter in "MP" for action in self.words):  # a speed can still be chosen, or another
            for speed in range(1, FASTEST + 1):
                change = speed - started.speed
                if change == 0 or _possible(started, Action("A", change, f"A{change:+d}")):
                    found.append(f"S{speed}")
            if not self.steps and _possible(started, Action("M", -1, "M-1")):
                found.append("B")
        number = len(self.words)
        for name, change in (("L", 1), ("R", -1)):
            if _after(self.base, number, _turn((self.turn + change) % 6)) is not None:
                found.append(name)
        for name, action in FOLLOWING:
            if _possible(self.trip, action, number):
                found.append(name)
        return found

    def cells(self) -> dict[str, list[str]]:
        """The fields that can be entered or pushed onto next, with the steps that do it."""
        found: dict[str, list[str]] = {}
        number = len(self.words)
        for turn in sorted(range(6), key=lambda turn: UNITS[turn], reverse=True):
            turned = _after(self.base, number, _turn(turn))
            if turned is None:
                continue
            way = _turn_steps((turn - self.turn) % 6)
            if turned.field != turned.other and _possible(turned, FOLLOWING[0][1], number + 1):
                found[self.name(self.game.next_field(turned.field, turned.course))] = [*way, "F"]
        for name, action in FOLLOWING[1:]:
            if _possible(self.trip, action, number):
                found[self.name(self.game.next_field(self.trip.field, action.number))] = [name]
        if not self.steps and _possible(self.trip, Action("M", -1, "M-1")):
            found[self.name(self.game.next_field(self.trip.field, (self.trip.course + 3) % 6))] = ["B"]
        return found

    def cost(self, steps: list[str]) -> Cost:
        """What going on with these steps takes; a speed can be chosen anew and is counted alone."""
        chosen = bool(steps) and steps[0].startswith("S")
        before = Trip(self.game, "") if chosen else self.trip
        then = Draft(self.game, steps if chosen else [*self.steps, *steps]).trip
        return Cost(
            coal=before.coal - then.coal,
            points=0 if chosen else before.points - then.points,
            speed=then.speed,
            stops=then.stranded,
        )

    def burnt(self) -> int:
        """The coal that the move has burnt so far."""
        return Trip(self.game, "").coal - self.trip.coal

    def whole(self) -> bool:
        """May the move end here?"""
        return bool(self.words) and _arrived(self.trip)

    def text(self) -> str:
        """The move in its canonical form."""
        words: list[str] = []
        run = 0
        for action in [*self.words, Action("", 0, "")]:
            if action.letter == "M" and action.number > 0:
                run += 1
                continue
            if run:
                words.append(f"M{run}")
                run = 0
            words.append(action.text)
        return " ".join(words).strip()

    def ways(self) -> tuple[list[str], list[str]]:
        """The fields the ship has sailed over, and those the other one was pushed over."""
        sailed, pushed = ([self.name(field) for field in way] for way in (self.path, self.pushed))
        return sailed, pushed if len(pushed) > 1 else []

    def name(self, field: int) -> str:
        x, y = self.game.coordinates(field)
        return f"{x},{y}"


FOLLOWING = [("F", Action("M", 1, "M1"))] + [(f"P{d}", Action("P", d, f"P{d}")) for d in range(6)]


def _turn(turn: int) -> Action | None:
    """The turn by so many sixths to the left, the shorter way round."""
    number = turn if turn <= 3 else turn - 6
    return Action("T", number, f"T{number:+d}") if number else None


def _turn_steps(turn: int) -> list[str]:
    return ["L"] * turn if turn <= 3 else ["R"] * (6 - turn)


def _after(trip: Trip, number: int, action: Action | None) -> Trip | None:
    """The trip after one more action, None if a rule forbids it."""
    then = copy(trip)
    try:
        if action is not None:
            then.act(number + 1, action)
    except IllegalMove:
        return None
    return then


def _arrived(trip: Trip) -> bool:
    try:
        copy(trip).arrive()
    except IllegalMove:
        return False
    return True


def _possible(trip: Trip, action: Action, number: int = 0) -> bool:
    """Is there a legal move that goes on with this action? The first way found is proof enough."""
    then = _after(trip, number, action)
    return then is not None and _completes(then, number + 1, set())


def _completes(trip: Trip, number: int, failed: set[tuple[int, ...]]) -> bool:
    if _arrived(trip):
        return True
    state = (trip.field, trip.course, trip.points, trip.coal, trip.free, trip.other, int(trip.stranded))
    if trip.points <= 0 or trip.stranded or state in failed:
        return False
    for turn in sorted(range(6), key=lambda turn: UNITS[turn]):
        turned = _after(trip, number, _turn(turn))
        for _, action in FOLLOWING if turned is not None and turned.field == turned.other else FOLLOWING[:1]:
            then = None if turned is None else _after(turned, number + 1, action)
            if then is not None and _completes(then, number + 2, failed):
                return True
    failed.add(state)
    return False

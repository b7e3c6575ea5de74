"""A list of actions carried out one by one: is it a legal move, and if not, which action breaks which rule?

The searches never come here. It accepts every legal list, canonical or not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn

from schwarm.game.errors import IllegalMove, Refusal
from schwarm.games.mississippi_queen.notation import FASTEST, Action
from schwarm.games.mississippi_queen.tables import GOAL, ISLAND, LOG, NOWHERE, SANDBANK, WATER

if TYPE_CHECKING:
    from schwarm.games.mississippi_queen.rules import MississippiQueen

NAMES = {WATER: "water", GOAL: "a goal", LOG: "a log", SANDBANK: "a sandbank", ISLAND: "an island"}


def examine(game: MississippiQueen, text: str, actions: Sequence[Action]) -> bool:
    """Carry the list out without touching the game: IllegalMove, or whether it was in debt (D7)."""
    trip = Trip(game, text)
    for number, action in enumerate(actions, 1):
        trip.act(number, action)
    return trip.arrive()


class Trip:
    """The mover's way through one move."""

    def __init__(self, game: MississippiQueen, text: str) -> None:
        self.game = game
        self.text = text
        self.ship = game.ship(game.side)
        self.field = self.ship.field
        self.course = self.ship.course
        self.speed = self.points = self.ship.speed
        self.coal = self.ship.coal
        self.free = self.ship.free
        self.other = game.ship(1 - game.side).field
        self.stranded = False  # on a sandbank entered in this move: nothing may follow
        self.in_debt = False
        self.where = ""  # the beginning of a refusal

    def refuse(self, rule: str, why: Refusal) -> NoReturn:
        raise IllegalMove(self.text, rule, why.after(self.where))

    def act(self, number: int, action: Action) -> None:
        """Carry out one action."""
        self.where = f"action {number}, {action.text}: "
        if self.stranded:
            self.refuse("M4", Refusal("mississippi_queen/after_sandbank"))
        if self.field == self.other and action.letter != "P":
            self.refuse("P1", Refusal("mississippi_queen/must_push"))
        if action.letter == "A":
            self.accelerate(number, action.number)
        elif action.letter == "T":
            self.turn(action.number)
        elif action.letter == "P":
            self.push(action.number)
        else:
            self.advance(number, action.number)

    def on_sandbank(self) -> bool:
        return self.game.kind_of(self.field) == SANDBANK

    def accelerate(self, number: int, change: int) -> None:
        if number > 1:
            self.refuse("A1", Refusal("mississippi_queen/accelerate_late"))
        if self.on_sandbank():
            self.refuse("A2", Refusal("mississippi_queen/accelerate_on_sandbank"))
        if change == 0 or not 1 <= self.speed + change <= FASTEST:
            self.refuse(
                "A3", Refusal("mississippi_queen/no_such_speed", most=FASTEST, speed=self.speed + change)
            )
        self.burn("A4", abs(change) - 1)
        self.speed += change
        self.points += change

    def turn(self, turn: int) -> None:
        if not 1 <= abs(turn) <= 3:
            self.refuse("T1", Refusal("mississippi_queen/turn_too_far", turn=abs(turn)))
        if self.on_sandbank():
            self.refuse("T2", Refusal("mississippi_queen/turn_on_sandbank"))
        units = abs(turn)
        paid = max(0, units - self.free)
        self.free -= units - paid
        self.burn("T3", paid)
        self.course = (self.course + turn) % 6

    def burn(self, rule: str, coal: int) -> None:
        if coal > self.coal:
            self.refuse(
                rule,
                Refusal("mississippi_queen/no_coal", coal=coal, left=self.coal),
            )
        self.coal -= coal

    def advance(self, number: int, distance: int) -> None:
        if self.on_sandbank():
            self.leave_sandbank(number, distance)
            return
        if distance < 0:
            self.refuse("M7", Refusal("mississippi_queen/backwards"))
        if not 1 <= distance <= FASTEST:
            self.refuse("M1", Refusal("mississippi_queen/too_many_fields", most=FASTEST, distance=distance))
        if self.points == 0:  # with a debt (D7) it goes on
            self.refuse("M3", Refusal("mississippi_queen/no_points"))
        for step in range(1, distance + 1):
            self.step(last=step == distance)

    def step(self, *, last: bool) -> None:
        """Enter the next field of an advance."""
        if self.field == self.other:
            self.refuse("M5", Refusal("mississippi_queen/through_ship"))
        self.field = self.passable(self.course)
        kind = self.game.kind_of(self.field)
        if kind == SANDBANK:
            if not last:
                self.refuse("M4", Refusal("mississippi_queen/through_sandbank"))
            if self.points < 1:
                self.overdraw("M3", Refusal("mississippi_queen/points_missing"))
            self.speed, self.points, self.stranded = 1, 0, True
            return
        cost = 2 if kind == LOG else 1
        if cost > self.points:
            if kind == LOG:
                self.refuse("M3", Refusal("mississippi_queen/log", left=max(0, self.points)))
            self.overdraw("M3", Refusal("mississippi_queen/points_missing"))
        self.points -= cost
        if kind == LOG:
            self.speed = max(1, self.speed - 1)

    def overdraw(self, rule: str, why: Refusal) -> None:
        """D7: spend points that are not there; the rule forbids it where the option does not allow it."""
        if not self.game.options["overdraw_onto_sandbank"]:
            self.refuse(rule, why)
        self.in_debt = True

    def leave_sandbank(self, number: int, distance: int) -> None:
        if number > 1:
            self.refuse("M6", Refusal("mississippi_queen/leave_first"))
        if distance not in (1, -1):
            self.refuse("M6", Refusal("mississippi_queen/leave_by_one", distance=distance))
        if distance < 0:
            self.burn("M6", 1)
        self.field = self.passable(self.course if distance > 0 else (self.course + 3) % 6)
        kind = self.game.kind_of(self.field)
        if kind == LOG and distance < 0:
            self.refuse("M7", Refusal("mississippi_queen/back_onto_log"))
        if kind == LOG and not self.game.options["sandbank_to_log"]:
            self.refuse("M3", Refusal("mississippi_queen/log_from_sandbank"))
        if self.field == self.other:
            self.refuse("P4", Refusal("mississippi_queen/no_points_to_push"))
        self.points = 0
        self.stranded = kind == SANDBANK

    def passable(self, direction: int, rule: str = "M2") -> int:
        """The next field in a direction, which must be visible and passable."""
        field = self.game.next_field(self.field, direction)
        low, high = self.game.window()
        if not low <= field // 20 <= high or field == NOWHERE:
            self.refuse(rule, Refusal("mississippi_queen/off_river"))
        if self.game.kind_of(field) >= ISLAND:
            x, y = self.game.coordinates(field)
            self.refuse(
                rule,
                Refusal("mississippi_queen/island", island=NAMES[ISLAND], x=x, y=y),
            )
        return field

    def push(self, direction: int) -> None:
        if self.field != self.other:
            self.refuse("P1", Refusal("mississippi_queen/nobody_to_push"))
        if self.on_sandbank():
            self.refuse("P5", Refusal("mississippi_queen/push_on_sandbank"))
        if not 0 <= direction < 6 or direction == (self.course + 3) % 6:
            self.refuse("P2", Refusal("mississippi_queen/push_backwards"))
        self.other = self.push_target(direction)
        cost = 2 if self.game.kind_of(self.other) == LOG else 1
        if cost > self.points:
            why = Refusal("mississippi_queen/push_costs", cost=cost, left=self.points)
            if self.points == 0:
                self.refuse("P4", why)
            self.overdraw("P4", why)
        self.points -= cost

    def push_target(self, direction: int) -> int:
        field = self.game.next_field(self.field, direction)
        low, high = self.game.window()
        allowed = self.game.options["push_out_of_sight"]
        if (field // 20 < low and allowed != "never") or (field // 20 > high and allowed == "always"):
            if self.game.kind_of(field) < ISLAND:
                return field
        return self.passable(direction, "P3")

    def arrive(self) -> bool:
        """The end of the list."""
        self.where = f"after {self.where}"
        if self.field == self.other:
            self.refuse("L3", Refusal("mississippi_queen/both_on_field"))
        if self.points < 0:
            self.refuse("M3", Refusal("mississippi_queen/points_short", short=-self.points))
        if self.points:
            self.refuse("L1", Refusal("mississippi_queen/points_left", left=self.points))
        return self.in_debt

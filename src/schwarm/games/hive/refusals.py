"""Hive: why a move is not legal, rule by rule. Plain sets of fields: nobody is in a hurry here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from schwarm.game.errors import Refusal
from schwarm.games.hive import notation
from schwarm.games.hive.options import INSECTS, KINDS, SIDES
from schwarm.games.hive.tables import CELL, Field, beside, field_of, neighbours, on_board

if TYPE_CHECKING:
    from schwarm.games.hive.rules import Hive

Refused = tuple[str, str]
IS_LEGAL = ("T1", "is legal")


@dataclass(frozen=True, slots=True)
class HiveFields:
    """A position as sets of fields; `swarm` is what stands when the moving piece is lifted."""

    radius: int
    berries: frozenset[Field]
    swarm: frozenset[Field]
    jump_berries: bool

    def common(self, start: Field, goal: Field) -> list[Field]:
        """The fields next to both."""
        return [field for field in neighbours(start, self.radius) if field in neighbours(goal)]

    def free(self, field: Field) -> bool:
        """Can a piece walk onto this field?"""
        return field not in self.swarm and field not in self.berries

    def touches(self, start: Field, goal: Field) -> bool:
        """M6: does a step between neighbours keep contact?"""
        return any(field in self.swarm for field in self.common(start, goal))

    def gate(self, start: Field, goal: Field) -> bool:
        """M7: does a gate, or a blackberry beside a piece, close the step between neighbours?"""
        between = self.common(start, goal)
        pieces = [field for field in between if field in self.swarm]
        return len(pieces) == 2 or (bool(pieces) and any(field in self.berries for field in between))

    def slides(self, start: Field) -> list[Field]:
        """The fields one legal step away."""
        return [field for field in self.steps(start) if not self.gate(start, field)]

    def steps(self, start: Field) -> list[Field]:
        """The fields one step away if gates did not matter."""
        around = neighbours(start, self.radius)
        return [field for field in around if self.free(field) and self.touches(start, field)]


def name(field: Field) -> str:
    return f"{field[0]},{field[1]}"


def refusal(game: Hive, code: int) -> Refused:
    """The rule that forbids a move here, and the reason in words."""
    start, goal = code >> 7, code & 127
    if start == notation.SKIP:
        return "T1", Refusal("hive/can_act")
    if notation.OFF in (start, goal):
        return "S1", Refusal("hive/no_fields", radius=game.radius)
    target = field_of(CELL[goal])
    fields = [target] if start >= notation.SET else [field_of(CELL[start]), target]
    for field in fields:
        if not on_board(field, game.radius):
            return "S1", Refusal("hive/off_board", cell=name(field), radius=game.radius)
    if target in game.blackberries():
        return "S2", Refusal("hive/blackberry", goal=name(target))
    if start >= notation.SET:
        return refused_set(game, start - notation.SET, target)
    return refused_drag(game, fields[0], target)


# --- sets ----------------------------------------------------------------------------------------
def refused_set(game: Hive, kind: int, goal: Field) -> Refused:
    """What forbids to set a piece of this kind on a field of the board that is no blackberry."""
    side = game.side
    hand = game.hands()[side]
    if KINDS[kind] not in hand:
        return "P1", Refusal("hive/none_in_hand", side=SIDES[side], insect=INSECTS[kind])
    stacks = game.stacks()
    if goal in stacks:
        return "P2", Refusal("hive/taken", goal=name(goal))
    options = game.options
    if "Q" in hand and game.turn >= 2 * (int(options["queen_by"]) - 1) and KINDS[kind] != "Q":
        return "P7", Refusal("hive/queen_now", round=options["queen_by"])
    pieces = "".join(stacks.values())
    started = any(letter.isupper() == (side == 0) for letter in pieces)
    if KINDS[kind] == "Q" and not started and not options["queen_first"]:
        return "P8", Refusal("hive/not_queen_first")
    touched = [stacks[field][-1] for field in neighbours(goal) if field in stacks]
    own = [letter for letter in touched if letter.isupper() == (side == 0)]
    owns_a_top = any(stack[-1].isupper() == (side == 0) for stack in stacks.values())
    if started and (owns_a_top or not options["covered_sets"]):
        if len(own) < len(touched):
            return "P6", Refusal("hive/beside_enemy", goal=name(goal))
        if not own:
            return "P5", Refusal("hive/beside_nobody", goal=name(goal))
    elif pieces:
        if not touched:
            return "P4", Refusal("hive/not_beside_first", goal=name(goal))
    elif options["first_piece"] == "centre" and goal != (0, 0):
        return "P3", Refusal("hive/not_centre", goal=name(goal))
    return IS_LEGAL


# --- moves of pieces -----------------------------------------------------------------------------
def refused_drag(game: Hive, start: Field, goal: Field) -> Refused:
    """What forbids to move the piece on one field to another that is no blackberry."""
    stacks = game.stacks()
    stack = stacks.get(start, "")
    own = str.isupper if game.side == 0 else str.islower
    if not stack:
        return "M2", Refusal("hive/empty", start=name(start))
    if not own(stack[-1]):
        if any(own(letter) for letter in stack):
            return "M3", Refusal("hive/covered", start=name(start))
        return "M2", Refusal("hive/not_yours", start=name(start), side=SIDES[game.side])
    if "Q" in game.hands()[game.side]:
        return "M1", Refusal("hive/no_queen_yet")
    if start == goal:
        return "M5", Refusal("hive/same_field")
    kind = stack[-1].upper()
    if goal in stacks and kind != "B":
        return "M5", Refusal("hive/no_climber", goal=name(goal))
    scene = scene_of(game, start)
    if not in_one_piece(scene.swarm):
        return "M4", Refusal("hive/falls_apart", start=name(start))
    return FAULTS[kind](scene, start, goal)


def scene_of(game: Hive, start: Field) -> HiveFields:
    """The position with the top piece of a field lifted."""
    stacks = game.stacks()
    swarm = frozenset(stacks if len(stacks[start]) > 1 else stacks.keys() - {start})
    return HiveFields(game.radius, frozenset(game.blackberries()), swarm, bool(game.options["jump_berries"]))


def in_one_piece(swarm: frozenset[Field]) -> bool:
    """Do these fields hang together?"""
    seen: set[Field] = set()
    todo = list(swarm)[:1]
    while todo:
        field = todo.pop()
        seen.add(field)
        todo += [other for other in neighbours(field) if other in swarm and other not in seen]
    return seen == swarm


def queen_fault(scene: HiveFields, start: Field, goal: Field) -> Refused:
    """I1, M6, M7."""
    if goal not in neighbours(start):
        return "I1", Refusal("hive/queen_step")
    return step_fault(scene, start, goal)


def beetle_fault(scene: HiveFields, start: Field, goal: Field) -> Refused:
    """I2, M6."""
    if goal not in neighbours(start):
        return "I2", Refusal("hive/beetle_step")
    if not ({start, goal} & scene.swarm or scene.touches(start, goal)):
        return "M6", Refusal("hive/loses_contact", start=name(start), goal=name(goal))
    return IS_LEGAL


def step_fault(scene: HiveFields, start: Field, goal: Field) -> Refused:
    """M6, M7 for one step."""
    if not scene.touches(start, goal):
        return "M6", Refusal("hive/loses_contact", start=name(start), goal=name(goal))
    if scene.gate(start, goal):
        return "M7", Refusal("hive/gate", start=name(start), goal=name(goal))
    return IS_LEGAL


def grasshopper_fault(scene: HiveFields, start: Field, goal: Field) -> Refused:
    """I3."""
    hurdles = scene.swarm | scene.berries if scene.jump_berries else scene.swarm
    for direction in range(6):
        field = beside(start, direction)
        crossed = 0
        while field != goal and on_board(field, scene.radius) and field in hurdles:
            field = beside(field, direction)
            crossed += 1
        if field == goal:
            return IS_LEGAL if crossed else ("I3", Refusal("hive/jumps_nothing"))
        while on_board(field, scene.radius):
            if field == goal:
                return "I3", Refusal("hive/jumps_too_far")
            field = beside(field, direction)
    return "I3", Refusal("hive/jumps_crooked")


def spider_fault(scene: HiveFields, start: Field, goal: Field) -> Refused:
    """I4, M6, M7."""
    if goal in spider_goals(start, scene.slides):
        return IS_LEGAL
    if not touches_swarm(scene, goal):
        return "M6", Refusal("hive/no_contact", goal=name(goal))
    if goal in spider_goals(start, scene.steps):
        return "M7", Refusal("hive/gate_before_goal", goal=name(goal))
    return "I4", Refusal("hive/spider_steps")


def spider_goals(start: Field, steps: Callable[[Field], list[Field]]) -> set[Field]:
    """All fields three steps away."""
    return {
        third
        for first in steps(start)
        for second in steps(first)
        if second != start
        for third in steps(second)
        if third not in (start, first)
    }


def ant_fault(scene: HiveFields, start: Field, goal: Field) -> Refused:
    """I5, M6, M7."""
    if not touches_swarm(scene, goal):
        return "M6", Refusal("hive/no_contact", goal=name(goal))
    reached = {start}
    todo = [start]
    while todo:
        fresh = [field for field in scene.slides(todo.pop()) if field not in reached]
        reached.update(fresh)
        todo += fresh
    if goal in reached:
        return IS_LEGAL
    return "M7", Refusal("hive/ant_shut_in", start=name(start), goal=name(goal))


def touches_swarm(scene: HiveFields, goal: Field) -> bool:
    """Does the field touch any piece but the moving one?"""
    return any(field in scene.swarm for field in neighbours(goal))


FAULTS = {
    "A": ant_fault,
    "B": beetle_fault,
    "G": grasshopper_fault,
    "Q": queen_fault,
    "S": spider_fault,
}

"""What lists, the lobby and limits know of a table, whichever page has it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from schwarm.web.tables import messages
from schwarm.web.tables.plans import OPEN, Plan

if TYPE_CHECKING:
    from schwarm.web.tables.table import Table


@dataclass(frozen=True, slots=True)
class Glimpse:
    """A table that has not ended, seen from afar."""

    plan: Plan
    status: messages.Status
    here: tuple[str, ...]  # the sides whose players are connected
    watched: bool
    touched: float
    to_move: str

    @classmethod
    def of(cls, table: Table) -> Glimpse:
        """A table of this page."""
        here = tuple(table.watchers.sides())
        watched = bool(table.watchers)
        return cls(table.plan, table.status, here, watched, table.touched, table.course.shown.to_move)

    def to_json(self) -> dict[str, Any]:
        """For another page."""
        told = {name: getattr(self, name) for name in ("status", "here", "watched", "touched", "to_move")}
        return told | {"plan": self.plan.to_json()}

    @classmethod
    def from_json(cls, told: dict[str, Any]) -> Glimpse:
        """From another page."""
        return cls(**(told | {"plan": Plan.from_json(told["plan"]), "here": tuple(told["here"])}))

    def open_sides(self) -> list[str]:
        """The sides that wait for whoever has the invitation."""
        return [side for side, seat in self.plan.seats.items() if seat.kind == OPEN]

"""Where the rows of facts lie in a net's table; never compiled."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Facts:
    """Counted facts, each with a number of values: those of the own side, the enemy's, joint ones.

    >>> facts = Facts(100, (("fish", 17), ("swarms", 9)), (("turn", 60),))
    >>> facts.place("swarms"), facts.place("swarms", enemy=True), facts.place("turn"), facts.end
    (117, 143, 152, 212)
    """

    first: int  # the row where they begin
    side: tuple[tuple[str, int], ...]
    joint: tuple[tuple[str, int], ...]

    @property
    def span(self) -> int:
        """How many rows one side's facts take: from an own fact to the enemy's."""
        return sum(size for _, size in self.side)

    @property
    def end(self) -> int:
        """The row after the last one."""
        return self.first + 2 * self.span + sum(size for _, size in self.joint)

    def place(self, name: str, *, enemy: bool = False) -> int:
        """The row of a fact's value 0."""
        row = self.first + (self.span if enemy else 0)
        for known, size in self.side:
            if known == name:
                return row
            row += size
        row = self.first + 2 * self.span
        for known, size in self.joint:
            if known == name:
                return row
            row += size
        raise KeyError(name)

"""What the numbers of a game's arrays mean: planes, scalars and actions by index."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

BOTH = 2  # in the place of a side: both sides play through an environment


@dataclass(frozen=True)
class Layout:
    """The fixed shape of one game's arrays.

    An observation is one row of bytes: the planes one after the other, each row by row, then the scalars.
    `turned(symmetry)` gives for each symmetry of the game the places in an observation and the actions
    that its image is read from; symmetry 0 changes nothing.
    """

    game: str
    version: int
    planes: tuple[str, ...]
    rows: int
    columns: int
    scalars: tuple[str, ...]
    actions: int
    symmetries: int
    turned: Callable[[int], tuple[list[int], list[int]]]

    def __str__(self) -> str:
        """What the numbers mean, for people: a line of sizes, then planes and scalars by their places."""
        lines = [
            f"{self.game}, version {self.version}: {self.actions:,} actions, {self.size:,} bytes,"
            f" {len(self.planes)} planes of {self.rows} x {self.columns}, {len(self.scalars)} scalars,"
            f" {self.symmetries} symmetries"
        ]
        lines += [f"plane {number:>3}  {name}" for number, name in enumerate(self.planes)]
        lines += [f"byte {self.plane_bytes + number:>6}  {name}" for number, name in enumerate(self.scalars)]
        return "\n".join(lines)

    @property
    def size(self) -> int:
        """Bytes of one observation."""
        return self.plane_bytes + len(self.scalars)

    @property
    def plane_bytes(self) -> int:
        return len(self.planes) * self.rows * self.columns


def turned_planes(planes: int, cells: list[int], scalars: int) -> list[int]:
    """Where an observation's image is read from when each plane's cell c comes from cells[c]."""
    count = len(cells)
    places = [count * plane + cell for plane in range(planes) for cell in cells]
    return places + list(range(planes * count, planes * count + scalars))

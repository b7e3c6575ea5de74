"""Protista: the start position of a seed (T1-T5). Streams: 0 targets, 1 pieces, 2 kings."""

from __future__ import annotations

from schwarm.game.errors import BadOption
from schwarm.game.random64 import Stream
from schwarm.game.rulebook import Setup
from schwarm.games.protista.placement import CellContents, Placement
from schwarm.games.protista.tables import BLACK, WHITE, Grid

CHECKERS_ROWS = 3


def start(setup: Setup, grid: Grid) -> Placement:
    """Pieces, targets and kings of a seed; BadOption lists why there is no room for them."""
    half = grid.rows // 2
    if grid.rows % 2 == 0:
        raise BadOption(f"option rows: expected an odd number for a drawn start, not {grid.rows}")
    kings = setup.word("win") == "king"
    white = [] if kings else drawn_targets(setup, grid, half)
    if setup.word("setup") == "random":
        cells = drawn_pieces(setup, grid, half)
        king = cells[Stream(setup.seed, 2).below(len(cells))]
    else:
        cells = checkers_pieces(grid, half)
        king = min(cells[: (grid.cols + 1) // 2], key=lambda n: (abs(2 * n - grid.cols + 1), n))
    pieces: dict[int, CellContents] = {}
    for number in cells:
        crowned = kings and number == king
        pieces[number] = CellContents(WHITE, 1, crowned)
        pieces[grid.mirror(number)] = CellContents(BLACK, 1, crowned)
    black = sorted(grid.mirror(number) for number in white)
    return Placement(pieces, (tuple(white), tuple(black)))


def drawn_targets(setup: Setup, grid: Grid, half: int) -> list[int]:
    """T1: in the order drawn, each cell far enough from those taken; nearer ones if the zone is small."""
    zone = grid.rows_from(0, setup.number("target_rows") or half)
    wanted = setup.number("targets")
    if wanted > len(zone) or setup.number("target_rows") > half:
        raise BadOption(f"option targets: expected room for {wanted} in white's half, not {len(zone)} cells")
    order = Stream(setup.seed, 0).sample(zone, len(zone))
    for spacing in range(setup.number("target_spacing"), -1, -1):
        taken: list[int] = []
        for number in order:
            if len(taken) < wanted and all(grid.distance(number, other) >= spacing for other in taken):
                taken.append(number)
        if len(taken) == wanted:
            break
    return sorted(taken)


def drawn_pieces(setup: Setup, grid: Grid, half: int) -> list[int]:
    """T2: drawn from the lowest rows."""
    area = grid.rows_from(0, setup.number("setup_rows") or half)
    count = setup.number("pieces")
    if count > len(area) or setup.number("setup_rows") > half:
        raise BadOption(f"option pieces: expected room for {count} in white's half, not {len(area)} cells")
    return sorted(Stream(setup.seed, 1).sample(area, count))


def checkers_pieces(grid: Grid, half: int) -> list[int]:
    """T3: every second cell of the three home rows."""
    if half < CHECKERS_ROWS:
        raise BadOption(
            f"option setup: checkers expects {2 * CHECKERS_ROWS + 1} rows or more, not {grid.rows}"
        )
    return [n for n in grid.rows_from(0, CHECKERS_ROWS) if n % grid.cols % 2 == n // grid.cols % 2]

"""Protista on the wire: no season played it; ours in the manner of 2026 (docs/reference/contest-protocol.md).

Team ONE is white. A field is `EMPTY` or team and height (`ONE_1`, `TWO_3`, a king `ONE_1_KING`); rows
come from white's edge up. A move is its text in our notation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from schwarm.bits import MOST_CELLS, OFF
from schwarm.contest.wire.element import Element, data_of, fixed, tag
from schwarm.contest.wire.errors import Malformed
from schwarm.contest.wire.generic import Generic
from schwarm.contest.wire.messages import switch
from schwarm.contest.wire.season import renamed
from schwarm.game import Game
from schwarm.games.protista import rules
from schwarm.games.protista.options import SIDES, Reason
from schwarm.games.protista.placement import CellContents, Placement, write_position
from schwarm.games.protista.tables import Grid, board, grid

TEAMS = ("ONE", "TWO")
MOST_COLUMNS = 26
# what stands on a cell -> what its field says
FIELDS = {
    CellContents(side, height, king): f"{TEAMS[side]}_{height}{'_KING' if king else ''}"
    for side in range(2)
    for height in range(1, 10)
    for king in (False, True)
}
PIECES: dict[str, CellContents | None] = {name: piece for piece, name in FIELDS.items()} | {"EMPTY": None}
# side, height and king -> the field: quicker to find than by the piece
ELEMENTS = {
    (piece.side, piece.height, piece.king): fixed(tag("field", name)) for piece, name in FIELDS.items()
}
EMPTY = fixed(tag("field", "EMPTY"))
REASONS: dict[str, str] = {
    Reason.TARGETS: "{} hat genug Ziele erreicht",
    Reason.KING: "{} hat den gegnerischen König geschlagen",
    Reason.NO_PIECES: "{} hat alle gegnerischen Steine geschlagen",
    Reason.LIMIT: "{} liegt nach der letzten Runde vorn",
    Reason.REPETITION: "{} liegt bei Wiederholung der Stellung vorn",
    Reason.NO_MOVES: "{} liegt vorn, und niemand kann mehr ziehen",
}


class Protista(Generic):
    """swc_x_protista."""

    game = "protista"
    regular_reasons: Mapping[str, str] = REASONS
    lead = Reason.LIMIT
    level = Reason.LIMIT

    # --- state -----------------------------------------------------------------------------------
    def state(self, game: Game, names: Sequence[str], last: Element | None) -> Element:
        protista = cast(rules.Protista, game)
        cells = grid(protista.rows, protista.cols)
        inside = [] if last is None else [renamed(last, "lastMove", keep_class=False)]
        inside.append(_board(protista, cells))
        inside += _targets(protista, cells)
        holes = sorted(".".join(cells.names[n] for n in hole) for hole in protista.holes_met())
        inside.append(tag("seen", *(tag("hole", hole) for hole in holes)))
        counts = {
            "left": str(protista.left),
            "inTurn": str(protista.in_turn),
            "turns": str(protista.turns),
            "moves": str(game.turn),
        }
        state = Element("state", self.state_attributes(game) | counts, inside)
        self.tell_rules(state, game)
        return data_of("memento", state)

    def recognises(self, state: Element) -> bool:
        return "currentTeam" in state.attributes and state.child("seen") is not None

    def read_position(self, state: Element, before: Game | None) -> str:
        rows = [_read_row(row) for row in state.need("board").children]
        columns = len(rows[0]) if rows else 0
        if not 0 < columns <= MOST_COLUMNS or len(rows) * columns > MOST_CELLS:
            raise Malformed(f"expected at most {MOST_CELLS} fields, not {len(rows)} rows of {columns}")
        if any(len(row) != columns for row in rows):
            raise Malformed("expected rows of one length")
        cells = grid(len(rows), columns)
        pieces = [piece for row in rows for piece in row]
        team = state.value("currentTeam")
        if team not in TEAMS:
            raise Malformed(f"expected ONE or TWO as currentTeam, not {team!r}")
        targets, reached = _read_targets(state, cells)
        placed = Placement(
            pieces={number: piece for number, piece in enumerate(pieces) if piece is not None},
            targets=targets,
            reached=reached,
            side=TEAMS.index(team),
            left=state.number("left"),
            in_turn=state.number("inTurn"),
            turns=state.number("turns"),
            moves=state.number("moves"),
            seen=tuple(_read_hole(hole, cells) for hole in state.need("seen").children),
        )
        return write_position(placed, cells)


def _board(game: rules.Protista, cells: Grid) -> Element:
    """Rows from white's edge up."""
    fields = [EMPTY] * cells.cells
    for number, piece in game.contents().items():
        fields[number] = ELEMENTS[piece.side, piece.height, piece.king]
    width = cells.cols
    rows = [Element("row", {}, fields[start : start + width]) for start in range(0, cells.cells, width)]
    return Element("board", {}, rows)


def _read_row(row: Element) -> list[CellContents | None]:
    contents = [field.text.strip() for field in row.children]
    strange = [content for content in contents if content not in PIECES]
    if strange:
        raise Malformed(f"expected a field such as ONE_1, not {strange[0]!r}")
    return [PIECES[content] for content in contents]


def _targets(game: rules.Protista, cells: Grid) -> list[Element]:
    """The targets each team defends, and whether its enemy has reached them."""
    found = [tag("targets", team=team) for team in TEAMS]
    for number, attacker, reached in game.targets():
        target = tag("target", cell=cells.names[number], reached=switch(reached))
        found[1 - SIDES.index(attacker)].children.append(target)
    return found


def _read_targets(
    state: Element, cells: Grid
) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], frozenset[tuple[int, int]]]:
    defended: dict[str, list[int]] = {team: [] for team in TEAMS}
    reached = set()
    for targets in state.children:
        if targets.name != "targets":
            continue
        team = targets.value("team")
        if team not in TEAMS:
            raise Malformed(f"expected ONE or TWO as team of <targets>, not {team!r}")
        for target in targets.children:
            number = _cell(target.value("cell"), cells)
            defended[team].append(number)
            if target.flag("reached"):
                reached.add((1 - TEAMS.index(team), number))
    return (tuple(defended["ONE"]), tuple(defended["TWO"])), frozenset(reached)


def _read_hole(hole: Element, cells: Grid) -> int:
    """The cells of a hole as a board."""
    return board(sorted({_cell(name, cells) for name in hole.text.strip().split(".")}))


def _cell(name: str, cells: Grid) -> int:
    number = cells.find(name)
    if number == OFF:
        raise Malformed(f"expected a cell of the board, not {name[:20]!r}")
    return number


SEASON = Protista()

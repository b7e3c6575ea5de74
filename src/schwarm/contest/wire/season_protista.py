"""Protista on the wire: no season ever played it; ours, in the manner of 2026 (docs/contest-protocol.md).

Team ONE is white. A field is `EMPTY` or team and height (`ONE_1`, `TWO_3`, a king `ONE_1_KING`); rows
come from white's edge up. A move is its text in our notation.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from schwarm.contest.wire.element import Element, data_of, fixed, tag
from schwarm.contest.wire.errors import Malformed
from schwarm.contest.wire.generic import Generic
from schwarm.contest.wire.messages import switch
from schwarm.contest.wire.season import Fragment, renamed
from schwarm.games import Game
from schwarm.games.protista.options import Reason

PIECE = re.compile(r"([0-9]+)|([wb])|([WB])([1-9])|(\*)")
FIELD = re.compile(r"(ONE|TWO)_([1-9])(_KING)?")
LETTERS = {"ONE": "w", "TWO": "b"}
TEAMS = {"w": "ONE", "b": "TWO"}
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

    def __init__(self) -> None:
        super().__init__()
        self.fragments = (
            Fragment("Siegpunkte", "SUM", True),
            Fragment("Ziele", "AVERAGE", True),
            Fragment("Material", "AVERAGE", True),
        )

    # --- state -----------------------------------------------------------------------------------
    def state(self, game: Game, names: Sequence[str], last: Element | None) -> Element:
        rows, _, left, targets, in_turn, turns, moves, seen = game.position().split(" ")
        inside = [] if last is None else [renamed(last, "lastMove", keep_class=False)]
        inside.append(tag("board", *(_row(row) for row in reversed(rows.split("/")))))
        for team, cells in zip(self.colours, targets.split("|"), strict=False):
            inside.append(_targets(team, cells))
        holes = [] if seen == "-" else seen.split("|")
        inside.append(tag("seen", *(tag("hole", hole) for hole in holes)))
        more = {"left": left, "inTurn": in_turn, "turns": turns, "moves": moves}
        state = Element("state", self.state_attributes(game) | more, inside)
        self.tell_rules(state, game)
        return data_of("memento", state)

    def recognises(self, state: Element) -> bool:
        return "currentTeam" in state.attributes and state.child("seen") is not None

    def read_position(self, state: Element, before: Game | None) -> str:
        rows = [_read_row(row) for row in reversed(state.need("board").children)]
        targets = [child for child in state.children if child.name == "targets"]
        cells = "|".join(_read_targets(child) for child in targets) or "-"
        holes = "|".join(hole.text.strip() for hole in state.need("seen").children) or "-"
        team = state.value("currentTeam")
        if team not in LETTERS:
            raise Malformed(f"expected ONE or TWO as currentTeam, not {team!r}")
        numbers = [state.number(name) for name in ("inTurn", "turns", "moves")]
        told = " ".join(map(str, numbers))
        return f"{'/'.join(rows)} {LETTERS[team]} {state.number('left')} {cells} {told} {holes}"


def _row(text: str) -> Element:
    fields: list[Element] = []
    for empty, single, stack, height, king in PIECE.findall(text):
        if empty:
            fields += [EMPTY] * int(empty)
        elif king:
            fields[-1] = tag("field", fields[-1].text + "_KING")
        else:
            fields.append(tag("field", f"{TEAMS[(single or stack).lower()]}_{height or 1}"))
    return tag("row", *fields)


def _read_row(row: Element) -> str:
    text, empty = "", 0
    for field in row.children:
        content = field.text.strip()
        if content == "EMPTY":
            empty += 1
            continue
        found = FIELD.fullmatch(content)
        if not found:
            raise Malformed(f"expected a field such as ONE_1, not {content!r}")
        team, height, king = found.groups()
        letter = LETTERS[team]
        text += (
            str(empty or "") + (letter if height == "1" else letter.upper() + height) + ("*" if king else "")
        )
        empty = 0
    return text + str(empty or "")


def _targets(team: str, cells: str) -> Element:
    """The targets a team defends, and whether its enemy has reached them."""
    names = [] if cells in ("", "-") else cells.split(".")
    inside = [tag("target", cell=name.rstrip("+"), reached=switch(name.endswith("+"))) for name in names]
    return tag("targets", *inside, team=team)


def _read_targets(targets: Element) -> str:
    names = [t.value("cell") + ("+" if t.flag("reached") else "") for t in targets.children]
    return ".".join(names) or "-"

"""2026, Piranhas: the codec of server 26.1.0."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from schwarm.contest.wire.element import Element, data_of, fixed, tag
from schwarm.contest.wire.errors import Malformed
from schwarm.contest.wire.season import Fragment, Sent, renamed
from schwarm.contest.wire.style2026 import Style2026
from schwarm.game import Game
from schwarm.games.piranhas import notation
from schwarm.games.piranhas.options import Reason
from schwarm.games.piranhas.rules import Piranhas
from schwarm.games.piranhas.tables import SIZE, STRIDE

VECTORS = {
    "UP": (0, 1),
    "UP_RIGHT": (1, 1),
    "RIGHT": (1, 0),
    "DOWN_RIGHT": (1, -1),
    "DOWN": (0, -1),
    "DOWN_LEFT": (-1, -1),
    "LEFT": (-1, 0),
    "UP_LEFT": (-1, 1),
}
DIRECTIONS = {vector: name for name, vector in VECTORS.items()}
# what a position text shows -> what a field says
FIELDS = {
    ".": "EMPTY",
    "#": "SQUID",
    "1": "ONE_S",
    "2": "ONE_M",
    "3": "ONE_L",
    "4": "TWO_S",
    "5": "TWO_M",
    "6": "TWO_L",
}
LETTERS = {name: letter for letter, name in FIELDS.items()}
# side and weight, as `Piranhas.content` says them -> the field
CONTENTS = {
    (side, weight): f"{('ONE', 'TWO')[side]}_{'SML'[weight - 1]}" for side in (0, 1) for weight in (1, 2, 3)
}
CONTENTS |= {(2, 0): "SQUID", (3, 0): "EMPTY"}
FIELD_ELEMENTS = {content: fixed(tag("field", name)) for content, name in CONTENTS.items()}
ROWS = [[STRIDE * x + y for x in range(SIZE)] for y in range(SIZE)]

# rule id -> official name of the mistake, German sentence, and whether the error shows the bare name
MISTAKES = {
    "M1": ("WRONG_START", "Das Startfeld ist kein Piranha des eigenen Teams", True),
    "M3": ("JUMP_OVER_OPPONENT", "Gegnerische Piranhas können nicht übersprungen werden", True),
    "M4": ("DESTINATION_OUT_OF_BOUNDS", "Das Zielfeld liegt außerhalb des Spielfelds", False),
    "M5": ("DESTINATION_BLOCKED", "Zielfeld ist besetzt", False),
    "M6": ("DESTINATION_BLOCKED_BY_SELF", "Kann nicht auf ein Feld des eigenen Teams ziehen", False),
}
REASONS: dict[str, str] = {
    Reason.HEAVIER_SWARM: "{} hat den größeren zusammenhängenden Schwarm",
    Reason.FIRST_SWARM: "{} hat zuerst alle Fische einer Farbe vereinigt",
    Reason.BLOCKED: "{} hat den Gegner blockiert, sodass er keinen Zug mehr machen kann",
}


class Piranhas2026(Style2026):
    """swc_2026_piranhas."""

    game = "piranhas"
    game_type = "swc_2026_piranhas"
    fragments = (Fragment("Siegpunkte", "SUM", True), Fragment("Schwarmgröße", "AVERAGE", True))
    regular_reasons: Mapping[str, str] = REASONS
    lead = Reason.HEAVIER_SWARM
    level = Reason.EQUAL

    def state(self, game: Game, names: Sequence[str], last: Element | None) -> Element:
        fish = cast(Piranhas, game)
        attributes = {"class": "state", "startTeam": "ONE", "turn": str(game.turn)}
        first = fish.first_swarm()
        if first is not None:
            attributes["firstUnion"] = self.colours[self.sides.index(first)]
        content = fish.content
        rows = [Element("row", {}, [FIELD_ELEMENTS[content(number)] for number in row]) for row in ROWS]
        board = Element("board", {}, rows)
        inside = [board] if last is None else [renamed(last, "lastMove", keep_class=False), board]
        state = Element("state", attributes, inside)
        self.tell_rules(state, game)
        return data_of("memento", state)

    def read_move(self, data: Element, game: Game) -> Sent:
        start = data.need("from")
        x, y = start.number("x"), start.number("y")
        named = data.child("direction")
        direction = "" if named is None else named.text
        if direction not in VECTORS:
            raise Malformed(f"expected a direction such as UP_LEFT, not {direction!r}")
        normal = data_of("move", tag("from", x=str(x), y=str(y)), tag("direction", direction))
        text, broken = self._text(x, y, direction, cast(Piranhas, game))
        return Sent(text, f"Schwimme von [{x}|{y}] in Richtung {direction}", normal, broken)

    def _text(self, x: int, y: int, direction: str, game: Piranhas) -> tuple[str, tuple[str, str] | None]:
        """Our notation, which has no targets off the board: there the broken rule comes along."""
        if not (0 <= x < SIZE and 0 <= y < SIZE):
            return f"[{x}|{y}]-{direction}", ("M1", "expected a start on the board")
        start = notation.square(STRIDE * x + y)
        aim = game.aim(x, y, *VECTORS[direction])
        if aim.goal is None:
            return f"{start}-{direction}", aim.refusal
        return f"{start}-{aim.goal}", None

    def write_move(self, text: str, game: Game) -> Element:
        code = notation.read_move(text)
        x, y = divmod(code >> 7, STRIDE)
        to_x, to_y = divmod(code & 127, STRIDE)
        step = ((to_x > x) - (to_x < x), (to_y > y) - (to_y < y))
        return data_of("move", tag("from", x=str(x), y=str(y)), tag("direction", DIRECTIONS[step]))

    def helpless_move(self) -> Element:
        return data_of("move", tag("from", x="0", y="0"), tag("direction", "UP"))

    def mistake(self, rule: str, why: str, sent: Sent) -> str:
        sentence = MISTAKES[rule][1] if rule in MISTAKES else why
        return f"{sentence} bei '{sent.words}'"

    def mistake_shown(self, rule: str, why: str, sent: Sent) -> str:
        name, sentence, bare = MISTAKES.get(rule, ("", why, False))
        return name if bare else sentence

    def recognises(self, state: Element) -> bool:
        """Later seasons have states in the same manner, but other fields on their boards."""
        board = state.child("board")
        if "startTeam" not in state.attributes or board is None or len(board.children) != SIZE:
            return False
        fields = [field for row in board.children for field in row.children]
        return len(fields) == SIZE * SIZE and all(field.text.strip() in LETTERS for field in fields)

    def read_position(self, state: Element, before: Game | None) -> str:
        rows = []
        for row in state.need("board").children:
            rows.append("".join(LETTERS.get(cell.text.strip(), "?") for cell in row.children))
        first = state.get("firstUnion")
        holder = self.sides[self.colours.index(first)] if first in self.colours else "-"
        return f"{'/'.join(rows)} {state.number('turn')} {holder}"


SEASON = Piranhas2026()

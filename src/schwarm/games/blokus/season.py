"""2027, Blokus: the codec of server 27.0.4.

The wire's `turn` is our slot. `lastMoveMono` is sent empty: the contest's Python library 5.1 stops at the
entries that the official server sends, while all clients read the empty element. `exact` sends them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from schwarm.contest.wire.element import Element, data_of, fixed, tag
from schwarm.contest.wire.errors import Malformed
from schwarm.contest.wire.season import Fragment, Sent, renamed
from schwarm.contest.wire.style2026 import Style2026
from schwarm.game import Game
from schwarm.game.errors import Refusal
from schwarm.games.blokus import refusals
from schwarm.games.blokus.notation import COLUMNS, NOBODY, SKIPPED, hand_text, letters
from schwarm.games.blokus.options import COLOURS, LETTERS, Reason
from schwarm.games.blokus.rules import Blokus
from schwarm.games.blokus.tables import (
    ALL,
    COUNT,
    KINDS,
    LONGEST,
    NAMES,
    OFFICIAL,
    PAIRS,
    SHAPE_OF,
    TURNS,
    place_of,
)

NAMES_OF_COLOURS = tuple(colour.upper() for colour in COLOURS)
GERMAN = ("Blau", "Gelb", "Rot", "Grün")
ROTATIONS = ("NONE", "RIGHT", "MIRROR", "LEFT")
SET, SKIP = "sc.plugin2027.SetMove", "sc.plugin2027.SkipMove"
EMPTY_MONO = "lastMoveMono"
SHAPES = [fixed(tag("shape", name)) for name in OFFICIAL]
VALID = [fixed(tag("color", name)) for name in NAMES_OF_COLOURS]
FIELDS = {
    (x, y, colour): fixed(tag("field", x=str(x), y=str(y), content=name))
    for y in range(LONGEST)
    for x in range(LONGEST)
    for colour, name in enumerate(NAMES_OF_COLOURS)
}

# rule id -> official name of the mistake, German sentence, and whether the error tells the move
MISTAKES = {
    "R5a": ("OUT_OF_BOUNDS", "Der Spielstein passt nicht vollständig auf das Spielfeld", True),
    "R5b": ("OBSTRUCTED", "Der Spielstein würde eine andere Farbe überlagern", True),
    "R6a": ("WRONG_SHAPE", "Der erste Zug muss den festgelegten Spielstein setzen", False),
    "R6b": ("NOT_ON_BORDER", "Der erste Zug muss an den Rand gesetzt werden", True),
    "R7a": ("DUPLICATE_SHAPE", "Der gewählte Stein wurde bereits gesetzt", False),
    "R7b": ("TOUCHES_SAME_COLOR", "Der Spielstein berührt ein Feld gleicher Farbe", True),
    "R7c": (
        "NO_SHARED_CORNER",
        "Alle Teile müssen ein vorheriges Teil gleicher Farbe über mindestens eine Ecke berühren",
        True,
    ),
    "R8": ("SKIP_FIRST_TURN", "Der erste Zug muss einen Stein setzen", True),
    "R9": ("WRONG_COLOR", "Nur eigene Spielfiguren können gezogen werden", True),
}


class Blokus2027(Style2026):
    """swc_2027_blokus."""

    game = "blokus"
    game_type = "swc_2027_blokus"
    fragments = (Fragment("Siegpunkte", "SUM", True), Fragment("Punkte", "AVERAGE", True))
    regular_reasons: Mapping[str, str] = {Reason.MORE_POINTS: "{} hat am meisten Punkte erzielt."}
    lead = Reason.MORE_POINTS
    level = Reason.EQUAL
    most_turns = len(COLOURS)

    def turn(self, game: Game) -> int:
        return cast(Blokus, game).facts()[0]

    # --- states ----------------------------------------------------------------------------------
    def state(self, game: Game, names: Sequence[str], last: Element | None) -> Element:
        blokus = cast(Blokus, game)
        slot, valid, mono, begins_with = blokus.facts()
        attributes = {"class": "state", "startTeam": "ONE", "turn": str(slot)}
        if begins_with >= 0:
            attributes["startPiece"] = OFFICIAL[begins_with]
        attributes["round"] = str(slot // len(blokus.hands()) + 1)
        inside = [] if last is None else [renamed(last, "lastMove")]
        inside.append(Element("board", {}, fields(blokus.lines())))
        inside.append(Element(EMPTY_MONO, {}, self.monos(blokus.hands(), mono)))
        hands = [*blokus.hands(), ALL, ALL][: len(COLOURS)]
        for colour, hand in zip(COLOURS, hands, strict=True):
            held = [SHAPES[kind] for kind in range(COUNT) if hand >> kind & 1]
            inside.append(Element(f"{colour}Shapes", {}, held))
        left = [VALID[colour] for colour in range(len(COLOURS)) if valid >> colour & 1]
        inside.append(Element("validColors", {}, left))
        state = Element("state", attributes, inside)
        self.tell_rules(state, game)
        return data_of("memento", state)

    def monos(self, hands: Sequence[int], mono: int) -> list[Element]:
        """For each colour that has laid everything whether the single square was the last; see above."""
        if not self.exact:
            return []
        return [
            tag("entry", VALID[colour], tag("boolean", "true" if mono >> colour & 1 else "false"))
            for colour, hand in enumerate(hands)
            if hand == 0
        ]

    def in_replay(self, room: str, data: Element) -> Element | None:
        """The official files show round 1 in every state; readers go by the turn."""
        state = data.child("state")
        if state is not None:
            shown = Element("state", state.attributes | {"round": "1"}, state.children)
            data = Element(data.name, data.attributes, [shown])
        return super().in_replay(room, data)

    def recognises(self, state: Element) -> bool:
        """No other season has pieces by colour."""
        return state.child("blueShapes") is not None and state.child("validColors") is not None

    def read_position(self, state: Element, before: Game | None) -> str:
        rules = self.book.choose(self.rules(state).profile, self.rules(state).options)
        size = rules.number("size")
        colours = COLOURS[: 4 if rules.word("colours") == "four" else 2]
        rows = [["."] * size for _ in range(size)]
        for field in state.need("board").children:
            x, y, content = field.number("x"), field.number("y"), field.value("content")
            if not (0 <= x < size and 0 <= y < size) or content not in NAMES_OF_COLOURS:
                raise Malformed(f"expected squares of the board with a colour, not {field.attributes}")
            rows[y][x] = LETTERS[NAMES_OF_COLOURS.index(content)]
        hands = [read_hand(state.need(f"{colour}Shapes")) for colour in colours]
        listed = {color.text.strip() for color in state.need("validColors").children}
        valid = sum(1 << number for number, name in enumerate(NAMES_OF_COLOURS) if name in listed)
        mono = self.read_monos(state, hands, before)
        slot = state.number("turn")
        told = state.get("startPiece")
        start = NOBODY if told is None else KINDS[OFFICIAL.index(told)] if told in OFFICIAL else told
        board = "/".join("".join(row) for row in rows)
        held = "/".join(map(hand_text, hands))
        plies = slot
        if before is not None:
            gone = self.turn(before)
            plies = before.turn + (1 if slot > gone else 0) if gone <= slot <= gone + len(COLOURS) else slot
        made = "" if plies == slot else f" {plies}"
        return f"{board} {slot} {start} {held} {letters(valid)} {letters(mono)}{made}"

    def read_monos(self, state: Element, hands: Sequence[int], before: Game | None) -> int:
        """Who has finished with the single square: told, or known from the last move and from before."""
        found = 0 if before is None else cast(Blokus, before).facts()[2]
        last = state.child("lastMove")
        piece = None if last is None else last.child("piece")
        if piece is not None and piece.get("kind") == OFFICIAL[0] and piece.get("color") in NAMES_OF_COLOURS:
            found |= 1 << NAMES_OF_COLOURS.index(str(piece.get("color")))
        told = state.child(EMPTY_MONO)
        for entry in () if told is None else told.children:
            if len(entry.children) == 2 and entry.children[0].text.strip() in NAMES_OF_COLOURS:
                bit = 1 << NAMES_OF_COLOURS.index(entry.children[0].text.strip())
                found = found | bit if entry.children[1].text.strip() == "true" else found & ~bit
        return sum(found & 1 << colour for colour, hand in enumerate(hands) if hand == 0)

    # --- moves -----------------------------------------------------------------------------------
    def read_move(self, data: Element, game: Game) -> Sent:
        kind = data.attributes.get("class")
        if kind == SKIP:
            named = data.child("color")
            return self.read_skip(None if named is None else named.text.strip(), cast(Blokus, game))
        if kind != SET:
            raise Malformed(f"expected a {SET} or {SKIP}, not {kind!r}")
        piece = data.need("piece")
        strange = [child.name for child in piece.children if child.name not in PARTS]
        if strange:
            raise Malformed(f"expected nothing but {', '.join(PARTS)} inside <piece>, not {strange[0]}")
        color, name = piece.value("color"), piece.value("kind")
        rotation, flipped = piece.value("rotation"), piece.flag("isFlipped")
        place = piece.need("position")
        x, y = place.number("x"), place.number("y")
        if color not in NAMES_OF_COLOURS or name not in OFFICIAL or rotation not in ROTATIONS:
            raise Malformed(f"expected a piece with colour, kind and rotation, not {piece.attributes}")
        colour = NAMES_OF_COLOURS.index(color)
        text = KINDS[OFFICIAL.index(name)] + TURNS[ROTATIONS.index(rotation)] + "f" * flipped
        quarters = ROTATIONS.index(rotation)
        turned = f", gedreht um {90 * quarters}°" if quarters else ""
        mirrored = ", gespiegelt" if flipped else ""
        words = f"Setze {name}(Farbe {GERMAN[colour]}{turned}{mirrored})[{x},{y}]"
        normal = set_data(colour, name, rotation, flipped, x, y)
        blokus = cast(Blokus, game)
        broken = wrong_colour(blokus, colour)
        size = int(game.options["size"])
        if not (0 <= x < size and 0 <= y < size):
            if broken is None and not game.finished():
                broken = refusals.at(blokus, colour, SHAPE_OF[text], x, y)
            return Sent(
                f"{text}@[{x},{y}]",
                words,
                normal,
                broken or ("R5a", Refusal("blokus/off_board")),
            )
        return Sent(f"{NAMES[SHAPE_OF[text]]}@{COLUMNS[x]}{y}", words, normal, broken)

    def read_skip(self, color: str | None, game: Blokus) -> Sent:
        """A skip of a colour; without one it is nobody's."""
        if color not in NAMES_OF_COLOURS:
            if color:
                raise Malformed(f"expected a colour, not {color!r}")
            why = ("R9", Refusal("blokus/other_skips"))
            return Sent(SKIPPED, "null setzt aus", data_of(SKIP), why)
        colour = NAMES_OF_COLOURS.index(color)
        words = f"Farbe {GERMAN[colour]} setzt aus"
        return Sent(SKIPPED, words, data_of(SKIP, tag("color", color)), wrong_colour(game, colour))

    def write_move(self, text: str, game: Game) -> Element:
        colour = COLOURS.index(cast(Blokus, game).colour_to_move())
        if text == SKIPPED:
            return data_of(SKIP, tag("color", NAMES_OF_COLOURS[colour]))
        shape, x, y = place_of(game.read(text))
        name = NAMES[shape]
        kind = PAIRS[name][0]
        rest = name.removeprefix(KINDS[kind])
        rotation = ROTATIONS[TURNS.index(rest.removesuffix("f"))]
        return set_data(colour, OFFICIAL[kind], rotation, rest.endswith("f"), x, y)

    def helpless_move(self) -> Element:
        return data_of(SKIP, tag("color", NAMES_OF_COLOURS[0]))

    def mistake(self, rule: str, why: str, sent: Sent) -> str:
        _, sentence, told = MISTAKES.get(rule, ("", why, True))
        return f"{sentence} bei '{sent.words}'" if told else sentence

    def mistake_shown(self, rule: str, why: str, sent: Sent) -> str:
        return MISTAKES[rule][1] if rule in MISTAKES else why

    def move_shown(self, rule: str, sent: Sent) -> str:
        return sent.words if MISTAKES.get(rule, ("", "", True))[2] else "null"


PARTS = ("color", "kind", "rotation", "isFlipped", "position")


def fields(lines: Sequence[Sequence[int]]) -> list[Element]:
    """The covered squares, row by row."""
    found = []
    for y in range(len(lines[0])):
        taken = [rows[y] for rows in lines]
        for x in range(len(lines[0])):
            for colour, row in enumerate(taken):
                if row >> x & 1:
                    found.append(FIELDS[x, y, colour])
    return found


def read_hand(shapes: Element) -> int:
    """The kinds that a colour has left, as bits."""
    named = {shape.text.strip() for shape in shapes.children}
    if not named <= set(OFFICIAL):
        raise Malformed(f"expected pieces inside <{shapes.name}>, not {min(named - set(OFFICIAL))[:60]!r}")
    return sum(1 << kind for kind, name in enumerate(OFFICIAL) if name in named)


def wrong_colour(game: Blokus, colour: int) -> tuple[str, str] | None:
    """R9: it is another colour's slot."""
    if colour == COLOURS.index(game.colour_to_move()):
        return None
    return "R9", Refusal("blokus/other_colour", colour=game.colour_to_move())


def set_data(colour: int, kind: str, rotation: str, flipped: bool, x: int, y: int) -> Element:
    """A placement as room data."""
    piece = tag(
        "piece",
        tag("position", x=str(x), y=str(y)),
        color=NAMES_OF_COLOURS[colour],
        kind=kind,
        rotation=rotation,
        isFlipped="true" if flipped else "false",
    )
    return data_of(SET, piece)


SEASON = Blokus2027()

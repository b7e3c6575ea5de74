"""2020, Hive: the codec of server 20.final."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from schwarm.contest.wire.element import Element, data_of, fixed, tag
from schwarm.contest.wire.errors import Malformed
from schwarm.contest.wire.messages import switch
from schwarm.contest.wire.old_style import OldStyle
from schwarm.contest.wire.season import Cause, Finish, Fragment, Manners, PlayerFault, Sent, renamed, seconds
from schwarm.game import Game
from schwarm.games.hive import notation
from schwarm.games.hive.options import Reason
from schwarm.games.hive.rules import Hive

RADIUS = 5
KINDS = {"Q": "BEE", "S": "SPIDER", "G": "GRASSHOPPER", "B": "BEETLE", "A": "ANT"}
LETTERS = {name: letter for letter, name in KINDS.items()}
COLOURS = ("RED", "BLUE")
COLUMN = range(-RADIUS, RADIUS + 1)
GERMAN = ("Rot", "Blau")
MOST_HINT = 200


def on_wire(x: int, y: int) -> dict[str, str]:
    """A field's three coordinates."""
    return {"x": str(x), "y": str(y), "z": str(-x - y)}


PIECES = {
    letter if side == 0 else letter.lower(): fixed(tag("piece", owner=COLOURS[side], type=kind))
    for side in range(2)
    for letter, kind in KINDS.items()
}
FREE, BERRY = (
    {(x, y): fixed(tag("field", **on_wire(x, y), isObstructed=flag)) for x in COLUMN for y in COLUMN}
    for flag in ("false", "true")
)
NULL = fixed(tag("null"))
# radius -> the columns of an empty board
BOARDS = {
    radius: [
        [FREE[x, y] if max(abs(x), abs(y), abs(x + y)) <= radius else NULL for y in COLUMN] for x in COLUMN
    ]
    for radius in range(1, RADIUS + 1)
}


class Hive2020(OldStyle):
    """swc_2020_hive."""

    game = "hive"
    game_type = "swc_2020_hive"
    manners = Manners(
        closes_offender=True,
        ends_document=True,
        empty_move_breaks_rules=True,
        reserves_every_seat=True,
        joined_when_full=True,
        paused_states_to_players=False,
        paused_states_to_observers=False,
        state_on_resume=True,
        announces_pause=False,
        announces_wait=False,
        error_to_opponent=False,
        result_to_offender=True,
        result_on_cancel=False,
    )
    fragments = (Fragment("Gewinner", "SUM", True), Fragment("∅ freie Felder", "AVERAGE", True))
    lead = Reason.MORE_LIBERTIES
    level = Reason.EQUAL_LIBERTIES

    # --- state -----------------------------------------------------------------------------------
    def state(self, game: Game, names: Sequence[str], last: Element | None) -> Element:
        hive = cast(Hive, game)
        board = [list(column) for column in BOARDS[cast(int, game.options["radius"])]]
        for x, y in hive.blackberries():
            board[x + RADIUS][y + RADIUS] = BERRY[x, y]
        for (x, y), stack in hive.stacks().items():
            pieces = [PIECES[letter] for letter in stack]
            board[x + RADIUS][y + RADIUS] = Element("field", FREE[x, y].attributes, pieces)
        red, blue = (sorted(hand, key="QSGBA".index) for hand in hive.hands())
        state = tag(
            "state",
            tag("red", color="RED", displayName=names[0]),
            tag("blue", color="BLUE", displayName=names[1]),
            Element("board", {}, [Element("fields", {}, column) for column in board]),
            tag("undeployedRedPieces", *(PIECES[letter] for letter in red)),
            tag("undeployedBluePieces", *(PIECES[letter.lower()] for letter in blue)),
            **{"class": "state"},
            startPlayerColor="RED",
            turn=str(game.turn),
            currentPlayerColor=COLOURS[game.side],
        )
        self.tell_rules(state, game)
        if last is not None:
            state.children.append(renamed(last, "lastMove"))
        return data_of("memento", state)

    def recognises(self, state: Element) -> bool:
        return "startPlayerColor" in state.attributes and state.child("undeployedRedPieces") is not None

    def read_position(self, state: Element, before: Game | None) -> str:
        stacks, berries, radius = {}, [], 0
        for column in state.need("board").children:
            for field in column.children:
                if field.name != "field":
                    continue
                here = field.number("x"), field.number("y")
                radius = max(radius, abs(here[0]))
                pieces = "".join(_letter(piece) for piece in field.children if piece.name == "piece")
                if pieces:
                    stacks[here] = pieces
                elif field.flag("isObstructed"):
                    berries.append(here)
        return notation.write_position(stacks, berries, min(radius, RADIUS), state.number("turn"))

    def options(self, state: Element) -> dict[str, object]:
        """The hand shows in what is on the board and what is not."""
        pieces = list(state.need("undeployedRedPieces").children)
        for column in state.need("board").children:
            for field in column.children:
                pieces += field.children
        return {"hand": "".join(letter for letter in map(_letter, pieces) if letter.isupper())}

    # --- moves -----------------------------------------------------------------------------------
    def read_move(self, data: Element, game: Game) -> Sent:
        kind = data.attributes.get("class")
        hints = [hint.text.strip() for hint in data.children if hint.name == "hint" and hint.text.strip()]
        hint = [tag("hint", hints[0][:MOST_HINT])] if hints else []
        if kind == "setmove":
            return self._read_set(data, game, hint)
        if kind == "dragmove":
            x, y = _field(data.need("start"))
            to_x, to_y = _field(data.need("destination"))
            normal = data_of(
                "dragmove",
                tag("start", **on_wire(x, y)),
                tag("destination", **on_wire(to_x, to_y)),
                *hint,
            )
            words = f"Drag from {_words(x, y)} to {_words(to_x, to_y)}"
            return Sent(f"{x},{y}>{to_x},{to_y}", words, normal)
        if kind in ("skipmove", "missmove"):
            return Sent("SKIP", "Skip", data_of("skipmove", *hint))
        raise Malformed(f"expected a setmove, dragmove or skipmove, not {kind!r}")

    def _read_set(self, data: Element, game: Game, hint: list[Element]) -> Sent:
        piece = data.need("piece")
        x, y = _field(data.need("destination"))
        kind = piece.value("type")
        owner = piece.get("owner") or COLOURS[game.side]
        if kind not in LETTERS or owner not in COLOURS:
            raise Malformed(f"expected a piece such as RED ANT, not {owner!r} {kind!r}")
        normal = data_of(
            "setmove", tag("piece", owner=owner, type=kind), tag("destination", **on_wire(x, y)), *hint
        )
        foreign = owner != COLOURS[game.side]
        broken = ("P1", f"expected a piece of {COLOURS[game.side]}") if foreign else None
        words = f"Set {owner} {kind} to {_words(x, y)}"
        text = f"{LETTERS[kind]}@{x},{y}"
        return Sent(text.lower() if foreign else text, words, normal, broken)

    def write_move(self, text: str, game: Game) -> Element:
        if notation.read_move(text) == notation.SKIP_CODE:
            return data_of("skipmove")
        found = notation.MOVE.fullmatch(text)
        assert found is not None  # it has just been read
        kind, start, goal = found.groups()
        destination = tag("destination", **_on_wire_text(goal))
        if start is not None:
            return data_of("dragmove", tag("start", **_on_wire_text(start)), destination)
        return data_of("setmove", tag("piece", owner=COLOURS[game.side], type=KINDS[kind]), destination)

    def helpless_move(self) -> Element:
        return data_of("skipmove")

    # --- errors and the end ----------------------------------------------------------------------
    def mistake(self, rule: str, why: str, sent: Sent) -> str:
        return f"{why}; move was {sent.words}"

    def refusal(self, room: str, name: str, rule: str, why: str, sent: Sent) -> Element:
        message = f"Ungueltiger Zug von '{name}'.\n{self.mistake(rule, why, sent)}"
        skip = sent.data.attributes["class"] == "skipmove"
        return self.plain_error(message, None if skip else sent.data)

    def refusal_for_observers(self, told: Element) -> Element:
        message = told.attributes["message"].partition("\n")[2]
        return Element("data", {**told.attributes, "message": message}, told.children)

    def out_of_turn(self, words: str, original: Element) -> Element | None:
        return self.plain_error("It's not your turn yet.", original)

    def joined_game_room(self, room: str, players: int) -> Element | None:
        return tag("joinedGameRoom", roomId=room, existing=switch(players > 1))

    def winner(self, game: Game, names: Sequence[str], side: int) -> Element:
        return tag("winner", color=COLOURS[side], displayName=names[side])

    def regular_reason(self, names: Sequence[str], finish: Finish) -> str:
        if finish.winner is None:
            return "Das Rundenlimit wurde erreicht.\nBeide Bienen haben gleich viele freie Felder."
        name = f"{names[finish.winner]} ({GERMAN[finish.winner]})"
        if finish.reason == Reason.SURROUNDED:
            return f"Das Spiel ist beendet.\n{name} hat die gegnerische Biene umzingelt."
        return f"Das Rundenlimit wurde erreicht.\n{name} hat mehr freie Felder um seine Biene."

    def fault_reason(self, fault: PlayerFault | None, finish: Finish) -> str | None:
        if fault is None:
            return ""
        if fault.cause is Cause.ILLEGAL_MOVE:
            return fault.words
        if fault.cause in (Cause.SOFT_TIMEOUT, Cause.HARD_TIMEOUT):
            soft = fault.cause is Cause.SOFT_TIMEOUT
            limit = seconds(finish.limits.soft_ms if soft else finish.limits.hard_ms)
            return f"Der Spieler hat innerhalb von {limit} Sekunden nach Aufforderung keinen Zug gesendet"
        return "Der Spieler hat das Spiel verlassen"


def _letter(piece: Element) -> str:
    kind = LETTERS.get(piece.value("type"))
    if kind is None:
        raise Malformed(f"expected a piece of {', '.join(LETTERS)}, not {piece.get('type')!r}")
    return kind if piece.value("owner") == "RED" else kind.lower()


def _field(element: Element) -> tuple[int, int]:
    """Only x and y are read: clients of the season send wrong or no z."""
    return element.number("x"), element.number("y")


def _on_wire_text(name: str) -> dict[str, str]:
    ((x, y),) = notation.read_fields(name)
    return on_wire(x, y)


def _words(x: int, y: int) -> str:
    return f"({x},{y},{-x - y})"


SEASON = Hive2020()

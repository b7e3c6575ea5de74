"""2017, Mississippi Queen: the codec of server 17mq.17."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import cast

from schwarm.contest.wire.element import Element, data_of, fixed, tag
from schwarm.contest.wire.errors import Malformed
from schwarm.contest.wire.messages import switch
from schwarm.contest.wire.old_style import OldStyle
from schwarm.contest.wire.season import Cause, Finish, Fragment, Manners, PlayerFault, Sent, renamed
from schwarm.game import Game, GameError
from schwarm.games.mississippi_queen import notation
from schwarm.games.mississippi_queen.board import GONE, UNKNOWN, WAITING
from schwarm.games.mississippi_queen.options import Reason
from schwarm.games.mississippi_queen.rules import MississippiQueen
from schwarm.games.mississippi_queen.tables import PLACES, POINTS, SEGMENTS

DIRECTIONS = ("RIGHT", "UP_RIGHT", "UP_LEFT", "LEFT", "DOWN_LEFT", "DOWN_RIGHT")
COLOURS = ("RED", "BLUE")
FIELDS = {"W": "WATER", "B": "BLOCKED", "G": "GOAL", "S": "SANDBANK", "L": "LOG"}
FIELDS |= {letter: f"PASSENGER{letter}" for letter in WAITING} | dict.fromkeys(GONE, "BLOCKED")
LETTERS = {name: letter for letter, name in reversed(FIELDS.items()) if letter not in GONE}
# element of an action -> its letter in our notation and the attribute that holds its number
ACTIONS = {"acceleration": ("A", "acc"), "turn": ("T", "direction"), "advance": ("M", "distance")}
ELEMENTS = {letter: (name, attribute) for name, (letter, attribute) in ACTIONS.items()}
MOST_ACTIONS = 64
MOST_HINT = 200
NO_ACTIONS = "Der Zug enthält keine Aktionen"
REASONS: dict[str, str] = {
    Reason.GOAL: "Das Spiel ist beendet.\nEin Spieler ist im Ziel",
    Reason.BLOCKED: "Das Spiel ist beendet.\nEin Spieler kann nicht mehr ziehen.",
    Reason.DISTANCE: "Das Spiel ist vorzeitig zu Ende.\nEin Spieler wurde abgehängt.",
}


class Mississippi2017(OldStyle):
    """swc_2017_mississippi_queen."""

    game = "mississippi_queen"
    game_type = "swc_2017_mississippi_queen"
    manners = Manners(
        closes_offender=True,
        ends_document=True,
        empty_move_breaks_rules=True,
        reserves_every_seat=True,
        joined_when_full=True,
        paused_states_to_players=True,
        paused_states_to_observers=True,
        state_on_resume=False,
        announces_pause=False,
        announces_wait=True,
        error_to_opponent=True,
        result_to_offender=False,
        result_on_cancel=False,
    )
    fragments = (
        Fragment("Siegpunkte", "SUM", False),
        Fragment("Punkte", "SUM", True),
        Fragment("Passagiere", "SUM", True),
    )
    password_attribute = "passphrase"
    replay_root = "object-stream"
    lead = Reason.POINTS
    level = Reason.EQUAL

    def __init__(self) -> None:
        super().__init__()
        self._usual_to_players = {**self.usual_options, "push_out_of_sight": "removed"}

    # --- state -----------------------------------------------------------------------------------
    def state(self, game: Game, names: Sequence[str], last: Element | None) -> Element:
        queen = cast(MississippiQueen, game)
        first, final = queen.window()
        tiles = [self._tile(queen, segment) for segment in range(first, final + 1)]
        state = tag(
            "state",
            self._ship(queen, names, 0, "red"),
            self._ship(queen, names, 1, "blue"),
            tag("board", tag("tiles", *tiles)),
            **{"class": "state"},
            turn=str(game.turn),
            startPlayer="RED",
            currentPlayer=COLOURS[game.side],
            freeTurn=switch(queen.ship(game.side).free > 1),
        )
        self.tell_rules(state, game)
        if last is not None:
            state.children.append(renamed(last, "lastMove", keep_class=False))
        return data_of("memento", state)

    def plays_usual_rules(self, game: Game) -> bool:
        """What players know of a game leaves out its river, and whether ships are pushed out of sight."""
        options = game.options
        if options["board"]:
            options = {**options, "board": ""}
        return options in (self._usual_to_players, self.usual_options)

    def _ship(self, queen: MississippiQueen, names: Sequence[str], side: int, name: str) -> Element:
        ship = queen.ship(side)
        x, y = queen.coordinates(ship.field)
        return tag(
            name,
            displayName=names[side],
            color=COLOURS[side],
            points=str(queen.points()[side]),
            x=str(x),
            y=str(y),
            direction=DIRECTIONS[ship.course],
            speed=str(ship.speed),
            coal=str(ship.coal),
            tile=str(ship.field // PLACES),
            passenger=str(ship.aboard),
        )

    def _player(self, queen: MississippiQueen, names: Sequence[str], side: int, name: str) -> Element:
        """A ship where its class must be told."""
        ship = self._ship(queen, names, side, name)
        return Element(name, {"class": "player", **ship.attributes})

    def _tile(self, queen: MississippiQueen, segment: int) -> Element:
        text = queen.segment_text(segment)
        fields = []
        for place, letter in enumerate(text[1:]):
            fields.append(_field(letter, *queen.coordinates(PLACES * segment + place), POINTS[place]))
        return tag("tile", tag("fields", *fields), visible="true", index=str(segment), direction=text[0])

    def paused(self, game: Game, names: Sequence[str], on: bool) -> Element:
        return data_of("paused", self._player(cast(MississippiQueen, game), names, game.side, "nextPlayer"))

    def joined_game_room(self, room: str, players: int) -> Element | None:
        return None

    def in_replay(self, room: str, data: Element) -> Element | None:
        """States and results without rooms and classes, and no errors."""
        if data.attributes["class"] == "memento":
            state = data.need("state")
            kept = {key: value for key, value in state.attributes.items() if key != "class"}
            return Element("state", kept, state.children)
        return Element("result", {}, data.children) if data.attributes["class"] == "result" else None

    def recognises(self, state: Element) -> bool:
        board = state.child("board")
        return "startPlayer" in state.attributes and board is not None and board.child("tiles") is not None

    def read_position(self, state: Element, before: Game | None) -> str:
        queen = cast(MississippiQueen | None, before)
        segments = [UNKNOWN] * SEGMENTS
        if queen is not None:  # what was seen before; the rest of its river is only a guess
            known = queen.window()[1] + 1
            segments[:known] = [queen.segment_text(number) for number in range(known)]
        for tile in state.need("board").need("tiles").children:
            self._read_tile(tile, segments)
        self._close_gaps(segments)
        return f"{'/'.join(segments)} {self._read_ships(state, segments, self._after(state, queen))}"

    def start_position(self, states: Sequence[Element]) -> str:
        """Segments come into sight later; what they hold stays as it was first seen."""
        river, first = [UNKNOWN] * SEGMENTS, [UNKNOWN] * SEGMENTS
        for state in states:
            for tile in state.need("board").need("tiles").children:
                if river[tile.number("index") % SEGMENTS] == UNKNOWN:
                    self._read_tile(tile, river)
        for tile in states[0].need("board").need("tiles").children:
            self._read_tile(tile, first)
        self._close_gaps(river)
        self._close_gaps(first)
        return f"{'/'.join(river)} {self._read_ships(states[0], first, None)}"

    def _close_gaps(self, segments: list[str]) -> None:
        """What lies beyond a gap is of no use."""
        if UNKNOWN in segments:
            first = segments.index(UNKNOWN)
            segments[first:] = [UNKNOWN] * (SEGMENTS - first)

    def _read_ships(self, state: Element, segments: list[str], after: MississippiQueen | None) -> str:
        """Everything in a position but the river: ships, ply, side, the foremost segment ever reached."""
        colour = state.value("currentPlayer")
        if colour not in COLOURS:
            raise Malformed(f"expected RED or BLUE as currentPlayer, not {colour!r}")
        side = COLOURS.index(colour)
        free = [1, 1] if after is None else [after.ship(0).free, after.ship(1).free]
        free[side] = 2 if state.flag("freeTurn") else 1
        ships = [self._read_ship(state.need(name), free[i]) for i, name in enumerate(("red", "blue"))]
        shown = [state.need(name).number("tile") for name in ("red", "blue")]
        latest = max([*shown, self._foremost(segments) - 1])
        return f"{ships[0]} {ships[1]} {state.number('turn')} {self.sides[side]} {latest}"

    def _foremost(self, segments: list[str]) -> int:
        """The last segment that is known; one before it is the foremost a ship has ever been in."""
        known = segments.index(UNKNOWN) if UNKNOWN in segments else SEGMENTS
        return known - 1

    def _after(self, state: Element, before: MississippiQueen | None) -> MississippiQueen | None:
        """The game so far with the state's last move made, as far as it can be known."""
        last = state.child("lastMove")
        if before is None or last is None or before.turn >= state.number("turn"):
            return before
        after = cast(MississippiQueen, before.copy())
        try:
            after.play(self.read_move(last, after).text)
        except (GameError, Malformed):
            return before
        return after

    def _read_tile(self, tile: Element, segments: list[str]) -> None:
        index = tile.number("index")
        if not 0 <= index < SEGMENTS:
            raise Malformed(f"expected a tile from 0 to {SEGMENTS - 1}, not {index}")
        letters = "".join(LETTERS.get(field.value("type"), "?") for field in tile.need("fields").children)
        known = segments[index][1:]
        if len(known) == len(letters):  # an island that held a passenger stays known as such
            pairs = zip(letters, known, strict=True)
            letters = "".join(
                GONE[WAITING.index(old)] if new == "B" and old in WAITING else old if old in GONE else new
                for new, old in pairs
            )
        segments[index] = f"{tile.number('direction')}{letters}"

    def _read_ship(self, ship: Element, free: int) -> str:
        course = ship.value("direction")
        if course not in DIRECTIONS:
            raise Malformed(f"expected a direction such as UP_LEFT, not {course!r}")
        numbers = [ship.number("x"), ship.number("y"), DIRECTIONS.index(course)]
        numbers += [ship.number(name) for name in ("speed", "coal", "passenger")]
        return ",".join(map(str, [*numbers, free]))

    # --- moves -----------------------------------------------------------------------------------
    def read_move(self, data: Element, game: Game) -> Sent:
        if data.name == "data" and data.attributes.get("class") != "move":
            raise Malformed(f"expected a move, not {data.attributes.get('class')!r}")
        actions = [child for child in data.children if child.name in ACTIONS or child.name == "push"]
        hints = [child for child in data.children if child.name == "hint"]
        if len(actions) > MOST_ACTIONS:
            raise Malformed(f"expected at most {MOST_ACTIONS} actions, not {len(actions)}")
        actions.sort(key=lambda action: action.number("order", 0))
        words, normal = [], []
        for order, action in enumerate(actions):
            word, attributes = self._read_action(action)
            words.append(word)
            kept = str(action.number("order", order))
            normal.append(Element(action.name, {"order": kept, **attributes}))
        normal += [tag("hint", content=(hint.get("content") or "")[:MOST_HINT]) for hint in hints[:10]]
        text = " ".join(words)
        broken = None if words else ("L1", NO_ACTIONS)
        return Sent(text, text, data_of("move", *normal), broken)

    def _read_action(self, action: Element) -> tuple[str, dict[str, str]]:
        if action.name == "push":
            direction = action.value("direction")
            if direction not in DIRECTIONS:
                raise Malformed(f"expected a direction such as UP_LEFT, not {direction!r}")
            return f"P{DIRECTIONS.index(direction)}", {"direction": direction}
        letter, attribute = ACTIONS[action.name]
        number = action.number(attribute, 0)
        return f"{letter}{number}" if letter == "M" else f"{letter}{number:+d}", {attribute: str(number)}

    def write_move(self, text: str, game: Game) -> Element:
        actions = []
        for order, action in enumerate(notation.read_actions(text)):
            if action.letter == "P":
                actions.append(tag("push", order=str(order), direction=DIRECTIONS[action.number]))
            else:
                name, attribute = ELEMENTS[action.letter]
                actions.append(Element(name, {"order": str(order), attribute: str(action.number)}))
        return data_of("move", *actions)

    def helpless_move(self) -> Element:
        return data_of("move")  # without actions

    # --- errors and the end ----------------------------------------------------------------------
    def mistake(self, rule: str, why: str, sent: Sent) -> str:
        return why

    def refusal(self, room: str, name: str, rule: str, why: str, sent: Sent) -> Element:
        request = tag("originalRequest", sent.data, **{"class": "room"}, roomId=room)
        return data_of("error", request, message=f"Ungueltiger Zug von '{name}'.\n{why}")

    def winner(self, game: Game, names: Sequence[str], side: int) -> Element:
        return self._player(cast(MississippiQueen, game), names, side, "winner")

    def regular_reason(self, names: Sequence[str], finish: Finish) -> str:
        return REASONS.get(finish.reason, "Das Rundenlimit wurde erreicht.")

    def fault_reason(self, fault: PlayerFault | None, finish: Finish) -> str | None:
        return fault.words if fault is not None and fault.cause is Cause.ILLEGAL_MOVE else None


@lru_cache(maxsize=1 << 14)
def _field(letter: str, x: int, y: int, points: int) -> Element:
    return fixed(tag("field", type=FIELDS[letter], x=str(x), y=str(y), points=str(points)))


SEASON = Mississippi2017()

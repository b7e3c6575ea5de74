"""2026, Piranhas: the codec of server 26.1.0."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from schwarm.contest.wire.element import Element, data_of, fixed, tag
from schwarm.contest.wire.errors import Malformed
from schwarm.contest.wire.messages import CLOSE
from schwarm.contest.wire.season import (
    Cause,
    Fault,
    Finish,
    Fragment,
    Manners,
    Season,
    Sent,
    Told,
    parts,
    read_parts,
    renamed,
    seconds,
)
from schwarm.games import Game
from schwarm.games.piranhas.notation import FISH
from schwarm.games.piranhas.options import Reason

SIZE = 10
COLUMNS = "ABCDEFGHIJ"
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
FIELD_ELEMENTS = {letter: fixed(tag("field", name)) for letter, name in FIELDS.items()}

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
# what a player did -> the reason of the result; {0} is its name, {1} the official words or the limit
FAULTS = {
    Cause.ILLEGAL_MOVE: "Regelverletzung von {0}: {1}",
    Cause.OUT_OF_TURN: "Missachtung des Spielablaufs von {0}: {1}",
    Cause.SOFT_TIMEOUT: (
        "{0} hat fuer die Antwort auf die Zugaufforderung laenger als {1} Sekunden gebraucht."
    ),
    Cause.HARD_TIMEOUT: "{0} hat innerhalb von {1} Sekunden nach Aufforderung keinen Zug gesendet.",
    Cause.CLOSED: "{0} hat das Spiel verlassen: RECEIVED_DISCONNECT",
    Cause.BROKEN: "{0} hat das Spiel verlassen: PROTOCOL_ERROR",
    Cause.ABSENT: "{0} hat das Spiel verlassen: NOT_CONNECTED",
    Cause.LEFT: "{0} hat das Spiel verlassen: LOST_CONNECTION",
}
TIMEOUTS = (Cause.SOFT_TIMEOUT, Cause.HARD_TIMEOUT)
BOTH = "Alle Spieler"


class Style2026(Season):
    """What every game in the manner of 2026 has in common: teams, faults, results."""

    colours = ("ONE", "TWO")
    unnamed = None
    manners = Manners(
        closes_on_mistakes=False,
        joined_when_full=False,
        paused_states_to_players=False,
        paused_states_to_observers=True,
        state_on_resume=True,
        announces_pause=True,
        announces_wait=False,
        error_to_opponent=False,
        result_to_offender=True,
        result_on_cancel=True,
    )
    harmless = frozenset({"moveRequest", "welcomeMessage", "memento", "result", "paused", "error", "state"})
    request = data_of("moveRequest")
    goodbye = tag(CLOSE)
    regular_reasons: Mapping[str, str]  # reason of the rule book -> German sentence about the winner

    def welcome(self, side: int) -> Element:
        return data_of("welcomeMessage", color=self.colours[side])

    def known_as(self, side: int, names: Sequence[str]) -> str:
        """The display name, or the team where there is none."""
        return names[side] or self.colours[side]

    def refusal(self, room: str, name: str, rule: str, why: str, sent: Sent) -> Element:
        mistake = self.mistake_shown(rule, why, sent)
        message = f"Ungueltiger Zug von '{name}'.\nInvalidMoveException(mistake={mistake}, move={sent.words})"
        return self.plain_error(message, sent.data)

    def out_of_turn(self, words: str, original: Element) -> Element | None:
        return self.plain_error(words, original)

    def mistake_shown(self, rule: str, why: str, sent: Sent) -> str:
        """The mistake as the error message names it."""
        return self.mistake(rule, why, sent)

    def plain_error(self, message: str, original: Element | None) -> Element:
        inside = [] if original is None else [renamed(original, "originalMessage")]
        return data_of("error", *inside, message=message)

    def fault_words(self, fault: Fault, name: str, finish: Finish) -> str:
        """The reason of a game that a player's mistake ended."""
        more = seconds(finish.limits.soft_ms) if fault.cause in TIMEOUTS else fault.words
        return FAULTS[fault.cause].format(name, more)

    def read_cause(self, reason: str, offender: str) -> Cause:
        """What the offender did, by the sentence about it; all that is unknown is a way to leave."""
        for cause, sentence in FAULTS.items():
            if reason.startswith(sentence.partition("{1}")[0].format(offender)):
                return cause
        return Cause.LEFT

    def reason(self, names: Sequence[str], finish: Finish) -> str:
        """The sentence that says why the game ended so."""
        offenders = [side for side in range(2) if finish.faults[side]]
        if offenders:
            fault = finish.faults[offenders[0]]
            assert fault is not None
            name = BOTH if len(offenders) == 2 else self.known_as(offenders[0], names)
            return self.fault_words(fault, name, finish)
        if finish.winner is None:
            return "Beide Spieler sind gleichauf"
        return self.regular_reasons[finish.reason].format(self.known_as(finish.winner, names))

    def result(self, game: Game, names: Sequence[str], finish: Finish) -> Element:
        entries = []
        for side in range(2):
            player = tag("player")
            if names[side]:
                player.attributes["name"] = names[side]
            player.attributes["team"] = self.colours[side]
            entries.append(tag("entry", player, tag("score", *parts(finish.scores[side]))))
        winner = tag("winner")
        if finish.winner is not None:
            winner.attributes["team"] = self.colours[finish.winner]
        winner.attributes["regular"] = "true" if finish.regular else "false"
        winner.attributes["reason"] = self.reason(names, finish)
        return data_of("result", self.definition(), tag("scores", *entries), winner)

    def read_result(self, data: Element) -> Told:
        scores = [read_parts(entry.need("score")) for entry in data.need("scores").children]
        winner = data.child("winner")
        team = winner and winner.get("team")
        side = self.colours.index(team) if team in self.colours else None
        reason = (winner and winner.get("reason")) or ""
        cause = None
        if winner is not None and not winner.flag("regular"):
            offender = BOTH if side is None else self.known_as(1 - side, self._names(data))
            cause = self.read_cause(reason, offender)
        return Told(side, reason, tuple(scores), cause)

    def names_in(self, state: Element, result: Element | None) -> tuple[str, str]:
        return ("", "") if result is None else self._names(result)

    def _names(self, result: Element) -> tuple[str, str]:
        names = [entry.need("player").get("name") or "" for entry in result.need("scores").children]
        first, second = [*names, "", ""][:2]
        return first, second


class Piranhas2026(Style2026):
    """swc_2026_piranhas."""

    game = "piranhas"
    game_type = "swc_2026_piranhas"
    fragments = (Fragment("Siegpunkte", "SUM", True), Fragment("Schwarmgröße", "AVERAGE", True))
    regular_reasons: Mapping[str, str] = REASONS
    lead = Reason.HEAVIER_SWARM
    level = Reason.EQUAL

    def state(self, game: Game, names: Sequence[str], last: Element | None) -> Element:
        rows, turn, first = game.position().split(" ")
        attributes = {"class": "state", "startTeam": "ONE", "turn": turn}
        if first != "-":
            attributes["firstUnion"] = self.colours[self.sides.index(first)]
        board = tag(
            "board", *(tag("row", *(FIELD_ELEMENTS[letter] for letter in row)) for row in rows.split("/"))
        )
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
        text, broken = self._text(x, y, direction, game)
        return Sent(text, f"Schwimme von [{x}|{y}] in Richtung {direction}", normal, broken)

    def _text(self, x: int, y: int, direction: str, game: Game) -> tuple[str, tuple[str, str] | None]:
        """Our notation, which has no targets off the board: there the broken rule comes along."""
        if not (0 <= x < SIZE and 0 <= y < SIZE):
            return f"[{x}|{y}]-{direction}", ("M1", "expected a start on the board")
        rows = game.position().split(" ")[0].split("/")
        dx, dy = VECTORS[direction]
        ahead, behind = _line(rows, x, y, dx, dy), _line(rows, x, y, -dx, -dy)
        distance = sum(letter in FISH for letter in f"{rows[y][x]}{ahead}{behind}")
        start = f"{COLUMNS[x]}{y}"
        if distance <= len(ahead):
            return f"{start}-{COLUMNS[x + distance * dx]}{y + distance * dy}", None
        own = FISH[3 * game.side : 3 * game.side + 3]
        if rows[y][x] not in own:
            return f"{start}-{direction}", ("M1", "expected an own fish at the start")
        if any(letter in FISH and letter not in own for letter in ahead):
            return f"{start}-{direction}", ("M3", "an enemy fish is in the way")
        return f"{start}-{direction}", ("M4", f"moves {distance} squares, off the board")

    def write_move(self, text: str, game: Game) -> Element:
        start, target = text.split("-")
        x, y = COLUMNS.index(start[0]), int(start[1])
        dx, dy = COLUMNS.index(target[0]) - x, int(target[1]) - y
        step = ((dx > 0) - (dx < 0), (dy > 0) - (dy < 0))
        return data_of("move", tag("from", x=str(x), y=str(y)), tag("direction", DIRECTIONS[step]))

    def helpless_move(self) -> Element:
        return data_of("move", tag("from", x="0", y="0"), tag("direction", "UP"))

    def mistake(self, rule: str, why: str, sent: Sent) -> str:
        sentence = MISTAKES[rule][1] if rule in MISTAKES else why
        return f"{sentence} bei '{sent.words}'"

    def mistake_shown(self, rule: str, why: str, sent: Sent) -> str:
        name, sentence, bare = MISTAKES.get(rule, ("", why, False))
        return name if bare else sentence

    def read_position(self, state: Element, before: Game | None) -> str:
        rows = []
        for row in state.need("board").children:
            rows.append("".join(LETTERS.get(cell.text.strip(), "?") for cell in row.children))
        first = state.get("firstUnion")
        holder = self.sides[self.colours.index(first)] if first in self.colours else "-"
        return f"{'/'.join(rows)} {state.number('turn')} {holder}"


def _line(rows: list[str], x: int, y: int, dx: int, dy: int) -> str:
    """What stands on the squares from one square to the edge, nearest first."""
    found = ""
    while 0 <= x + dx < SIZE and 0 <= y + dy < SIZE:
        x, y = x + dx, y + dy
        found += rows[y][x]
    return found

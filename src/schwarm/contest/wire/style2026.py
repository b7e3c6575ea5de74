"""What every game in the manner of 2026 has in common: teams, faults, results, refusals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from schwarm.contest.wire import messages
from schwarm.contest.wire.element import Element, data_of, tag
from schwarm.contest.wire.messages import CLOSE, Request
from schwarm.contest.wire.season import (
    Cause,
    Denial,
    Finish,
    Manners,
    PlayerFault,
    Season,
    Sent,
    ToldEnd,
    parts,
    read_parts,
    renamed,
    seconds,
)
from schwarm.game import Game

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
# why a request is not granted -> the exception that the official server names
EXCEPTIONS = {
    Denial.ROOM: "sc.api.plugins.exceptions.GameRoomException",
    Denial.RESERVATION: "sc.server.gaming.UnknownReservationException",
    Denial.PASSWORD: "sc.server.network.AuthenticationFailedException",
    Denial.STRANGER: "sc.server.network.UnauthenticatedException",
}
# what the official server calls the requests that only administrators may make
OFFICIAL_NAMES = {
    messages.Observe: "ObservationRequest",
    messages.Prepare: "PrepareGameRequest",
    messages.Pause: "PauseGameRequest",
    messages.StepRequest: "StepRequest",
    messages.Cancel: "CancelRequest",
}


class Style2026(Season):
    """The codec without states and moves."""

    colours = ("ONE", "TWO")
    unnamed = None
    manners = Manners(
        closes_offender=False,
        ends_document=False,
        empty_move_breaks_rules=False,
        reserves_every_seat=False,
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
    regular_reasons: Mapping[str, str] = {}  # reason of the rule book -> German sentence about the winner

    def welcome(self, side: int) -> Element:
        return data_of("welcomeMessage", color=self.colours[side])

    def known_as(self, side: int, names: Sequence[str]) -> str:
        """The display name, or the team where there is none."""
        return names[side] or self.colours[side]

    def denial(self, kind: Denial, words: str, original: Element) -> Element | None:
        request = renamed(original, "originalRequest")
        request.attributes = {"class": original.name, **request.attributes}
        return tag("errorpacket", request, message=f"{EXCEPTIONS[kind]}: {words}")

    def stranger_words(self, request: Request) -> str | None:
        name = OFFICIAL_NAMES.get(type(request), type(request).__name__)
        return f"Request {name} requires authentication"

    def refusal(self, room: str, name: str, rule: str, why: str, sent: Sent) -> Element:
        mistake = self.mistake_shown(rule, why, sent)
        move = self.move_shown(rule, sent)
        message = f"Ungueltiger Zug von '{name}'.\nInvalidMoveException(mistake={mistake}, move={move})"
        return self.plain_error(message, sent.data)

    def move_shown(self, rule: str, sent: Sent) -> str:
        """The move as the error message tells it."""
        return sent.words

    def out_of_turn(self, words: str, original: Element) -> Element | None:
        return self.plain_error(words, original)

    def mistake_shown(self, rule: str, why: str, sent: Sent) -> str:
        """The mistake as the error message names it."""
        return self.mistake(rule, why, sent)

    def plain_error(self, message: str, original: Element | None) -> Element:
        inside = [] if original is None else [renamed(original, "originalMessage")]
        return data_of("error", *inside, message=message)

    def fault_words(self, fault: PlayerFault, name: str, finish: Finish) -> str:
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
        winner = self.known_as(finish.winner, names)
        sentence = self.regular_reasons.get(finish.reason)
        return f"{winner} hat gewonnen: {finish.reason}" if sentence is None else sentence.format(winner)

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

    def read_result(self, data: Element) -> ToldEnd:
        scores = [read_parts(entry.need("score")) for entry in data.need("scores").children]
        winner = data.child("winner")
        team = winner and winner.get("team")
        side = self.colours.index(team) if team in self.colours else None
        reason = (winner and winner.get("reason")) or ""
        cause = None
        if winner is not None and not winner.flag("regular"):
            offender = BOTH if side is None else self.known_as(1 - side, self._names(data))
            cause = self.read_cause(reason, offender)
        return ToldEnd(side, reason, tuple(scores), cause)

    def names_in(self, state: Element, result: Element | None) -> tuple[str, str]:
        return ("", "") if result is None else self._names(result)

    def _names(self, result: Element) -> tuple[str, str]:
        names = [entry.need("player").get("name") or "" for entry in result.need("scores").children]
        first, second = [*names, "", ""][:2]
        return first, second

"""What 2017 and 2020 have in common: red and blue, causes, results in the order of the sides."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from schwarm.contest.wire.element import Element, data_of, tag
from schwarm.contest.wire.messages import OLD_CLOSE, Request
from schwarm.contest.wire.season import (
    Cause,
    Denial,
    Finish,
    PlayerFault,
    Season,
    ToldEnd,
    parts,
    read_parts,
    renamed,
)
from schwarm.game import Game

CAUSES = {
    Cause.ILLEGAL_MOVE: "RULE_VIOLATION",
    Cause.SOFT_TIMEOUT: "SOFT_TIMEOUT",
    Cause.HARD_TIMEOUT: "HARD_TIMEOUT",
}
REGULAR = "REGULAR"
LEFT = "LEFT"
TOLD_CAUSES = {word: cause for cause, word in CAUSES.items()} | {LEFT: Cause.LEFT}


class OldStyle(Season):
    """The codec without states and moves."""

    colours = ("RED", "BLUE")
    unnamed = "Unknown"
    harmless = frozenset[str]()
    request = data_of("sc.framework.plugins.protocol.MoveRequest")
    goodbye = tag(OLD_CLOSE)

    def welcome(self, side: int) -> Element:
        return data_of("welcomeMessage", color=self.colours[side].lower())

    def denial(self, kind: Denial, words: str, original: Element) -> Element | None:
        return None

    def stranger_words(self, request: Request) -> str | None:
        return None

    def plain_error(self, message: str, original: Element | None) -> Element:
        inside = [] if original is None else [renamed(original, "originalRequest")]
        return data_of("error", *inside, message=message)

    def blamed_score(self, standing: tuple[int, ...], fault: PlayerFault | None) -> tuple[int, ...]:
        """Offenders keep their other numbers."""
        return (2 if fault is None else 0, *standing)

    @abstractmethod
    def winner(self, game: Game, names: Sequence[str], side: int) -> Element:
        """The winner as the result shows it."""

    @abstractmethod
    def regular_reason(self, names: Sequence[str], finish: Finish) -> str:
        """Why a game that the rules ended, ended so."""

    @abstractmethod
    def fault_reason(self, fault: PlayerFault | None, finish: Finish) -> str | None:
        """What one side's score says after a fault of either; None for no such attribute."""

    def result(self, game: Game, names: Sequence[str], finish: Finish) -> Element:
        scores = []
        for side in range(2):
            fault = finish.faults[side]
            score = tag("score", *parts(finish.scores[side]))
            score.attributes["cause"] = REGULAR if fault is None else CAUSES.get(fault.cause, LEFT)
            if finish.regular:
                score.attributes["reason"] = self.regular_reason(names, finish)
            elif (reason := self.fault_reason(fault, finish)) is not None:
                score.attributes["reason"] = reason
            scores.append(score)
        winner = [] if finish.winner is None else [self.winner(game, names, finish.winner)]
        return data_of("result", self.definition(), *scores, *winner)

    def read_result(self, data: Element) -> ToldEnd:
        scores = [child for child in data.children if child.name == "score"]
        numbers = tuple(read_parts(score) for score in scores)
        winner = data.child("winner")
        colour = winner.get("color") if winner is not None else None
        side = self.colours.index(colour) if colour in self.colours else None
        reasons = dict.fromkeys(score.get("reason") or "" for score in scores)
        words = [score.get("cause") or REGULAR for score in scores]
        causes = [TOLD_CAUSES.get(word, Cause.BROKEN) for word in words if word != REGULAR]
        return ToldEnd(side, "; ".join(filter(None, reasons)), numbers, causes[0] if causes else None)

    def names_in(self, state: Element, result: Element | None) -> tuple[str, str]:
        first, second = (state.need(name).get("displayName") or "" for name in ("red", "blue"))
        return "" if first == self.unnamed else first, "" if second == self.unnamed else second

"""Games without a season of their own: positions and moves as text, all else in the manner of 2026.

Any game that is registered plays on the server with this codec; its rule book is all it needs.
"""

from __future__ import annotations

from collections.abc import Sequence

from schwarm.contest.wire.element import Element, data_of, tag
from schwarm.contest.wire.errors import Malformed
from schwarm.contest.wire.season import Fragment, Sent, renamed
from schwarm.contest.wire.seasons import OURS
from schwarm.contest.wire.style2026 import Style2026
from schwarm.game import Game

GAME = "game"  # the attribute by which a state says whose it is
MOST_TEXT = 400  # characters of a move


class Generic(Style2026):
    """The codec of any game: `season_of_game` gives it to games that have no other."""

    lead = "ahead when stopped"
    level = "equal when stopped"

    def __init__(self, game: str = "") -> None:
        super().__init__(game)
        self.game_type = f"{OURS}{self.game}"
        german = self.book.german_score_names
        columns = [*german, *self.book.score_names[len(german) :]][: len(self.book.score_names)]
        self.fragments = tuple(
            Fragment(name, "AVERAGE" if number else "SUM", True) for number, name in enumerate(columns)
        )

    # --- state -----------------------------------------------------------------------------------
    def state(self, game: Game, names: Sequence[str], last: Element | None) -> Element:
        inside = [] if last is None else [renamed(last, "lastMove", keep_class=False)]
        inside.append(tag("position", game.public_position()))
        state = Element("state", self.state_attributes(game) | {GAME: self.game}, inside)
        self.tell_rules(state, game)
        return data_of("memento", state)

    def state_attributes(self, game: Game) -> dict[str, str]:
        """What every state of such a game says first."""
        return {
            "class": "state",
            "startTeam": "ONE",
            "turn": str(game.turn),
            "currentTeam": self.colours[game.side],
        }

    def recognises(self, state: Element) -> bool:
        return state.attributes.get(GAME) == self.game

    def read_position(self, state: Element, before: Game | None) -> str:
        return state.need("position").text.strip()

    # --- moves -----------------------------------------------------------------------------------
    def read_move(self, data: Element, game: Game) -> Sent:
        if data.name == "data" and data.attributes.get("class") != "move":
            raise Malformed(f"expected a move, not {data.attributes.get('class')!r}")
        text = data.need("text").text.strip()
        if not text or len(text) > MOST_TEXT:
            raise Malformed(f"expected a move's text of 1 to {MOST_TEXT} characters, not {text[:40]!r}")
        return Sent(text, text, self.write_move(text, game))

    def write_move(self, text: str, game: Game) -> Element:
        return data_of("move", tag("text", text))

    def helpless_move(self) -> Element:
        return data_of("move", tag("text", "-"))

    def made(self, sent: Sent, move: str, game: Game) -> Element:
        """A move is told with what chance added to it."""
        return self.write_move(move, game)

    def mistake(self, rule: str, why: str, sent: Sent) -> str:
        return f"{rule} {why} bei '{sent.words}'".strip()

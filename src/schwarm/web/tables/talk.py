"""What the two people at a table say to each other: offers that need both, and lines of chat.

Nothing of it is kept: an offer and what was said are lost when the page stops, the game is not.
"""

from __future__ import annotations

import time
import unicodedata
from collections import deque
from typing import TYPE_CHECKING, Literal

from schwarm.web.shared.connections import Push, encoded
from schwarm.web.shared.errors import Problem
from schwarm.web.tables.messages import Said
from schwarm.web.tables.watchers import Watcher

if TYPE_CHECKING:
    from schwarm.web.tables.table import Table

What = Literal["draw", "take_back"]
# The ready-made lines; each reader sees them in their own language (texts/LANGUAGE/people.json).
LINES = (
    "hello", "good_luck", "nice_move", "oops", "think", "hurry", "sorry", "thanks", "good_game", "again",
)  # fmt: skip
REMEMBERED = 30  # lines that somebody who comes later still sees
AGAIN_PLIES = 4  # so many plies after an offer it may be made again


class Talk:
    """Offers and chat of one table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.offers: dict[str, str] = {}  # who offers what
        self.said: deque[Said] = deque(maxlen=REMEMBERED)
        self._made: dict[tuple[str, str], int] = {}  # at which ply an offer was made

    # --- offers ----------------------------------------------------------------------------------------
    async def offer(self, what: What, side: str, say: str) -> None:
        """Offer something for a side, or answer what the other side offers."""
        table = self._table
        if table.status != "running" or not table.plan.between_people():
            raise Problem(409, "no_offer", "offers are made in running games between two people")
        theirs = what in self.offers and self.offers[what] != side
        if say == "offer" and not theirs:
            self._make(what, side)
        elif not theirs:
            raise Problem(409, "no_offer", "there is no such offer, or it has lapsed")
        elif say == "decline":
            del self.offers[what]
            self._tell(declined=what)
        else:
            other = self.offers.pop(what)
            if what == "draw":
                await table.actions.agree_on_draw()
            else:
                await table.actions.go_back(other)
                table.unrate()
            self._tell()

    def _make(self, what: What, side: str) -> None:
        table = self._table
        if what == "take_back" and table.actions.back_to(side) is None:
            raise Problem(409, "no_take_back", "there is no move of yours to take back")
        made = len(table.course.plies)
        if self.offers.get(what) == side:
            return
        if made - self._made.get((what, side), -AGAIN_PLIES) < AGAIN_PLIES:
            raise Problem(409, "offered", f"expected another {AGAIN_PLIES} plies before the same offer")
        self._made[what, side] = made
        self.offers[what] = side
        self._tell()

    def moved(self, side: str) -> None:
        """A move was made: it answers the other side's offers with no, and takes back nothing."""
        for what, offered in tuple(self.offers.items()):
            if offered != side or what == "take_back":
                del self.offers[what]

    def taken_back(self, plies: int) -> None:
        """So many plies are left: what was offered later never was."""
        self._made = {offer: made for offer, made in self._made.items() if made <= plies}

    def _tell(self, declined: str | None = None) -> None:
        self._table.refresh({"type": "offers", "offers": self.offers, "declined": declined})

    # --- chat ------------------------------------------------------------------------------------------
    def say(self, side: str, line: str, text: str, *, free: bool) -> None:
        """Say a ready-made line, or anything where the operator allows it."""
        if not self._table.plan.between_people():
            raise Problem(409, "no_chat", "there is nobody else to hear it")
        text = printable(text)
        if text and not free:
            raise Problem(403, "no_chat", "only ready-made lines can be said here")
        if bool(line) == bool(text) or (line and line not in LINES):
            raise Problem(422, "bad_request", f"expected one line of {', '.join(LINES)}")
        said: Said = {"side": side, "line": line, "text": text, "at": round(time.time(), 1)}
        self.said.append(said)
        self._table.watchers.tell({"type": "said", "said": [said]}, lasting=True)

    def repeat(self, watcher: Watcher) -> None:
        """Somebody comes later: what was said before."""
        if self.said:
            watcher.push(Push(encoded({"type": "said", "said": list(self.said)}), lasting=True))


def printable(text: str) -> str:
    """A text without what no reader sees: control characters, marks that turn its direction."""
    return " ".join("".join(ch for ch in text if ch.isspace() or unicodedata.category(ch)[0] != "C").split())

"""Positions of Blokus as people draw them in rules.toml and lessons.toml."""

from __future__ import annotations

from typing import Any

from schwarm.game.errors import BadPosition
from schwarm.games.blokus.notation import NOBODY, hand_text, laid_by
from schwarm.games.blokus.options import LETTERS
from schwarm.games.blokus.tables import ALL, KIND_BIT, place_of
from schwarm.teaching.face import Words


def position_of(rows: Words, entry: dict[str, Any]) -> str:
    """Rows of squares; what is not on the board is in hand.

    Beside the drawing may stand `turn` (the slot), `start` (the start piece) and `valid` (the colours still
    in the game); `options` say how many colours there are.
    """
    colours = 2 if entry.get("options", {}).get("colours") == "two" else 4
    board = {
        (x, y): LETTERS.index(word) for y, row in enumerate(rows) for x, word in enumerate(row) if word != "."
    }
    faults: list[str] = []
    hands = []
    for colour in range(colours):
        laid = laid_by(board, colour, None, faults)
        hands.append(hand_text(ALL & ~sum(KIND_BIT[place_of(code)[0]] for code in laid)))
    if faults:
        raise BadPosition("; ".join(faults))
    beside = (entry.get("turn", 2 * colours), entry.get("start", NOBODY), "/".join(hands))
    words = (*beside, entry.get("valid", LETTERS[:colours]), NOBODY)
    return f"{'/'.join(map(''.join, rows))} {' '.join(map(str, words))}"

"""What the terminal says, in English or, where the locale is German, in German.

`tell` fills one of our own lines. `complaint` says what an error says: errors carry codes, for which each
language has its sentence; one that carries plain words instead is told in these.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from schwarm.cli.language import language, texts
from schwarm.game import Piece, RuleBook
from schwarm.game.errors import GameError, IllegalMove, Refusal, reason_of, refusals
from schwarm.game.game import Game


def tell(line: str, **values: object) -> str:
    """One of our own lines, filled; `LINE_one` where the value `count` is 1.

    >>> tell("plays", who="level 3", move="A4-C4") in ("level 3 plays A4-C4", "level 3 zieht A4-C4")
    True
    """
    lines = texts(language())["lines"]
    told: str = lines[f"{line}_one" if values.get("count") == 1 and f"{line}_one" in lines else line]
    return told.format(**values)


def plural(number: int, one: str, many: str = "") -> str:
    """A number with its noun, in English.

    >>> plural(1, "game"), plural(2000, "game"), plural(0, "ply", "plies")
    ('1 game', '2,000 games', '0 plies')
    """
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def complaint(error: Exception) -> str:
    """What an error says, in the user's language."""
    if language() == "en":
        return str(error)
    if isinstance(error, IllegalMove):
        (why,) = refusals(error)
        return f"{error.move}: {error.rule} {why.said(language())}"
    return reason_of(error).said(language())


# --- what is said of a game --------------------------------------------------------------------------
def _page(section: str) -> Mapping[str, Any]:
    """A section of the page's German texts, which know every game."""
    from schwarm.web.shared.texts import catalogue

    found: Mapping[str, Any] = catalogue("de")[section]
    return found


def side_name(side: str) -> str:
    """A side as people call it."""
    return side if language() == "en" else _page("ui")["sides"].get(side, side)


def piece_name(piece: Piece) -> str:
    """A piece by its kind, and by its value if that is no plain one or has a name."""
    worth = f"{piece.kind} {piece.value}" if piece.cell and piece.value > 1 else piece.kind
    if language() == "en":
        return worth
    told: str = _page("ui")["pieces"].get(piece.kind, worth)
    return told.format(size=piece.value)


def reason_name(reason: str) -> str:
    """Why a game ended."""
    return reason if language() == "en" else _page("ui")["reasons"].get(reason, reason)


def rules_of(book: RuleBook) -> Mapping[str, str]:
    """The rules of a game, a sentence each, by their ids."""
    return book.rules if language() == "en" else _page("games")[book.name]["rules"]


def score_names(book: RuleBook) -> tuple[str, ...]:
    """What the numbers of an outcome are."""
    return book.score_names if language() == "en" else book.german_score_names


def legend_of(book: RuleBook) -> tuple[tuple[str, str], ...]:
    """The signs of a drawing and what they mean."""
    if language() == "en" or len(book.german_legend) != len(book.legend):
        return book.legend
    return tuple((sign, meaning) for (sign, _), meaning in zip(book.legend, book.german_legend, strict=True))


def fault_told(fault: Refusal) -> str:
    """What a player did wrong."""
    return fault if language() == "en" else fault.said(language())


def refusal(error: GameError, game: Game) -> str:
    """Why a line that a person typed is no move here."""
    if language() == "en":
        return str(error)
    if isinstance(error, IllegalMove) and not isinstance(error.why, Refusal):
        return f"{error.move}: {error.rule} {rules_of(game.setup.book).get(error.rule, error.why)}"
    return complaint(error)

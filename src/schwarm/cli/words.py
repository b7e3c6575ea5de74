"""What the terminal says, in English or, where the locale is German, in German.

`tell` fills one of our own lines. `complaint` says what an error says: what rule books refuse has a code, and
each language its sentence. `said` takes an English sentence of somebody below that has no code, finds out
which one it is, and says it again; one that the texts do not know stays English.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from schwarm.cli.language import language, texts
from schwarm.game import Piece, RuleBook
from schwarm.game.errors import BadPosition, GameError, IllegalMove, Refusal
from schwarm.game.game import Game

TAILS = re.compile(r"(.*?)(?:: did you mean (.+)\?)?(?: \(see (schwarm .+) --help\))?", re.DOTALL)
BETWEEN = "; "
PLACE = re.compile(r"\{(\w+)\}")


def tell(line: str, **values: object) -> str:
    """One of our own lines, filled.

    >>> tell("plays", who="level 3", move="A4-C4") in ("level 3 plays A4-C4", "level 3 zieht A4-C4")
    True
    """
    told: str = texts(language())["lines"][line].format(**values)
    return told


def said(sentence: str) -> str:
    """An English sentence in the user's language."""
    if language() == "en":
        return sentence
    found = TAILS.fullmatch(sentence)
    assert found is not None
    body, meant, command = found.groups()
    told = _again(body) or BETWEEN.join(_again(part) or part for part in body.split(BETWEEN))
    if meant:
        told += tell("meant", names=meant.replace(" or ", tell("or")))
    return told + (tell("see", command=command) if command else "")


def complaint(error: Exception) -> str:
    """What an error says, in the user's language."""
    if language() != "en" and isinstance(error, IllegalMove) and isinstance(error.why, Refusal):
        return f"{error.move}: {error.rule} {error.why.said(language())}"
    parts = error.faults if isinstance(error, BadPosition) else error.args
    if language() == "en" or not any(isinstance(part, Refusal) for part in parts):
        return said(str(error))
    return BETWEEN.join(
        part.said(language()) if isinstance(part, Refusal) else said(str(part)) for part in parts
    )


def _again(sentence: str) -> str | None:
    """A sentence that is known, perhaps behind a name and a colon, said again; None if it is not known."""
    english, german = _own()
    if found := english.read(sentence):
        code, values = found
        if "why" in values:  # a reason may be known, too
            values["why"] = _again(values["why"]) or values["why"]
        return german[code].format(**values)
    name, colon, rest = sentence.partition(": ")
    inner = _again(rest) if colon and " " not in name else None
    return inner and f"{name}: {inner}"


class Sentences:
    """The English sentences of commands, as patterns: to find out which one somebody below has said.

    Where several fit it is the one with most words of its own.
    """

    def __init__(self, texts: Mapping[str, str]) -> None:
        by_words = sorted(texts.items(), key=lambda item: -len(PLACE.sub("", item[1])))
        self._patterns = [(code, _pattern(sentence)) for code, sentence in by_words]

    def read(self, said: str) -> tuple[str, dict[str, str]] | None:
        """Which sentence it is, and what fills it; None if it is none of these."""
        for code, pattern in self._patterns:
            if found := pattern.fullmatch(said):
                return code, found.groupdict()
        return None


def _pattern(sentence: str) -> re.Pattern[str]:
    parts = PLACE.split(sentence)  # text and names in turn
    return re.compile(
        "".join(f"(?P<{part}>.+?)" if number % 2 else re.escape(part) for number, part in enumerate(parts))
    )


@cache
def _own() -> tuple[Sentences, Mapping[str, str]]:
    """The sentences of commands: those that can be read, and what each of them is in German."""
    return Sentences(texts("en")["sentences"]), texts("de")["sentences"]


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

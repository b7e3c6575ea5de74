"""Moves in words, in every language of the page: "Ant next to the blue queen", beside the notation.

Everything comes from `Game.describe(move)` and `Game.board()`: no move's text is taken apart. A game's
folder may have a class of its own (face.py); others are told as one piece that goes from here to there.
What the sentences are made of stands in the section `moves` of the texts.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from schwarm.game import Board, Description, Game
from schwarm.web.face import page_of
from schwarm.web.shared.texts import LANGUAGES, catalogue

Texts = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Moment:
    """A move with the boards before and after it."""

    told: Description
    before: Board
    after: Board

    def gained(self, fact: str) -> int:
        """By how much a number of the mover's has grown; 0 for one the game does not have."""
        try:
            return self.after.fact(fact, self.told.side) - self.before.fact(fact, self.told.side)
        except KeyError:
            return 0


class Words:
    """The sentences of a game in one language."""

    def __init__(self, texts: Texts) -> None:
        self.texts = texts

    def sentence(self, moment: Moment) -> str:
        """What a move does, as a sentence without its full stop."""
        text = ", ".join(part for part in self.parts(moment) if part)
        return text[:1].upper() + text[1:]

    def parts(self, moment: Moment) -> list[str]:
        """The sentence in pieces: what goes where, then what comes of it."""
        told = moment.told
        if told.goal is None:
            return [self.say("other", kind=told.kind)]
        piece = told.piece.kind if told.piece is not None else ""
        way = self.say("goes" if told.start else "comes", piece=piece, start=told.start, goal=told.goal)
        return [way, self.count("takes", len(told.captured))]

    def say(self, key: str, **values: object) -> str:
        """A text with its values."""
        return str(self.texts[key]).format(**values)

    def count(self, key: str, number: int) -> str:
        """A text for one, one for several, none for nothing."""
        if number <= 0:
            return ""
        return self.say(key if number == 1 else f"{key}_many", count=number)


@cache
def _words(game: str, language: str) -> Words:
    own = page_of(game).words
    told = catalogue(language)["moves"]
    return Words(told["any"]) if own is None else own(told[game])


def in_words(game: str, moment: Moment) -> dict[str, str]:
    """A move of a game in every language."""
    return {language: _words(game, language).sentence(moment) for language in LANGUAGES}


def words_of(game: Game, move: str) -> dict[str, str]:
    """What a legal move of this position would do, in every language."""
    code = game.code_of(move)
    told, before = game.describe_code(code), game.board()
    # What chance decides nobody may know before: the board after such a move is not looked at.
    after = before if told.chance else game.after(code, game.board)
    return in_words(game.name, Moment(told, before, after))


def words_apart(game: Game, one: str, other: str) -> tuple[dict[str, str], dict[str, str]]:
    """Two different legal moves in words; where these are the same they also say where."""
    pair = words_of(game, one), words_of(game, other)
    if any(pair[0][language] == pair[1][language] for language in LANGUAGES):
        told = [game.describe(move) for move in (one, other)]
        places = [" - ".join(filter(None, (move.start, move.goal))) for move in told]
        if places[0] == places[1] or not all(places):
            places = [move.text for move in told]
        for words, place in zip(pair, places, strict=True):
            words.update((language, f"{text} ({place})") for language, text in words.items())
    return pair

"""The page's words: a folder a language, a file a section; also the rule sheets' sentences in German."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from schwarm.game import RuleBook, list_games, rule_book
from schwarm.game.sentences import texts
from schwarm.tournament.words import words
from schwarm.web.face import texts_of

LANGUAGES = {"en": "English", "de": "Deutsch"}
# Sections that the modules of every page may use; a page names what it needs beside these.
EVERYWHERE = ("page", "ui", "games", "boards", "desk", "strength")


@cache
def catalogue(language: str) -> dict[str, Any]:
    """All texts of a language, by section."""
    folder = files("schwarm.web").joinpath("texts", language)
    found: dict[str, Any] = {"games": {}, "options": {}} | {
        file.name.removesuffix(".json"): json.loads(file.read_text("utf-8")) for file in folder.iterdir()
    }
    found["tournament"] = words(language)
    for section in ("sides", "pieces", "reasons"):  # said wherever a game is shown
        found["ui"][section] = dict(texts(language)[section])
    found["class"]["states"] = texts(language)["states"]
    for name in list_games():
        for place, text in texts_of(name, language).items():
            put(found, place, text)
        game = found["games"].setdefault(name, words_of(rule_book(name)))
        game["options"] = options_of(rule_book(name), language, found["options"].get(name, {}))
    return found


def put(texts: dict[str, Any], place: str, text: Any) -> None:
    """A text of a game at its place among the page's own; nothing that is there is replaced."""
    *way, last = place.split("/")
    for part in way:
        texts = texts.setdefault(part, {})
    texts.setdefault(last, text)


def words_of(book: RuleBook) -> dict[str, Any]:
    """The texts of a game that the catalogue does not know: what its rule book says of itself."""
    return {"title": book.title, "tagline": "", "rules": dict(book.rules)}


def options_of(book: RuleBook, language: str, known: dict[str, Any]) -> dict[str, Any]:
    """The options of a game: what they mean says the rule book, what they are called the catalogue."""
    return {
        option.name: {
            "name": option.name.replace("_", " "),
            "help": option.german if language == "de" and option.german else option.help,
            "values": {},
        }
        | known.get(option.name, {})
        for option in book.options
    }


def preferred(accepted: str) -> str:
    """The language a browser asks for, as far as we speak it."""
    best, weight = "en", 0.0
    for part in accepted.split(",")[:20]:
        name, _, quality = part.strip().partition(";q=")
        try:
            value = float(quality) if quality else 1.0
        except ValueError:
            continue
        if name[:2].lower() in LANGUAGES and value > weight:
            best, weight = name[:2].lower(), value
    return best

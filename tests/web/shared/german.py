"""Words of the English texts that a German page must not show."""

from __future__ import annotations

import re
from collections.abc import Iterator

from playwright.sync_api import Page

from schwarm import list_games, rule_book
from schwarm.tournament.export import words as tournament_words
from schwarm.web.shared.texts import catalogue

WORD = re.compile(r"[a-zäöüß]{3,}", re.IGNORECASE)


def words_in(text: str) -> set[str]:
    return {word.lower() for word in WORD.findall(re.sub(r"\{\w+\}", " ", text))}


# Names and words that both languages share, or that stand for themselves: notation, files, loan words.
NAMES = words_in(
    "schwarm, Software-Challenge, Hive, Piranhas, Mississippi Queen, Protista, JSON, XML, API, Elo, SKIP, "
    "min, Bot, Portal, Standard, English, also, leg, Test, Form, Fall"
)


# What is said in English on purpose says so by its language; what somebody wrote is nobody's language.
SEEN = """() => {
  const found = [];
  const walk = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return found.push(node.data);
    if (!(node instanceof Element) || node.matches("script, style, code, [lang=en], title")) return;
    for (const name of ["aria-label", "title", "placeholder", "alt", "aria-valuetext"])
      if (node.getAttribute(name)) found.push(node.getAttribute(name));
    node.childNodes.forEach(walk);
  };
  walk(document.body);
  return [document.title, ...found].join(" | ");
}"""


def texts_in(found: object) -> Iterator[str]:
    if isinstance(found, dict):
        for value in found.values():
            yield from texts_in(value)
    elif isinstance(found, list):
        for value in found:
            yield from texts_in(value)
    elif isinstance(found, str):
        yield found


def english_words() -> set[str]:
    """Words that only the English texts have."""
    tongues = {}
    for language in ("en", "de"):
        told = [*texts_in(catalogue(language)), *texts_in(tournament_words(language))]
        tongues[language] = set().union(*map(words_in, told))
    for game in list_games():
        book = rule_book(game)
        for option in book.options:
            tongues["en"] |= set(option.choices) | words_in(option.name.replace("_", " "))
        tongues["en"] |= set().union(*map(words_in, book.score_names))
    return tongues["en"] - tongues["de"] - NAMES


def foreign(page: Page, english: set[str]) -> list[str]:
    return sorted(words_in(page.evaluate(SEEN)) & english)

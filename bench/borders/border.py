"""What a border is to the fuzz campaign, and how inputs are spoilt."""

from __future__ import annotations

import copy
import json
import random
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

from schwarm.bots import RandomBot
from schwarm.game import Game, new_game

NUMBERS = re.compile(r"-?\d+")
STRANGE = (
    "", "-1", "0", "1", "99", "2147483648", "18446744073709551616", "9" * 40, "9" * 5000, "1e999", "-0",
    "0x10", "\u0663", "\u00b2", "NaN", "Infinity", "null", "true", "\0", "\x1b", "\n", "\r\n", "\t", " ",
    "\ud800", "\udfff", "\ufffe", "\u202e", "\U0001f41d", "\u00e9", "<", ">", "&", "&lt;", "&#0;",
    "&#x110000;", "&x;", "]]>", "<![CDATA[", "<!--", "<?", "</", "/>", "<a/>", "<!DOCTYPE a>",
    '"', "'", "\\", "\\u0000",
    "\\ud800", "[", "]", "{", "}", ":", ",", ";", "|", "/", "//", "..", "%", "%00", "=", "@", "#",
    "(", ")", "*", "+", "[" * 2000, "<a>" * 60, "A" * 1000, "seed", "position", "name",
    " seed=1", " name=x", "profile",
)  # fmt: skip


class WrongAnswer(Exception):
    """A border answered otherwise than it promises."""


class Border(ABC):
    """Somewhere strangers' input arrives."""

    @abstractmethod
    def draw(self, chance: random.Random) -> str | bytes:
        """The next input."""

    @abstractmethod
    def attempt(self, given: str | bytes) -> None:
        """Hand it in. The errors that are promised are caught here; any other one is a finding."""

    def close(self) -> None:  # noqa: B027 (most have nothing to give back)
        """Give back what was opened."""


# --- spoiling ------------------------------------------------------------------------------------------
Edit = Callable[[random.Random, str, Sequence[str]], str]


def _span(chance: random.Random, text: str) -> tuple[int, int]:
    start = int(chance.random() * (len(text) + 1))
    return start, min(len(text), start + int(chance.random() ** 3 * 40))


def _cut(chance: random.Random, text: str, pool: Sequence[str]) -> str:
    start, end = _span(chance, text)
    return text[:start] + text[end:]


def _double(chance: random.Random, text: str, pool: Sequence[str]) -> str:
    start, end = _span(chance, text)
    return text[:end] + text[start:end] * (1 + int(chance.random() ** 4 * 60)) + text[end:]


def _insert(chance: random.Random, text: str, pool: Sequence[str]) -> str:
    start, end = _span(chance, text)
    return text[:start] + chance.choice(STRANGE) + text[end if chance.random() < 0.5 else start :]


def _character(chance: random.Random, text: str, pool: Sequence[str]) -> str:
    start = int(chance.random() * (len(text) + 1))
    return text[:start] + chr(int(chance.random() * 256)) + text[start + 1 :]


def _other(chance: random.Random, text: str, pool: Sequence[str]) -> str:
    """A piece of another input, or the rest of one."""
    other = chance.choice(pool)
    start, end = _span(chance, other)
    place = int(chance.random() * (len(text) + 1))
    return text[:place] + other[start : end if chance.random() < 0.7 else len(other)] + text[place:]


def _number(chance: random.Random, text: str, pool: Sequence[str]) -> str:
    found = list(NUMBERS.finditer(text, *_window(chance, text)))
    if not found:
        return _insert(chance, text, pool)
    place = chance.choice(found)
    if chance.random() < 0.5:
        made = str(int(place.group()[:18]) + chance.choice((-2, -1, 1, 2, 10, -1000)))
    else:
        made = chance.choice(STRANGE[:18])
    return text[: place.start()] + made + text[place.end() :]


def _window(chance: random.Random, text: str) -> tuple[int, int]:
    """Where numbers are looked for: long texts are not searched as a whole."""
    start = int(chance.random() * max(1, len(text) - 300))
    return start, start + 400


def _swap(chance: random.Random, text: str, pool: Sequence[str]) -> str:
    start, end = _span(chance, text)
    place = int(chance.random() * (len(text) + 1))
    piece = text[start:end]
    return text[:place] + piece + text[place + len(piece) :]


def _end(chance: random.Random, text: str, pool: Sequence[str]) -> str:
    return text[: int(chance.random() * (len(text) + 1))]


EDITS: tuple[Edit, ...] = (_cut, _double, _insert, _insert, _character, _other, _number, _number, _swap, _end)
HOW_MANY = (1, 1, 1, 1, 2, 2, 3, 6)


def spoilt(chance: random.Random, pool: Sequence[str]) -> str:
    """One of these texts with a few mistakes in it; one in a hundred is as it was."""
    text = chance.choice(pool)
    if chance.random() < 0.01:
        return text
    for _ in range(chance.choice(HOW_MANY)):
        text = chance.choice(EDITS)(chance, text, pool)
    return text


def as_bytes(chance: random.Random, text: str) -> bytes:
    """A text as it may come over a wire: mostly UTF-8, halves of characters and odd bytes as they are."""
    if chance.random() < 0.05:
        return text.encode("latin-1", "replace")
    return text.encode("utf-8", "surrogatepass")


# --- JSON ----------------------------------------------------------------------------------------------
VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2**31, 2**63, 2**64, 10**30, 1.5, -0.0, 1e300, float("inf"), float("nan"),
    "", "red", "blue", "seed", "one", "x" * 500, "\0", "\ud800", "\n", [], {}, [[]], [None], {"": ""},
    [1] * 50, {"a": {"b": []}},
)  # fmt: skip


def with_changes(chance: random.Random, value: Any) -> Any:
    """A copy of parsed JSON in which a few values are others, missing or doubled."""
    made = json.loads(json.dumps(value))
    for _ in range(chance.choice(HOW_MANY)):
        place = made
        while isinstance(place, dict | list) and place:
            key = chance.choice(list(place)) if isinstance(place, dict) else chance.randrange(len(place))
            inner = place[key]
            if isinstance(inner, dict | list) and inner and chance.random() < 0.7:
                place = inner
                continue
            _change(chance, place, key)
            break
    return made


def _change(chance: random.Random, place: Any, key: Any) -> None:
    kind = chance.random()
    if kind < 0.6:
        place[key] = copy.deepcopy(chance.choice(VALUES))
    elif kind < 0.75:
        del place[key]
    elif isinstance(place, list):
        place.insert(key, copy.deepcopy(chance.choice(VALUES) if kind < 0.9 else place[key]))
    else:
        place[chance.choice(STRANGE[:40])] = copy.deepcopy(place[key])


# --- games ---------------------------------------------------------------------------------------------
def played(game: str, seed: int, plies: int = 10_000, **options: Any) -> Game:
    """A game after so many random moves, or at its end."""
    made, bot = new_game(game, seed=seed, **options), RandomBot(seed)
    while not made.finished() and made.turn < plies:
        made.play(bot.choose(made))
    return made

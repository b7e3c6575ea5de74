"""What tournaments say, in each language; and English sentences read again, to be said in another one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from schwarm.tournament.errors import TournamentError

PLACE = re.compile(r"\{(\w+)\}")
RULE = re.compile(r"[A-Z]{1,3}\d+[a-z]?")
ABOUT_MOVES = ("illegal", "no_move")  # sentences with nearly nothing of their own: others come first
OTHER, SAID = "other", "said"


class Part(NamedTuple):
    """Something said: the code of its sentence among the texts, and what fills it."""

    code: str
    values: dict[str, str]


def languages() -> list[str]:
    """The languages of the report."""
    found = files("schwarm.tournament").joinpath("texts").iterdir()
    return sorted(path.name.removesuffix(".json") for path in found if path.name.endswith(".json"))


@cache
def words(language: str) -> dict[str, Any]:
    """The words of tournaments in a language."""
    if language not in languages():
        raise TournamentError(f"expected a language of {', '.join(languages())}, not {language!r}")
    text = files("schwarm.tournament").joinpath("texts", f"{language}.json").read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


class Sentences:
    """The sentences of a section of English texts, as patterns: to find out which one somebody said.

    Where several fit it is the one with most words of its own.
    """

    def __init__(self, texts: Mapping[str, str]) -> None:
        by_words = sorted(texts.items(), key=lambda item: -len(PLACE.sub("", item[1])))
        self._patterns = [(code, _pattern(sentence)) for code, sentence in by_words]

    def read(self, said: str) -> Part | None:
        """Which sentence it is; None if it is none of these."""
        for code, pattern in self._patterns:
            if found := pattern.fullmatch(said):
                return Part(code, found.groupdict())
        return None


def _pattern(sentence: str) -> re.Pattern[str]:
    parts = PLACE.split(sentence)  # text and names in turn
    return re.compile(
        "".join(f"(?P<{part}>.+?)" if number % 2 else re.escape(part) for number, part in enumerate(parts))
    )


@cache
def _sentences(section: str) -> Sentences:
    return Sentences(words("en")[section])


def fault_part(fault: str) -> Part:
    """What somebody did wrong, out of the referee's sentence; `detail` is how its program ended, if told.

    >>> fault_part("left (ended with code 1)")
    Part(code='left', values={'detail': 'ended with code 1'})
    >>> fault_part("A4-B4: M2 there are 2 fish on the line").values["rule"]
    'M2'
    """
    known = _sentences("fault_words")
    head, _, detail = fault.removesuffix(")").partition(" (") if fault.endswith(")") else (fault, "", "")
    for said, more in ((fault, {}), (head, {"detail": detail})):
        found = known.read(said)
        if found is not None and found.code not in ABOUT_MOVES:
            return Part(found.code, found.values | more)
    found = known.read(fault)
    if found is None or (found.code == "illegal" and not RULE.fullmatch(found.values["rule"])):
        return Part(OTHER, {"message": fault})
    return found


def way_part(detail: str) -> Part | None:
    """How a program ended, out of the detail of a fault, without the last lines it wrote; None if unknown.

    >>> way_part("ended with code 1: NameError: name 'x' is not defined")
    Part(code='code', values={'code': '1'})
    """
    return _sentences("ways").read(detail.partition(": ")[0])


def fault_words(fault: str, language: str, rules: Mapping[str, str] | None = None) -> str:
    """The same in a language; `rules` says what a game's rules are in it, if somebody knows.

    >>> fault_words("expected an answer within 500 ms, none came", "de")
    'Nach 500 ms war keine Antwort da.'
    """
    code, values = fault_part(fault)
    if language == "en" or code == OTHER:
        return fault
    said: str = words(language)["fault_words"][code].format(**values)
    rule = (rules or {}).get(values.get("rule", ""), "")
    detail = values.get("detail", "")
    if detail and (way := way_part(detail)) is not None:
        ending: str = words(language)["ways"][way.code].format(**way.values)
        detail = ": ".join([ending, *detail.split(": ", 1)[1:]])
    return said + (f": {rule}" if rule else "") + (f" ({detail})" if detail else "")


def qualification_line(code: str, **values: object) -> str:
    """A line of the log of a qualification."""
    line: str = words("en")["qualification"][code].format(**values)
    return line


def qualification_parts(log: str) -> Iterator[Part]:
    """The lines of such a log, each by its code; what the program itself wrote between them is `said`."""
    own: list[str] = []
    for line in log.splitlines():
        found = _sentences("qualification").read(line)
        if found is None:
            own.append(line)
            continue
        if own:
            yield Part(SAID, {"text": "\n".join(own)})
            own = []
        yield found
    if own:
        yield Part(SAID, {"text": "\n".join(own)})

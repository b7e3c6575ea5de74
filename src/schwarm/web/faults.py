"""What rule books have against a position, as codes and values: so that the page can say it in any language.

Rule books speak English. The section `faults` of the English texts holds their sentences as patterns; the
same keys in another language say the same there.
"""

from __future__ import annotations

import re
from functools import cache

from schwarm.web.messages import Fault
from schwarm.web.texts import catalogue

PLACE = re.compile(r"\{(\w+)\}")
BETWEEN = "; "  # rule books list all that is wrong


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    found = []
    for code, sentence in catalogue("en")["faults"].items():
        parts = PLACE.split(sentence)  # text and names in turn
        pattern = "".join(
            f"(?P<{part}>.+?)" if number % 2 else re.escape(part) for number, part in enumerate(parts)
        )
        found.append((code, re.compile(pattern)))
    return tuple(found)


def faults_of(message: str) -> list[Fault]:
    """Each thing that is wrong; `other` is one that the texts do not know.

    >>> [fault["code"] for fault in faults_of("expected one swarm, not 2 pieces apart from it; M9: what?")]
    ['apart', 'other']
    """
    return [_fault(part) for part in message.split(BETWEEN)]


def _fault(part: str) -> Fault:
    for code, pattern in _patterns():
        if found := pattern.fullmatch(part):
            return {"code": code, "values": found.groupdict()}
    return {"code": "other", "values": {"message": part}}

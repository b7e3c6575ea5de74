"""What rule books have against a position, as codes and values: so that the page can say it in any language.

Rule books speak English. The section `faults` of the English texts holds their sentences as patterns; the
same keys in another language say the same there.
"""

from __future__ import annotations

from functools import cache

from schwarm.tournament.words import Sentences
from schwarm.web.shared.messages import Fault
from schwarm.web.shared.texts import catalogue

BETWEEN = "; "  # rule books list all that is wrong


@cache
def _sentences() -> Sentences:
    return Sentences(catalogue("en")["faults"])


def faults_of(message: str) -> list[Fault]:
    """Each thing that is wrong; `other` is one that the texts do not know.

    >>> [fault["code"] for fault in faults_of("expected one swarm, not 2 pieces apart from it; M9: what?")]
    ['apart', 'other']
    """
    return [_fault(part) for part in message.split(BETWEEN)]


def _fault(part: str) -> Fault:
    found = _sentences().read(part)
    if found is None:
        return {"code": "other", "values": {"message": part}}
    return {"code": found.code, "values": found.values}

"""Refusals of rule books as messages: code, values, and the sentence in every language of the page."""

from __future__ import annotations

from schwarm.game.errors import BadPosition, GameError, IllegalMove, Refusal
from schwarm.game.sentences import say
from schwarm.web.shared.messages import Fault
from schwarm.web.shared.texts import LANGUAGES, catalogue

NAMED = {"side": "sides", "colour": "pieces", "insect": "pieces"}  # values that have a name in each language


def faults_of(error: GameError) -> list[Fault]:
    """Each thing that is wrong; `other` is one that a game tells in plain words."""
    if isinstance(error, IllegalMove):
        return [fault_of(error.why)] if isinstance(error.why, Refusal) else []
    if isinstance(error, BadPosition):
        return [fault_of(one) for one in error.faults]
    return [fault_of(one) for one in error.args if isinstance(one, Refusal)]


def fault_of(said: str) -> Fault:
    """One refusal."""
    if not isinstance(said, Refusal):
        return {"code": "other", "values": {"message": said}, "words": {"en": said}}
    name = said.code.rpartition("/")[2]
    return {"code": name, "values": said.values, "words": {one: _said(said, one) for one in LANGUAGES}}


def _said(refusal: Refusal, language: str) -> str:
    names = catalogue(language)["ui"]
    values = {
        key: names[NAMED[key]].get(value, value) if key in NAMED else value
        for key, value in refusal.values.items()
    }
    return say(refusal.code, values, language)

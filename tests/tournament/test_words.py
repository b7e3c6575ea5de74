"""What goes wrong in a game is data, and is said in the reader's language, whoever found it out."""

from __future__ import annotations

import json
import pickle
import re

import pytest

import schwarm
from schwarm.contest.wire.season import Cause
from schwarm.game.errors import BadNotation, GameError, Refusal
from schwarm.referee import Left, NeverCame, Resigned, SeatError, TimeUp, Unasked, fault_of
from schwarm.tournament.words import languages, words

PLACE = re.compile(r"\{(\w+)\}")
SPOKE = Refusal("spoke", way=Refusal("exit_code", code=1), said="File x, line 1: M2 (really)")


def illegal() -> GameError:
    with pytest.raises(schwarm.IllegalMove) as refusal:
        schwarm.new_game("piranhas", seed=7).play("A4-B4")
    return refusal.value


def unreadable() -> GameError:
    with pytest.raises(schwarm.BadNotation) as refusal:
        schwarm.new_game("piranhas", seed=7).play("hello")
    return refusal.value


FAULTS: list[tuple[SeatError | GameError, str, str]] = [
    (TimeUp(500, hard=False), "late", "die Antwort kam später als nach 500 ms"),
    (TimeUp(2000, hard=True), "silent", "nach 2000 ms war keine Antwort da"),
    (
        TimeUp(500, hard=True, bank=True),
        "silent_bank",
        "nach den 500 ms, die noch auf der Uhr waren, war keine Antwort da",
    ),
    (NeverCame(), "never_came", "nie erschienen"),
    (NeverCame(SPOKE), "never_came", "nie erschienen (endete mit Code 1: File x, line 1: M2 (really))"),
    (
        NeverCame(Refusal("unconnected", seconds=3)),
        "never_came",
        "nie erschienen (hat sich in 3 s nicht verbunden)",
    ),
    (
        Left(Cause.LEFT, Refusal("signal", signal="SIGKILL")),
        "left",
        "die Verbindung ist abgebrochen (beendet durch SIGKILL)",
    ),
    (Left(Cause.CLOSED), "goodbye", "hat sich abgemeldet"),
    (Left(Cause.BROKEN), "protocol", "hat etwas gesendet, das kein Zug ist"),
    (Left("crashed", "KeyError: 'queen'"), "crashed", "abgestürzt (KeyError: 'queen')"),
    (Left("crashed", Refusal("frozen")), "crashed", "abgestürzt (kehrt nicht zurück)"),
    (Resigned(), "resigned", "hat aufgegeben"),
    (Unasked(), "unasked", "hat gezogen, ohne an der Reihe zu sein"),
    (BadNotation(Refusal("nothing")), "nothing", "hat keinen Zug geschickt"),
    (unreadable(), "move", "erwartet wird ein Zug wie A4-C4, nicht 'hello'"),
    (
        illegal(),
        "illegal",
        "A4-B4 ist nicht erlaubt (Regel M2): Auf dieser Linie stehen 2 Fische: also 2 Felder weit, nicht 1",
    ),
    (BadNotation("the moon: is full"), "told", "the moon: is full"),
]


@pytest.mark.parametrize(("error", "code", "german"), FAULTS)
def test_every_fault_is_data_with_german_words(error: SeatError | GameError, code: str, german: str) -> None:
    fault = fault_of(error)
    assert (fault.code, fault.said("de")) == (code, german)
    assert str(fault) == str(error)
    for again in (Refusal.of(json.loads(json.dumps(fault.data))), pickle.loads(pickle.dumps(fault))):
        assert (again, again.data, again.said("de")) == (fault, fault.data, german)


def test_a_plain_sentence_is_told_as_it_is() -> None:
    old = Refusal.of("never came (ended with code 1)")
    assert (old.code, old.said("de"), old) == ("told", old, "never came (ended with code 1)")


def test_both_languages_fill_the_same_places() -> None:
    assert languages() == ["de", "en"]
    german, english = words("de"), words("en")
    assert german.keys() == english.keys()
    for section in ("stages", "reasons", "endings", "columns", "answers"):
        assert german[section].keys() == english[section].keys()

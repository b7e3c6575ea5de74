"""What goes wrong in a game is said in the reader's language, whoever found it out."""

from __future__ import annotations

import re

import pytest

import schwarm
from schwarm.contest.wire.season import Cause
from schwarm.referee import Left, NeverCame, TimeUp
from schwarm.tournament.words import (
    fault_part,
    fault_words,
    languages,
    qualification_line,
    qualification_parts,
    words,
)

PLACE = re.compile(r"\{(\w+)\}")


def illegal() -> str:
    with pytest.raises(schwarm.IllegalMove) as refusal:
        schwarm.new_game("piranhas", seed=7).play("A4-B4")
    return str(refusal.value)


FAULTS = {
    "late": str(TimeUp(500, hard=False)),
    "silent": str(TimeUp(2000, hard=True)),
    "late_bank": str(TimeUp(500, hard=False, bank=True)),
    "silent_bank": str(TimeUp(500, hard=True, bank=True)),
    "never_came": str(NeverCame("ended with code 1: File x, line 1, in <module>: M2 (really)")),
    "left": str(Left(Cause.LEFT, "was ended by SIGKILL")),
    "goodbye": str(Left(Cause.CLOSED)),
    "protocol": str(Left(Cause.BROKEN)),
    "crashed_so": str(Left("crashed: ZeroDivisionError: division by zero")),
    "nothing": "expected a move, not nothing",
    "no_move": "expected a move such as A4-C4, not 'hello'",
    "illegal": illegal(),
}


@pytest.mark.parametrize("code", FAULTS)
def test_every_fault_has_its_german_words(code: str) -> None:
    assert fault_part(FAULTS[code]).code == code
    german = fault_words(FAULTS[code], "de", {"M2": "ein Fisch zieht so weit, wie Fische da sind"})
    assert german != FAULTS[code]
    assert not {"expected", "came", "left", "said", "move", "there"} & set(german.partition(" (")[0].split())
    assert fault_words(FAULTS[code], "en") == FAULTS[code]


def test_an_illegal_move_names_its_rule_and_what_that_says() -> None:
    told = fault_words(illegal(), "de", {"M2": "ein Fisch zieht so weit, wie Fische da sind"})
    assert told == "A4-B4 ist nicht erlaubt (Regel M2): ein Fisch zieht so weit, wie Fische da sind"


def test_what_nobody_knows_is_told_as_it_is() -> None:
    assert fault_part("the moon: is full").code == "other"
    assert fault_words("the moon: is full", "de") == "the moon: is full"


def test_both_languages_fill_the_same_places() -> None:
    assert languages() == ["de", "en"]
    german, english = words("de"), words("en")
    assert german.keys() == english.keys()
    for section in (
        "fault_words",
        "qualification",
        "stages",
        "reasons",
        "endings",
        "ways",
        "columns",
        "answers",
    ):
        assert german[section].keys() == english[section].keys()
    for code, sentence in english["qualification"].items():
        assert set(PLACE.findall(german["qualification"][code])) == set(PLACE.findall(sentence))


def test_the_log_of_a_qualification_is_read_again() -> None:
    log = "\n".join(
        [
            qualification_line("ended", number=1, plies=12, reason="more points"),
            "hello from the bot",
            "game over",
            qualification_line("fault", number=2, fault=FAULTS["left"]),
        ]
    )
    first, said, last = qualification_parts(log)
    assert (first.code, first.values["reason"]) == ("ended", "more points")
    assert (said.code, said.values["text"]) == ("said", "hello from the bot\ngame over")
    assert (last.code, fault_part(last.values["fault"]).code) == ("fault", "left")

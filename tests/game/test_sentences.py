"""Refusals are data: every code has its sentence in every language, filled by the values it comes with."""

from __future__ import annotations

import ast
import pickle
import re
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

import schwarm
from schwarm.game import IllegalMove
from schwarm.game.errors import BadPosition, Refusal, refusals
from schwarm.game.sentences import rule_book_says, say, sentences
from schwarm.games.mississippi_queen import drafts
from schwarm.games.mississippi_queen.rules import MississippiQueen
from schwarm.tournament.words import in_languages
from schwarm.web import boards
from schwarm.web.shared.texts import LANGUAGES, catalogue
from tests import ROOT

CODE = re.compile(r'(?:Problem\([^"]*|NotWanted\(|Unreadable\(.*?, )"([a-z_]+)"')
PLACE = re.compile(r"\{(\w+)\}")


MAKERS = {"Refusal": 0, "SandboxError": 0, "Left": 0, "BadArchive": 1}  # and which argument is the code


def sources() -> Iterator[tuple[Path, ast.AST]]:
    for path in (ROOT / "src").rglob("*.py"):
        text = path.read_text("utf-8")
        if any(f"{maker}(" in text for maker in MAKERS):
            yield path, ast.parse(text)


def coded() -> Iterator[tuple[Path, str, set[str]]]:
    """The code and the names of the values of every refusal and fault that our sources make."""
    for path, tree in sources():
        for call in ast.walk(tree):
            if not isinstance(call, ast.Call) or (name := ast.unparse(call.func)) not in MAKERS:
                continue
            at = MAKERS[name]
            if len(call.args) <= at:
                continue
            code, filled = call.args[at], {str(one.arg) for one in call.keywords}
            if isinstance(code, ast.Constant) and isinstance(code.value, str) and "None" not in filled:
                yield path, code.value, filled


def test_every_refusal_can_be_said_in_every_language() -> None:
    found = list(coded())
    assert len(found) > 250
    for path, code, values in found:
        game, _, name = code.rpartition("/")
        assert game in ("", path.parent.name), f"{path}: {code} is another game's"
        for language in LANGUAGES:
            sentence = sentences(game, language).get(name)
            assert sentence is not None, f"{path}: {code} has no sentence in {language}"
            assert set(PLACE.findall(sentence)) <= values, f"{path}: {code} in {language}"
        own = rule_book_says(game).get(name, "")
        assert set(PLACE.findall(own)) <= values, f"{path}: {code}"


def test_no_sentence_is_kept_that_nobody_says() -> None:
    texts = " ".join(path.read_text("utf-8") for path in (ROOT / "src").rglob("*.py"))
    composed = {f"{code}_bank" for code in ("late", "silent")}  # referee/errors.py
    said = {code for code in sentences("", "en") if f'"{code.removesuffix("_one")}"' in texts}
    assert set(sentences("", "en")) == said | composed


def test_every_problem_of_the_page_has_words_in_every_language() -> None:
    web = ROOT / "src" / "schwarm" / "web"
    codes = set().union(*(CODE.findall(path.read_text("utf-8")) for path in web.rglob("*.py")))
    assert {"bad_request", "too_many", "no_record", "does_not_play", "unfinished"} <= codes
    for language in LANGUAGES:
        texts = catalogue(language)
        known = set().union(*(texts[part]["errors"] for part in ("desk", "people", "duels", "class")))
        assert codes <= known, f"{language}: {codes - known}"


@pytest.mark.parametrize("game", ["", *schwarm.list_games()])
def test_the_languages_know_the_same_refusals(game: str) -> None:
    assert sentences(game, "de").keys() == sentences(game, "en").keys()


def test_a_refusal_says_why_in_words() -> None:
    with pytest.raises(IllegalMove) as caught:
        schwarm.new_game("piranhas", seed=7).play("A4-B4")
    (fault,) = map(in_languages, refusals(caught.value))
    assert fault["code"] == "wrong_distance"
    assert fault["words"]["de"] == "Auf dieser Linie stehen 2 Fische: also 2 Felder weit, nicht 1"
    assert fault["words"]["en"] == "There are 2 fish on this line: it moves 2 squares, not 1"
    assert sentences("hive", "en")["falls_apart"] == "If it left, the swarm would fall apart"


@pytest.mark.parametrize("game", schwarm.list_games())
def test_whatever_a_rule_book_refuses_is_data(game: str) -> None:
    """Clicks on any two cells of a position: what is no legal move is refused by a code with its words."""
    position = schwarm.new_game(game, seed=3)
    drawn = boards.of(position)
    cells = [cell.name for cell in position.board().cells][:12]
    if drawn.COMPOSED:
        texts = [
            f"{first}M{fields}" for first in ("", "A+1 ", "A+5 ", "T+2 ", "P0 ") for fields in range(1, 7)
        ]
    else:
        texts = [drawn.text(position, [start, goal]) for start in cells for goal in cells]
    refused = 0
    for text in texts:
        try:
            position.code_of(text)
        except IllegalMove as error:
            (fault,) = map(in_languages, refusals(error))
            assert set(fault["words"]) == set(LANGUAGES), fault
            refused += 1
        except schwarm.GameError:
            pass  # no move at all
    assert refused


def test_refusals_survive_a_process() -> None:
    said = Refusal("mississippi_queen/log", left=1).after("action 2, M2: ")
    again = pickle.loads(pickle.dumps(said))
    assert (again, again.code, again.values) == (said, said.code, said.values)
    error = pickle.loads(pickle.dumps(BadPosition(Refusal("rows", rows=9, count=8), "something else")))
    assert [fault.code for fault in refusals(error)] == ["rows", "told"]


def test_the_end_of_a_game_and_wrong_steps_are_refused_in_every_language() -> None:
    game = schwarm.new_game("piranhas", seed=7)
    while not game.outcome():
        game.play(game.legal_moves()[0])
    with pytest.raises(schwarm.IllegalMove) as over:
        game.play("A4-C4")
    with pytest.raises(schwarm.BadNotation) as strange:
        game.play(3)  # type: ignore[arg-type]
    with pytest.raises(schwarm.BadNotation) as step:
        drafts.Draft(cast(MississippiQueen, schwarm.new_game("mississippi_queen", seed=7)), ["X"])
    said = [over.value.why, strange.value.args[0], step.value.args[0]]
    assert [say(one.code, one.values, "de") for one in said] == [
        "die Partie ist zu Ende",
        "erwartet wird ein Zug als Text, nicht 3",
        "zuerst kommt S1 bis S6 oder B, dann L, R, F oder P0 bis P5, nicht 'X'",
    ]

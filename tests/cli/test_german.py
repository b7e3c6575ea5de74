"""Where the locale is German, games, matches and mistakes in the terminal are told in German."""

from __future__ import annotations

import io
import re
import shlex
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import schwarm
from schwarm.cli import COMMANDS, run
from schwarm.cli.language import PLACES, language, texts
from schwarm.cli.start import inside, parser
from schwarm.cli.words import complaint
from schwarm.game import rule_book
from tests.cli.test_wrong_inputs import LINES

GAME = "piranhas"
ENGLISH = re.compile(r"\b(expected|Missing|Invalid|No such|Got|not|there is|overlap|outside|is no)\b")
HELPED = (
    "games",
    "show",
    "moves",
    "play",
    "match",
    "analyse",
    "puzzle",
    "replay",
    "package",
    "check",
    "client",
    "sprt",
    "perft",
    "backup",
    "restore",
)
PUPILS = ("--nonsense", "up", "export", "tournament", *HELPED)


@pytest.fixture
def _german(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for place in PLACES:
        monkeypatch.delenv(place, raising=False)
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    monkeypatch.chdir(tmp_path)


def test_the_first_place_that_names_a_language_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    for place in PLACES:
        monkeypatch.delenv(place, raising=False)
    assert language() == "en"
    monkeypatch.setenv("LANG", "de_AT.UTF-8")
    assert language() == "de"
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert language() == "en"


def test_both_languages_have_the_same_texts_with_the_same_places() -> None:
    for section in ("lines", "words"):
        english, german = (texts(name)[section] for name in ("en", "de"))
        assert list(english) == list(german)
        for key, text in english.items():
            assert set(re.findall(r"\{\w+\}", text)) >= set(re.findall(r"\{\w+\}", german[key])), key
    for name in schwarm.list_games():
        assert len(rule_book(name).german_legend) == len(rule_book(name).legend)


@pytest.mark.usefixtures("_german")
def test_what_a_pupil_types_wrong_is_told_in_german(capsys: pytest.CaptureFixture[str]) -> None:
    for line in LINES.strip().splitlines():
        if line.split()[0] in PUPILS:
            assert run(shlex.split(line)) == 2
            told = capsys.readouterr().err
            assert told.count("\n") == 1
            assert not ENGLISH.search(told), told


def wrong_positions(name: str) -> Iterator[str]:
    """The start, with something wrong in one of its fields or parts of a field."""
    fields = schwarm.new_game(name, seed=7).position().split()
    yield "x"
    for number, field in enumerate(fields):
        for wrong in (
            "x",
            "",
            "x/" * field.count("/") + "x",
            field.replace(field[-1], "7"),
            f"{field}{field}",
        ):
            yield " ".join([*fields[:number], wrong, *fields[number + 1 :]])


@pytest.mark.usefixtures("_german")
@pytest.mark.parametrize("name", schwarm.list_games())
def test_what_is_wrong_with_a_position_or_a_move_is_told_in_german(name: str) -> None:
    refused = []
    for text in wrong_positions(name):
        try:
            schwarm.new_game(name, position=text)
        except schwarm.GameError as error:
            refused.append(complaint(error))
    assert len(refused) > 5
    with pytest.raises(schwarm.GameError) as told:
        schwarm.new_game(name, seed=7).play("x9")
    for line in (*refused, complaint(told.value)):
        assert not ENGLISH.search(line), line


@pytest.mark.usefixtures("_german")
def test_the_help_of_what_pupils_use_is_in_german(capsys: pytest.CaptureFixture[str]) -> None:
    """Every line of it has its German words, and there are no words that nobody uses."""
    assert run(["--help"]) == 0
    assert "  play        im Terminal spielen" in capsys.readouterr().out
    used = {*COMMANDS.values()}
    for words in (*((name,) for name in (*HELPED, "up")), ("new", "bot")):
        name, *inner = words
        command = parser(name, import_module(f"schwarm.cli.{name}"))
        for word in inner:
            command = inside(command)[word]
        used |= {command.help or "", *(getattr(part, "help", "") for part in command.params)}
        usual = [getattr(part, "show_default", None) for part in command.params]
        used |= {one for one in usual if isinstance(one, str)}
        assert run([*words, "--help-all"]) == 0
        told = capsys.readouterr().out
        assert told.startswith("Aufruf: schwarm")
        assert "diese Hilfe zeigen" in told
        assert not re.search(r"Options|Arguments|Examples|default|required", told), told
    assert run(["bench", "--help"]) == 0
    assert capsys.readouterr().out.startswith("Usage: "), "English as a whole, not half of it"
    helps = {*texts("de")["helps"]}
    assert used <= helps
    assert len(helps - used) == 4, "the overview's own three lines, and typer's for --help"


@pytest.mark.usefixtures("_german")
def test_a_game_is_played_in_german(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = ["hilfe", "A4-B4", "A4-C9x", "regeln M2", "züge A4", "zeichen", "aufgebn", "A4-C4", "aufgeben"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(typed) + "\n"))
    assert run(["play", GAME, "--seed", "7", "--against", "1"]) == 0
    told = capsys.readouterr().out
    for line in (
        "Piranhas (Software-Challenge 2026): du (Rot) gegen Stufe 1 (Blau)",
        "  aufgeben  aufgeben",
        "A4-B4: M2 Auf dieser Linie stehen 2 Fische: also 2 Felder weit, nicht 1",
        "erwartet wird ein Zug wie A4-C4, nicht 'A4-C9x'",
        "roter Fisch mit Gewicht 3",
        "A4 Fisch mit Gewicht 1  A4-C2",
        ": meintest du aufgeben?",
        "Stufe 1 (Blau) zieht ",
        "Rot gibt auf",
    ):
        assert line in told, told


@pytest.mark.usefixtures("_german")
def test_a_match_is_told_in_german(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["match", GAME, "random", "random", "--games", "2", "--processes", "1"]) == 0
    told = capsys.readouterr().out
    assert re.search(
        r"gegen .*, 2 Partien\n\d gewonnen, \d unentschieden, \d verloren: [\d.]+ % der Punkte, 0 zu spät",
        told,
    )
    assert "auf lange Sicht" in told
    assert "ist mit Wahrscheinlichkeit" in told
    assert "Züge je Partie" in told

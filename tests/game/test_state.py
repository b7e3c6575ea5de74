"""The state of a game as one block: saved, loaded, copied, pickled, and refused where it does not belong."""

import pickle
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import schwarm
from schwarm.game import Game, GameError, list_games, rule_book
from schwarm.game.game import revive
from schwarm.testing.contract import facts
from tests.example import EXAMPLE

sys.path.insert(0, str(EXAMPLE / "src"))
from schwarm_breakthrough import BOOK
from schwarm_breakthrough.rules import Breakthrough

KINDS = [(name, profile) for name in list_games() for profile in rule_book(name).profiles]
PLIES = 60 if schwarm.compiled() else 12
SOURCES = Path(schwarm.__file__).parent
MARKED = [path for path in sorted(SOURCES.rglob("*.pxd")) if "cdef Mark " in path.read_text("utf-8")]


def played(name: str, profile: str, seed: int, plies: int = PLIES) -> Iterator[Game]:
    """One game in every position of a random walk."""
    chooser = random.Random(seed)
    game = schwarm.new_game(name, profile=profile, seed=seed)
    yield game
    for _ in range(plies):
        if (move := game.random_move(chooser.getrandbits(64))) is None:
            return
        game.play(move)
        yield game


def saved(game: Game) -> bytearray:
    buffer = bytearray(game.state_size)
    assert game.save(buffer) == len(buffer)
    return buffer


@pytest.fixture(params=KINDS, ids="-".join)
def kind(request: pytest.FixtureRequest) -> tuple[str, str]:
    found: tuple[str, str] = request.param
    return found


def test_a_state_comes_back_with_all_its_history(kind: tuple[str, str]) -> None:
    known = [(saved(game), facts(game)) for game in played(*kind, seed=3)]
    game = schwarm.new_game(kind[0], profile=kind[1], seed=3)
    chooser = random.Random(1)
    for buffer, before in chooser.sample(known, len(known)):
        game.load(buffer)
        assert facts(game) == before
        if not game.finished():
            game.play(chooser.choice(game.legal_moves()))
            game.undo()
            assert facts(game) == before
    game.load(known[-1][0])
    for _, before in reversed(known[:-1]):
        game.undo()
        assert facts(game) == before


def test_copies_and_pickles_go_their_own_ways(kind: tuple[str, str]) -> None:
    *_, game = played(*kind, seed=4, plies=PLIES // 2)
    before = facts(game)
    for twin in (game.copy(), pickle.loads(pickle.dumps(game)), game.copy().copy()):
        assert facts(twin) == before
        for _ in range(6):
            if (move := twin.random_move(99)) is not None:
                twin.play(move)
        while twin.turn > twin.start_turn:
            twin.undo()
        assert twin.position() == schwarm.new_game(kind[0], profile=kind[1], seed=4).position()
        assert facts(game) == before


def test_a_pickle_of_another_build_is_played_again(kind: tuple[str, str]) -> None:
    *_, game = played(*kind, seed=5, plies=10)
    codes = [move.code for move in game.history]
    for state in (b"", b"\0" * 64, bytes(saved(game))[:-8]):
        assert facts(revive(game.setup, codes, state)) == facts(game)


def test_a_state_that_does_not_belong_here_is_refused(kind: tuple[str, str]) -> None:
    name, profile = kind
    *_, game = played(name, profile, seed=6, plies=8)
    before, buffer = facts(game), saved(game)
    other = schwarm.new_game(name, profile=profile, seed=7)
    with pytest.raises(GameError, match="expected a state that a game with the same options and the same"):
        other.load(buffer)
    with pytest.raises(GameError, match="expected a state that a game"):
        game.view(seed=1).load(buffer)
    spoilt = bytearray(buffer)
    spoilt[-2] ^= 1
    noise = random.Random(2).randbytes(len(buffer))
    for wrong in (spoilt, buffer[:-8], buffer[:20], b"", noise, bytes(len(buffer))):
        with pytest.raises(GameError, match="expected a state"):
            game.load(wrong)
        assert facts(game) == before
    with pytest.raises(GameError, match=rf"expected a buffer of {len(buffer)} bytes \(state_size\) or more"):
        game.save(bytearray(len(buffer) - 1))
    for nonsense in (3, None, "text"):
        with pytest.raises(TypeError):
            game.load(nonsense)
    game.load(bytes(buffer) + b"\0" * 24)  # a buffer may be longer
    assert facts(game) == before


@pytest.mark.parametrize("sheet", MARKED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_both_files_of_a_module_mark_the_same_state(sheet: Path) -> None:
    """Compiled, the .pxd says which memory is the state; in plain Python the types of the class."""
    told, typed = (between_marks(sheet.with_suffix(ending).read_text("utf-8")) for ending in (".py", ".pxd"))
    assert told.keys() == typed.keys() != set()
    for name, parts in told.items():
        assert [sorted(part) for part in parts] == [sorted(part) for part in typed[name]], name


def test_no_rule_book_has_an_attribute_by_a_name_that_all_games_use() -> None:
    """Compiled, both would be one place in memory, and nobody would be told."""
    sheets = [
        (SOURCES / "game" / f"{stem}.pxd").read_text("utf-8") for stem in ("memory", "game", "python_game")
    ]
    common = {name for sheet in sheets for name in attributes(sheet)}
    assert {"turn", "setup_stamp", "start_text", "failure"} <= common
    for path in MARKED:
        if path.parent.name != "game":
            assert not common.intersection(attributes(path.read_text("utf-8"))), path


def attributes(sheet: str) -> list[str]:
    """The attributes of the classes of a .pxd."""
    line = r"^    cdef (?:readonly )?[\w\[\]* ]*?((?:\w+, )*\w+)(?: *#.*)?$"
    declared = re.findall(line, sheet, re.MULTILINE)
    return [name for names in declared for name in names.split(", ")]


def between_marks(text: str) -> dict[str, list[list[str]]]:
    """By class: the attributes between its first and its second, its second and its third mark."""
    found: dict[str, list[list[str]]] = {}
    for name, body in re.findall(r"^(?:cdef )?class (\w+).*:\n((?:(?:    .*)?\n)+)", text, re.MULTILINE):
        parts: list[list[str]] = [[]]
        for line in body.splitlines():
            typed = r"cdef (?:readonly )?(?:unsigned |signed )?(\w+)(?:\[[^]]*\]|\S)* ([\w, ]+?)"
            declared = re.match(rf"    (?:{typed}|(\w+): (\w+).*?)( *#.*)?$", line)
            if declared is None:
                continue
            sort = declared[1] or declared[4]
            for attribute in (declared[2] or declared[3]).split(","):
                if sort == "Mark":
                    parts.append([])
                else:
                    parts[-1].append(attribute.strip())
        if len(parts) > 1:
            found[name] = parts[1:-1]
    return found


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", list_games())
@pytest.mark.parametrize("attribute", ["turn", "start_turn", "side", "setup", "hash", "trail"])
def test_nobody_sets_the_state_of_compiled_rules(name: str, attribute: str) -> None:
    game: Any = schwarm.new_game(name, seed=1)
    with pytest.raises(AttributeError):
        setattr(game, attribute, 999)
    assert game.history == []


def test_rules_in_python_are_saved_by_their_moves() -> None:
    game: Any = Breakthrough(BOOK.choose(None, {}))
    known = []
    while not game.finished():
        known.append((saved(game), facts(game)))
        game.play(game.legal_moves()[3 % len(game.legal_moves())])
    for buffer, before in random.Random(3).sample(known, len(known)):
        game.load(buffer)
        assert facts(game) == before
    with pytest.raises(GameError, match="expected a state"):
        Breakthrough(BOOK.choose("large", {})).load(known[0][0])


@pytest.mark.compiled_only
def test_rules_in_python_that_count_wrongly_are_told_so() -> None:
    game: Any = Breakthrough(BOOK.choose(None, {}))
    for turn in (999, -1):
        game.turn = turn
        for look in (lambda: game.history, game.undo, game.last_move, game.copy):
            with pytest.raises(GameError, match=f"expected a turn from 0 to 144, not {turn}"):
                look()
    game.turn = 0
    with pytest.raises(ValueError, match="side: expected 0 or 1, not 3"):
        game.side = 3

"""Games without arrays of their own: their boards and the texts of their moves, for everybody's checkers."""

import warnings
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

import schwarm
from schwarm.game import catalogue, rule_book
from schwarm.game.faces import face, has
from tests.contest.test_season_generic import breakthrough

np = pytest.importorskip("numpy", reason="the environments need numpy")

from schwarm import environments  # noqa: E402

TWINS = [f"twin_of_{name}" for name in catalogue.own_games()]
GAMES = [*TWINS, "breakthrough"]


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each of our games once more without its arrays, and the example of a game from elsewhere."""
    for twin in TWINS:
        book = replace(rule_book(twin.removeprefix("twin_of_")), name=twin)
        monkeypatch.setitem(catalogue.books(), twin, book)
    monkeypatch.setitem(catalogue.books(), "breakthrough", breakthrough())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
    face.cache_clear()
    has.cache_clear()


@pytest.mark.parametrize("game", GAMES)
def test_every_move_has_one_path_of_bytes(game: str) -> None:
    table = environments.ArrayGame(schwarm.new_game(game, seed=3))
    layout = environments.layout_of(game)
    assert (layout.actions, layout.symmetries) == (256, 1)
    for ply in range(6):
        paths = environments.action_paths(table.game)
        assert sorted(paths) == table.game.legal_moves()
        assert all(bytes(path) == f"{move}\0".encode() for move, path in paths.items())
        wanted = table.game.legal_moves()[(7 * ply) % len(paths)]
        made = None
        while made is None:
            made = table.act(paths[wanted][len(table.chosen)])
        assert table.game.before_chance(made.code) == table.game.before_chance(wanted.code)


@pytest.mark.parametrize("game", GAMES)
def test_an_observation_tells_the_board_and_the_text_so_far(game: str) -> None:
    table = environments.ArrayGame(schwarm.new_game(game, seed=3))
    before = table.observe()
    layout = environments.layout_of(game)
    assert before.shape == (layout.size,)
    while not table.chosen:
        table.act(table.legal_actions()[0])
    first = layout.plane_bytes + 2
    assert bytes(table.observe()[first : first + len(table.chosen)]) == bytes(table.chosen[:24])
    table.look()
    for _ in range(4):
        table.game.play(table.game.legal_moves()[0])
    table.look()
    assert (table.observe() != before).any()
    with pytest.raises(environments.BadAction, match="expected the first actions of a legal move"):
        environments.observe(table.game, chosen=(1,))


def test_pieces_stand_in_the_planes_of_their_owner() -> None:
    game = schwarm.new_game("breakthrough")
    planes = environments.observe(game)[: 7 * 36].reshape(7, 6, 6)
    assert planes[0].sum() == planes[3].sum() == 12
    game.play(game.legal_moves()[0])
    turned = environments.observe(game)[: 7 * 36].reshape(7, 6, 6)
    assert (turned[3] != planes[3]).any()
    assert (turned[0] == planes[3]).all()


@pytest.mark.compiled_only
@pytest.mark.parametrize("game", GAMES)
def test_checkers_of_others_pass(game: str) -> None:
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
    gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed")
    from gymnasium.utils.env_checker import check_env
    from pettingzoo.test import api_test

    api_test(environments.env(game), num_cycles=40)
    environments.register()
    name = f"schwarm/{game.title().replace('_', '')}-v0"
    try:
        check_env(gymnasium.make(name, render_mode="ansi").unwrapped)
    finally:
        del gymnasium.registry[name]


def test_many_at_once_are_refused_in_one_line() -> None:
    pytest.importorskip("gymnasium", reason="vector environments have Gymnasium's shape")
    with pytest.raises(environments.NotOffered, match="breakthrough: many games at once: expected arrays"):
        environments.make_vec("breakthrough", 4)


def test_a_broken_face_is_our_fault_and_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    arrays: Any = import_module("schwarm.games.hive.arrays")
    monkeypatch.setattr(arrays, "ARRAYS", "nothing", raising=True)
    face.cache_clear()
    with pytest.raises(schwarm.game.GameError, match=r"to be a schwarm\.environments\.face:ArraysFace"):
        environments.layout_of("hive")

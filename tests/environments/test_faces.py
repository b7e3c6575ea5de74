"""PettingZoo, Gymnasium and OpenSpiel: their own checkers pass, unmodified."""

import warnings
from importlib import import_module
from typing import Any
from xml.etree import ElementTree

import pytest

import schwarm
from schwarm import environments
from schwarm.game import Game

np = pytest.importorskip("numpy", reason="the environments need numpy")

pytestmark = pytest.mark.compiled_only  # the faces are plain Python either way
GAMES = schwarm.list_games()


@pytest.fixture
def quiet() -> Any:
    """The checkers warn about style: observations that are dictionaries, agents without numbers."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def face(game: str) -> Any:
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
    return getattr(environments, f"schwarm_{game}_v0")


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_api_and_seeds(game: str) -> None:
    module = face(game)
    from pettingzoo.test import api_test, seed_test

    api_test(module.env(), num_cycles=60)
    api_test(module.raw_env(), num_cycles=20)
    seed_test(module.env, num_cycles=10)


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_rendering(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    module = face(game)
    from pettingzoo.test import render_test

    render_test(module.env, {"svg": lambda text: ElementTree.fromstring(text).tag.endswith("svg")})
    assert "to move" in capsys.readouterr().out  # human


@pytest.mark.long
@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_performance(game: str) -> None:
    module = face(game)
    from pettingzoo.test import performance_benchmark

    performance_benchmark(module.env())


def test_pettingzoo_games_have_their_names() -> None:
    for game in GAMES:
        assert face(game).raw_env().metadata["name"] == f"schwarm_{game}_v0"
    with pytest.raises(AttributeError, match="no attribute 'schwarm_nonesuch_v0'"):
        face("nonesuch")


@pytest.mark.usefixtures("quiet")
def test_an_illegal_action_loses_or_raises() -> None:
    module = face("piranhas")
    from schwarm.environments import BadAction

    raw = module.raw_env()
    raw.reset(seed=1)
    with pytest.raises(BadAction, match="expected a legal action of red"):
        raw.step(799)
    wrapped = module.env()
    wrapped.reset(seed=1)
    wrapped.step(799)
    assert wrapped.rewards == {"red": -1, "blue": 0}
    assert all(wrapped.terminations.values())


@pytest.mark.usefixtures("quiet")
def test_both_agents_learn_how_the_game_ended() -> None:
    env = face("piranhas").raw_env(rounds=3)
    env.reset(seed=4)
    for agent in env.agent_iter():
        seen, _, terminated, _, _ = env.last()
        if terminated:
            env.step(None)
        else:
            assert seen["action_mask"].any()
            assert not env.observe("blue" if agent == "red" else "red")["action_mask"].any()
            env.step(int(np.flatnonzero(seen["action_mask"])[0]))
        if env.agents and all(env.terminations.values()):
            outcome = env.table.game.outcome()
            for side in env.agents:
                value = 0 if outcome.winner is None else 1 if side == outcome.winner else -1
                assert env._cumulative_rewards[side] == value
    assert env.agents == []


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize("game", GAMES)
def test_gymnasium_checks(game: str) -> None:
    gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed")
    from gymnasium.utils.env_checker import check_env

    environments.register()
    name = f"schwarm/{game.title().replace('_', '')}-v0"
    check_env(gymnasium.make(name, render_mode="ansi").unwrapped)


def test_gymnasium_against_an_opponent_of_ones_own() -> None:
    pytest.importorskip("gymnasium", reason="Gymnasium is not installed")
    from schwarm.environments.gymnasium_env import SoloEnv

    asked = []

    def first_move(game: Game) -> str:
        asked.append(game.to_move)
        return game.legal_moves()[0]

    env = SoloEnv("protista", first_move, side=1, profile="small", turn_limit=6)
    _, info = env.reset(seed=3)
    ended = False
    while not ended:
        assert (env.action_masks() == info["action_mask"].astype(bool)).all()
        assert env.table.game.to_move == "black"
        action = int(np.flatnonzero(info["action_mask"])[-1])
        _, reward, ended, truncated, info = env.step(action)
        assert not truncated
    outcome = env.table.game.outcome()
    assert outcome is not None
    assert reward == {None: 0, "black": 1, "white": -1}[outcome.winner]
    assert set(asked) == {"white"}
    env.reset(seed=3)
    illegal = int(np.flatnonzero(env.action_masks() == 0)[0])
    assert env.step(illegal)[1:3] == (-1.0, True)


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize(
    "text",
    [
        "python_schwarm_piranhas(seed=7,rounds=8)",
        "python_schwarm_piranhas(starts=3,rounds=2)",
        "python_schwarm_hive(rounds=8,radius=3)",
        "python_schwarm_mississippi_queen(rounds=3,coal=1)",
        "python_schwarm_protista(profile=small,turn_limit=6)",
    ],
)
def test_open_spiel_simulations(text: str) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    import_module("schwarm.environments.openspiel")
    pyspiel.random_sim_test(pyspiel.load_game(text), num_sims=1, serialize=True, verbose=False)


@pytest.mark.usefixtures("quiet")
def test_open_spiel_algorithms() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability, mcts

    import_module("schwarm.environments.openspiel")
    game = pyspiel.load_game("python_schwarm_piranhas(seed=7,rounds=3)")
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2, 5, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = game.new_initial_state()
    assert bot.step(state) in state.legal_actions()
    # One round of a sparse position's worth: small enough for the whole tree.
    small = pyspiel.load_game("python_schwarm_hive(rounds=1,radius=1,hand=Q,berries=0,queen_by=1)")
    assert exploitability.nash_conv(small, policy.UniformRandomPolicy(small)) >= 0
    assert small.new_initial_state().legal_actions()

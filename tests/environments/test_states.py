"""States of all environments: cloned, saved, set and pickled, they go on in the same way."""

import pickle
from copy import deepcopy
from typing import Any

import pytest

import schwarm

np = pytest.importorskip("numpy", reason="the environments need numpy")
pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")

from schwarm import environments  # noqa: E402
from schwarm.environments import ArrayGame, SoloEnv, make_vec, raw_env  # noqa: E402

pytestmark = pytest.mark.compiled_only  # the faces are plain Python either way
GAMES = schwarm.list_games()
SMALL: dict[str, dict[str, Any]] = {"protista": {"profile": "small", "turn_limit": 20}}


class Walk:
    """An environment of any kind, driven in one way: an action, and all that can be seen after it."""

    def __init__(self, kind: str, game: str) -> None:
        options = SMALL.get(game, {})
        self.kind = kind
        if kind == "vector":
            self.env: Any = make_vec(game, 3, starts=4, **options)
        elif kind == "duel":
            self.env = make_vec(game, 3, starts=4, opponent="random", **options)
        else:
            self.env = (SoloEnv if kind == "solo" else raw_env)(game, **options)
        self.env.reset(seed=3)

    def go(self, env: Any, steps: int) -> list[Any]:
        seen: list[Any] = []
        for number in range(steps):
            if self.kind in ("vector", "duel"):
                env.step(env.sample_actions())
                seen.append((env.observations.copy(), env.action_mask.copy(), env.rewards.copy()))
                continue
            actions = env.table.legal_actions()
            if not actions:
                env.reset(seed=number)
                continue
            action = actions[number * 7 % len(actions)]
            if self.kind == "solo":
                seen.append(env.step(action)[:3])
            else:
                env.step(action)
                seen.append((env.last()[0]["observation"], env.last()[0]["action_mask"], env.last()[1:]))
        return seen


def same(ours: list[Any], theirs: list[Any]) -> bool:
    return len(ours) == len(theirs) and all(
        np.array_equal(mine, other)
        for one, two in zip(ours, theirs, strict=True)
        for mine, other in zip(one[:2], two[:2], strict=True)
    )


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", ["aec", "solo", "vector", "duel"])
def test_every_copy_goes_on_in_the_same_way(kind: str, game: str) -> None:
    walk = Walk(kind, game)
    walk.go(walk.env, 13)
    twins = [walk.env.clone(), deepcopy(walk.env), pickle.loads(pickle.dumps(walk.env))]
    loaded = Walk(kind, game).env
    loaded.load(walk.env.save())
    state = walk.env.save()
    after = walk.go(walk.env, 25)
    for twin in (*twins, loaded):
        assert same(walk.go(twin, 25), after)
    walk.env.load(state)
    assert same(walk.go(walk.env, 25), after)


def test_one_game_by_actions_can_be_pickled_in_the_middle_of_a_move() -> None:
    table = ArrayGame(schwarm.new_game("mississippi_queen", seed=1))
    for action in (0, 26 + 8):
        table.step(action)
    twin = pickle.loads(pickle.dumps(table))
    assert twin.chosen == table.chosen
    assert (twin.mask() == table.mask()).all()
    assert twin.game.history == table.game.history


def test_games_can_be_copied_from_one_environment_to_another() -> None:
    ours, pool = make_vec("mississippi_queen", 2), make_vec("mississippi_queen", 5)
    ours.reset(seed=1)
    for _ in range(7):
        ours.step(ours.sample_actions())
    pool.copy_games(ours, np.array([1, 0, 1]), np.array([0, 2, 4]))
    assert (pool.observations[[0, 2, 4]] == ours.observations[[1, 0, 1]]).all()
    assert (pool.action_mask[[0, 2, 4]] == ours.action_mask[[1, 0, 1]]).all()
    with pytest.raises(environments.BadArray, match="expected games with the same options"):
        pool.copy_games(make_vec("mississippi_queen", 1, rounds=5), np.array([0]), np.array([0]))


def test_what_is_no_state_is_refused() -> None:
    games = make_vec("hive", 2)
    with pytest.raises(environments.BadAction, match=r"expected reset\(\) before save\(\)"):
        games.save()
    games.reset(seed=1)
    data = games.save()
    for wrong in (b"", data[:-1], data[:99] + b"x" + data[100:]):
        with pytest.raises(environments.BadArray, match="as it was saved; this is none, or was changed"):
            games.load(wrong)
    with pytest.raises(environments.BadArray, match="with the same games"):
        make_vec("hive", 3).load(data)
    with pytest.raises(environments.BadArray, match="with the same options"):
        make_vec("hive", 2, radius=4).load(data)
    with pytest.raises(environments.BadArray, match="with the same game"):
        raw_env("piranhas").load(raw_env("hive").save())


@pytest.mark.parametrize("game", GAMES)
def test_who_waits_sees_the_game_from_its_own_side(game: str) -> None:
    env = raw_env(game)
    env.reset(seed=2)
    told = [
        scalar.startswith(("1 if the mover is", "1 if the mover was"))
        for scalar in env.table.arrays.layout.scalars
    ]
    begins = env.table.arrays.layout.plane_bytes + told.index(True)
    for _ in range(30):
        if env.table.over:
            break
        first, second = (env.observe(agent) for agent in env.possible_agents)
        assert (first["observation"] != second["observation"]).any()
        waits = second if env.table.game.side == 0 else first
        assert not waits["action_mask"].any()
        side = env.table.game.setup.book.sides[1 - env.table.game.side]
        assert (waits["observation"] == environments.observe(env.table.game, side=side)).all()
        env.step(env.sample_action())
    assert begins
    with pytest.raises(environments.NotOffered, match="expected a side of"):
        environments.observe(env.table.game, side="nobody")

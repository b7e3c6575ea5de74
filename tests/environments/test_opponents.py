"""Environments against somebody: chance, a function of a game, a player, a function of arrays."""

import subprocess
import sys
from typing import Any

import pytest

import schwarm
from schwarm.game import Game

np = pytest.importorskip("numpy", reason="the environments need numpy")
pytest.importorskip("gymnasium", reason="these environments have Gymnasium's shape")

from schwarm import bots, environments  # noqa: E402
from schwarm.environments import ByArrays, SoloEnv, make_vec  # noqa: E402

pytestmark = pytest.mark.compiled_only  # the faces are plain Python either way
GAMES = schwarm.list_games()


def first_legal(observations: Any, masks: Any) -> Any:
    return masks.argmax(axis=1)


class Always:
    """Chooses the same actions whatever it sees."""

    def __init__(self, actions: Any) -> None:
        self.actions = actions

    def choose(self, observations: Any, masks: Any) -> Any:
        return self.actions


def lowest(game: Game) -> str:
    """The move with the smallest path: what `first_legal` does, told by a game."""
    paths = environments.action_paths(game)
    return min(paths, key=lambda move: paths[move])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("opponent", ["random", ByArrays(first_legal)])
def test_the_learner_alone_is_asked_and_rewarded(game: str, opponent: Any) -> None:
    games = make_vec(game, 6, threads=2, starts=4, opponent=opponent)
    games.reset(seed=3)
    ended = 0
    for _ in range(150):
        assert (games.to_move == games.sides).all()
        assert games.action_mask.any(axis=1).all()
        before = games.sides.copy()
        _, rewards, ends, _, infos = games.step(games.sample_actions())
        assert not rewards[~ends].any()
        for number in np.flatnonzero(ends):
            ended += 1
            layout = games.layout
            begins = next(i for i, told in enumerate(layout.scalars) if told.startswith("1 if the mover is"))
            assert infos["final_obs"][number, layout.plane_bytes + begins] == 1 - before[number]
    assert ended
    games.close()


def test_arrays_and_games_see_the_same_opponent() -> None:
    seen: list[list[Any]] = []
    for opponent in (ByArrays(first_legal), lowest):
        games = make_vec("piranhas", 3, starts=4, rounds=4, opponent=opponent, side=1)
        games.reset(seed=5)
        seen.append([])
        for _ in range(12):
            games.step(games.action_mask.argmax(axis=1))
            seen[-1].append((games.observations.copy(), games.rewards.copy()))
    for (ours, won), (theirs, lost) in zip(*seen, strict=True):
        assert (ours == theirs).all()
        assert (won == lost).all()


def test_a_player_of_ours_beats_chance() -> None:
    games = make_vec("piranhas", 8, opponent=bots.player("piranhas", "greedy"), rounds=6)
    games.reset(seed=1)
    points = []
    for _ in range(12):
        _, rewards, ends, _, _ = games.step(games.sample_actions())
        points += rewards[ends].tolist()
    assert len(points) >= 8
    assert sum(points) < 0


@pytest.mark.parametrize("opponent", [None, "random", lowest, ByArrays(first_legal), "player"])
def test_solo_against_anybody(opponent: Any) -> None:
    if opponent == "player":
        opponent = bots.player("protista", "greedy")
    env = SoloEnv("protista", opponent, profile="small", turn_limit=6, think_ms=10)
    for seed in range(3):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            assert env.table.game.side == env.side == info["side"]
            seen, reward, over, _, info = env.step(env.sample_action())
        assert (seen == env.table.observe(side=env.side)).all()
        outcome = env.table.game.outcome()
        assert outcome is not None
        assert reward == (
            0 if outcome.winner is None else 1 if outcome.winner == ("white", "black")[env.side] else -1
        )


def test_a_bot_is_an_opponent_by_its_name() -> None:
    games = make_vec("piranhas", 2, opponent="greedy", side=1, starts=1)
    named, _ = games.reset(seed=5)
    same = make_vec("piranhas", 2, opponent=bots.player("piranhas", "greedy"), side=1, starts=1)
    assert (named == same.reset(seed=5)[0]).all()
    env = SoloEnv("piranhas", "greedy", side=1)
    env.reset(seed=5)
    assert env.table.game.turn == 1


def test_what_cannot_be_an_opponent_is_refused() -> None:
    with pytest.raises(environments.NotOffered, match=r"expected the name of a bot, .* as opponent, not 7"):
        make_vec("hive", 1, opponent=7)  # type: ignore[arg-type]
    with pytest.raises(environments.NotOffered, match="as opponent"):
        SoloEnv("hive", 7)  # type: ignore[arg-type]
    with pytest.raises(bots.UnknownBot, match=r"expected a bot of random, .* did you mean greedy"):
        make_vec("hive", 1, opponent="greddy")
    with pytest.raises(bots.UnknownBot, match="expected a bot of"):
        SoloEnv("hive", "greddy")
    for side in (2, True):
        with pytest.raises(environments.NotOffered, match="expected side 0, 1 or None"):
            make_vec("hive", 1, opponent="random", side=side)
    for found, told in (
        (np.array([799, 799]), "the opponent: expected a legal action such as .*, not 799"),
        (np.array([0.5, 0.5]), "the opponent: expected 2 whole numbers, not float64"),
        (np.array([1]), r"the opponent: expected 2 whole numbers, not int64 of shape \(1,\)"),
    ):
        games = make_vec("piranhas", 2, opponent=ByArrays(Always(found).choose), side=1)
        with pytest.raises(environments.BadAction, match=told):
            games.reset(seed=1)
    games = make_vec("piranhas", 1, opponent=lambda game: "A1-A1", side=1)
    with pytest.raises(schwarm.GameError):
        games.reset(seed=1)
    stuck = make_vec("protista", 1, opponent="random", side=1, turn_limit=1, win="targets", create_count=0)
    with pytest.raises(environments.NotOffered, match="no start gives it one"):
        stuck.reset(seed=1)


def test_environments_without_a_named_bot_open_no_search() -> None:
    ask = (
        "import sys, schwarm.environments as e; e.make_vec('hive', 1, opponent='random'); print(*sys.modules)"
    )
    opened = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True).stdout
    assert "schwarm.environments.vector" in opened.split()
    assert "schwarm.bots" not in opened.split()

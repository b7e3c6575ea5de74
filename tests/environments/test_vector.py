"""Many games at once: arrays say what the rule books say, whatever the number of threads."""

import random
from typing import Any

import pytest

import schwarm

np = pytest.importorskip("numpy", reason="the environments need numpy")
pytest.importorskip("gymnasium", reason="vector environments have Gymnasium's shape")

from schwarm import environments  # noqa: E402
from schwarm.environments import ArrayGame, VecEnv, make_vec  # noqa: E402
from schwarm.game.faces import having  # noqa: E402

COMPILED = schwarm.compiled()
KINDS: list[tuple[str, dict[str, Any]]] = [
    ("blokus", {}),
    ("blokus", {"profile": "duo"}),
    ("hive", {}),
    ("hive", {"profile": "official", "radius": 4}),
    ("mississippi_queen", {}),
    ("mississippi_queen", {"profile": "official"}),
    ("mississippi_queen", {"overdraw_onto_sandbank": True, "coal": 2}),
    ("piranhas", {}),
    ("piranhas", {"profile": "official", "rounds": 7}),
    ("protista", {}),
    ("protista", {"profile": "small", "create_count": 0}),
    ("protista", {"profile": "literal", "portal_jumps": 2}),
    ("protista", {"profile": "unity", "turn_limit": 40}),
    ("protista", {"win": "king", "setup": "checkers", "extra_optional": True, "turn_limit": 60}),
]


class Follower:
    """One game of a vector environment played along by text."""

    def __init__(self, games: VecEnv, number: int) -> None:
        self.games = games
        self.number = number
        self.ended = self.checked_ends = 0
        self.begin()

    def begin(self) -> None:
        self.table = ArrayGame(self.games.game(self.number))
        self.exact = True  # is all of the game's memory in the position it was put up from?

    def check(self) -> None:
        """Mask, observation and side are those of the rule book's position."""
        games, number = self.games, self.number
        assert (games.action_mask[number] == self.table.mask()).all()
        assert (games.observations[number] == self.table.observe()).all()
        assert games.to_move[number] == self.table.game.side

    def follow(self, action: int) -> None:
        """Make the same move by text and compare what came of it."""
        games, number = self.games, self.number
        mover = self.table.game.to_move
        made = self.table.act(action)
        if games.terminations[number]:
            self.ended += 1
            outcome = self.table.game.outcome()
            by_chance = made is not None and made.startswith("R=")  # drawn anew here, and ending otherwise
            if self.exact and not by_chance:
                assert outcome is not None
            if outcome is not None and not by_chance:
                value = 0 if outcome.winner is None else 1 if outcome.winner == mover else -1
                assert games.rewards[number] == value
                self.checked_ends += 1
            self.begin()
            return
        assert games.rewards[number] == 0
        if made is None:
            return
        ours, theirs = self.table.game.position(), games.game(number).position()
        if ours != theirs:  # chance: a creation, or a segment of the river comes into view
            assert made.startswith("R=") or self.table.game.name == "mississippi_queen"
            self.begin()
            self.exact = self.table.game.name == "mississippi_queen"


def play_along(name: str, options: dict[str, Any], count: int, steps: int) -> tuple[int, int]:
    games = make_vec(name, count, starts=8, **options)
    games.reset(seed=5)
    followers = [Follower(games, number) for number in range(count)]
    chooser = random.Random(3)
    for _ in range(steps):
        for follower in followers:
            follower.check()
        actions = games.sample_actions()
        for number in range(0, count, 2):  # the others take an action of their own choice
            actions[number] = chooser.choice(np.flatnonzero(games.action_mask[number]).tolist())
        games.step(actions)
        for follower in followers:
            follower.follow(int(actions[follower.number]))
    return sum(f.ended for f in followers), sum(f.checked_ends for f in followers)


@pytest.mark.parametrize(("name", "options"), KINDS)
def test_arrays_and_text_agree_in_every_position(name: str, options: dict[str, Any]) -> None:
    ended, checked = play_along(name, options, 4 if COMPILED else 1, 160 if COMPILED else 30)
    if COMPILED:
        assert checked > 0 or name == "protista"
        assert checked > ended // 2 or name == "protista"


@pytest.mark.long
@pytest.mark.parametrize(("name", "options"), KINDS)
def test_arrays_and_text_agree_over_thousands_of_games(name: str, options: dict[str, Any]) -> None:
    steps = {"hive": 11_000, "piranhas": 13_000, "mississippi_queen": 7_000}.get(name, 4_000)
    ended, checked = play_along(name, options, 10, steps)
    assert ended > 100
    assert checked > 50


def digest(games: VecEnv, steps: int) -> bytes:
    parts = []
    for _ in range(steps):
        observations, rewards, terminations, _, infos = games.step(games.sample_actions())
        parts += [observations.tobytes(), rewards.tobytes(), terminations.tobytes()]
        parts += [infos["action_mask"].tobytes(), infos["to_move"].tobytes()]
    return b"".join(parts)


@pytest.mark.parametrize("name", having("arrays"))
def test_a_seed_gives_the_same_games_on_any_number_of_threads(name: str) -> None:
    found = set()
    for threads in (1, 3, 3):
        games = make_vec(name, 7, threads=threads, starts=5)
        games.reset(seed=11)
        found.add(digest(games, 60 if COMPILED else 8))
        games.close()
    assert len(found) == 1
    games = make_vec(name, 7, starts=5)
    games.reset(seed=12)
    assert digest(games, 60 if COMPILED else 8) not in found


def test_a_second_reset_goes_on_with_the_random_streams() -> None:
    games = make_vec("piranhas", 32, starts=64)
    first, _ = games.reset(seed=1)
    first = first.copy()
    second, _ = games.reset()
    assert (first != second).any()
    again, _ = games.reset(seed=1)
    assert (first == again).all()


def test_a_seed_of_its_own_makes_the_same_game_wherever_it_stands() -> None:
    games = make_vec("protista", 4, threads=2, starts=8)
    games.reset(seed=[7, 8, 7, None])
    for _ in range(40):
        assert (games.observations[0] == games.observations[2]).all()
        games.step(games.sample_actions())
    assert (games.observations[0] != games.observations[1]).any()
    kept = games.observations[1].copy()
    games.reset(seed=[8, 1, 2, 3])
    for _ in range(40):
        games.step(games.sample_actions())
    assert (games.observations[0] == kept).all()


def test_some_of_the_games_can_be_stepped_alone() -> None:
    games = make_vec("piranhas", 4)
    games.reset(seed=1)
    before, actions = games.observations.copy(), games.sample_actions()
    games.step_games(np.array([3, 1]), actions[[3, 1]])
    assert (games.observations[[0, 2]] == before[[0, 2]]).all()
    assert games.to_move.tolist() == [0, 1, 0, 1]
    with pytest.raises(environments.BadAction, match=r"game 2: .* not 799"):
        games.step_games(np.array([0, 2]), np.array([actions[0], 799]))
    with pytest.raises(environments.BadAction, match=r"game 2: .* not 800"):
        games.step_games(np.array([0, 2]), np.array([actions[0], 800]))
    assert games.to_move.tolist() == [0, 1, 0, 1]


def test_the_last_observation_of_a_game_is_kept_when_the_next_one_begins() -> None:
    games = make_vec("piranhas", 3, rounds=1)
    games.reset(seed=0)
    games.step(games.sample_actions())
    _, _, terminations, truncations, infos = games.step(games.sample_actions())
    assert terminations.all()
    assert not truncations.any()
    assert (infos["_final_obs"] == terminations).all()
    layout = games.layout
    assert (infos["final_obs"][:, layout.plane_bytes] == 2).all()  # plies made
    assert (games.scalars[:, 0] == 0).all()


def test_planes_and_scalars_are_views_of_the_same_bytes() -> None:
    games = make_vec("hive", 2)
    seen, _ = games.reset(seed=0)
    assert games.planes.shape == (2, 15, 11, 11)
    assert games.planes.reshape(2, -1).tobytes() + b"" == seen[:, : 15 * 121].tobytes()
    assert np.shares_memory(games.planes, games.observations)
    assert games.scalars.shape == (2, len(games.layout.scalars))


def test_wrong_actions_are_refused_and_change_nothing() -> None:
    games = make_vec("piranhas", 4)
    with pytest.raises(environments.BadAction, match=r"expected reset\(\) before the first step"):
        games.step(np.zeros(4, np.int64))
    before, _ = games.reset(seed=2)
    before = before.copy()
    good = games.sample_actions()
    for wrong, error, text in (
        (good[:3], environments.BadArray, r"expected actions of shape \(4,\), not \(3,\)"),
        (good.reshape(2, 2), environments.BadArray, r"not \(2, 2\)"),
        (good.astype(np.float32), environments.BadArray, "expected whole numbers as actions, not float32"),
        (np.full(4, -1), environments.BadAction, "game 0: expected one of .* such as .*, not -1"),
        (np.array([*good[:3], 800]), environments.BadAction, "game 3: .* not 800"),
        (np.array([*good[:2], 799, good[3]]), environments.BadAction, "game 2: .* not 799"),
    ):
        with pytest.raises(error, match=text):
            games.step(wrong)
        assert (games.observations == before).all()
    with pytest.raises(ValueError, match="read-only"):
        games.action_mask[0, 0] = 1
    with pytest.raises(environments.BadArray, match="expected a game from 0 to 3, not 4"):
        games.game(4)
    with pytest.raises(environments.BadArray, match="expected a seed for each of 4 games, not 3"):
        games.reset(seed=[1, 2, 3])
    for bad in (-1, [1, 2, 3, 1 << 64], [1, 2, 3, 0.5]):
        with pytest.raises(environments.BadArray, match=r"expected a seed from 0 to 2\*\*64-1, not"):
            games.reset(seed=bad)  # type: ignore[arg-type]


def test_what_cannot_be_made_is_refused() -> None:
    with pytest.raises(environments.NotOffered, match="expected 1 or more games, threads and starts, not 0"):
        make_vec("hive", 0)
    with pytest.raises(environments.NotOffered, match="expected a bounded memory of a game"):
        make_vec("protista", 1, turn_limit=0)
    with pytest.raises(schwarm.UnknownGame, match=r"expected a game of .*hive"):
        make_vec("chess", 1)
    with pytest.raises(schwarm.BadOption, match="expected an option of"):
        make_vec("hive", 1, colour=1)


def test_buffers_of_the_wrong_shape_or_type_are_refused() -> None:
    game = schwarm.new_game("piranhas", seed=1)
    size = environments.layout_of("piranhas").size
    out = np.zeros(size, np.uint8)
    assert environments.observe(game, out) is out
    for wrong, text in (
        (np.zeros(size, np.float32), "expected a numpy array of uint8, not float32"),
        (np.zeros(size + 1, np.uint8), rf"expected an array of shape \({size},\), not \({size + 1},\)"),
        (np.zeros(2 * size, np.uint8)[::2], "expected a contiguous array"),
        ([0] * size, "expected a numpy array of uint8, not list"),
    ):
        with pytest.raises(environments.BadArray, match=text):
            environments.observe(game, wrong)  # type: ignore[arg-type]
    with pytest.raises(environments.BadArray, match="expected a numpy array of int8, not uint8"):
        environments.legal_mask(game, out)
    with pytest.raises(environments.BadAction, match="expected a legal action of red such as"):
        ArrayGame(game).act(799)
    with pytest.raises(environments.BadAction, match="expected the first actions of a legal move"):
        environments.observe(game, chosen=(799,))

"""The moves of `best-0.2`, which never change: results against it stay comparable.

`python -m tests.bots.test_frozen` writes the recorded moves anew; do that for a new game only.
"""

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from schwarm import bots, new_game
from schwarm.bits import mix
from tests.sampling import sampled

RECORDED = Path(__file__).parent / "frozen_moves.json"
MOVES: dict[str, list[str]] = json.loads(RECORDED.read_text("utf-8"))
PLAYER = "best-0.2"
NODES = 5_000
TIME_MS = 600_000  # never reached: the nodes alone end a search
COUNT = 100  # moves of a game that are recorded
DAILY = 8


def play(name: str) -> Iterator[str]:
    """The player's moves against itself, game after game, each begun by two random moves."""
    seed = 0
    while True:
        seed += 1
        player, game, word = bots.player(name, PLAYER), new_game(name, seed=seed), mix(seed)
        assert isinstance(player, bots.SearchBot)
        for _ in range(2):
            opening = game.random_move(word)
            assert opening is not None
            game.play(opening)
            word = mix(word)
        while not game.finished():
            move = player.analyse(game, TIME_MS, nodes=NODES, playing=True).move
            yield str(move)
            game.play(move)


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", MOVES)
@pytest.mark.parametrize("count", sampled([str(DAILY), str(COUNT)], str(DAILY)))
def test_the_frozen_player_chooses_the_moves_it_chose_when_it_was_frozen(name: str, count: str) -> None:
    assert list(islice(play(name), int(count))) == MOVES[name][: int(count)]


if __name__ == "__main__":
    made = {name: list(islice(play(name), COUNT)) for name in MOVES}
    lines = [f"{json.dumps(name)}: {json.dumps(moves)}" for name, moves in made.items()]
    RECORDED.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")

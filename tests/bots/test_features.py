"""Features are named, limited in number, and fair: swapped sides give the negated features."""

import re
from collections.abc import Callable

import pytest

from schwarm import compiled, new_game
from schwarm.bots import knowledge
from schwarm.bots.features import MOST_FEATURES, FeatureEvaluator, feature_names
from schwarm.game import Game
from schwarm.game.faces import having
from schwarm.game.random64 import Stream

SETTINGS = knowledge("piranhas").settings
SWAPPED = {"red": "blue", "blue": "red", "-": "-"}
GAMES = 12 if compiled() else 2


# The feature that says who is to move, and those that differ between the sides at the start: fish and krakens
# lie at random, the ships begin side by side.
TO_MOVE = {
    "blokus": "tempo",
    "piranhas": "tempo",
    "hive": "tempo",
    "mississippi_queen": "tempo",
    "protista": "extra",
}
UNEVEN_STARTS: dict[str, set[str]] = {
    "blokus": set(),
    "piranhas": {"mobility"},
    "hive": set(),
    "mississippi_queen": {"way", "passenger_way"},
    "protista": set(),
}


def mirror_blokus(text: str) -> str:
    """Blue and yellow, red and green change places, and so do their slots."""
    rows, slot, start, hands, valid, mono, *made = text.split()
    swap = str.maketrans("BYRG", "YBGR")
    held = hands.split("/")
    turned = "/".join(held[number ^ 1] for number in range(len(held)))
    there = ["".join(sorted(letters.translate(swap), key="BYRG-".index)) for letters in (valid, mono)]
    step = (int(slot) ^ 1) - int(slot)
    more = [str(int(plies) + step) for plies in made]
    return " ".join((rows.translate(swap), str(int(slot) + step), start, turned, *there, *more))


def mirror_piranhas(text: str) -> str:
    """The other side's fish, the other side to move, the other side's credit."""
    rows, turn, first = text.split()
    return f"{rows.translate(str.maketrans('123456', '456123'))} {int(turn) ^ 1} {SWAPPED[first]}"


def mirror_hive(text: str) -> str:
    """The other side's pieces, the other side to move."""
    rows, turn = text.split()
    return f"{rows.swapcase()} {int(turn) ^ 1}"


def mirror_mississippi_queen(text: str) -> str:
    """The ships change places."""
    river, red, blue, turn, side, latest = text.split()
    return " ".join((river, blue, red, turn, SWAPPED[side], latest))


def mirror_protista(text: str) -> str:
    """The other side's pieces with the board turned upside down: each side has its half of the board."""

    def upside_down(cells: str) -> str:
        return re.sub(r"([a-i])(\d+)", lambda name: f"{name[1]}{14 - int(name[2])}", cells)

    rows, side, left, targets, in_turn, turns, moves, holes = text.split()
    swapped = "/".join(reversed(rows.translate(str.maketrans("wbWB", "bwBW")).split("/")))
    white, black = upside_down(targets).split("|")
    side = "b" if side == "w" else "w"
    return " ".join((swapped, side, left, f"{black}|{white}", in_turn, turns, moves, upside_down(holes)))


MIRRORS: dict[str, Callable[[str], str]] = {
    "blokus": mirror_blokus,
    "piranhas": mirror_piranhas,
    "hive": mirror_hive,
    "mississippi_queen": mirror_mississippi_queen,
    "protista": mirror_protista,
}


def positions(name: str) -> list[Game]:
    """Positions all over some random games."""
    found = []
    for seed in range(GAMES):
        game = new_game(name, seed=seed)
        words = Stream(seed, 77)
        while (move := game.random_move(words.word())) is not None:
            if words.below(4) == 0:
                found.append(game.copy())
            game.play(move)
    return found


def test_every_game_has_a_way_to_swap_its_sides() -> None:
    assert sorted(MIRRORS) == sorted(having("evaluation"))


@pytest.mark.parametrize("name", having("evaluation"))
def test_swapped_sides_give_the_negated_features(name: str) -> None:
    evaluator = knowledge(name).feature_evaluator()
    seen = set()
    for game in positions(name):
        mirrored = new_game(name, position=MIRRORS[name](game.position()), seed=1)
        assert mirrored.to_move != game.to_move
        features, _ = evaluator.features_of(game)
        opposite, _ = evaluator.features_of(mirrored)
        wrong = {
            feature: (here, there)
            for feature, here, there in zip(evaluator.names, features, opposite, strict=True)
            if here != -there
        }
        assert not wrong, game.position()
        seen |= {feature for feature, here in zip(evaluator.names, features, strict=True) if here}
    if compiled():
        assert len(seen) >= 0.8 * len(evaluator.names), sorted(set(evaluator.names) - seen)


@pytest.mark.parametrize("name", having("evaluation"))
def test_swapping_the_sides_twice_is_no_change(name: str) -> None:
    game = positions(name)[-1]
    assert MIRRORS[name](MIRRORS[name](game.position())) == game.position()


@pytest.mark.parametrize("name", having("evaluation"))
def test_the_start_favours_nobody_but_the_side_to_move(name: str) -> None:
    for seed in range(10):
        evaluator = knowledge(name).feature_evaluator()
        features, progress = evaluator.features_of(new_game(name, seed=seed))
        assert progress == 0
        uneven = {feature: n for feature, n in zip(evaluator.names, features, strict=True) if n}
        assert uneven[TO_MOVE[name]] == 1
        assert set(uneven) - {TO_MOVE[name]} <= UNEVEN_STARTS[name]


def test_features_are_named_in_the_order_of_their_numbers() -> None:
    assert feature_names(c=2, a=0, b=1) == ("a", "b", "c")


@pytest.mark.parametrize("numbers", [{"a": 1}, {"a": 0, "b": 0}, {"a": 0, "b": 2}, {"a": -1, "b": 0}])
def test_features_with_gaps_or_doubles_are_refused(numbers: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="expected features numbered from 0"):
        feature_names(**numbers)


@pytest.mark.parametrize("count", [0, MOST_FEATURES + 1, 1000])
def test_more_features_than_there_is_room_for_are_refused(count: int) -> None:
    many = tuple(f"feature{number}" for number in range(count))
    with pytest.raises(ValueError, match=f"expected 1 to {MOST_FEATURES} features, not {count}"):
        FeatureEvaluator(many, dict.fromkeys(many, (1, 1)), SETTINGS)
    with pytest.raises(ValueError, match="features"):
        feature_names(**{name: number for number, name in enumerate(many)})


def test_there_is_room_for_as_many_features_as_promised() -> None:
    most = tuple(f"feature{number}" for number in range(MOST_FEATURES))
    evaluator = FeatureEvaluator(most, dict.fromkeys(most, (7, 7)), SETTINGS)
    assert evaluator.features_of(new_game("piranhas", seed=1)) == ([0] * MOST_FEATURES, 0)
    assert evaluator.evaluate(new_game("piranhas", seed=1)) == 0


def test_weights_must_name_the_features() -> None:
    with pytest.raises(ValueError, match="expected weights for a, b, not for a"):
        FeatureEvaluator(("a", "b"), {"a": (1, 1)}, SETTINGS)
